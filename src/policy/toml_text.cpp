#include "policy/toml_text.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"

namespace ratereplay {

namespace {

/// Meets every character, and knows which stand in texts and comments. What is not TOML may be taken wrongly from there
/// on: toml++ reads no further either.
class TextCheck {
 public:
  TextCheck(std::string_view text, const std::string& name) : left_(text), name_(name) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (left_.starts_with(byte_order_mark)) left_.remove_prefix(byte_order_mark.size());
  }

  void run() {
    while (!left_.empty()) {
      switch (left_.front()) {
        case '#':
          while (!left_.empty() && left_.front() != '\n') take();
          break;
        case '"':
        case '\'':
          take_quoted();
          break;
        case '.':
          if (++dots_ > most_toml_dots) fail("tables in tables, of which rules have none; leave them out");
          [[fallthrough]];
        default:
          take();
      }
    }
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    throw Error(fmt::format("{}:{}:{}: {}", name_, line_, column_, what));
  }

  void take() {
    const std::size_t length = utf8_length(left_);
    if (length == 0) fail("not UTF-8, as TOML is; save the file as UTF-8");
    ++column_;
    if (left_.front() == '\n') {
      ++line_;
      column_ = 1;
    }
    left_.remove_prefix(length);
  }

  void take(std::size_t characters) {
    for (; characters > 0 && !left_.empty(); --characters) take();
  }

  void take_quoted() {
    const bool is_long = left_.starts_with("\"\"\"") || left_.starts_with("'''");
    const std::string_view quotes = left_.substr(0, is_long ? 3 : 1);
    take(quotes.size());
    while (!left_.empty() && !left_.starts_with(quotes)) {
      if (!is_long && left_.front() == '\n') return;
      take(left_.front() == '\\' && quotes.front() == '"' ? 2 : 1);
    }
    take(quotes.size());
    // Up to two more quotes at its end are its own.
    for (int more = 0; is_long && more < 2 && left_.starts_with(quotes.front()); ++more) take();
  }

  std::string_view left_;
  const std::string& name_;
  std::size_t line_ = 1;
  std::size_t column_ = 1;
  std::size_t dots_ = 0;
};

}  // namespace

void check_toml_text(std::string_view text, const std::string& name) { TextCheck(text, name).run(); }

}  // namespace ratereplay
