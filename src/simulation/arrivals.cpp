#include "simulation/arrivals.hpp"

#include <algorithm>

namespace ratereplay {

namespace {

// Times that chance decides are counted in 2^-32 ns, so that what is rounded off does not add up.
using Ticks = UInt128;

constexpr int ticks_point = 32;
constexpr Ticks end_of_time = static_cast<Ticks>(Arrivals::latest.ns) << ticks_point;

// Each kind of choice has its own stream of chance: what one takes does not move the others.
enum Stream : std::uint64_t { gaps, phases, thinning };

constexpr Ticks ticks_of(Duration duration) noexcept { return static_cast<Ticks>(duration.ns) << ticks_point; }

Ticks mean_gap(const Rate& rate) noexcept { return ticks_of(rate.period) / static_cast<UInt128>(rate.count); }

std::optional<Duration> time_of(Ticks ticks) noexcept {
  if (ticks >= end_of_time) return std::nullopt;
  return Duration{static_cast<Int128>(ticks >> ticks_point)};
}

std::optional<Duration> if_early(Duration time) noexcept {
  return time < Arrivals::latest ? std::optional(time) : std::nullopt;
}

/// mean: less than 2^97.
Ticks exponential_ticks(Ticks mean, Random& random) noexcept {
  const Fixed64 times = exponential(random);
  const Fixed64 whole = std::min<Fixed64>(times >> 64, Fixed64{1} << 20);  // more never comes
  return mean * whole + scaled(mean, static_cast<std::uint64_t>(times));
}

class Steady final : public Arrivals {
 public:
  explicit Steady(const Rate& rate) : rate_(rate) {}

  std::optional<Duration> next() override {
    Int128 periods = 0;
    if (!multiply(passed_, rate_.period.ns, periods)) return std::nullopt;
    const std::optional<Duration> time = if_early({periods / rate_.count});
    ++passed_;
    return time;
  }

 private:
  Rate rate_;
  Int128 passed_ = 0;
};

class Poisson final : public Arrivals {
 public:
  Poisson(const Rate& rate, std::uint64_t seed) : mean_(mean_gap(rate)), random_(seed, gaps) {}

  std::optional<Duration> next() override {
    at_ = std::min(at_ + exponential_ticks(mean_, random_), end_of_time);
    return time_of(at_);
  }

 private:
  Ticks mean_;
  Random random_;
  Ticks at_ = 0;
};

class ParetoGaps final : public Arrivals {
 public:
  // Their mean is shape / (shape - 1) times the least of them.
  ParetoGaps(const Rate& rate, const Fraction& shape, std::uint64_t seed)
      : least_(mean_gap(rate) * static_cast<UInt128>(shape.numerator() - shape.denominator()) /
               static_cast<UInt128>(shape.numerator())),
        pareto_(shape),
        random_(seed, gaps) {}

  std::optional<Duration> next() override {
    at_ = std::min(at_ + pareto_.times(least_, end_of_time, random_), end_of_time);
    return time_of(at_);
  }

 private:
  Ticks least_;
  Pareto pareto_;
  Random random_;
  Ticks at_ = 0;
};

class Bursts final : public Arrivals {
 public:
  Bursts(const Rate& rate, std::uint64_t size, Duration every)
      : steady_(rate), next_steady_(steady_.next()), size_(size), left_(size), every_(every), at_(every) {}

  std::optional<Duration> next() override {
    if (next_steady_ && *next_steady_ <= at_) {
      const std::optional<Duration> time = next_steady_;
      next_steady_ = steady_.next();
      return time;
    }
    const Duration time = at_;
    if (--left_ == 0) {
      at_.ns += every_.ns;
      left_ = size_;
    }
    return if_early(time);
  }

 private:
  Steady steady_;
  std::optional<Duration> next_steady_;
  std::uint64_t size_;
  std::uint64_t left_;  ///< of the burst at `at_`
  Duration every_;
  Duration at_;
};

class Boundaries final : public Arrivals {
 public:
  Boundaries(std::uint64_t size, Duration window, Duration first_end)
      : size_(size),
        left_(2 * size),
        window_(window),
        before_(std::min(millisecond, Duration{window.ns / 2})),
        end_(first_end) {
    if (end_ < before_) end_.ns += window.ns;
  }

  std::optional<Duration> next() override {
    const Duration time = left_ > size_ ? Duration{end_.ns - before_.ns} : end_;
    if (--left_ == 0) {
      end_.ns += window_.ns;
      left_ = 2 * size_;
    }
    return if_early(time);
  }

 private:
  static constexpr Duration millisecond{ns_per_ms};

  std::uint64_t size_;
  std::uint64_t left_;  ///< of both sides of `end_`
  Duration window_;
  Duration before_;
  Duration end_;
};

class OnOff final : public Arrivals {
 public:
  OnOff(const Rate& rate, Duration on, Duration off, std::uint64_t seed)
      : mean_(mean_gap(rate)),
        on_(ticks_of(on)),
        off_(ticks_of(off)),
        random_(seed, gaps),
        phases_(seed, phases),
        left_(exponential_ticks(on_, phases_)) {}

  // A gap runs while it is on alone.
  std::optional<Duration> next() override {
    Ticks gap = exponential_ticks(mean_, random_);
    while (gap > left_ && at_ < end_of_time) {
      gap -= left_;
      at_ += left_ + exponential_ticks(off_, phases_);
      left_ = exponential_ticks(on_, phases_);
    }
    left_ -= std::min(gap, left_);
    at_ = std::min(at_ + gap, end_of_time);
    return time_of(at_);
  }

 private:
  Ticks mean_;
  Ticks on_;
  Ticks off_;
  Random random_;
  Random phases_;
  Ticks at_ = 0;
  Ticks left_;  ///< while it is on
};

// Of the events of its highest rate each stays with the share that its time has of that.
class Diurnal final : public Arrivals {
 public:
  Diurnal(const Rate& rate, const Fraction& swing, Duration day, Duration from, std::uint64_t seed)
      : swing_(static_cast<std::uint64_t>(swing.numerator())),
        unit_(static_cast<std::uint64_t>(swing.denominator())),
        mean_(mean_gap(rate) * unit_ / (unit_ + swing_)),
        day_(day),
        from_(from),
        random_(seed, gaps),
        thinning_(seed, thinning) {}

  std::optional<Duration> next() override {
    while (at_ < end_of_time) {
      at_ += exponential_ticks(mean_, random_);
      const std::optional<Duration> time = time_of(at_);
      if (time && stays(*time)) return time;
    }
    return std::nullopt;
  }

 private:
  static constexpr std::uint64_t one = std::uint64_t{1} << 32;

  bool stays(Duration time) noexcept {
    const Int128 since_1970 = from_.ns + time.ns;
    const Int128 of_day = since_1970 - floor_div(since_1970, day_.ns) * day_.ns;
    const auto passed = static_cast<std::uint64_t>(static_cast<UInt128>(of_day) * one / static_cast<UInt128>(day_.ns));
    const std::uint64_t phase = (passed + one / 4 * 3) % one;
    const std::uint64_t of_half = 2 * phase % one;
    const auto wave = static_cast<std::uint64_t>(4 * UInt128{of_half} * (one - of_half) / one);
    const std::uint64_t share = phase < one / 2 ? unit_ * one + swing_ * wave : unit_ * one - swing_ * wave;
    return thinning_.below((unit_ + swing_) * one) < share;
  }

  std::uint64_t swing_;  ///< in 1/unit_
  std::uint64_t unit_;
  Ticks mean_;  ///< gap at the highest rate
  Duration day_;
  Duration from_;
  Random random_;
  Random thinning_;
  Ticks at_ = 0;
};

}  // namespace

std::unique_ptr<Arrivals> steady_arrivals(const Rate& rate) { return std::make_unique<Steady>(rate); }

std::unique_ptr<Arrivals> poisson_arrivals(const Rate& rate, std::uint64_t seed) {
  return std::make_unique<Poisson>(rate, seed);
}

std::unique_ptr<Arrivals> pareto_arrivals(const Rate& rate, const Fraction& shape, std::uint64_t seed) {
  return std::make_unique<ParetoGaps>(rate, shape, seed);
}

std::unique_ptr<Arrivals> burst_arrivals(const Rate& rate, std::uint64_t size, Duration every) {
  return std::make_unique<Bursts>(rate, size, every);
}

std::unique_ptr<Arrivals> boundary_arrivals(std::uint64_t size, Duration window, Duration first_end) {
  return std::make_unique<Boundaries>(size, window, first_end);
}

std::unique_ptr<Arrivals> onoff_arrivals(const Rate& rate, Duration on, Duration off, std::uint64_t seed) {
  return std::make_unique<OnOff>(rate, on, off, seed);
}

std::unique_ptr<Arrivals> diurnal_arrivals(const Rate& rate, const Fraction& swing, Duration day, Duration from,
                                           std::uint64_t seed) {
  return std::make_unique<Diurnal>(rate, swing, day, from, seed);
}

}  // namespace ratereplay
