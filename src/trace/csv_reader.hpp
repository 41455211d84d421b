#pragma once

#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "trace/csv_framer.hpp"
#include "trace/record_reader.hpp"

namespace ratereplay {

/// CSV by fast-cpp-csv-parser (Ben Strasser), which is fed with what CsvFramer makes of any source.
class CsvReader final : public RecordReader {
 public:
  /// `columns`: of a file without a header. Throws Error when there is none.
  CsvReader(std::unique_ptr<ByteSource> source, const std::string& name, char delimiter,
            const std::vector<std::string>& columns = {});
  ~CsvReader() override;

  const std::vector<std::string>& header() const noexcept override { return framer_.header(); }
  void select(std::vector<std::size_t> columns) override;
  bool next(Record& record) override;
  PassedOver passed_over() const noexcept override { return framer_.passed_over(); }
  std::uint64_t bytes_read() const noexcept override { return framer_.bytes_read(); }

 private:
  class Feed;
  struct Parser;

  void read_cells(const FramedFacts& facts, Record& record);

  CsvFramer framer_;
  std::size_t columns_ = 0;
  FactsAhead facts_;            ///< of the records that the parser has read ahead
  std::exception_ptr failure_;  ///< of the source; thrown when the records before it are used up
  std::string kept_cells_;      ///< of a record that takes several lines
  std::unique_ptr<Parser> parser_;
};

}  // namespace ratereplay
