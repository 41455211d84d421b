// Access logs behind a line of letters that say how they are read.

#include "fuzz/reading.hpp"

using namespace ratereplay::test;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = text_of(data, size);
  const AskedReading asked =
      asked_by(take_line(text), "clf", {"host", "status", "bytes", "path", "status<400", "method=GET"});
  check_reading(text, asked);
  return 0;
}
