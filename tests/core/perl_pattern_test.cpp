#include "core/perl_pattern.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "core/error.hpp"

using namespace ratereplay;

using Search = PerlPattern::Search;

namespace {

Search search(const std::string& pattern, std::string_view text,
              PerlPattern::Case letters = PerlPattern::Case::as_written) {
  return PerlPattern(pattern, letters).search(text);
}

}  // namespace

TEST_CASE("a pattern of Perl fits anywhere in a text") {
  CHECK(search("b", "abc") == Search::found);
  CHECK(search("^b", "abc") == Search::not_found);
  CHECK(search("", "") == Search::found);
  CHECK(search("a.c", std::string_view("a\0c", 3)) == Search::found);
  CHECK(search("^\\xE9.$", "\xE9\xFF") == Search::found);
}

TEST_CASE("a pattern of Perl has what only Perl knows") {
  CHECK(search("(?<!a)b", "ab") == Search::not_found);
  CHECK(search("(?<!a)b", "cb") == Search::found);
  CHECK(search("^(\\w+)/\\1$", "joe/joe") == Search::found);
  CHECK(search("^(\\w+)/\\1$", "joe/jim") == Search::not_found);
  CHECK(search("^(?<user>[^/]+)/(?P<post>\\d+)$", "joe/12") == Search::found);
  CHECK(search("^a++a", "aaa") == Search::not_found);
}

TEST_CASE("a pattern of Perl knows letters as written, or in any case") {
  CHECK(search("gif", "GIF") == Search::not_found);
  CHECK(search("gif", "GIF", PerlPattern::Case::any) == Search::found);
  CHECK(search("(?i)GIF", "gif") == Search::found);
}

TEST_CASE("a search that would take for ever is given up") {
  CHECK(search("^(a+)+$", std::string(8000, 'a')) == Search::found);
  CHECK(search("^(a+)+$", std::string(8000, 'a') + "!") == Search::given_up);
}

TEST_CASE("what is no pattern of Perl is an error that says where") {
  CHECK_THROWS_WITH(search("a(b", ""), "missing closing parenthesis, behind byte 3");
  CHECK_THROWS_WITH(search("a[z-a]", ""), "range out of order in character class, behind byte 4");
  CHECK_THROWS_WITH(search(std::string_view("\\p{No such}", 11).data(), ""),
                    Catch::Matchers::Contains(", behind byte "));
}
