#include "cli/signals.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <new>
#include <string>

#include "cli/output.hpp"
#include "support.hpp"

using namespace ratereplay;
namespace fs = std::filesystem;

namespace {

struct Ending {
  int status;
  std::string said;  ///< on standard error
};

/// How a process of its own ends in which `work` runs; 77 when it comes back.
Ending ending_of(const std::function<void()>& work) {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::dup2(ends[1], STDERR_FILENO);
    for (const int number : {SIGBUS, SIGTERM, SIGABRT}) ::signal(number, SIG_DFL);  // not Catch2's or a sanitizer's
    work();
    ::_exit(77);
  }
  ::close(ends[1]);
  Ending ending{};
  std::array<char, 256> piece{};
  for (ssize_t got = 0; (got = ::read(ends[0], piece.data(), piece.size())) > 0;) {
    ending.said.append(piece.data(), static_cast<std::size_t>(got));
  }
  ::close(ends[0]);
  REQUIRE(::waitpid(child, &ending.status, 0) == child);
  return ending;
}

/// Reads a mapped file whose second page was cut off meanwhile.
void read_lost_page(const std::string& path) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ::ftruncate(file, static_cast<off_t>(2 * page)) != 0) return;
  void* const mapped = ::mmap(nullptr, 2 * page, PROT_READ, MAP_PRIVATE, file, 0);
  if (mapped == MAP_FAILED || ::ftruncate(file, static_cast<off_t>(page)) != 0) return;
  [[maybe_unused]] const volatile char lost = static_cast<const volatile char*>(mapped)[page];
}

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

TEST_CASE("a mapped file that is cut short meanwhile ends the run as an error does") {
  const test::TempFolder folder;
  const Ending ending = ending_of([&] {
    end_on_lost_pages();
    const OutputFile one((folder.path() / "one").string());
    const OutputFile two((folder.path() / "two").string());
    if (files_in(folder.path()) == 2) read_lost_page((folder.path() / "mapped").string());
  });
  CHECK(WIFEXITED(ending.status));
  CHECK(WEXITSTATUS(ending.status) == 2);
  CHECK(ending.said ==
        "ratereplay: a file was cut short while it was read, or its disk failed; run again when it is whole\n");
  CHECK(files_in(folder.path()) == 1);
  CHECK(fs::exists(folder.path() / "mapped"));
}

TEST_CASE("a line left unfinished is erased before the end is told") {
  const test::TempFolder folder;
  for (const bool unfinished : {true, false}) {
    const Ending ending = ending_of([&] {
      end_on_lost_pages();
      set_unfinished_line(true);
      set_unfinished_line(unfinished);
      read_lost_page((folder.path() / "mapped").string());
    });
    CHECK(ending.said.substr(0, unfinished ? 15 : 11) == (unfinished ? "\r\x1b[Kratereplay:" : "ratereplay:"));
  }
}

TEST_CASE("every temporary file is removed by a signal that ends the run, and what it was renamed to is not") {
  const test::TempFolder folder;
  for (const int number : {SIGTERM, SIGBUS}) {
    const Ending ending = ending_of([&] {
      end_on_lost_pages();
      OutputFile finished((folder.path() / "finished").string());
      { const OutputFile gone((folder.path() / "gone").string()); }
      const OutputFile one((folder.path() / "one").string());
      finished.write("x");
      const OutputFile two((folder.path() / "two").string());
      if (files_in(folder.path()) == 3) ::raise(number);
    });
    CHECK(WIFSIGNALED(ending.status));
    CHECK(WTERMSIG(ending.status) == number);
    CHECK(ending.said.empty());
    CHECK(files_in(folder.path()) == 1);
    CHECK(fs::exists(folder.path() / "finished"));
  }
}

TEST_CASE("a lack of memory where no exception may leave ends the run as an error does") {
  const test::TempFolder folder;
  const auto end = [&folder](const auto& thrown) {
    return ending_of([&] {
      end_on_lost_memory();
      const OutputFile one((folder.path() / "one").string());
      const std::function<void()> way_out = [&thrown] { throw thrown; };
      const auto no_way_out = [&way_out]() noexcept { way_out(); };
      no_way_out();
    });
  };
  const Ending told = end(std::bad_alloc());
  CHECK(WIFEXITED(told.status));
  CHECK(WEXITSTATUS(told.status) == 2);
  CHECK(told.said == out_of_memory);
  CHECK(files_in(folder.path()) == 0);
  const Ending other = end(1);
  CHECK(WIFSIGNALED(other.status));
  CHECK(WTERMSIG(other.status) == SIGABRT);
  CHECK(files_in(folder.path()) == 0);
}

TEST_CASE("a place among the files that are seen to is free again after its file") {
  const test::TempFolder folder;
  const Ending ending = ending_of([&] {
    for (std::size_t i = 0; i < 2 * most_temporary_files; ++i)
      OutputFile((folder.path() / "finished").string()).write("x");
    const OutputFile last((folder.path() / "last").string());
    ::raise(SIGTERM);
  });
  CHECK(WIFSIGNALED(ending.status));
  CHECK(files_in(folder.path()) == 1);
}
