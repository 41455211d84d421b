#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/int128.hpp"

namespace ratereplay {

/// ASCII alone, whatever the locale.
constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// How many bytes the well-formed UTF-8 character at the front of `text` has, 0 where there is none. RFC 3629: no
/// overlong forms, no surrogates. `text` is not empty.
std::size_t utf8_length(std::string_view text) noexcept;

/// How many bytes belong to no well-formed UTF-8 character.
std::uint64_t bytes_not_utf8(std::string_view text) noexcept;

/// Of a whole character of UTF-8: whether it drives a terminal, turns the direction of the text around, breaks its line
/// or is not seen at all.
bool is_unprintable(std::string_view character) noexcept;

/// Without leading and trailing spaces and tabs.
std::string_view trimmed(std::string_view text) noexcept;

/// Equal but for the case of ASCII letters, in every locale.
bool equal_ignoring_case(std::string_view a, std::string_view b) noexcept;

std::string lower_case(std::string_view text);

/// The text for a terminal: unprintable characters and invalid UTF-8 as \xNN.
std::string printable(std::string_view text);

/// The text in quotes for a message, printable, at most 80 bytes and then "...".
std::string in_quotes(std::string_view text);

/// The candidate nearest to a mistyped word (edits counted with transpositions, case ignored), or none when all are
/// further than a third of its length.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

/// `; did you mean 'X'?`, or nothing when no candidate is near.
std::string suggestion(std::string_view word, std::span<const std::string> candidates);

/// A whole decimal number, digits only, no sign, `010` is 10. None when it is not one or exceeds INT64_MAX.
std::optional<std::int64_t> parse_whole(std::string_view text) noexcept;

/// The parts of `text` between separators, each trimmed.
std::vector<std::string_view> split(std::string_view text, char separator);

/// The parts with a separator between them.
std::string joined(std::span<const std::string> parts, std::string_view separator);

/// `1 row`, `2 rows`, `18,790 rows`: count with thousands separators and the noun in its number.
std::string counted(std::uint64_t count, std::string_view noun);

/// `18,790`
std::string grouped(Int128 number);

}  // namespace ratereplay
