#pragma once

#include <array>
#include <string>
#include <utility>

#include "core/events.hpp"
#include "core/instant.hpp"
#include "core/rate.hpp"
#include "limiter/arithmetic.hpp"
#include "limiter/description.hpp"
#include "limiter/gcra.hpp"
#include "limiter/spec_reader.hpp"

namespace ratereplay {

/// The strict leaky bucket: events at least an emission interval apart, `gcra` with a burst of 1.
/// Source: ITU-T I.371, peak cell rate without tolerance.
struct Pacer {
  Rate rate;

  static constexpr std::array parameters{
      Parameter{"rate", "RATE", "one event an emission interval, as 5/h"},
  };
  static constexpr Description description{
      .name = "pacer",
      .rule = "passes when the last event passed is at least an emission interval ago; gcra with burst 1",
      .parameters = parameters,
      .promise = "floor(1 + rate*(T-1))",
      .memory = "8 bytes",
      .source = "ITU-T I.371, peak cell rate without tolerance",
  };

  static Pacer from(const SpecReader& reader) { return {reader.rate()}; }

  static Pacer for_comparison(const Rate& rate, const Fraction& /*burst*/) { return {rate}; }

  std::string text() const { return "rate=" + rate.text; }

  Duration own_window() const { return rate.period; }

  Int128 quota() const { return 1; }

  Int128 promise(Duration length) const { return gcra().promise(length); }

  using Rules = Gcra::Rules;

  template <class F>
  decltype(auto) with_rule(const Extent& extent, F&& f) const {
    return gcra().with_rule(extent, std::forward<F>(f));
  }

 private:
  Gcra gcra() const { return {rate, 1}; }
};

}  // namespace ratereplay
