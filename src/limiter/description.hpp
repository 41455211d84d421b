#pragma once

#include <span>
#include <string_view>

namespace ratereplay {

/// A parameter of a limiter as help, suggestions and the spec reader know it.
struct Parameter {
  std::string_view key;
  /// Its form: `N`, `RATE`, `DURATION`, or the choices: `clock|first`, the default first; empty: it is given by its key
  /// alone.
  std::string_view value;
  std::string_view help;
  std::string_view fallback = {};   ///< what it is when not given; empty: it has to be given
  bool in_place_of_others = false;  ///< may be given instead of those that have to be given before it
};

/// What a limiter says about itself: the entry of the catalogue that help, reports and messages are made from.
struct Description {
  std::string_view name;
  std::string_view rule;  ///< one sentence: when an event passes
  std::span<const Parameter> parameters;
  std::string_view promise;      ///< the most cost passed in any half-open window of T, as a formula
  std::string_view memory;       ///< of one key
  std::string_view source;       ///< paper, standard or project
  std::string_view family = {};  ///< limiters of one family are one algorithm under several names; empty: none
  std::string_view drift = {};   ///< of a dialect: how its rate departs from the one configured; else empty
};

}  // namespace ratereplay
