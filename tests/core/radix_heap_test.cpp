#include "core/radix_heap.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

using namespace ratereplay;

namespace {

template <class Number>
std::vector<std::pair<Number, int>> popped_up_to(RadixHeap<Number, int>& heap, Number limit) {
  std::vector<std::pair<Number, int>> popped;
  heap.pop_up_to(limit, [&](Number number, int value) { popped.emplace_back(number, value); });
  return popped;
}

// Held against a stable sort; what is pushed is near the last limit or far from it.
template <class Number>
void hold_against_sorting(std::uint64_t seed) {
  constexpr auto bits = sizeof(Number) * 8;
  std::mt19937_64 random(seed);
  RadixHeap<Number, int> heap;
  std::vector<std::pair<Number, int>> waiting;
  Number limit = static_cast<Number>(random()) << (random() % 2 == 0 ? bits - 64 : 0) >> random() % bits;
  popped_up_to(heap, limit);
  int value = 0;
  const auto above = [&] {
    const Number room = ~limit;
    const Number distance = static_cast<Number>(random()) << (bits - 64) >> random() % bits;
    return limit + (distance <= room ? distance : room);
  };
  for (int round = 0; round < 20; ++round) {
    for (std::uint64_t pushes = random() % 20; pushes > 0; --pushes) {
      const Number number = random() % 4 == 0 && !waiting.empty() ? waiting.back().first : above();
      heap.push(number, value);
      waiting.emplace_back(number, value++);
    }
    limit = round == 19 ? ~Number{0} : above();
    // Some are pushed again while they are popped, as states are that were used meanwhile.
    std::vector<std::pair<Number, int>> again;
    std::vector<std::pair<Number, int>> popped;
    heap.pop_up_to(limit, [&](Number number, int each) {
      popped.emplace_back(number, each);
      if (each % 3 != 0 || limit == ~Number{0}) return;
      const Number later = limit + 1 + (above() - limit) % (~limit);
      heap.push(later, -1);
      again.emplace_back(later, -1);
    });
    std::stable_sort(waiting.begin(), waiting.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    const auto end = std::find_if(waiting.begin(), waiting.end(), [&](const auto& each) { return each.first > limit; });
    REQUIRE(popped == std::vector<std::pair<Number, int>>(waiting.begin(), end));
    waiting.erase(waiting.begin(), end);
    waiting.insert(waiting.end(), again.begin(), again.end());
    REQUIRE(heap.size() == waiting.size());
  }
  REQUIRE(waiting.empty());
}

}  // namespace

TEST_CASE("a radix heap gives out what a stable sort does") {
  for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
    CAPTURE(seed);
    hold_against_sorting<std::uint64_t>(seed);
    hold_against_sorting<UInt128>(seed);
  }
}

TEST_CASE("a radix heap gives out what is at its limit, and nothing above") {
  RadixHeap<std::uint64_t, int> heap;
  heap.push(7, 1);
  heap.push(8, 2);
  heap.push(7, 3);
  heap.push(0, 4);
  CHECK(popped_up_to<std::uint64_t>(heap, 6) == std::vector<std::pair<std::uint64_t, int>>{{0, 4}});
  CHECK(popped_up_to<std::uint64_t>(heap, 7) == std::vector<std::pair<std::uint64_t, int>>{{7, 1}, {7, 3}});
  CHECK(popped_up_to<std::uint64_t>(heap, 7).empty());
  heap.push(7, 5);
  CHECK(popped_up_to<std::uint64_t>(heap, 8) == std::vector<std::pair<std::uint64_t, int>>{{7, 5}, {8, 2}});
  heap.push(~std::uint64_t{0}, 6);
  CHECK(heap.size() == 1);
  CHECK(popped_up_to<std::uint64_t>(heap, ~std::uint64_t{0} - 1).empty());
  CHECK(popped_up_to(heap, ~std::uint64_t{0}).size() == 1);
  CHECK(heap.size() == 0);
  CHECK(popped_up_to(heap, ~std::uint64_t{0}).empty());
}

TEST_CASE("a radix heap goes on after more than it keeps room for") {
  RadixHeap<std::uint64_t, int> heap;
  for (const std::uint64_t base : {1'000'000U, 2'000'000U}) {
    std::vector<std::pair<std::uint64_t, int>> expected;
    for (int value = 0; value < 5'000; ++value) {
      heap.push(base, value);
      expected.emplace_back(base, value);
    }
    CHECK(popped_up_to<std::uint64_t>(heap, base - 1).empty());
    CHECK(popped_up_to<std::uint64_t>(heap, base) == expected);
    CHECK(popped_up_to<std::uint64_t>(heap, base).empty());
    CHECK(heap.size() == 0);
  }
}

TEST_CASE("a radix heap says of most of what it gives out that it comes soon") {
  RadixHeap<std::uint64_t, int> heap;
  std::vector<bool> announced(1'000);
  std::size_t in_time = 0;
  for (int value = 0; value < 1'000; ++value) heap.push(static_cast<std::uint64_t>(value) * 7'919 % 1'000'003, value);
  heap.pop_up_to(
      1'000'003,
      [&](std::uint64_t /*number*/, int value) {
        if (announced[static_cast<std::size_t>(value)]) ++in_time;
      },
      [&](int value) { announced[static_cast<std::size_t>(value)] = true; });
  CHECK(heap.size() == 0);
  CHECK(in_time > 900);
}
