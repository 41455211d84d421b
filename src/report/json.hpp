#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/cost.hpp"
#include "core/fraction.hpp"
#include "core/instant.hpp"
#include "core/json.hpp"
#include "core/keys.hpp"
#include "metrics/busiest.hpp"
#include "metrics/busiest_keys.hpp"
#include "sizing/witness.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

struct DelaySummary;
struct EventCount;

/// Whether a double can tell it from its neighbours.
constexpr bool is_exact(Int128 value) noexcept {
  constexpr Int128 largest = static_cast<Int128>(1) << 53;
  return value <= largest && value >= -largest;
}

/// Whether a double of seconds can tell it from a nanosecond more or less: from 2^23 s (97 days) on its steps are
/// longer.
constexpr bool is_exact(Duration duration) noexcept {
  constexpr Int128 longest = static_cast<Int128>(ns_per_second) << 23;
  return duration.ns <= longest && duration.ns >= -longest;
}

// These set members of a `Json` or a `Row`.

/// A whole number under `key`; above 2^53, where a reader's double would round it, also as text under KEY_exact.
template <class Object>
void put_whole(Object& object, std::string_view key, Int128 value);

/// Seconds as a number under `key`, null for none; where a double cannot tell one nanosecond of it from the next, also
/// as decimal text under KEY_exact.
template <class Object>
void put_seconds(Object& object, std::string_view key, const std::optional<Duration>& duration);

/// `passed`, `dropped`, `passed_cost` and `dropped_cost`.
template <class Object>
void put_counts(Object& object, std::uint64_t passed, std::uint64_t dropped, Cost passed_cost, Cost dropped_cost);

/// The same with `drop_share` and `drop_share_cost`, null without costs.
void put_counts_and_shares(Json& json, std::uint64_t passed, std::uint64_t dropped, Cost passed_cost, Cost dropped_cost,
                           bool has_costs);

/// `bucket`, to configure, and `bucket_exact`, a fraction.
template <class Object>
void put_bucket(Object& object, const Fraction& bucket);

/// `first`, `last`, `events`, `cost`, `seconds` and `seconds_exact`, a fraction.
template <class Object>
void put_witness(Object& object, const Witness& witness);

/// RFC 3339 text, or null.
Json instant_json(const std::optional<Instant>& instant);

/// A share as a number from 0 to 1, null of nothing.
Json share_json(Int128 part, Int128 whole);

/// `events` and `cost`.
Json count_json(const EventCount& count);

/// `max_s`, `mean_s`, `p50_s` and `p99_s`, each null without delays.
Json delay_json(const std::optional<DelaySummary>& delay);

/// The `busiest` of SPEC §8.
Json busiest_json(const BusiestWindow& busiest);

/// The same with the keys whose it is, under a choice of them.
Json busiest_of_key_json(const BusiestWindow& window, const BusiestKeys& of, const Keys* keys, std::size_t choice = 0);

/// `{"ratereplay": VERSION, "command": …, "trace": {…}}`: what every document starts with. No trace gives null.
Json document(std::string_view command, const TraceSummary* trace);

/// The shortest decimal that reads as this double. What the JSON library writes is now and then longer, and seconds
/// then look as if they were not exact: 49.980714999999996 for 49.980715.
std::string double_text(double value);

/// A text in quotes, as JSON has it: valid UTF-8, in which bytes that were not are U+FFFD, and safe to print, as
/// unprintable characters are escapes.
std::string quoted_json(std::string_view text);

/// The document as text with a final newline; where bytes had to be replaced, the warnings on its trace say how many.
std::string json_text(const Json& document);

/// An array of objects as CSV (RFC 4180, LF): one row each, nested objects as outer_inner columns, null as an empty
/// cell. `full_row` is a row in which nothing is null: it fixes the columns, so that they never depend on the data.
std::string csv_text(const Json& rows, const Json& full_row);

/// The one row of a document that has nulls but no missing members: `csv_text` with the columns of the row itself,
/// whose exact texts have none of their own.
std::string csv_row_text(const Json& row);

}  // namespace ratereplay
