#include "trace/mapped_reading.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/error.hpp"

namespace ratereplay {

namespace {

// Enough that threads seldom wait for the last of a round, few enough that its text and events stay in the cache.
constexpr std::size_t chunks_a_round = 64;

// Of a chunk in which none of the first rows begins like a good one the start is not looked for any further.
constexpr int most_guesses = 16;

}  // namespace

template <class Scanner>
MappedReading<Scanner>::MappedReading(const MappedFile& file, const Scanner& scanner, const ReadingPlan& plan,
                                      const ReadingMeans& means)
    : file_(file),
      plan_(plan),
      means_(means),
      text_(file.bytes()),
      scanner_(scanner),
      sifter_(plan),
      position_(scanner.position()) {}

template <class Scanner>
bool MappedReading<Scanner>::read(Intake& intake) {
  intake.pass_over(scanner_.passed_over());
  while (position_.offset < text_.size()) {
    const std::size_t begin = position_.offset;
    // Rows can be looked at out of turn once the style of the times is known, and never with --dedupe.
    const bool ahead = sifter_.knows_style() && !plan_.id;
    cut_chunks(ahead ? chunks_a_round : 1);
    intake.run(ahead ? in_use_ : 0, [&](std::size_t chunk) { read_ahead(chunks_[chunk], intake.way()); });
    for (std::size_t i = 0; i < in_use_; ++i) {
      Chunk& chunk = chunks_[i];
      // The last record of a chunk above may have reached over this one.
      if (position_.offset >= chunk.stop) continue;
      const bool held = holds(chunk);
      held_ += held ? 1 : 0;
      if (!(held ? accept(chunk, intake) : read_again(chunk, intake))) return false;
    }
    file_.release(begin, position_.offset);
    if (means_.progress) means_.progress(position_.offset, text_.size());
  }
  sifter_.finish();
  return intake.take(sifter_.hand_over());
}

template <class Scanner>
void MappedReading<Scanner>::cut_chunks(std::size_t most) {
  in_use_ = 0;
  for (std::size_t begin = position_.offset; begin < text_.size() && in_use_ < most; ++in_use_) {
    if (in_use_ == chunks_.size()) chunks_.emplace_back(scanner_);
    Chunk& chunk = chunks_[in_use_];
    chunk.begin = begin;
    chunk.stop = begin + std::min(means_.chunk, text_.size() - begin);
    chunk.rows.reset();
    begin = chunk.stop;
  }
}

template <class Scanner>
void MappedReading<Scanner>::read_ahead(Chunk& chunk, Way way) const {
  RowSifter sifter = sifter_.further_down();
  try {
    if (!guess_start(chunk, sifter)) return;
    chunk.scanner.scan_from({chunk.guess}, chunk.stop);
    Record record;
    while (chunk.scanner.next(record)) {
      // How much may be wasted on mistakes of quoting depends on all that is above.
      if (chunk.scanner.position().wasted > 0) return;
      sifter.take(record);
    }
  } catch (const Error&) {
    return;  // it may be wrong, and its line is: to be found again when the lines above are counted
  }
  SiftedRows rows = sifter.hand_over();
  rows.findings.pass_over(chunk.scanner.passed_over());
  chunk.first.reset();
  if (!rows.kept.arrival.empty()) chunk.first = Instant{rows.kept.arrival.front()};
  chunk.last = sifter.previous();
  chunk.cost = sifter.total_cost();
  if (way == Way::sorted) sort_by_time(rows.kept);
  chunk.rows = std::move(rows);
}

template <class Scanner>
bool MappedReading<Scanner>::guess_start(Chunk& chunk, RowSifter& sifter) const {
  const std::string_view text = text_.substr(0, chunk.stop);
  const auto line_after = [text](std::size_t offset) {
    const std::size_t line_end = text.find('\n', offset);
    return line_end == std::string_view::npos ? text.size() : line_end + 1;
  };
  // Where the reading has come to a record begins, and without a header that may be the first byte of the file.
  const bool known = chunk.begin == position_.offset;
  chunk.guess = known || text[chunk.begin - 1] == '\n' ? chunk.begin : line_after(chunk.begin);
  if constexpr (Scanner::ends_at_line_ends) return true;
  Record record;
  for (int guesses = 0; guesses < most_guesses && chunk.guess < chunk.stop; ++guesses) {
    chunk.scanner.scan_from({chunk.guess}, chunk.stop);
    // Where there are but blank lines, they begin somewhere all the same.
    if (!chunk.scanner.next(record) || sifter.seems_good(record)) return true;
    // Each look at a mistake of quoting may take as long as the longest record.
    if (chunk.scanner.position().wasted > 0) return false;
    chunk.guess = line_after(chunk.guess);
  }
  return false;
}

// Whether its first row kept is before the one kept above.
template <class Scanner>
bool MappedReading<Scanner>::falls_back(const Chunk& chunk) const {
  return chunk.first && sifter_.previous() && *chunk.first < *sifter_.previous();
}

// Whether what was read ahead is what reading in turn would have read, and would not have stopped at.
template <class Scanner>
bool MappedReading<Scanner>::holds(const Chunk& chunk) const {
  if (!chunk.rows || chunk.guess != position_.offset) return false;
  if (chunk.cost > std::numeric_limits<Cost>::max() - sifter_.total_cost()) return false;
  return !(falls_back(chunk) && plan_.options.order == Order::strict);
}

template <class Scanner>
bool MappedReading<Scanner>::accept(Chunk& chunk, Intake& intake) {
  if (falls_back(chunk)) ++chunk.rows->findings.rows.reordered;
  sifter_.skip_rows(chunk.last, chunk.cost);
  const ScanPosition& end = chunk.scanner.position();
  const std::uint64_t lines_above = position_.line - 1;
  position_ = {end.offset, end.line + lines_above, position_.wasted};
  return intake.take(*std::move(chunk.rows), lines_above);
}

template <class Scanner>
bool MappedReading<Scanner>::read_again(const Chunk& chunk, Intake& intake) {
  scanner_.scan_from(position_, chunk.stop);
  Record record;
  while (scanner_.next(record)) sifter_.take(record);
  position_ = scanner_.position();
  SiftedRows rows = sifter_.hand_over();
  rows.findings.pass_over(scanner_.passed_over());
  return intake.take(std::move(rows));
}

template class MappedReading<CsvScanner>;
template class MappedReading<LineScanner<ClfLine>>;
template class MappedReading<LineScanner<JsonLine>>;

}  // namespace ratereplay
