#include "trace/event_sorter.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

namespace ratereplay {

namespace {

constexpr std::size_t largest_block = 65'536;
constexpr std::size_t least_memory = std::size_t{1} << 20;
// Runs are merged in several rounds rather than read in smaller parts.
constexpr std::size_t least_buffer = std::size_t{64} << 10;

constexpr std::size_t most_buffer = std::size_t{4} << 20;

using Take = std::function<void(const Events&)>;

// Calls `f` with each column of one and the same of the other.
template <class A, class B, class F>
void for_each_column(A& a, B& b, F f) {
  f(a.arrival, b.arrival);
  f(a.cost, b.cost);
  f(a.key, b.key);
  f(a.line, b.line);
}

// The next time of a run. Of equal times the run that is earlier in the file comes first.
struct Head {
  std::int64_t time = 0;
  std::size_t run = 0;

  friend bool operator<(const Head& a, const Head& b) noexcept {
    return a.time < b.time || (a.time == b.time && a.run < b.run);
  }
  friend bool operator>(const Head& a, const Head& b) noexcept { return b < a; }
};

// How many of the times from `begin` on are at most `last`, the first of which is. In steps that double, as runs take
// turns of a few events or of thousands.
std::size_t count_up_to(const std::int64_t* begin, const std::int64_t* end, std::int64_t last) noexcept {
  const auto size = static_cast<std::size_t>(end - begin);
  std::size_t known = 1;
  std::size_t step = 1;
  while (known + step <= size && begin[known + step - 1] <= last) {
    known += step;
    step *= 2;
  }
  return static_cast<std::size_t>(std::upper_bound(begin + known, begin + std::min(known + step - 1, size), last) -
                                  begin);
}

}  // namespace

// Gives out runs, added in the order of the file, in order of time.
class EventSorter::Merge {
 public:
  Merge(const EventColumns& layout, std::size_t block_events) : layout_(layout), block_events_(block_events) {}

  void add(EventColumns piece) {
    Run run;
    run.columns = std::move(piece);
    run.end = run.columns.arrival.size();
    waiting_.push_back({run.columns.arrival.front(), runs_.size()});
    runs_.push_back(std::move(run));
  }

  // `count` events of the files from the one at `begin` on, read `buffer_events` at a time.
  void add(const Spill& files, std::uint64_t begin, std::uint64_t count, std::size_t buffer_events) {
    Run run;
    run.files = &files;
    run.at = begin;
    run.in_file = count;
    run.buffer_events = buffer_events;
    std::int64_t first = 0;
    files.arrival->read(&first, sizeof(first), begin * sizeof(first));
    waiting_.push_back({first, runs_.size()});
    runs_.push_back(std::move(run));
  }

  void for_each_block(const Take& take);

 private:
  // The events in memory are those of a piece, or the part of a file's run that is read next.
  struct Run {
    EventColumns columns;
    std::size_t next = 0;
    std::size_t end = 0;
    const Spill* files = nullptr;
    std::uint64_t at = 0;  ///< event of the files that is read next
    std::uint64_t in_file = 0;
    std::size_t buffer_events = 0;
  };

  bool fill(Run& run);
  void give_up_to(Run& run, std::int64_t last, const Take& take);
  void flush(const Take& take);
  void sink_first();

  const EventColumns& layout_;  ///< the columns that there are have an element
  std::size_t block_events_;
  std::vector<Run> runs_;
  std::vector<Head> waiting_;  ///< runs that no event was given of
  std::vector<Head> active_;   ///< a heap of the others, but for the one that gives
  EventColumns block_;
  std::size_t filled_ = 0;

 public:
  static constexpr std::size_t bytes_per_run = sizeof(Run) + 2 * sizeof(Head);
};

// Whether the run has an event in memory, after reading on where it had none.
bool EventSorter::Merge::fill(Run& run) {
  if (run.next < run.end) return true;
  if (run.in_file == 0) {
    run.columns = {};
    return false;
  }
  const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(run.in_file, run.buffer_events));
  for_each_column(run.columns, *run.files, [&](auto& column, const std::optional<TemporaryFile>& file) {
    if (!file) return;
    column.resize(count);
    file->read(column.data(), count * sizeof(column[0]), run.at * sizeof(column[0]));
  });
  run.at += count;
  run.in_file -= count;
  run.next = 0;
  run.end = count;
  return true;
}

void EventSorter::Merge::flush(const Take& take) {
  if (filled_ == 0) return;
  take(block_.events().part(0, filled_));
  filled_ = 0;
}

// The events of a run until one is after `last`; the first is not.
void EventSorter::Merge::give_up_to(Run& run, std::int64_t last, const Take& take) {
  while (fill(run)) {
    const std::int64_t* const arrival = run.columns.arrival.data();
    if (arrival[run.next] > last) return;
    std::size_t count = count_up_to(arrival + run.next, arrival + run.end, last);
    while (count > 0) {
      const std::size_t part = std::min(count, block_events_ - filled_);
      for_each_column(block_, run.columns, [&](auto& to, const auto& from) {
        if (!from.empty()) std::copy_n(from.data() + run.next, part, to.data() + filled_);
      });
      run.next += part;
      filled_ += part;
      count -= part;
      if (filled_ == block_events_) flush(take);
    }
  }
}

// Restores the heap whose first head has changed.
void EventSorter::Merge::sink_first() {
  const Head moved = active_.front();
  std::size_t hole = 0;
  while (2 * hole + 1 < active_.size()) {
    std::size_t child = 2 * hole + 1;
    if (child + 1 < active_.size() && active_[child + 1] < active_[child]) ++child;
    if (moved < active_[child]) break;
    active_[hole] = active_[child];
    hole = child;
  }
  active_[hole] = moved;
}

void EventSorter::Merge::for_each_block(const Take& take) {
  if (runs_.empty()) return;
  for_each_column(block_, layout_, [this](auto& column, const auto& model) {
    if (!model.empty()) column.resize(block_events_);
  });
  std::sort(waiting_.begin(), waiting_.end());
  auto waiting = waiting_.begin();
  std::size_t giving = (waiting++)->run;
  while (true) {
    // Up to where another run comes before the one that gives.
    const bool from_waiting = waiting != waiting_.end() && (active_.empty() || *waiting < active_.front());
    const bool alone = !from_waiting && active_.empty();
    const Head next = from_waiting ? *waiting : alone ? Head{} : active_.front();
    const std::int64_t last = alone               ? std::numeric_limits<std::int64_t>::max()
                              : giving < next.run ? next.time
                                                  : next.time - 1;
    give_up_to(runs_[giving], last, take);
    Run& given = runs_[giving];
    const bool more = given.next < given.end;
    if (alone) break;
    const Head behind{more ? given.columns.arrival[given.next] : 0, giving};
    if (from_waiting) {
      ++waiting;
      if (more) {
        active_.push_back(behind);
        std::push_heap(active_.begin(), active_.end(), std::greater<>());
      }
    } else {
      if (more) {
        active_.front() = behind;
      } else {
        active_.front() = active_.back();
        active_.pop_back();
      }
      if (!active_.empty()) sink_first();
    }
    giving = next.run;
  }
  flush(take);
}

namespace {

void reverse(EventColumns& piece) {
  std::vector<std::int64_t>& arrival = piece.arrival;
  std::reverse(arrival.begin(), arrival.end());
  piece.for_each_further([&](auto& column) {
    if (column.empty()) return;
    std::reverse(column.begin(), column.end());
    // Equal times keep the order that they had.
    for (auto begin = arrival.begin(); begin != arrival.end();) {
      const auto end = std::find_if(begin, arrival.end(), [&](std::int64_t time) { return time != *begin; });
      std::reverse(column.begin() + (begin - arrival.begin()), column.begin() + (end - arrival.begin()));
      begin = end;
    }
  });
}

void sort_with_further(EventColumns& piece) {
  std::vector<std::pair<std::int64_t, std::size_t>> places(piece.arrival.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = {piece.arrival[i], i};
  std::sort(places.begin(), places.end());
  for (std::size_t i = 0; i < places.size(); ++i) piece.arrival[i] = places[i].first;
  piece.for_each_further([&](auto& column) {
    if (column.empty()) return;
    const auto before = column;
    for (std::size_t i = 0; i < places.size(); ++i) column[i] = before[places[i].second];
  });
}

}  // namespace

void sort_by_time(EventColumns& piece) {
  std::vector<std::int64_t>& arrival = piece.arrival;
  if (std::is_sorted(arrival.begin(), arrival.end())) return;
  if (std::is_sorted(arrival.begin(), arrival.end(), std::greater<>())) {
    reverse(piece);
  } else if (piece.cost.empty() && piece.key.empty() && piece.line.empty()) {
    std::sort(arrival.begin(), arrival.end());
  } else {
    sort_with_further(piece);
  }
}

EventSorter::EventSorter(std::size_t memory) : memory_(std::max(memory, least_memory)) {}

// Of any trace, until its first piece is known.
std::size_t EventSorter::event_bytes() const noexcept {
  std::size_t bytes = sizeof(std::int64_t);
  layout_.for_each_further([&bytes](const auto& column) { bytes += column.empty() ? 0 : sizeof(column[0]); });
  return bytes;
}

std::size_t EventSorter::block_events() const noexcept { return std::min(largest_block, memory_ / 8 / event_bytes()); }

std::size_t EventSorter::room() const noexcept { return memory_ - block_events() * event_bytes(); }

void EventSorter::add(EventColumns piece) {
  if (piece.arrival.empty()) return;
  if (layout_.arrival.empty()) {
    for_each_column(layout_, piece, [](auto& model, const auto& column) { model.resize(column.empty() ? 0 : 1); });
  }
  std::size_t bytes = piece.arrival.capacity() * sizeof(std::int64_t) + sizeof(EventColumns) + Merge::bytes_per_run;
  piece.for_each_further([&bytes](const auto& column) { bytes += column.capacity() * sizeof(column[0]); });
  pieces_.push_back(std::move(piece));
  held_ += bytes;
  largest_piece_ = std::max(largest_piece_, bytes);
  if (held_ + largest_piece_ > room()) spill();
}

EventSorter::Spill::Spill(const EventColumns& layout) {
  for_each_column(*this, layout, [](std::optional<TemporaryFile>& file, const auto& model) {
    if (!model.empty()) file.emplace();
  });
}

std::uint64_t EventSorter::Spill::events() const noexcept { return arrival->size() / sizeof(std::int64_t); }

void EventSorter::Spill::append(const Events& events) {
  for_each_column(*this, events, [](std::optional<TemporaryFile>& file, const auto& column) {
    if (file) file->append(column.data(), column.size_bytes());
  });
}

// Hands the pieces to a merge, which lets go of each when it is done with it.
void EventSorter::give_pieces(Merge& merge) {
  for (EventColumns& piece : pieces_) merge.add(std::move(piece));
  pieces_ = {};
  held_ = 0;
}

// `count` runs of the files from `first` on, with buffers that together take at most `memory` bytes.
void EventSorter::give_runs(Merge& merge, std::size_t first, std::size_t count, std::size_t memory) const {
  const std::size_t buffer = std::min(most_buffer, memory / count) - Merge::bytes_per_run;
  for (std::size_t run = first; run < first + count; ++run) {
    const std::uint64_t begin = spill_->begins[run];
    const std::uint64_t end = run + 1 < spill_->begins.size() ? spill_->begins[run + 1] : spill_->events();
    merge.add(*spill_, begin, end - begin, buffer / event_bytes());
  }
}

void EventSorter::spill() {
  if (!spill_) spill_ = std::make_unique<Spill>(layout_);
  spill_->begins.push_back(spill_->events());
  Merge merge(layout_, block_events());
  give_pieces(merge);
  merge.for_each_block([this](const Events& block) { spill_->append(block); });
}

// Leaves fewer and longer runs, in new files.
void EventSorter::merge_runs(std::size_t at_once) {
  auto merged = std::make_unique<Spill>(layout_);
  for (std::size_t first = 0; first < spill_->begins.size(); first += at_once) {
    merged->begins.push_back(merged->events());
    Merge merge(layout_, block_events());
    give_runs(merge, first, std::min(at_once, spill_->begins.size() - first), room());
    merge.for_each_block([&](const Events& block) { merged->append(block); });
  }
  spill_ = std::move(merged);
}

void EventSorter::for_each_block(const std::function<void(const Events&)>& take) {
  if (spill_) {
    // Pieces stay in memory where buffers for all runs fit beside them.
    if (!pieces_.empty() && held_ + spill_->begins.size() * least_buffer > room()) spill();
    const std::size_t at_once = room() / least_buffer;
    while (spill_->begins.size() > at_once) merge_runs(at_once);
  }
  Merge merge(layout_, block_events());
  if (spill_) give_runs(merge, 0, spill_->begins.size(), room() - held_);
  give_pieces(merge);
  merge.for_each_block(take);
}

}  // namespace ratereplay
