#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Checks every shell script with shellcheck, but kept outputs and the corpus of the fuzzers.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
if ! command -v shellcheck >/dev/null; then
    echo "shellcheck is not installed"
    exit 1
fi
mapfile -d '' -t scripts < <(tests/lint/files.sh '*.sh' '*.bash' dev .ci/run tests/lint/pre-commit |
    grep -zvE 'tests/(cases|fuzz/corpus)/')
shellcheck --severity=info --exclude=SC2016 "${scripts[@]}"
