#pragma once

#include <string>
#include <vector>

namespace ratereplay {

/// A logarithmic axis from `least` to `most`, both above 0, the second the larger.
class LogAxis {
 public:
  struct Mark {
    double value;
    std::string label;
  };

  LogAxis(double least, double most) : least_(least), most_(most) {}

  /// 0 at the least, 1 at the most.
  double place_of(double value) const;
  /// The powers of ten within, of `unit`, with that behind each.
  std::vector<Mark> marks(double unit = 1, const std::string& name = "") const;

 private:
  double least_;
  double most_;
};

/// An axis of rates per second, with marks in that of s, min, h and d which suits them best.
std::vector<LogAxis::Mark> rate_marks(double least, double most);

}  // namespace ratereplay
