#include "cli/dialect_runs.hpp"

#include <array>
#include <optional>
#include <utility>

namespace ratereplay {

DialectRuns::DialectRuns(DialectsForComparison dialects, Duration window)
    : dialects_(std::move(dialects)), window_(window) {}

void DialectRuns::begin(const TraceOutline& outline) {
  runs_.clear();
  RunOptions options{.window = window_, .outline = outline};
  if (outline.keys) options.choice = 0;
  for (const AnyLimiter& dialect : dialects_.limiters) {
    naming(dialect, [&] {
      runs_.push_back({start_watching(dialect, options),
                       std::make_unique<DifferenceRun>(std::array{dialect, ideal_of(dialect).value()}, 0, options)});
    });
  }
}

void DialectRuns::take(std::size_t part, const Events& block) {
  Run& run = runs_[part / 2];
  if (part % 2 == 0)
    naming(dialects_.limiters[part / 2], [&] { run.watched->feed(block); });
  else
    run.beside_ideal->feed(block);
}

DialectResult DialectRuns::result() const {
  DialectResult result;
  result.window = window_;
  for (const Unsayable& each : dialects_.left_out) result.left_out.push_back({std::string(each.name), each.why});
  for (std::size_t index = 0; index < runs_.size(); ++index) {
    const AnyLimiter& dialect = dialects_.limiters[index];
    const AnyLimiter ideal = ideal_of(dialect).value();
    naming(dialect, [&] {
      const Fraction drift = long_run_per_ns(dialect) / long_run_per_ns(ideal) - Fraction(1);
      result.rows.push_back({spec_text(dialect), std::string(name_of(dialect)), spec_text(ideal),
                             std::string(name_of(ideal)), runs_[index].watched->summary(),
                             runs_[index].beside_ideal->summary(), promise(dialect, window_), drift});
    });
  }
  return result;
}

}  // namespace ratereplay
