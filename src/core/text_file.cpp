#include "core/text_file.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/error.hpp"
#include "core/text.hpp"

namespace ratereplay {

std::string read_text_file(const std::string& path, std::string_view what) {
  constexpr std::size_t longest = std::size_t{16} << 20;  // far more than anybody writes
  std::error_code no_file;
  if (std::filesystem::is_directory(path, no_file)) throw Error(in_quotes(path) + " is a directory; name a file in it");
  std::ifstream file(path, std::ios::binary);
  std::string text;
  std::array<char, 65536> piece{};
  while (file.read(piece.data(), piece.size()) || file.gcount() > 0) {
    text.append(piece.data(), static_cast<std::size_t>(file.gcount()));
    if (text.size() > longest)
      throw Error(fmt::format("{} is larger than {} MiB; name {}", in_quotes(path), longest >> 20, what));
  }
  if (!file.is_open() || file.bad()) {
    throw Error(fmt::format("cannot read {}: {}; check the path", in_quotes(path), std::strerror(errno)));
  }
  return text;
}

}  // namespace ratereplay
