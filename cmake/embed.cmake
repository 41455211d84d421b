# Writes a C++ source in which files are bytes, for each a function that HEADER declares:
#   cmake -DOUT=FILE.cpp -DHEADER=assets.hpp "-DNAMES=a;b" "-DFILES=A;B" -DJOINED=c "-DPARTS=C;D" -P embed.cmake
# gives a() of A, b() of B and c() of C with D behind it.
function(embed name)
  set(bytes)
  foreach(file ${ARGN})
    file(READ "${file}" more HEX)
    string(APPEND bytes "${more}")
  endforeach()
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  file(APPEND "${OUT}.new" "
namespace {
constexpr unsigned char ${name}_bytes[] = {${bytes}0};
}
std::string_view ${name}() noexcept {
  return {reinterpret_cast<const char*>(${name}_bytes), sizeof ${name}_bytes - 1};
}
")
endfunction()

file(WRITE "${OUT}.new" "#include \"${HEADER}\"\n\nnamespace ratereplay {\n")
foreach(name file IN ZIP_LISTS NAMES FILES)
  embed(${name} "${file}")
endforeach()
embed(${JOINED} ${PARTS})
file(APPEND "${OUT}.new" "\n}  // namespace ratereplay\n")
file(RENAME "${OUT}.new" "${OUT}")
