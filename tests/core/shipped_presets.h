// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The presets of the source tree, for tests.
#pragma once

#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/presets/preset_store.h"
#include "tests/places.h"

#include <QtGlobal>

#include <filesystem>

namespace pgram {

inline const PresetStore& shippedPresets()
{
    static const PresetStore presets(presetsFolder());
    return presets;
}

/// The value; the test ends where there is none.
template <typename T>
T loaded(Result<T> result)
{
    if (!result) {
        qFatal("%s", result.error().text().c_str());
    }
    return *std::move(result);
}

inline Json jsonOf(const std::filesystem::path& file)
{
    return loaded(parseJson(loaded(readTextFile(file)), file.string()));
}

}  // namespace pgram
