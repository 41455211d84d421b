#pragma once

#include <cstddef>
#include <memory>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/instant.hpp"
#include "core/key_id.hpp"
#include "policy/rules.hpp"

namespace ratereplay {

/// Where the states of a rule's limiters lie, one behind another by key.
struct StateRow {
  const std::byte* begin = nullptr;
  std::size_t size = 0;  ///< bytes of a state
};

/// The limiters of a rule, one for each of its keys. What an event leaves behind is kept or not once all rules have
/// been asked.
class RuleLimiter {
 public:
  virtual ~RuleLimiter() = default;

  /// Whether the event passes; cost >= 1.
  virtual bool ask(KeyId key, Instant now, Cost cost) = 0;
  /// Of the event that was asked about last, passed or refused: it was here.
  virtual void keep() = 0;
  /// The same: it took nothing; where it did not even reach the rule, it has not begun a key's clock.
  virtual void take_back(bool reached) = 0;
  /// Whether `keep` has anything to do.
  virtual bool keeps_late() const noexcept = 0;
  /// Where the states lie, one behind another by key, so that they can be asked for ahead.
  virtual StateRow states() const noexcept = 0;
};

/// `extent`: of all `events` events. `keys`: how many keys the rule has, >= 1. Throws Error naming the rule where its
/// numbers do not fit, or what all events cost it is too much to be counted.
std::unique_ptr<RuleLimiter> limiter_of(const PolicyRule& rule, const Extent& extent, std::size_t events,
                                        std::size_t keys);

}  // namespace ratereplay
