#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# The include rules: a folder includes those before it in the order below and itself, never one after it; the core and
# the command line know no Qt. Prints each line that breaks a rule, and then exits 1.
set -euo pipefail
cd "${1:-$(dirname "$0")/../..}"

find core validation studies traces widgets app -name '*.h' -print0 -o -name '*.cpp' -print0 | xargs -0 awk '
BEGIN {
    count = split("core/base core/slicing core/swapping core/model core/cluster core/presets core/serving core/strategy core/cost core/schedule core/plan core/frameworks " \
                  "core/search/task core/search/stage core/search/pipeline core/search/outer core/search " \
                  "core/questions core/fidelity core/galvatron core/exchange core/lessons core/include " \
                  "validation/hosted validation/measurements validation/galvatron validation/learning validation/methods validation/systems studies traces " \
                  "widgets/theme widgets/kit widgets/work widgets/document widgets/views/common VIEW " \
                  "widgets/views/compare widgets/views widgets/docks/common DOCK widgets/shell/settings widgets/shell/frame " \
                  "widgets/shell/actions widgets/shell/report widgets/shell/files widgets/shell/guide widgets/shell/teach widgets/shell/window " \
                  "widgets/shell/session app/pgram app/python app/parallelogram", order, " ")
    for (i = 1; i <= count; ++i)
        rank[order[i]] = i
}
# Two folders down where the second level has folders: search, views, docks, shell.
function folderOf(path,    parts) {
    split(path, parts, "/")
    if (parts[1] ~ /^(studies|traces)$/)
        return parts[1]
    if (parts[2] ~ /^(search|views|docks|shell)$/ && parts[3] !~ /[.]/)
        return parts[1] "/" parts[2] "/" parts[3]
    return parts[1] "/" parts[2]
}
# Views and docks are of one rank each, and know nothing of their neighbours.
function rankOf(folder) {
    if (folder in rank)
        return rank[folder]
    if (folder ~ /^widgets\/views\//)
        return rank["VIEW"]
    if (folder ~ /^widgets\/docks/)
        return rank["DOCK"]
    return 0
}
function complain(why) {
    print FILENAME ":" FNR ": " why ": " $0
    broken = 1
}
/^[ \t]*#[ \t]*include/ {
    here = folderOf(FILENAME)
    if (match($0, /"[^"]+"/)) {
        there = folderOf(substr($0, RSTART + 1, RLENGTH - 2))
        if (rankOf(there) > rankOf(here) || (there != here && there ~ /^widgets/ && rankOf(there) == rankOf(here)))
            complain(here " must not include " there)
        if (here ~ /^app\/p(gram|ython)$/ && there ~ /^widgets/)
            complain("the command line must not include widgets")
    }
    if (here !~ /^widgets/ && here != "app/parallelogram" && /<(Q[A-Z]|Qt|qcustomplot)|"qcustomplot/)
        complain(here " must not include Qt")
}
END { exit broken }'
