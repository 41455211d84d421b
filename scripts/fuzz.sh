#!/usr/bin/env bash
# Builds the fuzz targets and runs each for so many seconds, as many at once as there are processors. What they learn
# stays in build/fuzz-corpus and what they find in build/fuzz-findings.
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  echo "usage: scripts/fuzz.sh SECONDS [TARGET...]; the targets are ${all[*]}" >&2
  exit 2
}

fuzz=$root/tests/fuzz
build_dir=$root/build/fuzz/tests/fuzz
corpus=$root/build/fuzz-corpus
findings=$root/build/fuzz-findings

all=()
for source in "$fuzz"/*_fuzz.cpp; do
  name=${source##*/}
  all+=("${name%_fuzz.cpp}")
done
[[ ${1-} =~ ^[1-9][0-9]*$ ]] || usage
seconds=$1
shift
targets=("${@:-${all[@]}}")
for target in "${targets[@]}"; do
  [[ -f $fuzz/${target}_fuzz.cpp ]] || usage
done

need build check
build fuzz fuzz_targets

# hunt TARGET: runs it, and prints what came of it in one line.
hunt() {
  local target=$1 options=() status=0 run=$corpus/$1.log found
  mkdir -p "$corpus/$target" "$findings"
  mapfile -t options <"$build_dir/$target.options"
  # It adds to the first folder, and learns from the second.
  "$build_dir/${target}_fuzz" "${options[@]}" -max_total_time="$seconds" -rss_limit_mb=1024 -print_final_stats=1 \
    -artifact_prefix="$findings/$target-" "$corpus/$target" "$fuzz/corpus/$target" >"$run" 2>&1 || status=$?

  found=$(sed -n 's/.*Test unit written to //p' "$run" | tail -1)
  awk -v target="$target" -v status="$status" '
    / cov: / { for (i = 1; i < NF; ++i) { if ($i == "cov:") coverage = $(i + 1); if ($i == "corp:") held = $(i + 1) } }
    /^stat::number_of_executed_units:/ { runs = $2 }
    /^stat::average_exec_per_sec:/ { speed = $2 }
    END {
      sub("/.*", "", held)
      printf "%-11s %10d runs %7d/s  coverage %6d  corpus %5d  %s\n", target, runs, speed, coverage, held,
        status == 0 ? "no finding" : "A FINDING"
    }' "$run"
  if ((status != 0)); then
    grep -m 1 -A 6 -E 'does not hold: |runtime error: |ERROR: ' "$run" | cut -c 1-300 | sed 's/^/    /'
    echo "    again: ${build_dir#"$root"/}/${target}_fuzz ${found#"$root"/}"
  fi
  return "$status"
}

found=0
running=0
for target in "${targets[@]}"; do
  if ((running == jobs)); then
    wait -n || found=1
    ((--running)) || true
  fi
  hunt "$target" &
  ((++running))
done
while ((running > 0)); do
  wait -n || found=1
  ((--running)) || true
done
exit "$found"
