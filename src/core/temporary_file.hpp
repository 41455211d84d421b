#pragma once

#include <cstddef>
#include <cstdint>

namespace ratereplay {

/// Room on disk for what memory should not hold: a file in $TMPDIR (or /tmp) that has no name (or, on file systems that
/// know no such thing, has one for a moment), so that nothing is left of it however the run ends. Throws Error naming
/// the folder, with the mend, when it cannot be made, filled or read.
class TemporaryFile {
 public:
  TemporaryFile();
  ~TemporaryFile();
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&&) = delete;

  /// Bytes written so far.
  std::uint64_t size() const noexcept { return size_; }

  void append(const void* bytes, std::size_t count);

  /// Reads exactly `count` bytes from `offset` on, all of them written before.
  void read(void* bytes, std::size_t count, std::uint64_t offset) const;

 private:
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace ratereplay
