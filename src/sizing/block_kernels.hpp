#pragma once

// Included where AVX2 is compiled for: nothing here may be, or call, an inline function that other files share.
#include <cstddef>

namespace ratereplay {

/// Rates that a block is looked at for at a time.
inline constexpr std::size_t rates_at_once = 8;

/// The inner loops over one block of events, for one instruction set. All numbers are doubles that hold whole numbers,
/// and stay below 2^53, so that nothing is rounded: it is for the caller to see to that. Times are ns since the first
/// event of the block and never decrease.
struct BlockKernels {
  /// Whether some interval of the block forces more than `most[lane]` at an emission interval of `emission[lane]` ns a
  /// cost unit, on any of `lanes` lanes, a multiple of `rates_at_once`: cost * emission - length > most. `costs` null:
  /// every event costs 1, else >= 1.
  bool (*forces_more)(const double* times, const double* costs, std::size_t events, const double* emission,
                      const double* most, std::size_t lanes);

  /// The first of the places in [begin, end), at least one, where `wide * heights[place] - high * times[place]` is
  /// most; that value in `most`.
  std::size_t (*farthest)(const double* times, const double* heights, std::size_t begin, std::size_t end, double wide,
                          double high, double& most);
};

extern const BlockKernels portable_block_kernels;
extern const BlockKernels avx2_block_kernels;  ///< for processors that have AVX2, where core/processor.hpp says so

}  // namespace ratereplay
