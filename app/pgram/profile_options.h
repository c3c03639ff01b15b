// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The options that read a folder of Galvatron's profile files.
#pragma once

#include "core/exchange/profile_question.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace pgram::cli {

/// In the help.
inline constexpr const char* profileGroup = "Galvatron profiles";

/// All but the folder, and those that are the command's own.
/// `sizes`: with --devices, --layers and --hidden, which other commands have for every model.
void addProfileOptions(CLI::App& command, ProfileOptions& options, bool sizes);

}  // namespace pgram::cli
