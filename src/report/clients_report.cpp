#include "report/clients_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "report/json.hpp"
#include "report/limiter_labels.hpp"
#include "report/text.hpp"

namespace ratereplay {

namespace {

Json jain_json(const std::optional<double>& jain) { return jain ? Json(*jain) : Json(); }

std::string jain_text(const std::optional<double>& jain) {
  if (!jain) return "-";
  if (*jain >= 0.9995 && *jain < 1) return ">0.999";
  return fmt::format("{:.3f}", *jain);
}

std::string without_drop_text(const ChoiceRow& row) { return share_text(row.clients - row.refused, row.clients); }

Json client_json(const ClientRow& client, bool has_costs) {
  Json json;
  json["key"] = client.key;
  put_counts_and_shares(json, client.events - client.dropped, client.dropped, client.cost - client.dropped_cost,
                        client.dropped_cost, has_costs);
  return json;
}

Json shared_json(const SharedRow& shared, bool has_costs) {
  Json json;
  put_counts(json, shared.passed, shared.dropped, shared.passed_cost, shared.dropped_cost);
  json["refused"] = shared.refused;
  json["blameless"] = shared.blameless;
  json["jain"] = jain_json(shared.jain);
  json["largest"] = shared.largest ? client_json(*shared.largest, has_costs) : Json();
  return json;
}

/// The clients of a choice, and those who lost an event.
Json refused_json(const ChoiceRow& row) {
  Json json;
  json["key"] = row.name;
  json["clients"] = row.clients;
  json["refused"] = row.refused;
  json["without_drop_share"] = share_json(row.clients - row.refused, row.clients);
  return json;
}

Json choice_json(const ChoiceRow& row, const std::vector<ChoiceRow>& choices) {
  Json json = refused_json(row);
  json["dropped"] = row.dropped;
  put_whole(json, "dropped_cost", row.dropped_cost);
  json["jain"] = jain_json(row.jain);
  json["blameless"] = Json::array();
  for (std::size_t other = 0; other < choices.size(); ++other) {
    if (row.blameless[other]) {
      json["blameless"].push_back({{"key", choices[other].name}, {"clients", *row.blameless[other]}});
    }
  }
  return json;
}

Json scalars_json(const LimiterClients& clients) {
  const ChoiceRow& row = clients.choices.front();
  Json json = refused_json(row);
  json["jain"] = jain_json(row.jain);
  json["states"] = clients.states;
  json["live_states"] = clients.live_states;
  return json;
}

std::string fared_text(const std::vector<LabelledClients>& limiters, const Style& style) {
  using Align = Table::Align;
  Table table;
  table.add_column("limiter", Align::left);
  table.add_column("clients\nrefused", Align::right);
  table.add_column("without\na drop", Align::right);
  table.add_column("\nfairness", Align::right);
  table.add_column("live\nstates", Align::right);
  table.add_column("one for all:\ndropped", Align::right);
  table.add_column("clients\nrefused", Align::right);
  table.add_column("of them\nblameless", Align::right);
  table.add_column("\nfairness", Align::right);
  for (const auto& [label, clients] : limiters) {
    const ChoiceRow& row = clients.choices.front();
    table.add_row({label, grouped(row.refused), without_drop_text(row), jain_text(row.jain),
                   grouped(clients.live_states), grouped(clients.shared.dropped), grouped(clients.shared.refused),
                   grouped(clients.shared.blameless), jain_text(clients.shared.jain)});
  }
  return table.text(style);
}

/// Of one limiter all counts of a client.
Table worst_counts(const std::vector<WorstClient>& worst) {
  Table table;
  table.add_column("worst clients", Table::Align::left);
  for (const char* heading : {"events", "passed", "dropped", "share"}) table.add_column(heading, Table::Align::right);
  for (const WorstClient& client : worst) {
    const std::uint64_t dropped = client.dropped.front();
    table.add_row({key_text(client.key), grouped(client.events), grouped(client.events - dropped), grouped(dropped),
                   share_text(dropped, client.events)});
  }
  return table;
}

/// Of several what each dropped of a client.
Table worst_drops(const std::vector<LabelledClients>& limiters, const std::vector<WorstClient>& worst,
                  std::size_t begin, std::size_t end) {
  Table table;
  table.add_column("worst clients", Table::Align::left);
  table.add_column("events", Table::Align::right);
  for (std::size_t limiter = begin; limiter < end; ++limiter) {
    table.add_column(narrow_heading(limiters[limiter].label), Table::Align::right);
  }
  for (const WorstClient& client : worst) {
    std::vector<std::string> cells{key_text(client.key), grouped(client.events)};
    for (std::size_t limiter = begin; limiter < end; ++limiter) cells.push_back(grouped(client.dropped[limiter]));
    table.add_row(std::move(cells));
  }
  return table;
}

std::string worst_text(const std::vector<LabelledClients>& limiters, const std::vector<WorstClient>& worst,
                       const Style& style) {
  if (worst.empty()) return {};
  if (limiters.size() == 1) return "\n" + worst_counts(worst).text(style);
  const auto drops = [&](std::size_t begin, std::size_t end) { return worst_drops(limiters, worst, begin, end); };
  return "\n" + side_by_side(limiters.size(), drops, style);
}

std::string choices_text(const std::vector<LabelledClients>& limiters, const Style& style) {
  using Align = Table::Align;
  const std::vector<ChoiceRow>& first = limiters.front().clients.choices;
  if (first.size() == 1) return {};
  Table table;
  table.add_column("limiter for each", Align::left);
  table.add_column("clients", Align::right);
  table.add_column("refused", Align::right);
  table.add_column("without\na drop", Align::right);
  table.add_column("events\ndropped", Align::right);
  table.add_column("\nshare", Align::right);
  for (const ChoiceRow& choice : first) table.add_column("blameless\n" + printable(choice.name), Align::right);
  for (const auto& [label, clients] : limiters) {
    if (limiters.size() > 1) table.add_row({label});
    for (const ChoiceRow& row : clients.choices) {
      std::vector<std::string> cells{(limiters.size() > 1 ? "  " : "") + printable(row.name),
                                     grouped(row.clients),
                                     grouped(row.refused),
                                     without_drop_text(row),
                                     grouped(row.dropped),
                                     share_text(row.dropped, row.events)};
      for (const std::optional<std::uint64_t>& count : row.blameless) cells.push_back(count ? grouped(*count) : "-");
      table.add_row(std::move(cells));
    }
  }
  return "\n" + table.text(style) +
         "blameless: lost an event to a limiter that they share, and would have lost none to their own\n";
}

/// Who has most of what one limiter for all passed.
std::string shared_text(const LabelledClients& limiter) {
  const SharedRow& shared = limiter.clients.shared;
  if (!shared.largest || limiter.clients.choices.front().clients == 1) return {};
  const ClientRow& largest = *shared.largest;
  return fmt::format("{} for all: {} has {} of what passed\n", limiter.label, key_text(largest.key),
                     share_text(largest.events - largest.dropped, shared.passed));
}

}  // namespace

Json clients_csv_json(const LimiterClients& clients, bool has_costs) {
  Json json = scalars_json(clients);
  json["shared"] = shared_json(clients.shared, has_costs);
  return json;
}

Json clients_json(const LimiterClients& clients, bool has_costs) {
  Json json = clients_csv_json(clients, has_costs);
  json["worst"] = Json::array();
  for (const ClientRow& client : clients.worst) json["worst"].push_back(client_json(client, has_costs));
  json["choices"] = Json::array();
  for (const ChoiceRow& row : clients.choices) json["choices"].push_back(choice_json(row, clients.choices));
  return json;
}

std::string clients_text(const std::vector<LabelledClients>& limiters, const std::vector<WorstClient>& worst,
                         const Style& style) {
  const ChoiceRow& row = limiters.front().clients.choices.front();
  std::string text =
      fmt::format("{} by {}, each with a limiter of its own; fairness is Jain's index of pass shares\n\n",
                  counted(row.clients, "client"), printable(row.name));
  text += fared_text(limiters, style);
  if (limiters.size() == 1) text += shared_text(limiters.front());
  return text + worst_text(limiters, worst, style) + choices_text(limiters, style);
}

}  // namespace ratereplay
