#!/usr/bin/env bash
# What each limiter, metric and sizing costs an event of a trace in memory: medians of CPU time on one core, taken in
# turn, and their ratio to the floor, which is reading the times and adding them up.
#   scripts/bench/replay.sh [ROUNDS]     7 rounds unless told otherwise
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/../common.sh"

packages[bench]=libbenchmark-dev
need build bench
cd "$root"
quietly "configuring" cmake --preset bench
quietly "the build" cmake --build --preset bench --target replay_bench

echo "$(uname -sm), $(sed -n 's/^model name[^:]*: //p;T;q' /proc/cpuinfo), $(date -I)"
build/bench/tests/bench/replay_bench --benchmark_format=csv --benchmark_repetitions="${1:-7}" \
  --benchmark_min_time=0.1 --benchmark_enable_random_interleaving=true \
  --benchmark_report_aggregates_only=true 2>"$log" |
  awk -F, '
    $1 ~ /_median"$/ {
      gsub(/^"|_median"$/, "", $1)
      per_event[$1] = 1e9 / $7
    }
    END {
      if (!("sum" in per_event)) exit 1
      printf "%-32s %10s %8s\n", "", "ns/event", "floors"
      for (name in per_event)
        printf "%-32s %10.2f %8.2f\n", name, per_event[name], per_event[name] / per_event["sum"] | "sort"
    }'
