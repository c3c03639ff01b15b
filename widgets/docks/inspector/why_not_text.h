// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a WhyNot says, in sentences of the window's language. Plain functions.
#pragma once

#include "core/search/questions/why_not.h"

#include <QString>

namespace pgram {

/// One line: "+12.4 %: 3.36 s a step beside 2.83 s, mostly communication", or why there is no plan with it.
[[nodiscard]] QString whyNotLine(const WhyNotQuestion& question, const WhyNot& answer);
/// The parts of both steps, what changes elsewhere, and how it was searched: rich text.
[[nodiscard]] QString whyNotDetails(const WhyNotQuestion& question, const WhyNot& answer);

}  // namespace pgram
