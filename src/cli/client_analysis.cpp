#include "cli/client_analysis.hpp"

#include <algorithm>
#include <utility>

#include "metrics/clients.hpp"

namespace ratereplay {

ClientAnalysis::ClientAnalysis(const Keys& keys, const KeyTally& in_all, std::size_t worst)
    : keys_(keys), worst_(worst) {
  for (std::size_t choice = 0; choice < keys.choices(); ++choice) in_all_.push_back(by_choice(in_all, choice));
}

KeyTally ClientAnalysis::by_choice(const KeyTally& combinations, std::size_t choice) const {
  return by_client(combinations, keys_.projection(choice), keys_.size(choice));
}

std::function<bool(KeyId, KeyId)> ClientAnalysis::by_text() const {
  return [this](KeyId a, KeyId b) { return keys_.text(0, a) < keys_.text(0, b); };
}

ClientRow ClientAnalysis::client_row(KeyId client, const KeyTally& dropped) const {
  return {std::string(keys_.text(0, client)), in_all_[0].events[client], in_all_[0].cost_of(client),
          dropped.events[client], dropped.cost_of(client)};
}

LimiterClients ClientAnalysis::of(const ReplaySummary& own, const std::vector<ReplaySummary>& further) {
  const auto summary_of = [&](std::size_t choice) -> const ReplaySummary& {
    return choice == 0 ? own : further[choice - 1];
  };
  std::vector<KeyTally> dropped;
  for (std::size_t choice = 0; choice < keys_.choices(); ++choice) {
    dropped.push_back(by_choice(*summary_of(choice).key_drops, choice));
  }
  LimiterClients clients;
  for (std::size_t choice = 0; choice < keys_.choices(); ++choice) {
    clients.choices.push_back(choice_row(choice, summary_of(choice), dropped));
  }
  clients.states = own.keyed->states;
  clients.live_states = own.keyed->live_states;
  for (const KeyId client : clients_with_most({&dropped[0], 1}, worst_, by_text())) {
    clients.worst.push_back(client_row(client, dropped[0]));
  }
  clients.shared = shared_row(further.back(), dropped[0]);
  // Limiters that drop alike, as one algorithm under several names does, have one tally.
  const auto known = std::find(dropped_.begin(), dropped_.end(), dropped[0]);
  tally_of_.push_back(static_cast<std::size_t>(known - dropped_.begin()));
  if (known == dropped_.end()) dropped_.push_back(std::move(dropped[0]));
  return clients;
}

ChoiceRow ClientAnalysis::choice_row(std::size_t choice, const ReplaySummary& summary,
                                     const std::vector<KeyTally>& dropped) const {
  ChoiceRow row;
  row.name = keys_.name(choice);
  row.clients = keys_.size(choice);
  row.refused = refused_clients(dropped[choice]);
  row.events = summary.passed + summary.dropped;
  row.dropped = summary.dropped;
  row.dropped_cost = summary.dropped_cost;
  row.jain = jain_index(in_all_[choice], dropped[choice]);
  row.blameless.resize(keys_.choices());
  for (std::size_t other = 0; other < keys_.choices(); ++other) {
    if (other != choice) {
      row.blameless[other] = refused_only_in(by_choice(*summary.key_drops, other), dropped[other]);
    }
  }
  return row;
}

SharedRow ClientAnalysis::shared_row(const ReplaySummary& summary, const KeyTally& own) const {
  const KeyTally dropped = by_choice(*summary.key_drops, 0);
  SharedRow row{summary.passed,
                summary.dropped,
                summary.passed_cost,
                summary.dropped_cost,
                refused_clients(dropped),
                refused_only_in(dropped, own),
                jain_index(in_all_[0], dropped),
                std::nullopt};
  if (const auto largest = largest_client(in_all_[0], dropped, by_text())) row.largest = client_row(*largest, dropped);
  return row;
}

std::vector<WorstClient> ClientAnalysis::worst() const {
  std::vector<WorstClient> worst;
  for (const KeyId client : clients_with_most(dropped_, worst_, by_text())) {
    WorstClient row{std::string(keys_.text(0, client)), in_all_[0].events[client], {}};
    for (const std::size_t tally : tally_of_) row.dropped.push_back(dropped_[tally].events[client]);
    worst.push_back(std::move(row));
  }
  return worst;
}

}  // namespace ratereplay
