#include "picture/page_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "core/instant.hpp"
#include "core/text.hpp"
#include "report/gzip_writer.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace ratereplay {

namespace {

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t begin = 0; begin < bytes.size(); begin += 3) {
    std::uint32_t group = 0;
    const std::size_t taken = std::min<std::size_t>(3, bytes.size() - begin);
    for (std::size_t byte = 0; byte < 3; ++byte)
      group = group << 8 | (byte < taken ? static_cast<unsigned char>(bytes[begin + byte]) : 0);
    for (std::size_t digit = 0; digit < 4; ++digit)
      text += digit <= taken ? digits[group >> (18 - 6 * digit) & 63] : '=';
  }
  return text;
}

/// A column of the page: how many values, and these.
struct Column {
  std::uint64_t count = 0;
  std::string data;

  Column(std::uint64_t values, std::string_view bytes) : count(values), data(packed(bytes)) {}

  Json json() const { return {{"count", count}, {"data", data}}; }
};

Column column_of(const std::vector<std::uint64_t>& values) {
  std::string bytes;
  for (const std::uint64_t value : values) append_varint(bytes, value);
  return {values.size(), bytes};
}

/// The longest unit, in ns, that all times of events are whole multiples of, from the first on.
std::uint64_t unit_of(const Scene& scene) {
  std::uint64_t unit = 0;
  if (scene.events.columns().arrival.empty()) return 1;
  const std::int64_t origin = scene.events.columns().arrival.front();
  const auto join = [&](const SceneEvents& events) {
    for (const std::int64_t time : events.columns().arrival) unit = std::gcd(unit, ns_between(origin, {time}));
  };
  join(scene.events);
  for (const SceneRow& row : scene.rows) {
    if (row.own) join(*row.own);
  }
  // A reader's double would round a longer one.
  constexpr std::uint64_t longest = std::uint64_t{1} << 53;
  return unit == 0 || unit > longest ? 1 : unit;
}

/// From each event to the next in units, of the first from the origin.
Column ticks_of(const SceneEvents& events, std::int64_t origin, std::uint64_t unit) {
  std::string bytes;
  std::int64_t before = origin;
  for (const std::int64_t time : events.columns().arrival) {
    append_varint(bytes, ns_between(before, {time}) / unit);
    before = time;
  }
  return {events.count(), bytes};
}

Column costs_of(const SceneEvents& events) {
  std::string bytes;
  for (const Cost cost : events.columns().cost) append_varint(bytes, static_cast<std::uint64_t>(cost));
  return {events.count(), bytes};
}

/// The keys of the events by the first choice, numbered as they are met.
struct MetKeys {
  Json names = Json::array();
  std::string of;
};

MetKeys keys_of(const Scene& scene) {
  MetKeys met;
  std::unordered_map<KeyId, std::uint64_t> numbers;
  for (const KeyId number : scene.events.columns().key) {
    const KeyId key = scene.keys->key_of(0, number);
    const auto [place, is_new] = numbers.emplace(key, numbers.size());
    if (is_new) {
      const std::string_view text = scene.keys->text(0, key);
      met.names.push_back(bytes_not_utf8(text) == 0 ? std::string(text) : printable(text));
    }
    append_varint(met.of, place->second);
  }
  return met;
}

Json busiest_json_of(const SceneRow& row) {
  if (!row.busiest || !row.busiest->from) return nullptr;
  return {{"from_ns", std::to_string(row.busiest->from->ns)},
          {"length_ns", to_text(row.busiest->length.ns)},
          {"of", row.busiest_of},
          {"key", row.busiest_key ? Json(*row.busiest_key) : Json()},
          {"events", row.busiest->events},
          {"cost", std::to_string(row.busiest->cost)}};
}

/// What a report says of a row.
Json figures_json(const SceneRow& row) {
  Json json;
  json["name"] = row.name;
  json["spec"] = row.spec;
  json["passed_events"] = row.passed;
  json["dropped_events"] = row.dropped;
  json["passed_cost"] = std::to_string(row.passed_cost);
  json["dropped_cost"] = std::to_string(row.dropped_cost);
  json["promise"] = row.promise ? Json(to_text(*row.promise)) : Json();
  json["busiest"] = busiest_json_of(row);
  json["capacity"] = row.capacity ? Json(Fraction(*row.capacity).approximate()) : Json();
  json["initial"] = row.initial ? Json(row.initial->approximate()) : Json();
  json["refill_per_s"] =
      row.refill_per_ns ? Json(row.refill_per_ns->approximate() * static_cast<double>(ns_per_second)) : Json();
  return json;
}

bool has_each(const Scene& scene) {
  const auto has = [](const SceneRow& row) { return row.decisions.has_each() && (!row.own || row.own->has_each()); };
  return scene.events.has_each() && std::all_of(scene.rows.begin(), scene.rows.end(), has);
}

/// Puts parts of a scene in while there is room for them.
class Room {
 public:
  explicit Room(std::size_t budget) : left_(budget) {}

  bool take(std::size_t bytes) {
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }

 private:
  std::size_t left_;
};

std::size_t size_of(const std::vector<Column>& columns) {
  return std::accumulate(columns.begin(), columns.end(), std::size_t{0},
                         [](std::size_t size, const Column& column) { return size + column.data.size(); });
}

/// Columns of all rows that are there together or not at all.
void put_answers(Json& rows, const Scene& scene, const std::string& name,
                 const std::string& (SceneDecisions::*part)() const noexcept, std::string_view what, Room& room,
                 std::vector<std::string>& notes) {
  std::vector<Column> columns;
  std::size_t size = 0;
  columns.reserve(scene.rows.size());
  for (const SceneRow& row : scene.rows) {
    const std::string& bytes = (row.decisions.*part)();
    columns.emplace_back(0, bytes);
    if (!bytes.empty()) size += columns.back().data.size();
  }
  const bool fits = room.take(size);
  if (!fits) notes.push_back(fmt::format("{} left out: the page would be too large", what));
  for (std::size_t index = 0; index < scene.rows.size(); ++index) {
    const SceneRow& row = scene.rows[index];
    columns[index].count = name == "retry" ? row.dropped : name == "delay" ? row.passed : row.passed + row.dropped;
    rows[index][name] = fits && !(row.decisions.*part)().empty() ? columns[index].json() : Json();
  }
}

/// Which events are too many to be drawn one by one, for a note: those of the trace or a row's own.
std::string too_many_text(const Scene& scene) {
  std::string text = counted(scene.events.count(), "event");
  for (const SceneRow& row : scene.rows) {
    if (row.own && !row.own->has_each()) text = fmt::format("{} of {}", counted(row.own->count(), "attempt"), row.name);
  }
  return text + ": too many to be drawn one by one; the scene shows counts over time";
}

/// Counts over time in place of events.
Json binned_json(const Scene& scene, std::vector<std::string>& notes) {
  const Bins& arrivals = scene.events.bins();
  notes.push_back(too_many_text(scene));
  Json rows = Json::array();
  for (const SceneRow& row : scene.rows) {
    Json json = figures_json(row);
    const Bins& passed = row.decisions.bins();
    json["binned"] = {{"bin_ticks", passed.length_ns()}, {"passed", column_of(passed.counts()).json()}};
    if (row.own) {
      json["binned"]["origin_ns"] = std::to_string(row.own->bins().origin().ns);
      json["binned"]["arrivals"] = column_of(row.own->bins().counts()).json();
    }
    rows.push_back(std::move(json));
  }
  return {{"origin_ns", std::to_string(arrivals.origin().ns)},
          {"unit_ns", 1},
          {"events", scene.events.count()},
          {"has_costs", !scene.unit_costs},
          {"binned", {{"bin_ticks", arrivals.length_ns()}, {"arrivals", column_of(arrivals.counts()).json()}}},
          {"rows", std::move(rows)}};
}

}  // namespace

std::string in_script(std::string_view json) {
  std::string result;
  result.reserve(json.size());
  for (const char c : json) {
    if (c == '<')
      result += "\\u003c";
    else
      result += c;
  }
  return result;
}

std::string packed(std::string_view bytes) {
  std::string compressed;
  GzipWriter gzip([&compressed](std::string_view piece) { compressed += piece; }, GzipWriter::Effort::usual);
  gzip.write(bytes);
  gzip.finish();
  return base64(compressed);
}

Json scene_json(const Scene& scene, std::size_t budget, std::vector<std::string>& notes) {
  if (!has_each(scene)) return binned_json(scene, notes);
  Room room(budget);
  const EventColumns& columns = scene.events.columns();
  const std::int64_t origin = columns.arrival.empty() ? 0 : columns.arrival.front();
  const std::uint64_t unit = unit_of(scene);

  std::vector<Column> base{ticks_of(scene.events, origin, unit)};
  if (!columns.cost.empty()) base.push_back(costs_of(scene.events));
  std::vector<Json> own;
  for (const SceneRow& row : scene.rows) {
    base.emplace_back(row.passed + row.dropped, row.decisions.passed_bits());
    own.emplace_back();
    if (!row.own) continue;
    base.push_back(ticks_of(*row.own, origin, unit));
    own.back() = {{"events", row.own->count()}, {"ticks", base.back().json()}};
  }
  if (!room.take(size_of(base))) return binned_json(scene, notes);

  Json json;
  json["origin_ns"] = std::to_string(origin);
  json["unit_ns"] = unit;
  json["events"] = scene.events.count();
  json["ticks"] = base[0].json();
  json["costs"] = columns.cost.empty() ? Json() : base[1].json();
  json["keys"] = nullptr;
  if (!columns.key.empty()) {
    MetKeys keys = keys_of(scene);
    const Column of(scene.events.count(), keys.of);
    if (room.take(of.data.size() + in_script(json_text(keys.names)).size())) {
      json["keys"] = {{"names", std::move(keys.names)}, {"of", of.json()}};
    } else {
      notes.emplace_back("the events' keys are left out: the page would be too large");
    }
  }
  Json rows = Json::array();
  for (std::size_t index = 0; index < scene.rows.size(); ++index) {
    const SceneRow& row = scene.rows[index];
    Json each = figures_json(row);
    each["own"] = std::move(own[index]);
    each["passed"] = Column(row.own ? row.own->count() : scene.events.count(), row.decisions.passed_bits()).json();
    rows.push_back(std::move(each));
  }
  put_answers(rows, scene, "retry", &SceneDecisions::retry_after, "when refused events could come again is", room,
              notes);
  put_answers(rows, scene, "delay", &SceneDecisions::delay, "how long events are delayed is", room, notes);
  // Without its key, what is left to one client cannot be told from what is left to another.
  if (columns.key.empty() || !json["keys"].is_null())
    put_answers(rows, scene, "remaining", &SceneDecisions::remaining, "what is left after each event is", room, notes);
  json["has_costs"] = !scene.unit_costs;
  json["rows"] = std::move(rows);
  return json;
}

Json curve_json(const CurvePicture& curve) {
  const auto per_second = [](const Fraction& per_ns) {
    return per_ns.approximate() * static_cast<double>(ns_per_second);
  };
  Json vertices = Json::array();
  Json segments = Json::array();
  for (const CurvePicture::Vertex& vertex : curve.vertices) {
    vertices.push_back({{"rate", per_second(vertex.per_ns)},
                        {"rate_text", rate_text(vertex.per_ns)},
                        {"bucket", vertex.bucket.approximate()},
                        {"bucket_text", decimal_text(vertex.bucket, 3)}});
    segments.push_back({{"from_ns", std::to_string(vertex.witness.first.ns)},
                        {"until_ns", std::to_string(vertex.witness.last.ns)},
                        {"events", vertex.witness.events},
                        {"cost", std::to_string(vertex.witness.cost)}});
  }
  Json marked = Json::array();
  for (const CurveMark& mark : curve.marks) {
    marked.push_back({{"label", mark.label},
                      {"rate", per_second(mark.per_ns)},
                      {"rate_text", rate_text(mark.per_ns)},
                      {"bucket", mark.bucket.approximate()},
                      {"bucket_text", decimal_text(mark.bucket, 3)}});
  }
  return {{"vertices", std::move(vertices)},
          {"segments", std::move(segments)},
          {"marked", std::move(marked)},
          {"thinned", curve.left_out > 0}};
}

Json grid_json(const GridPicture& grid) {
  const auto texts = [](const std::vector<GridPicture::Tick>& ticks) {
    Json json = Json::array();
    for (const GridPicture::Tick& tick : ticks) json.push_back(tick.text);
    return json;
  };
  const auto places = [](const std::vector<GridPicture::Tick>& ticks) {
    Json json = Json::array();
    for (const GridPicture::Tick& tick : ticks) json.push_back(tick.place);
    return json;
  };
  Json dropped = Json::array();
  for (const auto& line : grid.dropped) {
    Json json = Json::array();
    for (const std::optional<std::uint64_t>& cell : line) json.push_back(cell ? Json(*cell) : Json());
    dropped.push_back(std::move(json));
  }
  return {{"limiter", grid.limiter},    {"x_name", grid.x_name},        {"y_name", grid.y_name},
          {"x", texts(grid.x)},         {"y", texts(grid.y)},           {"x_values", places(grid.x)},
          {"y_values", places(grid.y)}, {"dropped", std::move(dropped)}};
}

}  // namespace ratereplay
