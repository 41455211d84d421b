#!/usr/bin/env bash
# Installs what is missing, builds (GCC, optimised) and runs every test. Ends with ctest's own closing lines.
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need build test dialects
build release all -DRATEREPLAY_TESTS=ON
run_tests release
