#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# The Debian package: made from the build, held against the desktop's own checkers, installed into an empty root, used
# from there and removed, which must leave nothing. package.sh BUILD
set -euo pipefail
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "package: $*" >&2; exit 1; }

for tool in cpack dpkg dpkg-deb dpkg-shlibdeps appstreamcli desktop-file-validate xmllint man; do
    command -v "$tool" >/dev/null || { echo "SKIP: there is no $tool here"; exit 0; }
done

cpack --config "$build/CPackConfig.cmake" -B "$work/made" >"$work/cpack.log" 2>&1 || { cat "$work/cpack.log"; fail "cpack failed"; }
package=$(echo "$work"/made/*.deb)
[[ $(dpkg-deb -f "$package" Package) == parallelogram ]] || fail "it has another name"
depends=$(dpkg-deb -f "$package" Depends)
for library in libqt6widgets6 libqt6svg6 libqcustomplot2.1-qt6 libfmt9 libyaml-cpp0.7 libtomlplusplus3 libc6; do
    grep -q "$library" <<<"$depends" || fail "it does not depend on $library: $depends"
done

root=$work/root
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/triggers" "$root/var/log"
touch "$root/var/lib/dpkg/status" "$root/var/lib/dpkg/available"
dpkg=(dpkg --root="$root" --force-not-root --force-depends --force-script-chrootless --log="$work/dpkg.log")
# What it depends on is not in the empty root: said above, and met by the machine on which it runs here.
"${dpkg[@]}" -i "$package" >"$work/install.log" 2>&1 || { cat "$work/install.log"; fail "dpkg could not install it"; }

id=org.parallelogram.parallelogram
share=$root/usr/share
desktop-file-validate "$share/applications/$id.desktop"
appstreamcli validate --no-net "$share/metainfo/$id.metainfo.xml"
xmllint --noout "$share/mime/packages/$id.xml"
for page in parallelogram pgram; do
    said=$(man --warnings -l "$share/man/man1/$page.1.gz" 2>&1 >"$work/$page.txt")
    [[ -z $said ]] || fail "the manual page of $page: $said"
    grep -q '^EXIT STATUS' "$work/$page.txt" || fail "the manual page of $page is cut short"
done
# Every option that the programs list stands in their pages, and every command.
"$root/usr/bin/parallelogram" --help | grep -oE '^  (-h, )?--[a-z-]+' | grep -oE -- '--[a-z-]+' | while read -r option; do
    grep -qe "$option" "$work/parallelogram.txt" || fail "the manual page lacks $option"
done
"$root/usr/bin/pgram" --help | sed -n '/^Subcommands:/,/^$/p' | grep -oE '^  [a-z]+' | while read -r command; do
    grep -qE "pgram $command" "$work/pgram.txt" || fail "the manual page lacks $command"
done

cd "$work"
"$root/usr/bin/pgram" plan --scenario default --out plan.pgplan.json >/dev/null
QT_QPA_PLATFORM=offscreen "$root/usr/bin/parallelogram" --render memory --out memory.svg plan.pgplan.json
[[ -s memory.svg ]] || fail "the installed window drew nothing"

"${dpkg[@]}" -r parallelogram >"$work/remove.log" 2>&1 || { cat "$work/remove.log"; fail "dpkg could not remove it"; }
left=$(find "$root" -path "$root/var" -prune -o -type f -print)
[[ -z $left ]] || fail "removing it left $left"
echo "package: $(basename "$package") installs, runs and goes"
