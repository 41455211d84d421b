#include "metrics/ranked_numbers.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "core/error.hpp"

using namespace ratereplay;

namespace {

constexpr std::size_t plenty = 1 << 20;

/// $TMPDIR as it is while a test has another.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const char* folder) {
    if (const char* const named = std::getenv("TMPDIR")) before_ = named;
    setenv("TMPDIR", folder, 1);
  }
  ~TemporaryFolder() { before_.empty() ? unsetenv("TMPDIR") : setenv("TMPDIR", before_.c_str(), 1); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

 private:
  std::string before_;
};

template <class Number>
void require_sorted(std::size_t memory, const std::vector<Number>& numbers) {
  RankedNumbers<Number> ranked(memory);
  for (std::size_t begin = 0; begin < numbers.size();) {
    const std::size_t count = std::min<std::size_t>(1 + begin % 200, numbers.size() - begin);
    ranked.add({numbers.data() + begin, count});
    begin += count;
  }
  REQUIRE(ranked.size() == numbers.size());
  std::vector<Number> sorted = numbers;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t index = 0; index < sorted.size(); index += 1 + index / 3) {
    const bool same = ranked.nth(index) == sorted[index];
    CAPTURE(index);
    REQUIRE(same);
  }
  REQUIRE((ranked.nth(sorted.size() - 1) == sorted.back()));
}

/// Numbers of up to `bits` bits, `repeated` of them many times.
template <class Number>
std::vector<Number> made(std::mt19937_64& random, std::size_t count, int bits, int repeated) {
  std::vector<Number> numbers;
  for (std::size_t index = 0; index < count; ++index) {
    const auto wide = static_cast<UInt128>(random()) << 64 | random();
    const int cut =
        128 - bits + (random() % 4 == 0 ? static_cast<int>(random() % static_cast<std::uint64_t>(bits)) : 0);
    const bool repeats = !numbers.empty() && static_cast<int>(random() % 100) < repeated;
    numbers.push_back(repeats ? numbers[numbers.size() / 2] : static_cast<Number>(wide >> cut));
  }
  return numbers;
}

}  // namespace

TEST_CASE("the number at a place is that of sorting, in memory and from a file") {
  std::mt19937_64 random(17);
  for (const int bits : {1, 5, 12, 13, 30, 63, 64}) {
    for (const int repeated : {0, 50, 100}) {
      CAPTURE(bits, repeated);
      const auto numbers = made<std::uint64_t>(random, 5'000, bits, repeated);
      require_sorted<std::uint64_t>(plenty, numbers);
      require_sorted<std::uint64_t>(0, numbers);
      const auto wide = made<UInt128>(random, 3'000, 2 * bits, repeated);
      require_sorted<UInt128>(plenty, wide);
      require_sorted<UInt128>(0, wide);
    }
  }
}

TEST_CASE("numbers that share all but their last bits are told apart, however many they are") {
  // Two crowds far apart, each larger than what is sorted at once.
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t step = 0; step < 4'000; ++step) {
    numbers.push_back((std::uint64_t{1} << 63) + step % 97);
    numbers.push_back((std::uint64_t{1} << 40) + step % 3);
  }
  require_sorted<std::uint64_t>(0, numbers);
}

TEST_CASE("a longer number joins the counts of those before it") {
  RankedNumbers<std::uint64_t> numbers(0);
  std::vector<std::uint64_t> all;
  for (int bit = 0; bit < 64; ++bit) {
    all.push_back(std::uint64_t{1} << bit);
    numbers.add({&all.back(), 1});
    for (std::size_t index = 0; index < all.size(); ++index) REQUIRE(numbers.nth(index) == all[index]);
  }
}

TEST_CASE("numbers within the memory need no file, and those beyond it do") {
  const TemporaryFolder absent("/absent");
  const std::vector<std::uint64_t> block(64, 7);
  RankedNumbers<std::uint64_t> numbers(0);
  for (int blocks = 0; blocks < 6; ++blocks) numbers.add(block);
  CHECK(numbers.nth(383) == 7);
  CHECK_THROWS_AS(numbers.add(block), Error);

  // Of 64 KiB two in eight are left for the search.
  RankedNumbers<std::uint64_t> more(1 << 16);
  for (int blocks = 0; blocks < 6 * 1024 / 64; ++blocks) more.add(block);
  CHECK_THROWS_AS(more.add(block), Error);
}
