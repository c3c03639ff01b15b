#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Uses the packaged library on an empty Debian: installs the packages, a compiler and whatever the packages depend on;
# then configures, builds and runs the example and the consumer whose headers have the names of headers inside the
# library. The packages must not bring headers of Eigen, fmt, yaml-cpp and toml++. Needs root, debootstrap and Debian's
# package mirror.
# library.sh SUITE PACKAGE.deb…
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
(($# > 1)) || { echo "library.sh SUITE PACKAGE.deb…" >&2; exit 2; }
suite=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root

fail() { echo "library: $*" >&2; exit 1; }

inside() { "$here/empty_root.sh" run "$root" "$@"; }

"$here/empty_root.sh" make "$root" "$suite"
mkdir "$root/root/packages"
cp "$@" "$root/root/packages/"
cp -r "$here/../../examples" "$here/consumer" "$root/root/"
{
    inside apt-get -q update
    inside sh -c 'apt-get -q install -y --no-install-recommends ./packages/*.deb g++ cmake make'
} >"$work/apt.log" 2>&1 || { tail -n 30 "$work/apt.log" >&2; fail "apt could not install the packages and a compiler"; }
for header in eigen3/Eigen/Core fmt/format.h yaml-cpp/yaml.h toml++/toml.h; do
    [[ ! -e $root/usr/include/$header ]] || fail "this Debian has $header: the test would prove nothing"
done

for project in examples consumer; do
    inside cmake -S "$project" -B "build-$project"
    inside cmake --build "build-$project"
done
inside build-examples/plan default default.pgplan.json
inside pgram estimate default.pgplan.json >"$work/estimate.txt" || fail "pgram does not read the example's plan"
inside build-consumer/consumer
echo "library: the example and the consumer run, without the headers of Eigen, fmt, yaml-cpp and toml++"
