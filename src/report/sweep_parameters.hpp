#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "core/fraction.hpp"
#include "core/instant.hpp"
#include "core/rate.hpp"
#include "core/text.hpp"
#include "limiter/catalogue.hpp"
#include "limiter/spec_reader.hpp"

namespace ratereplay {

/// The parameters that a sweep varies, of a configuration that has them.
struct SweptParameters {
  std::optional<Rate> rate;
  std::optional<Fraction> burst;
  std::optional<std::int64_t> queue;
  std::optional<std::int64_t> limit;
  std::optional<Duration> window;

  explicit SweptParameters(const AnyLimiter& limiter) {
    std::visit(
        [&]<class Limiter>(const Limiter& each) {
          if constexpr (!is_dialect<Limiter> && !is_marker<Limiter>) {
            if constexpr (requires { each.rate; }) rate = each.rate;
            if constexpr (requires { each.burst; }) burst = each.burst;
            if constexpr (requires { each.queue; }) queue = each.queue;
            if constexpr (requires { each.limit; }) limit = each.limit;
            if constexpr (requires { each.window; }) window = each.window;
          }
        },
        limiter);
  }

  /// What the least that drops nothing is sought of: its name and its value.
  std::string size_name() const { return burst ? "burst" : queue ? "queue" : limit ? "limit" : ""; }
  Fraction size() const { return burst ? *burst : Fraction(queue ? *queue : limit.value_or(0)); }
  std::string size_text() const { return burst ? amount_text(*burst) : grouped(queue ? *queue : *limit); }
  /// What it is sought for.
  std::string pace_name() const { return rate ? "rate" : "window"; }
  std::string pace_text() const { return rate ? rate->text : compact_text(*window); }
};

}  // namespace ratereplay
