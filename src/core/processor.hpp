#pragma once

namespace ratereplay {

/// Whether this processor runs AVX2, so that kernels compiled for it may be called. They exist where the build defines
/// RATEREPLAY_HAS_AVX2_KERNELS as 1; it is 0 elsewhere.
bool has_avx2() noexcept;

}  // namespace ratereplay
