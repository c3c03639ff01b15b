#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Puts the files of a release into a folder, from the last commit and a build of it: the source archive, the Debian
# packages, the portable folder as an archive and, where appimagetool is, as an AppImage, and their checksums. Tries the
# packages and the portable folder on an empty Debian, unless RELEASE_UNTRIED is set. `./dev release` runs it.
# release.sh BUILD OUT PACKAGES…
set -euo pipefail
build=$(readlink -f "$1")
out=$(readlink -m "$2")
shift 2
here=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")")
source=$(readlink -f "$here/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

say() { echo "release: $*"; }
fail() { say "$*" >&2; exit 1; }

cd "$source"
version=$(sed -n 's/^project(Parallelogram VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
arch=$(uname -m)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)

# --- files of every kind, which later versions must read ---------------------------------------------------------------
old=tests/cases/old/${version%.*}
bash tests/cases/old/make.sh "$build/app" "$work/old" || fail "tests/cases/old/make.sh failed"
if [[ ! -e $old ]]; then
    cp -r "$work/old" "$old"
    fail "wrote $old, which is part of the release: commit it and run this again"
fi
diff <(cd "$work/old" && find . -type f | sort) <(cd "$old" && find . -type f | sort) ||
    fail "the programs write other files than $old has: make it anew (tests/cases/old/README.md), unless $version is out"
[[ -z $(git status --porcelain) ]] || fail "there are changes that are not committed, and the archive is of the last commit"

rm -rf "$out"
mkdir -p "$out"
cp "$@" "$out/"
say "packages of Debian $suite: $(cd "$out" && echo *.deb)"
[[ $suite == bookworm ]] || say "these are not for Debian 12: run this on it, too"

# --- the sources -----------------------------------------------------------------------------------------------------------
name=parallelogram-$version
git archive --format=tar --prefix="$name/" HEAD | gzip -9n >"$out/$name.tar.gz"
tar -C "$work" -xf "$out/$name.tar.gz"
cmake -S "$work/$name" -B "$work/configured" -G Ninja >"$work/cmake.log" 2>&1 ||
    { cat "$work/cmake.log"; fail "the source archive cannot be configured"; }
say "sources: $name.tar.gz"

# --- a folder that runs anywhere, as an archive and as an AppImage ---------------------------------------------------------
folder=$work/$name-$arch
bash "$here/portable.sh" "$build" "$folder"
tar -C "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -cf - "$name-$arch" |
    xz -6 -T1 >"$out/$name-$arch.tar.xz"
say "portable folder: $name-$arch.tar.xz"
appimagetool=${APPIMAGETOOL:-appimagetool}
if command -v "$appimagetool" >/dev/null; then
    ARCH=$arch "$appimagetool" --no-appstream "$folder" "$out/$name-$arch.AppImage" >"$work/appimage.log" 2>&1 ||
        { cat "$work/appimage.log"; fail "$appimagetool failed"; }
    say "AppImage: $name-$arch.AppImage"
else
    say "no AppImage: it needs appimagetool and the AppImage runtime, which Debian does not package
         (https://github.com/AppImage/appimagetool). With APPIMAGETOOL set to that program, this makes it of the same
         folder as the archive."
fi

(cd "$out" && sha256sum -- * >SHA256SUMS)

# --- tried where nothing else is installed ---------------------------------------------------------------------------------
if ((EUID != 0)) || ! command -v debootstrap >/dev/null; then
    say "not tried on an empty Debian: that needs root and debootstrap"
elif [[ -z ${RELEASE_UNTRIED:-} ]]; then
    bash tests/install/in_empty_root.sh "$suite" "$out/parallelogram_$version"_*.deb "$out/libparallelogram-dev_$version"_*.deb
    bash tests/install/in_empty_root.sh "$suite" "$out/$name-$arch.tar.xz"
    bash tests/install/library.sh "$suite" "$out/parallelogram_$version"_*.deb "$out/libparallelogram-dev_$version"_*.deb
fi
say "the release is in $out"
