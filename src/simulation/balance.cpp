#include "simulation/balance.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <numeric>
#include <optional>
#include <utility>

#include "core/error.hpp"
#include "core/random.hpp"
#include "core/text.hpp"

namespace ratereplay {

namespace {

using Kind = Balance::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 5> kinds{{{"round-robin", Kind::round_robin},
                                                                  {"random", Kind::random},
                                                                  {"hash", Kind::hash},
                                                                  {"least", Kind::least},
                                                                  {"weights", Kind::weights}}};

std::uint64_t parse_weight(std::string_view text) {
  const std::optional<std::int64_t> weight = parse_whole(text);
  if (!weight || *weight < 1 || static_cast<std::uint64_t>(*weight) > Balance::heaviest) {
    throw Error(fmt::format("{} is no weight; give a whole number from 1 to {}", in_quotes(text),
                            grouped(Int128{Balance::heaviest})));
  }
  return static_cast<std::uint64_t>(*weight);
}

/// Each instance's weight is added to what it has, the one that has most is taken and gives all weights together.
class WeightedTurns {
 public:
  explicit WeightedTurns(const std::vector<std::uint64_t>& weights)
      : weights_(weights.begin(), weights.end()),
        total_(std::accumulate(weights_.begin(), weights_.end(), std::int64_t{0})),
        has_(weights.size()) {}

  std::uint32_t next() {
    for (std::size_t instance = 0; instance < has_.size(); ++instance) has_[instance] += weights_[instance];
    const auto most = std::max_element(has_.begin(), has_.end());
    *most -= total_;
    return static_cast<std::uint32_t>(most - has_.begin());
  }

 private:
  std::vector<std::int64_t> weights_;
  std::int64_t total_;
  std::vector<std::int64_t> has_;
};

class LeastInFlight {
 public:
  LeastInFlight(std::uint32_t instances, Duration in_flight)
      : in_flight_(in_flight), load_(instances), last_(instances - 1) {}

  std::uint32_t next(Instant now) {
    for (; !flying_.empty() && now - flying_.front().since >= in_flight_; flying_.pop_front())
      --load_[flying_.front().instance];
    const auto instances = static_cast<std::uint32_t>(load_.size());
    std::uint32_t least = (last_ + 1) % instances;
    for (std::uint32_t ahead = 2; ahead <= instances; ++ahead) {
      const std::uint32_t instance = (last_ + ahead) % instances;
      if (load_[instance] < load_[least]) least = instance;
    }
    ++load_[least];
    flying_.push_back({now, least});
    return last_ = least;
  }

 private:
  struct Flying {
    Instant since;
    std::uint32_t instance;
  };

  Duration in_flight_;
  std::deque<Flying> flying_;
  std::vector<std::uint64_t> load_;
  std::uint32_t last_;
};

/// By key, so that each is hashed once.
std::vector<std::uint32_t> hashed(const Keys& keys, std::uint32_t instances) {
  std::vector<std::uint32_t> instance_of(keys.size(0));
  for (std::size_t key = 0; key < instance_of.size(); ++key) {
    const std::string_view text = keys.text(0, static_cast<KeyId>(key));
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes, as zlib takes them
    const auto* const bytes = reinterpret_cast<const Bytef*>(text.data());
    instance_of[key] = static_cast<std::uint32_t>(crc32_z(0, bytes, text.size()) % instances);
  }
  return instance_of;
}

}  // namespace

Balance Balance::parse(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = trimmed(text.substr(0, colon));
  const auto* const found =
      std::find_if(kinds.begin(), kinds.end(), [name](const auto& each) { return each.first == name; });
  if (found == kinds.end()) {
    std::vector<std::string> names;
    names.reserve(kinds.size());
    for (const auto& each : kinds) names.emplace_back(each.first);
    throw Error(fmt::format("{} is not one of {}{}", in_quotes(name), joined(names, ", "), suggestion(name, names)));
  }
  Balance balance;
  balance.kind = found->second;
  const bool has_value = colon != std::string_view::npos;
  if (has_value && balance.kind == Kind::least) {
    balance.in_flight = parse_duration(text.substr(colon + 1));
  } else if (has_value && balance.kind == Kind::weights) {
    for (const std::string_view weight : split(text.substr(colon + 1), ','))
      balance.weights.push_back(parse_weight(weight));
  } else if (has_value) {
    throw Error(fmt::format("{}: {} has no parameters; leave them out", in_quotes(text), name));
  } else if (balance.kind == Kind::weights) {
    throw Error("weights of what? Write one for each instance, as weights:3,1,1");
  }
  return balance;
}

std::string Balance::text() const {
  const auto* const found =
      std::find_if(kinds.begin(), kinds.end(), [&](const auto& each) { return each.second == kind; });
  if (kind == Kind::least) return fmt::format("{}:{}", found->first, compact_text(in_flight));
  if (kind == Kind::weights) return fmt::format("{}:{}", found->first, fmt::join(weights, ","));
  return std::string(found->first);
}

std::vector<std::uint32_t> balanced(const Events& events, const Keys* keys, const Balance& balance,
                                    std::uint32_t instances, std::uint64_t seed) {
  std::vector<std::uint32_t> taken_by(events.size());
  const auto fill = [&](auto next) {
    for (std::size_t event = 0; event < events.size(); ++event) taken_by[event] = next(event);
  };
  switch (balance.kind) {
    case Kind::round_robin:
      fill([&](std::size_t event) { return static_cast<std::uint32_t>(event % instances); });
      break;
    case Kind::random: {
      Random random(seed);
      fill([&](std::size_t /*event*/) { return static_cast<std::uint32_t>(random.below(instances)); });
      break;
    }
    case Kind::hash: {
      const std::vector<std::uint32_t> instance_of = hashed(*keys, instances);
      fill([&](std::size_t event) { return instance_of[events.key[event]]; });
      break;
    }
    case Kind::least: {
      LeastInFlight least(instances, balance.in_flight);
      fill([&](std::size_t event) { return least.next(events.time(event)); });
      break;
    }
    case Kind::weights: {
      WeightedTurns turns(balance.weights);
      fill([&](std::size_t /*event*/) { return turns.next(); });
      break;
    }
  }
  return taken_by;
}

}  // namespace ratereplay
