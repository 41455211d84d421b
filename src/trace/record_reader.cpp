#include "trace/record_reader.hpp"

namespace ratereplay {

std::string_view explain(RecordFault fault) noexcept {
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
  }
  return {};
}

}  // namespace ratereplay
