#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/cost.hpp"
#include "core/instant.hpp"
#include "core/int128.hpp"
#include "core/key_id.hpp"
#include "limiter/catalogue.hpp"

namespace ratereplay {

/// An event of cost 1 or more as it reaches an instance.
struct Request {
  Instant now;  ///< as the store's clock, which is right, has it; never before the last request's
  Cost cost = 1;
  KeyId key = 0;
  std::uint32_t instance = 0;
};

/// How a store was used.
struct StoreUse {
  std::uint64_t events = 0;  ///< that waited for its answer
  Int128 calls = 0;          ///< in all
};

/// A time to live with which, and with every longer one, a state that is forgotten has nothing more to say.
struct HarmlessTtl {
  Duration least;                  ///< for the events so far; 0: any
  std::optional<Duration> always;  ///< one that is for any events, not always the least; none: none is
};

/// A way to keep one limit on several instances.
class Arrangement {
 public:
  virtual ~Arrangement() = default;

  /// Whether the event passes. Throws Error where a number does not fit.
  virtual bool pass(const Request& request) = 0;

  /// Every instance forgets what it has counted by itself.
  virtual void forget() {}

  /// So far.
  virtual StoreUse store_use() const { return {}; }

  /// None where a state cannot be forgotten, or its time goes back.
  virtual std::optional<HarmlessTtl> harmless_ttl() const { return std::nullopt; }
};

/// When an instance loses what it has counted.
struct Restart {
  Instant time;
  std::uint32_t instance = 0;
};

/// Each instance counts by itself, against a limit of its own. `limits`: one for each instance, of one kind; `clocks`:
/// how far that of each is ahead of the store's; `restarts`: in order of time.
std::unique_ptr<Arrangement> apart(const std::vector<AnyLimiter>& limits, const std::vector<Duration>& clocks,
                                   std::vector<Restart> restarts = {});

/// Whose time a shared limit takes.
enum class Clock {
  store,
  guarded,   ///< the instance's, but never before what a key's state has seen
  unguarded  ///< the instance's
};

/// One limit for all, asked and taken at once. `clocks`: as of `apart`, for those of the instances. `ttl`: a state that
/// nobody has asked for as long is forgotten.
std::unique_ptr<Arrangement> shared(const AnyLimiter& limit, Clock clock = Clock::store,
                                    const std::vector<Duration>& clocks = {},
                                    std::optional<Duration> ttl = std::nullopt);

/// Each instance knows what all had let through up to the last multiple of `every` since 1970, and what itself since.
std::unique_ptr<Arrangement> synchronised(const AnyLimiter& limit, std::uint32_t instances, Duration every);

/// What an event without atomicity writes.
enum class Write {
  added,       ///< its cost, to what is there by then: reads, checks and increments
  overwritten  ///< what it has read, with its cost
};

/// One limit for all, read and checked at once and written `after`: others decide meanwhile.
std::unique_ptr<Arrangement> raced(const AnyLimiter& limit, Duration after, Write write);

/// Asks `front`, a limit of each instance, and of what passes there the shared one.
std::unique_ptr<Arrangement> behind(std::unique_ptr<Arrangement> front, std::unique_ptr<Arrangement> shared);

/// When the store cannot be reached: from <= t < to.
struct Outage {
  Instant from;
  Instant to;
};

/// What instances do then.
enum class OnOutage {
  open,    ///< let everything through
  closed,  ///< refuse everything
  local    ///< ask a limit of their own, which begins anew
};

/// A shared limit that cannot be reached in `outages`, in order of time and apart. `local`: for OnOutage::local.
std::unique_ptr<Arrangement> failing(std::unique_ptr<Arrangement> shared, std::vector<Outage> outages, OnOutage then,
                                     std::unique_ptr<Arrangement> local);

/// The outage that holds `now`, of outages in order of time and apart: its place; `outages.size()` for none.
std::size_t outage_at(const std::vector<Outage>& outages, Instant now) noexcept;

/// The N-th part of a limit for each of N instances: of a limit in whole numbers as evenly as can be, the first ones
/// one more; it may be 0, and then lets nothing through. Throws Error for dialects, and where the part of a rate cannot
/// be represented.
std::vector<AnyLimiter> divided(const AnyLimiter& limit, std::uint32_t instances);

}  // namespace ratereplay
