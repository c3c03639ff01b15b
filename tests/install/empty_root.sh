#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Makes a root of Debian with nothing but its base system, and runs commands inside it. Needs root, debootstrap and
# Debian's package mirror.
#
#   empty_root.sh make ROOT [SUITE]   makes the folder ROOT: Debian 12 (bookworm), or the suite named
#   empty_root.sh run ROOT COMMAND…   runs a command inside ROOT, in its folder /root
#
# A first `make` takes a minute or two and keeps an archive of the root, from which later ones are unpacked. `run` mounts
# /proc and /dev for the time of the command alone: ROOT can be removed at any time.
#
#   PARALLELOGRAM_MIRROR   the mirror, when it is not that of this machine's apt
#   PARALLELOGRAM_ROOTS    the folder of kept archives, ~/.cache/parallelogram/roots by default
set -euo pipefail

fail() { echo "empty_root: $*" >&2; exit 1; }

# Prints the mirror from which this machine's apt gets Debian.
mirror() {
    local found
    found=$(apt-get indextargets --format '$(ORIGIN) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
        sed -n '\|^Debian .*/debian/*$|{s/^Debian //;p;q}')
    echo "${PARALLELOGRAM_MIRROR:-${found:-http://deb.debian.org/debian}}"
}

make_root() {
    local root=$1 suite=${2:-bookworm} archives=${PARALLELOGRAM_ROOTS:-${XDG_CACHE_HOME:-$HOME/.cache}/parallelogram/roots}
    local archive=$archives/$suite.tar
    ((EUID == 0)) || fail "a root of Debian can be made by root alone"
    command -v debootstrap >/dev/null || fail "there is no debootstrap here: apt-get install debootstrap"
    [[ ! -e $root ]] || fail "$root exists"
    mkdir -p "$root" "$archives"
    if [[ ! -e $archive ]]; then
        local log=$archives/$suite.log fresh
        fresh=$(mktemp -d "$archives/$suite.XXXXXX")
        debootstrap --variant=minbase "$suite" "$fresh/root" "$(mirror)" >"$log" 2>&1 || {
            tail "$log" >&2
            rm -rf "$fresh"
            fail "debootstrap could not make $suite; its messages are in $log"
        }
        # No package starts a service, and apt keeps no downloaded packages.
        printf '#!/bin/sh\nexit 101\n' >"$fresh/root/usr/sbin/policy-rc.d"
        chmod +x "$fresh/root/usr/sbin/policy-rc.d"
        rm -f "$fresh"/root/var/cache/apt/archives/*.deb
        tar -C "$fresh/root" --numeric-owner -cf "$fresh/root.tar" .
        mv "$fresh/root.tar" "$archive"
        rm -rf "$fresh"
    fi
    tar -C "$root" --numeric-owner -xpf "$archive"
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
}

# The mounts belong to a namespace of their own, which ends with the command.
run_in() {
    local root=$1
    shift
    ((EUID == 0)) || fail "a command can be run inside a root of Debian by root alone"
    [[ -x $root/bin/sh ]] || fail "$root is not a root of Debian"
    # shellcheck disable=SC2016 # the inner shell expands them
    unshare --mount --propagation private bash -c '
        root=$1
        shift
        mount -t proc proc "$root/proc"
        mount --rbind /dev "$root/dev"
        exec chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
            LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive sh -c "cd /root && exec \"\$@\"" sh "$@"
    ' bash "$root" "$@"
}

case ${1:-} in
    make) (($# == 2 || $# == 3)) || fail "make ROOT [SUITE]"; make_root "${@:2}" ;;
    run) (($# >= 3)) || fail "run ROOT COMMAND…"; run_in "${@:2}" ;;
    *) fail "make ROOT [SUITE], or run ROOT COMMAND…" ;;
esac
