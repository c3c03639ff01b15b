#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# The Debian packages: made from the build, held against the desktop's own checkers, installed into an empty root, used
# from there and removed, which must leave nothing. package.sh BUILD
set -euo pipefail
build=$(readlink -f "$1")
source=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "package: $*" >&2; exit 1; }

for tool in cpack dpkg dpkg-deb dpkg-shlibdeps dpkg-query appstreamcli desktop-file-validate xmllint man; do
    command -v "$tool" >/dev/null || fail "$tool is not installed (./dev setup installs what tests need)"
done

cpack --config "$build/CPackConfig.cmake" -B "$work/made" >"$work/cpack.log" 2>&1 || { cat "$work/cpack.log"; fail "cpack failed"; }
package=$(echo "$work"/made/parallelogram_*.deb)
library=$(echo "$work"/made/libparallelogram-dev_*.deb)
python=$(echo "$work"/made/python3-parallelogram_*.deb)
[[ $(dpkg-deb -f "$package" Package) == parallelogram ]] || fail "it has another name"
[[ $(dpkg-deb -f "$library" Package) == libparallelogram-dev ]] || fail "the library's has another name"

dpkg-deb -f "$library" Description | sed -n 1p | grep -q ' - library$' || fail "the library's has another description"

# The package depends on all libraries of the programs, and on the plugin for icons, which no library names.
depends=$(dpkg-deb -f "$package" Depends)
objdump -p "$build/app/pgram" "$build/app/parallelogram" | awk '$1 == "NEEDED" { print $2 }' | sort -u >"$work/needed"
[[ $(wc -l <"$work/needed") -gt 5 ]] || fail "objdump lists no libraries of the programs"
ldd "$build/app/pgram" "$build/app/parallelogram" >"$work/linked"
while read -r name; do
    # "libfmt.so.9 => /lib/…/libfmt.so.9 (0x…)", and of the loader "/lib64/ld-linux-x86-64.so.2 (0x…)".
    file=$(readlink -f "$(awk -v name="$name" 'index($0, name) { print $2 == "=>" ? $3 : $1; exit }' "$work/linked")")
    owner=$( (dpkg-query -S "$file" || dpkg-query -S "${file#/usr}") 2>/dev/null | sed 's/:.*//;q')
    [[ -n $owner ]] || fail "no package has $name ($file)"
    tr ',' '\n' <<<"$depends" | awk '{ print $1 }' | grep -qxF "$owner" ||
        fail "it does not depend on $owner, which has $name: $depends"
done <"$work/needed"
grep -q libqt6svg6 <<<"$depends" || fail "it does not depend on libqt6svg6: $depends"

root=$work/root
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/triggers" "$root/var/log"
touch "$root/var/lib/dpkg/status" "$root/var/lib/dpkg/available"
dpkg=(dpkg --root="$root" --force-not-root --force-depends --force-script-chrootless --log="$work/dpkg.log")
# The empty root lacks the dependencies, which are checked above; the programs use those of this machine.
"${dpkg[@]}" -i "$package" "$library" "$python" >"$work/install.log" 2>&1 || { cat "$work/install.log"; fail "dpkg could not install it"; }

# The library is in its own package alone, and no file has a path of the machine that built it.
dpkg-deb -c "$package" >"$work/programs"
dpkg-deb -c "$library" >"$work/library"
! grep -E '\.(h|a|so|cmake)$' "$work/programs" || fail "it has these files of the library"
for file in 'include/parallelogram/search\.h' 'ParallelogramConfig\.cmake' 'libparallelogram\.so'; do
    grep -qE "/$file( |$)" "$work/library" || fail "libparallelogram-dev lacks $file"
done
for path in "$source" "$build"; do
    named=$(grep -rlaF "$path/" "$root/usr" || true)
    [[ -z $named ]] || fail "these files name $path: $named"
done
for program in pgram parallelogram; do
    ! objdump -p "$root/usr/bin/$program" | grep -E 'R(UN)?PATH' || fail "$program looks for libraries elsewhere"
done

id=org.parallelogram.parallelogram
share=$root/usr/share
desktop-file-validate "$share/applications/$id.desktop"
appstreamcli validate --no-net --pedantic "$share/metainfo/$id.metainfo.xml"
xmllint --noout "$share/mime/packages/$id.xml"
for page in parallelogram pgram; do
    said=$(man --warnings -l "$share/man/man1/$page.1.gz" 2>&1 >"$work/$page.txt")
    [[ -z $said ]] || fail "the manual page of $page: $said"
    grep -q '^EXIT STATUS' "$work/$page.txt" || fail "the manual page of $page is cut short"
done
# The manual pages have every option and every command that the programs list.
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

# The Python package finds the presets of the programs' package.
PYTHONPATH=$root/usr/lib/python3/dist-packages PARALLELOGRAM_PRESETS=$root/usr/share/parallelogram/presets /usr/bin/python3 -B -c \
    'import parallelogram; assert parallelogram.estimate("plan.pgplan.json").step_time_s > 0'

"${dpkg[@]}" -r parallelogram libparallelogram-dev python3-parallelogram >"$work/remove.log" 2>&1 || { cat "$work/remove.log"; fail "dpkg could not remove it"; }
left=$(find "$root" -path "$root/var" -prune -o -type f -print)
[[ -z $left ]] || fail "removing it left $left"
echo "package: $(basename "$package"), $(basename "$library") and $(basename "$python") install, run and go"
