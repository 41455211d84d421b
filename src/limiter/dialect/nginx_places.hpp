#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/perl_pattern.hpp"
#include "limiter/dialect/nginx_conf.hpp"

namespace ratereplay {

/// The path by which nginx chooses a location, of one as a log has it: escapes of the log and of the URI undone,
/// without host, query and fragment, dots resolved and, where asked for, slashes merged; none where nginx would answer
/// 400 or, to 8 KiB and more, 414. Source: nginx 1.22, src/http/ngx_http_parse.c, ngx_http_parse_complex_uri.
std::optional<std::string> nginx_uri(std::string_view logged, bool merge_slashes);

/// $host of a name as a log has it: in lower case, without port and final dot.
std::string nginx_host(std::string_view logged);

/// Which place of a configuration a request comes to. Source: nginx 1.22, src/http/ngx_http_core_module.c,
/// ngx_http_core_find_location.
class NginxPlaces {
 public:
  /// `conf` must outlive it. Throws Error for what is no pattern, and for two servers of one name.
  explicit NginxPlaces(const NginxConf& conf);

  /// Whether the name of the host has to be known: more than one server does not answer all by `return`.
  bool needs_vhost() const noexcept { return !only_server_; }
  /// Whether the path has to be.
  bool needs_path() const noexcept;

  /// `vhost`, perhaps with a port, as a log has it; not looked at unless needed.
  const NginxServer& server_of(std::string_view vhost) const;

  /// `path` as a log has it; not looked at unless needed.
  NginxTarget target_of(const NginxServer& server, std::string_view path) const;

 private:
  enum class Search { found, prefix, answered, none };

  void compile(const std::vector<NginxLocation>& locations);
  const NginxServer* with_name(std::string_view host) const;
  Search find(const std::vector<NginxLocation>& locations, const std::string& uri, bool within_pattern,
              NginxTarget& target) const;

  const NginxConf& conf_;
  const NginxServer* only_server_ = nullptr;
  std::unordered_map<const NginxLocation*, PerlPattern> patterns_;
  std::vector<std::pair<const NginxServer*, PerlPattern>> names_;
};

}  // namespace ratereplay
