#include "cli/output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <vector>

#include "cli/signals.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "support.hpp"

using namespace ratereplay;
namespace fs = std::filesystem;

namespace {

std::string content(const fs::path& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

TEST_CASE("a result file appears whole, or not at all") {
  const test::TempFolder folder;
  const fs::path path = folder.path() / "out.json";
  {
    OutputFile out(path.string());
    CHECK_FALSE(fs::exists(path));
    out.write("new");
    CHECK(content(path) == "new");
  }
  { const OutputFile abandoned(path.string()); }
  CHECK(content(path) == "new");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("a result written in pieces is whole, whatever their sizes") {
  const test::TempFolder folder;
  const fs::path path = folder.path() / "out";
  std::string whole;
  OutputFile out(path.string());
  for (const std::size_t size : {1U, 65'534U, 1U, 0U, 65'535U, 1U, 65'536U, 200'000U, 7U}) {
    const std::string piece(size, static_cast<char>('a' + whole.size() % 26));
    out.append(piece);
    whole += piece;
  }
  CHECK_FALSE(fs::exists(path));
  out.finish();
  CHECK(content(path) == whole);
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("a result that starts over holds nothing of what came before") {
  const test::TempFolder folder;
  const fs::path path = folder.path() / "out";
  OutputFile out(path.string(), OutputFile::Place::regular_file);
  out.append(std::string(200'000, 'x'));  // written
  out.append("y");                        // kept back
  out.start_over();
  out.append("new");
  out.finish();
  CHECK(content(path) == "new");
}

TEST_CASE("where only a regular file will do, nothing else is opened") {
  const test::TempFolder folder;
  const std::string fifo = (folder.path() / "fifo").string();
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);  // to open it would wait for a reader
  for (const std::string& path : {std::string("-"), std::string("/dev/stdout"), std::string("/dev/null"), fifo}) {
    CHECK_THROWS_WITH(
        OutputFile(path, OutputFile::Place::regular_file),
        "'" + path + "' is no regular file, which alone can be written whole or not at all; name another");
  }
  CHECK_THROWS_WITH(OutputFile(folder.path().string(), OutputFile::Place::regular_file),
                    Catch::Contains("Is a directory"));
  CHECK_THROWS_WITH(OutputFile("", OutputFile::Place::regular_file), Catch::Contains("cannot write ''"));
}

TEST_CASE("two names of one file are seen to be one, also before it is there") {
  const test::TempFolder folder;
  const std::string trace = folder.write("trace", "x");
  fs::create_symlink("trace", folder.path() / "soft");
  fs::create_hard_link(trace, folder.path() / "hard");
  fs::create_symlink("none", folder.path() / "dangling");
  const auto path = [&](std::string_view name) { return (folder.path() / name).string(); };
  for (const std::string& name : {path("trace"), path("./trace"), path("soft"), path("hard")}) {
    CHECK_THROWS_WITH(check_apart("OUT", name, "the trace", trace),
                      "OUT " + in_quotes(name) + " is the trace itself; name another file");
  }
  CHECK_THROWS_AS(check_apart("OUT", path("none"), "--output", path("./none")), Error);
  CHECK_THROWS_AS(check_apart("OUT", path("none"), "--output", path("dangling")), Error);
  for (const std::string& name : {std::string(), path("none"), path("dangling"), path("no/folder"), path("")}) {
    CHECK_NOTHROW(check_apart("OUT", name, "the trace", trace));
    CHECK_NOTHROW(check_apart("OUT", trace, "the trace", name));
  }
  CHECK_NOTHROW(check_apart("OUT", path("none"), "--output", path("other")));
  CHECK_NOTHROW(check_apart("OUT", "/dev/null", "--output", "/dev/null"));
  // Links in a circle have no end to be followed to.
  fs::create_symlink("loop", folder.path() / "loop");
  for (const std::string& nowhere : {path("loop"), path("trace/none")}) {
    CHECK_NOTHROW(check_apart("OUT", path("none"), "--output", nowhere));
    CHECK_NOTHROW(check_apart("OUT", nowhere, "--output", path("none")));
  }
}

TEST_CASE("a result written through a symbolic link reaches the file and keeps the link and the mode") {
  const test::TempFolder folder;
  const fs::path target = folder.path() / "target";
  const fs::path link = folder.path() / "link";
  std::ofstream(target) << "old";
  fs::permissions(target, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("target", link);
  OutputFile(link.string()).write("new");
  CHECK(content(target) == "new");
  CHECK(fs::is_symlink(link));
  CHECK(fs::status(target).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("a result written through a symbolic link whose target is not there yet makes the target") {
  const test::TempFolder folder;
  fs::create_directory(folder.path() / "results");
  const fs::path link = folder.path() / "link";
  fs::create_symlink("second", link);
  fs::create_symlink("results/out", folder.path() / "second");
  OutputFile(link.string()).write("new");
  CHECK(content(folder.path() / "results" / "out") == "new");
  CHECK(fs::is_symlink(link));
  CHECK(fs::is_symlink(folder.path() / "second"));
  CHECK(files_in(folder.path()) == 3);
}

TEST_CASE("symbolic links that lead nowhere are an error and stay") {
  const test::TempFolder folder;
  const fs::path loop = folder.path() / "loop";
  fs::create_symlink("loop", loop);
  CHECK_THROWS_WITH(OutputFile(loop.string()), Catch::Contains("/loop'") && Catch::Contains("symbolic links"));
  const fs::path lost = folder.path() / "lost";
  fs::create_symlink("none/out", lost);
  CHECK_THROWS_WITH(OutputFile(lost.string()), Catch::Contains("/none/out'") && Catch::Contains("No such file"));
  CHECK(fs::is_symlink(loop));
  CHECK(fs::is_symlink(lost));
  CHECK(files_in(folder.path()) == 2);
}

TEST_CASE("a place that cannot be written is an error that names it") {
  const test::TempFolder folder;
  CHECK_THROWS_WITH(OutputFile((folder.path() / "none" / "out").string()), Catch::Contains("No such file"));
  CHECK_THROWS_WITH(OutputFile(folder.path().string()), Catch::Contains("Is a directory"));
  const std::string below = folder.write("file", "x") + "/out";
  CHECK_THROWS_WITH(OutputFile(below), "cannot write '" + below + "': Not a directory; check the path");
  OutputFile full("/dev/full");
  CHECK_THROWS_WITH(full.write("x"), Catch::Contains("'/dev/full'") && Catch::Contains("No space left"));
}

TEST_CASE("a place that is taken by a folder meanwhile is an error, and nothing is left beside it") {
  const test::TempFolder folder;
  const std::string path = (folder.path() / "out").string();
  {
    OutputFile out(path);
    fs::create_directory(path);
    CHECK_THROWS_WITH(out.write("x"), "cannot write '" + path + "': Is a directory; name a file in it");
  }
  CHECK(fs::is_directory(path));
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("more results at the same time than temporary files are seen to are whole, or gone, all the same") {
  const test::TempFolder folder;
  std::vector<std::unique_ptr<OutputFile>> files;
  for (std::size_t i = 0; i < most_temporary_files + 2; ++i)
    files.push_back(std::make_unique<OutputFile>((folder.path() / std::to_string(i)).string()));
  CHECK(files_in(folder.path()) == most_temporary_files + 2);
  files.back()->write("last");
  files.front()->write("first");
  files.clear();
  CHECK(files_in(folder.path()) == 2);
  CHECK(content(folder.path() / "0") == "first");
  CHECK(content(folder.path() / std::to_string(most_temporary_files + 1)) == "last");
}

TEST_CASE("a name as long as a name may be is no obstacle") {
  const test::TempFolder folder;
  const std::string path = (folder.path() / std::string(255, 'n')).string();
  OutputFile(path).write("x");
  CHECK(content(path) == "x");
}

TEST_CASE("an open descriptor is written where it stands") {
  const test::TempFolder folder;
  const std::string path = folder.write("log", "first\n");
  const int log = ::open(path.c_str(), O_WRONLY | O_APPEND);
  REQUIRE(log >= 0);
  OutputFile("/dev/fd/" + std::to_string(log)).write("second\n");
  ::close(log);
  CHECK(content(path) == "first\nsecond\n");
  CHECK_THROWS_WITH(OutputFile("/dev/fd/2147483647"), Catch::Contains("Bad file descriptor"));
  // No descriptor: in 32 bits the last would be standard output.
  for (const std::string none : {"/dev/fd/x", "/dev/fd/2147483648", "/proc/self/fd/4294967297"}) {
    CHECK_THROWS_WITH(OutputFile(none), "cannot write '" + none + "': No such file or directory; check the path");
    CHECK_FALSE(is_standard_output(none));
  }
}

TEST_CASE("words of a choice are checked, with the nearest") {
  OutputOptions options;
  options.format = "jsn";
  CHECK_THROWS_WITH(options.checked_format(), Catch::Contains("'jsn'") && Catch::Contains("did you mean 'json'?"));
  options.format = "json";
  CHECK(options.checked_format() == Format::json);
  options.color = "blue";
  CHECK_THROWS_AS(options.checked_format(), Error);
}
