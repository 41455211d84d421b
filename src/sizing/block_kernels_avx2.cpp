#include "sizing/block_kernels_for.hpp"

namespace ratereplay {

namespace {

struct Lanes {
  using Vector = double __attribute__((vector_size(32)));
};

}  // namespace

const BlockKernels avx2_block_kernels = Kernels<Lanes>::table;

}  // namespace ratereplay
