#include "cli/progress.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace ratereplay;
using namespace std::chrono_literals;

namespace {

/// A terminal and a clock that stands still unless told otherwise.
struct Screen {
  std::vector<std::string> drawn;
  Progress::Time time{5h};

  std::function<void(std::string_view)> show() {
    return [this](std::string_view text) { drawn.emplace_back(text); };
  }
  std::function<Progress::Time()> clock() {
    return [this] { return time; };
  }
  /// The line shown after `taken` of work, without what places it.
  static std::string after(std::chrono::nanoseconds taken, std::uint64_t done, std::uint64_t total) {
    Screen screen;
    Progress progress(screen.show(), screen.clock());
    screen.time += taken;
    progress.update(done, total);
    REQUIRE(screen.drawn.size() == 1);
    const std::string& line = screen.drawn.front();
    REQUIRE(line.front() == '\r');
    REQUIRE(line.substr(line.size() - 3) == "\x1b[K");
    return line.substr(1, line.size() - 4);
  }
};

}  // namespace

TEST_CASE("progress says how much is done, how fast, and how long it will take") {
  CHECK(Screen::after(1s, 1'400'000'000, 4'000'000'000) == "1.4 GB of 4.0 GB, 1.4 GB/s, 2 s left");
  CHECK(Screen::after(2s, 1'400'000'000, 4'000'000'000) == "1.4 GB of 4.0 GB, 700.0 MB/s, 4 s left");
  CHECK(Screen::after(1s, 1'400'000'000, 0) == "1.4 GB, 1.4 GB/s");
  CHECK(Screen::after(1s, 4'000'000'000, 4'000'000'000) == "4.0 GB of 4.0 GB, 4.0 GB/s");
  // A file that grows meanwhile.
  CHECK(Screen::after(1s, 4'000'000'000, 3'000'000'000) == "4.0 GB of 3.0 GB, 4.0 GB/s");
  CHECK(Screen::after(1s, 0, 4'000) == "0 B of 4.0 kB, 0 B/s");
}

TEST_CASE("progress is cut to what is done, the time left rounded up") {
  CHECK(Screen::after(1s, 999, 1'000) == "999 B of 1.0 kB, 999 B/s, 1 s left");
  CHECK(Screen::after(1s, 999'999, 2'000'000) == "999.9 kB of 2.0 MB, 999.9 kB/s, 2 s left");
  CHECK(Screen::after(1s, 1'000'000, 60'999'999) == "1.0 MB of 60.9 MB, 1.0 MB/s, 1 min 0 s left");
  CHECK(Screen::after(1s, 1'000'000, 61'000'001) == "1.0 MB of 61.0 MB, 1.0 MB/s, 1 min 1 s left");
  CHECK(Screen::after(1s, 1'000'000, 3'600'000'000) == "1.0 MB of 3.6 GB, 1.0 MB/s, 59 min 59 s left");
  CHECK(Screen::after(1s, 1'000'000, 3'600'000'001) == "1.0 MB of 3.6 GB, 1.0 MB/s, 1 h 0 min left");
  CHECK(Screen::after(1h, UINT64_MAX - 1, UINT64_MAX) == "18.4 EB of 18.4 EB, 5.1 PB/s, 1 s left");
}

TEST_CASE("progress is first shown after a second and redrawn ten times a second") {
  Screen screen;
  Progress progress(screen.show(), screen.clock());
  const auto drawn_after = [&](std::chrono::nanoseconds wait) {
    screen.time += wait;
    progress.update(1, 2);
    return screen.drawn.size();
  };
  CHECK(drawn_after(0ns) == 0);
  CHECK(drawn_after(1s - 1ns) == 0);
  CHECK(drawn_after(1ns) == 1);
  CHECK(drawn_after(100ms - 1ns) == 1);
  CHECK(drawn_after(1ns) == 2);
  CHECK(drawn_after(5s) == 3);
  CHECK(drawn_after(99ms) == 3);
}

TEST_CASE("a line shown is erased at the end, also by an error, and what was never shown is not") {
  Screen screen;
  const auto work = [&](std::chrono::nanoseconds taken) {
    Progress progress(screen.show(), screen.clock());
    screen.time += taken;
    progress.update(1, 2);
    throw 0;
  };
  CHECK_THROWS_AS(work(999ms), int);
  CHECK(screen.drawn.empty());
  CHECK_THROWS_AS(work(1s), int);
  REQUIRE(screen.drawn.size() == 2);
  CHECK(screen.drawn.back() == "\r\x1b[K");
}

TEST_CASE("work that starts over is measured from there") {
  Screen screen;
  Progress progress(screen.show(), screen.clock());
  screen.time += 10s;
  progress.update(1'000, 4'000);
  screen.time += 1s;
  progress.update(0, 4'000);  // nothing can be said of its speed yet
  CHECK(screen.drawn.size() == 1);
  screen.time += 1s;
  progress.update(1'000, 4'000);
  REQUIRE(screen.drawn.size() == 2);
  CHECK(screen.drawn.back() == "\r1.0 kB of 4.0 kB, 1.0 kB/s, 3 s left\x1b[K");
}

TEST_CASE("there is no unit above EB") {
  Screen screen;
  Progress progress(screen.show(), screen.clock());
  screen.time += 1s;
  progress.update(1, 0);
  screen.time += 100ms;
  progress.update(0, 0);
  screen.time += 1ns;
  progress.update(UINT64_MAX, 0);
  REQUIRE(screen.drawn.size() == 2);
  CHECK(screen.drawn.back() == "\r18.4 EB, 18446744073.7 EB/s\x1b[K");
}

TEST_CASE("without a terminal there is no progress") {
  Screen screen;
  {
    Progress progress({}, screen.clock());
    screen.time += 10s;
    progress.update(1, 2);
  }
  CHECK(screen.drawn.empty());
}
