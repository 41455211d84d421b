#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ratereplay {

/// How many temporary files are seen to at the same time.
inline constexpr std::size_t most_temporary_files = 8;

/// Makes a file as mkstemp does, and has it removed by the signals that end a run (SIGINT, SIGTERM, SIGHUP where they
/// are not ignored, and what `end_on_lost_pages` watches for). Returns its descriptor, or -1 with the reason in errno.
/// `path` stays where it is in memory until `forget_temporary`. For up to `most_temporary_files` at the same time; one
/// more is made, but left behind by a signal. To be called before other threads are started.
int make_temporary(std::string& path);

/// The file was renamed or removed: it is no longer seen to.
void forget_temporary(const std::string& path) noexcept;

/// A file that is mapped can be cut short by others while it is read; what is gone then ends in a signal, not in an
/// error. From this call on it ends the run as errors do: one line, exit status 2, no temporary file left.
void end_on_lost_pages() noexcept;

/// What is said for lack of memory.
inline constexpr std::string_view out_of_memory =
    "ratereplay: out of memory; give it more (ulimit -v), or ask for less with --max-memory and --threads\n";

/// Memory can be lacking where no exception may leave: a library may need some to give back more. From this call on
/// that ends the run as errors do, too.
void end_on_lost_memory() noexcept;

/// Whether the cursor stands behind a line on standard error that is to be erased before anything else is said there.
void set_unfinished_line(bool unfinished) noexcept;

/// Moves the cursor to the start of its line and erases it.
inline constexpr char erase_line[] = "\r\x1b[K";

}  // namespace ratereplay
