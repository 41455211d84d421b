#include "cli/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <limits>
#include <optional>

#include "core/error.hpp"
#include "core/text.hpp"

namespace ratereplay {

namespace {

Error cannot_write(std::string_view place, int reason) {
  return Error(fmt::format("cannot write {}: {}", place, std::strerror(reason)));
}

/// All of `text`; the reason when it fails.
int write_all(int descriptor, std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

constexpr std::array ending_signals = {SIGINT, SIGTERM, SIGHUP};

/// What a signal that ends the run has to remove, or null.
std::atomic<const char*> temporary_file = nullptr;
static_assert(std::atomic<const char*>::is_always_lock_free, "a signal handler may use it");

void remove_and_end(int signal) {
  if (const char* path = temporary_file; path != nullptr) ::unlink(path);
  // With the default action, so that the caller sees what ended the run.
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

/// Makes the file (as mkstemp does) and has it removed by the signals that end a run. A signal between the two waits.
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
  ::sigprocmask(SIG_BLOCK, &ending, &before);
  const int descriptor = ::mkstemp(path.data());
  const int reason = errno;
  if (descriptor >= 0) temporary_file = path.c_str();
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  errno = reason;
  return descriptor;
}

/// Where a path leads through symbolic links, also when nothing is there yet.
std::string followed(std::filesystem::path path) {
  std::error_code no_link;
  while (true) {
    const std::filesystem::path target = std::filesystem::read_symlink(path, no_link);
    if (no_link) return path.string();
    path = path.parent_path() / target;
  }
}

/// The open descriptor that a path names, or -1. To open such a path again, or to rename over what it leads to, would
/// lose what the stream holds already.
int descriptor_of(std::string_view path) {
  if (path == "-" || path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (path.substr(0, folder.size()) != folder) continue;
    const std::optional<std::int64_t> number = parse_whole(path.substr(folder.size()));
    if (number && *number <= std::numeric_limits<int>::max()) return static_cast<int>(*number);
  }
  return -1;
}

}  // namespace

void write_standard_output(std::string_view text) {
  const int reason = write_all(STDOUT_FILENO, text);
  if (reason != 0 && reason != EPIPE) throw cannot_write("standard output", reason);
}

void complain(std::string_view text) {
  fmt::memory_buffer line;  // short ones need no memory, so that its lack can be told
  fmt::format_to(std::back_inserter(line), "ratereplay: {}\n", printable(text));
  write_all(STDERR_FILENO, {line.data(), line.size()});
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (path_.empty()) return;
  if (const int named = descriptor_of(path_); named >= 0) {
    descriptor_ = ::fcntl(named, F_DUPFD_CLOEXEC, 0);
    if (descriptor_ < 0) throw cannot_write(in_quotes(path_), errno);
    return;
  }
  struct stat status {};
  const bool exists = ::stat(path_.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) throw cannot_write(in_quotes(path_), errno);
  if (exists && !S_ISREG(status.st_mode)) {
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) throw cannot_write(in_quotes(path_), errno);
    return;
  }
  // A rename would replace a link, and asks the folder alone for permission.
  path_ = followed(path_);
  if (exists && ::faccessat(AT_FDCWD, path_.c_str(), W_OK, AT_EACCESS) != 0) {
    throw cannot_write(in_quotes(path_), errno);
  }
  // Of a name of its own: the result's may be as long as a name can be.
  beside_ = (std::filesystem::path(path_).parent_path() / ".ratereplay-XXXXXX").string();
  descriptor_ = make_temporary(beside_);
  if (descriptor_ < 0) {
    const int reason = errno;
    beside_.clear();
    throw cannot_write(in_quotes(path_), reason);
  }
  // mkstemp makes a private file; a result has the mode that any other new file, or the one it replaces, would have.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(descriptor_, exists ? (status.st_mode & 07777) : (0666 & ~mask));
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (beside_.empty()) return;
  ::unlink(beside_.c_str());
  temporary_file = nullptr;
}

void OutputFile::write(std::string_view text) {
  if (path_.empty()) {
    write_standard_output(text);
    return;
  }
  const int reason = write_all(descriptor_, text);
  if (reason != 0 && !(beside_.empty() && reason == EPIPE)) throw cannot_write(in_quotes(path_), reason);
  const int closed = ::close(descriptor_);
  descriptor_ = -1;
  if (closed != 0) throw cannot_write(in_quotes(path_), errno);
  if (beside_.empty()) return;
  if (::rename(beside_.c_str(), path_.c_str()) != 0) throw cannot_write(in_quotes(path_), errno);
  temporary_file = nullptr;
  beside_.clear();
}

void check_choice(std::string_view option, const std::string& word, const std::vector<std::string>& choices) {
  if (std::find(choices.begin(), choices.end(), word) != choices.end()) return;
  throw Error(fmt::format("{} {} is not one of {}{}", option, in_quotes(word), joined(choices, ", "),
                          suggestion(word, choices)));
}

Format OutputOptions::checked_format() const {
  check_choice("--format", format, {"table", "json", "csv"});
  check_choice("--color", color, {"auto", "always", "never"});
  if (format == "json") return Format::json;
  return format == "csv" ? Format::csv : Format::table;
}

void OutputOptions::check_apart_from(const std::string& trace) const {
  struct stat result {};
  struct stat read {};
  if (output.empty() || trace == "-" || ::stat(output.c_str(), &result) != 0 || ::stat(trace.c_str(), &read) != 0) {
    return;
  }
  if (!S_ISREG(result.st_mode) || result.st_dev != read.st_dev || result.st_ino != read.st_ino) return;
  throw Error(fmt::format("--output {} is the trace itself; name another file", in_quotes(output)));
}

Style OutputOptions::style() const {
  if (color != "auto") return Style{color == "always"};
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return Style{false};
  const char* terminal = std::getenv("TERM");
  if (terminal != nullptr && std::string_view(terminal) == "dumb") return Style{false};
  return Style{output.empty() && ::isatty(STDOUT_FILENO) == 1};
}

void add_output_options(CLI::App& command, OutputOptions& options) {
  const char* group = "Output";
  command.add_option("--format", options.format, "table (default), json or csv")->group(group)->type_name("FORMAT");
  command.add_option("--output", options.output, "write the result to FILE, whole or not at all")
      ->group(group)
      ->type_name("FILE");
  command.add_option("--color", options.color, "auto (default), always or never; NO_COLOR is honoured")
      ->group(group)
      ->type_name("WHEN");
  command.add_flag("--quiet", options.quiet, "no warnings on standard error")->group(group);
}

void warn(const OutputOptions& options, std::string_view text) {
  if (!options.quiet) complain(text);
}

}  // namespace ratereplay
