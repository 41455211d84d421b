#include "limiter/spec_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/error.hpp"
#include "core/text.hpp"

namespace ratereplay {

std::string instead_of(std::string_view word, std::span<const std::string> candidates) {
  std::string near = suggestion(word, candidates);
  if (!near.empty()) return near;
  std::string all;
  for (const std::string& each : candidates) all += (all.empty() ? "; choose from " : ", ") + each;
  return all;
}

SpecReader::SpecReader(std::string_view spec, const Description& limiter, std::string_view assignments)
    : spec_(spec), limiter_(limiter) {
  if (assignments.empty()) return;
  std::vector<std::string> keys;
  for (const Parameter& each : limiter.parameters) keys.emplace_back(each.key);
  for (const std::string_view item : split(assignments, ',')) {
    const std::size_t equals = item.find('=');
    const std::string_view key = trimmed(item.substr(0, equals));
    const bool stands_alone = std::any_of(limiter.parameters.begin(), limiter.parameters.end(),
                                          [&](const Parameter& each) { return each.key == key && each.value.empty(); });
    if (equals == std::string_view::npos && !stands_alone) {
      fail(in_quotes(item) + " is not KEY=VALUE (a value holds no comma: a decimal point is '.')");
    }
    if (equals != std::string_view::npos && stands_alone) fail(std::string(key) + " stands alone, without a value");
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
      fail(std::string(limiter.name) + " has no parameter " + in_quotes(key) + instead_of(key, keys));
    }
    if (has(key)) fail(std::string(key) + " is given twice");
    assignments_.emplace_back(key, stands_alone ? key : trimmed(item.substr(equals + 1)));
  }
}

void SpecReader::fail(std::string_view message) const {
  throw Error("limiter " + in_quotes(spec_) + ": " + std::string(message));
}

bool SpecReader::has(std::string_view key) const noexcept {
  return std::any_of(assignments_.begin(), assignments_.end(), [&](const auto& each) { return each.first == key; });
}

const Parameter& SpecReader::parameter(std::string_view key) const {
  return *std::find_if(limiter_.parameters.begin(), limiter_.parameters.end(),
                       [&](const Parameter& each) { return each.key == key; });
}

std::string_view SpecReader::typed(std::string_view key) const {
  for (const auto& [name, value] : assignments_) {
    if (name != key) continue;
    if (value.empty()) fail(std::string(key) + " is empty; it takes " + std::string(parameter(key).value));
    return value;
  }
  fail(std::string(limiter_.name) + " needs " + std::string(key) + "=" + std::string(parameter(key).value) + " (" +
       std::string(parameter(key).help) + ")");
}

template <class Parse>
auto SpecReader::parsed(std::string_view key, Parse parse) const {
  const std::string_view text = typed(key);
  try {
    return parse(text);
  } catch (const Error& error) {
    fail(std::string(key) + ": " + error.what());
  }
}

Rate SpecReader::rate(std::string_view key) const { return parsed(key, parse_rate); }

SpecReader::LimitAndWindow SpecReader::limit_and_window() const {
  if (!has("rate")) return {whole("limit", 1), duration("window")};
  if (has("limit") || has("window")) fail("give either limit and window or rate, not both");
  const Rate both = rate();
  return {both.count, both.period};
}

std::int64_t SpecReader::whole(std::string_view key, std::int64_t least) const {
  const std::string_view text = typed(key);
  const std::optional<std::int64_t> number = parse_whole(text);
  if (number && *number >= least) return *number;
  const bool digits = text.find_first_not_of("0123456789") == std::string_view::npos;
  fail(std::string(key) + " must be a whole number " +
       (digits && !number ? "up to 9223372036854775807"
        : least == 0      ? "from 0 up"
                          : "from 1 up") +
       ", not " + in_quotes(text));
}

std::int64_t SpecReader::whole_up_to(std::string_view key, std::int64_t fallback, std::int64_t most) const {
  return has(key) ? whole(key, fallback, most) : fallback;
}

std::int64_t SpecReader::whole(std::string_view key, std::int64_t least, std::int64_t most) const {
  const std::int64_t number = whole(key, least);
  if (number > most) fail(fmt::format("{} is taken up to {}, not {}", key, most, number));
  return number;
}

Duration SpecReader::duration(std::string_view key) const { return parsed(key, parse_duration); }

Fraction SpecReader::amount(std::string_view key) const { return parsed(key, parse_fraction); }

Fraction SpecReader::burst(std::string_view key) const {
  const Fraction burst = amount(key);
  if (burst == Fraction(0)) fail(std::string(key) + " must be above 0");
  return burst;
}

Duration SpecReader::signed_duration(std::string_view key) const { return parsed(key, parse_signed_duration); }

std::size_t SpecReader::choice(std::string_view key) const {
  if (!has(key)) return 0;
  const std::string_view text = typed(key);
  const std::vector<std::string_view> parts = split(parameter(key).value, '|');
  const std::vector<std::string> choices(parts.begin(), parts.end());
  const auto found = std::find(choices.begin(), choices.end(), text);
  if (found == choices.end()) fail(std::string(key) + " cannot be " + in_quotes(text) + instead_of(text, choices));
  return static_cast<std::size_t>(found - choices.begin());
}

std::string amount_text(const Fraction& amount) {
  const bool exact_in_nine_digits = 1'000'000'000 % amount.denominator() == 0;
  return exact_in_nine_digits ? decimal_text(amount, 9) : to_text(amount);
}

}  // namespace ratereplay
