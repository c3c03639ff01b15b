#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Prints the commit that the work in this checkout started from: where the branch left main, or on main itself the
# commit before the last. Prints nothing where there is no such commit: no repository, or a shallow clone.
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
for main in origin/HEAD origin/main main; do
    base=$(git merge-base HEAD "$main" 2>/dev/null) || continue
    [[ $base != "$(git rev-parse HEAD)" ]] || base=$(git rev-parse --verify --quiet HEAD^)
    break
done
[[ -z ${base:-} ]] || printf '%s\n' "$base"
