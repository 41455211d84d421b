#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/fraction.hpp"
#include "core/int128.hpp"
#include "core/keys.hpp"
#include "metrics/busiest.hpp"
#include "picture/bins.hpp"
#include "replay/answer.hpp"

namespace ratereplay {

/// The most events that a scene has one by one; of more it has counts over time alone.
inline constexpr std::size_t most_scene_events = 2'000'000;

/// The events of a scene, as they come.
class SceneEvents {
 public:
  /// The next events, in order.
  void add(const Events& block);

  /// All of them; none where they are more than `most_scene_events`.
  const EventColumns& columns() const noexcept { return columns_; }
  std::uint64_t count() const noexcept { return count_; }
  bool has_each() const noexcept { return count_ <= most_scene_events; }
  const Bins& bins() const noexcept { return bins_; }

 private:
  EventColumns columns_;
  Bins bins_;
  std::uint64_t count_ = 0;
};

/// What was decided on the same events, as it comes. Numbers are varints: unsigned LEB128, seven bits a byte, the low
/// ones first.
class SceneDecisions {
 public:
  /// Where it is known what a client would be told.
  void add(Instant time, const Answer& answer);
  /// Where it is not.
  void add(Instant time, bool passed);

  bool has_each() const noexcept { return count_ <= most_scene_events; }
  bool passed(std::size_t event) const noexcept {
    return (static_cast<unsigned char>(passed_[event / 8]) >> event % 8 & 1) != 0;
  }
  /// Event i is bit i % 8 of byte i / 8.
  const std::string& passed_bits() const noexcept { return passed_; }
  /// A varint for each event that was refused: 1 + ns, or 0 where it can never pass or not within 584 years; empty
  /// where it is not known.
  const std::string& retry_after() const noexcept { return retry_after_; }
  /// A varint for each event that passed: ns until it leaves, at most 584 years; empty where none was delayed.
  const std::string& delay() const noexcept { return has_delays_ ? delay_ : none_; }
  /// A varint for each event: the room after the decision; empty where it is not known.
  const std::string& remaining() const noexcept { return remaining_; }
  /// Of those that passed.
  const Bins& bins() const noexcept { return bins_; }

 private:
  void add_bit(Instant time, bool passed);

  std::string passed_;
  std::string retry_after_;
  std::string delay_;
  std::string remaining_;
  std::string none_;
  Bins bins_;
  std::uint64_t count_ = 0;
  bool has_delays_ = false;
};

/// A row of a scene: a limiter, or another way to decide on the events.
struct SceneRow {
  std::string name;       ///< as the report labels it
  std::string spec = {};  ///< more of it; may be empty
  std::uint64_t passed = 0;
  std::uint64_t dropped = 0;
  Cost passed_cost = 0;
  Cost dropped_cost = 0;
  std::optional<Int128> promise = {};
  std::optional<BusiestWindow> busiest = {};    ///< of those that passed; of a shaper: that departed
  std::optional<std::string> busiest_key = {};  ///< whose it is, where each key has a limiter of its own
  std::string busiest_of = {};                  ///< what it counts, where that is something else: "attempt"
  std::optional<Int128> capacity = {};          ///< the most room, where there is a bucket
  std::optional<Fraction> initial = {};         ///< the room that it begins with, likewise
  std::optional<Fraction> refill_per_ns = {};   ///< how its room grows, where it does so steadily
  std::optional<SceneEvents> own = {};          ///< the decisions are about these: attempts of clients that came back
  SceneDecisions decisions = {};
};

/// Events in time, and below them a row for each way to decide on them.
struct Scene {
  SceneEvents events;
  bool unit_costs = true;
  std::shared_ptr<const Keys> keys = nullptr;  ///< whose numbers the events bear, by the first choice
  std::vector<SceneRow> rows = {};
};

/// `38 in 1 h`, `189 attempts in 1 h`: of a row that has a busiest window.
std::string busiest_text(const SceneRow& row);

/// Appends a varint.
void append_varint(std::string& bytes, std::uint64_t value);

}  // namespace ratereplay
