#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace ratereplay {

/// Bytes in order from a file, a pipe or what they decompress to.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// Reads exactly `size` bytes, fewer only at the end of the source; 0 after it. Throws Error naming the source when
  /// it cannot be read, or is compressed and cut short, corrupt or followed by anything else.
  virtual std::size_t fill(char* buffer, std::size_t size) = 0;
};

/// The name of a source in messages: the path, or "standard input" for "-".
std::string display_name(const std::string& source);

/// Opens a path, or standard input for "-". gzip (RFC 1952, also several members) and Zstandard (RFC 8878, also several
/// frames) are known by their first bytes and decompressed. Throws Error naming the source when it is missing,
/// unreadable, a directory or in another compression or encoding.
std::unique_ptr<ByteSource> open_source(const std::string& source);

}  // namespace ratereplay
