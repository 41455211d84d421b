#!/usr/bin/env bash
# Builds with clang's TSan and runs every test: half an hour on two cores, so not a part of .ci/run.
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need build test check
build threads all
run_tests threads
