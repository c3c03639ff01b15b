// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A wrapped text of changing words that always takes the space of the longest it may have: what stands below it does
// not move while somebody aims at it. GUI thread only.
#pragma once

#include <QLabel>
#include <QStringList>

#include <algorithm>

namespace pgram {

class SteadyLabel : public QLabel {
public:
    explicit SteadyLabel(int leastLines, QWidget* parent = nullptr) : QLabel(parent), m_leastLines(leastLines)
    {
        setWordWrap(true);
        setTextFormat(Qt::PlainText);
        setAlignment(Qt::AlignLeft | Qt::AlignTop);
    }

    /// The texts that it may have; without them at least so many lines are kept free.
    void setPossible(QStringList texts)
    {
        m_possible = std::move(texts);
        updateGeometry();
    }

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override
    {
        int height = std::max(QLabel::heightForWidth(width), m_leastLines * fontMetrics().lineSpacing());
        for (const QString& text : m_possible) {
            const QRect room(0, 0, width, QWIDGETSIZE_MAX);
            height = std::max(height, fontMetrics().boundingRect(room, Qt::TextWordWrap, text).height());
        }
        return height;
    }

private:
    int m_leastLines;
    QStringList m_possible;
};

}  // namespace pgram
