#include "report/decision_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/int128.hpp"
#include "core/text.hpp"
#include "report/csv_cell.hpp"
#include "report/json.hpp"

namespace ratereplay {

namespace {

constexpr std::size_t buffer_size = std::size_t{128} * 1024;
// More than all numbers and names of a row take.
constexpr std::size_t numbers_size = 2048;

char* write_whole(char* out, Int128 value) noexcept {
  if (const auto narrow = static_cast<std::uint64_t>(value); narrow == static_cast<UInt128>(value)) {
    const fmt::format_int digits(narrow);
    return std::copy_n(digits.data(), digits.size(), out);
  }
  const std::string digits = to_text(value);
  return std::copy(digits.begin(), digits.end(), out);
}

Int128 whole_seconds(Duration duration) noexcept {
  constexpr auto second = static_cast<std::int64_t>(ns_per_second);
  if (const auto narrow = static_cast<std::int64_t>(duration.ns); narrow == duration.ns)
    return ceil_div(narrow, second);
  return ceil_div(duration.ns, ns_per_second);
}

/// Whether every byte of it is in the log.
bool append_json_text(std::string& out, std::string_view text) {
  const bool plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
  if (plain) {
    out.append(1, '"').append(text).append(1, '"');
    return true;
  }
  out += quoted_json(text);
  return bytes_not_utf8(text) == 0;
}

/// The same.
bool append_text(std::string& out, LogFormat format, std::string_view text) {
  if (format == LogFormat::json_lines) return append_json_text(out, text);
  append_csv_cell(out, text);
  return true;
}

}  // namespace

DecisionLog::DecisionLog(LogFormat format, const std::vector<AnyLimiter>& limiters, Sink sink)
    : format_(format), sink_(std::move(sink)), buffer_(buffer_size), end_(buffer_.data()) {
  const bool csv = format == LogFormat::csv;
  null_ = csv ? "" : "null";
  row_end_ = csv ? "\n" : "}\n";
  for (std::size_t column = 0; column < columns; ++column) {
    before_[column] = column == 0 ? "" : ",";
    if (!csv) before_[column] = fmt::format("{}\"{}\":", column == 0 ? "{" : ",", names[column]);
  }
  for (const AnyLimiter& each : limiters) {
    std::string spec = before_[limiter];
    append_text(spec, format, spec_text(each));
    const auto cells = [&](const char* is_passed, const char* code) {
      return spec + before_[passed] + is_passed + before_[status] + code;
    };
    char* const begin = end_;
    put_whole(limit, quota(each));
    fixed_.push_back({cells("true", "200"), cells("false", "429"), std::string(begin, end_), may_delay(each)});
    end_ = begin;
  }
  if (csv) put(fmt::format("{}\n", fmt::join(names, ",")));
}

void DecisionLog::begin_event(const std::optional<std::uint64_t>& line_number, Instant instant,
                              const std::optional<std::string_view>& key_text, Cost event_cost) {
  make_room(numbers_size);
  char* const begin = end_;
  if (line_number)
    put_whole(line, *line_number);
  else
    put_null(line);
  const std::string_view quote = format_ == LogFormat::csv ? "" : "\"";
  put(before_[time]);
  put(quote);
  end_ = write_rfc3339(end_, instant);
  put(quote);
  event_.assign(begin, end_);
  event_ += before_[key];
  if (!key_text)
    event_ += null_;
  else if (!append_text(event_, format_, *key_text))
    ++replaced_keys_;
  end_ = begin;
  put_whole(cost, event_cost);
  event_.append(begin, end_);
  end_ = begin;
}

void DecisionLog::add(std::size_t limiter_index, const Answer& answer) {
  const Fixed& fixed = fixed_[limiter_index];
  make_room(event_.size() + fixed.refused.size() + numbers_size);
  put(event_);
  put(answer.passed ? fixed.passed : fixed.refused);
  if (answer.passed && fixed.delays)
    put_seconds(delay, answer.delay);
  else
    put_null(delay);
  if (!answer.passed && answer.retry_after) {
    put_seconds(retry_after_exact, *answer.retry_after);
    put_whole(retry_after, whole_seconds(*answer.retry_after));
  } else {
    put_null(retry_after_exact);
    put_null(retry_after);
  }
  put(fixed.limit);
  put_whole(remaining, answer.remaining);
  if (answer.reset)
    put_whole(reset, whole_seconds(*answer.reset));
  else
    put_null(reset);
  put(row_end_);
}

void DecisionLog::make_room(std::size_t bytes) {
  const auto used = static_cast<std::size_t>(end_ - buffer_.data());
  if (buffer_.size() - used >= bytes) return;
  flush();
  if (buffer_.size() < bytes) buffer_.resize(bytes);
  end_ = buffer_.data();
}

void DecisionLog::flush() {
  sink_({buffer_.data(), static_cast<std::size_t>(end_ - buffer_.data())});
  end_ = buffer_.data();
}

void DecisionLog::put(std::string_view text) noexcept {
  // Most are a comma, which is not worth a call.
  if (text.size() == 1)
    *end_++ = text.front();
  else
    end_ = std::copy(text.begin(), text.end(), end_);
}

void DecisionLog::put_null(Column column) noexcept {
  put(before_[column]);
  put(null_);
}

void DecisionLog::put_whole(Column column, Int128 value) noexcept {
  put(before_[column]);
  char* const begin = end_;
  end_ = write_whole(end_, value);
  if (!is_exact(value)) put_exact(column, {begin, static_cast<std::size_t>(end_ - begin)});
}

void DecisionLog::put_seconds(Column column, Duration value) noexcept {
  put(before_[column]);
  char* const begin = end_;
  end_ = write_seconds(end_, value);
  if (!is_exact(value)) put_exact(column, {begin, static_cast<std::size_t>(end_ - begin)});
}

/// What a reader's double would round stands once more, as text.
void DecisionLog::put_exact(Column column, std::string_view text) noexcept {
  if (format_ == LogFormat::csv) return;
  put(",\"");
  put(names[column]);
  put("_exact\":\"");
  put(text);
  put("\"");
}

}  // namespace ratereplay
