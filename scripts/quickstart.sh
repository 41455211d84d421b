#!/usr/bin/env bash
# From a bare Debian 12 (as root or with sudo) to a first result: installs what is missing, builds, and replays the
# 189 earthquakes around Kamchatka through every limiter. Quick and quiet when all is there; safe to run again.
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need build
# The tests need more packages than the tool. They stay switched on where scripts/test.sh has been run.
if [[ -f $root/build/release/build.ninja ]]; then
  build release ratereplay
else
  build release ratereplay -DRATEREPLAY_TESTS=OFF
fi

show() {
  echo "\$ ratereplay $*"
  "$root/build/release/ratereplay" "$@"
}
show compare data/kamchatka-2025-07-29.csv --rate 5/h
echo
show size data/kamchatka-2025-07-29.csv --rate 5/h
echo
echo "The tool is build/release/ratereplay; --help says what else it does."
