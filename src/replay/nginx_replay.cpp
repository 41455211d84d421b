#include "replay/nginx_replay.hpp"

#include <algorithm>

namespace ratereplay {

void NginxRequests::count(const NginxAnswer& answer, bool dry_run) noexcept {
  const bool is_delayed = answer.delay.ns > 0;
  if (!dry_run && !answer.passes) {
    ++refused;
  } else if (!dry_run && is_delayed) {
    ++delayed;
    total_delay.ns += answer.delay.ns;
    longest_delay = std::max(longest_delay, answer.delay);
  } else {
    ++passed;
    unlimited += answer.asked ? 0 : 1;
    would_refuse += answer.passes ? 0 : 1;
    would_delay += is_delayed ? 1 : 0;
  }
}

NginxReplay::NginxReplay(const NginxConf& conf) : zones_(conf.zones.size()) {
  std::vector<std::int64_t> most_ahead(conf.zones.size());
  for (const NginxPlace& place : conf.places) {
    for (const NginxLimit& limit : place.limits) {
      most_ahead[limit.zone] = std::max(most_ahead[limit.zone], limit.limiter.burst);
    }
  }
  for (const NginxPlace& place : conf.places) {
    Place& made = places_.emplace_back();
    for (const NginxLimit& limit : place.limits) {
      made.limits.push_back({limit.zone, DelayingNginxRule(limit.limiter, most_ahead[limit.zone])});
    }
    made.counts.resize(place.limits.size());
  }
}

// Until it is taken, that of a key never seen is as good as none.
NginxRule::State& NginxReplay::state_of(const Limit& limit, KeyId key, Instant now) {
  std::vector<Client>& clients = zones_[limit.zone];
  if (key >= clients.size()) clients.resize(key + 1);
  Client& client = clients[key];
  if (!client.seen) client.state = limit.rule.start(now);
  return client.state;
}

void NginxReplay::mark(Limit& limit, KeyId key, Mark mark, std::uint64_t& count) {
  if (key >= limit.marks.size()) limit.marks.resize(key + 1);
  if ((limit.marks[key] & mark) == 0) ++count;
  limit.marks[key] = static_cast<std::uint8_t>(limit.marks[key] | mark);
}

NginxAnswer NginxReplay::ask(std::size_t place, std::span<const KeyId> keys, Instant now) {
  Place& here = places_[place];
  NginxAnswer answer;
  for (std::size_t index = 0; index < here.limits.size(); ++index) {
    Limit& limit = here.limits[index];
    const KeyId key = keys[limit.zone];
    if (key == no_key) continue;
    answer.asked = true;
    ++here.counts[index].asked;
    mark(limit, key, has_asked, here.counts[index].keys);
    if (limit.rule.fits(state_of(limit, key, now), now)) continue;
    answer.passes = false;
    refuse(here, index, keys, now);
    return answer;
  }
  if (answer.asked) answer.delay = take(here, keys, now);
  return answer;
}

void NginxReplay::refuse(Place& place, std::size_t refusing, std::span<const KeyId> keys, Instant now) {
  bool alone = true;
  for (std::size_t index = 0; index < place.limits.size(); ++index) {
    Limit& limit = place.limits[index];
    const KeyId key = keys[limit.zone];
    if (key == no_key) continue;
    if (index < refusing) ++place.counts[index].given_back;
    if (index > refusing) alone = alone && limit.rule.fits(state_of(limit, key, now), now);
  }
  NginxCounts& counts = place.counts[refusing];
  ++counts.refused;
  counts.refused_alone += alone ? 1 : 0;
  mark(place.limits[refusing], keys[place.limits[refusing].zone], was_refused, counts.keys_refused);
}

Duration NginxReplay::take(Place& place, std::span<const KeyId> keys, Instant now) {
  Duration longest;
  for (std::size_t index = 0; index < place.limits.size(); ++index) {
    const Limit& limit = place.limits[index];
    const KeyId key = keys[limit.zone];
    if (key == no_key) continue;
    NginxRule::State& state = state_of(limit, key, now);
    limit.rule.take(state, now);
    zones_[limit.zone][key].seen = true;
    const Duration delay = limit.rule.delay(state, now);
    NginxCounts& counts = place.counts[index];
    ++(delay.ns > 0 ? counts.delayed : counts.passed);
    counts.total_delay.ns += delay.ns;
    counts.longest_delay = std::max(counts.longest_delay, delay);
    longest = std::max(longest, delay);
  }
  return longest;
}

std::size_t NginxReplay::memory() const noexcept {
  std::size_t bytes = 0;
  for (const std::vector<Client>& clients : zones_) bytes += clients.capacity() * sizeof(Client);
  for (const Place& place : places_) {
    for (const Limit& limit : place.limits) bytes += limit.marks.capacity();
  }
  return bytes;
}

}  // namespace ratereplay
