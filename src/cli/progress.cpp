#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <utility>

#include "cli/signals.hpp"
#include "core/int128.hpp"

namespace ratereplay {

namespace {

using std::chrono::nanoseconds;

constexpr nanoseconds before_the_first = std::chrono::seconds(1);
constexpr nanoseconds between_two = std::chrono::milliseconds(100);

/// `999 B`, `1.2 GB`: three digits or a decimal, cut, so that what is not done is not shown as done.
std::string bytes_text(Int128 bytes) {
  constexpr std::array units = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  std::size_t unit = 0;
  Int128 tenths = bytes * 10;
  while (tenths >= 10'000 && unit + 1 < units.size()) {
    tenths /= 1'000;
    ++unit;
  }
  if (unit == 0) return fmt::format("{} B", to_text(bytes));
  return fmt::format("{}.{} {}", to_text(tenths / 10), to_text(tenths % 10), units[unit]);
}

/// `2 s`, `1 min 5 s`, `3 h 20 min`
std::string left_text(Int128 seconds) {
  if (seconds < 60) return to_text(seconds) + " s";
  if (seconds < 3'600) return fmt::format("{} min {} s", to_text(seconds / 60), to_text(seconds % 60));
  return fmt::format("{} h {} min", to_text(seconds / 3'600), to_text(seconds % 3'600 / 60));
}

std::string line_of(std::uint64_t done, std::uint64_t total, nanoseconds taken) {
  std::string line = bytes_text(done);
  if (total != 0) line += " of " + bytes_text(total);
  const Int128 rate = static_cast<Int128>(done) * nanoseconds(std::chrono::seconds(1)).count() / taken.count();
  line += fmt::format(", {}/s", bytes_text(rate));
  if (total > done && rate > 0) line += fmt::format(", {} left", left_text(ceil_div<Int128>(total - done, rate)));
  return line;
}

bool is_terminal_with_escapes() {
  const char* const terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

void show_on_standard_error(std::string_view text) {
  set_unfinished_line(text != erase_line);
  // Only the next line of it would tell that one is lost.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

Progress::Progress(const OutputOptions& options)
    : Progress(!options.quiet && is_terminal_with_escapes() ? show_on_standard_error
                                                            : std::function<void(std::string_view)>(),
               &std::chrono::steady_clock::now) {}

Progress::Progress(std::function<void(std::string_view)> show, std::function<Time()> now)
    : show_(std::move(show)), now_(std::move(now)), started_(now_()), due_(started_ + before_the_first) {}

Progress::~Progress() {
  if (shown_) show_(erase_line);
}

void Progress::update(std::uint64_t done, std::uint64_t total) {
  if (!show_) return;
  const Time now = now_();
  if (done < done_) started_ = now;
  done_ = done;
  if (now < due_ || now <= started_) return;
  due_ = now + between_two;
  shown_ = true;
  // The end of a longer line before it is erased behind the text, so that nothing flickers.
  show_("\r" + line_of(done, total, now - started_) + "\x1b[K");
}

}  // namespace ratereplay
