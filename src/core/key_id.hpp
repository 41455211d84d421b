#pragma once

#include <cstdint>

namespace ratereplay {

/// Number of a key (a client, a user, an address), from 0, in the order in which keys first stand in the file.
using KeyId = std::uint32_t;

}  // namespace ratereplay
