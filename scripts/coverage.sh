#!/usr/bin/env bash
# What every test together runs of src/: lines and branches by folder and in all. --show: also where the others are. A
# build of its own with clang 14, and the whole suite (some minutes).
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need build test dialects check
build coverage all
# The preset names this place in the binaries, so that whatever a test starts, in whatever environment, writes there.
profiles=$root/build/coverage/profiles
rm -rf "$profiles"
# What passes in scripts/test.sh may fail here: where the size of files is bounded, or folders and object files are looked
# into, the profiles are met.
run_tests coverage || true
quietly "merging the profiles" llvm-profdata-14 merge -sparse "$profiles"/*.profraw -o "$profiles/all.profdata"
python3 "$root/scripts/coverage.py" "$@" "$profiles/all.profdata" \
  "$root/build/coverage/ratereplay" "$root"/build/coverage/tests/*_tests
