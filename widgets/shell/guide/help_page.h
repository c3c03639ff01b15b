// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The page of the help that says how far to trust the numbers: the text of resources/help with the figures of now.
#pragma once

#include "widgets/work/fidelity_library.h"

#include <QString>

namespace pgram {

/// Markdown in a language of the window; without `data` it says that the figures are on their way.
[[nodiscard]] QString fidelityHelp(const QString& language, const FidelityData* data);

}  // namespace pgram
