#include "trace/byte_source.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <string>

#include "core/error.hpp"
#include "support.hpp"
#include "trace/compressed.hpp"

using namespace ratereplay;
using ratereplay::test::TempFolder;

namespace {

// Reads in steps that fit no block size.
std::string read_all(const std::string& path, std::size_t step = 7'919) {
  const auto source = open_source(path);
  std::string text;
  std::string block(step, '\0');
  while (true) {
    const std::size_t got = source->fill(block.data(), block.size());
    text.append(block, 0, got);
    if (got < block.size()) break;
  }
  CHECK(source->fill(block.data(), block.size()) == 0);
  return text;
}

std::string sample() {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i * 7) + (i % 10 == 9 ? "\n" : ",");
  return text;
}

}  // namespace

TEST_CASE("plain files of every small size") {
  const TempFolder folder;
  for (const std::string text : {"", "a", "ab", "abc", "1234567", "12345678", "123456789"}) {
    const std::string path = folder.write("plain", text);
    CHECK(read_all(path) == text);
    CHECK(read_all(path, 1) == text);
    CHECK(read_all(path, 8) == text);
  }
  const std::string text = sample();
  CHECK(read_all(folder.write("large", text)) == text);
}

TEST_CASE("gzip, of one member and of several") {
  const TempFolder folder;
  const std::string text = sample();
  CHECK(read_all(folder.write("one", test::gzip(text))) == text);
  CHECK(read_all(folder.write("three", test::gzip("ab") + test::gzip("") + test::gzip(text))) == "ab" + text);
  CHECK(read_all(folder.write("empty", test::gzip(""))).empty());
}

TEST_CASE("Zstandard, of one frame and of several, skippable ones too") {
  const TempFolder folder;
  const std::string text = sample();
  const std::string skippable = std::string("\x50\x2A\x4D\x18\x03\x00\x00\x00", 8) + "xyz";
  CHECK(read_all(folder.write("one", test::zstd(text))) == text);
  CHECK(read_all(folder.write("three", test::zstd("ab") + test::zstd("") + test::zstd(text))) == "ab" + text);
  CHECK(read_all(folder.write("skip", skippable + test::zstd(text) + skippable)) == text);
  CHECK(read_all(folder.write("empty", test::zstd(""))).empty());
}

TEST_CASE("compressed data cut short at any byte is an error") {
  const TempFolder folder;
  const std::string text = "time\n2025-07-29T23:24:52Z\n";
  const std::string gz = test::gzip(text);
  for (std::size_t size = 2; size < gz.size(); ++size) {
    const std::string path = folder.write("cut", gz.substr(0, size));
    CHECK_THROWS_WITH(read_all(path), path + ": the gzip data is cut short; fetch or compress it again");
  }
  const std::string zst = test::zstd(text);
  for (std::size_t size = 4; size < zst.size(); ++size) {
    const std::string path = folder.write("cut", zst.substr(0, size));
    CHECK_THROWS_WITH(read_all(path), path + ": the Zstandard data is cut short; fetch or compress it again");
  }
}

TEST_CASE("compressed data that is corrupt or followed by something else is an error") {
  const TempFolder folder;
  const std::string text = sample();
  std::string gz = test::gzip(text);
  CHECK_THROWS_WITH(read_all(folder.write("junk.gz", gz + "time\n1\n")),
                    Catch::Contains("junk.gz: the gzip data is followed by something else"));
  CHECK_THROWS_AS(read_all(folder.write("one.gz", gz + "x")), Error);
  gz[gz.size() - 6] = static_cast<char>(gz[gz.size() - 6] ^ 1);  // in the checksum
  CHECK_THROWS_WITH(read_all(folder.write("sum.gz", gz)), Catch::Contains("sum.gz: the gzip data is corrupt"));

  std::string zst = test::zstd(text);
  // Whole: what the library says of it besides depends on the sizes of the reads.
  CHECK_THROWS_WITH(read_all(folder.write("junk.zst", zst + "time\n1\n")),
                    Catch::EndsWith("junk.zst: the Zstandard data is followed by something else; cut that off"));
  CHECK_THROWS_AS(read_all(folder.write("one.zst", zst + "x")), Error);
  CHECK_THROWS_WITH(read_all(folder.write("second.gz", test::gzip("time\n") + gz)),
                    Catch::Contains("second.gz: the gzip data is corrupt"));
  // Behind the ten bytes that begin a member, a block of no kind.
  const std::string begun = test::gzip("time\n").substr(0, 10) + "\x07";
  CHECK_THROWS_WITH(read_all(folder.write("begun.gz", test::gzip("time\n") + begun)),
                    Catch::Contains("begun.gz: the gzip data is corrupt"));
  zst[zst.size() - 2] = static_cast<char>(zst[zst.size() - 2] ^ 1);
  CHECK_THROWS_WITH(read_all(folder.write("sum.zst", zst)),
                    Catch::EndsWith("sum.zst: the Zstandard data is corrupt; fetch or compress it again"));
  CHECK_THROWS_WITH(read_all(folder.write("second.zst", test::zstd("time\n") + zst)),
                    Catch::EndsWith("second.zst: the Zstandard data is corrupt; fetch or compress it again"));
}

TEST_CASE("what stands before the cut is read, a little at a time") {
  const TempFolder folder;
  const std::string text = sample();
  const std::string zst = test::zstd(text);
  const auto source = open_source(folder.write("cut", zst.substr(0, zst.size() - 4)));  // the checksum
  std::string read;
  std::string block(1'000, '\0');
  while (read.size() + block.size() <= text.size()) {
    REQUIRE(source->fill(block.data(), block.size()) == block.size());
    read += block;
  }
  CHECK(read == text.substr(0, read.size()));
  CHECK_THROWS_WITH(source->fill(block.data(), block.size()), Catch::Contains("cut short"));
}

TEST_CASE("what cannot be read says why and what to do") {
  const TempFolder folder;
  const std::string missing = (folder.path() / "missing.csv").string();
  CHECK_THROWS_WITH(open_source(missing), missing + ": No such file or directory; check the path");
  CHECK_THROWS_WITH(open_source(folder.path().string()),
                    folder.path().string() + ": Is a directory; name a file in it");
  const std::string file = folder.write("file.csv", "time\n");
  CHECK_THROWS_WITH(open_source(file + "/x"), file + "/x: Not a directory; check the path");
  CHECK_THROWS_WITH(open_source(""), Catch::Contains("No such file or directory"));
  CHECK_THROWS_WITH(open_source("/proc/self/mem"), "/proc/self/mem: Input/output error; check that it can be read");
  REQUIRE(chmod(file.c_str(), 0) == 0);
  if (geteuid() != 0) {  // root may read every file
    CHECK_THROWS_WITH(open_source(file), file + ": Permission denied; check its permissions");
  }
}

TEST_CASE("other compressions and encodings are named with their mend") {
  using namespace std::string_literals;
  const TempFolder folder;
  CHECK_THROWS_WITH(open_source(folder.write("a.xz", "\xFD"s + "7zXZ\0more"s)),
                    Catch::EndsWith("a.xz: is xz-compressed; pipe it through xz -dc and read -"));
  CHECK_THROWS_WITH(open_source(folder.write("a.bz2", "BZh91AY")), Catch::Contains("bzip2 -dc"));
  CHECK_THROWS_WITH(open_source(folder.write("a.zip", "PK\x03\x04more")), Catch::Contains("a zip archive"));
  CHECK_THROWS_WITH(open_source(folder.write("a.csv", "\xFF\xFEt\0i\0"s)), Catch::Contains("iconv -f UTF-16"));
}

TEST_CASE("the front of a source can be looked at, and is then read like the rest") {
  const TempFolder folder;
  const std::string text = "0123456789abcdef";
  const std::string path = folder.write("t", text);
  for (std::size_t front = 0; front <= text.size() + 1; ++front) {
    for (std::size_t step = 1; step <= text.size() + 1; ++step) {
      SourceWithFront source(open_source(path), front);
      CHECK(source.front() == text.substr(0, front));
      CHECK(source.front().data()[source.front().size()] == '\n');
      std::string read;
      std::string block(step, '\0');
      while (const std::size_t got = source.fill(block.data(), step)) {
        read.append(block, 0, got);
        CHECK((got == step || read.size() == text.size()));
      }
      CHECK(read == text);
      CHECK(source.bytes_read() == text.size());
    }
  }
}
