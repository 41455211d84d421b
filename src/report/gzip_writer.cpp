#include "report/gzip_writer.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <utility>

namespace ratereplay {

struct GzipWriter::Stream {
  z_stream zlib{};
  std::array<char, std::size_t{64} * 1024> out;
};

GzipWriter::GzipWriter(Sink sink, Effort effort) : sink_(std::move(sink)), stream_(std::make_unique<Stream>()) {
  const int level = effort == Effort::little ? Z_BEST_SPEED : Z_DEFAULT_COMPRESSION;
  constexpr int memory_level = 8;
  // 16: the gzip wrapper.
  if (deflateInit2(&stream_->zlib, level, Z_DEFLATED, 16 + MAX_WBITS, memory_level, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
}

GzipWriter::~GzipWriter() { deflateEnd(&stream_->zlib); }

void GzipWriter::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t piece = std::min<std::size_t>(bytes.size(), std::numeric_limits<uInt>::max());
    // zlib only reads from there.
    stream_->zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_->zlib.avail_in = static_cast<uInt>(piece);
    bytes.remove_prefix(piece);
    deflate_all(Z_NO_FLUSH);
  }
}

void GzipWriter::finish() {
  stream_->zlib.avail_in = 0;
  deflate_all(Z_FINISH);
}

void GzipWriter::deflate_all(int flush) {
  Stream& stream = *stream_;
  do {
    stream.zlib.next_out = reinterpret_cast<Bytef*>(stream.out.data());
    stream.zlib.avail_out = static_cast<uInt>(stream.out.size());
    deflate(&stream.zlib, flush);
    sink_({stream.out.data(), stream.out.size() - stream.zlib.avail_out});
  } while (stream.zlib.avail_out == 0);
}

}  // namespace ratereplay
