#pragma once

#include <string>
#include <string_view>

#include "core/error.hpp"
#include "limiter/spec.hpp"

namespace ratereplay::test {

/// The error that a spec text is refused with; empty where it is not.
inline std::string refused(std::string_view spec) {
  try {
    parse_limiter(spec);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace ratereplay::test
