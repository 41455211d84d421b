#include "trace/load.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "core/error.hpp"
#include "trace/binary_form.hpp"
#include "trace/byte_source.hpp"
#include "trace/clf_line.hpp"
#include "trace/collector.hpp"
#include "trace/csv_reader.hpp"
#include "trace/csv_scanner.hpp"
#include "trace/intake.hpp"
#include "trace/json_line.hpp"
#include "trace/line_scanner.hpp"
#include "trace/mapped_file.hpp"
#include "trace/mapped_reading.hpp"
#include "trace/reading_plan.hpp"
#include "trace/record_reader.hpp"
#include "trace/row_sifter.hpp"
#include "trace/rrt_reading.hpp"

namespace ratereplay {

namespace {

// Rows of a stream that are handed on together, fewer where their keys are long, and those after which it is said how
// far it is.
constexpr std::size_t rows_a_block = 65'536;
constexpr std::size_t key_bytes_a_block = std::size_t{4} << 20;
constexpr std::size_t rows_a_look = 1'024;

// Rows that have to be sorted are held. A trace that is expected to be in order is not, when it can be given again.
Way first_way(const ReadingPlan& plan, const ReadingMeans& means, bool can_be_read_again) {
  if (plan.options.order != Order::sort) return Way::straight;
  return can_be_read_again && !means.once && !plan.id ? Way::straight : Way::sorted;
}

template <class Scanner>
std::optional<TraceSummary> read_mapped(const MappedFile& file, const Scanner& scanner, const ReadingPlan& plan,
                                        const ReadingMeans& means, EventConsumer& consumer, Way way) {
  Intake intake(plan, means, consumer, way);
  MappedReading<Scanner> reading(file, scanner, plan, means);
  if (!reading.read(intake)) return std::nullopt;
  return intake.finish(reading.sifter());
}

template <class Scanner>
TraceSummary read_mapped(const MappedFile& file, Scanner scanner, ReadingPlan& plan, const ReadingMeans& means,
                         EventConsumer& consumer) {
  plan.choose_columns(scanner.header());
  scanner.select(plan.selected);
  std::optional<TraceSummary> summary = read_mapped(file, scanner, plan, means, consumer, first_way(plan, means, true));
  if (!summary) summary = read_mapped(file, scanner, plan, means, consumer, Way::sorted);
  return *std::move(summary);
}

ClfLine clf_line(ReadingPlan& plan, std::string_view front) {
  if (front.empty()) throw Error(plan.name + ": an empty file; there is no line of a log in it");
  ClfLine line(front);
  plan.log_format = line.format();
  return line;
}

JsonLine json_line(ReadingPlan& plan, std::string_view front) {
  JsonLine line(front, plan.name, plan.columns_given);
  plan.arrays = line.arrays();
  return line;
}

TraceSummary read_mapped(const MappedFile& file, ReadingPlan& plan, const ReadingMeans& means,
                         EventConsumer& consumer) {
  const std::string_view text = file.bytes();
  const std::string_view front = text.substr(0, front_size);
  plan.choose_input(front);
  switch (plan.input) {
    case InputKind::clf:
      return read_mapped(file, LineScanner(text, clf_line(plan, front)), plan, means, consumer);
    case InputKind::jsonl:
      return read_mapped(file, LineScanner(text, json_line(plan, front)), plan, means, consumer);
    case InputKind::csv:
      break;
  }
  return read_mapped(file, CsvScanner(text, plan.name, plan.delimiter, plan.columns_given), plan, means, consumer);
}

std::unique_ptr<RecordReader> open_reader(ReadingPlan& plan, std::size_t memory) {
  auto source = std::make_unique<SourceWithFront>(open_source(plan.options.source, memory), front_size);
  plan.choose_input(source->front());
  switch (plan.input) {
    case InputKind::clf: {
      ClfLine line = clf_line(plan, source->front());
      return std::make_unique<LineReader<ClfLine>>(std::move(source), std::move(line));
    }
    case InputKind::jsonl: {
      JsonLine line = json_line(plan, source->front());
      return std::make_unique<LineReader<JsonLine>>(std::move(source), std::move(line));
    }
    case InputKind::csv:
      break;
  }
  return std::make_unique<CsvReader>(std::move(source), plan.name, plan.delimiter, plan.columns_given);
}

// `size`: of the source in bytes, 0 when it is not known.
std::optional<TraceSummary> read_stream(RecordReader& reader, std::uint64_t size, const ReadingPlan& plan,
                                        const ReadingMeans& means, EventConsumer& consumer, Way way) {
  Intake intake(plan, means, consumer, way);
  RowSifter sifter(plan);
  Record record;
  std::size_t rows = 0;
  while (reader.next(record)) {
    sifter.take(record);
    ++rows;
    if (rows % rows_a_look == 0 && means.progress) means.progress(reader.bytes_read(), size);
    if (rows % rows_a_block != 0 && sifter.key_bytes() < key_bytes_a_block) continue;
    if (!intake.take(sifter.hand_over())) return std::nullopt;
    intake.run(0, {});
  }
  sifter.finish();
  intake.pass_over(reader.passed_over());
  if (!intake.take(sifter.hand_over())) return std::nullopt;
  return intake.finish(sifter);
}

TraceSummary read_stream(ReadingPlan& plan, const ReadingMeans& means, EventConsumer& consumer) {
  const std::string& source = plan.options.source;
  std::error_code no_file;
  const bool can_be_read_again = source != "-" && std::filesystem::is_regular_file(source, no_file);
  const std::uint64_t size = can_be_read_again ? std::filesystem::file_size(source, no_file) : 0;
  Way way = first_way(plan, means, can_be_read_again);
  while (true) {
    const std::unique_ptr<RecordReader> reader = open_reader(plan, means.memory);
    plan.choose_columns(reader->header());
    reader->select(plan.selected);
    std::optional<TraceSummary> summary = read_stream(*reader, size, plan, means, consumer, way);
    if (summary) return *std::move(summary);
    way = Way::sorted;
  }
}

}  // namespace

TraceSummary read_trace(const LoadOptions& options, const ReadingMeans& means, EventConsumer& consumer) {
  ReadingPlan plan(options);
  std::optional<MappedFile> file = MappedFile::open(options.source);
  if (file && begins_as(rrt_form, file->bytes())) return read_rrt(*std::move(file), plan, means, consumer);
  if (file) return read_mapped(*file, plan, means, consumer);
  return read_stream(plan, means, consumer);
}

Trace load(const LoadOptions& options, const ReadingMeans& means) {
  Trace trace;
  Collector collector(trace);
  trace.summary = read_trace(options, means, collector);
  return trace;
}

Trace load(const LoadOptions& options) {
  Workers alone(1);
  return load(options, {alone});
}

std::vector<std::string> column_names(const LoadOptions& options) {
  ReadingPlan plan(options);
  return open_reader(plan, largest_window)->header();
}

}  // namespace ratereplay
