// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A page of the help as it is shown: its text with the places filled, its formulas set, pictures drawn and sections
// marked. GUI thread only.
//
// In a page, the program replaces "{{NAME}}" by its own text. A line "$$NAME$$" is a formula of help_formulas.h,
// "$x_i$" one in a line of text; "![](view:NAME)" is the picture of a view.
#pragma once

#include "widgets/work/fidelity_library.h"

#include <QFont>
#include <QImage>
#include <QPalette>
#include <QString>

#include <functional>

class QTextDocument;

namespace pgram {

/// What pages ask of the program.
struct HelpSources {
    const FidelityData* data = nullptr;  ///< null = on its way
    /// Of "{{KIND:NAME}}", Markdown; null = of nobody.
    std::function<QString(const QString& kind, const QString& name)> words;
    /// A view's picture of this size; null where there is none.
    std::function<QImage(const QString& view, const QSize& size, qreal ratio)> picture;
};

/// The page with its tables and figures, still with its marks; what the sources cannot fill is left out.
[[nodiscard]] QString filledHelp(const QString& page, const QString& language, const HelpSources& sources);

struct HelpLook {
    QFont font;
    QPalette palette;
    qreal ratio = 1;  ///< device pixels of a pixel
    int width = 800;  ///< of the page
};

/// The page laid out, without a parent. Its sections are anchors by their ids; pictures have their texts as tool tips.
[[nodiscard]] QTextDocument* helpDocument(const QString& page, const QString& language, const HelpSources& sources,
                                          const HelpLook& look);

/// What stands for a picture where there is text alone: a formula in one line.
[[nodiscard]] QString pictureText(const QTextDocument& document, const QString& name);

}  // namespace pgram
