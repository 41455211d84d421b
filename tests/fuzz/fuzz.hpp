#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/text.hpp"

/// What libFuzzer calls with each input. Returns 0.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace ratereplay::test {

/// Prints the law that does not hold and what was found, and ends the process: the fuzzer keeps the input.
[[noreturn]] inline void broken(std::string_view law, std::string_view found) {
  fmt::print(stderr, "does not hold: {}\n{}\n", law, found);
  std::abort();
}

inline void require(bool holds, std::string_view law, std::string_view found = {}) {
  if (!holds) broken(law, found);
}

inline void require_same(std::string_view a, std::string_view b, std::string_view law) {
  if (a != b) broken(law, fmt::format("one:\n{}\nthe other:\n{}", a, b));
}

/// An error is one line that any terminal can show.
inline void require_shown(std::string_view message) {
  require(!message.empty() && printable(message) == message, "a message is one line that can be shown", message);
}

/// And it says which text is wrong.
inline void require_names(const Error& error, std::string_view text) {
  require_shown(error.what());
  require(std::string_view(error.what()).find(in_quotes(text)) != std::string_view::npos,
          "an error names the text that is wrong", error.what());
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) noexcept {
  return {reinterpret_cast<const char*>(data), size};
}

/// The part of `text` before the first line end, which is cut off it.
inline std::string_view take_line(std::string_view& text) noexcept {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

/// A text in memory of its own size, so that a byte read beside it is found out.
class OwnText {
 public:
  explicit OwnText(std::string_view text) : size_(text.size()), memory_(new char[text.size()]) {
    text.copy(memory_.get(), size_);
  }
  std::string_view view() const noexcept { return {memory_.get(), size_}; }

 private:
  std::size_t size_;
  std::unique_ptr<char[]> memory_;
};

}  // namespace ratereplay::test
