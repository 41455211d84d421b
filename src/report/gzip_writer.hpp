#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "core/sink.hpp"

namespace ratereplay {

/// Compresses what is written in pieces (RFC 1952), in a few hundred KiB whatever its length.
class GzipWriter {
 public:
  enum class Effort {
    little,  ///< a log's bytes as fast as they come
    usual    ///< three quarters of the bytes in three times the time
  };

  explicit GzipWriter(Sink sink, Effort effort = Effort::little);
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
