#include "limiter/spec.hpp"

#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/text.hpp"
#include "limiter/spec_reader.hpp"

namespace ratereplay {

namespace {

template <std::size_t Index = 0>
AnyLimiter parse_as(std::size_t index, const SpecReader& reader) {
  if constexpr (Index + 1 < std::tuple_size_v<Limiters>) {
    if (index != Index) return parse_as<Index + 1>(index, reader);
  }
  return std::tuple_element_t<Index, Limiters>::from(reader);
}

}  // namespace

AnyLimiter parse_limiter(std::string_view spec) {
  const std::size_t colon = spec.find(':');
  const std::string_view name = trimmed(spec.substr(0, colon));
  const std::string_view assignments = colon == std::string_view::npos ? "" : trimmed(spec.substr(colon + 1));

  std::vector<std::string> names;
  for (const Description& each : catalogue()) {
    if (each.name == name) return parse_as(names.size(), SpecReader(spec, each, assignments));
    names.emplace_back(each.name);
  }
  std::string near = suggestion(name, names);
  if (near.empty()) {
    names.resize(algorithms().size() + markers().size());
    near = instead_of("", names) + ", or a dialect that 'ratereplay limiters' lists";
  }
  throw Error("limiter " + in_quotes(spec) + ": " +
              (name.empty() ? "the name is missing" : "no limiter " + in_quotes(name)) + near);
}

}  // namespace ratereplay
