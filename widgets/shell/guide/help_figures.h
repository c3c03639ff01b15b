// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tables and numbers in the pages of the help that the program knows better than a text could: of measured runs, fitted
// constants and training frameworks. Plain functions.
#pragma once

#include "widgets/work/fidelity_library.h"

#include <QString>

#include <map>

namespace pgram {

/// What stands in a page's places "{{NAME}}", Markdown, by name; without `data` those of measured runs say that they
/// are on their way.
[[nodiscard]] std::map<QString, QString> figuresOf(const FidelityData* data);

}  // namespace pgram
