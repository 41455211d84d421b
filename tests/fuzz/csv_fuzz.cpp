// Files of CSV behind a line of letters that say how they are read.

#include "fuzz/reading.hpp"

using namespace ratereplay::test;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = text_of(data, size);
  const AskedReading asked = asked_by(take_line(text), "csv", {"key", "place", "cost", "id", "mag>=2.5", "place!=a"});
  check_reading(text, asked);
  return 0;
}
