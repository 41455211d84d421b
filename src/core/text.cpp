#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace ratereplay {

namespace {

/// Edits (insert, delete, substitute, swap of neighbours) between two words: the optimal string alignment distance.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitution = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, substitution});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[a.size()][b.size()];
}

/// Moves the first character of `text` to the end of `result`, as it may be shown.
void take_printable(std::string& result, std::string_view& text) {
  const std::size_t length = utf8_length(text);
  const std::string_view taken = text.substr(0, std::max<std::size_t>(length, 1));
  if (length == 0 || is_unprintable(taken)) {
    for (const char byte : taken) result += fmt::format("\\x{:02X}", static_cast<unsigned char>(byte));
  } else {
    result += taken;
  }
  text.remove_prefix(taken.size());
}

}  // namespace

std::size_t utf8_length(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  std::size_t length = 0;
  if (lead >= 0xC2 && lead <= 0xDF) length = 2;
  if (lead >= 0xE0 && lead <= 0xEF) length = 3;
  if (lead >= 0xF0 && lead <= 0xF4) length = 4;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const unsigned char second = byte(1);
  if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F)) return 0;
  if ((lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F)) return 0;
  return length;
}

std::uint64_t bytes_not_utf8(std::string_view text) noexcept {
  std::uint64_t count = 0;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) ++count;
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return count;
}

bool is_unprintable(std::string_view character) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  switch (character.size()) {
    case 1:
      return byte(0) < 0x20 || byte(0) == 0x7F;
    case 2:  // U+0080 to U+009F, U+00AD, U+061C
      return (byte(0) == 0xC2 && (byte(1) < 0xA0 || byte(1) == 0xAD)) || (byte(0) == 0xD8 && byte(1) == 0x9C);
    case 3:  // U+200B to U+200F, U+2028 to U+202E, U+2060 to U+206F, U+FEFF, U+FFF9 to U+FFFB
      if (byte(0) == 0xEF)
        return (byte(1) == 0xBB && byte(2) == 0xBF) || (byte(1) == 0xBF && byte(2) >= 0xB9 && byte(2) <= 0xBB);
      if (byte(0) != 0xE2) return false;
      if (byte(1) == 0x80) return (byte(2) >= 0x8B && byte(2) <= 0x8F) || (byte(2) >= 0xA8 && byte(2) <= 0xAE);
      return byte(1) == 0x81 && byte(2) >= 0xA0 && byte(2) <= 0xAF;
    default:  // the tags, U+E0000 to U+E007F
      return byte(0) == 0xF3 && byte(1) == 0xA0 && byte(2) <= 0x81;
  }
}

std::string_view trimmed(std::string_view text) noexcept {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = lower(c);
  return result;
}

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) take_printable(result, text);
  return result;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 80;
  std::string result = "'";
  while (!text.empty()) {
    take_printable(result, text);
    if (result.size() > longest && !text.empty()) return result + "...'";
  }
  return result + "'";
}

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
  constexpr std::size_t longest_word = 64;  // beyond it nothing is a slip of the fingers
  if (word.empty() || word.size() > longest_word) return std::nullopt;
  std::optional<std::string> best;
  std::size_t best_distance = 0;
  const std::string typed = lower_case(word);
  for (const std::string& candidate : candidates) {
    if (candidate.size() > longest_word) continue;
    const std::size_t distance = edit_distance(typed, lower_case(candidate));
    const std::size_t allowed = std::max<std::size_t>(1, std::max(word.size(), candidate.size()) / 3);
    if (distance <= allowed && (!best || distance < best_distance)) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string suggestion(std::string_view word, std::span<const std::string> candidates) {
  const std::optional<std::string> near = nearest(word, candidates);
  return near ? fmt::format("; did you mean {}?", in_quotes(*near)) : std::string();
}

std::optional<std::int64_t> parse_whole(std::string_view text) noexcept {
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 10);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string joined(std::span<const std::string> parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) {
    if (&part != &parts.front()) text += separator;
    text += part;
  }
  return text;
}

std::string grouped(Int128 number) {
  std::string text = to_text(number);
  const std::size_t sign = number < 0 ? 1 : 0;
  for (std::size_t place = text.size(); place > sign + 3; place -= 3) text.insert(place - 3, ",");
  return text;
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", grouped(count), noun, count == 1 ? "" : "s");
}

}  // namespace ratereplay
