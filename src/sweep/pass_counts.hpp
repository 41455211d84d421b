#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/cost.hpp"
#include "core/event_consumer.hpp"
#include "core/events.hpp"
#include "core/workers.hpp"
#include "limiter/catalogue.hpp"
#include "metrics/busiest.hpp"

namespace ratereplay {

/// What a limiter passed of a trace; the rest was dropped.
struct PassCounts {
  std::uint64_t passed = 0;
  Cost passed_cost = 0;
  std::optional<BusiestWindow> busiest{};  ///< where it was asked for

  friend bool operator==(const PassCounts&, const PassCounts&) = default;
};

/// Counts what each of many limiters passes of a trace while it goes by, as a replay of it alone would: buckets side by
/// side, others one after another.
class PassCounter final : public EventConsumer {
 public:
  enum class Of { passes, busiest };

  /// Its parts are for up to `threads` >= 1 at the same time. Of the busiest window, each limiter's own (of a shaper
  /// the one of departures), all go one after another.
  PassCounter(std::span<const AnyLimiter> limiters, std::size_t threads, Of what = Of::passes);
  ~PassCounter() override;
  PassCounter(const PassCounter&) = delete;
  PassCounter& operator=(const PassCounter&) = delete;

  void begin(const TraceOutline& outline) override;
  std::size_t parts() const noexcept override { return parts_.size(); }
  /// Throws Error naming a limiter of which a parameter cannot be represented exactly in 128 bits.
  void take(std::size_t part, const Events& block) override;

  /// Of all events so far, one for each limiter.
  std::vector<PassCounts> counts();

 private:
  struct Part;

  Of what_;
  std::vector<AnyLimiter> limiters_;
  std::vector<std::unique_ptr<Part>> parts_;
};

/// Gives a consumer the events of a trace that is held.
void consume(const Events& events, EventConsumer& consumer, Workers& workers);

/// What each of `limiters` passes of the same events, as a replay of it alone would. Throws Error naming a limiter of
/// which a parameter cannot be represented exactly in 128 bits.
std::vector<PassCounts> count_passes(const Events& events, std::span<const AnyLimiter> limiters, Workers& workers);

}  // namespace ratereplay
