#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fraction.hpp"
#include "core/instant.hpp"
#include "core/rate.hpp"
#include "limiter/description.hpp"

namespace ratereplay {

/// The `KEY=VALUE,...` of a spec text, checked against the parameters that a limiter has. Every member throws Error, a
/// line that names the spec, the parameter and the mend.
class SpecReader {
 public:
  /// `spec` is the whole text, for messages; `assignments` what follows the colon. Refuses unknown and repeated keys.
  SpecReader(std::string_view spec, const Description& limiter, std::string_view assignments);

  bool has(std::string_view key) const noexcept;

  Rate rate(std::string_view key = "rate") const;

  struct LimitAndWindow {
    std::int64_t limit;
    Duration window;
  };
  LimitAndWindow limit_and_window() const;  ///< of `limit` and `window`, or of `rate`: its count and period

  std::int64_t whole(std::string_view key, std::int64_t least) const;                     ///< least..INT64_MAX
  std::int64_t whole(std::string_view key, std::int64_t least, std::int64_t most) const;  ///< least..most
  /// fallback..most; `fallback` when it is not given.
  std::int64_t whole_up_to(std::string_view key, std::int64_t fallback, std::int64_t most) const;
  Duration duration(std::string_view key) const;         ///< > 0
  std::string_view typed(std::string_view key) const;    ///< as typed, not empty
  Fraction amount(std::string_view key) const;           ///< >= 0
  Fraction burst(std::string_view key = "burst") const;  ///< > 0
  Duration signed_duration(std::string_view key) const;

  /// Which of the choices of the parameter's form: 0, the default, when it is not given.
  std::size_t choice(std::string_view key) const;

  [[noreturn]] void fail(std::string_view message) const;

 private:
  const Parameter& parameter(std::string_view key) const;
  /// The value through one of the parsers of core, whose message is put behind the key.
  template <class Parse>
  auto parsed(std::string_view key, Parse parse) const;

  std::string_view spec_;
  const Description& limiter_;
  std::vector<std::pair<std::string_view, std::string_view>> assignments_;
};

/// What to say behind a word that is none of `candidates`: the nearest one, or all of them.
std::string instead_of(std::string_view word, std::span<const std::string> candidates);

/// An amount as it is typed: a decimal where that is exact and short, else a fraction.
std::string amount_text(const Fraction& amount);

}  // namespace ratereplay
