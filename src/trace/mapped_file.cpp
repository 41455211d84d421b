#include "trace/mapped_file.hpp"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "trace/byte_source.hpp"
#include "trace/source_file.hpp"

namespace ratereplay {

namespace {

std::size_t page_size() noexcept {
  static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return size;
}

// The largest folio of the kernel's page cache: the most that one touch brings in.
constexpr std::size_t brought_in = std::size_t{2} << 20;

constexpr std::size_t round_down(std::size_t offset, std::size_t step) noexcept { return offset - offset % step; }

}  // namespace

std::optional<MappedFile> MappedFile::open(const std::string& source) {
  struct stat status {};
  // A FIFO must not be opened twice: its writer takes the first close for the end.
  if (source != "-" && ::stat(source.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
    return std::nullopt;
  }
  const SourceFile file(source);
  if (::fstat(file.descriptor(), &status) != 0) file.fail(errno);
  if (S_ISDIR(status.st_mode)) file.fail(EISDIR);
  if (!S_ISREG(status.st_mode)) return std::nullopt;
  const off_t at = ::lseek(file.descriptor(), 0, SEEK_CUR);
  if (at < 0 || at >= status.st_size) return std::nullopt;
  const auto begin = static_cast<std::size_t>(at);
  const auto end = static_cast<std::size_t>(status.st_size);

  // The page behind the file's last whole one is there whatever its size, so what stands behind the last byte does too.
  const std::size_t last_page = round_down(end, page_size());
  const std::size_t mapped = last_page + 2 * page_size();
  void* const reserved = ::mmap(nullptr, mapped, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  // Where there is no room to map a file, it can still be read.
  if (reserved == MAP_FAILED) return std::nullopt;
  MappedFile result(static_cast<char*>(reserved), mapped, begin, end);
  if (::mmap(reserved, end, PROT_READ, MAP_PRIVATE | MAP_FIXED, file.descriptor(), 0) == MAP_FAILED) {
    return std::nullopt;  // nor on a file system that cannot map
  }
  // Only these pages are writable: no memory has to be set aside for a copy of the whole file.
  if (::mprotect(result.memory_ + last_page, mapped - last_page, PROT_READ | PROT_WRITE) != 0) return std::nullopt;
  if (!is_plain(result.bytes().substr(0, 8))) return std::nullopt;
  result.memory_[end] = '\n';
  return result;
}

MappedFile::~MappedFile() {
  if (memory_ != nullptr) ::munmap(memory_, mapped_);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)), mapped_(other.mapped_), begin_(other.begin_), end_(other.end_) {}

void MappedFile::release(std::size_t begin, std::size_t end) const noexcept {
  // Whole pages only, and never the one with the line end written behind the file: it is not on disk.
  std::size_t first = round_down(begin_ + begin + page_size() - 1, page_size());
  // Touching a page brings in those around it, also of what was released before.
  first -= std::min(first, brought_in);
  const std::size_t last = std::min(round_down(begin_ + end, page_size()), round_down(end_, page_size()));
  if (first < last) ::madvise(memory_ + first, last - first, MADV_DONTNEED);
}

}  // namespace ratereplay
