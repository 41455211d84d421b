#include "report/catalogue_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/text.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace ratereplay {

namespace {

/// `fixed-window:limit=N,window=DURATION|rate=RATE[,offset=DURATION]`
std::string spec_form(const Description& limiter) {
  std::string text(limiter.name);
  char separator = ':';
  for (const Parameter& parameter : limiter.parameters) {
    const bool optional = !parameter.fallback.empty();
    if (parameter.in_place_of_others) separator = '|';
    text += fmt::format("{}{}{}{}{}{}", optional ? "[" : "", separator, parameter.key,
                        parameter.value.empty() ? "" : "=", parameter.value, optional ? "]" : "");
    separator = ',';
  }
  return text;
}

/// Words of `text` on lines of at most `width`, those after the first indented.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string out;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (column > indent && column + 1 + word.size() > width) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += " ";
      ++column;
    }
    out += word;
    column += word.size();
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return out + "\n";
}

Json catalogue_json(std::span<const Description> limiters) {
  Json json = Json::array();
  for (const Description& limiter : limiters) {
    Json parameters = Json::array();
    for (const Parameter& parameter : limiter.parameters) {
      parameters.push_back({{"key", parameter.key},
                            {"value", parameter.value},
                            {"default", parameter.fallback.empty() ? Json() : Json(parameter.fallback)},
                            {"help", parameter.help}});
    }
    json.push_back({{"name", limiter.name},
                    {"spec", spec_form(limiter)},
                    {"parameters", std::move(parameters)},
                    {"rule", limiter.rule},
                    {"promise", limiter.promise},
                    {"memory", limiter.memory},
                    {"source", limiter.source},
                    {"drift", limiter.drift.empty() ? Json() : Json(limiter.drift)}});
  }
  return json;
}

/// A row for csv_text, which has no place for the parameters one by one: the spec names them.
Json full_catalogue_row() {
  return {{"name", ""}, {"spec", ""}, {"rule", ""}, {"promise", ""}, {"memory", ""}, {"source", ""}, {"drift", ""}};
}

std::string catalogue_text(std::span<const Description> limiters, const Style& style) {
  std::string text;
  bool among_dialects = false;
  for (const Description& limiter : limiters) {
    if (!text.empty()) text += "\n";
    if (!limiter.drift.empty() && !among_dialects) {
      among_dialects = true;
      text += style.bold("Dialects, what products do in place of an algorithm") + "\n\n";
    }
    text += style.bold(spec_form(limiter)) + "\n";
    std::size_t widest = std::string_view("promise").size();
    for (const Parameter& parameter : limiter.parameters) widest = std::max(widest, parameter.key.size());
    const auto line = [&](std::string_view name, std::string_view value) {
      const std::size_t indent = widest + 6;
      text += fmt::format("  {:<{}}", name, indent - 2) + wrapped(value, indent, report_width);
    };
    line("rule", limiter.rule);
    for (const Parameter& parameter : limiter.parameters) {
      const std::string fallback =
          parameter.fallback.empty() ? std::string() : fmt::format(" (default {})", parameter.fallback);
      line(parameter.key, std::string(parameter.help) + fallback);
    }
    line("promise", limiter.promise);
    line("memory", limiter.memory);
    line("source", limiter.source);
    if (!limiter.drift.empty()) line("drift", limiter.drift);
  }
  return text;
}

}  // namespace

std::string catalogue_report(std::span<const Description> limiters, Format format, const Style& style) {
  if (format == Format::table) return catalogue_text(limiters, style);
  if (format == Format::csv) return csv_text(catalogue_json(limiters), full_catalogue_row());
  Json json = document("limiters", nullptr);
  json["limiters"] = catalogue_json(limiters);
  return json_text(json);
}

std::string family_note(std::span<const Description> limiters, std::span<const std::string> names) {
  std::string text;
  std::vector<std::string_view> told;
  for (const Description& head : limiters) {
    if (head.family.empty() || std::find(told.begin(), told.end(), head.family) != told.end()) continue;
    told.push_back(head.family);
    std::vector<std::string> members;
    for (const Description& limiter : limiters) {
      const bool listed = std::find(names.begin(), names.end(), limiter.name) != names.end();
      if (limiter.family == head.family && listed) members.emplace_back(limiter.name);
    }
    if (members.size() < 2) continue;
    const std::string last = members.back();
    members.pop_back();
    text +=
        fmt::format("{} and {} are one algorithm under {} names\n", joined(members, ", "), last, members.size() + 1);
  }
  return text;
}

}  // namespace ratereplay
