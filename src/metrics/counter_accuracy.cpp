#include "metrics/counter_accuracy.hpp"

#include <algorithm>
#include <limits>

namespace ratereplay {

namespace {

constexpr UInt128 one = UInt128{1} << 64U;  ///< in 2^-64

UInt128 product(Cost amount, std::uint64_t time) noexcept { return static_cast<UInt128>(amount) * time; }

/// over / under in 2^-64, rounded down. over < under < 2^127.
std::uint64_t parts_of(UInt128 over, UInt128 under) noexcept {
  if (under < one) return static_cast<std::uint64_t>((over << 64U) / under);
  std::uint64_t parts = 0;
  for (int place = 0; place < 64; ++place) {
    over <<= 1U;
    const bool set = over >= under;
    if (set) over -= under;
    parts = parts << 1U | static_cast<std::uint64_t>(set);
  }
  return parts;
}

// The ways in which an event of a key was placed: `log_over`, and three for each rounding.
constexpr unsigned log_over = 1;
enum Way : unsigned { estimate_over = 1, wrongly_over = 2, wrongly_under = 4 };
constexpr unsigned by_floor = 1;  ///< places by which the ways of a rounding are shifted
constexpr unsigned by_exact = 4;

}  // namespace

void CounterAccuracyScan::Shares::add(UInt128 over, UInt128 under) noexcept {
  UInt128 whole = 0;
  if (over >= under) {
    whole = over / under;
    over %= under;
  }
  const std::uint64_t parts = parts_of(over, under);
  sum.whole += whole;
  sum.parts += parts;
  most = std::max(most, whole << 64U | parts);
}

Fraction CounterAccuracyScan::Shares::mean(std::uint64_t events) const {
  if (events == 0) return {};
  const UInt128 whole = sum.whole + (sum.parts >> 64U);
  const UInt128 rest = (whole % events << 64U) + static_cast<std::uint64_t>(sum.parts);
  return {static_cast<Int128>((whole / events << 64U) + rest / events), static_cast<Int128>(one)};
}

void CounterAccuracyScan::feed(const Events& block) {
  constexpr std::size_t ahead = 16;
  if (!block.key.empty()) {
    const std::size_t keys = std::size_t{*std::max_element(block.key.begin(), block.key.end())} + 1;
    if (keys > counts_.size()) counts_.resize(keys);
  } else if (counts_.empty()) {
    counts_.resize(1);
  }
  placed_.resize(counts_.size());
  for (std::size_t event = 0; event < block.size(); ++event) {
    if (block.key.empty()) {
      add(block.time(event), block.cost_of(event), 0);
      continue;
    }
    if (event + ahead < block.size()) __builtin_prefetch(&counts_[block.key[event + ahead]], 1);
    add(block.time(event), block.cost_of(event), block.key[event]);
  }
}

void CounterAccuracyScan::begin_window(Instant now) noexcept {
  const auto length = static_cast<Int128>(window_);
  const Int128 index = floor_div<Int128>(now.ns, length);
  const Int128 last = index * length + length - 1;
  index_ = static_cast<std::int64_t>(index);
  start_ = static_cast<std::uint64_t>(index * length);
  last_ = Instant{static_cast<std::int64_t>(std::min<Int128>(last, std::numeric_limits<std::int64_t>::max()))};
}

void CounterAccuracyScan::forget_old(std::uint64_t now) noexcept {
  constexpr std::size_t ahead = 16;
  for (; oldest_ < row_.size() && now - row_[oldest_].time >= window_; ++oldest_) {
    if (oldest_ + ahead < row_.size()) __builtin_prefetch(&counts_[row_[oldest_ + ahead].key], 1);
    counts_[row_[oldest_].key].held -= row_[oldest_].cost;
  }
  if (oldest_ > row_.size() / 2) {
    row_.erase(row_.begin(), row_.begin() + static_cast<std::ptrdiff_t>(oldest_));
    oldest_ = 0;
  }
}

void CounterAccuracyScan::add(Instant now, Cost cost, KeyId key) {
  if (cost == 0) return;
  const auto time = static_cast<std::uint64_t>(now.ns);
  if (!last_ || now > *last_) begin_window(now);
  forget_old(time);
  row_.push_back({time, cost, key});
  Counts& counts = counts_[key];
  if (counts.index != index_) {
    counts.previous = counts.index + 1 == index_ ? counts.current : 0;
    counts.current = 0;
    counts.index = index_;
  }
  counts.current += cost;
  counts.held += cost;
  ++result_.events;
  result_.most = std::max(result_.most, counts.held);

  // No product exceeds the costs of a trace times a window, which is less than 2^127.
  const UInt128 weighted = product(counts.previous, window_ - (time - start_));
  most_estimated_ = std::max(most_estimated_, weighted + product(counts.current, window_));
  const UInt128 before = product(counts.held - counts.current, window_);  // what is weighted, were it exact
  const UInt128 exact = product(counts.held, window_);
  if (weighted > before) above_.add(weighted - before, exact);
  if (weighted < before) below_.add(before - weighted, exact);
  place(counts, weighted, key);
}

void CounterAccuracyScan::place(const Counts& counts, UInt128 weighted, KeyId key) noexcept {
  const bool full = counts.current > limit_;
  const Cost room = full ? 0 : limit_ - counts.current;
  const bool is_over = counts.held > limit_;
  const bool exact_is_over = full || weighted > product(room, window_);
  // Rounded down it is more than the room once it reaches the next whole number.
  const bool floor_is_over = full || weighted >= product(room + 1, window_);
  if (!is_over && !exact_is_over) return;  // nor is it over when it is rounded down
  std::uint8_t& placed = placed_[key];
  if (is_over) {
    ++result_.over;
    placed |= log_over;
  }
  const auto count = [&](Placement& placement, bool estimate_is_over, unsigned rounding) {
    unsigned ways = estimate_is_over ? estimate_over : 0U;
    if (estimate_is_over && !is_over) {
      ways |= wrongly_over;
      ++placement.wrongly_over;
      placement.least_over = std::min(placement.least_over.value_or(counts.held), counts.held);
    }
    if (is_over && !estimate_is_over) {
      ways |= wrongly_under;
      ++placement.wrongly_under;
      placement.most_under = std::max(placement.most_under.value_or(0), counts.held);
    }
    placed = static_cast<std::uint8_t>(placed | ways << rounding);
  };
  count(result_.by_floor, floor_is_over, by_floor);
  count(result_.by_exact, exact_is_over, by_exact);
}

PlacedKeys CounterAccuracyScan::keys_of(unsigned rounding) const noexcept {
  PlacedKeys keys;
  for (const unsigned placed : placed_) {
    const unsigned ways = placed >> rounding;
    const bool is_over = (placed & log_over) != 0;
    const bool estimate_is_over = (ways & estimate_over) != 0;
    keys.over += estimate_is_over ? 1U : 0U;
    keys.wrongly_over += (ways & wrongly_over) != 0 ? 1U : 0U;
    keys.wrongly_under += (ways & wrongly_under) != 0 ? 1U : 0U;
    keys.only_log += is_over && !estimate_is_over ? 1U : 0U;
    keys.only_estimate += estimate_is_over && !is_over ? 1U : 0U;
  }
  return keys;
}

CounterAccuracy CounterAccuracyScan::result() const {
  CounterAccuracy result = result_;
  result.most_estimated = Fraction(static_cast<Int128>(most_estimated_), static_cast<Int128>(window_));
  const auto share = [](UInt128 parts) { return Fraction(static_cast<Int128>(parts), static_cast<Int128>(one)); };
  result.error = {above_.mean(result.events), below_.mean(result.events), share(above_.most), share(below_.most)};
  result.by_floor.keys = keys_of(by_floor);
  result.by_exact.keys = keys_of(by_exact);
  const auto count_of = [](const auto& range, auto&& holds) {
    return static_cast<std::uint64_t>(std::count_if(range.begin(), range.end(), holds));
  };
  // A key's window is that of its latest event, which is in it.
  result.keys = count_of(counts_, [](const Counts& counts) { return counts.current > 0; });
  result.keys_over = count_of(placed_, [](unsigned placed) { return (placed & log_over) != 0; });
  return result;
}

}  // namespace ratereplay
