#include "core/workers.hpp"

#ifdef __linux__
#include <sched.h>
#endif

#include <algorithm>
#include <utility>

namespace ratereplay {

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  begun_.notify_all();
  for (std::thread& other : others_) other.join();
}

// A short loop, all that a small trace has, is not worth the start of threads that would find nothing to do.
void Workers::start_for(std::size_t count) {
  try {
    while (others_.size() + 1 < std::min(count, most_)) others_.emplace_back([this] { wait_for_loops(); });
  } catch (const std::exception&) {
    // The limit of threads or of memory is met: what there are do the work.
    most_ = others_.size() + 1;
  }
}

void Workers::for_each(std::size_t count, const std::function<void(std::size_t)>& turn) {
  start_for(count);
  if (others_.empty() || count < 2) {
    for (std::size_t i = 0; i < count; ++i) turn(i);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    turn_ = &turn;
    count_ = count;
    next_ = 0;
    failure_ = nullptr;
    ++loops_;
  }
  begun_.notify_all();
  take_turns(turn, count);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return at_work_ == 0; });
  // A thread that wakes only now must not mix this loop with the next.
  turn_ = nullptr;
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Workers::wait_for_loops() {
  std::uint64_t seen = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    begun_.wait(lock, [&] { return ending_ || loops_ != seen; });
    if (ending_) return;
    seen = loops_;
    if (turn_ == nullptr) continue;
    ++at_work_;
    const std::function<void(std::size_t)>& turn = *turn_;
    const std::size_t count = count_;
    lock.unlock();
    take_turns(turn, count);
    lock.lock();
    if (--at_work_ == 0) done_.notify_one();
  }
}

void Workers::take_turns(const std::function<void(std::size_t)>& turn, std::size_t count) {
  while (true) {
    std::size_t mine = 0;
    {
      const std::lock_guard lock(mutex_);
      if (next_ >= count) return;
      mine = next_++;
    }
    try {
      turn(mine);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_ || mine < failed_turn_) {
        failure_ = std::current_exception();
        failed_turn_ = mine;
      }
      next_ = count;
    }
  }
}

std::size_t available_threads() noexcept {
#ifdef __linux__
  // The C++ library counts all processors, also those that the process is kept off.
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof(allowed), &allowed) == 0) return static_cast<std::size_t>(CPU_COUNT(&allowed));
#endif
  return std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

}  // namespace ratereplay
