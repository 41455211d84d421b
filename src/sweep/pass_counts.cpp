#include "sweep/pass_counts.hpp"

#include <algorithm>
#include <variant>

#include "replay/limiter_run.hpp"
#include "sweep/bucket_lanes.hpp"

namespace ratereplay {

namespace {

/// The bucket whose decisions are those of the limiter, where there is one.
std::optional<BucketScale> bucket_of(const AnyLimiter& limiter) {
  if (const auto* bucket = std::get_if<TokenBucket>(&limiter)) {
    if (bucket->initial != bucket->burst) return std::nullopt;
    return bucket_scale(bucket->rate, bucket->burst);
  }
  if (const auto* bucket = std::get_if<Gcra>(&limiter)) return bucket_scale(bucket->rate, bucket->burst);
  if (const auto* bucket = std::get_if<LeakyBucket>(&limiter)) return bucket_scale(bucket->rate, bucket->burst);
  if (const auto* pacer = std::get_if<Pacer>(&limiter)) return bucket_scale(pacer->rate, 1);
  if (const auto* queue = std::get_if<LeakyQueue>(&limiter))
    return bucket_scale(queue->rate, Fraction(static_cast<Int128>(queue->queue) + 1));
  return std::nullopt;
}

}  // namespace

/// Limiters that are counted by one thread at a time.
struct PassCounter::Part {
  std::vector<std::size_t> in_lanes;  ///< places among all limiters
  std::vector<BucketScale> scales;
  std::optional<BucketLanes> lanes;

  std::vector<std::size_t> alone;
  std::vector<std::unique_ptr<LimiterRun>> runs;
};

PassCounter::PassCounter(std::span<const AnyLimiter> limiters, std::size_t threads, Of what)
    : what_(what), limiters_(limiters.begin(), limiters.end()) {
  std::vector<std::size_t> in_lanes;
  std::vector<BucketScale> scales;
  std::vector<std::size_t> alone;
  for (std::size_t place = 0; place < limiters_.size(); ++place) {
    naming(limiters_[place], [&] {
      const std::optional<BucketScale> bucket =
          what_ == Of::passes ? bucket_of(limiters_[place]) : std::optional<BucketScale>();
      if (bucket && BucketLanes::suits(*bucket)) {
        in_lanes.push_back(place);
        scales.push_back(*bucket);
      } else {
        alone.push_back(place);
      }
    });
  }

  // More parts than threads, which then need not wait for the longest; but lanes are cheaper the more there are.
  const std::size_t most = threads == 1 ? 1 : 2 * threads;
  const std::size_t lane_parts = std::min(most, (in_lanes.size() + lanes_at_once - 1) / lanes_at_once);
  for (std::size_t part = 0; part < lane_parts; ++part) {
    const std::size_t begin = in_lanes.size() * part / lane_parts;
    const std::size_t end = in_lanes.size() * (part + 1) / lane_parts;
    auto made = std::make_unique<Part>();
    for (std::size_t i = begin; i < end; ++i) {
      made->in_lanes.push_back(in_lanes[i]);
      made->scales.push_back(scales[i]);
    }
    parts_.push_back(std::move(made));
  }
  const std::size_t alone_parts = std::min(4 * threads, alone.size());
  for (std::size_t part = 0; part < alone_parts; ++part) {
    auto made = std::make_unique<Part>();
    for (std::size_t i = part; i < alone.size(); i += alone_parts) made->alone.push_back(alone[i]);
    parts_.push_back(std::move(made));
  }
}

PassCounter::~PassCounter() = default;

void PassCounter::begin(const TraceOutline& outline) {
  for (const auto& part : parts_) {
    if (!part->scales.empty()) part->lanes.emplace(part->scales, outline.unit_costs, BucketLanes::fastest_kernels());
    part->runs.clear();
    for (const std::size_t place : part->alone) {
      const AnyLimiter& limiter = limiters_[place];
      part->runs.push_back(what_ == Of::passes
                               ? start_counting(limiter, {.outline = {outline.unit_costs}})
                               : start_watching(limiter, {default_window(limiter), {outline.unit_costs}}));
    }
  }
}

void PassCounter::take(std::size_t part, const Events& block) {
  Part& taking = *parts_[part];
  if (taking.lanes) taking.lanes->feed(block);
  for (std::size_t i = 0; i < taking.runs.size(); ++i)
    naming(limiters_[taking.alone[i]], [&] { taking.runs[i]->feed(block); });
}

std::vector<PassCounts> PassCounter::counts() {
  std::vector<PassCounts> counts(limiters_.size());
  for (const auto& part : parts_) {
    if (part->lanes) {
      const std::vector<PassCounts> of_lanes = part->lanes->counts();
      for (std::size_t i = 0; i < of_lanes.size(); ++i) counts[part->in_lanes[i]] = of_lanes[i];
    }
    for (std::size_t i = 0; i < part->runs.size(); ++i) {
      naming(limiters_[part->alone[i]], [&] {
        const ReplaySummary summary = part->runs[i]->summary();
        counts[part->alone[i]] = {summary.passed, summary.passed_cost};
        if (what_ == Of::busiest) counts[part->alone[i]].busiest = summary.busiest;
      });
    }
  }
  return counts;
}

void consume(const Events& events, EventConsumer& consumer, Workers& workers) {
  consumer.begin({events.unit_costs()});
  if (events.empty()) return;
  workers.for_each(consumer.parts(), [&](std::size_t part) { consumer.take(part, events); });
}

std::vector<PassCounts> count_passes(const Events& events, std::span<const AnyLimiter> limiters, Workers& workers) {
  PassCounter counter(limiters, workers.threads());
  consume(events, counter, workers);
  return counter.counts();
}

}  // namespace ratereplay
