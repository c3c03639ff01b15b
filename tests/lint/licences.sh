#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Prints every source file without a licence line. Kept outputs under tests/cases and inputs in
# tests/fuzz/corpus have none.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
missing=$(tests/lint/files.sh '*.h' '*.cpp' '*.sh' '*.bash' '*.py' '*.cmake' CMakeLists.txt '*/CMakeLists.txt' '*.supp' \
    '*.yml' \
    dev .ci/run tests/lint/pre-commit tests/lint/prose tests/lint/tidy tests/bench/compare | grep -zv -e 'tests/cases/' -e 'tests/fuzz/corpus/' |
    xargs -0 grep -L 'SPDX-License-Identifier: GPL-3.0-or-later' || true)
[[ -z $missing ]] || {
    sed 's/$/: no SPDX licence line/' <<<"$missing"
    exit 1
}
