# shellcheck shell=bash
# What the other scripts share: the packages, how they are installed, how a step is run quietly. Sourced, with bash.

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jobs=$(nproc)
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# The Debian 12 packages, by what they are needed for.
declare -A packages=(
  [build]='g++ cmake ninja-build libcli11-dev libfccp-dev libfmt-dev nlohmann-json3-dev zlib1g-dev libzstd-dev libxxhash-dev libpcre2-dev libtomlplusplus-dev'
  [test]='catch2 python3 curl'
  [dialects]='golang-go golang-golang-x-time-dev haproxy libguava-java nginx-light openjdk-17-jdk-headless python3-limits redis-server'
  [check]='clang-14 libclang-rt-14-dev llvm-14 clang-format-14 clang-tidy-14 shellcheck'
  [pages]='chromium nodejs npm'
  [install]='dpkg-dev file fish groff-base zsh'
  [peers]='gawk golang-go golang-golang-x-time-dev nodejs npm'
)
# Where node comes from elsewhere, npm comes with it, and Debian's would be in its way.
if command -v npm >/dev/null; then
  packages[pages]=${packages[pages]/ nodejs npm/}
  packages[peers]=${packages[peers]/ nodejs npm/}
fi

# quietly WHAT COMMAND...: runs a command that has nothing to say unless it fails; then its whole log is shown.
quietly() {
  local what=$1
  shift
  if ! "$@" >"$log" 2>&1; then
    cat "$log" >&2
    echo "${0##*/}: $what failed" >&2
    exit 1
  fi
}

# need GROUP...: installs what is missing of these groups, without a question.
need() {
  local group package missing=()
  if ! command -v dpkg-query >/dev/null; then
    return # not Debian: cmake names what it does not find
  fi
  for group in "$@"; do
    for package in ${packages[$group]}; do
      # shellcheck disable=SC2016 # a format of dpkg-query
      if [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then
        missing+=("$package")
      fi
    done
  done
  if ((${#missing[@]} == 0)); then
    return
  fi

  local as_root=()
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
      echo "${0##*/}: packages are missing; as root: apt-get install --no-install-recommends ${missing[*]}" >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  echo "Installing ${missing[*]}"
  quietly "the installation" install_packages "${missing[@]}"
}

install_packages() {
  # A third-party list that cannot be reached is no reason to stop: the install says whether the packages are there.
  "${as_root[@]}" apt-get update || true
  # Tests start the servers that they need; Debian would start one of each when it installs them, but for this policy.
  # shellcheck disable=SC2016 # for the other shell
  "${as_root[@]}" sh -c '
    policy=/usr/sbin/policy-rc.d
    if ! [ -e $policy ]; then
      trap "rm -f $policy" EXIT
      trap "exit 1" HUP INT TERM
      printf "#!/bin/sh\nexit 101\n" >$policy
      chmod +x $policy
    fi
    DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends -o DPkg::Lock::Timeout=120 "$@"
  ' sh "$@" </dev/null
}

# build PRESET TARGET [SETTING...]: configures with the settings and builds in build/PRESET.
build() {
  local preset=$1 target=$2
  shift 2
  cd "$root"
  quietly "configuring ($preset)" cmake --preset "$preset" "$@"
  # By its whole path: by its short name ninja would first look for new source files, and stop there in a dry run.
  if ! ninja -C "build/$preset" -f "$root/build/$preset/build.ninja" -n "$target" 2>/dev/null |
    grep -q '^ninja: no work to do'; then
    echo "Building (a few minutes the first time)"
  fi
  quietly "the build ($preset)" cmake --build --preset "$preset" --target "$target" --parallel "$jobs"
}

# run_tests PRESET: runs every test; shows those that failed, how many were skipped, and ctest's closing lines.
run_tests() {
  local status=0 skipped
  cd "$root"
  ctest --preset "$1" --parallel "$jobs" >"$log" 2>&1 || status=$?
  skipped=$(grep -cE '^[[:space:]]+[0-9]+ - .* \(Skipped\)$' "$log") || true
  awk -v skipped="$skipped" -v shared="${RATEREPLAY_SHARED:-../shared}" '
    /^Test project |^ +Start +[0-9]+: |^ *[0-9]+\/[0-9]+ Test +#.* Passed +[0-9.]+ sec$|^$/ { next }
    /^The following tests did not run:$|^[[:space:]]+[0-9]+ - .* \(Skipped\)$/ { next }
    # A test with what it printed, up to the next one: shown when it has failed.
    /^ *[0-9]+\/[0-9]+ Test +#/ { passed_over = /\*\*\*Skipped/ }
    /^[0-9]+% tests passed, / {
      passed_over = 0
      if (skipped > 0)
        print skipped (skipped == 1 ? " test" : " tests") " skipped: no traces in " shared " (see CONTRIBUTING.md)"
    }
    !passed_over
  ' "$log"
  return "$status"
}
