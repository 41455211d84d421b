#!/usr/bin/env bash
# Holds the program against the oracle of tests/oracle, which shares no code with it: every variant of every limiter on
# generated traces, and the figures, sizes, curves and grids of a part of them. A line for each, and what differs.
#   scripts/oracle.sh [DECISIONS [SEED]]     1,000,000 decisions of each variant, and as many with costs, and seed 1
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need build test
build release ratereplay
python3 tests/oracle/oracle_test.py 2>"$log" || {
  cat "$log" >&2
  exit 1
}
python3 tests/oracle/hunt.py build/release/ratereplay --decisions "${1:-1000000}" --seed "${2:-1}" \
  --keep build/oracle
