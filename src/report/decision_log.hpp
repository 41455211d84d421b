#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/cost.hpp"
#include "core/instant.hpp"
#include "core/sink.hpp"
#include "limiter/catalogue.hpp"
#include "replay/answer.hpp"

namespace ratereplay {

enum class LogFormat { csv, json_lines };

/// Writes what each limiter decided on each event, a row for each of both, piece by piece. The RateLimit fields are
/// those of draft-ietf-httpapi-ratelimit-headers-03, the status that of RFC 6585.
class DecisionLog {
 public:
  DecisionLog(LogFormat format, const std::vector<AnyLimiter>& limiters, Sink sink);

  /// The event that the next answers are to. `line` and `key`: none where they are not known.
  void begin_event(const std::optional<std::uint64_t>& line, Instant time, const std::optional<std::string_view>& key,
                   Cost cost);
  /// Of the limiter with this index.
  void add(std::size_t limiter, const Answer& answer);

  /// Once, behind the last row.
  void finish() { flush(); }

  /// How many events had a key of which not every byte is in the log: in JSON lines those that are not UTF-8 are
  /// U+FFFD.
  std::uint64_t replaced_keys() const noexcept { return replaced_keys_; }

 private:
  enum Column : std::size_t {
    line,
    time,
    key,
    cost,
    limiter,
    passed,
    status,
    delay,
    retry_after_exact,
    retry_after,
    limit,
    remaining,
    reset,
    columns
  };
  static constexpr std::array<std::string_view, columns> names = {
      "line",           "time",    "key",           "cost",        "limiter",         "passed",
      "status",         "delay_s", "retry_after_s", "retry_after", "ratelimit_limit", "ratelimit_remaining",
      "ratelimit_reset"};

  /// What is the same in all rows of a limiter.
  struct Fixed {
    std::string passed;   ///< the cells from `limiter` to `status`
    std::string refused;  ///< the same
    std::string limit;    ///< the cell
    bool delays;
  };

  void make_room(std::size_t bytes);
  void flush();

  // These need room for what they write.
  void put(std::string_view text) noexcept;
  void put_null(Column column) noexcept;
  void put_whole(Column column, Int128 value) noexcept;
  void put_seconds(Column column, Duration value) noexcept;
  void put_exact(Column column, std::string_view text) noexcept;

  LogFormat format_;
  Sink sink_;
  std::array<std::string, columns> before_;  ///< what stands in front of a cell
  std::string_view null_;
  std::string_view row_end_;
  std::vector<Fixed> fixed_;
  std::string event_;  ///< the cells from `line` to `cost`
  std::vector<char> buffer_;
  char* end_;  ///< of what stands in the buffer
  std::uint64_t replaced_keys_ = 0;
};

}  // namespace ratereplay
