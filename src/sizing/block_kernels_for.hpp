#pragma once

// The kernels of block_kernels.hpp for vectors of any width. Each instruction set has a copy of its own: nothing here
// is shared between files.
#include "sizing/block_kernels.hpp"

namespace ratereplay {
namespace {

/// `Lanes` has the type of a vector of doubles, `Vector`.
template <class Lanes>
struct Kernels {
  using Vector = typename Lanes::Vector;
  static constexpr std::size_t width = sizeof(Vector) / sizeof(double);

  // Doubles lie anywhere: an alias of less alignment would be lost on its way through a template.
  static Vector load(const double* from) noexcept {
    Vector loaded;
    __builtin_memcpy(&loaded, from, sizeof(loaded));
    return loaded;
  }
  static Vector all(double value) noexcept { return value - Vector{}; }

  // Several vectors at a time, so that one does not wait for another; with a_j = (cost before j) * emission - t_j an
  // interval from i to j forces a_j - a_i and what j costs.
  static constexpr std::size_t at_once = rates_at_once / width;

  template <bool unit_costs>
  static bool forces_more(const double* times, const double* costs, std::size_t events, const double* emission,
                          const double* most) noexcept {
    Vector interval[at_once];
    Vector weight[at_once];
    Vector lowest[at_once];
    Vector highest[at_once];
    for (std::size_t v = 0; v < at_once; ++v) {
      interval[v] = load(emission + v * width);
      weight[v] = Vector{};
      lowest[v] = Vector{};
      highest[v] = Vector{};
    }
    for (std::size_t event = 0; event < events; ++event) {
      const Vector time = all(times[event]);
      for (std::size_t v = 0; v < at_once; ++v) {
        const Vector before = weight[v] - time;
        lowest[v] = before < lowest[v] ? before : lowest[v];
        if constexpr (unit_costs) {
          const Vector above = before - lowest[v];
          highest[v] = above > highest[v] ? above : highest[v];
          weight[v] = weight[v] + interval[v];
        } else {
          const Vector taken = interval[v] * costs[event];
          const Vector above = before + taken - lowest[v];
          highest[v] = above > highest[v] ? above : highest[v];
          weight[v] = weight[v] + taken;
        }
      }
    }
    bool more = false;
    for (std::size_t v = 0; v < at_once; ++v) {
      if constexpr (unit_costs) highest[v] = highest[v] + interval[v];
      for (std::size_t lane = 0; lane < width; ++lane) more |= highest[v][lane] > most[v * width + lane];
    }
    return more;
  }

  static bool forces_more_on_any(const double* times, const double* costs, std::size_t events, const double* emission,
                                 const double* most, std::size_t lanes) {
    for (std::size_t lane = 0; lane < lanes; lane += at_once * width) {
      const bool more = costs == nullptr ? forces_more<true>(times, costs, events, emission + lane, most + lane)
                                         : forces_more<false>(times, costs, events, emission + lane, most + lane);
      if (more) return true;
    }
    return false;
  }

  static std::size_t farthest(const double* times, const double* heights, std::size_t begin, std::size_t end,
                              double wide, double high, double& most) {
    const auto at = [&](std::size_t place) { return wide * heights[place] - high * times[place]; };
    const auto from = [&](std::size_t place) { return wide * load(heights + place) - high * load(times + place); };
    double best = at(begin);
    std::size_t place = begin;
    Vector bests = all(best);
    for (; place + width <= end; place += width) {
      const Vector here = from(place);
      bests = here > bests ? here : bests;
    }
    for (std::size_t lane = 0; lane < width; ++lane) best = bests[lane] > best ? bests[lane] : best;
    for (; place < end; ++place) best = at(place) > best ? at(place) : best;
    most = best;
    for (place = begin; place + width <= end; place += width) {
      const auto found = from(place) == best;
      bool any = false;
      for (std::size_t lane = 0; lane < width; ++lane) any |= found[lane] != 0;
      if (any) break;
    }
    while (at(place) != best) ++place;
    return place;
  }

  static constexpr BlockKernels table{forces_more_on_any, farthest};
};

}  // namespace
}  // namespace ratereplay
