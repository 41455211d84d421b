#!/usr/bin/env bash
# Holds the sources against .clang-format and .clang-tidy, and the scripts against shellcheck. Says nothing when all is
# well.
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need build check
cd "$root"

check_format() { find src tests scripts -name '*.[ch]pp' -print0 | xargs -0 clang-format-14 --dry-run -Werror; }

check_tidy() {
  cmake -S . -B build/tidy -G Ninja -DCMAKE_CXX_COMPILER=clang++-14 -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DRATEREPLAY_TESTS=OFF >/dev/null &&
    find src -name '*.cpp' -print0 | xargs -0 -n 1 -P "$jobs" clang-tidy-14 -p build/tidy --quiet 2>&1 |
    sed '/^[0-9]* warnings\{0,1\} generated\.$/d'
}

quietly "shellcheck" shellcheck --external-sources scripts/*.sh scripts/bench/*.sh .ci/run
quietly "clang-format" check_format
quietly "clang-tidy" check_tidy
