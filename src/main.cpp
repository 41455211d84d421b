#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <exception>
#include <new>
#include <string>
#include <vector>

#include "cli/output.hpp"
#include "cli/run.hpp"
#include "cli/signals.hpp"

namespace {

/// A file opened later would get the number of a closed standard stream, and a warning would land in it. Each is opened
/// the wrong way round, so that to use it stays an error.
void fill_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) == -1) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace

int main(int argc, char** argv) {
  fill_closed_streams();
  // A reader that has seen enough closes the pipe; the write then fails with EPIPE, which is no error.
  ::signal(SIGPIPE, SIG_IGN);
  // A file that has met the limit of its size likewise: EFBIG.
  ::signal(SIGXFSZ, SIG_IGN);
  ratereplay::end_on_lost_pages();
  ratereplay::end_on_lost_memory();
  try {
    try {
      return ratereplay::run(std::vector<std::string>(argv + 1, argv + argc));
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& error) {
      ratereplay::complain(error.what());  // which takes memory too
    }
  } catch (const std::bad_alloc&) {
    ratereplay::complain_of_memory();
  }
  return 2;
}
