#include "cli/nginx_runs.hpp"

#include <fmt/format.h>
#include <glob.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/error.hpp"
#include "core/text.hpp"
#include "core/text_file.hpp"

namespace ratereplay {

namespace {

constexpr std::size_t longest_key = 65'535;  // of nginx; one beyond is not limited

NginxText read_text(const std::string& path) { return {path, read_text_file(path, "a configuration")}; }

/// Files by a pattern, in order; none where a pattern with wildcards finds none.
std::vector<NginxText> read_matching(const std::string& pattern) {
  if (pattern.find_first_of("*?[") == std::string::npos) return {read_text(pattern)};
  ::glob_t found{};
  std::vector<NginxText> texts;
  const int status = ::glob(pattern.c_str(), 0, nullptr, &found);
  std::vector<std::string> paths;
  for (std::size_t index = 0; status == 0 && index < found.gl_pathc; ++index) paths.emplace_back(found.gl_pathv[index]);
  ::globfree(&found);
  texts.reserve(paths.size());
  for (const std::string& path : paths) texts.push_back(read_text(path));
  return texts;
}

const std::vector<std::string> path_names = {"request_uri", "path", "uri"};
const std::vector<std::string> vhost_names = {"vhost", "http_host", "server_name"};

/// The columns that may hold a variable: under its own name, or as an access log and people call it.
std::vector<std::string> names_of(const std::string& variable) {
  if (variable == "remote_addr" || variable == "binary_remote_addr") return {"remote_addr", "host", "client"};
  if (variable == "remote_user") return {"remote_user", "user"};
  if (variable == "request_uri" || variable == "uri" || variable == "document_uri") return path_names;
  if (variable == "http_user_agent") return {"http_user_agent", "agent", "user_agent"};
  if (variable == "http_referer") return {"http_referer", "referer"};
  if (variable == "request_method") return {"request_method", "method"};
  if (variable == "host" || variable == "http_host") return vhost_names;
  return {variable};
}

}  // namespace

NginxConf read_nginx_conf(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return parse_nginx_conf(read_text(path),
                          [&](const std::string& pattern) { return read_matching((folder / pattern).string()); });
}

NginxRuns::NginxRuns(const NginxConf& conf, std::size_t memory)
    : conf_(conf), memory_(memory), places_(conf), target_recipe_(recipe_of_places()) {
  for (const NginxZone& zone : conf.zones) {
    zone_recipes_.push_back(zone.used ? std::optional(recipe_of(zone)) : std::nullopt);
  }
}

std::optional<std::size_t> NginxRuns::add_choice(const std::vector<KeyColumn>& columns) {
  if (columns.empty()) return std::nullopt;
  const auto same_names = [](const KeyColumn& a, const KeyColumn& b) { return a.names == b.names; };
  const auto known = std::find_if(choices_.begin(), choices_.end(), [&](const std::vector<KeyColumn>& other) {
    return std::equal(columns.begin(), columns.end(), other.begin(), other.end(), same_names);
  });
  const auto index = static_cast<std::size_t>(known - choices_.begin());
  if (known == choices_.end()) choices_.push_back(columns);
  return index;
}

NginxRuns::Recipe NginxRuns::recipe_of_places() {
  Recipe recipe;
  std::vector<KeyColumn> columns;
  if (places_.needs_path()) {
    recipe.path = columns.size();
    columns.push_back({path_names, "--nginx-conf: it says the location"});
  }
  if (places_.needs_vhost()) {
    recipe.vhost = columns.size();
    columns.push_back({vhost_names, fmt::format("--nginx-conf: it says which of {} a request is for; log it, or leave "
                                                "one server in {}",
                                                counted(conf_.servers.size(), "server"), in_quotes(conf_.name))});
  }
  recipe.choice = add_choice(columns);
  return recipe;
}

NginxRuns::Recipe NginxRuns::recipe_of(const NginxZone& zone) {
  Recipe recipe;
  std::vector<KeyColumn> columns;
  const auto cell_of = [&](std::vector<std::string> names, const std::string& asked_by) {
    const auto known =
        std::find_if(columns.begin(), columns.end(), [&](const KeyColumn& each) { return each.names == names; });
    const auto cell = static_cast<std::size_t>(known - columns.begin());
    if (known == columns.end()) columns.push_back({std::move(names), asked_by});
    return cell;
  };
  for (const NginxKeyPart& each : zone.parts) {
    const std::string asked_by =
        fmt::format("${} of the zone {}, {}{}", each.text, in_quotes(zone.name), zone.where,
                    each.made_by.empty() ? "" : ", made by " + each.made_by + ", which is not computed");
    Part part;
    if (!each.variable) {
      part.text = each.text;
    } else if (each.text == "server_name") {
      part.kind = Part::Kind::server;
      if (places_.needs_vhost()) recipe.vhost = cell_of(vhost_names, asked_by);
    } else {
      part.kind = each.text == "request_uri"                          ? Part::Kind::path
                  : each.text == "uri" || each.text == "document_uri" ? Part::Kind::uri
                  : each.text == "host"                               ? Part::Kind::host
                                                                      : Part::Kind::cell;
      part.cell = cell_of(names_of(each.text), asked_by);
      if (part.kind == Part::Kind::uri && places_.needs_vhost()) recipe.vhost = cell_of(vhost_names, asked_by);
    }
    recipe.parts.push_back(std::move(part));
  }
  recipe.choice = add_choice(columns);
  return recipe;
}

void NginxRuns::begin(const TraceOutline& outline) {
  keys_ = outline.keys;
  replay_.emplace(conf_);
  requests_ = {};
  targets_.clear();
  zone_keys_.assign(conf_.zones.size(), {});
  values_ = std::vector<KeyTable>(conf_.zones.size());
}

std::vector<std::string> NginxRuns::cells_of(const Recipe& recipe, KeyId key) const {
  if (!recipe.choice) return {};
  const std::string_view text = keys_->text(*recipe.choice, key);
  if (choices_[*recipe.choice].size() == 1) return {std::string(text)};
  std::vector<std::string> cells;
  for (const std::string_view cell : key_cells_of(text)) cells.push_back(unmarked(cell));
  return cells;
}

KeyId NginxRuns::key_under(const Recipe& recipe, KeyId number) const {
  return recipe.choice ? keys_->key_of(*recipe.choice, number) : 0;
}

NginxTarget NginxRuns::target_of(KeyId key) const {
  const std::vector<std::string> cells = cells_of(target_recipe_, key);
  const auto cell = [&](const std::optional<std::size_t>& place) { return place ? cells[*place] : std::string(); };
  return places_.target_of(places_.server_of(cell(target_recipe_.vhost)), cell(target_recipe_.path));
}

// None where the zone does not limit it: the key is empty, or too long for nginx.
std::optional<std::string> NginxRuns::value_of(std::size_t zone, KeyId key) const {
  const Recipe& recipe = *zone_recipes_[zone];
  const std::vector<std::string> cells = cells_of(recipe, key);
  const auto server = [&]() -> const NginxServer& {
    return places_.server_of(recipe.vhost ? cells[*recipe.vhost] : std::string());
  };
  std::string value;
  for (const Part& part : recipe.parts) {
    switch (part.kind) {
      case Part::Kind::text:
        value += part.text;
        break;
      case Part::Kind::cell:  // servers write a variable that is empty as a dash
        if (cells[part.cell] != "-") value += cells[part.cell];
        break;
      case Part::Kind::path:
        value += cells[part.cell];
        break;
      case Part::Kind::uri:
        value += nginx_uri(cells[part.cell], server().merges_slashes).value_or("");
        break;
      case Part::Kind::host:
        if (cells[part.cell] != "-") value += nginx_host(cells[part.cell]);
        break;
      case Part::Kind::server:
        if (!server().names.empty()) value += server().names.front();
        break;
    }
  }
  if (value.empty() || value.size() > longest_key) return std::nullopt;
  return value;
}

NginxTarget NginxRuns::known_target(KeyId key) {
  while (targets_.size() <= key) targets_.push_back(target_of(static_cast<KeyId>(targets_.size())));
  return targets_[key];
}

KeyId NginxRuns::known_key(std::size_t zone, KeyId key) {
  std::vector<KeyId>& known = zone_keys_[zone];
  while (known.size() <= key) {
    const std::optional<std::string> value = value_of(zone, static_cast<KeyId>(known.size()));
    if (!value) {
      known.push_back(NginxReplay::no_key);
      continue;
    }
    KeyTexts texts;
    texts.add(*value);
    values_[zone].intern(texts, known);
  }
  return known[key];
}

void NginxRuns::take(std::size_t /*part*/, const Events& block) {
  std::vector<KeyId> keys(conf_.zones.size(), NginxReplay::no_key);
  for (std::size_t event = 0; event < block.size(); ++event) {
    const KeyId number = block.key.empty() ? 0 : block.key[event];
    const NginxTarget target = known_target(key_under(target_recipe_, number));
    ++requests_.events;
    if (target.answers || !target.place) {
      ++requests_.passed;
      ++(target.answers ? requests_.answered : requests_.unlimited);
      continue;
    }
    const NginxPlace& place = conf_.places[*target.place];
    for (const NginxLimit& limit : place.limits) {
      keys[limit.zone] = known_key(limit.zone, key_under(*zone_recipes_[limit.zone], number));
    }
    requests_.count(replay_->ask(*target.place, keys, block.time(event)), place.dry_run);
  }
  check_memory();
}

void NginxRuns::check_memory() const {
  std::size_t held = replay_->memory() + targets_.capacity() * sizeof(NginxTarget);
  for (std::size_t zone = 0; zone < values_.size(); ++zone) {
    held += values_[zone].memory() + zone_keys_[zone].capacity() * sizeof(KeyId);
  }
  if (held > memory_) {
    throw Error(fmt::format(
        "the keys of the zones need more than the {} MiB that --max-memory leaves for them; raise it", memory_ >> 20));
  }
}

NginxResult NginxRuns::result() const {
  NginxResult result{conf_.name, conf_.notes, {}, requests_};
  for (std::size_t place = 0; place < conf_.places.size(); ++place) {
    const NginxPlace& here = conf_.places[place];
    for (std::size_t index = 0; index < here.limits.size(); ++index) {
      const NginxLimit& limit = here.limits[index];
      const NginxZone& zone = conf_.zones[limit.zone];
      NginxRow row{zone.name,    zone.key,     zone.limiter.rate_text(),
                   here.label,   limit.where,  limit.limiter.burst,
                   std::nullopt, here.dry_run, {}};
      if (!limit.limiter.nodelay) row.delay = limit.limiter.delay;
      if (replay_) row.counts = replay_->counts(place)[index];
      result.rows.push_back(std::move(row));
    }
  }
  return result;
}

}  // namespace ratereplay
