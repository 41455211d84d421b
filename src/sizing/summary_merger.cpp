#include "sizing/summary_merger.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "core/error.hpp"
#include "core/text.hpp"
#include "trace/source_file.hpp"

namespace ratereplay {

namespace {

// As many as are still read; the summaries of the pieces have all.
constexpr std::size_t most_remarks = 50;

std::string kind_of(const SummarizedTrace& piece) {
  return piece.cost_column.empty() ? "has no costs" : "has the costs of column " + in_quotes(piece.cost_column);
}

void add_distinct(std::vector<std::string>& texts, const std::string& text) {
  if (!text.empty() && std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
}

}  // namespace

void SummaryMerger::check_fits(const SummarizedTrace& piece, const std::string& name) const {
  if (piece.trace.has_costs != whole_.trace.has_costs || !equal_ignoring_case(piece.cost_column, whole_.cost_column)) {
    throw Error(fmt::format("{} {}, and {} {}; merge summaries that were saved with the same --cost", name,
                            kind_of(piece), display_name(first_source_), kind_of(whole_)));
  }
  for (const auto& [key, count] : row_counts) {
    if (piece.trace.rows.*count > std::numeric_limits<std::uint64_t>::max() - whole_.trace.rows.*count) {
      throw Error(fmt::format("{}: with the pieces from {} on, more rows than can be counted", name,
                              display_name(first_source_)));
    }
  }
  if (piece.trace.events == 0 || whole_.trace.events == 0) return;
  const Extent& before = whole_.trace.extent;
  const Extent& extent = piece.trace.extent;
  if (extent.first < before.last) {
    throw Error(
        fmt::format("{} begins at {}, before {} ends at {}; name the pieces in the order of their times, each "
                    "once",
                    name, rfc3339_text(extent.first), last_name_, rfc3339_text(before.last)));
  }
  if (extent.total_cost > std::numeric_limits<Cost>::max() - before.total_cost) {
    throw Error(fmt::format("{}: with the pieces from {} on, costs of more than 2^63 - 1; use a coarser unit", name,
                            display_name(first_source_)));
  }
}

void SummaryMerger::add(SummarizedTrace piece, const std::string& source) {
  const std::string name = display_name(source);
  TraceSummary& whole = whole_.trace;
  const TraceSummary& trace = piece.trace;
  if (pieces_ == 0) {
    first_source_ = source;
    whole.has_costs = trace.has_costs;
    whole_.cost_column = piece.cost_column;
    // Alone, it says what it was made of, and its notes need no names.
    whole.notes.push_back("summary of " + (trace.source == "-" ? display_name(trace.source) : in_quotes(trace.source)));
    whole.notes.insert(whole.notes.end(), trace.notes.begin(), trace.notes.end());
    whole.warnings = trace.warnings;
  }
  check_fits(piece, name);
  if (trace.events > 0) {
    whole.extent = whole.events > 0 ? joined(whole.extent, trace.extent) : trace.extent;
    whole.events += trace.events;
    last_name_ = name;
  }
  for (const auto& [key, count] : row_counts) whole.rows.*count += trace.rows.*count;
  if (trace.resolution) whole.resolution = std::min(whole.resolution.value_or(*trace.resolution), *trace.resolution);
  add_distinct(time_columns_, trace.time_column);
  add_distinct(time_styles_, trace.time_style);
  notes_.add(trace.notes, name);
  warnings_.add(trace.warnings, name);
  chain_.add(std::move(piece.segment));
  ++pieces_;
}

SummarizedTrace SummaryMerger::take() {
  TraceSummary& whole = whole_.trace;
  whole.input = "rrs";
  whole.source = first_source_;
  whole.time_column = joined(time_columns_, ", ");
  whole.time_style = joined(time_styles_, ", ");
  if (pieces_ > 1) {
    whole.source = fmt::format("{} and {} more", display_name(first_source_), grouped(pieces_ - 1));
    whole.notes = notes_.texts("note");
    whole.warnings = warnings_.texts("warning");
  }
  whole_.segment = chain_.take();
  return std::move(whole_);
}

void SummaryMerger::Remarks::add(const std::vector<std::string>& texts, const std::string& name) {
  for (const std::string& text : texts) {
    const auto [place, is_new] = places_.emplace(text, remarks_.size());
    if (is_new) remarks_.push_back({text, name, 0});
    ++remarks_[place->second].pieces;
  }
}

std::vector<std::string> SummaryMerger::Remarks::texts(std::string_view noun) const {
  std::vector<std::string> texts;
  for (const Remark& remark : remarks_) {
    if (texts.size() == most_remarks) {
      texts.push_back(
          fmt::format("and {} more, in the summaries of the pieces", counted(remarks_.size() - most_remarks, noun)));
      break;
    }
    const std::string where = remark.pieces == 1
                                  ? in_quotes(remark.first)
                                  : fmt::format("{} and {} more", in_quotes(remark.first), grouped(remark.pieces - 1));
    texts.push_back(fmt::format("in {}: {}", where, remark.text));
  }
  return texts;
}

}  // namespace ratereplay
