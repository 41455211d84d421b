#pragma once

namespace ratereplay {

/// How a report is written: a table for people, or every figure as a JSON document or as CSV rows.
enum class Format { table, json, csv };

}  // namespace ratereplay
