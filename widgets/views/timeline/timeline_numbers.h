// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The numbers of micro-batches on the operations of a timeline, where there is room for them.
#pragma once

#include "widgets/views/timeline/timeline_picture.h"

#include <QStaticText>

#include <unordered_map>

namespace pgram {

/// Each laid out once for a frame: thousands of operations carry a few hundred of them.
class NumberTexts {
public:
    explicit NumberTexts(const QFont& font) : m_font(font) {}
    [[nodiscard]] const QStaticText& of(int microbatch);

private:
    QFont m_font;
    std::unordered_map<int, QStaticText> m_texts;
};

void paintNumbers(QPainter& painter, const TimelinePicture& picture, std::size_t stage,
                  std::span<const Operation> operations, NumberTexts& numbers);
/// Of one operation, which stands in `rect`; it stays a text in an SVG.
void paintNumber(QPainter& painter, const TimelinePicture& picture, const QRectF& rect, const Operation& operation);

}  // namespace pgram
