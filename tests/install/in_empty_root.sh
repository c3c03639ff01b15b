#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# The packages on an empty Debian: apt installs them with what they depend on, the programs plan and draw, without a
# display and on one, and removing them leaves nothing. A portable folder does the same on an empty Debian that has what
# every desktop has, with nothing of ours installed.
# Needs root and Debian's mirror. in_empty_root.sh SUITE FILE…: FILEs are .deb packages or a portable .tar.xz
set -euo pipefail
here=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")")
suite=$1
shift
work=$(mktemp -d)
root=$work/root
trap 'rm -rf "$work"' EXIT

fail() { echo "in_empty_root: $*" >&2; exit 1; }
in_root() { bash "$here/empty_root.sh" run "$root" "$@"; }

bash "$here/empty_root.sh" make "$root" "$suite"
echo "in_empty_root: Debian $(cat "$root/etc/debian_version")"
cp "$@" "$root/root/"
in_root apt-get -q update >"$work/log" 2>&1 || { cat "$work/log"; fail "apt-get update"; }

# install PACKAGES: with what they recommend, as a user does.
install() {
    in_root apt-get install -q -y "$@" >"$work/log" 2>&1 || { tail -40 "$work/log"; fail "apt-get install $*"; }
    echo "in_empty_root: apt-get install $*: $(grep -c '^Setting up' "$work/log") packages"
}

packages=()
for file in "$@"; do
    [[ $file != *.deb ]] || packages+=("./$(basename "$file")")
done
if ((${#packages[@]})); then
    install "${packages[@]}"
    programs=/usr/bin
else
    install --no-install-recommends xz-utils libstdc++6 libgl1 libegl1 libopengl0 libx11-xcb1 libwayland-cursor0 \
        libfontconfig1 fonts-dejavu-core
    in_root tar -xf "$(basename "$1")"
    programs=/root/$(basename "$1" .tar.xz)
fi

plan=$(in_root "$programs/pgram" plan --scenario default --out plan.pgplan.json)
grep -E 'stages|throughput' <<<"$plan"
grep -q '4 stages of 2 devices' <<<"$plan" || fail "pgram planned otherwise: $plan"
[[ -s $root/root/plan.pgplan.json ]] || fail "pgram wrote no plan"
# draw PICTURE COMMAND…: draws the window with this plan; runs the program by COMMAND.
draw() {
    local picture=$1 file=$root/root/$1
    in_root "${@:2}" "$programs/parallelogram" --screenshot "$picture" plan.pgplan.json 2>"$work/log" ||
        { cat "$work/log"; fail "the window drew nothing"; }
    echo "in_empty_root: $picture: $(file -b "$file"), $(stat -c %s "$file") bytes"
    file -b "$file" | grep -q '1280 x 800' || fail "the picture has another size"
    # An empty window of that size has a tenth of it.
    (($(stat -c %s "$file") > 100000)) || fail "the picture has next to nothing on it"
}
draw offscreen.png env QT_QPA_PLATFORM=offscreen
install --no-install-recommends xvfb xauth
draw display.png xvfb-run -a env QT_QPA_PLATFORM=xcb

if ((${#packages[@]})); then
    names=$(for file in "$@"; do dpkg-deb -f "$file" Package; done)
    # shellcheck disable=SC2086 # several names
    in_root apt-get purge -q -y $names >"$work/log" 2>&1 || { cat "$work/log"; fail "apt-get purge"; }
    left=$(find "$root/usr" "$root/etc" -iname '*parallelogram*' -o -name pgram -o -name 'pgram.*')
    [[ -z $left ]] || fail "removing them left $left"
    echo "in_empty_root: purged, nothing is left"
fi
