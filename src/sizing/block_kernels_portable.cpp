#include "sizing/block_kernels_for.hpp"

namespace ratereplay {

namespace {

struct Lanes {
  using Vector = double __attribute__((vector_size(16)));
};

}  // namespace

const BlockKernels portable_block_kernels = Kernels<Lanes>::table;

}  // namespace ratereplay
