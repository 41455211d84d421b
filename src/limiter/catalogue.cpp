#include "limiter/catalogue.hpp"

#include <array>
#include <type_traits>
#include <variant>

#include "core/error.hpp"

namespace ratereplay {

namespace {

template <class List, class F>
decltype(auto) for_all_of(F&& f) {
  return std::apply([&](const auto&... each) -> decltype(auto) { return f(each...); }, List{});
}

/// A dialect's ideal, or the one that it chooses of several.
template <class Ideal>
AnyLimiter any_of(const Ideal& ideal) {
  return ideal;
}
template <class... Ideals>
AnyLimiter any_of(const std::variant<Ideals...>& ideal) {
  return std::visit([](const auto& each) -> AnyLimiter { return each; }, ideal);
}

/// Calls `f` with each dialect of the list; where it throws, or where it would have to know costs and does not, says
/// why.
template <class List, class F>
void for_each_dialect(bool with_costs, std::vector<Unsayable>& left_out, const F& f) {
  const auto call = [&]<class Dialect>(const Dialect& dialect) {
    try {
      if (with_costs && std::tuple_element_t<0, typename Dialect::Rules>::counts_requests)
        throw Error("it counts requests and knows no costs");
      f(dialect);
    } catch (const Error& error) {
      left_out.push_back({Dialect::description.name, error.what()});
    }
  };
  for_all_of<List>([&](const auto&... each) { (call(each), ...); });
}

Fraction burst_or_count(const Rate& rate, const std::optional<Fraction>& burst) {
  return burst.value_or(Fraction(rate.count));
}

}  // namespace

std::span<const Description> catalogue() {
  static const auto descriptions = for_all_of<Limiters>(
      [](const auto&... each) { return std::array{std::remove_cvref_t<decltype(each)>::description...}; });
  return descriptions;
}

std::span<const Description> algorithms() { return catalogue().first(std::tuple_size_v<Algorithms>); }

std::span<const Description> markers() {
  return catalogue().subspan(std::tuple_size_v<Algorithms>, std::tuple_size_v<Markers>);
}

std::span<const Description> dialects() { return catalogue().last(std::tuple_size_v<Dialects>); }

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

std::optional<Int128> promise(const AnyLimiter& limiter, Duration length, Cost largest_cost) {
  return std::visit(
      [&](const auto& each) -> std::optional<Int128> {
        if constexpr (requires { each.promise(length, largest_cost); }) {
          return each.promise(length, largest_cost);
        } else if constexpr (requires { each.promise(length); }) {
          return each.promise(length);
        } else {
          return std::nullopt;
        }
      },
      limiter);
}

std::optional<Int128> admission_promise(const AnyLimiter& limiter, Duration length) {
  return std::visit(
      [&](const auto& each) -> std::optional<Int128> {
        if constexpr (requires { each.admission_promise(length); })
          return each.admission_promise(length);
        else
          return std::nullopt;
      },
      limiter);
}

bool may_delay(const AnyLimiter& limiter) {
  return std::visit(
      [](const auto& each) {
        if constexpr (requires { each.may_delay(); })
          return each.may_delay();
        else
          return false;
      },
      limiter);
}

std::optional<AnyLimiter> ideal_of(const AnyLimiter& dialect) {
  return std::visit(
      [](const auto& each) -> std::optional<AnyLimiter> {
        if constexpr (requires { each.ideal(); })
          return any_of(each.ideal());
        else
          return std::nullopt;
      },
      dialect);
}

Fraction long_run_per_ns(const AnyLimiter& limiter) {
  return std::visit(
      [](const auto& each) {
        if constexpr (requires { each.long_run_per_ns(); })
          return each.long_run_per_ns();
        else if constexpr (requires { each.rate; })
          return each.rate.per_ns();
        else
          return Fraction(each.limit, each.window.ns);
      },
      limiter);
}

std::vector<AnyLimiter> limiters_for_comparison(const Rate& rate, const std::optional<Fraction>& burst) {
  const Fraction held = burst_or_count(rate, burst);
  return for_all_of<Algorithms>([&](const auto&... each) {
    return std::vector<AnyLimiter>{std::remove_cvref_t<decltype(each)>::for_comparison(rate, held)...};
  });
}

DialectsForComparison dialects_for_comparison(const Rate& rate, const std::optional<Fraction>& burst, bool with_costs) {
  const Fraction held = burst_or_count(rate, burst);
  DialectsForComparison result;
  for_each_dialect<Dialects>(with_costs, result.left_out, [&]<class Dialect>(const Dialect& /*any*/) {
    result.limiters.push_back(Dialect::for_comparison(rate, held));
  });
  return result;
}

Recommendations recommendations(const Rate& rate, std::int64_t bucket, bool each_client, bool with_costs) {
  Recommendations result;
  for_each_dialect<Configured>(with_costs, result.left_out, [&]<class Dialect>(const Dialect& /*any*/) {
    const Dialect closest = Dialect::closest(rate, bucket);
    result.closest.push_back({closest, closest.stanza(each_client)});
  });
  return result;
}

}  // namespace ratereplay
