#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "core/sink.hpp"

namespace ratereplay {

/// Compresses what is written in pieces (RFC 1952), in a few hundred KiB whatever its length.
class GzipWriter {
 public:
  /// Throws Error where there is no memory.
  explicit GzipWriter(Sink sink);
  ~GzipWriter();
  GzipWriter(const GzipWriter&) = delete;
  GzipWriter& operator=(const GzipWriter&) = delete;

  void write(std::string_view bytes);
  /// Once, behind the last piece.
  void finish();

 private:
  struct Stream;

  void deflate_all(int flush);

  Sink sink_;
  std::unique_ptr<Stream> stream_;
};

}  // namespace ratereplay
