// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where this build's sources and programs lie. One translation unit knows them, so that the others compile alike in
// every clone.
#pragma once

#include <filesystem>

namespace pgram {

std::filesystem::path sourceFolder();
/// sourceFolder()/presets.
std::filesystem::path presetsFolder();
/// The command line's program, `pgram`.
const char* pgramProgram();
/// The window's program, `parallelogram`; empty in a build without the window.
const char* windowProgram();

}  // namespace pgram
