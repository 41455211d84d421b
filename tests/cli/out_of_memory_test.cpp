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

/// Whether a run succeeds with memory for so many allocations; how many it took.
struct Attempt {
  bool succeeded = false;
  std::int64_t taken = 0;
};

Attempt attempt(const std::vector<std::string>& arguments, std::int64_t allocations) {
  std::vector<std::string> given = arguments;
  Attempt result;
  granted = allocations;
  try {
    run(std::move(given));
    result.succeeded = true;
  } catch (const std::bad_alloc&) {
  } catch (const Error&) {
  }
  result.taken = allocations - granted.exchange(-1);
  return result;
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
  const std::int64_t parser = attempt({"inspect", (folder.path() / "absent").string()}, plenty).taken;
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
  const Attempt whole = attempt(arguments, plenty);
  REQUIRE(whole.succeeded);
  std::filesystem::remove(out);
  // Each is another place. What ends the program instead of saying so ends this test.
  constexpr std::int64_t step = 3;
  int refused = 0;
  for (std::int64_t allocations = parser; allocations < whole.taken; allocations += step) {
    if (attempt(arguments, allocations).succeeded) break;
    ++refused;
    REQUIRE_FALSE(std::filesystem::exists(out));
  }
  CHECK(refused > 20);
  REQUIRE(attempt(arguments, plenty).succeeded);
  CHECK(std::filesystem::is_regular_file(out));
  std::filesystem::remove(out);
  std::size_t left = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) ++left;
  CHECK(left == 1);
}
