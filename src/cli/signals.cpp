#include "cli/signals.hpp"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

namespace ratereplay {

namespace {

constexpr std::array ending_signals = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGXCPU};

// What the handlers read. Slots that are null are free.
std::array<std::atomic<const char*>, most_temporary_files> temporary_files{};
std::atomic<bool> unfinished_line = false;
static_assert(std::atomic<const char*>::is_always_lock_free && std::atomic<bool>::is_always_lock_free,
              "a signal handler may use them");

void say(std::string_view text) noexcept {
  // Where that fails there is nobody to tell.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

void clean_up() noexcept {
  for (const auto& file : temporary_files) {
    if (const char* path = file; path != nullptr) ::unlink(path);
  }
  if (unfinished_line) say(erase_line);
}

void remove_and_end(int signal) {
  clean_up();
  // With the default action, so that the caller sees what ended the run.
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

void end_run(int signal, siginfo_t* info, void* /*context*/) {
  if (info->si_code != BUS_ADRERR) {
    remove_and_end(signal);
    return;
  }
  clean_up();
  say("ratereplay: a file was cut short while it was read, or its disk failed; run again when it is whole\n");
  ::_exit(2);
}

[[noreturn]] void end_without_memory() {
  clean_up();
  try {
    if (std::current_exception() != nullptr) throw;
  } catch (const std::bad_alloc&) {
    say(out_of_memory);
    ::_exit(2);
  } catch (...) {
    // A mistake of ours, which must not look like anything else.
  }
  std::abort();
}

}  // namespace

int make_temporary(std::string& path) {
  sigset_t ending;
  sigset_t before;
  ::sigemptyset(&ending);
  for (const int signal : ending_signals) {
    ::sigaddset(&ending, signal);
    struct sigaction action {};
    ::sigaction(signal, nullptr, &action);
    if (action.sa_handler != SIG_DFL) continue;  // one that is ignored, as by nohup, stays so
    action.sa_handler = remove_and_end;
    ::sigaction(signal, &action, nullptr);
  }
  // A signal between the making of the file and the noting of its name waits.
  ::pthread_sigmask(SIG_BLOCK, &ending, &before);
  const int descriptor = ::mkstemp(path.data());
  const int reason = errno;
  for (auto& file : temporary_files) {
    const char* free = nullptr;
    if (descriptor < 0 || file.compare_exchange_strong(free, path.c_str())) break;
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = reason;
  return descriptor;
}

void forget_temporary(const std::string& path) noexcept {
  for (auto& file : temporary_files) {
    const char* mine = path.c_str();
    if (file.compare_exchange_strong(mine, nullptr)) return;
  }
}

void end_on_lost_pages() noexcept {
  struct sigaction action {};
  action.sa_sigaction = end_run;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &action, nullptr);
}

void end_on_lost_memory() noexcept { std::set_terminate(end_without_memory); }

void set_unfinished_line(bool unfinished) noexcept { unfinished_line = unfinished; }

}  // namespace ratereplay
