#include "trace/intake.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/error.hpp"
#include "trace/trace_notes.hpp"

namespace ratereplay {

Intake::Intake(const ReadingPlan& plan, const ReadingMeans& means, EventConsumer& consumer, Way way)
    : plan_(plan),
      means_(means),
      way_(way),
      findings_(plan),
      keys_(plan.numbers_keys() ? std::make_shared<Keys>(plan.key_choices, means.key_memory) : nullptr),
      delivery_(consumer, means.workers, TraceOutline{!plan.cost.has_value(), keys_}),
      sorter_(means.memory) {}

bool Intake::take(SiftedRows rows, std::uint64_t lines_above) {
  const bool out_of_order = rows.findings.rows.reordered > 0;
  findings_.append(rows.findings, lines_above);
  if (rows.kept.arrival.empty()) return true;
  if (keys_) number_keys(rows);
  for (std::uint64_t& line : rows.kept.line) line += lines_above;
  if (way_ == Way::sorted) {
    sort_by_time(rows.kept);
    sorter_.add(std::move(rows.kept));
    return true;
  }
  if (plan_.options.order == Order::file) {
    hold_at_maximum(rows.kept.arrival);
  } else if (out_of_order) {
    return false;
  }
  delivery_.add(std::move(rows.kept));
  return true;
}

void Intake::number_keys(SiftedRows& rows) {
  std::vector<KeyId> numbers;
  numbers.reserve(rows.keys.size());
  try {
    keys_->intern(rows.keys, numbers);
  } catch (const Error& error) {
    throw Error(plan_.name + ": " + error.what());
  }
  for (KeyId& key : rows.kept.key) key = numbers[key];
}

void Intake::hold_at_maximum(std::vector<std::int64_t>& arrival) {
  if (maximum_) arrival.front() = std::max(arrival.front(), *maximum_);
  std::inclusive_scan(arrival.begin(), arrival.end(), arrival.begin(),
                      [](std::int64_t a, std::int64_t b) { return std::max(a, b); });
  maximum_ = arrival.back();
}

TraceSummary Intake::finish(const RowSifter& sifter) {
  if (way_ == Way::sorted) {
    const std::uint64_t bytes = findings_.rows.kept * sizeof(std::int64_t);
    sorter_.for_each_block([&](const Events& block) {
      delivery_.add(block);
      delivery_.run(0, {});
      if (means_.progress) means_.progress(delivery_.events() * sizeof(std::int64_t), bytes);
    });
  }
  delivery_.finish();
  TraceSummary summary = sum_up(plan_, findings_, sifter.style(), sifter.updated_style());
  summary.events = delivery_.events();
  summary.extent = delivery_.extent();
  summary.keys = keys_;
  return summary;
}

}  // namespace ratereplay
