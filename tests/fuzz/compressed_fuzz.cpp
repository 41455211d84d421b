// A line of letters, and what is compressed: as it stands, or once it has been compressed here and then spoilt. The
// stream gives the same whatever the sizes of its reads, and nothing but what went in: all of it, or an error.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/workers.hpp"
#include "fuzz/fuzz.hpp"
#include "fuzz/memory_file.hpp"
#include "fuzz/reading.hpp"
#include "trace/byte_source.hpp"
#include "trace/compressed.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

// More than any input should give in a second.
constexpr std::size_t most_bytes = std::size_t{8} << 20;

struct Read {
  std::string bytes;
  std::string error = {};
};

/// In reads of `size` bytes.
Read read_by(const std::string& path, std::size_t size) {
  Read read;
  try {
    const std::unique_ptr<ByteSource> source = open_source(path);
    while (read.bytes.size() < most_bytes) {
      const std::size_t had = read.bytes.size();
      read.bytes.resize(had + size);
      const std::size_t come = source->fill(read.bytes.data() + had, size);
      require(come <= size, "a read gives no more than was asked for");
      read.bytes.resize(had + come);
      if (come < size) break;
    }
  } catch (const Error& error) {
    require_shown(error.what());
    read.error = error.what();
  }
  return read;
}

std::string packed(std::string_view text, bool zstandard) { return zstandard ? zstd(text) : gzip(text); }

}  // namespace

// g, z: compressed with gzip, with Zstandard; neither: as it stands. 2: in two parts. Then, spoilt by the two bytes
// behind the letters: c cut short there, f a bit changed there, j followed by something. r: read as a trace.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = text_of(data, size);
  const std::string_view letters = take_line(text);
  const auto has = [&](char letter) { return letters.find(letter) != std::string_view::npos; };
  std::size_t place = 0;
  for (std::size_t i = 0; i < 2 && !text.empty(); ++i, text.remove_prefix(1)) {
    place = place * 256 + static_cast<unsigned char>(text.front());
  }

  const bool made = has('g') || has('z');
  std::string stream(text);
  bool spoilt = false;
  if (made) {
    const std::size_t half = has('2') ? text.size() / 2 : 0;
    stream = packed(text.substr(half), has('z'));
    if (has('2')) stream = packed(text.substr(0, half), has('z')) + stream;
    if (has('c')) {
      stream.resize(place % stream.size());
      spoilt = true;
    } else if (has('f')) {
      const std::size_t bit = place % (8 * stream.size());
      stream[bit / 8] = static_cast<char>(static_cast<unsigned char>(stream[bit / 8]) ^ (1U << bit % 8));
      spoilt = true;
    } else if (has('j')) {
      stream += text.substr(0, place % (text.size() + 1));
      spoilt = true;
    }
  }

  static const MemoryFile file;
  const std::string path = file.write(stream);
  const Read whole = read_by(path, std::size_t{1} << 16);
  if (whole.bytes.size() < 100'000) {
    const Read byte_by_byte = read_by(path, 1 + place % 7);
    require_same(byte_by_byte.error, whole.error, "what is wrong with a stream does not depend on the reads");
    if (whole.error.empty()) require_same(byte_by_byte.bytes, whole.bytes, "a stream does not depend on the reads");
  }
  const bool known = stream.starts_with("\x1F\x8B") || stream.starts_with("\x28\xB5\x2F\xFD");
  if (made && !spoilt) {
    require_same(whole.error, "", "what was compressed can be read");
    require_same(whole.bytes, text, "what was compressed is what is read");
  }
  if (made && spoilt && known && whole.error.empty()) {
    // A stream cut between its parts, or followed by one more, is whole; every other holds what went in.
    const bool part = has('2') && whole.bytes == text.substr(0, text.size() / 2);
    require(part || std::string_view(whole.bytes).substr(0, text.size()) == text,
            "a spoilt stream is an error, or gives what went in", whole.bytes);
  }
  if (has('r')) check_reading(stream, asked_by(letters, "csv", {"key", "place", "cost", "id", "mag>=2.5", "place!=a"}));
  return 0;
}
