#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "replay/nginx_replay.hpp"
#include "report/format.hpp"
#include "report/table.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// What a zone did at a place that asks it.
struct NginxRow {
  std::string zone;
  std::string key;    ///< as the configuration has it
  std::string rate;   ///< "10r/s"
  std::string place;  ///< "/login/"
  std::string where;  ///< FILE:LINE
  std::int64_t burst = 0;
  std::optional<std::int64_t> delay;  ///< none: nodelay
  bool dry_run = false;
  NginxCounts counts;
};

struct NginxResult {
  std::string conf;  ///< its name
  std::vector<std::string> notes;
  std::vector<NginxRow> rows;  ///< place by place
  NginxRequests requests;
};

/// The result of `replay --nginx-conf`; as CSV the rows alone.
std::string nginx_report(const NginxResult& result, const TraceSummary& trace, Format format, const Style& style);

}  // namespace ratereplay
