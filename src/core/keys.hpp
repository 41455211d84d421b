#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
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
  /// With a hash that is already known.
  void add(std::string_view text, std::uint64_t hash);

  std::size_t size() const noexcept { return ends_.size(); }
  std::string_view text(std::size_t index) const noexcept {
    const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
    return std::string_view(bytes_).substr(begin, ends_[index] - begin);
  }
  std::uint64_t hash(std::size_t index) const noexcept { return hashes_[index]; }
  std::size_t bytes() const noexcept { return bytes_.size(); }  ///< of all texts

 private:
  std::string bytes_;
  std::vector<std::size_t> ends_;
  std::vector<std::uint64_t> hashes_;
};

/// Texts by number and numbers by text. Open addressing, in which a text that is met again costs two places in memory,
/// both asked for well ahead: its slot and the text itself.
class KeyTable {
 public:
  std::size_t size() const noexcept { return places_.size(); }
  std::string_view text(KeyId key) const noexcept { return text_at(places_[key]); }

  /// Appends the number of each text, new ones for those not met before. Throws Error when there are more than can be
  /// numbered, or a text is too long.
  void intern(const KeyTexts& texts, std::vector<KeyId>& ids);

  /// Bytes held.
  std::size_t memory() const noexcept;

 private:
  static constexpr KeyId none = ~KeyId{0};

  /// Where a text lies, in 64 bits: chunk, first byte, length.
  using Place = std::uint64_t;

  struct Slot {
    std::uint32_t tag = 0;  ///< upper bits of the hash; the first of them say where the search begins
    KeyId id = none;
    Place place = 0;
  };

  std::string_view text_at(Place place) const noexcept;
  Place keep(std::string_view text);
  void make_room(std::size_t texts);
  std::size_t home(std::uint32_t tag) const noexcept { return std::size_t{tag} >> (32 - slot_bits_); }
  std::size_t after(std::size_t slot) const noexcept { return (slot + 1) & (slots_.size() - 1); }

  std::vector<std::unique_ptr<char[]>> chunks_;
  std::size_t chunk_bytes_ = 0;  ///< of all chunks
  std::size_t used_ = 0;         ///< of the last chunk
  std::size_t left_ = 0;
  std::vector<Place> places_;
  std::vector<Slot> slots_;
  unsigned slot_bits_ = 0;
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
  KeyId key_of(std::size_t choice, KeyId number) const noexcept {
    return of_choice_.empty() ? number : of_choice_[choice].projection[number];
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

/// The cells of a combination, commas and backslashes within them still marked.
std::vector<std::string_view> key_cells_of(std::string_view combination);

/// A cell without its marks.
std::string unmarked(std::string_view cell);

/// Appends a cell of a combination: behind a comma unless it is the first, commas and backslashes marked.
void append_key_cell(std::string& combination, std::string_view cell, bool first);

}  // namespace ratereplay
