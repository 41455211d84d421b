#include "limiter/dialect/nginx_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/error.hpp"
#include "core/text.hpp"

namespace ratereplay {

namespace {

using Kind = NginxLocation::Kind;

constexpr std::size_t longest_uri = 8192;  // a buffer of large_client_header_buffers unless it is set

bool is_regex(Kind kind) noexcept { return kind == Kind::regex || kind == Kind::regex_any_case; }

std::optional<char> hex_byte(std::string_view digits) noexcept {
  if (digits.size() < 2) return std::nullopt;
  unsigned value = 0;
  for (const char digit : digits.substr(0, 2)) {
    const char c = lower(digit);
    if (!is_digit(c) && (c < 'a' || c > 'f')) return std::nullopt;
    value = value * 16 + static_cast<unsigned>(is_digit(c) ? c - '0' : c - 'a' + 10);
  }
  return static_cast<char>(value);
}

// Servers write what is unprintable as \xHH, and a backslash before quotes and backslashes.
std::string without_log_escapes(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char next = text[at] == '\\' && at + 1 < text.size() ? text[at + 1] : '\0';
    const std::optional<char> byte = next == 'x' ? hex_byte(text.substr(at + 2)) : std::nullopt;
    if (byte) {
      result += *byte;
      at += 3;
    } else if (next == '"' || next == '\\') {
      result += next;
      ++at;
    } else {
      result += text[at];
    }
  }
  return result;
}

// Percent signs undone; none for one that is not followed by two digits, and for a NUL.
std::optional<std::string> decoded(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x20 || byte == 0x7F) return std::nullopt;
    if (text[at] != '%') {
      result += text[at];
      continue;
    }
    const std::optional<char> meant = hex_byte(text.substr(at + 1));
    if (!meant || *meant == '\0') return std::nullopt;
    result += *meant;
    at += 2;
  }
  return result;
}

PerlPattern pattern_of(std::string_view pattern, PerlPattern::Case letters, const std::string& where) {
  try {
    return {pattern, letters};
  } catch (const Error& error) {
    throw Error(
        fmt::format("{}: the pattern {} is not one that PCRE takes: {}", where, in_quotes(pattern), error.what()));
  }
}

/// Of a name of a server: without its `~`.
PerlPattern name_pattern_of(std::string_view pattern, const std::string& where) {
  const bool has_capitals = std::any_of(pattern.begin(), pattern.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  return pattern_of(pattern, has_capitals ? PerlPattern::Case::any : PerlPattern::Case::as_written, where);
}

std::string_view without_port(std::string_view vhost) noexcept {
  const std::size_t colon = vhost.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == vhost.size()) return vhost;
  const std::string_view port = vhost.substr(colon + 1);
  return std::all_of(port.begin(), port.end(), is_digit) ? vhost.substr(0, colon) : vhost;
}

}  // namespace

std::string nginx_host(std::string_view logged) {
  std::string host = lower_case(without_port(logged));
  if (!host.empty() && host.back() == '.') host.pop_back();
  return host;
}

std::optional<std::string> nginx_uri(std::string_view logged, bool merge_slashes) {
  std::string raw = without_log_escapes(logged);
  if (const std::size_t scheme = raw.find("://"); raw.substr(0, 1) != "/" && scheme != std::string::npos) {
    const std::size_t path = raw.find_first_of("/?", scheme + 3);
    raw = path == std::string::npos ? "/" : raw[path] == '?' ? "/" + raw.substr(path) : raw.substr(path);
  }
  if (raw.substr(0, 1) != "/" || raw.size() >= longest_uri) return std::nullopt;
  const std::optional<std::string> path = decoded(std::string_view(raw).substr(0, raw.find_first_of("?#")));
  if (!path) return std::nullopt;
  std::string uri = "/";
  for (std::size_t begin = 1; begin <= path->size();) {
    const std::size_t end = std::min(path->find('/', begin), path->size());
    const std::string_view part = std::string_view(*path).substr(begin, end - begin);
    const bool is_last = end == path->size();
    begin = end + 1;
    if (part == ".") continue;
    if (part == "..") {
      if (uri == "/") return std::nullopt;
      uri.erase(uri.rfind('/', uri.size() - 2) + 1);
      continue;
    }
    if (part.empty() && (is_last || merge_slashes)) continue;
    uri.append(part);
    if (!is_last) uri += '/';
  }
  return uri;
}

NginxPlaces::NginxPlaces(const NginxConf& conf) : conf_(conf) {
  for (const NginxServer& server : conf.servers) {
    compile(server.locations);
    for (const std::string& name : server.names) {
      if (name.substr(0, 1) == "~") names_.emplace_back(&server, name_pattern_of(name.substr(1), server.where));
    }
  }
  const auto asks = [](const NginxServer& server) { return !server.target.answers; };
  const auto first = std::find_if(conf.servers.begin(), conf.servers.end(), asks);
  const auto count = std::count_if(conf.servers.begin(), conf.servers.end(), asks);
  if (count <= 1) only_server_ = count == 1 ? &*first : &conf.servers.front();
  for (auto server = first; count > 1 && server != conf.servers.end(); ++server) {
    for (const std::string& name : server->names) {
      const NginxServer* const other = with_name(name);
      if (other == nullptr || other == &*server || !asks(*server)) continue;
      throw Error(
          fmt::format("{}: the server name {} is that of {} too, and a log does not tell their ports; leave one "
                      "server out",
                      server->where, in_quotes(name), other->where));
    }
  }
}

void NginxPlaces::compile(const std::vector<NginxLocation>& locations) {
  for (const NginxLocation& each : locations) {
    if (is_regex(each.kind)) {
      const bool any_case = each.kind == Kind::regex_any_case;
      patterns_.emplace(
          &each,
          pattern_of(each.pattern, any_case ? PerlPattern::Case::any : PerlPattern::Case::as_written, each.where));
    }
    compile(each.nested);
  }
}

bool NginxPlaces::needs_path() const noexcept {
  return std::any_of(conf_.servers.begin(), conf_.servers.end(),
                     [](const NginxServer& server) { return !server.locations.empty(); });
}

// Exactly; one that does not answer all before others.
const NginxServer* NginxPlaces::with_name(std::string_view host) const {
  const NginxServer* found = nullptr;
  for (const NginxServer& server : conf_.servers) {
    if (std::find(server.names.begin(), server.names.end(), host) == server.names.end()) continue;
    if (found == nullptr || (found->target.answers && !server.target.answers)) found = &server;
  }
  return found;
}

// By exact name, the longest `*.name`, the longest `name.*`, the first pattern; else the default server.
const NginxServer& NginxPlaces::server_of(std::string_view vhost) const {
  if (only_server_ != nullptr) return *only_server_;
  const std::string host = nginx_host(vhost);
  if (const NginxServer* const server = with_name(host)) return *server;
  // `.name` is both `name` and `*.name`.
  if (const NginxServer* const server = with_name("." + host)) return *server;
  for (std::size_t dot = host.find('.'); dot != std::string::npos; dot = host.find('.', dot + 1)) {
    if (const NginxServer* const server = with_name("*" + host.substr(dot))) return *server;
    if (const NginxServer* const server = with_name(host.substr(dot))) return *server;
  }
  for (std::size_t dot = host.rfind('.'); dot != std::string::npos && dot > 0; dot = host.rfind('.', dot - 1)) {
    if (const NginxServer* const server = with_name(host.substr(0, dot) + ".*")) return *server;
  }
  for (const auto& [server, pattern] : names_) {
    if (pattern.search(host) == PerlPattern::Search::found) return *server;
  }
  const auto standard = std::find_if(conf_.servers.begin(), conf_.servers.end(),
                                     [](const NginxServer& server) { return server.is_default; });
  return standard == conf_.servers.end() ? conf_.servers.front() : *standard;
}

NginxTarget NginxPlaces::target_of(const NginxServer& server, std::string_view path) const {
  if (server.target.answers || !needs_path()) return server.target;
  const std::optional<std::string> uri = nginx_uri(path, server.merges_slashes);
  if (!uri) return {std::nullopt, true};
  NginxTarget target = server.target;
  if (find(server.locations, *uri, false, target) == Search::answered) target.answers = true;
  return target;
}

NginxPlaces::Search NginxPlaces::find(const std::vector<NginxLocation>& locations, const std::string& uri,
                                      bool within_pattern, NginxTarget& target) const {
  const NginxLocation* longest = nullptr;
  bool redirects = false;
  for (const NginxLocation& each : locations) {
    if (is_regex(each.kind) || within_pattern) continue;  // nginx looks for none of those that stand in a pattern's
    if (each.kind == Kind::exact && each.pattern == uri) {
      target = each.target;
      return Search::found;
    }
    if (each.redirects && each.pattern.size() == uri.size() + 1 && each.pattern.compare(0, uri.size(), uri) == 0) {
      redirects = true;
    }
    if (each.kind == Kind::exact || uri.compare(0, each.pattern.size(), each.pattern) != 0) continue;
    if (longest == nullptr || each.pattern.size() > longest->pattern.size()) longest = &each;
  }
  if (redirects && (longest == nullptr || longest->pattern != uri)) return Search::answered;
  Search search = Search::none;
  if (longest != nullptr) {
    target = longest->target;
    search = find(longest->nested, uri, false, target);
    if (search == Search::found || search == Search::answered) return search;
    search = Search::prefix;
    if (longest->kind == Kind::no_regex) return search;
  }
  for (const NginxLocation& each : locations) {
    if (!is_regex(each.kind)) continue;
    const PerlPattern::Search fits = patterns_.at(&each).search(uri);
    if (fits == PerlPattern::Search::given_up) return Search::answered;  // 500
    if (fits == PerlPattern::Search::not_found) continue;
    target = each.target;
    return find(each.nested, uri, true, target) == Search::answered ? Search::answered : Search::found;
  }
  return search;
}

}  // namespace ratereplay
