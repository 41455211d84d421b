#pragma once

#include <string>

namespace ratereplay {

/// The name of a source in messages: the path, or "standard input" for "-".
std::string display_name(const std::string& source);

/// A path opened for reading, or standard input for "-", which is left open.
class SourceFile {
 public:
  /// Throws Error naming the source when it is missing or unreadable.
  explicit SourceFile(const std::string& source);
  ~SourceFile();
  SourceFile(const SourceFile&) = delete;
  SourceFile& operator=(const SourceFile&) = delete;

  int descriptor() const noexcept { return descriptor_; }
  const std::string& name() const noexcept { return name_; }

  /// Throws Error naming the source for a value of errno, with the mend.
  [[noreturn]] void fail(int code) const;

 private:
  std::string name_;
  bool owned_;
  int descriptor_;
};

}  // namespace ratereplay
