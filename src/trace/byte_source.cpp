#include "trace/byte_source.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <new>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "trace/source_file.hpp"

namespace ratereplay {

namespace {

constexpr std::size_t block_size = std::size_t{256} * 1024;

/// The bytes as they lie in a file or come through a pipe; the first few can be looked at ahead.
class RawSource final : public ByteSource {
 public:
  static constexpr std::size_t look_ahead = 8;

  explicit RawSource(const std::string& source) : file_(source) { head_size_ = read_all(head_.data(), head_.size()); }

  std::size_t fill(char* buffer, std::size_t size) override {
    const std::size_t ahead = std::min(size, head_size_ - head_used_);
    std::memcpy(buffer, head_.data() + head_used_, ahead);
    head_used_ += ahead;
    return ahead + read_all(buffer + ahead, size - ahead);
  }
  std::uint64_t bytes_read() const noexcept override { return bytes_read_; }

  std::string_view head() const noexcept { return {head_.data(), head_size_}; }
  const std::string& name() const noexcept { return file_.name(); }

 private:
  // A pipe hands over what it has: only 0 is the end.
  std::size_t read_all(char* buffer, std::size_t size) {
    std::size_t filled = 0;
    while (filled < size) {
      const ssize_t got = ::read(file_.descriptor(), buffer + filled, size - filled);
      if (got == 0) break;
      if (got > 0) {
        filled += static_cast<std::size_t>(got);
        bytes_read_ += static_cast<std::uint64_t>(got);
      } else if (errno != EINTR) {
        file_.fail(errno);
      }
    }
    return filled;
  }

  SourceFile file_;
  std::uint64_t bytes_read_ = 0;
  std::array<char, look_ahead> head_{};
  std::size_t head_size_ = 0;
  std::size_t head_used_ = 0;
};

class GzipSource final : public ByteSource {
 public:
  explicit GzipSource(std::unique_ptr<RawSource> raw) : raw_(std::move(raw)), input_(block_size) {
    // 16: expect the gzip wrapper and check its checksum and length.
    if (inflateInit2(&stream_, 16 + MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  ~GzipSource() override { inflateEnd(&stream_); }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;

  std::size_t fill(char* buffer, std::size_t size) override {
    std::size_t filled = 0;
    while (filled < size && !ended_) {
      if (stream_.avail_in == 0) refill();
      if (stream_.avail_in == 0) {
        if (!between_members_) throw Error(raw_->name() + ": the gzip data is cut short; fetch or compress it again");
        ended_ = true;
        break;
      }
      if (between_members_) {
        inflateReset(&stream_);
        between_members_ = false;
      }
      const std::size_t room = std::min(size - filled, block_size);
      stream_.next_out = reinterpret_cast<Bytef*>(buffer + filled);
      stream_.avail_out = static_cast<uInt>(room);
      const int result = inflate(&stream_, Z_NO_FLUSH);
      filled += room - stream_.avail_out;
      if (result == Z_STREAM_END) {
        between_members_ = true;
        ++members_;
      } else if (result == Z_MEM_ERROR) {
        throw std::bad_alloc();  // its window, which it asks for last
      } else if (result != Z_OK && result != Z_BUF_ERROR) {
        fail();
      }
    }
    return filled;
  }
  std::uint64_t bytes_read() const noexcept override { return raw_->bytes_read(); }

 private:
  void refill() {
    stream_.avail_in = static_cast<uInt>(raw_->fill(input_.data(), input_.size()));
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
  }

  [[noreturn]] void fail() const {
    const std::string detail = stream_.msg != nullptr ? std::string(" (") + stream_.msg + ")" : std::string();
    // Behind a member, what does not begin as another one: two bytes tell.
    if (members_ > 0 && stream_.total_in <= 2) {
      throw Error(raw_->name() + ": the gzip data is followed by something else" + detail + "; cut that off");
    }
    throw Error(raw_->name() + ": the gzip data is corrupt" + detail + "; fetch or compress it again");
  }

  std::unique_ptr<RawSource> raw_;
  std::vector<char> input_;
  z_stream stream_{};
  std::size_t members_ = 0;
  bool between_members_ = false;
  bool ended_ = false;
};

class ZstdSource final : public ByteSource {
 public:
  ZstdSource(std::unique_ptr<RawSource> raw, std::size_t most_window)
      : raw_(std::move(raw)), input_(block_size), stream_(ZSTD_createDStream(), &ZSTD_freeDStream) {
    if (!stream_) throw std::bad_alloc();
    const int window_log = static_cast<int>(std::bit_width(std::min(most_window, largest_window))) - 1;
    ZSTD_DCtx_setParameter(stream_.get(), ZSTD_d_windowLogMax, window_log);
  }

  std::size_t fill(char* buffer, std::size_t size) override {
    ZSTD_outBuffer out{buffer, size, 0};
    while (out.pos < out.size) {
      if (in_.pos == in_.size) in_ = {input_.data(), raw_->fill(input_.data(), input_.size()), 0};
      const bool drained = in_.size == 0;
      if (drained && between_frames_) break;
      const std::size_t before = out.pos;
      const std::size_t result = ZSTD_decompressStream(stream_.get(), &out, &in_);
      if (ZSTD_isError(result) != 0) fail(result);
      between_frames_ = result == 0;
      frames_ += between_frames_ ? 1 : 0;
      if (drained && !between_frames_ && out.pos == before) {
        throw Error(raw_->name() + ": the Zstandard data is cut short; fetch or compress it again");
      }
    }
    return out.pos;
  }
  std::uint64_t bytes_read() const noexcept override { return raw_->bytes_read(); }

 private:
  [[noreturn]] void fail(std::size_t result) const {
    const ZSTD_ErrorCode code = ZSTD_getErrorCode(result);
    if (code == ZSTD_error_memory_allocation) throw std::bad_alloc();
    if (code == ZSTD_error_frameParameter_windowTooLarge) {
      throw Error(raw_->name() +
                  ": the Zstandard data needs more memory than --max-memory leaves for it; raise that up to 256M, or "
                  "pipe it through zstd -dc --long=31 and read -");
    }
    // What the library says of it besides depends on the sizes of the reads.
    if (frames_ > 0 && code == ZSTD_error_prefix_unknown) {
      throw Error(raw_->name() + ": the Zstandard data is followed by something else; cut that off");
    }
    throw Error(raw_->name() + ": the Zstandard data is corrupt; fetch or compress it again");
  }

  std::unique_ptr<RawSource> raw_;
  std::vector<char> input_;
  std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> stream_;
  ZSTD_inBuffer in_{nullptr, 0, 0};
  std::size_t frames_ = 0;
  bool between_frames_ = true;
};

// Zstandard's own frames, and the skippable ones that parallel compressors put first (RFC 8878, 3.1).
bool begins_as_zstd(std::string_view head) noexcept {
  using namespace std::string_view_literals;
  return head.substr(0, 4) == "\x28\xB5\x2F\xFD"sv ||
         (head.size() >= 4 && (head[0] & '\xF0') == '\x50' && head.substr(1, 3) == "\x2A\x4D\x18"sv);
}

bool begins_as_gzip(std::string_view head) noexcept { return head.substr(0, 2) == "\x1F\x8B"; }

/// What is recognised only to say what to do about it.
struct Foreign {
  std::string_view magic;
  std::string_view what;
  std::string_view mend;
};

// None: nothing is known of it.
const Foreign* find_foreign(std::string_view head) noexcept {
  using namespace std::string_view_literals;
  static constexpr std::array foreign = {
      Foreign{"\xFD"
              "7zXZ\0"sv,
              "xz-compressed", "pipe it through xz -dc"},
      Foreign{"BZh"sv, "bzip2-compressed", "pipe it through bzip2 -dc"},
      Foreign{"\x04\x22\x4D\x18"sv, "lz4-compressed", "pipe it through lz4 -dc"},
      Foreign{"PK\x03\x04"sv, "a zip archive", "pipe it through unzip -p"},
      Foreign{"\xFF\xFE"sv, "UTF-16 text", "pipe it through iconv -f UTF-16 -t UTF-8"},
      Foreign{"\xFE\xFF"sv, "UTF-16 text", "pipe it through iconv -f UTF-16 -t UTF-8"},
  };
  const auto* const kind = std::find_if(foreign.begin(), foreign.end(), [head](const Foreign& candidate) {
    return head.substr(0, candidate.magic.size()) == candidate.magic;
  });
  return kind == foreign.end() ? nullptr : kind;
}

}  // namespace

SourceWithFront::SourceWithFront(std::unique_ptr<ByteSource> source, std::size_t size)
    : source_(std::move(source)),
      front_(std::make_unique_for_overwrite<char[]>(size + 65)),  // most of it is never touched
      size_(source_->fill(front_.get(), size)) {
  std::memset(front_.get() + size_, '\n', 65);
}

std::size_t SourceWithFront::fill(char* buffer, std::size_t size) {
  const std::size_t ahead = std::min(size, size_ - used_);
  if (ahead > 0) std::memcpy(buffer, front_.get() + used_, ahead);
  used_ += ahead;
  if (used_ == size_) front_.reset();
  return ahead + (ahead < size ? source_->fill(buffer + ahead, size - ahead) : 0);
}

bool is_plain(std::string_view head) noexcept {
  return !begins_as_gzip(head) && !begins_as_zstd(head) && find_foreign(head) == nullptr;
}

std::unique_ptr<ByteSource> open_source(const std::string& source, std::size_t most_window) {
  auto raw = std::make_unique<RawSource>(source);
  if (const Foreign* const foreign = find_foreign(raw->head())) {
    throw Error(fmt::format("{}: is {}; {} and read -", raw->name(), foreign->what, foreign->mend));
  }
  if (begins_as_gzip(raw->head())) return std::make_unique<GzipSource>(std::move(raw));
  if (begins_as_zstd(raw->head())) return std::make_unique<ZstdSource>(std::move(raw), most_window);
  return raw;
}

}  // namespace ratereplay
