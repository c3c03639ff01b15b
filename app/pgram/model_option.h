// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The model of an option: a preset, a model file, or a configuration of another program.
#pragma once

#include "core/base/error.h"
#include "core/model/architecture.h"
#include "core/presets/preset_store.h"

#include <string>

namespace pgram::cli {

/// Reads a model by its preset's name or from its file. A file of another format that holds a model, such as a
/// config.json of Hugging Face, is read as pgram import does, and what it leaves open is said on stderr. Errors: as
/// PresetStore::model(), and those of the format.
[[nodiscard]] Result<Architecture> modelOfOption(const PresetStore& store, const std::string& nameOrFile);

}  // namespace pgram::cli
