#include "core/events.hpp"

#include <catch2/catch.hpp>

using namespace ratereplay;

TEST_CASE("the extent of events is that of their times and costs") {
  const EventColumns unit{{5, 7, 7}};
  CHECK(extent_of(unit.events()) == Extent{{5}, {7}, 1, 3, true});
  const EventColumns with_costs{{8, 9}, {4, 0}};
  CHECK(extent_of(with_costs.events()) == Extent{{8}, {9}, 4, 4, false});
  CHECK(extent_of({}) == Extent{});
}

TEST_CASE("joined extents have unit costs where both have") {
  const Extent unit{{5}, {7}, 1, 3, true};
  const Extent with_costs{{8}, {9}, 4, 4, false};
  CHECK(joined(unit, with_costs) == Extent{{5}, {9}, 4, 7, false});
  CHECK(joined(with_costs, unit) == Extent{{8}, {7}, 4, 7, false});
  CHECK(joined(unit, unit) == Extent{{5}, {7}, 1, 6, true});
}
