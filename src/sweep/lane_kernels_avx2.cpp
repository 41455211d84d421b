#include "sweep/lane_kernels_for.hpp"

namespace ratereplay {

namespace {

struct Vectors {
  using Narrow = std::int32_t __attribute__((vector_size(32)));
  using Wide = double __attribute__((vector_size(32)));
  using Whole = std::int64_t __attribute__((vector_size(32)));
};

}  // namespace

const LaneKernels avx2_lane_kernels = KernelsFor<Vectors>::table;

}  // namespace ratereplay
