#include "limiter/catalogue.hpp"

#include <array>
#include <type_traits>

namespace ratereplay {

namespace {

template <class F>
decltype(auto) for_all_limiters(F&& f) {
  return std::apply([&](const auto&... each) -> decltype(auto) { return f(each...); }, Limiters{});
}

}  // namespace

std::span<const Description> catalogue() {
  static const auto descriptions = for_all_limiters(
      [](const auto&... each) { return std::array{std::remove_cvref_t<decltype(each)>::description...}; });
  return descriptions;
}

const Description& description_of(const AnyLimiter& limiter) { return catalogue()[limiter.index()]; }

std::string_view name_of(const AnyLimiter& limiter) { return description_of(limiter).name; }

std::string spec_text(const AnyLimiter& limiter) {
  return std::string(name_of(limiter)) + ":" + std::visit([](const auto& each) { return each.text(); }, limiter);
}

Duration default_window(const AnyLimiter& limiter) {
  return std::visit([](const auto& each) { return each.own_window(); }, limiter);
}

Int128 quota(const AnyLimiter& limiter) {
  return std::visit([](const auto& each) -> Int128 { return each.quota(); }, limiter);
}

Int128 promise(const AnyLimiter& limiter, Duration length, Cost largest_cost) {
  return std::visit(
      [&](const auto& each) {
        if constexpr (requires { each.promise(length, largest_cost); }) {
          return each.promise(length, largest_cost);
        } else {
          return each.promise(length);
        }
      },
      limiter);
}

std::optional<Int128> admission_promise(const AnyLimiter& limiter, Duration length) {
  return std::visit(
      [&](const auto& each) -> std::optional<Int128> {
        if constexpr (requires { each.admission_promise(length); }) return each.admission_promise(length);
        return std::nullopt;
      },
      limiter);
}

std::vector<AnyLimiter> limiters_for_comparison(const Rate& rate, const std::optional<Fraction>& burst) {
  const Fraction held = burst.value_or(Fraction(rate.count));
  return for_all_limiters([&](const auto&... each) {
    return std::vector<AnyLimiter>{std::remove_cvref_t<decltype(each)>::for_comparison(rate, held)...};
  });
}

}  // namespace ratereplay
