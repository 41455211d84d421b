#pragma once

#include <memory>
#include <string_view>

struct pcre2_real_code_8;

namespace ratereplay {

/// A pattern as Perl has them, by PCRE2 (libpcre2-8), with its limits on how long a search may take.
class PerlPattern {
 public:
  enum class Case { as_written, any };
  enum class Search { found, not_found, given_up };

  /// Throws Error, which says what is wrong and behind which byte, but not with which pattern.
  PerlPattern(std::string_view pattern, Case letters);

  /// Whether it fits somewhere in a text, byte by byte; given_up: that takes more steps or memory than PCRE2 allows.
  Search search(std::string_view text) const noexcept;

 private:
  struct Free {
    void operator()(pcre2_real_code_8* code) const noexcept;
  };
  std::unique_ptr<pcre2_real_code_8, Free> code_;
};

}  // namespace ratereplay
