#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ratereplay {

// What the binary files of ratereplay have in common: a front of 64 bytes that says what a file is, numbers in the byte
// order of the machine, and checksums. data/README.md describes them.

/// A kind of file.
struct BinaryForm {
  std::string_view magic;   ///< its first 8 bytes
  std::string_view noun;    ///< what messages call it
  std::string_view making;  ///< how one is made again
  std::string_view first;   ///< how one is made where there is none yet
  std::uint32_t version;    ///< that is written, and the newest that is read
};

// As the magic of PNG: a byte above 7 bits, a name, and line ends that a transfer as text would change.
inline constexpr BinaryForm rrt_form{"\x89RRT\r\n\x1a\n", "binary trace", "convert the trace",
                                     "make one with 'ratereplay convert TRACE OUT.rrt'", 1};
inline constexpr BinaryForm summary_form{"\x89RRS\r\n\x1a\n", "trace summary", "save the summary",
                                         "save one with 'ratereplay curve TRACE --save-summary'", 1};

inline constexpr std::size_t front_bytes = 64;
/// Where what the form itself says stands in the front, and how long that is.
inline constexpr std::size_t own_front_offset = 16;
inline constexpr std::size_t own_front_bytes = 40;

/// XXH3, 64 bits, seed 0.
std::uint64_t checksum_of(std::string_view bytes) noexcept;

/// The same of bytes that come in pieces.
class Checksum {
 public:
  Checksum();
  ~Checksum();
  Checksum(const Checksum&) = delete;
  Checksum& operator=(const Checksum&) = delete;

  void add(std::string_view bytes) noexcept;
  std::uint64_t value() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Whether a file begins as one of this form does, of whatever version, also one that a transfer as text has spoilt.
bool begins_as(const BinaryForm& form, std::string_view bytes) noexcept;

/// The front of a file; `own`: what the form itself says there.
std::string front_of(const BinaryForm& form, std::string_view own);

/// Throws Error naming the file, with the mend, when `bytes` are no file of this form: of another kind, shorter than
/// `least`, of the other byte order, altered in front, or of a newer version.
void check_front(const BinaryForm& form, std::string_view bytes, std::size_t least, const std::string& name);

/// Throws Error: `what` is wrong with a file of this form, and the mend.
[[noreturn]] void refuse(const BinaryForm& form, const std::string& name, std::string_view what);

template <class T>
std::string_view bytes_of(const T& object) noexcept {
  return {reinterpret_cast<const char*>(&object), sizeof object};
}

template <class T>
std::string_view bytes_of(const std::vector<T>& objects) noexcept {
  return {reinterpret_cast<const char*>(objects.data()), objects.size() * sizeof(T)};
}

/// `offset` and the size of T within `bytes`.
template <class T>
T read_as(std::string_view bytes, std::size_t offset) noexcept {
  T object;
  std::memcpy(&object, bytes.data() + offset, sizeof object);
  return object;
}

}  // namespace ratereplay
