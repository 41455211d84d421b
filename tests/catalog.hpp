#pragma once

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "core/instant.hpp"

namespace ratereplay::test {

/// The times (`YYYY-MM-DDTHH:MM:SS.mmmZ` in the first column) of a real catalog in the shared folder, read without the
/// loader. Empty, with a message, where the catalog is absent.
inline std::vector<std::int64_t> catalog_times(const std::string& name) {
  const char* const shared = std::getenv("RATEREPLAY_SHARED");
  const std::string path = (shared != nullptr ? shared : RATEREPLAY_SOURCE_DIR "/../shared") + ("/" + name);
  std::ifstream file(path);
  std::vector<std::int64_t> times;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    const auto number = [&line](std::size_t at, std::size_t digits) { return std::stoi(line.substr(at, digits)); };
    const std::int64_t day = days_from_civil(number(0, 4), number(5, 2), number(8, 2));
    const std::int64_t second = ((day * 24 + number(11, 2)) * 60 + number(14, 2)) * 60 + number(17, 2);
    times.push_back((second * 1'000 + number(20, 3)) * 1'000'000);
  }
  if (times.empty()) std::cerr << "skipped: " << path << " is absent\n";
  return times;
}

}  // namespace ratereplay::test
