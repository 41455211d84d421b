#define XXH_INLINE_ALL
#include "core/keys.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <utility>

#include "core/error.hpp"

namespace ratereplay {

void KeyTexts::add(std::string_view text) {
  bytes_.append(text);
  ends_.push_back(bytes_.size());
  hashes_.push_back(XXH3_64bits(text.data(), text.size()));
}

void KeyTable::make_room() {
  // At most half full, so that a search is short.
  if (slots_.size() > 2 * ends_.size()) return;
  slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), Slot());
  const std::size_t mask = slots_.size() - 1;
  for (KeyId id = 0; id < ends_.size(); ++id) {
    std::size_t place = hashes_[id] & mask;
    while (slots_[place].id != none) place = (place + 1) & mask;
    slots_[place] = {static_cast<std::uint32_t>(hashes_[id] >> 32), id};
  }
}

void KeyTable::intern(const KeyTexts& texts, std::vector<KeyId>& ids) {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    make_room();
    const std::uint64_t hash = texts.hash(i);
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    const std::size_t mask = slots_.size() - 1;
    std::size_t place = hash & mask;
    while (slots_[place].id != none && (slots_[place].tag != tag || text(slots_[place].id) != texts.text(i))) {
      place = (place + 1) & mask;
    }
    if (slots_[place].id == none) {
      if (ends_.size() == none) throw Error("more different keys than can be numbered");
      slots_[place] = {tag, static_cast<KeyId>(ends_.size())};
      bytes_.append(texts.text(i));
      ends_.push_back(bytes_.size());
      hashes_.push_back(hash);
    }
    ids.push_back(slots_[place].id);
  }
}

std::size_t KeyTable::memory() const noexcept {
  return bytes_.capacity() + ends_.capacity() * sizeof(std::size_t) + hashes_.capacity() * sizeof(std::uint64_t) +
         slots_.capacity() * sizeof(Slot);
}

Keys::Keys(std::vector<KeyChoice> choices, std::size_t memory) : choices_(std::move(choices)), memory_(memory) {
  if (choices_.size() > 1) of_choice_.resize(choices_.size());
}

namespace {

// The cells of a combination, still marked.
std::vector<std::string_view> cells_of(std::string_view combination) {
  std::vector<std::string_view> cells;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= combination.size(); ++i) {
    if (i < combination.size() && combination[i] == '\\') {
      ++i;
    } else if (i == combination.size() || combination[i] == ',') {
      cells.push_back(combination.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  return cells;
}

std::string unmarked(std::string_view cell) {
  std::string text;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    if (cell[i] == '\\') ++i;
    text += cell[i];
  }
  return text;
}

}  // namespace

void append_key_cell(std::string& combination, std::string_view cell, bool first) {
  if (!first) combination += ',';
  for (const char c : cell) {
    if (c == ',' || c == '\\') combination += '\\';
    combination += c;
  }
}

void Keys::intern(const KeyTexts& combinations, std::vector<KeyId>& ids) {
  const std::size_t known = combinations_.size();
  combinations_.intern(combinations, ids);
  std::size_t memory = combinations_.memory();
  for (std::size_t choice = 0; choice < of_choice_.size(); ++choice) {
    KeyTexts fresh;
    for (std::size_t id = known; id < combinations_.size(); ++id) {
      const std::vector<std::string_view> cells = cells_of(combinations_.text(static_cast<KeyId>(id)));
      const std::vector<std::size_t>& chosen = choices_[choice].cells;
      std::string key;
      for (const std::size_t cell : chosen) {
        if (!key.empty() || cell != chosen.front()) key += ',';
        key += chosen.size() == 1 ? unmarked(cells[cell]) : std::string(cells[cell]);
      }
      fresh.add(key);
    }
    of_choice_[choice].table.intern(fresh, of_choice_[choice].projection);
    memory += of_choice_[choice].table.memory() + of_choice_[choice].projection.capacity() * sizeof(KeyId);
  }
  if (memory > memory_) {
    throw Error(fmt::format("{} different keys need more than the {} MiB that --max-memory leaves for them; raise it",
                            combinations_.size(), memory_ >> 20));
  }
}

}  // namespace ratereplay
