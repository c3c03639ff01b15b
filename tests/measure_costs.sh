#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Measures the processor seconds (user and system, children included) of each of ctest's tests, one after the other, and
# prints those of one second and more, most expensive first. tests/CMakeLists.txt starts tests in that order:
#     tests/measure_costs.sh build/release >costs && mv costs tests/costs.txt
set -euo pipefail
build=$1
TIMEFORMAT='%U %S'
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

ctest --test-dir "$build" -N | sed -n 's/^ *Test *#[0-9]*: //p' >"$work/names"
while read -r name; do
    { time ctest --test-dir "$build" -R "^$name\$" >"$work/log" 2>&1 || cat "$work/log" >&2; } 2>"$work/time"
    sed '$d' "$work/time" >&2
    printf '%s %s\n' "$name" "$(tail -n 1 "$work/time")"
done <"$work/names" >"$work/costs"
awk '{ printf "%s %.1f\n", $1, $2 + $3 }' "$work/costs" | sort -k2,2nr -k1,1 |
    awk '{ all += $2 } $2 >= 1 { print } END { printf "# all %d tests: %.0f s\n", NR, all }'
