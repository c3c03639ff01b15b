// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A cluster with something typed into the field at a pointer.
#pragma once

#include "core/presets/cluster_edits.h"

namespace pgram::test {

inline constexpr const char* typingDay = "2026-11-24";

inline Result<Cluster> set(const Cluster& cluster, const std::string& pointer, std::string_view typed)
{
    const FieldPlace place = fieldAt(pointer);
    return withField(cluster, *place.field, place.index, typed, typingDay);
}

}  // namespace pgram::test
