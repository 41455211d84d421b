#include "core/perl_pattern.hpp"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <fmt/format.h>
#include <pcre2.h>

#include <array>
#include <new>

#include "core/error.hpp"

namespace ratereplay {

namespace {

PCRE2_SPTR bytes_of(std::string_view text) noexcept { return reinterpret_cast<PCRE2_SPTR>(text.data()); }

}  // namespace

void PerlPattern::Free::operator()(pcre2_code* code) const noexcept { pcre2_code_free(code); }

PerlPattern::PerlPattern(std::string_view pattern, Case letters) {
  int error = 0;
  PCRE2_SIZE offset = 0;
  code_.reset(pcre2_compile(bytes_of(pattern), pattern.size(), letters == Case::any ? PCRE2_CASELESS : 0, &error,
                            &offset, nullptr));
  if (code_) return;
  if (error == PCRE2_ERROR_HEAP_FAILED) throw std::bad_alloc();
  std::array<unsigned char, 256> message{};
  pcre2_get_error_message(error, message.data(), message.size());
  throw Error(fmt::format("{}, behind byte {}", reinterpret_cast<const char*>(message.data()), offset));
}

PerlPattern::Search PerlPattern::search(std::string_view text) const noexcept {
  const std::unique_ptr<pcre2_match_data, void (*)(pcre2_match_data*)> found(
      pcre2_match_data_create_from_pattern(code_.get(), nullptr), pcre2_match_data_free);
  const int result =
      !found ? PCRE2_ERROR_NOMEMORY : pcre2_match(code_.get(), bytes_of(text), text.size(), 0, 0, found.get(), nullptr);
  if (result == PCRE2_ERROR_NOMATCH) return Search::not_found;
  return result < 0 ? Search::given_up : Search::found;
}

}  // namespace ratereplay
