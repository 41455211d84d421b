#define XXH_INLINE_ALL
#include "core/text_hash.hpp"

#include <unistd.h>
#include <xxhash.h>

#include <chrono>

namespace ratereplay {

namespace {

std::uint64_t pick_seed() noexcept {
  std::uint64_t seed = 0;
  if (::getentropy(&seed, sizeof seed) != 0) {
    seed = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  }
  return seed;
}

const std::uint64_t seed = pick_seed();

}  // namespace

std::uint64_t text_hash(std::string_view text) noexcept { return XXH3_64bits_withSeed(text.data(), text.size(), seed); }

}  // namespace ratereplay
