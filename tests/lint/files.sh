#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# files.sh PATTERN…: prints the tracked and new files that match, separated by NUL. In a source archive, which has no
# repository, all files outside of build/ count.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
if git rev-parse --git-dir >/dev/null 2>&1; then
    git ls-files -z --cached --others --exclude-standard -- "$@" |
        while IFS= read -r -d '' file; do
            [[ ! -f $file ]] || printf '%s\0' "$file"
        done
else
    names=()
    for pattern in "$@"; do
        names+=(-o -name "$pattern")
    done
    find . -path ./build -prune -o -type f \( "${names[@]:1}" \) -print0
fi
