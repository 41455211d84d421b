// Makes the inputs of the benchmarks, on standard output. The same arguments give the same bytes everywhere: there is
// nothing but integer arithmetic.
//   generate FORM ROWS SEED [shuffled]
//     feed    rows of the USGS earthquake feed, 22 columns, oldest first, mean gap 250 ms, stamps in ms
//     times   a CSV of one column, epoch nanoseconds, mean gap 1 ms
//     raw     the same times as signed 64-bit integers, little-endian
//   shuffled: the same rows in another order

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

// SplitMix64 (Steele, Lea and Flood 2014): any two seeds give unrelated sequences, so that each row can have its own.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
  }

  std::uint32_t bits() { return static_cast<std::uint32_t>(next() >> 32); }

  /// From 0 to `end` - 1.
  std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>((std::uint64_t{bits()} * end) >> 32); }

  bool one_in(std::uint32_t count) { return below(count) == 0; }

  /// Exponential, in units of 2^-32, without a logarithm: von Neumann's comparison of uniforms (1951). The length of
  /// the falling run that begins with a uniform is odd with probability exp(-uniform).
  std::uint64_t exponential() {
    for (std::uint64_t whole = 0;; whole += std::uint64_t{1} << 32) {
      const std::uint32_t first = bits();
      std::uint32_t last = first;
      bool odd = true;
      for (std::uint32_t next = bits(); next < last; next = bits()) {
        last = next;
        odd = !odd;
      }
      if (odd) return whole + first;
    }
  }

 private:
  std::uint64_t state_;
};

/// Instants of a Poisson process.
std::vector<std::int64_t> arrivals(std::size_t count, std::int64_t start, std::uint32_t mean_gap, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::int64_t> result(count);
  // Gaps are added up before they are cut to whole units, so that the mean stays what it is.
  std::uint64_t now = 0;
  std::uint64_t fraction = 0;
  for (std::int64_t& time : result) {
    const std::uint64_t exponential = random.exponential();
    fraction += (exponential & 0xffff'ffff) * mean_gap;
    now += (exponential >> 32) * mean_gap + (fraction >> 32);
    fraction &= 0xffff'ffff;
    time = start + static_cast<std::int64_t>(now);
  }
  return result;
}

/// The order in which rows are written.
std::vector<std::uint32_t> order(std::size_t count, bool shuffled, std::uint64_t seed) {
  std::vector<std::uint32_t> result(count);
  std::iota(result.begin(), result.end(), 0U);
  if (shuffled) {
    Random random(~seed);
    for (std::size_t end = count; end > 1; --end)
      std::swap(result[end - 1], result[random.below(static_cast<std::uint32_t>(end))]);
  }
  return result;
}

class Out {
 public:
  ~Out() { flush(); }
  Out() = default;
  Out(const Out&) = delete;
  Out& operator=(const Out&) = delete;

  void text(std::string_view text) {
    if (buffer_.size() - used_ < text.size()) flush();
    std::memcpy(&buffer_[used_], text.data(), text.size());
    used_ += text.size();
  }

  void integer(std::int64_t value) {
    std::array<char, 20> digits;
    text({digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr});
  }

  /// `value` with leading zeros, at least `width` digits.
  void padded(std::uint32_t value, int width) {
    std::array<char, 10> digits;
    char* begin = digits.data() + digits.size();
    for (; width > 0 || value > 0; --width, value /= 10) *--begin = static_cast<char>('0' + value % 10);
    text({begin, digits.data() + digits.size()});
  }

  /// value / 10^places, without zeros at its end, as the feed writes its numbers.
  void decimal(std::int32_t value, int places) {
    if (value < 0) text("-");
    std::uint32_t digits = static_cast<std::uint32_t>(value < 0 ? -std::int64_t{value} : value);
    for (; places > 0 && digits % 10 == 0; --places) digits /= 10;
    std::uint32_t scale = 1;
    for (int place = 0; place < places; ++place) scale *= 10;
    padded(digits / scale, 1);
    if (places > 0) {
      text(".");
      padded(digits % scale, places);
    }
  }

  /// Milliseconds since 1970, as ISO 8601.
  void stamp(std::int64_t milliseconds) {
    const auto of_day = static_cast<std::uint32_t>(milliseconds % 86'400'000);
    date(milliseconds / 86'400'000);
    text("T");
    padded(of_day / 3'600'000, 2);
    text(":");
    padded(of_day / 60'000 % 60, 2);
    text(":");
    padded(of_day / 1000 % 60, 2);
    text(".");
    padded(of_day % 1000, 3);
    text("Z");
  }

  /// Whether all could be written.
  bool flush() {
    good_ = std::fwrite(buffer_.data(), 1, used_, stdout) == used_ && good_;
    used_ = 0;
    return good_;
  }

 private:
  // Howard Hinnant, "chrono-compatible low-level date algorithms": civil_from_days.
  void date(std::int64_t day) {
    const std::int64_t shifted = day + 719'468;
    const auto era_day = static_cast<std::uint32_t>(shifted % 146'097);
    const std::uint32_t year = (era_day - era_day / 1460 + era_day / 36'524 - era_day / 146'096) / 365;
    const std::uint32_t year_day = era_day - (365 * year + year / 4 - year / 100);
    const std::uint32_t month = (5 * year_day + 2) / 153;
    padded(year + 400 * static_cast<std::uint32_t>(shifted / 146'097) + (month >= 10 ? 1 : 0), 4);
    text("-");
    padded(month < 10 ? month + 3 : month - 9, 2);
    text("-");
    padded(year_day - (153 * month + 2) / 5 + 1, 2);
  }

  std::vector<char> buffer_ = std::vector<char>(1 << 20);
  std::size_t used_ = 0;
  bool good_ = true;
};

struct Place {
  std::string_view name;
  std::string_view network;
  std::int32_t latitude;   // in 10^-7 degrees
  std::int32_t longitude;  // in 10^-7 degrees
};

constexpr std::array places{
    Place{"The Geysers, California", "nc", 387'750'000, -1'227'550'000},
    Place{"Ridgecrest, California", "ci", 356'220'000, -1'176'710'000},
    Place{"Volcano, Hawaii", "hv", 194'300'000, -1'552'340'000},
    Place{"Whittier, Alaska", "ak", 607'730'000, -1'486'840'000},
    Place{"Mentone, Texas", "tx", 317'050'000, -1'035'990'000},
    Place{"Petropavlovsk-Kamchatsky, Russia", "us", 530'240'000, 1'586'430'000},
    Place{"Hafnarfj\u00f6r\u00f0ur, Iceland", "us", 640'670'000, -219'380'000},
    Place{"Silver Springs, Nevada", "nn", 394'150'000, -1'192'250'000},
    Place{"Magna, Utah", "uu", 407'090'000, -1'121'010'000},
    Place{"Gu\u00e1nica, Puerto Rico", "pr", 179'720'000, -669'080'000},
    Place{"Kaikoura, New Zealand", "us", -424'010'000, 1'736'810'000},
    Place{"Copiap\u00f3, Chile", "us", -273'670'000, -703'320'000},
};
constexpr std::array<std::string_view, 16> directions{"N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE",
                                                      "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"};

void feed_row(Out& out, std::int64_t time, std::uint32_t number, Random random) {
  const Place& place = places[random.below(places.size())];
  const auto around = [&](std::int32_t middle) {
    return middle + static_cast<std::int32_t>(random.below(10'000'000)) - 5'000'000;
  };
  // Gutenberg and Richter: ten times fewer for each unit of magnitude, so that the mean is 1 / ln 10 = 0.4343 above the
  // least. In hundredths.
  const auto magnitude = static_cast<std::int32_t>((random.exponential() * 4343 / 100) >> 32) + 50;
  // Networks do not always say how well they located an event.
  const bool located = !random.one_in(8);
  const bool reviewed = !random.one_in(4);
  const std::int64_t updated = time + 60'000 + random.below(90 * 86'400) * std::int64_t{1000};
  const auto decimal = [&](std::uint32_t end, int places_after) {
    out.text(",");
    if (located) out.decimal(static_cast<std::int32_t>(random.below(end)), places_after);
  };

  out.stamp(time);
  out.text(",");
  out.decimal(around(place.latitude), 7);
  out.text(",");
  out.decimal(around(place.longitude), 7);
  out.text(",");
  out.decimal(static_cast<std::int32_t>(random.exponential() * 1500 >> 32) - 200, 2);
  out.text(",");
  if (!random.one_in(500)) out.decimal(magnitude, 2);
  out.text(magnitude < 300 ? ",ml" : magnitude < 450 ? ",md" : ",mww");
  decimal(120, 0);
  decimal(360, 0);
  decimal(10'000'000, 8);
  decimal(20'000, 4);
  out.text(",");
  out.text(place.network);
  out.text(",");
  out.text(place.network);
  out.integer(70'000'000 + std::int64_t{number});
  out.text(",");
  out.stamp(updated + random.below(1000));
  out.text(",\"");
  out.integer(1 + random.below(90));
  out.text(" km ");
  out.text(directions[random.below(directions.size())]);
  out.text(" of ");
  out.text(place.name);
  out.text("\",");
  out.text(random.one_in(20) ? "quarry blast" : random.one_in(100) ? "explosion" : "earthquake");
  decimal(300, 2);
  decimal(3163, 2);
  decimal(100'000'000, 9);
  decimal(150, 0);
  out.text(reviewed ? ",reviewed," : ",automatic,");
  out.text(place.network);
  out.text(",");
  out.text(place.network);
  out.text("\n");
}

void feed(Out& out, std::size_t count, std::uint64_t seed, bool shuffled) {
  const std::vector<std::int64_t> times = arrivals(count, 1'420'070'400'000, 250, seed);
  out.text(
      "time,latitude,longitude,depth,mag,magType,nst,gap,dmin,rms,net,id,updated,place,type,"
      "horizontalError,depthError,magError,magNst,status,locationSource,magSource\n");
  for (const std::uint32_t row : order(count, shuffled, seed))
    feed_row(out, times[row], row, Random(Random(seed ^ (std::uint64_t{row} + 1) << 24).next()));
}

void epochs(Out& out, std::size_t count, std::uint64_t seed, bool shuffled, bool raw) {
  const std::vector<std::int64_t> times = arrivals(count, 1'753'800'000'000'000'000, 1'000'000, seed);
  if (!raw) out.text("time\n");
  for (const std::uint32_t row : order(count, shuffled, seed)) {
    if (raw) {
      std::array<char, 8> bytes;
      for (std::size_t byte = 0; byte < bytes.size(); ++byte)
        bytes[byte] = static_cast<char>(static_cast<std::uint64_t>(times[row]) >> (8 * byte) & 0xff);
      out.text({bytes.data(), bytes.size()});
    } else {
      out.integer(times[row]);
      out.text("\n");
    }
  }
}

bool number(std::string_view text, std::uint64_t most, std::uint64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && value <= most;
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string_view> words(arguments + 1, arguments + count);
  std::uint64_t rows = 0;
  std::uint64_t seed = 0;
  const bool shuffled = words.size() == 4 && words[3] == "shuffled";
  const bool known = words.size() >= 3 && (words[0] == "feed" || words[0] == "times" || words[0] == "raw");
  if (!known || words.size() != 3U + (shuffled ? 1U : 0U) || !number(words[1], 1'000'000'000, rows) ||
      !number(words[2], UINT64_MAX, seed)) {
    std::fputs("usage: generate feed|times|raw ROWS SEED [shuffled]\n", stderr);
    return 2;
  }

  Out out;
  if (words[0] == "feed")
    feed(out, rows, seed, shuffled);
  else
    epochs(out, rows, seed, shuffled, words[0] == "raw");
  if (!out.flush() || std::fflush(stdout) != 0) {
    std::fputs("generate: could not write\n", stderr);
    return 1;
  }
}
