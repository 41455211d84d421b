#include "core/processor.hpp"

namespace ratereplay {

bool has_avx2() noexcept {
#if RATEREPLAY_HAS_AVX2_KERNELS
  return __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}

}  // namespace ratereplay
