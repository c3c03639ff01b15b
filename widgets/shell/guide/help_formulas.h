// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The formulas of the help: pictures and texts that resources/help/formulas.cjs made. GUI thread only.
#pragma once

#include <QByteArray>
#include <QColor>
#include <QFont>
#include <QImage>
#include <QString>

#include <map>

namespace pgram {

struct HelpFormula {
    QString source;  ///< in TeX's notation
    QString text;    ///< one line of plain text
    QByteArray svg;
    QSizeF size;       ///< in x-heights
    double depth = 0;  ///< below the base line, in x-heights
};

/// Returns the formulas: those of formulas.txt by "$NAME", the signs in lines of text by their source.
[[nodiscard]] const std::map<QString, HelpFormula>& helpFormulas();

/// Returns a picture on a transparent ground, in the size of the font. `isInline`: with its base line where Qt puts a
/// picture that is aligned in the middle of a line, half an x-height above that.
[[nodiscard]] QImage formulaPicture(const HelpFormula& formula, const QFont& font, const QColor& color, double ratio,
                                    bool isInline);

}  // namespace pgram
