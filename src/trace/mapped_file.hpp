#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ratereplay {

/// A regular file in memory as it lies on disk. A line end and 64 bytes that may be read stand behind its last byte.
class MappedFile {
 public:
  /// Maps a path, or standard input for "-" from where it stands. None when that is no regular file (a pipe, a device)
  /// or an empty one, or the file is not as it lies what open_source gives (compressed, say): then open_source is to be
  /// asked. Throws Error naming the source when it is missing, unreadable or a directory, as open_source does.
  static std::optional<MappedFile> open(const std::string& source);

  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&&) = delete;

  std::string_view bytes() const noexcept { return {memory_ + begin_, end_ - begin_}; }

  /// Memory of the bytes from `begin` to `end`, and of some before them, is given back; they can still be read, again
  /// from disk.
  void release(std::size_t begin, std::size_t end) const noexcept;

 private:
  MappedFile(char* memory, std::size_t mapped, std::size_t begin, std::size_t end) noexcept
      : memory_(memory), mapped_(mapped), begin_(begin), end_(end) {}

  char* memory_;
  std::size_t mapped_;  ///< bytes of memory
  std::size_t begin_;   ///< of bytes() within memory, and
  std::size_t end_;
};

}  // namespace ratereplay
