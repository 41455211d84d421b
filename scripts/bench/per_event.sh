#!/usr/bin/env bash
# What an event of a trace in memory costs, in a sweep for each configuration: medians of several rounds, taken in
# turn, and their ratio to a floor that is measured beside them.
#   scripts/bench/per_event.sh replay|keyed|curve|sweep|log|policy [ROUNDS]     7 rounds unless told otherwise
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/../common.sh"

bench=${1:-replay}
case $bench in
  replay | keyed | curve | sweep | log | policy) ;;
  *)
    echo "${0##*/}: no such benchmark: $bench; one of replay, keyed, curve, sweep, log, policy" >&2
    exit 2
    ;;
esac

packages[bench]=libbenchmark-dev
need build bench
cd "$root"
quietly "configuring" cmake --preset bench
quietly "the build" cmake --build --preset bench --target "${bench}_bench"

echo "$(uname -sm), $(sed -n 's/^model name[^:]*: //p;T;q' /proc/cpuinfo), $(date -I)"
"build/bench/tests/bench/${bench}_bench" --benchmark_format=json --benchmark_repetitions="${2:-7}" \
  --benchmark_min_time=0.1 --benchmark_enable_random_interleaving=true \
  --benchmark_report_aggregates_only=true 2>"$log" | python3 scripts/bench/per_event.py
