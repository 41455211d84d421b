#include "trace/source_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <system_error>

#include "core/error.hpp"

namespace ratereplay {

namespace {

std::string_view mend_of(int code) noexcept {
  switch (code) {
    case ENOENT:
    case ENOTDIR:
      return "check the path";
    case EISDIR:
      return "name a file in it";
    case EACCES:
    case EPERM:
      return "check its permissions";
    case ENXIO:
      return "name a file or a pipe";
    default:
      return "check that it can be read";
  }
}

}  // namespace

std::string display_name(const std::string& source) {
  if (source == "-") return "standard input";
  return source.empty() ? "''" : source;
}

SourceFile::SourceFile(const std::string& source)
    : name_(display_name(source)),
      owned_(source != "-"),
      descriptor_(owned_ ? ::open(source.c_str(), O_RDONLY | O_CLOEXEC) : STDIN_FILENO) {
  if (descriptor_ < 0) fail(errno);
}

SourceFile::~SourceFile() {
  if (owned_) ::close(descriptor_);
}

void SourceFile::fail(int code) const {
  throw Error(name_ + ": " + std::generic_category().message(code) + "; " + std::string(mend_of(code)));
}

}  // namespace ratereplay
