#include "cli/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>

#include "cli/choices.hpp"
#include "cli/signals.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

namespace ratereplay {

namespace {

std::string_view mend_of(int reason) noexcept {
  switch (reason) {
    case ENOENT:
    case ENOTDIR:
      return "check the path";
    case EISDIR:
      return "name a file in it";
    case EACCES:
    case EPERM:
    case EROFS:
      return "check its permissions, or name another file";
    case ENOSPC:
    case EDQUOT:
      return "make room, or name a file elsewhere";
    case EFBIG:
      return "raise the limit of a file's size (ulimit -f), or name a file elsewhere";
    case EBADF:
      return "open it, or name a file";
    default:
      return "name another file";
  }
}

Error cannot_write(std::string_view place, int reason) {
  return Error(fmt::format("cannot write {}: {}; {}", place, std::strerror(reason), mend_of(reason)));
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

/// Whether two names lead to one regular file or FIFO, or would once it is made.
bool is_same_file(const std::string& path, const std::string& other) {
  struct stat one {};
  struct stat another {};
  const int found = ::stat(path.c_str(), &one) == 0 ? 0 : errno;
  const bool other_found = (other == "-" ? ::fstat(STDIN_FILENO, &another) : ::stat(other.c_str(), &another)) == 0;
  if (found == 0 && other_found) {
    return (S_ISREG(one.st_mode) || S_ISFIFO(one.st_mode)) && one.st_dev == another.st_dev &&
           one.st_ino == another.st_ino;
  }
  if (found != ENOENT || other_found || errno != ENOENT) return false;
  // Without a part that is there already, a relative path would stay one.
  const auto place = [](const std::string& name) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(followed(name)));
  };
  return place(path) == place(other);
}

}  // namespace

void write_standard_output(std::string_view text) {
  const int reason = write_all(STDOUT_FILENO, text);
  if (reason != 0 && reason != EPIPE) throw cannot_write("standard output", reason);
}

void complain(std::string_view text) { write_all(STDERR_FILENO, fmt::format("ratereplay: {}\n", printable(text))); }

void complain_of_memory() noexcept { write_all(STDERR_FILENO, out_of_memory); }

OutputFile::OutputFile(std::string path, Place place) : path_(std::move(path)) {
  if (path_.empty() && place == Place::any) return;
  struct stat status {};
  const int named = descriptor_of(path_);
  const bool exists = named < 0 && ::stat(path_.c_str(), &status) == 0;
  if (named < 0 && !exists && (errno != ENOENT || path_.empty())) throw cannot_write(in_quotes(path_), errno);
  if (named >= 0 || (exists && !S_ISREG(status.st_mode))) {
    if (place == Place::regular_file && !S_ISDIR(status.st_mode)) {
      throw Error(fmt::format("{} is no regular file, which alone can be written whole or not at all; name another",
                              in_quotes(path_)));
    }
    descriptor_ = named >= 0 ? ::fcntl(named, F_DUPFD_CLOEXEC, 0) : ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
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
  // mkstemp makes a private file; a result has the mode that any other new file, or the one it replaces, would have;
  // but what runs as its owner must not become what runs as another.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(descriptor_, exists ? (status.st_mode & 0777) : (0666 & ~mask));
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (beside_.empty()) return;
  ::unlink(beside_.c_str());
  forget_temporary(beside_);
}

void OutputFile::append(std::string_view bytes) {
  constexpr std::size_t enough = std::size_t{64} * 1024;
  if (pending_.size() + bytes.size() >= enough) {
    write_out(pending_);
    pending_.clear();
    if (bytes.size() >= enough) {
      write_out(bytes);
      return;
    }
  }
  pending_ += bytes;
}

void OutputFile::start_over() {
  pending_.clear();
  if (::ftruncate(descriptor_, 0) != 0 || ::lseek(descriptor_, 0, SEEK_SET) != 0) {
    throw cannot_write(in_quotes(path_), errno);
  }
}

void OutputFile::flush() {
  write_out(pending_);
  pending_.clear();
}

void OutputFile::finish() {
  flush();
  if (path_.empty()) return;
  const int closed = ::close(descriptor_);
  descriptor_ = -1;
  if (closed != 0) throw cannot_write(in_quotes(path_), errno);
  if (beside_.empty()) return;
  if (::rename(beside_.c_str(), path_.c_str()) != 0) throw cannot_write(in_quotes(path_), errno);
  forget_temporary(beside_);
  beside_.clear();
}

void OutputFile::write(std::string_view text) {
  append(text);
  finish();
}

void OutputFile::write_out(std::string_view bytes) {
  if (path_.empty()) {
    write_standard_output(bytes);
    return;
  }
  const int reason = write_all(descriptor_, bytes);
  if (reason != 0 && !(beside_.empty() && reason == EPIPE)) throw cannot_write(in_quotes(path_), reason);
}

bool is_standard_output(std::string_view path) { return path.empty() || descriptor_of(path) == STDOUT_FILENO; }

void check_apart(std::string_view option, const std::string& path, std::string_view what, const std::string& other) {
  if (path.empty() || other.empty() || !is_same_file(path, other)) return;
  throw Error(fmt::format("{} {} is {} itself; name another file", option, in_quotes(path), what));
}

void check_apart_from_report(std::string_view option, const std::string& path, const std::string& output) {
  struct stat one {};
  struct stat another {};
  if (path.empty() || !is_standard_output(output) || descriptor_of(path) >= 0) return;
  if (::fstat(STDOUT_FILENO, &one) != 0 || ::stat(path.c_str(), &another) != 0 || !S_ISREG(one.st_mode)) return;
  if (one.st_dev != another.st_dev || one.st_ino != another.st_ino) return;
  throw Error(
      fmt::format("{} {} is the file that standard output goes to; name another file", option, in_quotes(path)));
}

void check_choice(std::string_view option, const std::string& word, const std::vector<std::string>& choices) {
  if (std::find(choices.begin(), choices.end(), word) != choices.end()) return;
  throw Error(fmt::format("{} {} is not one of {}{}", option, in_quotes(word), joined(choices, ", "),
                          suggestion(word, choices)));
}

Format OutputOptions::checked_format() const {
  check_choice("--format", format, format_choices);
  check_choice("--color", color, color_choices);
  if (format == "json") return Format::json;
  return format == "csv" ? Format::csv : Format::table;
}

void OutputOptions::check_apart_from(const std::string& trace) const {
  check_apart("--output", output, "the trace", trace);
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
