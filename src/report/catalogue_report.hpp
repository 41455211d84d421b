#pragma once

#include <span>
#include <string>

#include "limiter/description.hpp"
#include "report/format.hpp"
#include "report/table.hpp"

namespace ratereplay {

/// The result of `limiters`: form, rule, parameters, promise, memory and source of each.
std::string catalogue_report(std::span<const Description> limiters, Format format, const Style& style);

/// `token-bucket, gcra and leaky-bucket are one algorithm under 3 names`, for those of `names` that share a family.
std::string family_note(std::span<const Description> limiters, std::span<const std::string> names);

}  // namespace ratereplay
