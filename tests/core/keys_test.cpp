#define XXH_INLINE_ALL
#include "core/keys.hpp"

#include <xxhash.h>

#include <bit>
#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/error.hpp"
#include "core/text_hash.hpp"

using namespace ratereplay;

namespace {

KeyTexts texts_of(const std::vector<std::string>& all) {
  KeyTexts texts;
  for (const std::string& each : all) texts.add(each);
  return texts;
}

std::string combination(const std::vector<std::string>& cells) {
  std::string result;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) append_key_cell(result, cells[cell], cell == 0);
  return result;
}

constexpr std::size_t plenty = std::size_t{1} << 30;

}  // namespace

TEST_CASE("texts are numbered as they first appear, the empty one too") {
  KeyTable table;
  std::vector<KeyId> ids{7};
  table.intern(texts_of({"b", "", "a", "b", "", "c"}), ids);
  table.intern(texts_of({"c", "d", "a"}), ids);
  CHECK(ids == std::vector<KeyId>{7, 0, 1, 2, 0, 1, 3, 3, 4, 2});
  CHECK(table.size() == 5);
  CHECK(table.text(0) == "b");
  CHECK(table.text(1).empty());
  CHECK(table.text(4) == "d");
  table.intern({}, ids);
  CHECK(ids.size() == 10);
}

TEST_CASE("texts that share a hash, or the upper half of one, are told apart") {
  const std::uint64_t last = ~std::uint64_t{0};
  for (const std::uint64_t hash : {std::uint64_t{0}, std::uint64_t{1} << 63, last}) {
    KeyTable table;
    KeyTexts texts;
    for (int round = 0; round < 2; ++round) {
      for (int text = 0; text < 1'000; ++text)
        texts.add(std::to_string(text), hash ^ static_cast<std::uint64_t>(text % 3));
    }
    std::vector<KeyId> ids;
    table.intern(texts, ids);
    REQUIRE(table.size() == 1'000);
    for (KeyId text = 0; text < 1'000; ++text) {
      REQUIRE(ids[text] == text);
      REQUIRE(ids[1'000 + text] == text);
      REQUIRE(table.text(text) == std::to_string(text));
    }
  }
}

TEST_CASE("a table that grows keeps every number") {
  std::mt19937_64 random(5);
  KeyTable table;
  std::unordered_map<std::string, KeyId> expected;
  for (int round = 0; round < 60; ++round) {
    std::vector<std::string> all;
    for (std::uint64_t left = random() % 2'000; left > 0; --left)
      all.push_back(std::string(random() % 4, 'x') + std::to_string(random() % (std::uint64_t{100} << round / 6)));
    std::vector<KeyId> ids;
    table.intern(texts_of(all), ids);
    REQUIRE(ids.size() == all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto number = static_cast<KeyId>(expected.size());
      REQUIRE(ids[i] == expected.try_emplace(all[i], number).first->second);
    }
  }
  CHECK(table.size() > 10'000);
  for (const auto& [text, id] : expected) REQUIRE(table.text(id) == text);
}

TEST_CASE("texts of any length lie one behind another, the empty one wherever it comes") {
  for (std::size_t before = (std::size_t{1} << 16) - 3; before <= (std::size_t{1} << 16) + 3; ++before) {
    KeyTable table;
    std::vector<KeyId> ids;
    table.intern(texts_of({std::string(before / 2, 'a'), std::string(before - before / 2, 'b'), "", "ccc"}), ids);
    table.intern(texts_of({"", "ccc"}), ids);
    CHECK(ids == std::vector<KeyId>{0, 1, 2, 3, 2, 3});
    CHECK(table.text(1) == std::string(before - before / 2, 'b'));
    CHECK(table.text(2).empty());
    CHECK(table.text(3) == "ccc");
  }
}

TEST_CASE("texts longer than a chunk, and one too long to be kept") {
  KeyTable table;
  std::vector<KeyId> ids;
  const std::string chunk(std::size_t{1} << 16, 'a');
  const std::string longer(std::size_t{5} << 20, 'b');
  const std::string longest((std::size_t{1} << 24) - 1, 'c');
  table.intern(texts_of({"x", chunk, longer, "y", longest, "z", "", chunk, longer, longest, ""}), ids);
  CHECK(ids == std::vector<KeyId>{0, 1, 2, 3, 4, 5, 6, 1, 2, 4, 6});
  CHECK(table.text(6).empty());
  CHECK(table.text(1) == chunk);
  CHECK(table.text(2) == longer);
  CHECK(table.text(4) == longest);
  CHECK(table.text(5) == "z");
  CHECK(table.memory() > chunk.size() + longer.size() + longest.size());
  CHECK_THROWS_WITH(table.intern(texts_of({longest + "c"}), ids),
                    "a key is longer than 16 MiB; choose columns with shorter cells");
}

TEST_CASE("commas and backslashes within cells do not mix keys up") {
  CHECK(combination({"a,b", "c"}) == "a\\,b,c");
  CHECK(combination({"a", "b,c"}) == "a,b\\,c");
  CHECK(combination({"a\\", "b"}) == "a\\\\,b");
  CHECK(combination({"a\\,b"}) == "a\\\\\\,b");
  CHECK(combination({"", ""}) == ",");

  Keys keys({{"first,second", {0, 1}}}, plenty);
  std::vector<KeyId> ids;
  keys.intern(texts_of({combination({"a,b", "c"}), combination({"a", "b,c"}), combination({"a\\", "b"}),
                        combination({"a", "\\b"}), combination({"a,b", "c"})}),
              ids);
  CHECK(ids == std::vector<KeyId>{0, 1, 2, 3, 0});
  CHECK(keys.choices() == 1);
  CHECK(keys.size(0) == 4);
  CHECK(keys.text(0, 0) == "a\\,b,c");
  CHECK(keys.projection(0).empty());
}

TEST_CASE("a combination has a key under each choice") {
  Keys keys({{"host", {0}}, {"user", {1}}, {"user,host", {1, 0}}}, plenty);
  std::vector<KeyId> ids;
  keys.intern(texts_of({combination({"h,1", "u"}), combination({"h2", "u"}), combination({"h,1", "v"})}), ids);
  keys.intern(texts_of({combination({"h2", "u"}), combination({"", "v"}), combination({"h2", ""})}), ids);
  CHECK(ids == std::vector<KeyId>{0, 1, 2, 1, 3, 4});
  CHECK(keys.combinations() == 5);
  CHECK(keys.name(2) == "user,host");

  const auto projected = [&](std::size_t choice) {
    return std::vector<KeyId>(keys.projection(choice).begin(), keys.projection(choice).end());
  };
  CHECK(keys.size(0) == 3);
  CHECK(projected(0) == std::vector<KeyId>{0, 1, 0, 2, 1});
  CHECK(keys.text(0, 0) == "h,1");
  CHECK(keys.text(0, 2).empty());
  CHECK(keys.size(1) == 3);
  CHECK(projected(1) == std::vector<KeyId>{0, 0, 1, 1, 2});
  CHECK(keys.size(2) == 5);
  CHECK(projected(2) == std::vector<KeyId>{0, 1, 2, 3, 4});
  CHECK(keys.text(2, 0) == "u,h\\,1");
  CHECK(keys.text(2, 3) == "v,");
}

TEST_CASE("keys that need more memory than they may take are an error") {
  std::vector<KeyChoice> choices{{"host", {0}}, {"user", {1}}};
  const auto fill = [](Keys& keys) {
    std::vector<KeyId> ids;
    std::vector<std::string> all;
    for (int key = 0; key < 100'000; ++key) all.push_back(combination({std::to_string(key), std::to_string(key / 2)}));
    keys.intern(texts_of(all), ids);
  };
  Keys enough(choices, plenty);
  fill(enough);
  CHECK(enough.size(1) == 50'000);
  Keys less(choices, std::size_t{4} << 20);
  CHECK_THROWS_WITH(fill(less),
                    "100,000 different keys need more than the 4 MiB that --max-memory leaves for them; "
                    "raise it");
}

namespace {

/// A text of eight bytes whose XXH3-64 without a seed is `hash`: its steps, backwards.
std::string text_with_known_hash(std::uint64_t hash) {
  constexpr std::uint64_t factor = 0x9FB21C651E98DF25;
  constexpr std::uint64_t secret = 0x1CAD21F72C81017C ^ 0xDB979083E96DD4DE;
  std::uint64_t inverse = factor;  // by Newton's steps, each of which doubles the bits that are right
  for (int step = 0; step < 6; ++step) inverse *= 2 - factor * inverse;

  hash ^= hash >> 28 ^ hash >> 56;
  hash *= inverse;
  hash ^= (hash >> 35) + 8;
  hash *= inverse;
  // This step, done 64 times, changes nothing.
  for (int step = 0; step < 63; ++step) hash ^= std::rotl(hash, 49) ^ std::rotl(hash, 24);
  hash = std::rotl(hash ^ secret, 32);
  return {reinterpret_cast<const char*>(&hash), sizeof hash};
}

}  // namespace

TEST_CASE("texts that a file has been made of to share a hash do not share that of a run") {
  std::unordered_set<std::uint64_t> tags;
  KeyTexts texts;
  for (std::uint64_t number = 0; number < 64; ++number) {
    const std::string text = text_with_known_hash(std::uint64_t{0x12345678} << 32 | number);
    REQUIRE(XXH3_64bits(text.data(), text.size()) == (std::uint64_t{0x12345678} << 32 | number));
    texts.add(text);
    tags.insert(texts.hash(texts.size() - 1) >> 32);
  }
  CHECK(tags.size() > 60);
}

TEST_CASE("a text has one hash within a run") {
  CHECK(text_hash("a") == text_hash(std::string("a")));
  CHECK(text_hash("") != text_hash("a"));
  CHECK(TextHash{}("a") == text_hash("a"));
}
