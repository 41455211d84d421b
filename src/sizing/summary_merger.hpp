#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/text_hash.hpp"
#include "sizing/segment.hpp"
#include "sizing/summary_file.hpp"

namespace ratereplay {

/// Merges the summaries of consecutive pieces of a trace into that of the whole: its segment is the same whatever the
/// cuts.
class SummaryMerger {
 public:
  /// The next piece; `source` names it. Throws Error naming it and one that it does not fit, with the mend: it begins
  /// before those so far end, has costs of another column, or more of them than can be counted.
  void add(SummarizedTrace piece, const std::string& source);

  /// Of all that were added, at least one; once. Its notes and warnings say which pieces made them.
  SummarizedTrace take();

 private:
  /// Notes or warnings; what pieces say in the same words is kept once.
  class Remarks {
   public:
    void add(const std::vector<std::string>& texts, const std::string& name);
    /// `noun`: what they are, for the count of those that are too many to be said.
    std::vector<std::string> texts(std::string_view noun) const;

   private:
    struct Remark {
      std::string text;
      std::string first;  ///< the piece that made it first
      std::uint64_t pieces;
    };
    std::vector<Remark> remarks_;
    std::unordered_map<std::string, std::size_t, TextHash> places_;
  };

  void check_fits(const SummarizedTrace& piece, const std::string& name) const;

  SummarizedTrace whole_;
  SegmentChain chain_;
  std::vector<std::string> time_columns_;
  std::vector<std::string> time_styles_;
  Remarks notes_;
  Remarks warnings_;
  std::uint64_t pieces_ = 0;
  std::string first_source_;
  std::string last_name_;  ///< of the pieces that have events
};

}  // namespace ratereplay
