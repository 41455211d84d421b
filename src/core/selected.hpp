#pragma once

namespace ratereplay {

/// `a` if the condition holds, else `b`, by a mask: whether an event passes is as good as random, and compilers make a
/// branch of a conditional expression, which is mispredicted.
template <class Int>
Int selected(bool condition, Int a, Int b) noexcept {
  const Int mask = -static_cast<Int>(condition);
  return (a & mask) | (b & ~mask);
}

}  // namespace ratereplay
