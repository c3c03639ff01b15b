#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Prints every call of a function that reads or writes numbers, or changes letters, by the locale of the user: under a
# German one std::atof("0.5") is 0, under a Turkish one std::tolower('I') is 'I'. The window has the user's locale.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
names='atof|strto(d|f|ld)|sto(d|f|ld)|[sf]?scanf|s?n?printf|(to|is)(lower|upper)|is(alpha|alnum|digit|space|punct)|strftime|setlocale'
found=$(tests/lint/files.sh 'core/*.h' 'core/*.cpp' 'validation/*.h' 'validation/*.cpp' 'studies/*.h' 'studies/*.cpp' \
    'traces/*.h' 'traces/*.cpp' 'app/*.h' 'app/*.cpp' 'widgets/*.h' 'widgets/*.cpp' |
    xargs -0 grep -nE "(std::|[^A-Za-z0-9_:.>\"])($names)\(" || true)
[[ -z $found ]] || {
    sed 's/$/   depends on the locale: take core\/base\/ascii.h, decimalNumber() or fmt/' <<<"$found"
    exit 1
}
