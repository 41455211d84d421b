#include "limiter/table.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "limiter/limiter.hpp"
#include "limiter/spec.hpp"
#include "limiter/wide_rule.hpp"

namespace ratereplay::test {

namespace {

constexpr bool representable(Int128 time) { return time <= INT64_MAX; }

template <class Rule>
void check_rows(const Rule& rule, const std::vector<Row>& rows, bool refusals_are_logged) {
  auto state = rule.start({rows.front().at});
  for (const Row& row : rows) {
    const auto before = state;
    const bool passed = rule.admit(state, {row.at}, row.cost);
    const RetryAfter wait = passed ? Duration{passes} : rule.retry_after(state, {row.at}, row.cost);
    INFO("at " << row.at << " cost " << row.cost);
    REQUIRE(to_text(wait ? wait->ns : never) == to_text(row.outcome));
    const bool unchanged = passed || refusals_are_logged || state == before;
    REQUIRE(unchanged);
    if (!passed && !wait) REQUIRE(rule.waits_longer(state, {row.at}, row.cost, {0}));
    if (!passed && wait) {
      REQUIRE(rule.waits_longer(state, {row.at}, row.cost, {wait->ns - 1}));
      REQUIRE_FALSE(rule.waits_longer(state, {row.at}, row.cost, *wait));
    }
    if (passed || !wait || !representable(row.at + wait->ns)) continue;
    const Instant then{static_cast<std::int64_t>(row.at + wait->ns)};
    auto at_the_wait = state;
    auto just_before = state;
    REQUIRE(rule.admit(at_the_wait, then, row.cost));
    REQUIRE((wait->ns == 1 || !rule.admit(just_before, {then.ns - 1}, row.cost)));
  }
}

}  // namespace

void check_table(const std::string& spec, const std::vector<Row>& rows, bool refusals_count) {
  const AnyLimiter limiter = parse_limiter(spec);
  Extent extent{{rows.front().at}, {rows.back().at}};
  for (const Row& row : rows) {
    extent.largest_cost = std::max(extent.largest_cost, row.cost);
    const Int128 last = row.at + std::max<Int128>(row.outcome, 0);
    if (representable(last)) extent.last.ns = std::max(extent.last.ns, static_cast<std::int64_t>(last));
  }
  extent.unit_costs = extent.largest_cost == 1;
  const bool logged = refusals_count || spec.find("count=all") != std::string::npos;
  CAPTURE(spec);
  with_rule(limiter, extent, [&](const auto& rule) { check_rows(rule, rows, logged); });
  INFO("in the widest form");
  std::visit(
      [&]<class Parameters>(const Parameters& each) {
        if constexpr (!is_dialect<Parameters>) check_rows(wide_rule(each, extent), rows, logged);
      },
      limiter);
}

void check_buckets(const std::string& parameters, const std::vector<Row>& rows) {
  for (const char* name : {"token-bucket:", "gcra:", "leaky-bucket:"}) check_table(name + parameters, rows);
}

}  // namespace ratereplay::test
