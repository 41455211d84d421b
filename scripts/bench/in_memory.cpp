// How long a pass over the times of a trace in memory takes: to add them up, which is the floor, or to replay them
// through a limiter.
//   in_memory TIMES sum|LIMITER     TIMES: signed 64-bit nanoseconds since 1970, little-endian

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "limiter/catalogue.hpp"
#include "limiter/spec.hpp"
#include "replay/recorders.hpp"
#include "replay/replay.hpp"

namespace {

std::vector<std::int64_t> read_times(const std::string& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in) throw std::runtime_error(path + " cannot be read");
  std::vector<std::int64_t> times(static_cast<std::size_t>(in.tellg()) / sizeof(std::int64_t));
  in.seekg(0);
  in.read(reinterpret_cast<char*>(times.data()), static_cast<std::streamsize>(times.size() * sizeof(std::int64_t)));
  if (!in) throw std::runtime_error(path + " cannot be read");
  return times;
}

/// Prints what `pass` returns and how long it takes.
template <class Pass>
void time_once(const Pass& pass) {
  const auto begin = std::chrono::steady_clock::now();
  const auto answer = pass();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  fmt::print("{{\"answer\": {}, \"seconds\": {:.9f}}}\n", answer, seconds.count());
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    std::fputs("usage: in_memory TIMES sum|LIMITER\n", stderr);
    return 2;
  }
  try {
    const std::vector<std::int64_t> times = read_times(arguments[1]);
    if (std::string_view(arguments[2]) == "sum") {
      // Twenty million times since 1970 add up to more than 63 bits hold; wrapping costs the same.
      time_once([&] {
        return std::accumulate(times.begin(), times.end(), std::uint64_t{0}, [](std::uint64_t sum, std::int64_t time) {
          return sum + static_cast<std::uint64_t>(time);
        });
      });
      return 0;
    }
    const ratereplay::Events events{times, {}};
    ratereplay::with_rule(ratereplay::parse_limiter(arguments[2]), ratereplay::extent_of(events),
                          [&](const auto& rule) {
                            time_once([&] {
                              ratereplay::Tally tally;
                              ratereplay::replay(rule, events, tally);
                              return tally.passed;
                            });
                          });
  } catch (const std::exception& error) {
    fmt::print(stderr, "in_memory: {}\n", error.what());
    return 1;
  }
}
