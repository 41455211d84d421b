#include "limiter/dialect/nginx_conf.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "core/error.hpp"

using namespace ratereplay;

namespace {

NginxConf conf_of(const std::string& text, const std::map<std::string, std::string>& files = {}) {
  return parse_nginx_conf({"n.conf", text}, [&](const std::string& pattern) -> std::vector<NginxText> {
    if (pattern.back() == '*') {
      std::vector<NginxText> found;
      for (const auto& [name, content] : files) {
        if (name.compare(0, pattern.size() - 1, pattern, 0, pattern.size() - 1) == 0) found.push_back({name, content});
      }
      return found;
    }
    if (files.count(pattern) == 0) throw Error("no such file; check the path");
    return {{pattern, files.at(pattern)}};
  });
}

const std::string zone = "limit_req_zone $remote_addr zone=one:10m rate=10r/s;\n";

void refuses(const std::string& text, const std::string& message) {
  CAPTURE(text);
  CHECK_THROWS_WITH(conf_of(text), message);
}

/// "LABEL: ZONE BURST, ..." of a place.
std::string text_of(const NginxConf& conf, std::optional<std::size_t> index) {
  if (!index) return "none";
  const NginxPlace& place = conf.places[*index];
  std::string text = place.label + (place.dry_run ? " (dry):" : ":");
  for (const NginxLimit& limit : place.limits) text += " " + conf.zones[limit.zone].name + " " + limit.limiter.text();
  return text;
}

}  // namespace

TEST_CASE("a configuration of nginx has zones, and places that ask them") {
  const NginxConf conf = conf_of(
      "user www-data;\n"
      "events { worker_connections 768; }\n"
      "http {\n"
      "  # limit_req_zone $nobody zone=commented:1m rate=1r/s;\n"
      "  types { text/html html htm; }\n"
      "  limit_req_zone $binary_remote_addr zone=one:10m rate=10r/s;\n"
      "  limit_req_zone \"${Remote_User}:$request_uri\" rate=30r/m zone=two:32k;\n"
      "  server {\n"
      "    server_name Example.com *.example.com;\n"
      "    limit_req zone=one burst=5;\n"
      "    location / { proxy_pass http://app; }\n"
      "    location /login/ { limit_req zone=two burst=3 nodelay; limit_req zone=one delay=2 burst=4; }\n"
      "    location ~* \"\\.(png|css)$\" { limit_req_dry_run on; }\n"
      "  }\n"
      "}\n");
  REQUIRE(conf.zones.size() == 2);
  CHECK(conf.zones[0].key == "$binary_remote_addr");
  CHECK(conf.zones[0].where == "n.conf:6");
  CHECK(conf.zones[0].parts == std::vector<NginxKeyPart>{{"binary_remote_addr", true, {}}});
  CHECK(conf.zones[1].limiter.thousandths() == 500);
  CHECK(conf.zones[1].parts ==
        std::vector<NginxKeyPart>{{"remote_user", true, {}}, {":", false, {}}, {"request_uri", true, {}}});
  REQUIRE(conf.servers.size() == 1);
  const NginxServer& server = conf.servers.front();
  CHECK(server.names == std::vector<std::string>{"example.com", "*.example.com"});
  CHECK(text_of(conf, server.target.place) == "server example.com: one rate=10r/s,burst=5");
  REQUIRE(server.locations.size() == 3);
  CHECK(text_of(conf, server.locations[0].target.place) == "server example.com: one rate=10r/s,burst=5");
  CHECK(text_of(conf, server.locations[1].target.place) ==
        "/login/: two rate=30r/m,burst=3,nodelay one rate=10r/s,burst=4,delay=2");
  CHECK(text_of(conf, server.locations[2].target.place) == "~* \\.(png|css)$ (dry): one rate=10r/s,burst=5");
  CHECK(server.locations[2].kind == NginxLocation::Kind::regex_any_case);
  CHECK(server.locations[2].pattern == "\\.(png|css)$");
  CHECK(conf.notes.empty());
}

TEST_CASE("what a level asks holds within it unless something is asked there, wherever it stands in the block") {
  const NginxConf conf = conf_of(zone +
                                 "server {\n"
                                 "  location /a/ { location /a/b/ { limit_req_dry_run off; } limit_req_dry_run on; }\n"
                                 "  location /c/ { limit_req zone=one burst=1; }\n"
                                 "  location = /d { return 200; }\n"
                                 "  location @e { limit_req_dry_run on; }\n"
                                 "}\n"
                                 "limit_req zone=one;\n");
  const NginxServer& server = conf.servers.front();
  CHECK(text_of(conf, server.target.place) == "http: one rate=10r/s");
  REQUIRE(server.locations.size() == 3);
  CHECK(text_of(conf, server.locations[0].target.place) == "/a/ (dry): one rate=10r/s");
  CHECK(text_of(conf, server.locations[0].nested[0].target.place) == "/a/b/: one rate=10r/s");
  CHECK(text_of(conf, server.locations[1].target.place) == "/c/: one rate=10r/s,burst=1");
  CHECK(server.locations[2].target.answers);
  CHECK_FALSE(server.target.answers);
}

TEST_CASE("a configuration of nginx may be a part of one: without http, and without a server") {
  const NginxConf conf = conf_of(zone + "location /a { limit_req zone=one; }");
  REQUIRE(conf.servers.size() == 1);
  CHECK_FALSE(conf.servers[0].target.place);
  CHECK(text_of(conf, conf.servers[0].locations[0].target.place) == "/a: one rate=10r/s");
  CHECK(conf_of("http {" + zone + "limit_req zone=one;}").places.size() == 1);
  refuses(zone + "server { } location /a { limit_req zone=one; }",
          "n.conf:2: a location outside of all servers; move it into one");
}

TEST_CASE("several servers have their names in the labels of their locations") {
  const NginxConf conf = conf_of(zone +
                                 "server { server_name a.test; location / { limit_req zone=one; } }\n"
                                 "server { listen 80 default_server; merge_slashes off; limit_req zone=one; }\n");
  CHECK(text_of(conf, conf.servers[0].locations[0].target.place) == "a.test /: one rate=10r/s");
  CHECK(text_of(conf, conf.servers[1].target.place) == "server: one rate=10r/s");
  CHECK_FALSE(conf.servers[0].is_default);
  CHECK(conf.servers[1].is_default);
  CHECK(conf.servers[0].merges_slashes);
  CHECK_FALSE(conf.servers[1].merges_slashes);
}

TEST_CASE("words of nginx's configuration are quoted and escaped") {
  const NginxConf conf = conf_of(
      "limit_req_zone '$remote_addr \\'x\\' ;{}' \"zone=o\\\"e:1m\" rate=7;\n"
      "log_format x 'a # b' \"c\\\\d\"; # }\n"
      "map $uri $x { \"~^/a{2}\" 1; }\n"
      "access_by_lua_block { if x then y = { 1 } end -- ;' \n }\n"
      "if_modified_since ${arg}x;\n"
      "server { location ~ \\.php(/|$) { limit_req 'zone=o\"e'; } }\n");
  CHECK(conf.zones[0].key == "$remote_addr 'x' ;{}");
  CHECK(conf.zones[0].name == "o\"e");
  CHECK(conf.zones[0].limiter.text() == "rate=7r/s");
  CHECK(conf.servers[0].locations[0].pattern == "\\.php(/|$)");
  CHECK(conf.places[0].limits[0].where == "n.conf:7");
}

TEST_CASE("a location's modifier may touch its pattern") {
  const NginxConf conf = conf_of(zone +
                                 "limit_req zone=one; server { location =/a {} location ^~/b {} location ~c {} "
                                 "location ~*d {} location /e {} location ^~ /f {} }");
  using Kind = NginxLocation::Kind;
  std::vector<std::pair<Kind, std::string>> found;
  for (const NginxLocation& each : conf.servers[0].locations) found.emplace_back(each.kind, each.pattern);
  CHECK(found == std::vector<std::pair<Kind, std::string>>{{Kind::exact, "/a"},
                                                           {Kind::no_regex, "/b"},
                                                           {Kind::regex, "c"},
                                                           {Kind::regex_any_case, "d"},
                                                           {Kind::prefix, "/e"},
                                                           {Kind::no_regex, "/f"}});
}

TEST_CASE("nginx's include reads files in the place where it stands") {
  const NginxConf conf = conf_of("http { include zones.conf; server { include sites/*; } include nothing*; }",
                                 {{"zones.conf", zone},
                                  {"sites/a", "limit_req zone=one burst=2;"},
                                  {"sites/b", "location /b {\nlimit_req zone=one burst=3; }"}});
  CHECK(text_of(conf, conf.servers[0].target.place) == "server: one rate=10r/s,burst=2");
  CHECK(text_of(conf, conf.servers[0].locations[0].target.place) == "/b: one rate=10r/s,burst=3");
  CHECK(conf.places[1].limits[0].where == "sites/b:2");
}

TEST_CASE("a part of nginx's configuration that is not followed, or not used, is noted") {
  const NginxConf conf = conf_of(zone +
                                 "limit_req_zone $x zone=other:1m rate=1r/s;\n"
                                 "map $uri $X { default 1; }\n"
                                 "limit_req_zone $x zone=third:1m rate=1r/s;\n"
                                 "server { limit_req zone=one; limit_req zone=third; rewrite ^/a /b; try_files a b; }");
  CHECK(conf.notes == std::vector<std::string>{
                          "the zone 'other' is not used (n.conf:2)",
                          "rewrite, try_files, index, error_page and if are not followed (the first at n.conf:5): a "
                          "request is where its path in the log is"});
  CHECK(conf.zones[2].parts[0].made_by == "map at n.conf:3");
  const NginxConf redirecting =
      conf_of(zone + "server { return 301 https://x; }\nserver { limit_req zone=one; error_page 404 /x; }");
  CHECK(redirecting.notes ==
        std::vector<std::string>{"all requests are taken for the one server that does not answer by return",
                                 "rewrite, try_files, index, error_page and if are not followed (the first at "
                                 "n.conf:3): a request is where its path in the log is"});
}

TEST_CASE("braces in strings and comments of Lua end no block") {
  const NginxConf conf = conf_of(zone +
                                 "limit_req zone=one;\n"
                                 "server { content_by_lua_block { ngx.say(\"}\", '\\'}') -- a brace }\n"
                                 "  local s = [[ } ' \n ]] --[[ } ]]\n local t = { 1 } }\n"
                                 "  set_by_lua_block $made { return 1 }\n"
                                 "  location /a { limit_req zone=one burst=2; } }");
  REQUIRE(conf.servers[0].locations.size() == 1);
  CHECK(conf.servers[0].locations[0].where == "n.conf:8");
}

TEST_CASE("an internal location answers all that comes from outside") {
  const NginxConf conf = conf_of(zone + "limit_req zone=one; server { location /a { internal; } }");
  CHECK(conf.servers[0].locations[0].target.answers);
  CHECK_FALSE(conf.servers[0].target.answers);
}

TEST_CASE("files are included up to a number") {
  std::map<std::string, std::string> files{{"f0", zone}};
  for (int level = 1; level < 16; ++level) {
    const std::string below = "include f" + std::to_string(level - 1) + ";\n";
    files["f" + std::to_string(level)] = level == 1 ? "a;\na;\n" : below + below;
  }
  CHECK_THROWS_WITH(conf_of("include f15;", files),
                    Catch::Matchers::EndsWith("more than 10,000 files are included; take some includes out"));
}

TEST_CASE("a location that ends in a slash and passes requests on redirects to itself") {
  const NginxConf conf = conf_of(zone +
                                 "limit_req zone=one; server { location /a/ { proxy_pass http://x; }\n"
                                 "location /b { proxy_pass http://x; } location /c/ { root /x; } }");
  CHECK(conf.servers[0].locations[0].redirects);
  CHECK_FALSE(conf.servers[0].locations[1].redirects);
  CHECK_FALSE(conf.servers[0].locations[2].redirects);
}

TEST_CASE("a mistake in nginx's configuration is told with its line and the mend") {
  const std::string limit = zone + "limit_req zone=one;\n";
  refuses("http {\n", "n.conf:1: the block of 'http' is not closed; add a '}'");
  refuses(limit + "}", "n.conf:3: a '}' that closes no block of this file; take it out");
  refuses("http {\n limit_req zone=one\n}", "n.conf:2: 'limit_req' is not ended; add a ';'");
  refuses("a b", "n.conf:1: the file ends within a directive; add its ';'");
  refuses(";", "n.conf:1: ';' without a directive; take it out");
  refuses("\n{", "n.conf:2: '{' without a directive; take it out");
  refuses("a 'b;\n", "n.conf:1: a ' is not closed; add another");
  refuses("a 'b'c;", "n.conf:1: 'c' right behind a closing quote; put a blank or a ';' between");
  refuses("a " + std::string(4096, 'b') + ";",
          "n.conf:1: a word of more than 4095 bytes, which nginx does not take; shorten it");
  refuses("x_by_lua_block { {} ", "n.conf:1: the file ends within a block of Lua; add its '}'");
  refuses("x_by_lua_block { \"}\n} ", "n.conf:2: the file ends within a block of Lua; add its '}'");
  refuses("\xEF\xBB\xBF" + limit, "n.conf:1: begins with a byte order mark, which nginx does not take; remove it");
  refuses(limit + std::string("a\0b;", 5), "n.conf:3: a NUL byte, which no configuration has; name a text, in UTF-8");
  refuses(limit + "server { limit_req_dry_run on\n location / { } }",
          "n.conf:3: 'limit_req_dry_run' is not ended; add a ';'");
  refuses(limit + "log_format x \"y\"\nserver { }", "n.conf:3: 'log_format' is not ended; add a ';'");
  refuses(limit + "limit_reqs zone=one;", "n.conf:3: 'limit_reqs' is no directive of nginx; did you mean 'limit_req'?");
  const auto nested = [](const std::string& inner, const std::string& outer) {
    return "n.conf:3: nginx does not take location '" + inner + "' within location '" + outer + "'; move it out of it";
  };
  refuses(limit + "location /a { location /b { } }", nested("/b", "/a"));
  refuses(limit + "location = /a { location /a/b { } }", nested("/a/b", "= /a"));
  refuses(limit + "location @a { location ~ b { } }", nested("~ b", "@a"));
  refuses(limit + "location / { location @b { } }", nested("@b", "/"));
  refuses(zone, "n.conf: no limit_req in it, so nothing is limited; name the file that has them");
  refuses("limit_req zone=on;" + zone, "n.conf:1: no limit_req_zone makes the zone 'on'; did you mean 'one'?");
  refuses("limit_req zone=x;",
          "n.conf:1: no limit_req_zone makes the zone 'x'; write limit_req_zone KEY zone=x:10m rate=10r/s in http");
  refuses(zone + zone, "n.conf:2: the zone 'one' stands at n.conf:1 already; give it another name");
  refuses(limit + "limit_req zone=one burst=2;",
          "n.conf:3: the zone 'one' is asked at n.conf:2 already; leave one out");
  refuses(
      "limit_req_zone $a zone=one:10m;",
      "n.conf:1: limit_req_zone takes a key, a zone and a rate; write $binary_remote_addr zone=NAME:10m rate=10r/s");
  refuses("limit_req_zone $a zone=one rate=1r/s;",
          "n.conf:1: 'zone=one' is not a zone; write zone=NAME:SIZE, as zone=one:10m");
  refuses("limit_req_zone $a zone=:1m rate=1r/s;",
          "n.conf:1: 'zone=:1m' is not a zone; write zone=NAME:SIZE, as zone=one:10m");
  refuses("limit_req_zone $a zone=one:31k rate=1r/s;",
          "n.conf:1: 'zone=one:31k' is too small; nginx takes 32k or more");
  for (const std::string rate : {"0r/s", "10r/h", "1.5r/s", "1000000001r/s", "r/s", "-1r/s"}) {
    refuses(
        "limit_req_zone $a zone=one:1m rate=" + rate + ";",
        "n.conf:1: 'rate=" + rate + "' is not a rate; nginx takes 10r/s or 30r/m, a whole number from 1 to 1000000000");
  }
  refuses("limit_req_zone $a zone=one:1m burst=1 rate=1r/s;",
          "n.conf:1: 'burst=1' is no parameter of limit_req_zone; it takes zone=NAME:SIZE and rate=Nr/s");
  refuses("limit_req_zone a$ zone=one:1m rate=1r/s;",
          "n.conf:1: 'a$' has a '$' without the name of a variable; write $name or ${name}");
  refuses("limit_req_zone ${a zone=one:1m rate=1r/s;",
          "n.conf:1: '${a' has a '$' without the name of a variable; write $name or ${name}");
  refuses("limit_req_zone $1 zone=one:1m rate=1r/s; limit_req zone=one;",
          "n.conf:1: $1 is a part of a pattern, which no log has; let the key be of other variables");
  for (const std::string burst : {"burst=0", "delay=x", "burst=1000000001"}) {
    refuses(zone + "limit_req zone=one " + burst + ";",
            "n.conf:2: '" + burst +
                "' is not a number of requests; nginx takes a whole number from 1, here up to 1000000000");
  }
  refuses(zone + "limit_req zone=one brust=2;",
          "n.conf:2: 'brust=2' is no parameter of limit_req; it takes zone=NAME, burst=N, nodelay and delay=N");
  refuses("limit_req burst=2;", "n.conf:1: limit_req names no zone; write zone=NAME");
  refuses("server { " + zone + "}", "n.conf:1: limit_req_zone stands in http alone; move it");
  refuses(
      zone + "server { location / { if ($a) { limit_req zone=one; } } }",
      "n.conf:2: limit_req stands within 'if' or 'limit_except', where nginx does not allow it; let the zone's key be "
      "empty for what is not to be limited");
  refuses(
      zone + "server { location @x {\n limit_req zone=one; } }",
      "n.conf:3: limit_req in location '@x': which requests come there, a log does not tell; move it to the location "
      "that they come from");
  refuses(limit + "limit_req_dry_run maybe;", "n.conf:3: limit_req_dry_run takes on or off");
  refuses(limit + "limit_req_dry_run on; limit_req_dry_run on;",
          "n.conf:3: limit_req_dry_run stands here twice; leave one out");
  refuses(limit + "server { location / x y { } }",
          "n.conf:3: location takes a pattern, perhaps behind one of =, ^~, ~ and ~*");
  refuses(limit + "server { location /a { }\n location ^~ /a { } }",
          "n.conf:4: location '/a' stands at n.conf:3 already; leave one out");
  refuses("include gone.conf;", "n.conf:1: include 'gone.conf': no such file; check the path");
  std::string deep;
  for (int depth = 0; depth < 101; ++depth) deep += "a {";
  refuses(deep, "n.conf:1: blocks within blocks beyond all measure; take some out");
  CHECK_THROWS_WITH(conf_of("include self.conf;", {{"self.conf", "\ninclude self.conf;"}}),
                    "self.conf:2: files that include each other; take one include out");
}
