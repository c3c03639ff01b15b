// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/places.h"

namespace pgram {

std::filesystem::path sourceFolder()
{
    return PARALLELOGRAM_SOURCE_DIR;
}

std::filesystem::path presetsFolder()
{
    return sourceFolder() / "presets";
}

const char* pgramProgram()
{
    return PGRAM_PROGRAM;
}

const char* windowProgram()
{
    return PARALLELOGRAM_PROGRAM;
}

}  // namespace pgram
