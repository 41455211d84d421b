// An nginx.conf, and behind a line of `%` requests to it: on each line the host and the path, with a blank between.
// What is read refers to nothing that is not there, each request comes to a place of it, and what became of all adds
// up.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/fuzz.hpp"
#include "limiter/dialect/nginx_conf.hpp"
#include "limiter/dialect/nginx_places.hpp"
#include "replay/nginx_replay.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

constexpr std::size_t most_requests = 20;
constexpr std::size_t clients = 3;

/// A pattern names a file that holds this text itself, within bounds.
std::optional<NginxConf> parsed(const std::string& text) {
  std::size_t files = 0;
  const ReadInclude include = [&](const std::string& pattern) -> std::vector<NginxText> {
    if (++files > 5) throw Error("no more files");
    if (pattern == "self") return {{"self", text}, {"self", text}};
    return {{pattern, "limit_req_zone $remote_addr zone=included:1m rate=1r/s;"}};
  };
  try {
    return parse_nginx_conf({"a.conf", text}, include);
  } catch (const Error& error) {
    require_shown(error.what());
    require(std::string_view(error.what()).find(':') != std::string_view::npos, "an error says where", error.what());
    return std::nullopt;
  }
}

void check_locations(const NginxConf& conf, const std::vector<NginxLocation>& locations) {
  for (const NginxLocation& each : locations) {
    require(each.target.place.value_or(0) < conf.places.size(), "a location has a place that there is", each.pattern);
    check_locations(conf, each.nested);
  }
}

void check_conf(const NginxConf& conf) {
  require(!conf.servers.empty() && !conf.places.empty(), "a configuration has a server and a place");
  for (const NginxPlace& place : conf.places) {
    require(!place.limits.empty(), "a place has a limit", place.label);
    for (const NginxLimit& limit : place.limits) {
      require(limit.zone < conf.zones.size(), "a limit asks a zone that there is", limit.where);
      require(limit.limiter.rate == conf.zones[limit.zone].limiter.rate, "a limit has the rate of its zone",
              limit.where);
    }
  }
  for (const NginxServer& server : conf.servers) {
    require(server.target.place.value_or(0) < conf.places.size(), "a server has a place that there is", server.where);
    check_locations(conf, server.locations);
  }
}

/// A path is as it was once it is decoded and written again, byte by byte.
void check_path(std::string_view logged, bool merge_slashes) {
  const std::optional<std::string> uri = nginx_uri(logged, merge_slashes);
  if (!uri) return;
  require(uri->front() == '/', "a path begins with a slash", *uri);
  std::string written;
  for (const char c : *uri) {
    if (c == '/')
      written += c;
    else
      written += fmt::format("%{:02x}", static_cast<unsigned char>(c));
  }
  if (written.size() >= 8192) return;  // beyond what nginx takes
  require(nginx_uri(written, merge_slashes) == uri, "a path that is decoded stays as it is", *uri);
}

void check_requests(const NginxConf& conf, std::string_view requests) {
  std::optional<NginxPlaces> places;
  try {
    places.emplace(conf);
  } catch (const Error& error) {
    require_shown(error.what());
    return;
  }
  NginxReplay replay(conf);
  NginxRequests counts;
  std::int64_t now = 0;
  for (std::size_t event = 0; event < most_requests && !requests.empty(); ++event) {
    const std::string_view line = take_line(requests);
    const OwnText host(line.substr(0, line.find(' ')));
    const OwnText path(line.substr(std::min(line.size(), host.view().size() + 1)));
    const NginxServer& server = places->server_of(host.view());
    check_path(path.view(), server.merges_slashes);
    const NginxTarget target = places->target_of(server, path.view());
    now += static_cast<std::int64_t>(line.size()) * 10'000'000;
    ++counts.events;
    if (target.answers || !target.place) {
      ++counts.passed;
      continue;
    }
    const std::vector<KeyId> keys(conf.zones.size(), static_cast<KeyId>(line.size() % clients));
    counts.count(replay.ask(*target.place, keys, {now}), conf.places[*target.place].dry_run);
  }
  require(counts.events == counts.passed + counts.delayed + counts.refused, "each request passes, waits or is refused");
  std::uint64_t refused = 0;
  for (std::size_t place = 0; place < conf.places.size(); ++place) {
    for (const NginxCounts& limit : replay.counts(place)) {
      require(limit.asked == limit.passed + limit.delayed + limit.refused + limit.given_back,
              "each request that a limit is asked about comes to an end", conf.places[place].label);
      require(limit.keys <= clients && limit.keys_refused <= limit.keys, "no client is counted twice",
              conf.places[place].label);
      refused += limit.refused;
    }
  }
  require(refused == counts.refused + counts.would_refuse, "a refusal is by one limit");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input = text_of(data, size);
  const std::size_t end = input.find("\n%\n");
  const std::optional<NginxConf> conf = parsed(std::string(input.substr(0, end)));
  if (!conf) return 0;
  check_conf(*conf);
  if (end != std::string_view::npos) check_requests(*conf, input.substr(end + 3));
  return 0;
}
