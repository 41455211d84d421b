#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/fraction.hpp"
#include "core/instant.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// Keys stay in the order in which they are written.
using Json = nlohmann::ordered_json;

/// Writes a whole number under `key`; above 2^53, where a reader's double would round it, also as text under KEY_exact.
void put_whole(Json& object, const std::string& key, Int128 value);

/// Writes seconds as a number under `key`, null for none; where a double cannot tell one nanosecond of it from the
/// next, also as decimal text under KEY_exact.
void put_seconds(Json& object, const std::string& key, const std::optional<Duration>& duration);

/// RFC 3339 text, or null.
Json instant_json(const std::optional<Instant>& instant);

/// `{"ratereplay": VERSION, "command": …, "trace": {…}}`: what every document starts with. No trace gives null.
Json document(std::string_view command, const TraceSummary* trace);

/// The document as text with a final newline; bytes that are not UTF-8 become U+FFFD.
std::string json_text(const Json& document);

/// An array of objects as CSV (RFC 4180, LF): one row each, nested objects as outer_inner columns, null as an empty
/// cell. `full_row` is a row in which nothing is null: it fixes the columns, so that they never depend on the data.
std::string csv_text(const Json& rows, const Json& full_row);

}  // namespace ratereplay
