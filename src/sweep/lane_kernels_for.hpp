#pragma once

// The kernels of lane_kernels.hpp for vectors of any width. Each instruction set has a copy of its own: nothing here is
// shared between files.
#include "sweep/lane_kernels.hpp"

namespace ratereplay {
namespace {

/// `Vectors` has the types of a vector: `Narrow` of 32-bit integers, `Wide` of doubles, `Whole` of 64-bit integers.
template <class Vectors>
struct KernelsFor {
  static constexpr int bytes = sizeof(typename Vectors::Wide);

  // Those of one element type: a comparison of `Values` gives a `Mask`.
  template <class Element, class = void>
  struct Of {
    using Values = typename Vectors::Narrow;
    using Mask = typename Vectors::Narrow;
  };
  template <class Unused>
  struct Of<double, Unused> {
    using Values = typename Vectors::Wide;
    using Mask = typename Vectors::Whole;
  };
  template <class Element>
  using Values = typename Of<Element>::Values;
  template <class Element>
  using Mask = typename Of<Element>::Mask;

  template <class Element>
  static constexpr std::size_t width = bytes / sizeof(Element);

  // 2^52: of a double from there to 2^53 the last bit counts ones, so that adding rounds to a whole number, and below
  // it the bits of a whole number behind its exponent make the sum of both.
  static constexpr double ones = 0x1p52;

  static bool in_steps(const std::int64_t* arrival, std::size_t count, double step, double* result) {
    const Values<double> magic = ones - Values<double>{};
    const double inverse = step > 0 ? 1 / step : 0;
    const Mask<double> first = arrival[0] - Mask<double>{};
    Mask<double> whole = ~Mask<double>{};
    std::size_t place = 0;
    for (; place + width<double> <= count; place += width<double>) {
      // Columns lie anywhere: an alias of less alignment is lost on its way through a template.
      Mask<double> times;
      __builtin_memcpy(&times, arrival + place, sizeof(times));
      const Values<double> since =
          reinterpret_cast<Values<double>>((times - first) | reinterpret_cast<Mask<double>>(magic)) - magic;
      const Values<double> steps = (since * inverse + magic) - magic;
      __builtin_memcpy(result + place, &steps, sizeof(steps));
      whole &= steps * step == since;
    }
    bool all = true;
    for (std::size_t lane = 0; lane < width<double>; ++lane) all &= whole[lane] != 0;
    for (; place < count; ++place) {
      const double since = static_cast<double>(arrival[place] - arrival[0]);
      result[place] = (since * inverse + ones) - ones;
      all &= result[place] * step == since;
    }
    return all;
  }

  static void after_in_units(const double* steps, std::size_t events, double scale, std::int32_t* after) {
    const double first = steps[0];
    for (std::size_t event = 0; event < events; ++event)
      after[event] = static_cast<std::int32_t>((steps[event] - first) * scale) + 1;
  }

  template <class Element>
  static Values<Element> load(const Element* from) {
    return *reinterpret_cast<const Values<Element>*>(from);
  }
  template <class Element>
  static Values<Element> all(Element value) {
    return value - Values<Element>{};
  }
  template <class Element>
  static Values<Element> where(Mask<Element> passes, Values<Element> value) {
    return reinterpret_cast<Values<Element>>(reinterpret_cast<Mask<Element>>(value) & passes);
  }

  /// What is left of `ahead` when the first event comes.
  static double ahead_then(const Lanes& lanes, std::size_t lane, double gap) {
    const double ahead = lanes.ahead[lane] - gap * lanes.scale[lane];
    return ahead > 0 ? ahead : 0;
  }
  static void set_ahead(Lanes& lanes, std::size_t lane, double ahead) { lanes.ahead[lane] = ahead > 0 ? ahead : 0; }

  // One vector of lanes each. With x = tat - tolerance an event at t passes when x <= t; then
  // x = max(x, t - tolerance) + interval. For an event that is refused max(x, t - tolerance) is x, which spares a
  // choice. In whole numbers only "greater" is one instruction, so time is told as what comes after it: t + 1.
  struct Narrow {
    using Element = std::int32_t;

    Values<Element> x;
    Values<Element> past_tolerance;  ///< one more than it
    Values<Element> interval;
    Mask<Element> passed;
    const Element* after;

    void take(std::size_t event) {
      const Values<Element> later = all(after[event]);
      const Mask<Element> passes = later > x;
      const Values<Element> full = later - past_tolerance;
      x = (x > full ? x : full) + where<Element>(passes, interval);
      passed -= passes;
    }
  };

  struct Wide {
    Values<double> x;
    Values<double> tolerance;
    Values<double> interval;
    Values<double> scale;
    Mask<double> passed;

    void take(double step) {
      const Values<double> time = step * scale;
      const Mask<double> passes = x <= time;
      const Values<double> full = time - tolerance;
      x = (x > full ? x : full) + where<double>(passes, interval);
      passed -= passes;
    }
  };

  // With y = tat - capacity, not before t - capacity, an event of cost c passes when y + c * interval <= t; what it
  // takes is then added. One of cost 0 passes, as y <= t, and changes nothing.
  struct Costs {
    Values<double> y;
    Values<double> capacity;
    Values<double> interval;
    Values<double> scale;
    Mask<double> passed;
    Values<double> passed_cost;

    void take(double step, double cost) {
      const Values<double> time = step * scale;
      const Values<double> taken = cost * interval;
      const Values<double> full = time - capacity;
      y = y > full ? y : full;
      const Mask<double> passes = y + taken <= time;
      y += where<double>(passes, taken);
      passed_cost += where<double>(passes, all(cost));
      passed -= passes;
    }
  };

  static Narrow narrow(const Lanes& lanes, std::size_t begin, const std::int32_t* const* after, double gap) {
    constexpr std::size_t count = width<std::int32_t>;
    alignas(bytes) std::int32_t x[count];
    alignas(bytes) std::int32_t past_tolerance[count];
    alignas(bytes) std::int32_t interval[count];
    for (std::size_t i = 0; i < count; ++i) {
      const double tolerance = lanes.tolerance[begin + i];
      x[i] = static_cast<std::int32_t>(ahead_then(lanes, begin + i, gap) - tolerance);
      past_tolerance[i] = static_cast<std::int32_t>(tolerance) + 1;
      interval[i] = static_cast<std::int32_t>(lanes.interval[begin + i]);
    }
    Narrow lane;
    lane.x = load(x);
    lane.past_tolerance = load(past_tolerance);
    lane.interval = load(interval);
    lane.passed = Mask<std::int32_t>{};
    lane.after = after[begin / lanes_a_pack];
    return lane;
  }

  static void hand_back(Lanes& lanes, std::size_t begin, const Narrow& from, std::size_t events) {
    const double last = from.after[events - 1] - 1;
    for (std::size_t i = 0; i < width<std::int32_t>; ++i) {
      set_ahead(lanes, begin + i, from.x[i] + lanes.tolerance[begin + i] - last);
      lanes.passed[begin + i] += from.passed[i];
    }
  }

  static void count_narrow(Lanes& lanes, std::size_t used, const std::int32_t* const* after, std::size_t events,
                           double gap) {
    constexpr std::size_t count = width<std::int32_t>;
    for (std::size_t begin = 0; begin < used; begin += 4 * count) {
      Narrow a = narrow(lanes, begin, after, gap);
      Narrow b = narrow(lanes, begin + count, after, gap);
      Narrow c = narrow(lanes, begin + 2 * count, after, gap);
      Narrow d = narrow(lanes, begin + 3 * count, after, gap);
      for (std::size_t event = 0; event < events; ++event) {
        a.take(event);
        b.take(event);
        c.take(event);
        d.take(event);
      }
      hand_back(lanes, begin, a, events);
      hand_back(lanes, begin + count, b, events);
      hand_back(lanes, begin + 2 * count, c, events);
      hand_back(lanes, begin + 3 * count, d, events);
    }
  }

  static Wide wide(const Lanes& lanes, std::size_t begin, double gap) {
    constexpr std::size_t count = width<double>;
    alignas(bytes) double x[count];
    for (std::size_t i = 0; i < count; ++i) x[i] = ahead_then(lanes, begin + i, gap) - lanes.tolerance[begin + i];
    Wide lane;
    lane.x = load(x);
    lane.tolerance = load(lanes.tolerance + begin);
    lane.interval = load(lanes.interval + begin);
    lane.scale = load(lanes.scale + begin);
    lane.passed = Mask<double>{};
    return lane;
  }

  static void hand_back(Lanes& lanes, std::size_t begin, const Wide& from, double last) {
    for (std::size_t i = 0; i < width<double>; ++i) {
      set_ahead(lanes, begin + i, from.x[i] + lanes.tolerance[begin + i] - last * lanes.scale[begin + i]);
      lanes.passed[begin + i] += from.passed[i];
    }
  }

  static void count_wide(Lanes& lanes, std::size_t used, const double* steps, std::size_t events, double gap) {
    constexpr std::size_t count = width<double>;
    const double first = steps[0];
    for (std::size_t begin = 0; begin < used; begin += 4 * count) {
      Wide a = wide(lanes, begin, gap);
      Wide b = wide(lanes, begin + count, gap);
      Wide c = wide(lanes, begin + 2 * count, gap);
      Wide d = wide(lanes, begin + 3 * count, gap);
      for (std::size_t event = 0; event < events; ++event) {
        const double step = steps[event] - first;
        a.take(step);
        b.take(step);
        c.take(step);
        d.take(step);
      }
      const double last = steps[events - 1] - first;
      hand_back(lanes, begin, a, last);
      hand_back(lanes, begin + count, b, last);
      hand_back(lanes, begin + 2 * count, c, last);
      hand_back(lanes, begin + 3 * count, d, last);
    }
  }

  static Costs with_costs(const Lanes& lanes, std::size_t begin, double gap) {
    constexpr std::size_t count = width<double>;
    alignas(bytes) double y[count];
    alignas(bytes) double capacity[count];
    for (std::size_t i = 0; i < count; ++i) {
      capacity[i] = lanes.tolerance[begin + i] + lanes.interval[begin + i];
      y[i] = ahead_then(lanes, begin + i, gap) - capacity[i];
    }
    Costs lane;
    lane.y = load(y);
    lane.capacity = load(capacity);
    lane.interval = load(lanes.interval + begin);
    lane.scale = load(lanes.scale + begin);
    lane.passed = Mask<double>{};
    lane.passed_cost = Values<double>{};
    return lane;
  }

  static void hand_back(Lanes& lanes, std::size_t begin, const Costs& from, double last) {
    for (std::size_t i = 0; i < width<double>; ++i) {
      set_ahead(lanes, begin + i, from.y[i] + from.capacity[i] - last * lanes.scale[begin + i]);
      lanes.passed[begin + i] += from.passed[i];
      lanes.passed_cost[begin + i] += static_cast<std::int64_t>(from.passed_cost[i]);
    }
  }

  static void count_costs(Lanes& lanes, std::size_t used, const double* steps, const double* costs, std::size_t events,
                          double gap) {
    constexpr std::size_t count = width<double>;
    const double first = steps[0];
    for (std::size_t begin = 0; begin < used; begin += 2 * count) {
      Costs a = with_costs(lanes, begin, gap);
      Costs b = with_costs(lanes, begin + count, gap);
      for (std::size_t event = 0; event < events; ++event) {
        const double step = steps[event] - first;
        a.take(step, costs[event]);
        b.take(step, costs[event]);
      }
      const double last = steps[events - 1] - first;
      hand_back(lanes, begin, a, last);
      hand_back(lanes, begin + count, b, last);
    }
  }

  static constexpr LaneKernels table{in_steps, after_in_units, count_narrow, count_wide, count_costs};
};

}  // namespace
}  // namespace ratereplay
