#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/event_consumer.hpp"
#include "core/keys.hpp"
#include "limiter/dialect/nginx_conf.hpp"
#include "limiter/dialect/nginx_places.hpp"
#include "replay/nginx_replay.hpp"
#include "report/nginx_report.hpp"
#include "trace/load.hpp"

namespace ratereplay {

/// Reads a configuration and what it includes. Throws Error.
NginxConf read_nginx_conf(const std::string& path);

/// Replays an access log through what a configuration asks, while it is read.
class NginxRuns final : public EventConsumer {
 public:
  /// `conf` must outlive it; `memory`: bytes for keys and their states. Throws Error.
  NginxRuns(const NginxConf& conf, std::size_t memory);

  /// The columns that the log must have: of each choice of key those whose cells together make it.
  const std::vector<std::vector<KeyColumn>>& columns() const noexcept { return choices_; }

  void begin(const TraceOutline& outline) override;
  std::size_t parts() const noexcept override { return 1; }
  void take(std::size_t part, const Events& block) override;

  /// After the trace.
  NginxResult result() const;

 private:
  /// A piece of a key: the cell of a column, the name of the server, or a text that is always the same.
  struct Part {
    enum class Kind { text, cell, path, uri, host, server };

    Kind kind = Kind::text;
    std::string text;      ///< of Kind::text
    std::size_t cell = 0;  ///< among those of the choice
  };

  /// What is made of one choice of key.
  struct Recipe {
    std::optional<std::size_t> choice;  ///< none: it is the same for all
    std::vector<Part> parts = {};       ///< of a zone
    std::optional<std::size_t> path;    ///< among the cells of the choice
    std::optional<std::size_t> vhost;
  };

  Recipe recipe_of(const NginxZone& zone);
  Recipe recipe_of_places();
  std::optional<std::size_t> add_choice(const std::vector<KeyColumn>& columns);
  std::vector<std::string> cells_of(const Recipe& recipe, KeyId key) const;
  KeyId key_under(const Recipe& recipe, KeyId number) const;
  NginxTarget target_of(KeyId key) const;
  std::optional<std::string> value_of(std::size_t zone, KeyId key) const;
  NginxTarget known_target(KeyId key);
  KeyId known_key(std::size_t zone, KeyId key);
  void check_memory() const;

  const NginxConf& conf_;
  std::size_t memory_;
  NginxPlaces places_;
  std::vector<std::vector<KeyColumn>> choices_;
  Recipe target_recipe_;
  std::vector<std::optional<Recipe>> zone_recipes_;  ///< none of a zone that is not used

  // Of the trace at hand.
  std::shared_ptr<const Keys> keys_;
  std::optional<NginxReplay> replay_;
  NginxRequests requests_;
  std::vector<NginxTarget> targets_;           ///< by the key of the places' choice
  std::vector<std::vector<KeyId>> zone_keys_;  ///< of each zone by the key of its choice
  std::vector<KeyTable> values_;               ///< of each zone
};

}  // namespace ratereplay
