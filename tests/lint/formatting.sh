#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Compares every source file with what clang-format makes of it; `formatting.sh --fix` formats them. Other versions than
# 14 align some comments in another way.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
format=$(command -v clang-format-14 || command -v clang-format || true)
if [[ -z $format ]] || ! "$format" --version | grep -q 'version 14\.'; then
    echo "clang-format 14 is not installed"
    exit 77
fi
how=(--dry-run -Werror)
[[ ${1:-} != --fix ]] || how=(-i)
tests/lint/files.sh '*.h' '*.cpp' | xargs -0 -n 100 -P "$(nproc)" "$format" "${how[@]}"
