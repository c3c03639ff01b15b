// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the What-if view shows: the numbers of a question that can be varied, over which range, and the best plan at
// each value as figures. Plain values and functions.
#pragma once

#include "core/search/questions/sweep.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/ticks.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace pgram {

/// A number of the question, as people read it: its value over `scale`, in `unit`.
struct WhatIfNumber {
    std::string what;  ///< as SweepAxis has it
    QString title;
    QString unit;  ///< empty = a count
    double scale = 1;
    double now = 0;
    /// Counts are doubled and halved; what is measured is varied in equal shares.
    [[nodiscard]] bool isCount() const { return unit.isEmpty(); }
};

/// In the order in which they are offered: links, device, then what is asked.
[[nodiscard]] std::vector<WhatIfNumber> whatIfNumbers(const SearchRequest& request);

/// From now / factor to now · factor.
inline constexpr int whatIfFactors[] = {2, 4, 10};
[[nodiscard]] SweepAxis whatIfAxis(const WhatIfNumber& number, int factor);

/// What is drawn over the number.
struct WhatIfFigure {
    const char* key;
    QString (*title)();
    AxisUnit unit;
    double (*value)(const Estimate& figures);
    QString (*text)(double value);
};
[[nodiscard]] std::span<const WhatIfFigure> whatIfFigures();

struct ShownWhatIf {
    SearchRequest request;
    WhatIfNumber number;
    SweepAxis axis;
    Sweep sweep;  ///< as far as it is known
};

/// "300 GB/s", "16".
[[nodiscard]] QString numberText(const WhatIfNumber& number, double value);
/// "from 41 GB/s on: P1 TP8": what takes over, and where.
[[nodiscard]] QString crossingText(const WhatIfNumber& number, const Crossing& crossing);
/// A row for each value, with the plan's figures or why there is none.
[[nodiscard]] FigureContent whatIfTable(const ShownWhatIf& shown);

}  // namespace pgram
