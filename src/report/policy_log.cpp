#include "report/policy_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text.hpp"
#include "report/csv_cell.hpp"
#include "report/json.hpp"

namespace ratereplay {

PolicyLog::PolicyLog(LogFormat format, const Policy& policy, Sink sink)
    : format_(format), policy_(policy), sink_(std::move(sink)) {
  if (format_ == LogFormat::csv) rows_ = "line,time,client,passed,layer,rule,refusing\n";
}

void PolicyLog::add(const std::optional<std::uint64_t>& line, Instant time,
                    const std::optional<std::string_view>& client, const std::optional<std::size_t>& refused_by,
                    const std::vector<std::size_t>& refusing) {
  const PolicyRule* const rule = refused_by ? &policy_.rules[*refused_by] : nullptr;
  const std::string layer = rule == nullptr ? "" : policy_.layers[rule->layer];
  std::vector<std::string> names;
  names.reserve(refusing.size());
  for (const std::size_t each : refusing) names.push_back(policy_.rules[each].name);
  if (format_ == LogFormat::csv) {
    if (line) rows_ += fmt::format_int(*line).c_str();
    rows_ += "," + rfc3339_text(time) + ",";
    append_csv_cell(rows_, client.value_or(""));
    rows_ += rule == nullptr ? ",true," : ",false,";
    append_csv_cell(rows_, layer);
    rows_ += ',';
    append_csv_cell(rows_, rule == nullptr ? "" : rule->name);
    rows_ += ',';
    append_csv_cell(rows_, joined(names, ","));
    rows_ += '\n';
  } else {
    std::transform(names.begin(), names.end(), names.begin(),
                   [](const std::string& name) { return quoted_json(name); });
    rows_ += fmt::format(R"({{"line":{},"time":"{}","client":{},"passed":{},"layer":{},"rule":{},"refusing":[{}]}})",
                         line ? fmt::format("{}", *line) : "null", rfc3339_text(time),
                         client ? quoted_json(*client) : "null", rule == nullptr,
                         layer.empty() ? "null" : quoted_json(layer),
                         rule == nullptr ? "null" : quoted_json(rule->name), joined(names, ","));
    rows_ += '\n';
  }
  constexpr std::size_t enough = std::size_t{64} << 10;
  if (rows_.size() < enough) return;
  sink_(rows_);
  rows_.clear();
}

void PolicyLog::finish() { sink_(rows_); }

}  // namespace ratereplay
