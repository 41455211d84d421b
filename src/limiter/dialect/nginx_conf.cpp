#include "limiter/dialect/nginx_conf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/error.hpp"
#include "core/text.hpp"

namespace ratereplay {

namespace {

constexpr std::size_t longest_word = 4096;
constexpr std::int64_t kilobyte = 1024;
constexpr std::size_t deepest = 100;        // of blocks and of files that include each other
constexpr std::size_t most_files = 10'000;  // in all

/// Directives that never open a block: one that seems to lacks its semicolon, and what follows would be lost with it.
constexpr std::array<std::string_view, 34> never_blocks = {"limit_req",
                                                           "limit_req_zone",
                                                           "limit_req_dry_run",
                                                           "limit_req_status",
                                                           "limit_req_log_level",
                                                           "include",
                                                           "server_name",
                                                           "listen",
                                                           "return",
                                                           "rewrite",
                                                           "try_files",
                                                           "set",
                                                           "auth_request_set",
                                                           "merge_slashes",
                                                           "internal",
                                                           "index",
                                                           "error_page",
                                                           "root",
                                                           "alias",
                                                           "log_format",
                                                           "access_log",
                                                           "error_log",
                                                           "proxy_pass",
                                                           "proxy_set_header",
                                                           "fastcgi_pass",
                                                           "uwsgi_pass",
                                                           "add_header",
                                                           "expires",
                                                           "deny",
                                                           "allow",
                                                           "default_type",
                                                           "keepalive_timeout",
                                                           "client_max_body_size",
                                                           "limit_conn"};

constexpr std::array<std::string_view, 5> limit_directives = {"limit_req", "limit_req_zone", "limit_req_dry_run",
                                                              "limit_req_status", "limit_req_log_level"};

bool is_blank(char c) noexcept { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool begins_with(std::string_view text, std::string_view with) noexcept { return text.substr(0, with.size()) == with; }

bool ends_with(std::string_view text, std::string_view with) noexcept {
  return text.size() >= with.size() && text.substr(text.size() - with.size()) == with;
}

/// A directive, or the end of a block or file.
struct Statement {
  std::vector<std::string> words;
  char end = 0;  ///< `;`, `{`, `}`, or 0 at the end of the file
  std::string where;
};

/// Cuts a file into directives.
class Lexer {
 public:
  explicit Lexer(const NginxText& file) : name_(printable(file.name)), text_(file.text) {
    if (begins_with(text_, "\xEF\xBB\xBF")) fail("begins with a byte order mark, which nginx does not take; remove it");
    if (const std::size_t zero = text_.find('\0'); zero != std::string_view::npos) {
      line_ +=
          static_cast<std::size_t>(std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(zero), '\n'));
      fail("a NUL byte, which no configuration has; name a text, in UTF-8");
    }
  }

  std::string where() const { return fmt::format("{}:{}", name_, line_); }

  Statement next() {
    Statement statement;
    while (true) {
      skip_blanks();
      if (statement.words.empty()) statement.where = where();
      if (at_ == text_.size()) {
        if (!statement.words.empty()) fail("the file ends within a directive; add its ';'");
        return statement;
      }
      const char c = text_[at_];
      if (c == ';' || c == '{' || c == '}') {
        if (c == '}' && !statement.words.empty()) {
          throw Error(
              fmt::format("{}: {} is not ended; add a ';'", statement.where, in_quotes(statement.words.front())));
        }
        if (c != '}' && statement.words.empty()) fail(fmt::format("'{}' without a directive; take it out", c));
        ++at_;
        statement.end = c;
        return statement;
      }
      statement.words.push_back(c == '"' || c == '\'' ? quoted_word() : word());
    }
  }

  /// Behind the `{` of a block of Lua: goes behind its `}`. Braces in strings and comments are none.
  void skip_lua_block() {
    std::size_t depth = 1;
    while (depth > 0) {
      if (at_ == text_.size()) fail("the file ends within a block of Lua; add its '}'");
      const std::string_view ahead = text_.substr(at_);
      const bool comment = begins_with(ahead, "--");
      if (begins_with(ahead, "[[") || begins_with(ahead, "--[[")) {
        skip_to("]]");
      } else if (comment) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (ahead.front() == '"' || ahead.front() == '\'') {
        skip_lua_string(ahead.front());
      } else {
        if (ahead.front() == '\n') ++line_;
        if (ahead.front() == '{') ++depth;
        if (ahead.front() == '}') --depth;
        ++at_;
      }
    }
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw Error(where() + ": " + what); }

  void skip_to(std::string_view end) {
    const std::size_t found = std::min(text_.find(end, at_), text_.size());
    const std::size_t behind = std::min(found + end.size(), text_.size());
    line_ += static_cast<std::size_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                                 text_.begin() + static_cast<std::ptrdiff_t>(behind), '\n'));
    at_ = behind;
  }

  void skip_lua_string(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      if (text_[at_] == '\n') ++line_;
    }
    at_ = std::min(at_ + 1, text_.size());
  }

  void skip_blanks() {
    while (at_ < text_.size() && (is_blank(text_[at_]) || text_[at_] == '#')) {
      if (text_[at_] == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else {
        if (text_[at_] == '\n') ++line_;
        ++at_;
      }
    }
  }

  // A backslash takes the meaning from what stands behind it; of few characters it is not kept.
  void take_escaped(std::string& word) {
    const char c = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    constexpr std::string_view escapes = "\"'\\trn";
    constexpr std::string_view meant = "\"'\\\t\r\n";
    const std::size_t place = c == '\0' ? std::string_view::npos : escapes.find(c);
    if (place != std::string_view::npos) {
      word += meant[place];
    } else {
      word += '\\';
      if (c != '\0') word += c;
    }
    if (c == '\n') ++line_;
    at_ = std::min(at_ + 2, text_.size());
  }

  std::string quoted_word() {
    const std::string opened = where();
    const char quote = text_[at_++];
    std::string word;
    while (at_ < text_.size() && text_[at_] != quote) {
      if (text_[at_] == '\\') {
        take_escaped(word);
        continue;
      }
      if (text_[at_] == '\n') ++line_;
      word += text_[at_++];
    }
    if (at_ == text_.size()) throw Error(fmt::format("{}: a {} is not closed; add another", opened, quote));
    ++at_;
    const char behind = at_ < text_.size() ? text_[at_] : ' ';
    if (!is_blank(behind) && behind != ';' && behind != '{' && behind != ')') {
      fail(fmt::format("{} right behind a closing quote; put a blank or a ';' between",
                       in_quotes(std::string_view(&text_[at_], 1))));
    }
    return checked(std::move(word));
  }

  std::string word() {
    std::string word;
    bool behind_dollar = false;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (is_blank(c) || c == ';' || (c == '{' && !behind_dollar)) break;
      behind_dollar = c == '$';
      if (c == '\\') {
        take_escaped(word);
      } else {
        word += c;
        ++at_;
      }
    }
    return checked(std::move(word));
  }

  std::string checked(std::string word) const {
    if (word.size() >= longest_word) {
      fail(fmt::format("a word of more than {} bytes, which nginx does not take; shorten it", longest_word - 1));
    }
    return word;
  }

  std::string name_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

/// A `limit_req` whose zone may come later.
struct Asked {
  std::string zone;
  Nginx how;  ///< burst and delay
  std::string where;
};

/// What stands in http, a server or a location itself.
struct Level {
  std::string where;
  std::vector<Asked> asked;
  std::optional<bool> dry_run;
  bool answers = false;
  std::optional<bool> merges_slashes;

  struct Location;
  std::vector<Location> locations;
};

struct Level::Location {
  NginxLocation::Kind kind = NginxLocation::Kind::prefix;
  bool named = false;
  std::string pattern;
  std::string label;
  bool redirects = false;
  Level level;
};

struct Server {
  std::vector<std::string> names;
  bool is_default = false;
  Level level;
};

enum class Within { http, server, location, condition, other };

/// Where a statement stands; `server`, `location` those that it is in, if any.
struct Scope {
  Within within = Within::other;
  Level* level = nullptr;
  Server* server = nullptr;
  Level::Location* location = nullptr;
};

class Reading {
 public:
  explicit Reading(const ReadInclude& read_include) : read_include_(read_include) {}

  NginxConf read(const NginxText& text) {
    http_.where = printable(text.name) + ":1";
    file(text, {Within::http, &http_, nullptr, nullptr});
    conf_.name = text.name;
    finish();
    return std::move(conf_);
  }

 private:
  void file(const NginxText& text, const Scope& scope) {
    Lexer lexer(text);
    while (true) {
      const Statement statement = lexer.next();
      if (statement.end == 0) return;
      if (statement.end == '}') {
        throw Error(statement.where + ": a '}' that closes no block of this file; take it out");
      }
      take(lexer, statement, scope);
    }
  }

  void block(Lexer& lexer, const Statement& opened, const Scope& scope) {
    if (++depth_ > deepest) throw Error(opened.where + ": blocks within blocks beyond all measure; take some out");
    while (true) {
      const Statement statement = lexer.next();
      if (statement.end == 0) {
        throw Error(
            fmt::format("{}: the block of {} is not closed; add a '}}'", opened.where, in_quotes(opened.words[0])));
      }
      if (statement.end == '}') break;
      take(lexer, statement, scope);
    }
    --depth_;
  }

  void take(Lexer& lexer, const Statement& statement, const Scope& scope) {
    if (statement.end == '{')
      take_block(lexer, statement, scope);
    else
      take_simple(statement, scope);
  }

  void take_block(Lexer& lexer, const Statement& statement, const Scope& scope) {
    const std::string& name = statement.words[0];
    if (ends_with(name, "_by_lua_block")) {
      if (statement.words.size() > 1) makes_variable(statement, statement.words[1]);
      lexer.skip_lua_block();
      return;
    }
    if (std::find(never_blocks.begin(), never_blocks.end(), name) != never_blocks.end()) {
      throw Error(fmt::format("{}: {} is not ended; add a ';'", statement.where, in_quotes(name)));
    }
    const bool known = scope.within != Within::other && scope.within != Within::condition;
    if (known && name == "http") {
      if (scope.server != nullptr) throw Error(statement.where + ": http stands in a server; take it out");
      block(lexer, statement, scope);
    } else if (name == "server" && scope.within == Within::http) {
      Server server;
      server.level.where = statement.where;
      block(lexer, statement, {Within::server, &server.level, &server, nullptr});
      servers_.push_back(std::move(server));
    } else if (known && name == "location") {
      take_location(lexer, statement, scope);
    } else if (known && (name == "if" || name == "limit_except")) {
      if (name == "if") not_followed(statement);
      block(lexer, statement, {Within::condition, scope.level, scope.server, scope.location});
    } else {
      if (name == "map" || name == "geo" || name == "split_clients") makes_variable(statement, statement.words.back());
      block(lexer, statement, {});
    }
  }

  void take_location(Lexer& lexer, const Statement& statement, const Scope& scope) {
    using Kind = NginxLocation::Kind;
    const std::vector<std::string>& words = statement.words;
    Level::Location location;
    location.level.where = statement.where;
    std::string modifier = words.size() > 2 ? words[1] : "";
    location.pattern = words.back();
    if (words.size() == 2) {
      for (const std::string_view each : {"=", "^~", "~*", "~"}) {
        if (!begins_with(location.pattern, each)) continue;
        modifier = each;
        location.pattern.erase(0, each.size());
        break;
      }
    }
    const std::array<std::pair<std::string_view, Kind>, 5> kinds = {{{"", Kind::prefix},
                                                                     {"=", Kind::exact},
                                                                     {"^~", Kind::no_regex},
                                                                     {"~", Kind::regex},
                                                                     {"~*", Kind::regex_any_case}}};
    const auto* const kind =
        std::find_if(kinds.begin(), kinds.end(), [&](const auto& each) { return each.first == modifier; });
    if (words.size() < 2 || words.size() > 3 || kind == kinds.end()) {
      throw Error(statement.where + ": location takes a pattern, perhaps behind one of =, ^~, ~ and ~*");
    }
    location.kind = kind->second;
    location.named = modifier.empty() && begins_with(location.pattern, "@");
    location.label = modifier.empty() ? location.pattern : modifier + " " + location.pattern;
    if (scope.location != nullptr) check_nested(*scope.location, location);
    block(lexer, statement, {Within::location, &location.level, scope.server, &location});
    if (location.named && !location.level.asked.empty()) {
      throw Error(
          fmt::format("{}: limit_req in location {}: which requests come there, a log does not tell; move it to "
                      "the location that they come from",
                      location.level.asked.front().where, in_quotes(location.pattern)));
    }
    refuse_duplicate(*scope.level, location);
    scope.level->locations.push_back(std::move(location));
  }

  static void check_nested(const Level::Location& outer, const Level::Location& location) {
    using Kind = NginxLocation::Kind;
    const bool regex = location.kind == Kind::regex || location.kind == Kind::regex_any_case;
    const bool within = regex || begins_with(location.pattern, outer.pattern);
    if (outer.kind != Kind::exact && !outer.named && !location.named && within) return;
    throw Error(fmt::format("{}: nginx does not take location {} within location {}; move it out of it",
                            location.level.where, in_quotes(location.label), in_quotes(outer.label)));
  }

  static void refuse_duplicate(const Level& level, const Level::Location& location) {
    using Kind = NginxLocation::Kind;
    const auto is_regex = [](Kind kind) { return kind == Kind::regex || kind == Kind::regex_any_case; };
    if (is_regex(location.kind)) return;
    for (const Level::Location& other : level.locations) {
      const bool alike = !is_regex(other.kind) && (other.kind == Kind::exact) == (location.kind == Kind::exact);
      if (!alike || other.pattern != location.pattern) continue;
      throw Error(fmt::format("{}: location {} stands at {} already; leave one out", location.level.where,
                              in_quotes(location.pattern), other.level.where));
    }
  }

  /// Whether nginx answers itself: `internal` with 404 to all that comes from outside.
  static bool answers(std::string_view name, Within within) {
    if (name == "internal") return within == Within::location;
    return name == "return" && (within == Within::server || within == Within::location);
  }

  static void check_limit_name(const Statement& statement) {
    const std::string& name = statement.words[0];
    const auto* const end = limit_directives.end();
    if (!begins_with(name, "limit_req") || std::find(limit_directives.begin(), end, name) != end) return;
    const std::vector<std::string> names(limit_directives.begin(), end);
    throw Error(
        fmt::format("{}: {} is no directive of nginx{}", statement.where, in_quotes(name), suggestion(name, names)));
  }

  void take_simple(const Statement& statement, const Scope& scope) {
    const std::string& name = statement.words[0];
    if (scope.within == Within::other) return;
    check_limit_name(statement);
    if (name == "include") {
      include(statement, scope);
    } else if (name == "limit_req_zone") {
      if (scope.within != Within::http) throw Error(statement.where + ": limit_req_zone stands in http alone; move it");
      zone(statement);
    } else if (name == "limit_req" || name == "limit_req_dry_run") {
      if (scope.within == Within::condition) {
        throw Error(
            fmt::format("{}: {} stands within 'if' or 'limit_except', where nginx does not allow it; let the "
                        "zone's key be empty for what is not to be limited",
                        statement.where, name));
      }
      if (name == "limit_req")
        limit(statement, *scope.level);
      else
        flag(statement, scope.level->dry_run);
    } else if (name == "merge_slashes" && scope.within != Within::condition) {
      flag(statement, scope.level->merges_slashes);
    } else if (answers(name, scope.within)) {
      scope.level->answers = true;
    } else if (name == "set" || name == "auth_request_set") {
      if (statement.words.size() > 1) makes_variable(statement, statement.words[1]);
    } else if (name == "rewrite" || name == "try_files" || name == "index" || name == "error_page") {
      not_followed(statement);
    } else if (scope.within == Within::server && name == "server_name") {
      for (std::size_t i = 1; i < statement.words.size(); ++i) {
        const std::string& each = statement.words[i];
        scope.server->names.push_back(begins_with(each, "~") ? each : lower_case(each));
      }
    } else if (scope.within == Within::server && name == "listen") {
      const auto says_default = [](const std::string& word) { return word == "default_server" || word == "default"; };
      if (std::any_of(statement.words.begin(), statement.words.end(), says_default)) scope.server->is_default = true;
    } else if (scope.within == Within::location && ends_with(name, "_pass")) {
      scope.location->redirects = ends_with(scope.location->pattern, "/");
    }
  }

  void include(const Statement& statement, const Scope& scope) {
    if (statement.words.size() != 2) throw Error(statement.where + ": include takes one file or pattern; give one");
    if (++depth_ > deepest) throw Error(statement.where + ": files that include each other; take one include out");
    std::vector<NginxText> files;
    try {
      files = read_include_(statement.words[1]);
    } catch (const Error& error) {
      throw Error(fmt::format("{}: include {}: {}", statement.where, in_quotes(statement.words[1]), error.what()));
    }
    files_ += files.size();
    if (files_ > most_files) {
      throw Error(fmt::format("{}: more than {} files are included; take some includes out", statement.where,
                              grouped(most_files)));
    }
    for (const NginxText& each : files) file(each, scope);
    --depth_;
  }

  static void flag(const Statement& statement, std::optional<bool>& value) {
    const std::vector<std::string>& words = statement.words;
    const bool on = words.size() == 2 && equal_ignoring_case(words[1], "on");
    if (!on && (words.size() != 2 || !equal_ignoring_case(words[1], "off"))) {
      throw Error(fmt::format("{}: {} takes on or off", statement.where, words[0]));
    }
    if (value) throw Error(fmt::format("{}: {} stands here twice; leave one out", statement.where, words[0]));
    value = on;
  }

  void makes_variable(const Statement& statement, std::string_view variable) {
    if (begins_with(variable, "$"))
      made_.emplace_back(lower_case(variable.substr(1)), statement.words[0] + " at " + statement.where);
  }

  void not_followed(const Statement& statement) {
    if (first_not_followed_.empty()) first_not_followed_ = statement.where;
  }

  void zone(const Statement& statement) {
    const std::vector<std::string>& words = statement.words;
    NginxZone zone;
    zone.where = statement.where;
    bool has_rate = false;
    for (std::size_t i = 2; i < words.size(); ++i) {
      if (begins_with(words[i], "zone=")) {
        zone.name = zone_name(statement, words[i]);
      } else if (begins_with(words[i], "rate=")) {
        read_rate(statement, words[i], zone.limiter);
        has_rate = true;
      } else if (words[i] != "sync") {
        throw Error(fmt::format("{}: {} is no parameter of limit_req_zone; it takes zone=NAME:SIZE and rate=Nr/s",
                                statement.where, in_quotes(words[i])));
      }
    }
    if (words.size() < 2 || zone.name.empty() || !has_rate) {
      throw Error(
          statement.where +
          ": limit_req_zone takes a key, a zone and a rate; write $binary_remote_addr zone=NAME:10m rate=10r/s");
    }
    zone.key = words[1];
    zone.parts = parts_of(statement, zone.key);
    for (const NginxZone& other : conf_.zones) {
      if (other.name != zone.name) continue;
      throw Error(fmt::format("{}: the zone {} stands at {} already; give it another name", statement.where,
                              in_quotes(zone.name), other.where));
    }
    conf_.zones.push_back(std::move(zone));
  }

  static std::string zone_name(const Statement& statement, std::string_view word) {
    const std::size_t colon = word.find(':');
    std::string_view size = colon == std::string_view::npos ? "" : word.substr(colon + 1);
    std::int64_t unit = 1;
    if (!size.empty() && (lower(size.back()) == 'k' || lower(size.back()) == 'm')) {
      unit = lower(size.back()) == 'k' ? kilobyte : kilobyte * kilobyte;
      size.remove_suffix(1);
    }
    const std::optional<std::int64_t> count = parse_whole(size);
    if (!count || colon == 5) {
      throw Error(
          fmt::format("{}: {} is not a zone; write zone=NAME:SIZE, as zone=one:10m", statement.where, in_quotes(word)));
    }
    constexpr std::int64_t least = 32 * kilobyte;  // eight pages
    if (*count < (least + unit - 1) / unit) {
      throw Error(fmt::format("{}: {} is too small; nginx takes 32k or more", statement.where, in_quotes(word)));
    }
    return std::string(word.substr(5, colon - 5));
  }

  static void read_rate(const Statement& statement, std::string_view word, Nginx& limiter) {
    std::string_view number = word.substr(5);
    limiter.per = ends_with(number, "r/m") ? Nginx::Per::minute : Nginx::Per::second;
    if (ends_with(number, "r/m") || ends_with(number, "r/s")) number.remove_suffix(3);
    const std::optional<std::int64_t> rate = parse_whole(number);
    if (!rate || *rate < 1 || *rate > Nginx::most) {
      throw Error(fmt::format("{}: {} is not a rate; nginx takes 10r/s or 30r/m, a whole number from 1 to {}",
                              statement.where, in_quotes(word), Nginx::most));
    }
    limiter.rate = *rate;
  }

  static std::vector<NginxKeyPart> parts_of(const Statement& statement, std::string_view key) {
    const auto of_name = [](char c) { return is_digit(c) || c == '_' || (lower(c) >= 'a' && lower(c) <= 'z'); };
    std::vector<NginxKeyPart> parts;
    for (std::size_t at = 0; at < key.size();) {
      if (key[at] != '$') {
        const std::size_t end = std::min(key.find('$', at), key.size());
        parts.push_back({std::string(key.substr(at, end - at)), false, {}});
        at = end;
        continue;
      }
      const bool braced = key.substr(at + 1, 1) == "{";
      const std::size_t begin = at + (braced ? 2 : 1);
      std::size_t end = begin;
      while (end < key.size() && of_name(key[end])) ++end;
      if (end == begin || (braced && key.substr(end, 1) != "}")) {
        throw Error(fmt::format("{}: {} has a '$' without the name of a variable; write $name or ${{name}}",
                                statement.where, in_quotes(key)));
      }
      parts.push_back({lower_case(key.substr(begin, end - begin)), true, {}});
      at = end + (braced ? 1 : 0);
    }
    return parts;
  }

  static std::int64_t requests(const Statement& statement, std::string_view word) {
    const std::optional<std::int64_t> number = parse_whole(word.substr(6));
    if (!number || *number < 1 || *number > Nginx::most) {
      throw Error(fmt::format("{}: {} is not a number of requests; nginx takes a whole number from 1, here up to {}",
                              statement.where, in_quotes(word), Nginx::most));
    }
    return *number;
  }

  static void limit(const Statement& statement, Level& level) {
    Asked asked;
    asked.where = statement.where;
    for (std::size_t i = 1; i < statement.words.size(); ++i) {
      const std::string& word = statement.words[i];
      if (begins_with(word, "zone=")) {
        asked.zone = word.substr(5);
      } else if (begins_with(word, "burst=")) {
        asked.how.burst = requests(statement, word);
      } else if (begins_with(word, "delay=")) {
        asked.how.delay = requests(statement, word);
        asked.how.nodelay = false;
      } else if (word == "nodelay") {
        asked.how.delay = 0;
        asked.how.nodelay = true;
      } else {
        throw Error(fmt::format("{}: {} is no parameter of limit_req; it takes zone=NAME, burst=N, nodelay and delay=N",
                                statement.where, in_quotes(word)));
      }
    }
    if (asked.zone.empty()) throw Error(statement.where + ": limit_req names no zone; write zone=NAME");
    for (const Asked& other : level.asked) {
      if (other.zone != asked.zone) continue;
      throw Error(fmt::format("{}: the zone {} is asked at {} already; leave one out", asked.where,
                              in_quotes(asked.zone), other.where));
    }
    level.asked.push_back(std::move(asked));
  }

  // What a level asks where it says nothing itself is what the one around it asks.
  struct Inherited {
    std::optional<std::size_t> place;
    bool dry_run = false;
  };

  Inherited settle(const Level& level, const Inherited& outer, const std::string& label) {
    Inherited here{outer.place, level.dry_run.value_or(outer.dry_run)};
    if (level.asked.empty() && (!outer.place || here.dry_run == outer.dry_run)) return here;
    NginxPlace place{label, {}, here.dry_run};
    if (level.asked.empty()) place.limits = conf_.places[*outer.place].limits;
    for (const Asked& asked : level.asked) {
      const std::size_t zone = zone_asked(asked);
      NginxLimit limit{zone, conf_.zones[zone].limiter, asked.where};
      limit.limiter.burst = asked.how.burst;
      limit.limiter.delay = asked.how.delay;
      limit.limiter.nodelay = asked.how.nodelay;
      place.limits.push_back(std::move(limit));
    }
    here.place = conf_.places.size();
    conf_.places.push_back(std::move(place));
    return here;
  }

  std::size_t zone_asked(const Asked& asked) const {
    std::vector<std::string> names;
    for (const NginxZone& zone : conf_.zones) names.push_back(zone.name);
    const auto found = std::find(names.begin(), names.end(), asked.zone);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    std::string mend = suggestion(asked.zone, names);
    if (mend.empty()) mend = "; write limit_req_zone KEY zone=" + printable(asked.zone) + ":10m rate=10r/s in http";
    throw Error(fmt::format("{}: no limit_req_zone makes the zone {}{}", asked.where, in_quotes(asked.zone), mend));
  }

  std::vector<NginxLocation> settled(const std::vector<Level::Location>& locations, const Inherited& outer,
                                     const std::string& server) {
    std::vector<NginxLocation> result;
    for (const Level::Location& each : locations) {
      if (each.named) continue;
      const Inherited here = settle(each.level, outer, server + each.label);
      NginxLocation location{
          each.kind, each.pattern, each.level.where, {here.place, each.level.answers}, each.redirects, {}};
      location.nested = settled(each.level.locations, here, server);
      result.push_back(std::move(location));
    }
    return result;
  }

  void finish() {
    if (servers_.empty()) {
      Server whole;
      whole.level.where = http_.where;
      whole.level.locations = std::move(http_.locations);
      servers_.push_back(std::move(whole));
    } else if (!http_.locations.empty()) {
      throw Error(http_.locations.front().level.where + ": a location outside of all servers; move it into one");
    }
    const Inherited http = settle(http_, {}, "http");
    for (const Server& each : servers_) {
      const std::string name = each.names.empty() ? "" : printable(each.names.front());
      const Inherited here = settle(each.level, http, name.empty() ? "server" : "server " + name);
      NginxServer server{each.names, each.level.where, {here.place, each.level.answers}, each.is_default, true, {}};
      server.merges_slashes = each.level.merges_slashes.value_or(http_.merges_slashes.value_or(true));
      server.locations = settled(each.level.locations, here, servers_.size() > 1 && !name.empty() ? name + " " : "");
      conf_.servers.push_back(std::move(server));
    }
    if (conf_.places.empty()) {
      throw Error(fmt::format("{}: no limit_req in it, so nothing is limited; name the file that has them",
                              printable(conf_.name)));
    }
    check_zones();
    const auto asking = std::count_if(conf_.servers.begin(), conf_.servers.end(),
                                      [](const NginxServer& server) { return !server.target.answers; });
    if (asking == 1 && conf_.servers.size() > 1) {
      conf_.notes.emplace_back("all requests are taken for the one server that does not answer by return");
    }
    if (!first_not_followed_.empty()) {
      conf_.notes.push_back(
          fmt::format("rewrite, try_files, index, error_page and if are not followed (the first at {}): a request is "
                      "where its path "
                      "in the log is",
                      first_not_followed_));
    }
  }

  void check_zones() {
    for (const NginxPlace& place : conf_.places) {
      for (const NginxLimit& limit : place.limits) conf_.zones[limit.zone].used = true;
    }
    for (NginxZone& zone : conf_.zones) {
      if (!zone.used) {
        conf_.notes.push_back(fmt::format("the zone {} is not used ({})", in_quotes(zone.name), zone.where));
        continue;
      }
      for (NginxKeyPart& part : zone.parts) {
        if (part.variable) check_variable(zone, part);
      }
    }
  }

  void check_variable(const NginxZone& zone, NginxKeyPart& part) const {
    if (std::all_of(part.text.begin(), part.text.end(), is_digit)) {
      throw Error(fmt::format("{}: ${} is a part of a pattern, which no log has; let the key be of other variables",
                              zone.where, part.text));
    }
    for (const auto& [name, by] : made_) {
      if (name == part.text) part.made_by = by;
    }
  }

  const ReadInclude& read_include_;
  std::size_t depth_ = 0;
  std::size_t files_ = 0;
  Level http_;
  std::vector<Server> servers_;
  std::vector<std::pair<std::string, std::string>> made_;  ///< variables, and by what
  std::string first_not_followed_;
  NginxConf conf_;
};

}  // namespace

NginxConf parse_nginx_conf(const NginxText& file, const ReadInclude& read_include) {
  return Reading(read_include).read(file);
}

}  // namespace ratereplay
