#include "picture/scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/instant.hpp"
#include "core/text.hpp"

namespace ratereplay {

void append_varint(std::string& bytes, std::uint64_t value) {
  constexpr unsigned more = 0x80;
  for (; value >= more; value >>= 7) bytes.push_back(static_cast<char>((value & (more - 1)) | more));
  bytes.push_back(static_cast<char>(value));
}

std::string busiest_text(const SceneRow& row) {
  return fmt::format(
      "{} in {}", row.busiest_of.empty() ? grouped(row.busiest->events) : counted(row.busiest->events, row.busiest_of),
      human_text(row.busiest->length));
}

void SceneEvents::add(const Events& block) {
  count_ += block.size();
  for (std::size_t event = 0; event < block.size(); ++event) bins_.add(block.time(event), true);
  if (!has_each()) {
    columns_ = {};
    return;
  }
  const auto append = [](auto& column, auto more) { column.insert(column.end(), more.begin(), more.end()); };
  append(columns_.arrival, block.arrival);
  append(columns_.cost, block.cost);
  append(columns_.key, block.key);
}

void SceneDecisions::add(Instant time, bool passed) { add_bit(time, passed); }

void SceneDecisions::add(Instant time, const Answer& answer) {
  add_bit(time, answer.passed);
  if (!has_each()) return;
  constexpr Int128 most = std::numeric_limits<std::uint64_t>::max() - 1;
  if (answer.passed) {
    has_delays_ = has_delays_ || answer.delay > Duration{};
    append_varint(delay_, static_cast<std::uint64_t>(std::min(answer.delay.ns, most)));
  } else {
    const bool known = answer.retry_after && answer.retry_after->ns <= most;
    append_varint(retry_after_, known ? static_cast<std::uint64_t>(answer.retry_after->ns) + 1 : 0);
  }
  append_varint(remaining_, static_cast<std::uint64_t>(answer.remaining));
}

void SceneDecisions::add_bit(Instant time, bool passed) {
  bins_.add(time, passed);
  const std::uint64_t event = count_++;
  if (!has_each()) {
    for (std::string* column : {&passed_, &retry_after_, &delay_, &remaining_}) *column = {};
    return;
  }
  if (event % 8 == 0) passed_.push_back('\0');
  passed_.back() = static_cast<char>(static_cast<unsigned char>(passed_.back()) | unsigned{passed} << event % 8);
}

}  // namespace ratereplay
