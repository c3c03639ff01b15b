#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# The version of CMakeLists.txt is that of both programs, their manual pages, AppStream and the Debian changelog, and the
# day of the release is the same wherever one is named. version.sh BUILD
set -euo pipefail
build=$1
source=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/../..")

version=$(sed -n 's/^project(Parallelogram VERSION \([0-9.]*\) .*/\1/p' "$source/CMakeLists.txt")
day=$(sed -n 's/^set(PARALLELOGRAM_RELEASED \([0-9-]*\))$/\1/p' "$source/CMakeLists.txt")
[[ -n $version && -n $day ]] || { echo "version: CMakeLists.txt names no version and day"; exit 1; }

failed=0
# same WHERE FOUND EXPECTED
same() {
    [[ $2 == "$3" ]] || { echo "version: $1 has '$2' and not '$3'"; failed=1; }
}

same "pgram --version" "$("$build/app/pgram" --version)" "pgram $version"
same "parallelogram --version" "$(QT_QPA_PLATFORM=offscreen "$build/app/parallelogram" --version)" "parallelogram $version"
for page in pgram parallelogram; do
    same "the manual page of $page" "$(zcat "$build/resources/$page.1.gz" | grep -o 'Parallelogram [0-9][0-9.]*' | head -1)" \
        "Parallelogram $version"
done

metainfo=$build/resources/org.parallelogram.parallelogram.metainfo.xml
same "AppStream" "$(grep -o '<release version="[^"]*" date="[^"]*"' "$metainfo" | head -1)" \
    "<release version=\"$version\" date=\"$day\""
# Each picture that AppStream names is in the sources, and as large as it says.
while read -r width height name; do
    same "the picture $name of AppStream" "$(file -b "$source/resources/screenshots/$name" | grep -o '[0-9]* x [0-9]*')" \
        "$width x $height"
done < <(sed -n 's|.*<image .*width="\([0-9]*\)" height="\([0-9]*\)">.*/resources/screenshots/\(.*\)</image>|\1 \2 \3|p' \
    "$metainfo")

changelog=$(zcat "$build/resources/changelog.gz")
same "the Debian changelog" "$(sed -n '1s/^parallelogram (\([^)]*\)).*/\1/p' <<<"$changelog")" "$version"
same "the Debian changelog's last line" "$(sed -n 's/^ -- .*>  //p' <<<"$changelog")" \
    "$(LC_ALL=C date -u -d "$day" '+%a, %d %b %Y %T %z')"

# The documents' version is compared by their own test; the day only here.
if [[ -e $source/CHANGELOG.md ]]; then
    same "the day in CHANGELOG.md" "$(sed -n "s/^## \[\?$version\]\? - //p" "$source/CHANGELOG.md")" "$day"
fi
if [[ -e $source/CITATION.cff ]]; then
    same "the day in CITATION.cff" "$(sed -n 's/^date-released: //p' "$source/CITATION.cff" | tr -d "\"'")" "$day"
fi
exit $failed
