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

/// Says that there is no memory left, which takes none.
void complain_of_memory() noexcept;

/// Where results go: standard output, or the file of an option. A regular file is written beside its place and renamed
/// by `finish`, so it appears whole or not at all; a device, a FIFO or an open descriptor (-, /dev/stdout, /dev/fd/N)
/// is written directly. Opened before the long work, so that a place that cannot be written is known at once. A
/// signal that asks the run to end leaves nothing beside the place.
class OutputFile {
 public:
  enum class Place { any, regular_file };

  /// `path` empty: standard output. Throws Error naming the path, also when it must lead to a regular file or to
  /// nothing yet and leads to something else.
  explicit OutputFile(std::string path, Place place = Place::any);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// The next piece of the result. Throws Error naming the path.
  void append(std::string_view bytes);
  /// Whether what was appended can be taken back: of a regular file alone.
  bool can_start_over() const noexcept { return !beside_.empty(); }
  /// What was appended is forgotten. Throws Error naming the path.
  void start_over();
  /// Behind the last piece: all that can fail of `finish` but the renaming, for results that are to stand together.
  /// Throws Error naming the path.
  void flush();
  /// Once, behind the last piece. Throws Error naming the path.
  void finish();
  /// A result of one piece.
  void write(std::string_view text);

 private:
  void write_out(std::string_view bytes);

  std::string path_;
  std::string beside_;  ///< the temporary name, empty once renamed or when written directly
  std::string pending_;
  int descriptor_ = -1;
};

/// Whether the path of an output option leads there: "-", a name of its descriptor, or none.
bool is_standard_output(std::string_view path);

/// Throws Error when what `option` names is the file that is read or written as `other`, also by another name of it:
/// one would replace the other. `what` says what `other` is: "the trace". Either may be empty; "-" as `other` is
/// standard input.
void check_apart(std::string_view option, const std::string& path, std::string_view what, const std::string& other);

/// Throws Error when the report goes to standard output and that is the file of `option`: renamed over, the report
/// would be lost.
void check_apart_from_report(std::string_view option, const std::string& path, const std::string& output);

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
  /// `check_apart` of --output.
  void check_apart_from(const std::string& trace) const;
  /// Escapes or none: by --color, NO_COLOR and whether the report goes to a terminal.
  Style style() const;
};

void add_output_options(CLI::App& command, OutputOptions& options);

/// Complains, unless quiet.
void warn(const OutputOptions& options, std::string_view text);

}  // namespace ratereplay
