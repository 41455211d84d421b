#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/instant.hpp"
#include "picture/scene.hpp"

namespace ratereplay {

/// A scene's counts in columns of equal length, for a picture that is so many places wide.
struct SceneColumns {
  struct Row {
    std::vector<std::uint64_t> passed;
    std::vector<std::uint64_t> dropped;
    std::optional<std::pair<std::size_t, std::size_t>> busiest;  ///< the first and the last column of the window
  };

  Instant first;  ///< of the first column
  Instant last;   ///< of the last event, in the last column
  std::vector<std::uint64_t> arrivals;
  std::vector<Row> rows;
  std::uint64_t most = 0;  ///< events of one column, in any row

  /// The column of a time; those before and behind are in the first and the last.
  std::size_t column_of(Int128 ns_since_1970) const noexcept;
};

/// `width` >= 1.
SceneColumns columns_of(const Scene& scene, std::size_t width);

}  // namespace ratereplay
