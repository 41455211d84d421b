#include "trace/mapped_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "support.hpp"
#include "trace/byte_source.hpp"
#include "trace/compressed.hpp"

using namespace ratereplay;
using ratereplay::test::TempFolder;

namespace {

std::string numbered(std::size_t size) {
  std::string text;
  for (std::size_t i = 0; text.size() < size; ++i) text += std::to_string(i) + ",";
  text.resize(size);
  return text;
}

// Puts a descriptor in the place of standard input for as long as it lives.
class StandardInput {
 public:
  explicit StandardInput(int descriptor) : saved_(::dup(STDIN_FILENO)) {
    REQUIRE(::dup2(descriptor, STDIN_FILENO) == 0);
  }
  ~StandardInput() {
    ::dup2(saved_, STDIN_FILENO);
    ::close(saved_);
  }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;

 private:
  int saved_;
};

// How much of the mapping at this address is in this process's memory, in KiB.
std::uint64_t resident_kib(const void* address) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  std::ifstream maps("/proc/self/smaps");
  bool inside = false;
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    char dash = 0;
    if (words >> std::hex >> begin >> dash >> end && dash == '-') inside = begin <= wanted && wanted < end;
    if (inside && line.rfind("Rss:", 0) == 0) return std::stoull(line.substr(4));
  }
  return 0;
}

}  // namespace

TEST_CASE("mapped file: every byte, a line end and 64 bytes behind it, whatever the size") {
  const TempFolder folder;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  for (const std::size_t size : {std::size_t{1}, std::size_t{64}, page - 65, page - 64, page - 1, page, page + 1,
                                 3 * page - 1, 3 * page, 3 * page + 1}) {
    CAPTURE(size);
    const std::string text = numbered(size);
    const std::string path = folder.write("t.csv", text);
    const auto file = MappedFile::open(path);
    REQUIRE(file);
    CHECK(file->bytes() == text);
    const char* const behind = file->bytes().data() + size;
    CHECK(*behind == '\n');
    unsigned sum = 0;
    for (int i = 1; i <= 64; ++i) sum += static_cast<unsigned char>(behind[i]);
    CHECK(sum == 0);
  }
  // The line end is in memory alone.
  std::ifstream in(folder.path() / "t.csv", std::ios::binary);
  std::stringstream bytes;
  bytes << in.rdbuf();
  CHECK(bytes.str() == numbered(3 * page + 1));
}

TEST_CASE("mapped file: what is no regular file, empty or not as open_source gives it is left to that") {
  const TempFolder folder;
  CHECK_FALSE(MappedFile::open(folder.write("empty", "")));
  CHECK_FALSE(MappedFile::open("/dev/null"));
  CHECK_FALSE(MappedFile::open("/proc/self/maps"));
  CHECK_FALSE(MappedFile::open(folder.write("a.gz", test::gzip("time\n1\n"))));
  CHECK_FALSE(MappedFile::open(folder.write("a.zst", test::zstd("time\n1\n"))));
  CHECK_FALSE(MappedFile::open(folder.write("a.bz2", "BZh91AY")));
  CHECK_FALSE(MappedFile::open(folder.write("a.csv", "\xFF\xFEt")));
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  CHECK_FALSE(MappedFile::open("/dev/fd/" + std::to_string(ends[0])));
  {
    const StandardInput input(ends[0]);
    CHECK_FALSE(MappedFile::open("-"));
  }
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_CASE("mapped file: standard input from where it stands, and open descriptors by path") {
  const TempFolder folder;
  const std::string text = numbered(10'000);
  const int descriptor = ::open(folder.write("t.csv", text).c_str(), O_RDONLY);
  REQUIRE(descriptor >= 0);
  CHECK(MappedFile::open("/dev/fd/" + std::to_string(descriptor))->bytes() == text);
  REQUIRE(::lseek(descriptor, 5'001, SEEK_SET) == 5'001);
  {
    const StandardInput input(descriptor);
    for (int i = 0; i < 2; ++i) {  // to map it reads nothing away
      const auto file = MappedFile::open("-");
      REQUIRE(file);
      CHECK(file->bytes() == text.substr(5'001));
      CHECK(*(file->bytes().data() + file->bytes().size()) == '\n');
    }
    REQUIRE(::lseek(STDIN_FILENO, 0, SEEK_END) == 10'000);
    CHECK_FALSE(MappedFile::open("-"));
  }
  ::close(descriptor);
}

TEST_CASE("mapped file: the errors of open_source") {
  const TempFolder folder;
  const std::string missing = (folder.path() / "missing.csv").string();
  CHECK_THROWS_WITH(MappedFile::open(missing), missing + ": No such file or directory; check the path");
  CHECK_THROWS_WITH(MappedFile::open(folder.path().string()),
                    folder.path().string() + ": Is a directory; name a file in it");
  CHECK_THROWS_WITH(MappedFile::open(""), Catch::Contains("No such file or directory"));
}

TEST_CASE("mapped file: memory is given back, and the bytes are still there") {
  const TempFolder folder;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  for (const std::size_t size : {64 * page, 64 * page + 9}) {
    const std::string text = numbered(size);
    const auto file = MappedFile::open(folder.write("t.csv", text));
    REQUIRE(file);
    REQUIRE(file->bytes() == text);
    CHECK(resident_kib(file->bytes().data()) == 64 * page / 1024);
    file->release(page + 1, 9 * page - 1);  // all up to the last whole page
    CHECK(resident_kib(file->bytes().data()) == 56 * page / 1024);
    file->release(0, size);
    CHECK(resident_kib(file->bytes().data()) == 0);
    CHECK(file->bytes() == text);
    CHECK(*(file->bytes().data() + size) == '\n');
  }
}

TEST_CASE("mapped file: moved, it is the same memory") {
  const TempFolder folder;
  auto file = MappedFile::open(folder.write("t.csv", "time\n1\n"));
  REQUIRE(file);
  const char* const bytes = file->bytes().data();
  const MappedFile moved = std::move(*file);
  file.reset();
  CHECK(moved.bytes() == "time\n1\n");
  CHECK(moved.bytes().data() == bytes);
}
