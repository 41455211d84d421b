#include "report/table.hpp"

#include <catch2/catch.hpp>

#include "report/text.hpp"

using namespace ratereplay;

TEST_CASE("a table aligns by what is seen and leaves no trailing spaces") {
  Table table;
  table.add_column("name", Table::Align::left);
  table.add_column("most\ncount", Table::Align::right);
  table.add_column("from", Table::Align::left);
  table.add_row({"caf\xC3\xA9", "1", "x"});
  table.add_row({"b", "1,000", ""});
  CHECK(table.text(Style{}) ==
        "       most\n"
        "name  count  from\n"
        "caf\xC3\xA9      1  x\n"
        "b     1,000\n");
  CHECK(table.width() == 17);
}

TEST_CASE("a label that is too wide stands above its row") {
  Table table;
  table.add_column("limiter", Table::Align::left);
  table.add_column("n", Table::Align::right);
  table.add_row({"a-label-of-twenty-five-by", "7"});
  table.add_row({"short", "8"});
  CHECK(table.text(Style{}) ==
        "limiter  n\n"
        "a-label-of-twenty-five-by\n"
        "         7\n"
        "short    8\n");
}

TEST_CASE("escapes are used only when asked for") {
  CHECK(Style{false}.bold("x") == "x");
  CHECK(Style{true}.bold("x") == "\x1b[1mx\x1b[0m");
}

TEST_CASE("a share never reads as none or all when it is neither") {
  CHECK(share_text(0, 0) == "-");
  CHECK(share_text(0, 7) == "0.0 %");
  CHECK(share_text(7, 7) == "100.0 %");
  CHECK(share_text(75, 189) == "39.7 %");
  CHECK(share_text(1, 18790) == "<0.1 %");
  CHECK(share_text(18789, 18790) == ">99.9 %");
  CHECK(share_text(1, 2000) == "0.1 %");
  CHECK(share_text(197, 18790) == "1.0 %");
}

TEST_CASE("a wait in a cell has two units and is rounded up") {
  CHECK(wait_text({1}) == "1 ns");
  CHECK(wait_text({999'999}) == "999.999 us");
  CHECK(wait_text({998'999'001}) == "999 ms");
  CHECK(wait_text({10'000'001}) == "10.001 ms");
  CHECK(wait_text({1'000'000'001}) == "1.001 s");
  CHECK(wait_text({2'871'341'000'000}) == "47 min 52 s");
  CHECK(wait_text({3'600'000'000'001}) == "1 h 1 min");
  CHECK(wait_text({86'400'000'000'000}) == "1 d");
  CHECK(wait_text({90'000'000'000'001}) == "1 d 2 h");
}

TEST_CASE("a time in a narrow cell is cut to the second") {
  CHECK(time_text({1'753'831'492'483'000'000}, false) == "2025-07-29T23:24:52.483Z");
  CHECK(time_text({1'753'831'492'483'000'000}, true) == "2025-07-29T23:24:52Z");
}
