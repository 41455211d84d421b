#include "limiter/dialect/nginx_places.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"

using namespace ratereplay;

namespace {

NginxConf conf_of(const std::string& text) {
  return parse_nginx_conf({"n.conf", "limit_req_zone $remote_addr zone=one:10m rate=10r/s;\n" + text},
                          [](const std::string& /*pattern*/) { return std::vector<NginxText>(); });
}

/// Locations that each ask a zone, as one server has them.
std::string locations(const std::vector<std::string>& heads) {
  std::string text;
  for (const std::string& head : heads) text += "location " + head + " { limit_req zone=one; }\n";
  return text;
}

std::string place_of(const NginxConf& conf, std::string_view path, std::string_view vhost = "") {
  const NginxPlaces places(conf);
  const NginxTarget target = places.target_of(places.server_of(vhost), path);
  if (target.answers) return "answered";
  return target.place ? conf.places[*target.place].label : "none";
}

}  // namespace

TEST_CASE("nginx's path is decoded, its dots resolved and its slashes merged") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"/", "/"},
      {"/a/b.html", "/a/b.html"},
      {"/a?b=/c#d", "/a"},
      {"/a#b?c", "/a"},
      {"//a///b//", "/a/b/"},
      {"/a/./b/.", "/a/b/"},
      {"/a/b/../c", "/a/c"},
      {"/a/b/..", "/a/"},
      {"/a/..", "/"},
      {"/a/...", "/a/..."},
      {"/a/..b", "/a/..b"},
      {"/%61%2Fb", "/a/b"},
      {"/a/%2e%2E/b", "/b"},
      {"/%3Fa%23%25", "/?a#%"},
      {"/a+b", "/a+b"},
      {"/a\\x22b", "/a\"b"},
      {"/a\\\"b\\\\c\\d", "/a\"b\\c\\d"},
      {"http://example.com/a", "/a"},
      {"http://example.com", "/"},
      {"http://example.com?a", "/"},
      {"/a://b", "/a:/b"},
  };
  for (const auto& [logged, expected] : cases) {
    CAPTURE(logged);
    CHECK(nginx_uri(logged, true) == expected);
  }
  CHECK(nginx_uri("//a///b//", false) == "//a///b//");
  CHECK(nginx_uri("/a//../b", false) == "/a/b");
  for (const std::string bad : {"", "-", "*", "a", "/..", "/a/../..", "/%", "/%4", "/%zz", "/%00", "/a\\x01", "?a"}) {
    CAPTURE(bad);
    CHECK_FALSE(nginx_uri(bad, true));
  }
}

TEST_CASE("nginx takes the exact location, else the first pattern that fits, else the longest prefix") {
  const NginxConf conf = conf_of(
      locations({"/", "/a/", "= /a/", "^~ /img/", "~ \\.png$", "~* \\.GIF$", "/a/long/", "~ ^/a/l", "= /only"}));
  CHECK(place_of(conf, "/x") == "/");
  CHECK(place_of(conf, "/a/") == "= /a/");
  CHECK(place_of(conf, "/a/?q") == "= /a/");
  CHECK(place_of(conf, "/a/x") == "/a/");
  CHECK(place_of(conf, "/a") == "/");
  CHECK(place_of(conf, "/a/x.png") == "~ \\.png$");
  CHECK(place_of(conf, "/a/x.PNG") == "/a/");
  CHECK(place_of(conf, "/a/x.gif") == "~* \\.GIF$");
  CHECK(place_of(conf, "/img/x.png") == "^~ /img/");
  CHECK(place_of(conf, "/a/long/x") == "~ ^/a/l");
  CHECK(place_of(conf, "/a/long/x.png") == "~ \\.png$");
  CHECK(place_of(conf, "/only") == "= /only");
  CHECK(place_of(conf, "/only/") == "/");
  CHECK(place_of(conf, "//a//") == "= /a/");
  CHECK(place_of(conf, "-") == "answered");
}

TEST_CASE("nginx goes on within the location it took") {
  const NginxConf conf = conf_of(
      "server {\n"
      "location /a/ { limit_req zone=one; location /a/b/ { limit_req zone=one; }\n"
      "  location ~ \\.png$ { limit_req zone=one; } location = /a/c { limit_req zone=one; } }\n"
      "location ~ ^/a/b/x { limit_req zone=one; location ~ z$ { limit_req zone=one; } }\n"
      "location ^~ /d/ { limit_req zone=one; location ~ \\.css$ { limit_req zone=one; } }\n"
      "location ~ ^/d { limit_req zone=one; }\n"
      "}\n");
  CHECK(place_of(conf, "/a/x") == "/a/");
  CHECK(place_of(conf, "/a/b/y") == "/a/b/");
  CHECK(place_of(conf, "/a/b/x.png") == "~ \\.png$");
  CHECK(place_of(conf, "/a/b/x") == "~ ^/a/b/x");
  CHECK(place_of(conf, "/a/b/xz") == "~ z$");
  CHECK(place_of(conf, "/a/c") == "= /a/c");
  CHECK(place_of(conf, "/d/x") == "^~ /d/");
  CHECK(place_of(conf, "/d/x.css") == "~ \\.css$");
  CHECK(place_of(conf, "/d") == "~ ^/d");
  CHECK(place_of(conf, "/e") == "none");
}

TEST_CASE("nginx looks for no other locations than patterns within a pattern's") {
  const NginxConf conf = conf_of(
      "location ~ /a { location /a/b/ { limit_req zone=one; proxy_pass http://x; }\n"
      "  location ~ c$ { limit_req zone=one; } }");
  CHECK(place_of(conf, "/a/b/z") == "none");
  CHECK(place_of(conf, "/a/b") == "none");
  CHECK(place_of(conf, "/a/b/c") == "~ c$");
}

TEST_CASE("a host is known in lower case, without port and final dot") {
  CHECK(nginx_host("Example.COM:80") == "example.com");
  CHECK(nginx_host("a.test.") == "a.test");
  CHECK(nginx_host("[::1]:8080") == "[::1]");
  CHECK(nginx_host("").empty());
}

TEST_CASE("what nginx answers itself comes to no place") {
  const NginxConf conf = conf_of(
      "limit_req zone=one;\n"
      "server { location /up/ { proxy_pass http://x; } location = /ok { return 200; }\n"
      "location /both/ { proxy_pass http://x; } location /both { root /x; } location ~ ^/up$ { root /y; } }\n");
  CHECK(place_of(conf, "/up/") == "http");
  CHECK(place_of(conf, "/up") == "answered");
  CHECK(place_of(conf, "/u") == "http");
  CHECK(place_of(conf, "/upp") == "http");
  CHECK(place_of(conf, "/ok") == "answered");
  CHECK(place_of(conf, "/both") == "http");
  CHECK(place_of(conf_of("limit_req zone=one; server { return 301 https://x; location / { } }"), "/") == "answered");
}

TEST_CASE("a path is not looked at where there are no locations, nor a host where there is one server") {
  const NginxConf conf = conf_of("limit_req zone=one; server { server_name x; return 301 https://y; } server { }");
  const NginxPlaces places(conf);
  CHECK_FALSE(places.needs_path());
  CHECK_FALSE(places.needs_vhost());
  CHECK(place_of(conf, "-", "x") == "http");
  CHECK(NginxPlaces(conf_of("limit_req zone=one; server { location / { } }")).needs_path());
}

TEST_CASE("nginx chooses a server by the exact name, then wildcards, then patterns, else the default one") {
  std::string text;
  for (const std::string names :
       {"a.test", "*.a.test", "*.b.a.test", "www.*", "www.c.*", "~^d\\d+\\.test$ ~q", ".f.test"}) {
    text += "server { server_name " + names + "; limit_req zone=one; }\n";
  }
  text += "server { listen 80 default_server; server_name \"\"; limit_req zone=one; }\n";
  const NginxConf conf = conf_of(text);
  CHECK(NginxPlaces(conf).needs_vhost());
  const auto server_of = [&](const std::string& vhost) { return place_of(conf, "", vhost); };
  CHECK(server_of("a.test") == "server a.test");
  CHECK(server_of("A.Test:8080") == "server a.test");
  CHECK(server_of("a.test.") == "server a.test");
  CHECK(server_of("x.a.test") == "server *.a.test");
  CHECK(server_of("x.y.b.a.test") == "server *.b.a.test");
  CHECK(server_of("www.x.y") == "server www.*");
  CHECK(server_of("www.c.org") == "server www.c.*");
  CHECK(server_of("d12.test") == "server ~^d\\d+\\.test$");
  CHECK(server_of("q1") == "server ~^d\\d+\\.test$");
  CHECK(server_of("f.test") == "server .f.test");
  CHECK(server_of("x.f.test") == "server .f.test");
  CHECK(server_of("xf.test") == "server");
  CHECK(server_of("") == "server");
  CHECK(server_of("[::1]:80") == "server");
  // Without a default server it is the first.
  CHECK(place_of(conf_of("limit_req zone=one; server { server_name a; location / { limit_req zone=one; } }\n"
                         "server { server_name b; }"),
                 "/", "c") == "a /");
}

TEST_CASE("of two servers of one name that which does not only redirect is taken") {
  const NginxConf conf = conf_of(
      "server { server_name a; return 301 https://a; }\n"
      "server { server_name a; limit_req zone=one; }\n"
      "server { server_name b; return 444; }\n"
      "server { server_name c; limit_req zone=one; }\n");
  CHECK(place_of(conf, "", "a") == "server a");
  CHECK(place_of(conf, "", "b") == "answered");
  const NginxConf two = conf_of("limit_req zone=one;\nserver { server_name a; }\nserver { server_name b a; }");
  CHECK_THROWS_WITH(NginxPlaces(two),
                    "n.conf:4: the server name 'a' is that of n.conf:3 too, and a log does not tell their ports; leave "
                    "one server out");
}

TEST_CASE("patterns of nginx are Perl's, and one that takes too long is answered with 500") {
  const NginxConf conf = conf_of(locations(
      {"~ ^/(?<user>[^/]+)/(?P<post>\\d+)$", "~ (?i)^/CASE$", "~ (?<!/x)/y$", "~ ^/(a+)+$", "~ (b*)*c$", "/"}));
  CHECK(place_of(conf, "/joe/12") == "~ ^/(?<user>[^/]+)/(?P<post>\\d+)$");
  CHECK(place_of(conf, "/joe/x") == "/");
  CHECK(place_of(conf, "/Case") == "~ (?i)^/CASE$");
  CHECK(place_of(conf, "/w/y") == "~ (?<!/x)/y$");
  CHECK(place_of(conf, "/x/y") == "/");
  CHECK(place_of(conf, "/" + std::string(8190, 'a')) == "~ ^/(a+)+$");
  CHECK(place_of(conf, "/" + std::string(8189, 'a') + "!") == "answered");
  const NginxConf open = conf_of(locations({"~ ^/(a"}));
  CHECK_THROWS_WITH(
      NginxPlaces(open),
      "n.conf:2: the pattern '^/(a' is not one that PCRE takes: missing closing parenthesis, behind byte 4");
}

TEST_CASE("a name of a server that is a pattern takes hosts in any case where it has capitals") {
  const NginxConf conf = conf_of(
      "server { server_name ~^WWW; limit_req zone=one; }\n"
      "server { server_name ~^[^a-w]+$; limit_req zone=one; }\n"
      "server { listen 80 default_server; limit_req zone=one; }\n");
  CHECK(place_of(conf, "", "www.test") == "server ~^WWW");
  CHECK(place_of(conf, "", "XYZ") == "server ~^[^a-w]+$");
  CHECK(place_of(conf, "", "abc") == "server");
}
