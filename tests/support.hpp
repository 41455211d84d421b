#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace ratereplay::test {

/// A folder of its own for one test, removed with all that is in it.
class TempFolder {
 public:
  TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "ratereplay-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder could be made at " + name);
    path_ = name;
  }
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::filesystem::path& path() const noexcept { return path_; }

  /// Writes a file of exactly these bytes and returns its path.
  std::string write(std::string_view name, std::string_view bytes) const {
    const std::string path = (path_ / name).string();
    std::ofstream out(path, std::ios::binary);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.close();
    if (!out) throw std::runtime_error("could not write " + path);
    return path;
  }

 private:
  std::filesystem::path path_;
};

/// The folder of traces that tests may read in place but that is no part of the project, or none where it is absent
/// (a test then skips with a message). The environment variable RATEREPLAY_SHARED names it elsewhere.
inline std::optional<std::filesystem::path> shared_folder() {
  const char* const named = std::getenv("RATEREPLAY_SHARED");
  const std::filesystem::path folder =
      named != nullptr ? std::filesystem::path(named) : std::filesystem::path(RATEREPLAY_SOURCE_DIR "/../shared");
  if (!std::filesystem::is_directory(folder)) return std::nullopt;
  return folder;
}

}  // namespace ratereplay::test
