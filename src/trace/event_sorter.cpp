#include "trace/event_sorter.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace ratereplay {

namespace {

constexpr std::size_t largest_block = 65'536;
constexpr std::size_t least_memory = std::size_t{1} << 20;
// Runs are merged in several rounds rather than read in smaller parts.
constexpr std::size_t least_buffer = std::size_t{64} << 10;

constexpr std::size_t most_buffer = std::size_t{4} << 20;

using Take = std::function<void(const Events&)>;

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
  Merge(bool has_costs, std::size_t block_events) : has_costs_(has_costs), block_events_(block_events) {}

  void add(EventColumns piece) {
    Run run;
    run.columns = std::move(piece);
    run.end = run.columns.arrival.size();
    waiting_.push_back({run.columns.arrival.front(), runs_.size()});
    runs_.push_back(std::move(run));
  }

  // `count` events of two files from the one at `begin` on, read `buffer_events` at a time.
  void add(const TemporaryFile& arrival, const TemporaryFile* cost, std::uint64_t begin, std::uint64_t count,
           std::size_t buffer_events) {
    Run run;
    run.arrival_file = &arrival;
    run.cost_file = cost;
    run.at = begin;
    run.in_file = count;
    run.buffer_events = buffer_events;
    std::int64_t first = 0;
    arrival.read(&first, sizeof(first), begin * sizeof(first));
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
    const TemporaryFile* arrival_file = nullptr;
    const TemporaryFile* cost_file = nullptr;
    std::uint64_t at = 0;  ///< event of the file that is read next
    std::uint64_t in_file = 0;
    std::size_t buffer_events = 0;
  };

  bool fill(Run& run);
  void give_up_to(Run& run, std::int64_t last, const Take& take);
  void flush(const Take& take);
  void sink_first();

  bool has_costs_;
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
  run.columns.arrival.resize(count);
  run.arrival_file->read(run.columns.arrival.data(), count * sizeof(std::int64_t), run.at * sizeof(std::int64_t));
  if (has_costs_) {
    run.columns.cost.resize(count);
    run.cost_file->read(run.columns.cost.data(), count * sizeof(Cost), run.at * sizeof(Cost));
  }
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
      std::copy_n(arrival + run.next, part, block_.arrival.data() + filled_);
      if (has_costs_) std::copy_n(run.columns.cost.data() + run.next, part, block_.cost.data() + filled_);
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
  block_.arrival.resize(block_events_);
  if (has_costs_) block_.cost.resize(block_events_);
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
  std::reverse(piece.arrival.begin(), piece.arrival.end());
  std::reverse(piece.cost.begin(), piece.cost.end());
  if (piece.cost.empty()) return;
  // Equal times keep the order that they had.
  for (auto begin = piece.arrival.begin(); begin != piece.arrival.end();) {
    const auto end = std::find_if(begin, piece.arrival.end(), [&](std::int64_t time) { return time != *begin; });
    std::reverse(piece.cost.begin() + (begin - piece.arrival.begin()),
                 piece.cost.begin() + (end - piece.arrival.begin()));
    begin = end;
  }
}

void sort_with_costs(EventColumns& piece) {
  struct Event {
    std::int64_t arrival;
    Cost cost;
  };
  std::vector<Event> events(piece.arrival.size());
  for (std::size_t i = 0; i < events.size(); ++i) events[i] = {piece.arrival[i], piece.cost[i]};
  std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.arrival < b.arrival; });
  for (std::size_t i = 0; i < events.size(); ++i) {
    piece.arrival[i] = events[i].arrival;
    piece.cost[i] = events[i].cost;
  }
}

}  // namespace

void sort_by_time(EventColumns& piece) {
  std::vector<std::int64_t>& arrival = piece.arrival;
  if (std::is_sorted(arrival.begin(), arrival.end())) return;
  if (std::is_sorted(arrival.begin(), arrival.end(), std::greater<>())) {
    reverse(piece);
  } else if (piece.cost.empty()) {
    std::sort(arrival.begin(), arrival.end());
  } else {
    sort_with_costs(piece);
  }
}

EventSorter::EventSorter(std::size_t memory) : memory_(std::max(memory, least_memory)) {}

std::size_t EventSorter::event_bytes() const noexcept { return sizeof(std::int64_t) + (has_costs_ ? sizeof(Cost) : 0); }

std::size_t EventSorter::block_events() const noexcept { return std::min(largest_block, memory_ / 8 / event_bytes()); }

std::size_t EventSorter::room() const noexcept { return memory_ - block_events() * event_bytes(); }

void EventSorter::add(EventColumns piece) {
  if (piece.arrival.empty()) return;
  has_costs_ = !piece.cost.empty();
  const std::size_t bytes = piece.arrival.capacity() * sizeof(std::int64_t) + piece.cost.capacity() * sizeof(Cost) +
                            sizeof(EventColumns) + Merge::bytes_per_run;
  pieces_.push_back(std::move(piece));
  held_ += bytes;
  largest_piece_ = std::max(largest_piece_, bytes);
  if (held_ + largest_piece_ > room()) spill();
}

EventSorter::Spill::Spill(bool has_costs) {
  if (has_costs) cost.emplace();
}

std::uint64_t EventSorter::Spill::events() const noexcept { return arrival.size() / sizeof(std::int64_t); }

void EventSorter::Spill::append(const Events& events) {
  arrival.append(events.arrival.data(), events.arrival.size_bytes());
  if (cost) cost->append(events.cost.data(), events.cost.size_bytes());
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
  const TemporaryFile* const cost = spill_->cost ? &*spill_->cost : nullptr;
  for (std::size_t run = first; run < first + count; ++run) {
    const std::uint64_t begin = spill_->begins[run];
    const std::uint64_t end = run + 1 < spill_->begins.size() ? spill_->begins[run + 1] : spill_->events();
    merge.add(spill_->arrival, cost, begin, end - begin, buffer / event_bytes());
  }
}

void EventSorter::spill() {
  if (!spill_) spill_ = std::make_unique<Spill>(has_costs_);
  spill_->begins.push_back(spill_->events());
  Merge merge(has_costs_, block_events());
  give_pieces(merge);
  merge.for_each_block([this](const Events& block) { spill_->append(block); });
}

// Leaves fewer and longer runs, in new files.
void EventSorter::merge_runs(std::size_t at_once) {
  auto merged = std::make_unique<Spill>(has_costs_);
  for (std::size_t first = 0; first < spill_->begins.size(); first += at_once) {
    merged->begins.push_back(merged->events());
    Merge merge(has_costs_, block_events());
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
  Merge merge(has_costs_, block_events());
  if (spill_) give_runs(merge, 0, spill_->begins.size(), room() - held_);
  give_pieces(merge);
  merge.for_each_block(take);
}

}  // namespace ratereplay
