// Bytes make a small trace, often at the ends of what can be represented, and limiters; whatever these are, the laws
// hold, or an Error says what cannot be represented.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/fraction.hpp"
#include "fuzz/fuzz.hpp"
#include "laws/defined.hpp"
#include "laws/replayed.hpp"
#include "limiter/catalogue.hpp"
#include "limiter/spec.hpp"
#include "limiter/wide_rule.hpp"
#include "replay/limiter_run.hpp"
#include "replay/replay.hpp"
#include "sizing/curve.hpp"
#include "sizing/intervals.hpp"
#include "sizing/least_bucket.hpp"
#include "sizing/segment.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

/// Choices from the bytes of an input, from front to back; 0 where there are no more.
class Choices {
 public:
  explicit Choices(std::string_view bytes) noexcept : bytes_(bytes) {}

  bool any_left() const noexcept { return !bytes_.empty(); }

  std::uint64_t bytes(std::size_t count) noexcept {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count && any_left(); ++i) {
      value = value << 8 | static_cast<unsigned char>(bytes_.front());
      bytes_.remove_prefix(1);
    }
    return value;
  }

  std::uint64_t below(std::uint64_t bound) noexcept { return bytes(1) % bound; }

  /// 1 to `most`, mostly small, or near a power of 2 or 10, or near `most`.
  std::uint64_t size(std::uint64_t most) noexcept {
    std::uint64_t value = 0;
    switch (below(6)) {
      case 0:
        value = (std::uint64_t{1} << below(64)) + below(5) - 2;
        break;
      case 1:
        value = 1;
        for (std::uint64_t digits = below(20); digits > 0; --digits) value *= 10;
        value += below(5) - 2;
        break;
      case 2:
        value = most - below(4);
        break;
      case 3:
        value = bytes(8);
        break;
      default:
        value = 1 + below(12);
        break;
    }
    return std::clamp<std::uint64_t>(value, 1, most);
  }

 private:
  std::string_view bytes_;
};

constexpr std::int64_t earliest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t latest = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t longest_ns = ~std::uint64_t{0};

std::string rate_text(Choices& choices) {
  // Of people as well as of extremes.
  constexpr const char* usual[] = {"1/s", "3/s", "5/h", "1/d", "10/13s", "1/10000000000s", "2000000000/s", "3/7ns"};
  const std::uint64_t kind = choices.below(12);
  if (kind < 8) return usual[kind];
  return fmt::format("{}/{}ns", choices.size(static_cast<std::uint64_t>(latest)), choices.size(longest_ns));
}

std::string burst_text(Choices& choices) {
  const std::string whole = std::to_string(choices.size(1'000'000'000'000'000'000));
  return choices.below(3) == 0 ? whole + "/" + std::to_string(1 + choices.below(255)) : whole;
}

EventColumns trace(Choices& choices) {
  constexpr std::int64_t starts[] = {earliest, -30, 0, 1'753'831'492'483'000'000, latest - 5'000'000, latest};
  EventColumns columns;
  std::int64_t at = starts[choices.below(6)];
  const std::uint64_t unit = choices.size(longest_ns / 64);
  const std::uint64_t cost_kind = choices.below(3);
  for (std::uint64_t count = choices.below(48); count > 0 && choices.any_left(); --count) {
    const std::uint64_t kind = choices.below(8);
    std::uint64_t gap = 0;
    if (kind == 1) gap = choices.below(20);
    if (kind >= 2 && kind < 5) gap = unit * choices.below(4) + choices.below(3) - 1;
    if (kind == 5) gap = unit / (1 + choices.below(12));
    if (kind == 6) gap = choices.size(longest_ns);
    const std::uint64_t room = static_cast<std::uint64_t>(latest) - static_cast<std::uint64_t>(at);
    at = static_cast<std::int64_t>(static_cast<std::uint64_t>(at) + std::min(gap, room));
    columns.arrival.push_back(at);
    if (cost_kind == 1) columns.cost.push_back(static_cast<Cost>(choices.below(7)));
    if (cost_kind == 2) columns.cost.push_back(static_cast<Cost>(choices.size(1'000'000'000'000) - 1));
  }
  return columns;
}

/// Those that a limiter is asked about.
Arrivals asked_of(const Events& events) {
  Arrivals arrivals;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (events.cost_of(i) > 0) arrivals.push_back({events.arrival[i], events.cost_of(i)});
  }
  return arrivals;
}

/// The trace and all time behind it.
Extent to_the_end(const Arrivals& arrivals) {
  Extent extent = ratereplay::test::extent_of(arrivals);
  extent.last = Instant{latest};
  return extent;
}

/// Calls `law`; an Error, which says what cannot be represented, is no answer. Whether it held.
template <class Law>
bool where_representable(Law law) {
  try {
    law();
    return true;
  } catch (const Error& error) {
    require_shown(error.what());
    return false;
  }
}

void check_refusals(const AnyLimiter& limiter, const Arrivals& arrivals, const std::string& spec) {
  const bool logs_refusals = spec.find("count=all") != std::string::npos;
  with_rule(limiter, to_the_end(arrivals), [&](const auto& rule) {
    auto state = rule.start({arrivals.front().at});
    for (const Arrival& each : arrivals) {
      const auto before = state;
      const Cost room = rule.room(state, {each.at});
      const bool passes = rule.admit(state, {each.at}, each.cost);
      if (each.cost > 1 || !ratereplay::test::extent_of(arrivals).unit_costs) {
        require((each.cost <= room) == passes, "what there is room for passes", spec);
      }
      if (passes) continue;
      require(logs_refusals || state == before, "a refusal changes nothing", spec);
      const RetryAfter wait = rule.retry_after(state, {each.at}, each.cost);
      if (!wait) {
        auto at_the_end = state;
        require(!rule.admit(at_the_end, {latest}, each.cost), "what is never to pass does not", spec);
        continue;
      }
      require(wait->ns >= 1, "a wait is never 0", spec);
      require(rule.waits_longer(state, {each.at}, each.cost, {wait->ns - 1}) &&
                  !rule.waits_longer(state, {each.at}, each.cost, *wait),
              "no wait is longer than itself", spec);
      auto just_before = state;
      auto then = state;
      const Int128 at = each.at + wait->ns;
      if (at - 1 <= latest && wait->ns > 1) {
        require(!rule.admit(just_before, {static_cast<std::int64_t>(at - 1)}, each.cost),
                "a refused event does not pass a nanosecond before its retry-after", spec);
      }
      if (at <= latest) {
        require(rule.admit(then, {static_cast<std::int64_t>(at)}, each.cost),
                "a refused event passes at its retry-after", spec);
      }
    }
  });
}

/// The most cost in any half-open window, by looking at each.
Int128 busiest_cost(const Arrivals& passed, Duration window) {
  Int128 most = 0;
  for (std::size_t first = 0; first < passed.size(); ++first) {
    Int128 sum = 0;
    for (std::size_t i = first; i < passed.size() && Int128{passed[i].at} - passed[first].at < window.ns; ++i) {
      sum += passed[i].cost;
    }
    most = std::max(most, sum);
  }
  return most;
}

std::vector<bool> decisions(const AnyLimiter& limiter, const Events& events) {
  const std::unique_ptr<DecisionRun> run = start_deciding(limiter, {Duration{1}, {events.unit_costs()}});
  Decisions decisions;
  run->decide(events, decisions);
  std::vector<bool> passed;
  for (std::size_t i = 0; i < events.size(); ++i) passed.push_back((decisions.passed[i / 64] >> i % 64 & 1) != 0);
  return passed;
}

ReplaySummary in_blocks(const AnyLimiter& limiter, const Events& events, Duration window, std::size_t size) {
  const std::unique_ptr<LimiterRun> run = start_run(limiter, {window, {events.unit_costs()}});
  for (std::size_t begin = 0; begin < events.size(); begin += size) {
    run->feed(events.part(begin, std::min(size, events.size() - begin)));
  }
  return run->summary();
}

void check_limiter(const std::string& spec, const Events& events, Choices& choices) {
  const AnyLimiter limiter = parse_limiter(spec);
  const Arrivals arrivals = asked_of(events);
  if (arrivals.empty()) return;

  Outcomes said;
  if (!where_representable([&] { said = outcomes(limiter, arrivals); })) return;
  std::visit(
      [&](const auto& each) {
        require(outcomes(wide_rule(each, ratereplay::test::extent_of(arrivals)), arrivals) == said,
                "64 and 128 bits decide alike", spec);
      },
      limiter);
  where_representable([&] {
    std::vector<bool> passed;
    for (const Int128 outcome : said) passed.push_back(outcome == 0);
    require(std::visit([&](const auto& each) { return defined(each, arrivals); }, limiter) == passed,
            "a limiter decides as it is defined", spec);
  });
  where_representable([&] { check_refusals(limiter, arrivals, spec); });

  const Duration window{static_cast<Int128>(choices.size(longest_ns))};
  const std::size_t block = 1 + choices.below(16);
  where_representable([&] {
    const std::vector<bool> passed = decisions(limiter, events);
    Arrivals admitted;
    std::uint64_t count = 0;
    for (std::size_t i = 0, asked = 0; i < events.size(); ++i) {
      count += passed[i] ? 1 : 0;
      if (events.cost_of(i) == 0) {
        require(passed[i], "what costs nothing passes", spec);
        continue;
      }
      require(passed[i] == (said[asked++] == 0), "a run decides as its rule does", spec);
      if (passed[i]) admitted.push_back({events.arrival[i], events.cost_of(i)});
    }
    const ReplaySummary summary = replay(limiter, events, window);
    require(summary.passed == count && summary.passed + summary.dropped == events.size(), "every event is counted once",
            spec);
    require(in_blocks(limiter, events, window, block) == summary, "a trace in blocks gives the same", spec);

    const Int128 most = busiest_cost(admitted, window);
    const std::optional<BusiestWindow>& by_arrival = summary.busiest_admitted;
    require(most == (by_arrival ? *by_arrival : summary.busiest).cost, "the busiest window is the busiest", spec);
    const Int128 promised = promise(limiter, window, extent_of(events).largest_cost).value();
    require(summary.busiest.cost <= promised, "no replay breaks its promise", spec);
    require(most <= admission_promise(limiter, window).value_or(promised), "nor by arrival", spec);
  });
}

void check_family(const std::string& rate, const std::string& burst, const Arrivals& arrivals) {
  const std::string parameters = ":rate=" + rate + ",burst=" + burst;
  where_representable([&] {
    const Outcomes first = outcomes("token-bucket" + parameters, arrivals);
    require(outcomes("gcra" + parameters, arrivals) == first, "gcra is a token bucket", parameters);
    require(outcomes("leaky-bucket" + parameters, arrivals) == first, "a leaky bucket is a token bucket", parameters);
    const Fraction size = parse_fraction(burst);
    if (size.denominator() != 1) return;
    const std::string queue = ":rate=" + rate + ",queue=" + to_text(size.numerator() - 1);
    require(outcomes("leaky-queue" + queue, arrivals) == first, "a queue admits what a bucket passes", parameters);
    if (size == Fraction(1)) {
      require(outcomes("pacer:rate=" + rate, arrivals) == first, "a pacer is a bucket of 1", parameters);
    }
  });
}

std::uint64_t dropped(const Events& events, const Rate& rate, const Fraction& burst) {
  return replay(TokenBucket::for_comparison(rate, burst), events, Duration{1}).dropped;
}

void check_sizing(const std::string& text, const Events& events, std::size_t cut) {
  const Rate rate = parse_rate(text);
  where_representable([&] {
    const LeastBucket least = least_bucket(events, rate);
    const Segment segment = segment_of(events);
    cut = std::min(cut, events.size());
    SegmentChain chain;
    chain.add(segment_of(events.part(0, cut)));
    chain.add(segment_of(events.part(cut, events.size() - cut)));
    require(chain.take() == segment, "a segment is the same whatever the cuts", text);
    if (!least.witness) return;
    where_representable([&] {
      const LeastBucket on_curve = Curve(segment.pairs).at(rate.per_ns());
      require(on_curve.exact == least.exact && on_curve.witness == least.witness, "the curve has the least bucket",
              text);
    });
    where_representable([&] {
      Fraction most;
      for (const Witness& each : all_intervals(events)) {
        most = std::max(most, Fraction(each.cost) - rate.per_ns() * Fraction(each.length().ns));
      }
      require(most == least.exact, "the least bucket is what some interval forces", text);
    });
    where_representable(
        [&] { require(dropped(events, rate, least.exact) == 0, "the least bucket loses nothing", text); });
    where_representable([&] {
      const Fraction smaller = least.exact.ceil() - 1;
      if (smaller > Fraction(0)) require(dropped(events, rate, smaller) >= 1, "a smaller one loses something", text);
    });
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Choices choices(text_of(data, size));
  const std::uint64_t limiter = choices.below(14);
  const std::string rate = rate_text(choices);
  const std::string burst = burst_text(choices);
  const std::string limit = std::to_string(choices.size(static_cast<std::uint64_t>(latest)));
  const std::string window = std::to_string(choices.size(longest_ns)) + "ns";
  const std::uint64_t choice = choices.below(4);
  std::string log = "limit=" + limit + ",window=" + window;
  if (choice == 0) log = "rate=" + rate;
  const std::string specs[] = {
      "fixed-window:" + log,
      "fixed-window:" + log + ",anchor=first",
      "fixed-window:" + log + ",offset=" + (choice % 2 == 0 ? "-" : "") + std::to_string(choices.size(longest_ns)) +
          "ns",
      "sliding-log:" + log,
      "sliding-log:" + log + ",count=all",
      "sliding-counter:" + log,
      "sliding-counter:" + log + ",rounding=exact",
      "token-bucket:rate=" + rate + ",burst=" + burst + (choice < 2 ? ",initial=" + std::to_string(choice) : ""),
      "gcra:rate=" + rate + ",burst=" + burst,
      "leaky-bucket:rate=" + rate + ",burst=" + burst,
      "pacer:rate=" + rate,
      "leaky-queue:rate=" + rate + ",queue=" + limit,
      "srtcm:rate=" + rate + ",burst=" + burst + ",excess=" + limit,
      "trtcm:rate=" + rate + ",burst=" + limit + ",peak=" + (choice < 2 ? rate : "9223372036854775807/ns") +
          ",peak-burst=" + burst,
  };
  const EventColumns columns = trace(choices);
  const Events events = columns.events();
  if (events.empty()) return 0;
  where_representable([&] { check_limiter(specs[limiter], events, choices); });
  const Arrivals arrivals = asked_of(events);
  if (!arrivals.empty()) check_family(rate, burst, arrivals);
  check_sizing(rate, events, choices.below(48));
  return 0;
}
