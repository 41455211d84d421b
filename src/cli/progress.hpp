#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string_view>

#include "cli/output.hpp"

namespace ratereplay {

/// How far a long work is, as one line that is rewritten in place: `1.2 GB of 4.0 GB, 1.4 GB/s, 2 s left`. It is first
/// shown after a second, then redrawn at most ten times a second, and erased at the end. From one thread at a time.
class Progress {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// On standard error where that is a terminal that can erase a line and --quiet was not given; else shows nothing.
  explicit Progress(const OutputOptions& options);
  /// `show` is given what goes to the terminal; nothing is shown when it is empty. `now` is a clock that never goes
  /// back.
  Progress(std::function<void(std::string_view)> show, std::function<Time()> now);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Bytes done, and how many there are in all, 0 when that is not known. Fewer done than before: the work started
  /// over.
  void update(std::uint64_t done, std::uint64_t total);

 private:
  std::function<void(std::string_view)> show_;
  std::function<Time()> now_;
  Time started_;
  Time due_;  ///< when the line is to be drawn next
  std::uint64_t done_ = 0;
  bool shown_ = false;
};

}  // namespace ratereplay
