#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/events.hpp"
#include "core/instant.hpp"
#include "core/keys.hpp"

namespace ratereplay {

/// How a balancer spreads events over instances.
struct Balance {
  enum class Kind {
    round_robin,  ///< each instance in turn
    random,       ///< each as likely as another
    hash,         ///< by the key: its CRC-32 modulo the number of instances
    least,        ///< to the one with the fewest events in flight; of equals to the next in turn
    weights       ///< in turn, each as often as its weight says, evenly mixed
  };

  Kind kind = Kind::round_robin;
  Duration in_flight{ns_per_second / 10};   ///< how long an event is, for `least`
  std::vector<std::uint64_t> weights = {};  ///< for `weights`, one an instance, 1 to `heaviest`

  static constexpr std::uint64_t heaviest = 1'000'000;

  /// Reads `round-robin`, `random`, `hash`, `least[:D]` or `weights:3,1,1`. Throws Error naming the text.
  static Balance parse(std::string_view text);

  /// As it is typed, with every parameter.
  std::string text() const;
};

/// The instance that takes each event, from 0 on. `instances` >= 1, as many as there are weights; `keys`: of the
/// events, for `hash`. Source of the mix of weights: nginx, src/http/ngx_http_upstream_round_robin.c (smooth weighted
/// round-robin).
std::vector<std::uint32_t> balanced(const Events& events, const Keys* keys, const Balance& balance,
                                    std::uint32_t instances, std::uint64_t seed);

}  // namespace ratereplay
