#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/instant.hpp"
#include "core/key_id.hpp"
#include "core/keys.hpp"
#include "limiter/catalogue.hpp"
#include "metrics/foremost.hpp"
#include "replay/limiter_run.hpp"
#include "replay/summary.hpp"

namespace ratereplay {

/// The first event that one of two limiters passed and the other refused.
struct FirstDifference {
  std::uint64_t number = 0;           ///< in replay order, from 1
  std::optional<std::uint64_t> line;  ///< of the file, where lines were asked for
  Instant time;
  KeyId key = 0;  ///< where each key has a limiter of its own
  Cost cost = 1;
  std::array<Verdict, 2> verdicts;
};

/// Events, of one key, that follow each other in replay order, each passed by the same one of two limiters and refused
/// by the other. Any other event of the key ends it.
struct DifferingStretch {
  std::uint64_t number = 0;  ///< of the first event, from 1
  Instant from;              ///< of the first event
  Instant to;                ///< of the last
  EventCount count;
  std::size_t passed_by = 0;  ///< which of the two: 0 or 1
  KeyId key = 0;              ///< where each key has a limiter of its own

  /// The longer first, by events, of equals the earlier.
  friend bool operator<(const DifferingStretch& a, const DifferingStretch& b) noexcept {
    return a.count.events != b.count.events ? a.count.events > b.count.events : a.number < b.number;
  }
};

/// How the decisions of two limiters on one trace differ.
struct DifferenceSummary {
  EventCount both_passed;
  EventCount both_refused;
  std::array<EventCount, 2> passed_by_one;  ///< by the first alone, by the second alone
  std::optional<FirstDifference> first;
  std::uint64_t stretches = 0;
  std::vector<DifferingStretch> longest;
};

/// Two limiters side by side on a trace that comes in blocks. In memory for the longest stretches and, with keys, for
/// each key whose last event differed.
class DifferenceRun {
 public:
  /// `longest`: how many of the longest stretches are kept. Of the options, window and memory have no meaning.
  DifferenceRun(std::array<AnyLimiter, 2> limiters, std::size_t longest, const RunOptions& options);

  /// The next events, in order. Throws Error naming the limiter whose parameters cannot be represented exactly.
  void feed(const Events& block);

  DifferenceSummary summary() const;

 private:
  /// A limiter on its way.
  struct Side {
    AnyLimiter limiter;
    std::unique_ptr<DecisionRun> run;
    std::unique_ptr<DecisionRun> behind;  ///< as far as no event differed, then none
    Decisions decisions = {};
  };

  void look_for_first(const Events& block);
  void count(const Events& events, std::uint64_t first, std::uint64_t second);
  void follow(const Events& events, const std::array<std::uint64_t, 2>& passed_by_one);
  void follow_keys(const Events& events, const std::array<std::uint64_t, 2>& passed_by_one);
  KeyId key_of(const Events& events, std::size_t event) const noexcept;
  void end(DifferingStretch& stretch);

  std::shared_ptr<const Keys> keys_;
  std::optional<std::size_t> choice_;
  std::array<Side, 2> sides_;
  std::uint64_t events_ = 0;
  DifferenceSummary summary_;
  DifferingStretch current_;  ///< where all have one key; without events: none
  std::unordered_map<KeyId, DifferingStretch> current_of_;
  std::vector<bool> is_current_of_;  ///< by key
  Foremost<DifferingStretch> longest_;
};

}  // namespace ratereplay
