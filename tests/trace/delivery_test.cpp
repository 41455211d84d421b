#include "trace/delivery.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/workers.hpp"

using namespace ratereplay;

namespace {

/// Notes what each part was given; part 2 fails at the time 5, part 1 at the time 7.
class Noting final : public EventConsumer {
 public:
  void begin(const TraceOutline& outline) override {
    unit = outline.unit_costs;
    given.assign(parts(), {});
  }
  std::size_t parts() const noexcept override { return 4; }
  void take(std::size_t part, const Events& block) override {
    for (const std::int64_t time : block.arrival) {
      given[part].push_back(time);
      if (fails && part == 2 && time == 5) throw Error("part 2");
      if (fails && part == 1 && time == 7) throw Error("part 1");
    }
  }

  bool fails = false;
  bool unit = false;
  std::vector<std::vector<std::int64_t>> given;
};

}  // namespace

TEST_CASE("every part takes every block in order, while something else is read") {
  for (const std::size_t threads : {1U, 2U, 5U}) {
    Workers workers(threads);
    Noting consumer;
    Delivery delivery(consumer, workers, {true});
    CHECK(consumer.unit);
    CHECK(delivery.events() == 0);
    std::vector<std::int64_t> expected;
    for (std::int64_t block = 0; block < 50; ++block) {
      delivery.add(EventColumns{{2 * block, 2 * block + 1}, {}});
      delivery.add(EventColumns{});
      expected.push_back(2 * block);
      expected.push_back(2 * block + 1);
      std::vector<int> read(7);
      delivery.run(block % 3 == 0 ? read.size() : 0, [&](std::size_t turn) { ++read[turn]; });
      CHECK(read == std::vector<int>(7, block % 3 == 0 ? 1 : 0));
    }
    delivery.finish();
    CHECK(consumer.given == std::vector<std::vector<std::int64_t>>(4, expected));
    CHECK(delivery.events() == 100);
    CHECK(delivery.extent() == Extent{{0}, {99}, 1, 100, true});
  }
}

TEST_CASE("the first part that failed is reported, at the end, and given nothing more") {
  for (const std::size_t threads : {1U, 3U}) {
    Workers workers(threads);
    Noting consumer;
    consumer.fails = true;
    Delivery delivery(consumer, workers, {false});
    CHECK_FALSE(consumer.unit);
    for (std::int64_t time = 0; time < 10; ++time) {
      delivery.add(EventColumns{{time}, {1}});
      CHECK_NOTHROW(delivery.run(0, {}));
    }
    CHECK_THROWS_WITH(delivery.finish(), "part 1");
    CHECK(consumer.given[0].size() == 10);
    CHECK(consumer.given[1].back() == 7);
    CHECK(consumer.given[2].back() == 5);
  }
}
