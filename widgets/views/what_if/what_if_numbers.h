// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The numbers of a question that can be varied: what they are called, in which unit people read them, where they come
// from, and over which range they are varied. Plain values and functions.
#pragma once

#include "core/questions/sweep.h"

#include <QCoreApplication>
#include <QString>

#include <limits>
#include <string>
#include <vector>

namespace pgram {

struct WhatIfText {
    Q_DECLARE_TR_FUNCTIONS(WhatIf)
};

/// A number of the question, as people read it: its value over `scale`, in `unit`.
struct WhatIfNumber {
    std::string what;  ///< as SweepAxis has it
    QString title;
    QString unit;  ///< empty = a count or a share
    double scale = 1;
    /// Counts are doubled and halved; what is measured is varied in equal shares.
    bool isCount = false;
    double least = 0;  ///< that makes sense
    double most = std::numeric_limits<double>::infinity();
    std::string from = {};  ///< "vendor", or the constant's provenance; empty = it is asked for
    double now = 0;
};

/// All that are not 0, in the order in which they are offered: links, device, what is asked, then the rest of the
/// cluster and the layers of the model.
[[nodiscard]] std::vector<WhatIfNumber> whatIfNumbers(const SearchRequest& request);
/// The number of that name; of one that is not offered its pointer is the title.
[[nodiscard]] WhatIfNumber whatIfNumber(const SearchRequest& request, const std::string& what);

/// From now / factor to now · factor, within what makes sense. `points` of a number that is no count.
inline constexpr int whatIfFactors[] = {2, 4, 10, 32};
inline constexpr int whatIfPoints = 25;
[[nodiscard]] SweepAxis whatIfAxis(const WhatIfNumber& number, int factor, int points = whatIfPoints);

/// "300 GB/s", "16".
[[nodiscard]] QString numberText(const WhatIfNumber& number, double value);
/// The same without the unit, which stands at the axis.
[[nodiscard]] QString tickText(const WhatIfNumber& number, double value);
/// "NVLink 3 bandwidth, GB/s".
[[nodiscard]] QString axisTitle(const WhatIfNumber& number);
/// "vendor", "measured", "measured here", "fitted", "guessed", "yours", in the window's language; what else a file says
/// as it is.
[[nodiscard]] QString provenanceText(const std::string& from);

}  // namespace pgram
