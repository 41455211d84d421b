#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/cost.hpp"
#include "core/json.hpp"
#include "report/table.hpp"

namespace ratereplay {

/// A client and how it fared.
struct ClientRow {
  std::string key;
  std::uint64_t events = 0;
  Cost cost = 0;
  std::uint64_t dropped = 0;
  Cost dropped_cost = 0;
};

/// How the clients of one choice of key fared where each had a limiter of its own.
struct ChoiceRow {
  std::string name;  ///< of the choice
  std::uint64_t clients = 0;
  std::uint64_t refused = 0;  ///< clients that lost an event
  std::uint64_t events = 0;   ///< of all clients
  std::uint64_t dropped = 0;
  Cost dropped_cost = 0;
  std::optional<double> jain;  ///< none where nothing passed
  /// For each choice, clients of that one that lost an event here and would have lost none under their own; none for
  /// the choice itself.
  std::vector<std::optional<std::uint64_t>> blameless;
};

/// What one limiter for all clients did.
struct SharedRow {
  std::uint64_t passed = 0;
  std::uint64_t dropped = 0;
  Cost passed_cost = 0;
  Cost dropped_cost = 0;
  std::uint64_t refused = 0;    ///< clients that lost an event
  std::uint64_t blameless = 0;  ///< of these, clients that would have lost none under a limiter of their own
  std::optional<double> jain;
  std::optional<ClientRow> largest;  ///< the client of whose events the most passed
};

/// What a limiter means to clients.
struct LimiterClients {
  std::vector<ChoiceRow> choices;  ///< at least one
  std::uint64_t states = 0;        ///< of the first choice, as the rest: clients that the limiter has a state of
  std::uint64_t live_states = 0;   ///< the most at one time, were each forgotten once that changes no decision
  std::vector<ClientRow> worst;    ///< by drops
  SharedRow shared;
};

/// A client that lost the most under all limiters together.
struct WorstClient {
  std::string key;
  std::uint64_t events = 0;
  std::vector<std::uint64_t> dropped;  ///< by each limiter
};

/// A limiter with its label in the table of limiters.
struct LabelledClients {
  std::string label;
  const LimiterClients& clients;
};

/// The member `clients` of a limiter in JSON; as a row of CSV without its lists.
Json clients_json(const LimiterClients& clients, bool has_costs);
Json clients_csv_json(const LimiterClients& clients, bool has_costs);

/// The tables for people: how clients fared under each limiter, who fared worst, and what other keys would do.
std::string clients_text(const std::vector<LabelledClients>& limiters, const std::vector<WorstClient>& worst,
                         const Style& style);

}  // namespace ratereplay
