#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# The README's commands run, one after the other, and the table it shows is what `compare` prints.
# readme.sh PGRAM README; PARALLELOGRAM_REGENERATE=1 writes the table anew (look at the difference before committing it).
set -euo pipefail
pgram=$1
readme=$(readlink -f "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

commands=$(sed -n 's|^    ./dev cli ||p' "$readme")
[[ -n $commands ]] || { echo "the README has no ./dev cli commands"; exit 1; }
while read -r -a arguments; do
    "$pgram" "${arguments[@]}" >"output-${arguments[0]}" 2>messages || {
        echo "pgram ${arguments[*]}: exit code $?"
        cat messages
        exit 1
    }
done <<<"$commands"

# The first table of the comparison: from its heading to the empty line.
awk '/^  figure/ { on = 1 } on && !NF { exit } on' output-compare | sed 's/ *$//' >table
if [[ -n ${PARALLELOGRAM_REGENERATE:-} ]]; then
    awk 'FNR == NR { table = table $0 "\n"; next }
         /^```/ { inside = !inside; print; if (inside) printf "%s", table; next }
         !inside' table "$readme" >anew
    cat anew >"$readme"
fi
awk '/^```/ { inside = !inside; next } inside' "$readme" | diff -u - table || {
    echo "the README shows other figures than pgram (its lines are marked -)"
    exit 1
}
