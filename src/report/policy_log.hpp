#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/instant.hpp"
#include "core/sink.hpp"
#include "policy/rules.hpp"
#include "report/decision_log.hpp"

namespace ratereplay {

/// Writes what a policy decided on each event, a row for each, piece by piece: `line`, `time`, `client`, `passed`,
/// `layer` and `rule` of the one that refused it, and in `refusing` every rule that would have, shadow rules too.
class PolicyLog {
 public:
  /// `policy` must outlive it.
  PolicyLog(LogFormat format, const Policy& policy, Sink sink);

  /// The next event. `line` and `client`: none where they are not known. `refusing`: by rule, in their order.
  void add(const std::optional<std::uint64_t>& line, Instant time, const std::optional<std::string_view>& client,
           const std::optional<std::size_t>& refused_by, const std::vector<std::size_t>& refusing);

  /// Once, behind the last row.
  void finish();

 private:
  LogFormat format_;
  const Policy& policy_;
  Sink sink_;
  std::string rows_;
};

}  // namespace ratereplay
