#include "trace/clf_line.hpp"

#include <catch2/catch.hpp>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

using namespace ratereplay;
using Cells = std::vector<std::string>;

namespace {

const std::string time_text = "29/Jul/2025:23:24:52 +0000";
const std::string front = "10.0.0.1 - frank [" + time_text + "] ";
const std::string combined = front + "\"GET /a HTTP/1.1\" 200 5 \"-\" \"agent\"";

struct Cut {
  ClfLine line;
  Cells cells;
  RecordFacts facts;
};

// A line of a log whose first line is `first`.
Cut cut(std::string_view line, std::string_view first = combined) {
  Cut result{ClfLine(first), {}, {}};
  std::vector<std::size_t> columns(result.line.header().size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  result.line.select(columns);
  std::vector<std::string_view> cells;
  result.facts = result.line.cut(line, cells);
  result.cells.assign(cells.begin(), cells.end());
  return result;
}

// The fault and the column that it names.
std::pair<RecordFault, std::string> fault_of(std::string_view line) {
  const Cut result = cut(line);
  return {result.facts.fault, result.line.header().at(result.facts.fault_column)};
}

}  // namespace

TEST_CASE("clf: the format is that of the first line that can be cut") {
  const std::string common = front + "\"GET /a HTTP/1.1\" 200 5";
  CHECK(ClfLine(common).format() == "common");
  CHECK(ClfLine(combined).format() == "combined");
  CHECK(ClfLine("www.example.org:80 " + combined).format() == "vhost_combined");
  CHECK(ClfLine("www " + common).format() == "vhost_common");
  CHECK(ClfLine("").format() == "combined");
  CHECK(ClfLine("\n# Log\r\n" + common + "\r\n" + combined).format() == "common");
  // Names of users may hold blanks; the ident tells them from a virtual host.
  CHECK(ClfLine("10.0.0.1 - frank smith [" + time_text + "] \"-\" 200 5").format() == "common");
  CHECK(ClfLine("www 10.0.0.1 - frank smith [" + time_text + "] \"-\" 200 5").format() == "vhost_common");
  // With an ident the port does.
  const auto format_of = [&](const std::string& words) {
    return ClfLine(words + " [" + time_text + "] \"-\" 200 5").format();
  };
  CHECK(format_of("www.example.org:80 10.0.0.1 id frank") == "vhost_common");
  CHECK(format_of("www.example.org:8x 10.0.0.1 id frank") == "common");
  CHECK(format_of("www.example.org: 10.0.0.1 id frank") == "common");
  CHECK(format_of("www.example.org 10.0.0.1 id frank") == "common");
  CHECK(format_of("[2001:db8::1]:80 10.0.0.1 id frank") == "vhost_common");
  CHECK(format_of("2001:db8::1 id frank smith") == "common");
  CHECK(format_of("::1 id frank smith") == "common");
  CHECK(ClfLine(combined).header() == std::vector<std::string>{"host", "ident", "user", "time", "request", "method",
                                                               "path", "protocol", "status", "bytes", "referer",
                                                               "agent"});
  CHECK(ClfLine("www " + common).header() == std::vector<std::string>{"vhost", "host", "ident", "user", "time",
                                                                      "request", "method", "path", "protocol", "status",
                                                                      "bytes"});
}

TEST_CASE("clf: cells") {
  CHECK(cut(combined).cells == Cells{"10.0.0.1", "-", "frank", time_text, "GET /a HTTP/1.1", "GET", "/a", "HTTP/1.1",
                                     "200", "5", "-", "agent"});
  CHECK(
      cut("2001:db8::1 - a [b] \"c\" [" + time_text + "] \"POST /x?y=\\\"z\\\" HTTP/2.0\" 404 - \"\" \"\\\\\"").cells ==
      Cells{"2001:db8::1", "-", "a [b] \"c\"", time_text, "POST /x?y=\\\"z\\\" HTTP/2.0", "POST", "/x?y=\\\"z\\\"",
            "HTTP/2.0", "404", "-", "", "\\\\"});
  CHECK(cut("www.example.org:80 " + combined, "www.example.org:80 " + combined).cells.front() == "www.example.org:80");
  const std::string log = front + "\"";
  const auto request = [&](const std::string& text) {
    const Cells cells = cut(log + text + "\" 400 0 \"-\" \"-\"").cells;
    CHECK(cells.at(4) == text);
    return Cells{cells.at(5), cells.at(6), cells.at(7)};
  };
  const Cells none = {"", "", ""};
  CHECK(request("GET /") == Cells{"GET", "/", ""});
  CHECK(request("M-SEARCH * HTTP/1.0") == Cells{"M-SEARCH", "*", "HTTP/1.0"});
  CHECK(request("MY_METHOD /a HTTP/1.0") == Cells{"MY_METHOD", "/a", "HTTP/1.0"});
  CHECK(request("-") == none);
  CHECK(request("") == none);
  CHECK(request("GET") == none);
  CHECK(request("GET ") == none);
  CHECK(request(" / HTTP/1.1") == none);
  CHECK(request("GET /a b HTTP/1.1") == none);
  CHECK(request("GET /a b") == none);
  CHECK(request("GET /a /1.1") == none);
  CHECK(request("GET /a H1/1.1") == none);
  CHECK(request("GET /a HTTP/") == none);
  CHECK(request("GET /a HTTP/x") == none);
  CHECK(request("GET /a H/1") == Cells{"GET", "/a", "H/1"});
  CHECK(request("\\x16\\x03 \\x01") == none);
}

TEST_CASE("clf: fewer and more cells than the first line has") {
  const auto counted = [](const Cut& result) {
    CHECK(result.facts.fault == RecordFault::none);
    return std::pair(result.facts.fewer_cells, result.facts.more_cells);
  };
  using Pair = std::pair<bool, bool>;
  const std::string common = front + "\"GET /a HTTP/1.1\" 200 5";
  CHECK(counted(cut(combined)) == Pair(false, false));
  CHECK(counted(cut(combined + "  ")) == Pair(false, false));
  CHECK(counted(cut(combined + " 0.003")) == Pair(false, true));
  CHECK(counted(cut(common)) == Pair(true, false));
  CHECK(cut(common).cells.back().empty());
  CHECK(counted(cut(front + "\"GET /a HTTP/1.1\"")) == Pair(true, false));
  CHECK(counted(cut(combined, common)) == Pair(false, true));
  CHECK(cut(combined, common).cells.back() == "5");
  // Cut within what tells of the client.
  CHECK(counted(cut(common + " \"-\" \"agen")) == Pair(true, false));
  CHECK(cut(common + " \"-\" \"agen").cells.back() == "agen");
  CHECK(counted(cut(common + " \"http://x")) == Pair(true, false));
  CHECK(counted(cut(common + " \"-\" \"agen", common)) == Pair(false, true));
}

TEST_CASE("clf: lines that cannot be cut") {
  using Fault = std::pair<RecordFault, std::string>;
  CHECK(fault_of("nothing") == Fault(RecordFault::no_log_time, "time"));
  CHECK(fault_of("10.0.0.1 - - [2025-07-29T23:24:52Z] \"GET / HTTP/1.1\" 200 5") ==
        Fault(RecordFault::no_log_time, "time"));
  CHECK(fault_of("10.0.0.1 - - [29/Jul/2025:23:24:52 +0000") == Fault(RecordFault::no_log_time, "time"));
  CHECK(fault_of("10.0.0.1 - [" + time_text + "] \"GET / HTTP/1.1\" 200 5") == Fault(RecordFault::no_log_host, "host"));
  CHECK(fault_of("[" + time_text + "] \"GET / HTTP/1.1\" 200 5") == Fault(RecordFault::no_log_host, "host"));
  // With a vhost, in a log whose first line has none; without one, a user may begin with a dash.
  CHECK(fault_of("www 10.0.0.1 - frank [" + time_text + "] \"-\" 200 5") == Fault(RecordFault::no_log_host, "host"));
  CHECK(fault_of("10.0.0.1 - - frank [" + time_text + "] \"-\" 200 5").first == RecordFault::none);
  CHECK(fault_of("10.0.0.1 id -frank [" + time_text + "] \"-\" 200 5").first == RecordFault::none);
  const Cut within_vhosts = cut("www:80 " + front, "www:80 " + combined);
  CHECK(within_vhosts.facts.fault == RecordFault::no_log_request);
  CHECK(within_vhosts.line.header().at(within_vhosts.facts.fault_column) == "request");
  CHECK(fault_of(front) == Fault(RecordFault::no_log_request, "request"));
  CHECK(fault_of(front + "GET / 200 5") == Fault(RecordFault::no_log_request, "request"));
  CHECK(fault_of(front + "\"GET / 200 5") == Fault(RecordFault::unclosed_log_quote, "request"));
  CHECK(fault_of(front + "\"GET /\\\" 200 5") == Fault(RecordFault::unclosed_log_quote, "request"));
  CHECK(fault_of(front + "\"GET /\"x 200 5") == Fault(RecordFault::text_after_log_quote, "request"));
  CHECK(fault_of(front + "\"GET /\" 200 5 \"a\"b\" \"c\"") == Fault(RecordFault::text_after_log_quote, "referer"));
  CHECK(ClfLine::fits(combined));
  CHECK_FALSE(ClfLine::fits("time,mag"));
}
