#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace ratereplay {

/// Threads that share the turns of a loop. They are started when a loop first has turns for them, and wait between
/// loops.
class Workers {
 public:
  /// `threads` >= 1 at most; the one that calls `for_each` is among them.
  explicit Workers(std::size_t threads) noexcept : most_(threads) {}
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// As many as were asked for, or fewer once the system has given no more.
  std::size_t threads() const noexcept { return most_; }

  /// Calls `turn(0)` to `turn(count - 1)`, each once, begun in this order, on whichever thread is free, and returns
  /// when all are done. When turns throw, the exception of the lowest one is thrown and turns not yet begun are left
  /// out, those after the lowest one that threw at any rate. Not to be called from within a turn.
  void for_each(std::size_t count, const std::function<void(std::size_t)>& turn);

 private:
  void start_for(std::size_t count);
  void wait_for_loops();
  void take_turns(const std::function<void(std::size_t)>& turn, std::size_t count);

  std::size_t most_;

  std::mutex mutex_;
  std::condition_variable begun_;
  std::condition_variable done_;
  std::uint64_t loops_ = 0;  ///< begun so far
  bool ending_ = false;
  // Of the loop that runs.
  const std::function<void(std::size_t)>* turn_ = nullptr;
  std::size_t count_ = 0;
  std::size_t next_ = 0;
  std::size_t at_work_ = 0;  ///< other threads that are in the loop
  std::size_t failed_turn_ = 0;
  std::exception_ptr failure_;

  std::vector<std::thread> others_;
};

/// How many threads the machine can run at once for this process (taskset, for one, narrows that), at least 1.
std::size_t available_threads() noexcept;

}  // namespace ratereplay
