#!/usr/bin/env bash
# ratereplay and its peers side by side on the same generated inputs: medians and ratios, once all have given the same
# answer. --help says what can be chosen.
#   scripts/bench/run.sh --install     installs first what is missing of the peers
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/../common.sh"

from=$PWD # where --json and --keep count from
packages[driver]=python3
wanted=(build driver)
for option in "$@"; do
  case $option in
    --install) wanted+=(peers) ;;
    --help | -h)
      python3 "$root/scripts/bench/run.py" --help
      exit
      ;;
  esac
done
need "${wanted[@]}"

# The tests need more packages than the tool. They stay switched on where scripts/test.sh has been run.
if [[ -f $root/build/release/build.ninja ]]; then
  build release ratereplay
else
  build release ratereplay -DRATEREPLAY_TESTS=OFF
fi
cd "$from"
python3 "$root/scripts/bench/run.py" "$@"
