// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A formula set as in a book, as a picture for a text: Qt's texts have no mathematics. Plain functions; the GUI thread,
// as fonts are measured.
#pragma once

#include "widgets/shell/guide/formula.h"

#include <QColor>
#include <QFont>
#include <QImage>

namespace pgram {

struct FormulaLook {
    QFont font;  ///< of the text around; the formula's is a serif of its size
    QColor color;
    qreal ratio = 1;  ///< device pixels of a pixel
    /// In a line of text: low, and with its base line where Qt puts a picture that is aligned in the middle, half an
    /// x-height above that.
    bool isInline = false;
};

/// On a transparent ground.
[[nodiscard]] QImage formulaPicture(const Formula& formula, const FormulaLook& look);

}  // namespace pgram
