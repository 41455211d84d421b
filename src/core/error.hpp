#pragma once

#include <stdexcept>

namespace ratereplay {

/// What a user did or a file holds that cannot be worked with. The text is one line that names the
/// place and the mend; main prints it behind "ratereplay: " and exits with 2.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace ratereplay
