#include "sweep/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "core/error.hpp"
#include "core/text.hpp"
#include "limiter/spec.hpp"
#include "limiter/spec_reader.hpp"

namespace ratereplay {

namespace {

void add_range(std::vector<Fraction>& values, std::string_view text, std::size_t dots) {
  const auto fail = [&](std::string_view why) { return Error(fmt::format("{}: {}", in_quotes(text), why)); };
  const std::string_view rest = text.substr(dots + 2);
  const std::size_t colon = rest.find(':');
  const Fraction first = parse_fraction(text.substr(0, dots));
  const Fraction last = parse_fraction(rest.substr(0, colon));
  const Fraction step = colon == std::string_view::npos ? Fraction(1) : parse_fraction(rest.substr(colon + 1));
  if (step == Fraction(0)) throw fail("the step must be above 0");
  if (last < first) throw fail("the range ends below its start; write FIRST..LAST");
  const Int128 steps = ((last - first) / step).floor();
  if (steps >= static_cast<Int128>(most_configurations)) {
    throw fail(
        fmt::format("{} values, more than {}; take a larger step", grouped(steps + 1), grouped(most_configurations)));
  }
  for (Int128 i = 0; i <= steps; ++i) values.push_back(first + step * Fraction(i));
}

/// A limiter as named, and what it still needs.
struct Template {
  std::string_view text;
  const Description* limiter = nullptr;

  explicit Template(std::string_view named) : text(named) {
    const std::string_view name = trimmed(text.substr(0, text.find(':')));
    std::vector<std::string> names;
    for (const auto& [others, kind] : {std::pair(dialects(), "dialect"), std::pair(markers(), "marker")}) {
      for (const Description& each : others) {
        if (each.name != name) continue;
        throw Error(fmt::format("limiter {}: a grid is of algorithms, and {} is a {}; replay or compare it",
                                in_quotes(text), name, kind));
      }
    }
    for (const Description& each : algorithms()) {
      if (each.name == name) limiter = &each;
      names.emplace_back(each.name);
    }
    if (limiter == nullptr) throw Error("no limiter " + in_quotes(name) + instead_of(name, names));
    const std::vector<std::string_view> items = assignments();
    if (std::find(items.begin(), items.end(), "") != items.end()) {
      throw Error(fmt::format("limiter {} has an empty place; write NAME or NAME:KEY=VALUE,...", in_quotes(text)));
    }
  }

  bool takes(std::string_view key) const {
    return std::any_of(limiter->parameters.begin(), limiter->parameters.end(),
                       [&](const Parameter& each) { return each.key == key; });
  }

  std::vector<std::string_view> assignments() const {
    const std::size_t colon = text.find(':');
    return colon == std::string_view::npos ? std::vector<std::string_view>() : split(text.substr(colon + 1), ',');
  }

  /// Whether the text itself gives it.
  bool gives(std::string_view key) const {
    const std::vector<std::string_view> items = assignments();
    return std::any_of(items.begin(), items.end(),
                       [&](std::string_view item) { return trimmed(item.substr(0, item.find('='))) == key; });
  }

  bool wants(std::string_view key) const { return takes(key) && !gives(key); }

  /// The spec text with some more parameters.
  std::string with(std::span<const std::string> assignments) const {
    std::string spec(text);
    for (const std::string& each : assignments) spec += (spec.find(':') == std::string::npos ? ":" : ",") + each;
    return spec;
  }
};

/// The values of one parameter of a limiter, of which none means that it is not among those of the grid.
struct Axis {
  std::string_view option;
  std::string key;
  std::vector<std::string> values;
};

std::vector<std::string> texts_of(std::span<const Fraction> amounts) {
  std::vector<std::string> texts;
  for (const Fraction& amount : amounts) texts.push_back(amount_text(amount));
  return texts;
}

/// The rates of one period together, by rising count, as windows and their limits go.
std::vector<std::string> by_window(std::vector<std::string> rates) {
  std::map<Int128, std::size_t> first;  // of each period
  std::vector<std::pair<Rate, std::size_t>> order;
  for (const std::string& text : rates) {
    Rate rate = parse_rate(text);
    const std::size_t group = first.try_emplace(rate.period.ns, order.size()).first->second;
    order.emplace_back(std::move(rate), group);
  }
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return std::tie(a.second, a.first.count) < std::tie(b.second, b.first.count);
  });
  std::transform(order.begin(), order.end(), rates.begin(), [](const auto& each) { return each.first.text; });
  return rates;
}

std::vector<std::string> queues_of(std::span<const Fraction> bursts) {
  std::vector<std::string> queues;
  for (const Fraction& burst : bursts) {
    const std::string queue = std::to_string(LeakyQueue::for_comparison({}, burst).queue);
    if (queues.empty() || queues.back() != queue) queues.push_back(queue);
  }
  return queues;
}

/// What varies in the outer and in the inner loop.
std::vector<Axis> axes_for(const Template& limiter, const GridAxes& axes) {
  const bool has_limit = limiter.takes("limit");
  const bool by_limit =
      has_limit && (!axes.limits.empty() || !axes.windows.empty() || limiter.gives("limit") || limiter.gives("window"));
  std::vector<Axis> all;
  if (by_limit) {
    all.push_back({"--window", "window", axes.windows});
    all.push_back({"--limit", "limit", texts_of(axes.limits)});
  } else {
    all.push_back({"--rate", "rate", has_limit ? by_window(axes.rates) : axes.rates});
    all.push_back({"--burst", "burst", texts_of(axes.bursts)});
    if (limiter.wants("queue")) all.push_back({"--burst", "queue", queues_of(axes.bursts)});
  }
  std::vector<Axis> wanted;
  for (Axis& axis : all) {
    if (!limiter.wants(axis.key)) continue;
    if (axis.values.empty()) {
      throw Error(fmt::format("limiter {} needs {}{}", in_quotes(limiter.text), axis.option,
                              has_limit && !by_limit ? ", or --limit and --window" : ""));
    }
    wanted.push_back(std::move(axis));
  }
  return wanted;
}

void add_configurations(GridSeries& series, const Template& limiter, std::span<const Axis> axes,
                        std::vector<std::string> chosen) {
  if (axes.empty()) {
    series.configurations.push_back(parse_limiter(limiter.with(chosen)));
    return;
  }
  for (const std::string& value : axes.front().values) {
    chosen.push_back(axes.front().key + "=" + value);
    add_configurations(series, limiter, axes.subspan(1), chosen);
    chosen.pop_back();
  }
}

/// `check` takes each value with the item that it comes from.
template <class Check>
std::vector<Fraction> parse_list(std::string_view text, Check check) {
  std::vector<Fraction> values;
  for (const std::string_view item : split(text, ',')) {
    const std::size_t before = values.size();
    if (const std::size_t dots = item.find(".."); dots != std::string_view::npos)
      add_range(values, item, dots);
    else
      values.push_back(parse_fraction(item));
    for (std::size_t value = before; value < values.size(); ++value) check(item, values[value]);
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.front() == Fraction(0)) throw Error(fmt::format("{}: 0 passes nothing; begin above it", in_quotes(text)));
  return values;
}

}  // namespace

std::vector<Fraction> parse_amounts(std::string_view text) {
  return parse_list(text, [](std::string_view, const Fraction&) {});
}

std::vector<Fraction> parse_wholes(std::string_view text) {
  return parse_list(text, [](std::string_view item, const Fraction& value) {
    if (value.denominator() == 1 && value <= Fraction(std::numeric_limits<std::int64_t>::max())) return;
    const bool is_range = item.find("..") != std::string_view::npos;
    throw Error(fmt::format("{}{} not a whole number up to 9223372036854775807", in_quotes(item),
                            is_range ? fmt::format(" holds {}, which is", to_text(value)) : " is"));
  });
}

std::vector<GridSeries> grid_of(std::span<const std::string> limiters, const GridAxes& axes) {
  std::vector<std::string> names(limiters.begin(), limiters.end());
  if (names.empty()) {
    if (!axes.bursts.empty()) names.emplace_back("token-bucket");
    if (!axes.limits.empty() || !axes.windows.empty()) names.emplace_back("fixed-window");
    if (names.empty()) throw Error("there is nothing to sweep; give --burst, or --limit and --window, or -l pacer");
  }

  std::vector<GridSeries> grid;
  std::vector<std::string_view> taken;
  Int128 configurations = 0;
  for (const std::string& name : names) {
    if (std::any_of(grid.begin(), grid.end(), [&](const GridSeries& each) { return each.limiter == name; }))
      throw Error(fmt::format("limiter {} is given twice; leave one of them out", in_quotes(name)));
    const Template limiter(name);
    const std::vector<Axis> varied = axes_for(limiter, axes);
    Int128 product = 1;
    for (const Axis& axis : varied) {
      product *= static_cast<Int128>(axis.values.size());
      taken.push_back(axis.option);
    }
    configurations += product;
    if (configurations > static_cast<Int128>(most_configurations)) {
      throw Error(fmt::format("the grid has {} configurations, more than {}; give fewer values or larger steps",
                              grouped(configurations), grouped(most_configurations)));
    }
    grid.push_back({name, {}});
    add_configurations(grid.back(), limiter, varied, {});
  }

  const auto check_taken = [&](std::string_view option, bool given) {
    if (!given || std::find(taken.begin(), taken.end(), option) != taken.end()) return;
    throw Error(fmt::format("{} is taken by none of the limiters ({}); leave it out, or choose others with -l", option,
                            joined(names, ", ")));
  };
  check_taken("--rate", !axes.rates.empty());
  check_taken("--burst", !axes.bursts.empty());
  check_taken("--limit", !axes.limits.empty());
  check_taken("--window", !axes.windows.empty());
  return grid;
}

}  // namespace ratereplay
