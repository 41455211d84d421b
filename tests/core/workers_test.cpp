#include "core/workers.hpp"

#include <sched.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace ratereplay;

TEST_CASE("every turn is taken once, loop after loop, on any number of threads") {
  for (const std::size_t threads : {1U, 2U, 7U}) {
    Workers workers(threads);
    CHECK(workers.threads() == threads);
    for (int loop = 0; loop < 200; ++loop) {
      for (const std::size_t count : {0U, 1U, 2U, 50U}) {
        std::vector<std::atomic<int>> taken(count);
        // In memory that is given up when the loop is over: a thread that came too late would be seen by a sanitizer.
        workers.for_each(count, [&](std::size_t turn) { ++taken.at(turn); });
        for (const std::atomic<int>& times : taken) {
          if (times != 1) FAIL("a turn was taken " << times << " times");
        }
      }
    }
  }
}

TEST_CASE("turns run at the same time") {
  Workers workers(2);
  std::atomic<int> begun = 0;
  // Each waits for the other: one thread alone would never end.
  workers.for_each(2, [&](std::size_t) {
    ++begun;
    while (begun < 2) std::this_thread::yield();
  });
  CHECK(begun == 2);
}

TEST_CASE("one thread takes the turns itself, in order") {
  Workers workers(1);
  std::vector<std::size_t> turns;
  std::set<std::thread::id> threads;
  workers.for_each(5, [&](std::size_t turn) {
    turns.push_back(turn);
    threads.insert(std::this_thread::get_id());
  });
  CHECK(turns == std::vector<std::size_t>{0, 1, 2, 3, 4});
  CHECK(threads == std::set<std::thread::id>{std::this_thread::get_id()});
}

TEST_CASE("the lowest turn that throws is heard of, and the threads go on to work") {
  for (const std::size_t threads : {1U, 2U, 7U}) {
    Workers workers(threads);
    for (int loop = 0; loop < 100; ++loop) {
      std::vector<std::atomic<int>> taken(1'000);
      const auto turn = [&](std::size_t i) {
        ++taken[i];
        // The higher one throws first, wherever both run.
        if (i == 20) throw std::runtime_error("turn 20");
        if (i == 19) {
          if (threads > 1) {
            while (taken[20] == 0) std::this_thread::yield();
          }
          throw std::runtime_error("turn 19");
        }
      };
      CHECK_THROWS_WITH(workers.for_each(taken.size(), turn), "turn 19");
      for (std::size_t i = 0; i < 20; ++i) {
        if (taken[i] != 1) FAIL("turn " << i << " was taken " << taken[i] << " times");
      }
      // Two threads are both busy with these two, more may go on until the first of them has thrown.
      if (threads <= 2) CHECK(taken.back() == 0);
    }
    std::atomic<int> after = 0;
    workers.for_each(10, [&](std::size_t) { ++after; });
    CHECK(after == 10);
  }
}

TEST_CASE("a turn that throws after a lower one is not heard of") {
  Workers workers(2);
  std::atomic<int> begun = 0;
  const auto turn = [&](std::size_t i) {
    ++begun;
    while (begun < 2) std::this_thread::yield();
    // Long enough for the other to be noted; were it not, the lower one would be heard of all the same.
    if (i == 1) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    throw std::runtime_error("turn " + std::to_string(i));
  };
  CHECK_THROWS_WITH(workers.for_each(2, turn), "turn 0");
}

TEST_CASE("workers without work can be let go") { CHECK(Workers(7).threads() == 7); }

TEST_CASE("threads that the process may not have are not counted") {
  cpu_set_t before;
  REQUIRE(sched_getaffinity(0, sizeof(before), &before) == 0);
  CHECK(available_threads() == static_cast<std::size_t>(CPU_COUNT(&before)));
  int one = 0;
  while (!CPU_ISSET(static_cast<std::size_t>(one), &before)) ++one;
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(static_cast<std::size_t>(one), &only);
  REQUIRE(sched_setaffinity(0, sizeof(only), &only) == 0);
  CHECK(available_threads() == 1);
  REQUIRE(sched_setaffinity(0, sizeof(before), &before) == 0);
}
