#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/keys.hpp"
#include "metrics/key_tally.hpp"
#include "replay/summary.hpp"
#include "report/clients_report.hpp"

namespace ratereplay {

/// Makes what replays dropped by key into what is said of clients, limiter by limiter.
class ClientAnalysis {
 public:
  /// `in_all`: the events of the trace by the numbers that they bear. `worst`: how many of the worst clients are named.
  ClientAnalysis(const Keys& keys, const KeyTally& in_all, std::size_t worst);

  /// Of the next limiter: what it did with a limiter for each key of the first choice, then `further`: with one for
  /// each key of the second choice and so on, and at last with one for all.
  LimiterClients of(const ReplaySummary& own, const std::vector<ReplaySummary>& further);

  /// The clients that lost the most under all limiters so far together, those that dropped alike counted once.
  std::vector<WorstClient> worst() const;

 private:
  KeyTally by_choice(const KeyTally& combinations, std::size_t choice) const;
  ChoiceRow choice_row(std::size_t choice, const ReplaySummary& summary, const std::vector<KeyTally>& dropped) const;
  SharedRow shared_row(const ReplaySummary& summary, const KeyTally& own) const;
  ClientRow client_row(KeyId client, const KeyTally& dropped) const;
  std::function<bool(KeyId, KeyId)> by_text() const;

  const Keys& keys_;
  std::size_t worst_;
  std::vector<KeyTally> in_all_;       ///< by the clients of each choice
  std::vector<KeyTally> dropped_;      ///< by the clients of the first choice, those that differ
  std::vector<std::size_t> tally_of_;  ///< of each limiter, its place among them
};

}  // namespace ratereplay
