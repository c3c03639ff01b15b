// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A view as it is drawn for paper, while this lives: dark on white whatever the window's theme, and where it is asked
// for in type of another size. GUI thread only.
#pragma once

#include <QFont>
#include <QPalette>

class QWidget;

namespace pgram {

class PaperLook {
public:
    /// `typeSize` in points; 0 = as on the screen. `isLight`: false = in the window's colours.
    explicit PaperLook(QWidget& view, double typeSize = 0, bool isLight = true);
    ~PaperLook();
    PaperLook(const PaperLook&) = delete;
    PaperLook& operator=(const PaperLook&) = delete;

private:
    QWidget& m_view;
    QPalette m_palette;
    QFont m_font;
    bool m_hadPalette;  ///< of its own
    bool m_hadFont;
};

}  // namespace pgram
