#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/key_id.hpp"

namespace ratereplay {

/// Texts one behind another, as they come from a file, each with its hash.
class KeyTexts {
 public:
  void add(std::string_view text);

  std::size_t size() const noexcept { return ends_.size(); }
  std::string_view text(std::size_t index) const noexcept {
    const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
    return std::string_view(bytes_).substr(begin, ends_[index] - begin);
  }
  std::uint64_t hash(std::size_t index) const noexcept { return hashes_[index]; }

 private:
  std::string bytes_;
  std::vector<std::size_t> ends_;
  std::vector<std::uint64_t> hashes_;
};

/// Texts by number and numbers by text.
class KeyTable {
 public:
  std::size_t size() const noexcept { return ends_.size(); }
  std::string_view text(KeyId key) const noexcept {
    const std::size_t begin = key == 0 ? 0 : ends_[key - 1];
    return std::string_view(bytes_).substr(begin, ends_[key] - begin);
  }

  /// Appends the number of each text, new ones for those not met before. Throws Error when there are more than KeyId
  /// can count.
  void intern(const KeyTexts& texts, std::vector<KeyId>& ids);

  /// Bytes held.
  std::size_t memory() const noexcept;

 private:
  /// Of the open addressing: where the text of a number is looked for first.
  struct Slot {
    std::uint32_t tag = 0;  ///< upper bits of the hash
    KeyId id = none;
  };
  static constexpr KeyId none = ~KeyId{0};

  void make_room();

  std::string bytes_;
  std::vector<std::size_t> ends_;
  std::vector<std::uint64_t> hashes_;
  std::vector<Slot> slots_;
};

/// One --key: columns whose cells together say whose event it is.
struct KeyChoice {
  std::string name;                ///< as reports print it: "host", "host,user"
  std::vector<std::size_t> cells;  ///< by their places among the columns of all choices
};

/// The keys of a trace under each choice. Where there are several, an event bears the number of its combination of all
/// cells, from which follows its key under each.
class Keys {
 public:
  /// At least one choice. `memory`: bytes that the texts and numbers may take.
  Keys(std::vector<KeyChoice> choices, std::size_t memory);

  std::size_t choices() const noexcept { return choices_.size(); }
  const std::string& name(std::size_t choice) const noexcept { return choices_[choice].name; }

  /// How many different keys a choice has so far.
  std::size_t size(std::size_t choice) const noexcept { return table_of(choice).size(); }
  /// The cells of a key, a comma between them; where a choice has several columns, a comma or a backslash within a cell
  /// has a backslash in front.
  std::string_view text(std::size_t choice, KeyId key) const noexcept { return table_of(choice).text(key); }

  std::size_t combinations() const noexcept { return combinations_.size(); }
  /// The key under a choice by the number that events bear; empty: it is that number.
  std::span<const KeyId> projection(std::size_t choice) const noexcept {
    return of_choice_.empty() ? std::span<const KeyId>() : std::span<const KeyId>(of_choice_[choice].projection);
  }

  /// Appends the numbers that events with these combinations of cells, as `KeyChoice` has them, bear. Throws Error when
  /// there is no memory or no number left.
  void intern(const KeyTexts& combinations, std::vector<KeyId>& ids);

 private:
  struct OfChoice {
    KeyTable table;
    std::vector<KeyId> projection;
  };

  const KeyTable& table_of(std::size_t choice) const noexcept {
    return of_choice_.empty() ? combinations_ : of_choice_[choice].table;
  }

  std::vector<KeyChoice> choices_;
  std::size_t memory_;
  KeyTable combinations_;
  std::vector<OfChoice> of_choice_;  ///< none for a single choice
};

/// Appends a cell of a combination: behind a comma unless it is the first, commas and backslashes marked.
void append_key_cell(std::string& combination, std::string_view cell, bool first);

}  // namespace ratereplay
