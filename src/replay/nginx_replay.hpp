#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/instant.hpp"
#include "core/key_id.hpp"
#include "limiter/dialect/nginx_conf.hpp"

namespace ratereplay {

/// What the limit of a place did. asked = passed + delayed + refused + given_back.
struct NginxCounts {
  std::uint64_t asked = 0;  ///< requests whose key is not empty, and that no limit before it refused
  std::uint64_t passed = 0;
  std::uint64_t delayed = 0;  ///< by this limit; one that delays for longer does not change it
  std::uint64_t refused = 0;
  std::uint64_t refused_alone = 0;  ///< of them, those that no limit behind it would have refused
  std::uint64_t given_back = 0;     ///< had room here, but a limit behind it refused
  Duration longest_delay = {};
  Duration total_delay = {};
  std::uint64_t keys = 0;  ///< different ones that asked
  std::uint64_t keys_refused = 0;

  friend bool operator==(const NginxCounts&, const NginxCounts&) = default;
};

/// What became of a request.
struct NginxAnswer {
  bool asked = false;   ///< whether any limit was
  bool passes = true;   ///< as the limits say, also where they are tried alone
  Duration delay = {};  ///< the longest of all limits'

  friend bool operator==(const NginxAnswer&, const NginxAnswer&) = default;
};

/// What became of all requests. events = passed + delayed + refused.
struct NginxRequests {
  std::uint64_t events = 0;
  std::uint64_t passed = 0;  ///< at once
  std::uint64_t delayed = 0;
  std::uint64_t refused = 0;
  // Of those passed:
  std::uint64_t answered = 0;     ///< before any zone is asked: by `return`, by a redirect, or as a bad request
  std::uint64_t unlimited = 0;    ///< no zone is asked where they come to, or their keys are empty
  std::uint64_t would_delay = 0;  ///< in a dry run
  std::uint64_t would_refuse = 0;
  Duration longest_delay = {};
  Duration total_delay = {};

  /// A request that came to a place.
  void count(const NginxAnswer& answer, bool dry_run) noexcept;

  friend bool operator==(const NginxRequests&, const NginxRequests&) = default;
};

/// The zones of a configuration, each with a state for each of its keys, that all places share.
/// Source: nginx 1.22.1, ngx_http_limit_req_module.c, ngx_http_limit_req_handler. That a zone has only so much memory
/// is left out.
class NginxReplay {
 public:
  /// `conf` must outlive it.
  explicit NginxReplay(const NginxConf& conf);

  /// A request to a place at `now`. `keys`: of each zone, by small numbers; `no_key` where it is empty.
  NginxAnswer ask(std::size_t place, std::span<const KeyId> keys, Instant now);
  static constexpr KeyId no_key = ~KeyId{0};

  /// Of each limit of a place, in order.
  const std::vector<NginxCounts>& counts(std::size_t place) const noexcept { return places_[place].counts; }

  std::size_t memory() const noexcept;  ///< bytes held

 private:
  struct Client {
    NginxRule::State state{0, 0};
    bool seen = false;
  };

  /// What a limit met of a key.
  enum Mark : std::uint8_t { has_asked = 1, was_refused = 2 };

  struct Limit {
    std::size_t zone;
    DelayingNginxRule rule;
    std::vector<std::uint8_t> marks = {};  ///< by key
  };

  struct Place {
    std::vector<Limit> limits;
    std::vector<NginxCounts> counts;
  };

  NginxRule::State& state_of(const Limit& limit, KeyId key, Instant now);
  static void mark(Limit& limit, KeyId key, Mark mark, std::uint64_t& count);
  void refuse(Place& place, std::size_t refusing, std::span<const KeyId> keys, Instant now);
  Duration take(Place& place, std::span<const KeyId> keys, Instant now);

  std::vector<Place> places_;
  std::vector<std::vector<Client>> zones_;
};

}  // namespace ratereplay
