#include "picture/page.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include "core/text.hpp"
#include "picture/assets.hpp"
#include "picture/page_data.hpp"
#include "report/json.hpp"

namespace ratereplay {

namespace {

// What is left of 12 MB for the scene, with all else that a page may have.
constexpr std::size_t scene_budget = 10'500'000;
constexpr std::size_t longest_report = 500'000;

std::string escaped(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

/// The report, of a very long one its front.
std::string shown(const std::string& report, std::vector<std::string>& notes) {
  if (report.size() <= longest_report) return report;
  notes.emplace_back("the report is cut: the page would be too large");
  return report.substr(0, report.rfind('\n', longest_report) + 1) + "...\n";
}

Json data_of(const Page& page, std::vector<std::string> notes) {
  Json json;
  json["program"] = "ratereplay " RATEREPLAY_VERSION;
  json["command"] = page.command;
  json["source"] = page.trace.source == "-" ? "standard input" : printable(page.trace.source);
  json["scene"] = page.scene == nullptr ? Json() : scene_json(*page.scene, scene_budget, notes);
  json["curve"] = page.curve == nullptr ? Json() : curve_json(*page.curve);
  if (page.curve != nullptr && page.curve->left_out > 0) {
    notes.push_back(grouped(static_cast<Int128>(page.curve->left_out)) +
                    " vertices of the curve are left out; --format json has all");
  }
  json["grid"] = nullptr;
  if (!page.grids.empty()) {
    Json series = Json::array();
    for (const GridPicture& grid : page.grids) series.push_back(grid_json(grid));
    json["grid"] = {{"events", page.trace.events}, {"series", std::move(series)}};
  }
  json["notes"] = notes;
  return json;
}

}  // namespace

std::string page_html(const Page& page) {
  const std::string title = "ratereplay " + std::string(page.command) + ": " +
                            (page.trace.source == "-" ? std::string("standard input") : printable(page.trace.source));
  std::vector<std::string> notes;
  const std::string report = escaped(shown(page.report, notes));
  const std::array<std::pair<std::string_view, std::string>, 6> parts = {{
      {"@title@", escaped(title)},
      {"@style@", std::string(uplot_style()) + std::string(page_style())},
      {"@report@", report},
      {"@data@", in_script(json_text(data_of(page, std::move(notes))))},
      {"@script@", std::string(uplot_script()) + "\n" + std::string(page_script())},
      {"@licence@", escaped(uplot_licence())},
  }};
  std::string html;
  std::string_view rest = page_template();
  while (true) {
    const auto* next = parts.end();
    std::size_t at = std::string_view::npos;
    for (const auto* part = parts.begin(); part != parts.end(); ++part) {
      const std::size_t found = rest.find(part->first);
      if (found < at) {
        at = found;
        next = part;
      }
    }
    html += rest.substr(0, at);
    if (next == parts.end()) return html;
    html += next->second;
    rest.remove_prefix(at + next->first.size());
  }
}

}  // namespace ratereplay
