// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A table of texts as a part of a picture.
#pragma once

#include "widgets/theme/theme.h"

#include <QPainter>
#include <QRectF>
#include <QStringList>

#include <utility>
#include <vector>

namespace pgram {

/// How a line differs from the others.
struct LineLook {
    bool isBold = false;
    bool isChosen = false;
    bool isMuted = false;
};

class PaintedTable {
public:
    /// The first line holds the titles. Columns of figures are aligned to the right behind the first column, which has
    /// the rest of the width; other columns are aligned to the left. Both become narrower alike where there is no room.
    PaintedTable(const Theme& theme, std::vector<QStringList> lines, bool areFigures, double width);

    /// Paints a line at a place, the titles as line 0.
    void paintLine(QPainter& painter, std::size_t line, const QRectF& place, const LineLook& look = {}) const;
    /// Paints all lines from the top of the area, and returns the bottom of the last.
    double paint(QPainter& painter, const QRectF& area, double lineHeight) const;

private:
    Theme m_theme;
    std::vector<QStringList> m_lines;
    bool m_areFigures;
    double m_gap;  ///< between two columns
    std::vector<double> m_widths;
};

/// Paints names and below each its figure.
void paintFacts(QPainter& painter, const Theme& theme, QRectF area,
                const std::vector<std::pair<QString, QString>>& facts);

}  // namespace pgram
