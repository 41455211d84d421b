#include "report/limiter_labels.hpp"

#include <algorithm>
#include <string_view>

#include "limiter/catalogue.hpp"

namespace ratereplay {

namespace {

std::string_view family_of(const LimiterRow& row) {
  const auto all = catalogue();
  const auto limiter = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.name == row.name; });
  return limiter->family;
}

}  // namespace

std::string label_of(const LimiterRow& row, const std::vector<LimiterRow>& rows) {
  const auto same = [&](const LimiterRow& other) { return other.name == row.name; };
  return std::count_if(rows.begin(), rows.end(), same) == 1 ? row.name : row.spec;
}

std::vector<LimiterGroup> grouped_families(
    const std::vector<LimiterRow>& rows,
    const std::function<bool(const ReplaySummary& a, const ReplaySummary& b)>& same) {
  std::vector<LimiterGroup> groups;
  for (const LimiterRow& row : rows) {
    const std::string_view family = family_of(row);
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const LimiterGroup& before) {
      return !family.empty() && family_of(*before.row) == family && same(before.row->summary, row.summary);
    });
    if (group == groups.end()) {
      groups.push_back({label_of(row, rows), &row});
    } else {
      group->label += ", " + label_of(row, rows);
    }
  }
  return groups;
}

std::string narrow_heading(std::string_view label) {
  std::string heading;
  for (const char c : label) {
    if (c == ' ') continue;
    heading += c;
    if (c == '-' || c == ':' || c == ',') heading += '\n';
  }
  return heading;
}

}  // namespace ratereplay
