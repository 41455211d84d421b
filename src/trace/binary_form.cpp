#include "trace/binary_form.hpp"

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include "core/error.hpp"

namespace ratereplay {

namespace {

constexpr std::size_t name_of_magic = 4;
constexpr std::uint32_t this_order = 0x01020304;
constexpr std::uint32_t other_order = 0x04030201;

// Where these stand is the same in every version of every form.
constexpr std::size_t byte_order_offset = 8;
constexpr std::size_t version_offset = 12;
constexpr std::size_t checksum_offset = own_front_offset + own_front_bytes;
static_assert(checksum_offset + sizeof(std::uint64_t) == front_bytes);

}  // namespace

std::uint64_t checksum_of(std::string_view bytes) noexcept { return XXH3_64bits(bytes.data(), bytes.size()); }

struct Checksum::State {
  XXH3_state_t state;
};

Checksum::Checksum() : state_(std::make_unique<State>()) { XXH3_64bits_reset(&state_->state); }
Checksum::~Checksum() = default;
void Checksum::add(std::string_view bytes) noexcept { XXH3_64bits_update(&state_->state, bytes.data(), bytes.size()); }
std::uint64_t Checksum::value() const noexcept { return XXH3_64bits_digest(&state_->state); }

bool begins_as(const BinaryForm& form, std::string_view bytes) noexcept {
  return bytes.substr(0, name_of_magic) == form.magic.substr(0, name_of_magic);
}

std::string front_of(const BinaryForm& form, std::string_view own) {
  std::string front(form.magic);
  front += bytes_of(this_order);
  front += bytes_of(form.version);
  front += own;
  const std::uint64_t checksum = checksum_of(front);
  front += bytes_of(checksum);
  return front;
}

void check_front(const BinaryForm& form, std::string_view bytes, std::size_t least, const std::string& name) {
  if (bytes.empty() || bytes.substr(0, form.magic.size()) != form.magic.substr(0, bytes.size())) {
    if (!begins_as(form, bytes)) throw Error(fmt::format("{}: is no {}; {}", name, form.noun, form.first));
    refuse(form, name, fmt::format("the {} was changed, as by a transfer as text", form.noun));
  }
  if (bytes.size() < least) refuse(form, name, fmt::format("the {} is cut short", form.noun));

  const auto byte_order = read_as<std::uint32_t>(bytes, byte_order_offset);
  if (byte_order == other_order) {
    throw Error(fmt::format("{}: the {} is of a machine with the other byte order; {} on this one", name, form.noun,
                            form.making));
  }
  const auto version = read_as<std::uint32_t>(bytes, version_offset);
  if (byte_order != this_order || version == 0 ||
      read_as<std::uint64_t>(bytes, checksum_offset) != checksum_of(bytes.substr(0, checksum_offset))) {
    refuse(form, name, fmt::format("the front of the {} is altered", form.noun));
  }
  if (version > form.version) {
    throw Error(
        fmt::format("{}: written by a newer ratereplay (format {}), this one reads up to {}; update it, or {} again",
                    name, version, form.version, form.making));
  }
}

void refuse(const BinaryForm& form, const std::string& name, std::string_view what) {
  throw Error(fmt::format("{}: {}; copy the file again, or {} again", name, what, form.making));
}

}  // namespace ratereplay
