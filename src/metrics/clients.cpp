#include "metrics/clients.hpp"

#include <algorithm>
#include <cmath>

namespace ratereplay {

std::optional<double> jain_index(const KeyTally& in_all, const KeyTally& dropped) {
  double sum = 0;
  double squares = 0;
  for (std::size_t client = 0; client < in_all.size(); ++client) {
    const std::uint64_t passed = in_all.events[client] - dropped.events[client];
    const double share = static_cast<double>(passed) / static_cast<double>(in_all.events[client]);
    sum += share;
    squares += share * share;
  }
  if (squares == 0) return std::nullopt;
  // What is left behind the ninth digit may depend on the order of the clients.
  constexpr double digits = 1e9;
  return std::round(sum * sum / (static_cast<double>(in_all.size()) * squares) * digits) / digits;
}

std::uint64_t refused_clients(const KeyTally& dropped) {
  const auto refused = [](std::uint64_t drops) { return drops > 0; };
  return static_cast<std::uint64_t>(std::count_if(dropped.events.begin(), dropped.events.end(), refused));
}

std::uint64_t refused_only_in(const KeyTally& dropped, const KeyTally& elsewhere) {
  std::uint64_t count = 0;
  for (std::size_t client = 0; client < dropped.size(); ++client) {
    if (dropped.events[client] > 0 && elsewhere.events[client] == 0) ++count;
  }
  return count;
}

std::vector<KeyId> clients_with_most(std::span<const KeyTally> tallies, std::size_t count,
                                     const std::function<bool(KeyId, KeyId)>& before) {
  std::vector<std::uint64_t> events;
  for (const KeyTally& tally : tallies) {
    events.resize(tally.size());
    for (std::size_t client = 0; client < tally.size(); ++client) events[client] += tally.events[client];
  }
  std::vector<KeyId> clients;
  for (std::size_t client = 0; client < events.size(); ++client) {
    if (events[client] > 0) clients.push_back(static_cast<KeyId>(client));
  }
  const auto end = clients.begin() + static_cast<std::ptrdiff_t>(std::min(count, clients.size()));
  std::partial_sort(clients.begin(), end, clients.end(),
                    [&](KeyId a, KeyId b) { return events[a] != events[b] ? events[a] > events[b] : before(a, b); });
  clients.erase(end, clients.end());
  return clients;
}

std::optional<KeyId> largest_client(const KeyTally& in_all, const KeyTally& dropped,
                                    const std::function<bool(KeyId, KeyId)>& before) {
  std::optional<KeyId> largest;
  std::uint64_t most = 0;
  for (std::size_t client = 0; client < in_all.size(); ++client) {
    const auto key = static_cast<KeyId>(client);
    const std::uint64_t passed = in_all.events[client] - dropped.events[client];
    if (passed > most || (passed == most && largest && before(key, *largest))) {
      most = passed;
      largest = key;
    }
  }
  return largest;
}

}  // namespace ratereplay
