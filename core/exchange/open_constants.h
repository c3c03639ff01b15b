// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of a README that lists a model's constants which a launch folder leaves open.
#pragma once

#include "core/model/architecture.h"

#include <span>
#include <string>
#include <vector>

namespace pgram {

/// A constant that files of a framework have a name for.
struct ConstantSetting {
    std::optional<double> ModelConstants::*value;
    const char* name;   ///< the framework's name
    const char* usual;  ///< value that the framework takes where its files leave it open
};

/// Constants of a model in the files of one framework.
struct WrittenConstants {
    std::string framework;
    std::span<const ConstantSetting> settings;                   ///< all that the files have a name for
    std::vector<std::optional<double> ModelConstants::*> taken;  ///< those that the files give
    bool takesScaling = false;                                   ///< the files give the scaling, too
    std::string others;  ///< a sentence on the constants that the files do not give
};

/// Returns the constants that a user has to fill in or to compare, a sentence each.
[[nodiscard]] std::vector<std::string> openConstants(const Architecture& model, const WrittenConstants& written);

}  // namespace pgram
