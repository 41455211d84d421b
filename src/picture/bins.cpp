#include "picture/bins.hpp"

namespace ratereplay {

void Bins::add(Instant time, bool counted) {
  if (counts_.empty()) origin_ = time;
  const std::uint64_t since = ns_between(origin_.ns, time);
  while (since >> shift_ >= most) widen();
  const auto bin = static_cast<std::size_t>(since >> shift_);
  if (bin >= counts_.size()) counts_.resize(bin + 1);
  counts_[bin] += counted ? 1 : 0;
}

void Bins::widen() {
  ++shift_;
  const std::size_t pairs = (counts_.size() + 1) / 2;
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const std::size_t second = 2 * pair + 1;
    counts_[pair] = counts_[2 * pair] + (second < counts_.size() ? counts_[second] : 0);
  }
  counts_.resize(pairs);
}

}  // namespace ratereplay
