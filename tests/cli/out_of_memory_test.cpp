#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "cli/run.hpp"
#include "cli/signals.hpp"
#include "core/error.hpp"
#include "support.hpp"

using namespace ratereplay;

namespace {

/// How many allocations are still granted; fewer than none: every one.
std::atomic<std::int64_t> granted = -1;

void* allocate(std::size_t size) {
  if (granted >= 0 && granted.fetch_sub(1) <= 0) {
    granted = 0;
    throw std::bad_alloc();
  }
  void* const memory = std::malloc(size == 0 ? 1 : size);  // NOLINT(*-no-malloc): it is what new stands on here
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void release(void* memory) noexcept { std::free(memory); }  // NOLINT(*-no-malloc)

}  // namespace

// Those of the whole program.
void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t /*size*/) noexcept { release(memory); }

namespace {

constexpr std::int64_t plenty = 1'000'000'000;

/// How many allocations a run takes.
std::int64_t taken_by(std::vector<std::string> arguments) {
  granted = plenty;
  try {
    run(std::move(arguments));
  } catch (const Error&) {
  }
  return plenty - granted.exchange(-1);
}

/// The exit status of a process of its own that runs with memory for so many allocations, as `main` would.
int status_with(const std::vector<std::string>& arguments, std::int64_t allocations) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::signal(SIGABRT, SIG_DFL);  // not Catch2's
    ::close(STDERR_FILENO);
    end_on_lost_memory();
    std::vector<std::string> given = arguments;
    granted = allocations;
    try {
      ::_exit(run(std::move(given)));
    } catch (const std::bad_alloc&) {
    } catch (const Error&) {
    }
    ::_exit(2);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("a run that gets no memory, at whatever place, says so and leaves nothing") {
  const test::TempFolder folder;
  std::string rows = "time,cost,key\n";
  for (int row = 0; row < 200; ++row) {
    rows +=
        std::to_string((row * 7919) % 2'000) + "," + std::to_string(row % 4) + ",k" + std::to_string(row % 9) + "\n";
  }
  const std::string trace = folder.write("trace.csv", rows);
  const std::string out = (folder.path() / "out").string();
  // The first allocations are those of the option parser, the same for every command.
  const std::int64_t parser = taken_by({"inspect", (folder.path() / "absent").string()});
  const auto command = GENERATE(values<std::vector<std::string>>({
      {"compare", "--rate", "5/min"},
      {"replay", "--key", "key", "--cost", "cost", "-l", "sliding-log:limit=5,window=1m", "-l",
       "leaky-queue:rate=5/min,queue=9", "--by", "hour"},
      {"replay", "--format", "json", "-l", "gcra:rate=5/min,burst=5"},
      {"size"},
      {"size", "--rate", "5/min", "--key", "key"},
      {"size", "--rate", "5/min", "--allow-drops", "5"},
      {"curve", "--format", "json"},
      {"sweep", "--rate", "5/min", "--burst", "1..40", "--busiest"},
      {"sweep", "--limit", "5", "--window", "1m", "--align", "all"},
      {"diff", "-l", "gcra:rate=5/min,burst=5", "-l", "pacer:rate=5/min"},
      {"inspect", "--dedupe", "key", "--where", "cost>=1", "--format", "csv"},
  }));
  std::vector<std::string> arguments = {command.front(), trace, "--output", out, "--quiet", "--threads", "2"};
  arguments.insert(arguments.end(), command.begin() + 1, command.end());
  CAPTURE(arguments);
  const std::int64_t enough = taken_by(arguments);
  REQUIRE(std::filesystem::remove(out));
  constexpr std::int64_t step = 7;
  int refused = 0;
  for (std::int64_t allocations = parser; allocations < enough; allocations += step) {
    CAPTURE(allocations);
    const int status = status_with(arguments, allocations);
    if (status == 0) break;  // threads do not always share the work alike
    REQUIRE(status == 2);
    REQUIRE_FALSE(std::filesystem::exists(out));
    ++refused;
  }
  CHECK(refused > 10);
  REQUIRE(status_with(arguments, plenty) == 0);
  std::filesystem::remove(out);
  std::size_t left = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) ++left;
  CHECK(left == 1);
}
