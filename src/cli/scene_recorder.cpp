#include "cli/scene_recorder.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "report/limiter_labels.hpp"

namespace ratereplay {

namespace {

// Few enough that a core's cache holds the answers to them.
constexpr std::size_t events_at_once = 1024;

/// What the axis of a limiter's room reaches to, and how the room grows where it does so steadily.
void put_level(SceneRow& row, const AnyLimiter& limiter) {
  const bool is_bucket = std::holds_alternative<TokenBucket>(limiter) || std::holds_alternative<Gcra>(limiter) ||
                         std::holds_alternative<LeakyBucket>(limiter);
  row.capacity = quota(limiter);
  if (!is_bucket) return;
  row.refill_per_ns = long_run_per_ns(limiter);
  const auto* const bucket = std::get_if<TokenBucket>(&limiter);
  row.initial = bucket != nullptr ? bucket->initial : Fraction(*row.capacity);
}

}  // namespace

SceneRecorder::SceneRecorder(std::vector<AnyLimiter> limiters) : limiters_(std::move(limiters)) {}

void SceneRecorder::begin(const TraceOutline& outline) {
  outline_ = outline;
  events_ = {};
  decisions_.assign(limiters_.size(), {});
  answers_.assign(limiters_.size(), {});
  runs_.clear();
  RunOptions options{.outline = outline};
  if (outline.keys) options.choice = 0;
  for (std::size_t index = 0; index < limiters_.size(); ++index) {
    naming(limiters_[index], [&] { runs_.push_back(start_answering(limiters_[index], options, answers_[index])); });
  }
}

void SceneRecorder::take(std::size_t part, const Events& block) {
  if (part == limiters_.size()) {
    events_.add(block);
    return;
  }
  for (std::size_t begin = 0; begin < block.size(); begin += events_at_once) {
    const Events events = block.part(begin, std::min(events_at_once, block.size() - begin));
    answers_[part].clear();
    naming(limiters_[part], [&] { runs_[part]->feed(events); });
    for (std::size_t event = 0; event < events.size(); ++event)
      decisions_[part].add(events.time(event), answers_[part][event]);
  }
}

Scene SceneRecorder::scene(const std::vector<LimiterRow>& rows) {
  Scene scene{std::move(events_), outline_.unit_costs, outline_.keys};
  for (std::size_t index = 0; index < rows.size(); ++index) {
    const ReplaySummary& summary = rows[index].summary;
    SceneRow row{.name = label_of(rows[index], rows),
                 .spec = rows[index].spec,
                 .passed = summary.passed,
                 .dropped = summary.dropped,
                 .passed_cost = summary.passed_cost,
                 .dropped_cost = summary.dropped_cost,
                 .promise = rows[index].promise,
                 .busiest = summary.busiest};
    if (summary.keyed && summary.keyed->busiest.events)
      row.busiest_key = outline_.keys->text(0, *summary.keyed->busiest.events);
    // Each client has a level of its own; one line through all of them would mean nothing.
    if (!outline_.keys) put_level(row, limiters_[index]);
    row.decisions = std::move(decisions_[index]);
    scene.rows.push_back(std::move(row));
  }
  return scene;
}

}  // namespace ratereplay
