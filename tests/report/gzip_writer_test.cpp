#include "report/gzip_writer.hpp"

#include <catch2/catch.hpp>
#include <cstddef>
#include <random>
#include <string>

#include "support.hpp"
#include "trace/byte_source.hpp"

using namespace ratereplay;

namespace {

/// The text compressed in pieces of that size.
std::string compressed(const std::string& text, std::size_t piece) {
  std::string bytes;
  GzipWriter writer([&](std::string_view part) { bytes += part; });
  for (std::size_t at = 0; at < text.size(); at += piece) writer.write(std::string_view(text).substr(at, piece));
  writer.finish();
  return bytes;
}

std::string decompressed(const std::string& bytes) {
  const test::TempFolder folder;
  const auto source = open_source(folder.write("t.gz", bytes));
  std::string text(1 << 20, '\0');
  text.resize(source->fill(text.data(), text.size()));
  return text;
}

}  // namespace

TEST_CASE("what is compressed in pieces of any size is one member of gzip") {
  std::mt19937 random(3);
  std::string noise;
  for (int i = 0; i < 300'000; ++i) noise += static_cast<char>(random());
  for (const std::string& text : {std::string(), std::string("a\n"), std::string(200'000, 'x'), noise}) {
    for (const std::size_t piece : {std::size_t{1'000}, std::size_t{1} << 20}) {
      const bool same = decompressed(compressed(text, piece)) == text;
      CHECK(same);
    }
  }
  // More than fits in its buffer at once.
  CHECK(compressed(noise, noise.size()).size() > noise.size());
}
