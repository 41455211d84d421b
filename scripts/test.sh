#!/usr/bin/env bash
# Installs what is missing, builds (GCC, optimised) and runs every test. Ends with ctest's own closing lines.
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need build test dialects pages install
build release all -DRATEREPLAY_TESTS=ON
# What opens the pages in their test.
if [[ tests/page/package-lock.json -nt tests/page/node_modules/.package-lock.json ]]; then
  quietly "the installation of tests/page" npm ci --prefix tests/page --no-audit --no-fund
fi
run_tests release
