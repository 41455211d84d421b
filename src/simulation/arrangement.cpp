#include "simulation/arrangement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>

#include "core/error.hpp"
#include "core/text.hpp"
#include "simulation/stored_limit.hpp"

namespace ratereplay {

namespace {

/// Decides by a state and takes into it what it has to keep.
template <class Stored>
bool ask(const Stored& limit, typename Stored::State& state, Int128 now, Cost cost) {
  const bool passes = limit.fits(state, now, cost);
  if (limit.keeps(passes, cost))
    limit.take(state, now, cost);
  else
    limit.touch(state, now);
  return passes;
}

/// What each instance has of each key.
template <class Value>
class ByInstance {
 public:
  explicit ByInstance(std::size_t instances) : instances_(instances) {}

  Value& of(const Request& request) { return values_[request.key * instances_ + request.instance]; }

 private:
  std::size_t instances_;
  std::unordered_map<std::size_t, Value> values_;
};

template <class Stored>
class Apart final : public Arrangement {
 public:
  Apart(std::vector<Stored> limits, std::vector<Duration> clocks, std::vector<Restart> restarts)
      : limits_(std::move(limits)),
        clocks_(std::move(clocks)),
        restarts_(std::move(restarts)),
        lives_(limits_.size()),
        states_(limits_.size()) {}

  bool pass(const Request& request) override {
    for (; restarted_ < restarts_.size() && restarts_[restarted_].time <= request.now; ++restarted_)
      ++lives_[restarts_[restarted_].instance];
    const Stored& limit = limits_[request.instance];
    const Int128 now = request.now.ns + clocks_[request.instance].ns;
    Held& held = states_.of(request);
    if (!held.state || held.life != lives_[request.instance]) held = {limit.start(now), lives_[request.instance]};
    return ask(limit, *held.state, now, request.cost);
  }

  void forget() override {
    for (std::uint64_t& life : lives_) ++life;
  }

 private:
  struct Held {
    std::optional<typename Stored::State> state;
    std::uint64_t life = 0;  ///< of the instance, in which the state began
  };

  std::vector<Stored> limits_;
  std::vector<Duration> clocks_;
  std::vector<Restart> restarts_;
  std::size_t restarted_ = 0;
  std::vector<std::uint64_t> lives_;  ///< that each instance has had
  ByInstance<Held> states_;
};

template <class Stored>
class Shared final : public Arrangement {
 public:
  Shared(Stored limit, Clock clock, std::vector<Duration> clocks, std::optional<Duration> ttl)
      : limit_(std::move(limit)), clock_(clock), clocks_(std::move(clocks)), ttl_(ttl) {}

  bool pass(const Request& request) override {
    ++asked_;
    Held& held = states_[request.key];
    Int128 now = request.now.ns;
    if (clock_ != Clock::store) now += clocks_[request.instance].ns;
    if (held.state) {
      if (clock_ == Clock::guarded) now = std::max(now, held.latest);
      const Duration idle = request.now - held.asked;
      if (idle > longest_needed_ && !limit_.is_as_new(*held.state, now)) longest_needed_ = idle;
      if (ttl_ && idle >= *ttl_) held.state.reset();
    }
    if (!held.state) held.state = limit_.start(now);
    held.latest = now;
    held.asked = request.now;
    return ask(limit_, *held.state, now, request.cost);
  }

  StoreUse store_use() const override { return {asked_, asked_}; }
  std::optional<HarmlessTtl> harmless_ttl() const override {
    if (clock_ != Clock::store) return std::nullopt;
    return HarmlessTtl{{longest_needed_.ns + 1}, limit_.memory()};
  }

 private:
  struct Held {
    std::optional<typename Stored::State> state;
    Int128 latest = 0;  ///< the time of the last question, on the clock that it took
    Instant asked;
  };

  Stored limit_;
  Clock clock_;
  std::vector<Duration> clocks_;
  std::optional<Duration> ttl_;
  std::unordered_map<KeyId, Held> states_;
  Duration longest_needed_{-1};  ///< without a question, after which a state still had something to say
  std::uint64_t asked_ = 0;
};

template <class Stored>
class Synchronised final : public Arrangement {
 public:
  Synchronised(Stored limit, std::uint32_t instances, Duration every)
      : limit_(std::move(limit)), instances_(instances), every_(every), views_(instances) {}

  bool pass(const Request& request) override {
    const Int128 turn = floor_div<Int128>(request.now.ns, every_.ns);
    if (!first_turn_) first_turn_ = turn;
    last_turn_ = turn;
    Totals& totals =
        totals_.try_emplace(request.key, Totals{limit_.start(request.now.ns), turn, turn, {}}).first->second;
    totals.bring_to(turn, limit_);
    View& view = views_.of(request);
    if (!view.state || view.turn != turn)
      view = {totals.first_turn < turn ? totals.state : limit_.start(request.now.ns), turn};
    const bool passes = limit_.fits(*view.state, request.now.ns, request.cost);
    if (limit_.keeps(passes, request.cost)) {
      limit_.take(*view.state, request.now.ns, request.cost);
      totals.since.push_back({request.now.ns, request.cost});
    }
    return passes;
  }

  /// One of each instance for each multiple of `every` between the first event and the last.
  StoreUse store_use() const override { return {0, first_turn_ ? (last_turn_ - *first_turn_) * instances_ : 0}; }

 private:
  struct Taken {
    Int128 at;
    Cost cost;
  };

  /// What all instances together let through.
  struct Totals {
    typename Stored::State state;  ///< up to the last synchronisation
    Int128 first_turn;             ///< in which the key was met: others hear of it in the next
    Int128 turn;
    std::vector<Taken> since;

    void bring_to(Int128 now, const Stored& limit) {
      if (now == turn) return;
      for (const Taken& taken : since) limit.take(state, taken.at, taken.cost);
      since.clear();
      turn = now;
    }
  };

  struct View {
    std::optional<typename Stored::State> state;
    Int128 turn = 0;
  };

  Stored limit_;
  std::uint32_t instances_;
  Duration every_;
  std::unordered_map<KeyId, Totals> totals_;
  ByInstance<View> views_;
  std::optional<Int128> first_turn_;
  Int128 last_turn_ = 0;
};

template <class Stored>
class Raced final : public Arrangement {
 public:
  Raced(Stored limit, Duration after, Write write) : limit_(std::move(limit)), after_(after), write_(write) {}

  bool pass(const Request& request) override {
    ++asked_;
    Held& held = states_[request.key];
    if (!held.written) held.written = limit_.start(request.now.ns);
    for (; !held.coming.empty() && request.now - held.coming.front().read >= after_; held.coming.pop_front())
      land(held, held.coming.front());
    const bool passes = limit_.fits(*held.written, request.now.ns, request.cost);
    if (limit_.keeps(passes, request.cost)) {
      ++written_;
      held.coming.push_back({request.now, request.cost, std::nullopt});
      if (write_ == Write::overwritten) {
        held.coming.back().state = held.written;
        limit_.take(*held.coming.back().state, request.now.ns, request.cost);
      }
    }
    return passes;
  }

  StoreUse store_use() const override { return {asked_, Int128{asked_} + written_}; }

 private:
  struct Coming {
    Instant read;
    Cost cost;
    std::optional<typename Stored::State> state;  ///< that is written; none: the cost is added
  };

  struct Held {
    std::optional<typename Stored::State> written;
    std::deque<Coming> coming;
  };

  void land(Held& held, Coming& coming) {
    if (coming.state)
      held.written = std::move(coming.state);
    else
      limit_.take(*held.written, coming.read.ns, coming.cost);
  }

  Stored limit_;
  Duration after_;
  Write write_;
  std::unordered_map<KeyId, Held> states_;
  std::uint64_t asked_ = 0;
  std::uint64_t written_ = 0;
};

class Behind final : public Arrangement {
 public:
  Behind(std::unique_ptr<Arrangement> front, std::unique_ptr<Arrangement> shared)
      : front_(std::move(front)), shared_(std::move(shared)) {}

  bool pass(const Request& request) override { return front_->pass(request) && shared_->pass(request); }
  StoreUse store_use() const override { return shared_->store_use(); }

 private:
  std::unique_ptr<Arrangement> front_;
  std::unique_ptr<Arrangement> shared_;
};

class Failing final : public Arrangement {
 public:
  Failing(std::unique_ptr<Arrangement> shared, std::vector<Outage> outages, OnOutage then,
          std::unique_ptr<Arrangement> local)
      : shared_(std::move(shared)), outages_(std::move(outages)), then_(then), local_(std::move(local)) {}

  bool pass(const Request& request) override {
    const std::size_t outage = outage_at(outages_, request.now);
    if (outage == outages_.size()) return shared_->pass(request);
    if (then_ != OnOutage::local) return then_ == OnOutage::open;
    if (last_ != outage) local_->forget();
    last_ = outage;
    return local_->pass(request);
  }

  StoreUse store_use() const override { return shared_->store_use(); }

 private:
  std::unique_ptr<Arrangement> shared_;
  std::vector<Outage> outages_;
  OnOutage then_;
  std::unique_ptr<Arrangement> local_;
  std::optional<std::size_t> last_;  ///< outage in which an instance asked its own limit
};

/// How far apart two of the clocks are.
Duration spread_of(const std::vector<Duration>& clocks) {
  if (clocks.empty()) return {};
  const auto [behind, ahead] = std::minmax_element(clocks.begin(), clocks.end());
  return {ahead->ns - behind->ns};
}

/// An arrangement of a template `Of<Stored>`, made of one limit and further arguments.
template <template <class> class Of, class... Arguments>
std::unique_ptr<Arrangement> of_one(const AnyLimiter& limit, Duration back, const Arguments&... arguments) {
  return with_stored({limit}, back, [&]<class Stored>(std::vector<Stored> stored) -> std::unique_ptr<Arrangement> {
    return std::make_unique<Of<Stored>>(std::move(stored.front()), arguments...);
  });
}

/// The part of instance `instance` of a whole number.
std::int64_t part_of(Int128 whole, std::uint32_t instances, std::uint32_t instance) {
  return static_cast<std::int64_t>(whole / instances + (instance < whole % instances ? 1 : 0));
}

Rate part_of(const Rate& rate, std::uint32_t instances) {
  const Duration period{rate.period.ns * instances};
  if (period > longest_parameter) {
    throw Error(fmt::format("one of {} parts of {} is too low a rate to be represented; give a higher rate",
                            grouped(Int128{instances}), rate.text));
  }
  return {rate.count, period, {}};
}

}  // namespace

std::unique_ptr<Arrangement> apart(const std::vector<AnyLimiter>& limits, const std::vector<Duration>& clocks,
                                   std::vector<Restart> restarts) {
  return with_stored(limits, {}, [&]<class Stored>(std::vector<Stored> stored) -> std::unique_ptr<Arrangement> {
    return std::make_unique<Apart<Stored>>(std::move(stored), clocks, std::move(restarts));
  });
}

std::unique_ptr<Arrangement> shared(const AnyLimiter& limit, Clock clock, const std::vector<Duration>& clocks,
                                    std::optional<Duration> ttl) {
  const Duration back = clock == Clock::unguarded ? spread_of(clocks) : Duration();
  return of_one<Shared>(limit, back, clock, clocks, ttl);
}

std::unique_ptr<Arrangement> synchronised(const AnyLimiter& limit, std::uint32_t instances, Duration every) {
  return of_one<Synchronised>(limit, {}, instances, every);
}

std::unique_ptr<Arrangement> raced(const AnyLimiter& limit, Duration after, Write write) {
  return of_one<Raced>(limit, {}, after, write);
}

std::unique_ptr<Arrangement> behind(std::unique_ptr<Arrangement> front, std::unique_ptr<Arrangement> shared) {
  return std::make_unique<Behind>(std::move(front), std::move(shared));
}

std::unique_ptr<Arrangement> failing(std::unique_ptr<Arrangement> shared, std::vector<Outage> outages, OnOutage then,
                                     std::unique_ptr<Arrangement> local) {
  return std::make_unique<Failing>(std::move(shared), std::move(outages), then, std::move(local));
}

std::size_t outage_at(const std::vector<Outage>& outages, Instant now) noexcept {
  const auto next =
      std::partition_point(outages.begin(), outages.end(), [now](const Outage& outage) { return outage.to <= now; });
  const bool holds = next != outages.end() && next->from <= now;
  return holds ? static_cast<std::size_t>(next - outages.begin()) : outages.size();
}

std::vector<AnyLimiter> divided(const AnyLimiter& limit, std::uint32_t instances) {
  std::vector<AnyLimiter> parts(instances, limit);
  for (std::uint32_t instance = 0; instance < instances; ++instance) {
    std::visit(
        [&]<class Limiter>(Limiter& part) {
          if constexpr (is_dialect<Limiter> || is_marker<Limiter>) {
            return;  // refused where it is to be stored
          } else {
            if constexpr (requires { part.limit; }) part.limit = part_of(Int128{part.limit}, instances, instance);
            if constexpr (requires { part.rate; }) part.rate = part_of(part.rate, instances);
            if constexpr (requires { part.burst; }) part.burst = part.burst / Fraction(Int128{instances});
            if constexpr (requires { part.initial; }) part.initial = part.initial / Fraction(Int128{instances});
            // One more than wait leaves at once.
            if constexpr (requires { part.queue; })
              part.queue = part_of(Int128{part.queue} + 1, instances, instance) - 1;
          }
        },
        parts[instance]);
  }
  return parts;
}

}  // namespace ratereplay
