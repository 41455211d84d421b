#include "sweep/lane_kernels_for.hpp"

namespace ratereplay {

namespace {

struct Vectors {
  using Narrow = std::int32_t __attribute__((vector_size(16)));
  using Wide = double __attribute__((vector_size(16)));
  using Whole = std::int64_t __attribute__((vector_size(16)));
};

}  // namespace

const LaneKernels portable_lane_kernels = KernelsFor<Vectors>::table;

}  // namespace ratereplay
