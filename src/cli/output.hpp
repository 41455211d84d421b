#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/format.hpp"
#include "report/table.hpp"

namespace CLI {
class App;
}

namespace ratereplay {

/// Writes to standard output; a pipe that its reader has closed is no error. Throws Error when it cannot be written.
void write_standard_output(std::string_view text);

/// `ratereplay: TEXT` on standard error: one line, whatever names and cells the text holds. Where that fails there is
/// nobody to tell.
void complain(std::string_view text);

/// Where results go: standard output, or the file of --output. A regular file is written beside its place and renamed
/// by `write`, so it appears whole or not at all; a device, a FIFO or an open descriptor (-, /dev/stdout, /dev/fd/N) is
/// written directly. Opened before the long work,
/// so that a place that cannot be written is known at once. An interrupt, SIGTERM or SIGHUP leaves nothing beside the
/// place: one file at a time is seen to.
class OutputFile {
 public:
  /// `path` empty: standard output. Throws Error naming the path.
  explicit OutputFile(std::string path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// The whole result, once. Throws Error naming the path.
  void write(std::string_view text);

 private:
  std::string path_;
  std::string beside_;  ///< the temporary name, empty once renamed or when written directly
  int descriptor_ = -1;
};

/// Throws Error, with the nearest, when the word given to an option is none of its choices.
void check_choice(std::string_view option, const std::string& word, const std::vector<std::string>& choices);

/// The output options that every command has, as typed.
struct OutputOptions {
  std::string format = "table";
  std::string output;
  std::string color = "auto";
  bool quiet = false;

  /// Throws Error for an unknown word, with the nearest.
  Format checked_format() const;
  /// Throws Error when --output is the file of the trace, also by another name of it: the result would replace it.
  void check_apart_from(const std::string& trace) const;
  /// Escapes or none: by --color, NO_COLOR and whether the report goes to a terminal.
  Style style() const;
};

void add_output_options(CLI::App& command, OutputOptions& options);

/// Complains, unless quiet.
void warn(const OutputOptions& options, std::string_view text);

}  // namespace ratereplay
