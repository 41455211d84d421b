// Trace summaries, as they stand and with their checksums made right. What is accepted is the same once it has been
// written again, has a curve, and merges.

#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/error.hpp"
#include "fuzz/fuzz.hpp"
#include "fuzz/memory_file.hpp"
#include "sizing/curve.hpp"
#include "sizing/summary_file.hpp"
#include "sizing/summary_merger.hpp"
#include "trace/binary_form.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

void put(std::string& bytes, std::size_t at, std::uint64_t value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

std::string sealed(std::string bytes) {
  if (bytes.size() < front_bytes + 8) return bytes;
  const std::size_t end = bytes.size() - 8;
  put(bytes, front_bytes - 8, checksum_of(std::string_view(bytes).substr(0, front_bytes - 8)));
  put(bytes, end, checksum_of(std::string_view(bytes).substr(front_bytes, end - front_bytes)));
  return bytes;
}

std::string written(const SummarizedTrace& summarized) {
  std::string bytes;
  write_summary_file(summarized.trace, summarized.cost_column, summarized.segment,
                     [&](std::string_view piece) { bytes += piece; });
  return bytes;
}

std::optional<SummarizedTrace> accepted(const std::string& bytes) {
  static const MemoryFile memory;
  try {
    return read_summary_file(memory.write(bytes));
  } catch (const Error& error) {
    require_shown(error.what());
    return std::nullopt;
  }
}

/// A curve falls, and is the least at its vertices.
void check_curve(const Segment& segment) {
  try {
    const Curve curve(segment.pairs);
    for (std::size_t vertex = 0; vertex < curve.segments(); ++vertex) {
      const Fraction rate = curve.rate(vertex);
      require(curve.at(rate).exact == curve.bucket(vertex), "a curve is at its vertices what they say");
      if (vertex == 0) continue;
      require(curve.rate(vertex - 1) < rate && curve.bucket(vertex - 1) > curve.bucket(vertex), "a curve falls");
      const std::optional<LeastRate> least = curve.least_rate(curve.bucket(vertex));
      require(least && least->per_ns == rate, "the least rate of a vertex's bucket is the vertex's");
    }
  } catch (const Error& error) {
    require_shown(error.what());
  }
}

void check_merged(const std::string& bytes) {
  try {
    SummaryMerger merger;
    SummarizedTrace piece = *accepted(bytes);
    const std::uint64_t events = piece.trace.events;
    const Cost cost = piece.segment.cost;
    merger.add(std::move(piece), "a.rrs");
    merger.add(*accepted(bytes), "b.rrs");
    const SummarizedTrace whole = merger.take();
    require(whole.trace.events == 2 * events && whole.segment.cost == 2 * cost, "what is merged adds up");
    check_curve(whole.segment);
    const std::string merged = written(whole);
    const std::optional<SummarizedTrace> again = accepted(merged);
    require(again.has_value(), "what is merged can be read");
    require(written(*again) == merged && again->segment == whole.segment, "what is merged reads the same");
  } catch (const Error& error) {
    require_shown(error.what());
  }
}

void check(const std::string& bytes) {
  const std::optional<SummarizedTrace> once = accepted(bytes);
  if (!once) return;
  for (const std::string& note : once->trace.notes) require_shown(note);
  for (const std::string& warning : once->trace.warnings) require_shown(warning);
  check_curve(once->segment);
  const std::string copy = written(*once);
  const std::optional<SummarizedTrace> twice = accepted(copy);
  require(twice.has_value(), "a summary that is accepted is accepted once it has been written again");
  require(written(*twice) == copy && twice->segment == once->segment, "a summary reads the same as it is written");
  check_merged(bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(text_of(data, size));
  check(bytes);
  check(sealed(bytes));
  return 0;
}
