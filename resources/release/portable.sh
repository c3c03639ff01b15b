#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Makes a folder that runs on any Linux desktop whose C library is not older than this machine's: the installed programs
# with Qt and the other libraries that they need. It has the layout of an AppImage (AppDir). portable.sh BUILD FOLDER
set -euo pipefail
build=$(readlink -f "$1")
folder=$(readlink -m "$2")
here=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")")
id=org.parallelogram.parallelogram

fail() { echo "portable: $*" >&2; exit 1; }
for tool in patchelf qtpaths6 dpkg-query ldd; do
    command -v $tool >/dev/null || fail "there is no $tool here"
done
[[ ! -e $folder ]] || fail "$folder exists"

cmake --install "$build" --prefix "$folder/usr" --component programs --strip >/dev/null
usr=$folder/usr

# Each desktop has its own of these, which fit its drivers, its display and its fonts: the C and C++ libraries, OpenGL,
# X11, Wayland, CUPS, fontconfig and what it is made of.
systems='c|m|dl|rt|pthread|resolv|util|gcc_s|stdc\+\+|GL|GLX|GLdispatch|OpenGL|EGL|gbm|drm|X11|X11-xcb|xcb|wayland-.*'
systems="^(ld-linux.*|lib($systems|cups|fontconfig|freetype|expat|z))\.so"

plugins=$(qtpaths6 --query QT_INSTALL_PLUGINS)
wanted=(platforms/libqxcb.so platforms/libqoffscreen.so platforms/libqwayland-generic.so
    wayland-decoration-client/libbradient.so wayland-shell-integration/libxdg-shell.so
    xcbglintegrations/libqxcb-egl-integration.so xcbglintegrations/libqxcb-glx-integration.so
    printsupport/libcupsprintersupport.so platformthemes/libqxdgdesktopportal.so
    iconengines/libqsvgicon.so imageformats/libqsvg.so
    platforminputcontexts/libcomposeplatforminputcontextplugin.so
    platforminputcontexts/libibusplatforminputcontextplugin.so)
for plugin in "${wanted[@]}"; do
    if [[ -e $plugins/$plugin ]]; then
        mkdir -p "$usr/plugins/$(dirname "$plugin")"
        cp "$plugins/$plugin" "$usr/plugins/$plugin"
    fi
done
[[ -e $usr/plugins/platforms/libqxcb.so ]] || fail "Qt has no plugin for X11 in $plugins"

# Qt's own words in the languages of the window.
mkdir -p "$usr/translations"
cp "$(qtpaths6 --query QT_INSTALL_TRANSLATIONS)"/qtbase_zh_CN.qm "$usr/translations/"
printf '[Paths]\nPrefix=..\nPlugins=plugins\nTranslations=translations\n' >"$usr/bin/qt.conf"

# What these are linked with, themselves or through each other, less the system's own and what only these need.
mapfile -t queue < <(find "$usr/bin" "$usr/plugins" -type f \( -perm /111 -o -name '*.so' \))
declare -A place=() taken=()
while read -r name path; do
    place[$name]=$path
done < <(ldd "${queue[@]}" | awk '$2 == "=>" { print $1, $3 }' | sort -u)
mkdir -p "$usr/lib"
while ((${#queue[@]})); do
    file=${queue[0]}
    queue=("${queue[@]:1}")
    for name in $(patchelf --print-needed "$file"); do
        [[ ! $name =~ $systems && -z ${taken[$name]:-} ]] || continue
        taken[$name]=${place[$name]:-}
        [[ ${taken[$name]} == /* ]] || fail "$file needs $name, which is not installed"
        cp -L "${taken[$name]}" "$usr/lib/"
        queue+=("${taken[$name]}")
    done
done

chmod -R u+w "$usr/lib" "$usr/plugins"
patchelf --set-rpath '$ORIGIN/../lib' "$usr/bin/parallelogram" "$usr/bin/pgram"
find "$usr/lib" -name '*.so*' -exec patchelf --set-rpath '$ORIGIN' {} +
find "$usr/plugins" -name '*.so' -exec patchelf --set-rpath '$ORIGIN/../../lib' {} +

# The licences of what is taken along, and the versions whose sources Debian has.
licences=$usr/share/doc/bundled
mkdir -p "$licences"
packages=()
for library in "${taken[@]}" $(find "$usr/plugins" -name '*.so' -printf "$plugins/%P\n"); do
    file=$(readlink -f "$library")
    # The database has a file where its package put it, with /usr or without.
    package=$( (dpkg-query -S "$file" || dpkg-query -S "${file#/usr}") 2>/dev/null | sed 's/:.*//;q')
    [[ -n $package ]] || fail "no package has $library, whose licence is to be taken along"
    cp "/usr/share/doc/$package/copyright" "$licences/$package"
    packages+=("$package")
done
dpkg-query -W -f '${source:Package} ${source:Version}\n' "${packages[@]}" | sort -u >"$licences/SOURCES"

cp "$here/AppRun" "$here/README" "$folder/"
cp "$usr/share/applications/$id.desktop" "$folder/"
cp "$usr/share/icons/hicolor/scalable/apps/$id.svg" "$folder/"
ln -s "$id.svg" "$folder/.DirIcon"
ln -s usr/bin/parallelogram usr/bin/pgram "$folder/"
