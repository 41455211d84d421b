#include "sizing/summary_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "trace/binary_form.hpp"
#include "trace/byte_source.hpp"
#include "trace/mapped_file.hpp"
#include "trace/source_file.hpp"
#include "trace/summary_text.hpp"

namespace ratereplay {

namespace {

/// What stands in front of it, beside what every form says there.
struct OwnFront {
  std::uint64_t starts;
  std::uint64_t ends;
  std::uint64_t pairs;
  std::uint64_t text_bytes;
  std::uint32_t columns;
  std::uint32_t reserved;
};

/// What stands behind the front.
struct Totals {
  std::uint64_t trace_events;
  std::int64_t first;
  std::int64_t last;
  Cost total_cost;
  Cost largest_cost;
  std::uint64_t events;  ///< of cost >= 1
};

static_assert(sizeof(OwnFront) == own_front_bytes && sizeof(Totals) == 48);
static_assert(sizeof(Corner) == 24 && std::is_trivially_copyable_v<Corner> && offsetof(Corner, at) == 0 &&
                  offsetof(Corner, cost) == 8 && offsetof(Corner, events) == 16,
              "corners are written as they lie in memory");
static_assert(sizeof(Witness) == 32 && std::is_trivially_copyable_v<Witness> && offsetof(Witness, first) == 0 &&
                  offsetof(Witness, last) == 8 && offsetof(Witness, events) == 16 && offsetof(Witness, cost) == 24,
              "intervals are written as they lie in memory");

// No file has as many corners or intervals; with fewer, no size overflows.
constexpr std::uint64_t uncountable = std::uint64_t{1} << 56;

/// Where the parts of a file begin, and its size.
struct Layout {
  OwnFront front{};
  std::uint64_t starts = front_bytes + sizeof(Totals);
  std::uint64_t ends = 0;
  std::uint64_t pairs = 0;
  std::uint64_t text = 0;
  std::uint64_t checksum = 0;
  std::uint64_t size = 0;
};

[[noreturn]] void refuse_cut(const std::string& name) { refuse(summary_form, name, "the trace summary is cut short"); }

/// As the front tells; `bytes` may end behind it.
Layout layout_of(std::string_view bytes, const std::string& name) {
  if (begins_as(rrt_form, bytes)) {
    throw Error(fmt::format("{}: is a {}, not a {}; {}", name, rrt_form.noun, summary_form.noun, summary_form.first));
  }
  check_front(summary_form, bytes, front_bytes, name);
  Layout layout;
  const OwnFront front = layout.front = read_as<OwnFront>(bytes, own_front_offset);
  if ((front.columns != 1 && front.columns != 2) || front.reserved != 0 || front.text_bytes > longest_summary_text) {
    refuse(summary_form, name, "the front of the trace summary is not as ratereplay writes it");
  }
  if (std::max({front.starts, front.ends, front.pairs}) >= uncountable) refuse_cut(name);
  layout.ends = layout.starts + front.starts * sizeof(Corner);
  layout.pairs = layout.ends + front.ends * sizeof(Corner);
  layout.text = layout.pairs + front.pairs * sizeof(Witness);
  layout.checksum = layout.text + front.text_bytes;
  layout.size = layout.checksum + sizeof(std::uint64_t);
  return layout;
}

/// The bytes of a summary that comes as a stream: no more of them than its front tells, and one to see that nothing
/// follows.
std::string read_stream(ByteSource& source, const std::string& name) {
  std::string bytes(front_bytes, '\0');
  bytes.resize(source.fill(bytes.data(), bytes.size()));
  const std::uint64_t wanted = layout_of(bytes, name).size + 1;
  // In steps, as a front may tell of more than there is.
  constexpr std::uint64_t step = std::uint64_t{1} << 20;
  while (bytes.size() < wanted) {
    const std::size_t had = bytes.size();
    bytes.resize(had + std::min(step, wanted - had));
    const std::size_t come = source.fill(bytes.data() + had, bytes.size() - had);
    if (come == bytes.size() - had) continue;
    bytes.resize(had + come);
    break;
  }
  return bytes;
}

/// Takes apart the bytes of a file that `name` names. Whoever made the checksums may have made up the rest: nothing is
/// relied on before it is checked, and no sum can overflow.
class SummaryParser {
 public:
  SummaryParser(std::string_view bytes, const std::string& name)
      : bytes_(bytes), name_(name), layout_(layout_of(bytes, name)) {
    if (bytes.size() < layout_.size) refuse_cut(name);
    if (bytes.size() > layout_.size) refuse(summary_form, name, "something follows the trace summary");
    const std::string_view summed = bytes.substr(front_bytes, layout_.checksum - front_bytes);
    if (read_as<std::uint64_t>(bytes, layout_.checksum) != checksum_of(summed)) {
      refuse(summary_form, name, "the trace summary is altered");
    }
    totals_ = read_as<Totals>(bytes, front_bytes);
  }

  SummarizedTrace summary() const {
    std::optional<KeptSummary> kept = read_summary_text(bytes_.substr(layout_.text, layout_.front.text_bytes));
    if (!kept) refuse(summary_form, name_, "the text in the trace summary is not as ratereplay writes it");
    if (!is_of_events(*kept, totals_.trace_events, has_costs())) refuse_contents();

    SummarizedTrace result{std::move(kept->trace), std::move(kept->cost_column), {}};
    TraceSummary& trace = result.trace;
    trace.events = totals_.trace_events;
    trace.has_costs = has_costs();
    if (trace.events > 0) {
      trace.extent = {Instant{totals_.first}, Instant{totals_.last}, totals_.largest_cost, totals_.total_cost,
                      !trace.has_costs};
    }
    check_totals();
    result.segment = segment();
    return result;
  }

 private:
  bool has_costs() const noexcept { return layout_.front.columns == 2; }
  [[noreturn]] void refuse_contents() const {
    refuse(summary_form, name_, "the trace summary holds what cannot be of one trace");
  }
  void require(bool holds) const {
    if (!holds) refuse_contents();
  }

  void check_totals() const {
    if (totals_.trace_events == 0) {
      require(totals_.first == 0 && totals_.last == 0 && totals_.total_cost == 0 && totals_.largest_cost == 0 &&
              totals_.events == 0);
      return;
    }
    require(totals_.first <= totals_.last && totals_.largest_cost >= 0 && totals_.total_cost >= totals_.largest_cost);
    require(totals_.events <= totals_.trace_events && can_hold(totals_.events, totals_.total_cost));
    require(has_costs() || (totals_.events == totals_.trace_events && totals_.largest_cost == 1));
  }

  /// Whether so many events of cost >= 1 can cost so much together.
  bool can_hold(std::uint64_t events, Cost cost) const noexcept {
    if (events == 0 || cost <= 0 || totals_.largest_cost == 0) return events == 0 && cost == 0;
    const auto size = static_cast<std::uint64_t>(cost);
    return events <= size && (size - 1) / static_cast<std::uint64_t>(totals_.largest_cost) < events;
  }

  template <Side side>
  CornerHull<side> hull(std::uint64_t offset, std::uint64_t count) const {
    CornerHull<side> hull;
    for (std::size_t i = 0; i < count; ++i) {
      const auto corner = read_as<Corner>(bytes_, offset + i * sizeof(Corner));
      require(corner.at.ns >= totals_.first && corner.at.ns <= totals_.last && corner.cost <= totals_.total_cost &&
              corner.events <= totals_.events && can_hold(corner.events, corner.cost) &&
              can_hold(totals_.events - corner.events, totals_.total_cost - corner.cost));
      if (i > 0) {
        const Corner& before = hull.corners().back();
        require(corner.at >= before.at && corner.cost > before.cost && corner.events > before.events &&
                can_hold(corner.events - before.events, corner.cost - before.cost));
      }
      hull.add(corner);
      // One that is of the hull stays where it is put, and takes no other away.
      require(hull.corners().size() == i + 1);
    }
    return hull;
  }

  PairHull pairs(const Witness& all) const {
    PairHull hull;
    hull.reserve(layout_.front.pairs);
    for (std::size_t i = 0; i < layout_.front.pairs; ++i) {
      const auto interval = read_as<Witness>(bytes_, layout_.pairs + i * sizeof(Witness));
      require(interval.first >= all.first && interval.first <= interval.last && interval.last <= all.last &&
              interval.cost > 0 && interval.cost <= all.cost && interval.events <= all.events &&
              can_hold(interval.events, interval.cost));
      require(i == 0 ? interval.length() == Duration{0} && interval.cost >= totals_.largest_cost
                     : interval.length() > hull.back().length() && interval.cost > hull.back().cost);
      add(hull, interval);
      require(hull.size() == i + 1);
    }
    return hull;
  }

  Segment segment() const {
    const OwnFront& front = layout_.front;
    Segment segment;
    segment.cost = totals_.total_cost;
    segment.events = totals_.events;
    const bool empty = segment.events == 0;
    require((front.starts == 0) == empty && (front.ends == 0) == empty && (front.pairs == 0) == empty);
    if (empty) return segment;
    segment.starts = hull<Side::start>(layout_.starts, front.starts);
    segment.ends = hull<Side::end>(layout_.ends, front.ends);
    // The first event is the first start and the last one the last end, and no interval costs more than from one to the
    // other.
    const Corner& first = segment.starts.corners().front();
    const Corner& last = segment.ends.corners().back();
    require(first.events == 0 && last.events == segment.events && first.at <= last.at);
    require(segment.starts.corners().back().events < segment.events && segment.ends.corners().front().events > 0 &&
            segment.starts.corners().back().at <= last.at && segment.ends.corners().front().at >= first.at);
    const Witness all{first.at, last.at, segment.events, segment.cost};
    segment.pairs = pairs(all);
    require(segment.pairs.back() == all);
    return segment;
  }

  std::string_view bytes_;
  const std::string& name_;
  Layout layout_;
  Totals totals_{};
};

}  // namespace

void write_summary_file(const TraceSummary& trace, const std::string& cost_column, const Segment& segment,
                        const Sink& sink) {
  const std::string text = summary_text(trace, cost_column);
  if (text.size() > longest_summary_text) {
    throw Error(
        fmt::format("{}: the notes on the trace are longer than a trace summary can hold ({} bytes); merge "
                    "fewer pieces",
                    display_name(trace.source), longest_summary_text));
  }
  const std::vector<Corner>& starts = segment.starts.corners();
  const std::vector<Corner>& ends = segment.ends.corners();
  const OwnFront own{starts.size(), ends.size(), segment.pairs.size(), text.size(), trace.has_costs ? 2U : 1U, 0};
  Totals totals{};
  if (trace.events > 0) {
    const Extent& extent = trace.extent;
    totals = {trace.events, extent.first.ns, extent.last.ns, extent.total_cost, extent.largest_cost, segment.events};
  }
  sink(front_of(summary_form, bytes_of(own)));
  Checksum checksum;
  for (const std::string_view bytes :
       {bytes_of(totals), bytes_of(starts), bytes_of(ends), bytes_of(segment.pairs), std::string_view(text)}) {
    checksum.add(bytes);
    sink(bytes);
  }
  const std::uint64_t sum = checksum.value();
  sink(bytes_of(sum));
}

SummarizedTrace read_summary_file(const std::string& source) {
  const std::string name = display_name(source);
  if (const std::optional<MappedFile> file = MappedFile::open(source))
    return SummaryParser(file->bytes(), name).summary();
  return SummaryParser(read_stream(*open_source(source), name), name).summary();
}

}  // namespace ratereplay
