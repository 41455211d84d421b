#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "limiter/dialect/nginx.hpp"

namespace ratereplay {

/// A piece of the text that tells the keys of a zone apart.
struct NginxKeyPart {
  std::string text;  ///< as it stands, or the name of a variable in lower case
  bool variable = false;
  std::string made_by;  ///< of a variable that the configuration makes itself: "map at FILE:LINE"

  friend bool operator==(const NginxKeyPart&, const NginxKeyPart&) = default;
};

/// `limit_req_zone`
struct NginxZone {
  std::string name;
  std::string key;  ///< as written
  std::vector<NginxKeyPart> parts;
  Nginx limiter;      ///< its rate
  std::string where;  ///< FILE:LINE
  bool used = false;  ///< whether a place asks it
};

/// `limit_req`
struct NginxLimit {
  std::size_t zone = 0;
  Nginx limiter;  ///< the rate of the zone, with the burst and delay of this place
  std::string where;
};

/// What is asked, in this order, of the requests to one or more locations.
struct NginxPlace {
  std::string label;  ///< "http", "server example.com", "/login/", "~ \.php$"
  std::vector<NginxLimit> limits;
  bool dry_run = false;
};

/// What a server or a location does with a request.
struct NginxTarget {
  std::optional<std::size_t> place;  ///< none: no zone is asked
  bool answers = false;              ///< by `return`, before any zone is asked
};

/// `location`, but for those with a name, which no request can be told to reach.
struct NginxLocation {
  enum class Kind { prefix, no_regex, exact, regex, regex_any_case };

  Kind kind = Kind::prefix;
  std::string pattern;
  std::string where;
  NginxTarget target;
  bool redirects = false;  ///< a request that lacks its final slash, before any zone is asked
  std::vector<NginxLocation> nested;
};

/// `server`
struct NginxServer {
  std::vector<std::string> names;  ///< in lower case but for those that begin with ~
  std::string where;
  NginxTarget target;
  bool is_default = false;
  bool merges_slashes = true;
  std::vector<NginxLocation> locations;
};

/// What a configuration asks of requests, as far as limit_req goes.
struct NginxConf {
  std::string name;
  std::vector<NginxZone> zones;
  std::vector<NginxPlace> places;
  std::vector<NginxServer> servers;  ///< at least one; where the text has none, what stands outside of all
  std::vector<std::string> notes;    ///< for people, of what is not done as nginx would do it
};

struct NginxText {
  std::string name;  ///< for messages
  std::string text;
};

/// The files of an `include`, in order. Throws Error.
using ReadInclude = std::function<std::vector<NginxText>(const std::string& pattern)>;

/// Reads an nginx.conf, or a file that one includes within `http`, as nginx 1.22 does: src/core/ngx_conf_file.c,
/// src/http/modules/ngx_http_limit_req_module.c. Directives that it does not know are skipped. Throws Error, which
/// begins with FILE:LINE.
NginxConf parse_nginx_conf(const NginxText& file, const ReadInclude& read_include);

}  // namespace ratereplay
