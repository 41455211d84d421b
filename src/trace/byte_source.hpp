#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "trace/source_file.hpp"

namespace ratereplay {

/// Bytes in order from a file, a pipe or what they decompress to.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// Reads exactly `size` bytes, fewer only at the end of the source; 0 after it. Throws Error naming the source when
  /// it cannot be read, or is compressed and cut short, corrupt or followed by anything else.
  virtual std::size_t fill(char* buffer, std::size_t size) = 0;

  /// How far the file or pipe was read, in its own bytes: those that are compressed.
  virtual std::uint64_t bytes_read() const noexcept = 0;
};

/// Whether a source that begins so is given by open_source as it lies: neither compressed nor refused. `head`: its
/// first 8 bytes, fewer only where there are no more.
bool is_plain(std::string_view head) noexcept;

/// The largest window of Zstandard that its own tool decompresses without being told to, in bytes.
inline constexpr std::size_t largest_window = std::size_t{128} << 20;

/// Opens a path, or standard input for "-". gzip (RFC 1952, also several members) and Zstandard (RFC 8878, also several
/// frames) are known by their first bytes and decompressed. Throws Error naming the source when it is missing,
/// unreadable, a directory or in another compression or encoding. `most_window`: bytes, at least 1 KiB, that the window
/// of Zstandard may take; where it needs more, reading throws Error.
std::unique_ptr<ByteSource> open_source(const std::string& source, std::size_t most_window = largest_window);

/// A source whose front can be looked at before it is read.
class SourceWithFront final : public ByteSource {
 public:
  /// Reads the first `size` bytes ahead, fewer only where there are no more. Throws Error as the source does.
  SourceWithFront(std::unique_ptr<ByteSource> source, std::size_t size);

  /// Good until the first call of fill(). A line end and 64 bytes that may be read stand behind it.
  std::string_view front() const noexcept { return {front_.get(), size_}; }

  std::size_t fill(char* buffer, std::size_t size) override;
  std::uint64_t bytes_read() const noexcept override { return source_->bytes_read(); }

 private:
  std::unique_ptr<ByteSource> source_;
  std::unique_ptr<char[]> front_;  ///< until it is used up
  std::size_t size_;
  std::size_t used_ = 0;
};

}  // namespace ratereplay
