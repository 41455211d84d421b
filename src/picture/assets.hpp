#pragma once

#include <string_view>

namespace ratereplay {

// The files of src/picture/page and src/picture/vendor, put into the program when it is built: see cmake/embed.cmake.

std::string_view page_template() noexcept;
std::string_view page_style() noexcept;
std::string_view page_script() noexcept;  ///< all of the page's own, one behind another
std::string_view uplot_style() noexcept;
std::string_view uplot_script() noexcept;
std::string_view uplot_licence() noexcept;

}  // namespace ratereplay
