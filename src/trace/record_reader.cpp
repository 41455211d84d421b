#include "trace/record_reader.hpp"

namespace ratereplay {

namespace {

std::string_view text_of(RecordFault fault) noexcept {
  switch (fault) {
    case RecordFault::none:
      break;
    case RecordFault::nul_byte:
      return "a NUL byte in the row; the file is damaged or not text";
    case RecordFault::too_long:
      return "a row longer than 1 MiB; the file is damaged or not a table";
    case RecordFault::text_after_quote:
      return "text after the closing quote; write a quote inside quotes twice";
    case RecordFault::unclosed_quote:
      return "a quote that is not closed within 1 MiB; close it, or write a quote inside quotes twice";
    case RecordFault::no_log_time:
      return "no [29/Jul/2025:23:24:52 +0000] in the line; correct it, or say what the file is with --input";
    case RecordFault::no_log_host:
      return "not host, ident and user before the time; write - for what is not known";
    case RecordFault::no_log_request:
      return "no request in quotes behind the time; write \"-\" for none";
    case RecordFault::unclosed_log_quote:
      return "a quote that is not closed on the line; close it, or write a quote inside quotes as \\\"";
    case RecordFault::text_after_log_quote:
      return "text right after the closing quote; write a quote inside quotes as \\\"";
    case RecordFault::nul_escape:
      return "\\u0000 in a text; no cell can hold a NUL byte: take it out";
    case RecordFault::not_json:
      return "not JSON (RFC 8259); write one whole object a line";
    case RecordFault::not_object:
      return "JSON, but not an object; write one whole object a line";
    case RecordFault::not_utf8:
      return "not UTF-8, or an escape of half a character (\\ud800 to \\udfff); JSON is UTF-8 text: correct it, or "
             "pipe it through iconv";
    case RecordFault::too_deep:
      return "JSON nested deeper than 500 levels; flatten it";
    case RecordFault::repeated_field:
      return "the field stands twice in the line; leave one";
  }
  return {};
}

}  // namespace

std::string explain(const RecordFacts& facts) {
  std::string text(text_of(facts.fault));
  if (facts.fault_byte > 0) text.insert(text.find("; "), " at byte " + std::to_string(facts.fault_byte));
  return text;
}

}  // namespace ratereplay
