#include "core/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/error.hpp"
#include "core/text.hpp"
#include "core/text_hash.hpp"

namespace ratereplay {

void KeyTexts::add(std::string_view text) { add(text, text_hash(text)); }

void KeyTexts::add(std::string_view text, std::uint64_t hash) {
  bytes_.append(text);
  ends_.push_back(bytes_.size());
  hashes_.push_back(hash);
}

namespace {

constexpr unsigned length_bits = 24;
constexpr unsigned chunk_bits = 16;
constexpr std::size_t chunk_size = std::size_t{1} << chunk_bits;

std::uint32_t tag_of(std::uint64_t hash) noexcept { return static_cast<std::uint32_t>(hash >> 32); }

}  // namespace

std::string_view KeyTable::text_at(Place place) const noexcept {
  const char* const chunk = chunks_[place >> (length_bits + chunk_bits)].get();
  return {chunk + (place >> length_bits & (chunk_size - 1)), place & ((Place{1} << length_bits) - 1)};
}

KeyTable::Place KeyTable::keep(std::string_view text) {
  if (text.size() >> length_bits != 0) throw Error("a key is longer than 16 MiB; choose columns with shorter cells");
  // What would fill a chunk begins a new one: the end of a chunk is no place for an empty text. A long text has one of
  // its own.
  if (text.size() >= left_) {
    if (chunks_.size() >> (64 - length_bits - chunk_bits) != 0)
      throw Error("the keys are longer than 1 TiB together; choose columns with shorter cells");
    const std::size_t size = std::max(chunk_size, text.size());
    chunks_.push_back(std::make_unique_for_overwrite<char[]>(size));
    chunk_bytes_ += size;
    used_ = 0;
    left_ = size;
  }
  const Place place = static_cast<Place>(chunks_.size() - 1) << (length_bits + chunk_bits) |
                      static_cast<Place>(used_) << length_bits | text.size();
  std::copy(text.begin(), text.end(), chunks_.back().get() + used_);
  used_ += text.size();
  left_ -= text.size();
  return place;
}

// At most two thirds full, so that a search is short.
void KeyTable::make_room(std::size_t texts) {
  if (2 * slots_.size() >= 3 * (places_.size() + texts)) return;
  slot_bits_ = std::max(slot_bits_ + 1, 8U);
  if (slot_bits_ > 32) throw Error("more different keys than can be numbered; choose a coarser key");
  // The tag alone says where a text belongs, so that none of them has to be looked at; in the order of tags, which is
  // nearly that of the slots, old and new.
  const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(std::size_t{1} << slot_bits_));
  for (const Slot& each : old) {
    if (each.id == none) continue;
    std::size_t slot = home(each.tag);
    while (slots_[slot].id != none) slot = after(slot);
    slots_[slot] = each;
  }
}

void KeyTable::intern(const KeyTexts& texts, std::vector<KeyId>& ids) {
  constexpr std::size_t batch = 32;
  std::array<std::size_t, batch> slots;
  for (std::size_t begin = 0; begin < texts.size(); begin += batch) {
    const std::size_t count = std::min(batch, texts.size() - begin);
    make_room(count);
    for (std::size_t i = 0; i < count; ++i) {
      slots[i] = home(tag_of(texts.hash(begin + i)));
      __builtin_prefetch(&slots_[slots[i]]);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t tag = tag_of(texts.hash(begin + i));
      while (slots_[slots[i]].id != none && slots_[slots[i]].tag != tag) slots[i] = after(slots[i]);
      if (slots_[slots[i]].id != none) __builtin_prefetch(text_at(slots_[slots[i]].place).data());
    }
    // A slot that was free above may by now have been taken by a text of this batch.
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t tag = tag_of(texts.hash(begin + i));
      const std::string_view text = texts.text(begin + i);
      std::size_t slot = slots[i];
      while (slots_[slot].id != none && (slots_[slot].tag != tag || text_at(slots_[slot].place) != text))
        slot = after(slot);
      if (slots_[slot].id == none) {
        slots_[slot] = {tag, static_cast<KeyId>(places_.size()), keep(text)};
        places_.push_back(slots_[slot].place);
      }
      ids.push_back(slots_[slot].id);
    }
  }
}

std::size_t KeyTable::memory() const noexcept {
  return chunk_bytes_ + places_.capacity() * sizeof(Place) + slots_.capacity() * sizeof(Slot);
}

Keys::Keys(std::vector<KeyChoice> choices, std::size_t memory) : choices_(std::move(choices)), memory_(memory) {
  if (choices_.size() > 1) of_choice_.resize(choices_.size());
}

std::string unmarked(std::string_view cell) {
  std::string text;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    if (cell[i] == '\\') ++i;
    text += cell[i];
  }
  return text;
}

namespace {

// The key under a choice that has some of the cells of a combination.
std::string text_under(const KeyChoice& choice, const std::vector<std::string_view>& cells) {
  if (choice.cells.size() == 1) return unmarked(cells[choice.cells.front()]);
  std::string key;
  for (const std::size_t cell : choice.cells) {
    if (cell != choice.cells.front()) key += ',';
    key += cells[cell];
  }
  return key;
}

}  // namespace

std::vector<std::string_view> key_cells_of(std::string_view combination) {
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
  std::vector<KeyTexts> fresh(of_choice_.size());
  for (std::size_t id = known; id < combinations_.size() && !fresh.empty(); ++id) {
    const std::vector<std::string_view> cells = key_cells_of(combinations_.text(static_cast<KeyId>(id)));
    for (std::size_t choice = 0; choice < fresh.size(); ++choice)
      fresh[choice].add(text_under(choices_[choice], cells));
  }
  std::size_t memory = combinations_.memory();
  for (std::size_t choice = 0; choice < fresh.size(); ++choice) {
    auto& [table, projection] = of_choice_[choice];
    table.intern(fresh[choice], projection);
    memory += table.memory() + projection.capacity() * sizeof(KeyId);
  }
  if (memory > memory_) {
    throw Error(fmt::format("{} need more than the {} MiB that --max-memory leaves for them; raise it",
                            counted(combinations_.size(), "different key"), memory_ >> 20));
  }
}

}  // namespace ratereplay
