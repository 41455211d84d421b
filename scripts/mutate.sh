#!/usr/bin/env bash
# Makes the small mutations that tests/mutations lists in src/limiter, src/metrics and src/sizing, one at a time, and says
# which of them the tests do not notice (about a quarter of an hour). With PATTERNs: those of files whose path holds one.
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need build test
exec python3 "$root/tests/mutations/run.py" "$@"
