// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a WhyNot says, in sentences of the window's language. Plain functions.
#pragma once

#include "core/search/questions/why_not.h"

#include <QString>

namespace pgram {

/// "TP8, the rest free".
[[nodiscard]] QString partText(const StrategyPattern& part);
/// The strategy that the answer is about: the one that was asked about, or those of the best plan found for a part,
/// "TP8·SDP4 ckpt and 1 other"; empty where there is none.
[[nodiscard]] QString foundText(const WhyNotQuestion& question, const WhyNot& answer);
/// One line: "+12.4 %: 3.36 s a step beside 2.83 s, mostly communication", or why there is no plan with it.
[[nodiscard]] QString whyNotLine(const WhyNotQuestion& question, const WhyNot& answer);
/// The parts of both steps, what changes elsewhere, and how it was searched: rich text.
[[nodiscard]] QString whyNotDetails(const WhyNotQuestion& question, const WhyNot& answer);

}  // namespace pgram
