#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "trace/clf_line.hpp"
#include "trace/csv_scanner.hpp"
#include "trace/intake.hpp"
#include "trace/json_line.hpp"
#include "trace/line_scanner.hpp"
#include "trace/mapped_file.hpp"
#include "trace/reading_plan.hpp"
#include "trace/row_sifter.hpp"

namespace ratereplay {

/// Reads the rows of a file that is mapped, on all threads. The file is cut into chunks. Where the first record of
/// a chunk begins is a guess (at the first line that begins like a good row) until the chunk above has been read to its
/// end; a chunk for which it was wrong, or in which anything stopped the reading, is read again from where it does
/// begin, with all that is known by then. So nothing depends on the cuts, whatever the quotes are about.
template <class Scanner>
class MappedReading {
 public:
  /// `scanner`: at its first record, the plan's columns selected.
  MappedReading(const MappedFile& file, const Scanner& scanner, const ReadingPlan& plan, const ReadingMeans& means);

  /// Reads all rows into `intake`. False when it cannot take them.
  bool read(Intake& intake);

  const RowSifter& sifter() const noexcept { return sifter_; }
  /// Chunks that did not have to be read again.
  std::size_t held() const noexcept { return held_; }

 private:
  /// Of the file, with what is guessed of it.
  struct Chunk {
    explicit Chunk(const Scanner& model) : scanner(model) {}

    Scanner scanner;
    std::size_t begin = 0;
    std::size_t stop = 0;
    // When it could be read, from the guess on.
    std::optional<SiftedRows> rows = {};
    std::size_t guess = 0;
    std::optional<Instant> first = {};  ///< of the rows kept, in the order of the file
    std::optional<Instant> last = {};
    Cost cost = 0;
  };

  void cut_chunks(std::size_t most);
  void read_ahead(Chunk& chunk, Way way) const;
  bool guess_start(Chunk& chunk, RowSifter& sifter) const;
  bool falls_back(const Chunk& chunk) const;
  bool holds(const Chunk& chunk) const;
  bool accept(Chunk& chunk, Intake& intake);
  bool read_again(const Chunk& chunk, Intake& intake);

  const MappedFile& file_;
  const ReadingPlan& plan_;
  const ReadingMeans& means_;
  std::string_view text_;
  Scanner scanner_;
  RowSifter sifter_;  ///< as far as all is known
  ScanPosition position_;
  std::vector<Chunk> chunks_;
  std::size_t in_use_ = 0;  ///< of the chunks
  std::size_t held_ = 0;
};

extern template class MappedReading<CsvScanner>;
extern template class MappedReading<LineScanner<ClfLine>>;
extern template class MappedReading<LineScanner<JsonLine>>;

}  // namespace ratereplay
