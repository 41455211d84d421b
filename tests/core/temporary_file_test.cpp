#include "core/temporary_file.hpp"

#include <sys/resource.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "environment.hpp"
#include "support.hpp"

using namespace ratereplay;

namespace {

std::string read_text(const TemporaryFile& file, std::size_t count, std::uint64_t offset) {
  std::string text(count, '?');
  file.read(text.data(), count, offset);
  return text;
}

// What a full disk does, with the limit of a file's size.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, signal_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*signal_)(int);
};

}  // namespace

TEST_CASE("what is written to a temporary file can be read at any place") {
  TemporaryFile file;
  CHECK(file.size() == 0);
  file.append("hello ", 6);
  file.append("", 0);
  file.append("world", 5);
  CHECK(file.size() == 11);
  CHECK(read_text(file, 11, 0) == "hello world");
  CHECK(read_text(file, 4, 4) == "o wo");
  CHECK(read_text(file, 0, 11).empty());
  file.append("!", 1);
  CHECK(read_text(file, 6, 6) == "world!");
}

TEST_CASE("much is read as it was written") {
  std::vector<std::uint64_t> words(1'000'000);
  std::iota(words.begin(), words.end(), std::uint64_t{7});
  TemporaryFile file;
  const std::size_t bytes = words.size() * sizeof(words[0]);
  file.append(words.data(), bytes);
  std::vector<std::uint64_t> again(words.size());
  file.read(again.data(), bytes, 0);
  CHECK((again == words));
}

TEST_CASE("a temporary file has no name in its folder") {
  const test::TempFolder folder;
  const test::EnvironmentVariable variable("TMPDIR", folder.path().string());
  TemporaryFile file;
  file.append("x", 1);
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("a temporary file that was moved goes on") {
  TemporaryFile first;
  first.append("abc", 3);
  TemporaryFile second(std::move(first));
  second.append("def", 3);
  CHECK(second.size() == 6);
  CHECK(read_text(second, 6, 0) == "abcdef");
}

TEST_CASE("a temporary file says where it could not be made, filled or read, and the mend") {
  const std::string mend = "; name another folder in TMPDIR, or give more memory with --max-memory";
  {
    const test::EnvironmentVariable variable("TMPDIR", "/nonexistent");
    CHECK_THROWS_WITH(TemporaryFile(), "temporary file in '/nonexistent': No such file or directory" + mend);
  }
  const test::EnvironmentVariable variable("TMPDIR", "");
  TemporaryFile file;
  {
    const FileSizeLimit limit(4'096);
    const std::string text(5'000, 'x');
    CHECK_THROWS_WITH(file.append(text.data(), text.size()), "temporary file in '/tmp': File too large" + mend);
    CHECK(file.size() == 4'096);
  }
  CHECK(read_text(file, 4'096, 0) == std::string(4'096, 'x'));
  CHECK_THROWS_WITH(read_text(file, 2, 4'095), "temporary file in '/tmp': Input/output error" + mend);
}
