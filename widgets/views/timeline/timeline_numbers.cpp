// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/timeline_numbers.h"

#include "widgets/views/common/painting.h"
#include "widgets/views/timeline/timeline_pixels.h"

#include <QPainter>

namespace pgram {

namespace {

constexpr double leastHeight = 0.9;  // of a line of text, of an operation that carries a number

/// There is room for the number of the operation's micro-batch.
bool isNumbered(const TimelinePicture& p, const QRectF& rect, const Operation& operation)
{
    return operation.microbatch >= 0 && !isCommunication(operation.kind) &&
           rect.height() >= p.theme.lineHeight * leastHeight && p.labelWidth + 5 <= rect.width();
}

}  // namespace

const QStaticText& NumberTexts::of(int microbatch)
{
    auto found = m_texts.find(microbatch);
    if (found == m_texts.end()) {
        QStaticText text(QString::number(microbatch + 1));
        text.setTextFormat(Qt::PlainText);
        text.setPerformanceHint(QStaticText::AggressiveCaching);
        text.prepare({}, m_font);
        found = m_texts.emplace(microbatch, text).first;
    }
    return found->second;
}

void paintNumbers(QPainter& painter, const TimelinePicture& p, std::size_t stage, std::span<const Operation> operations,
                  NumberTexts& numbers)
{
    if (p.layout.rows[stage].height() < p.theme.lineHeight * leastHeight) {
        return;
    }
    painter.setFont(p.theme.smallFont);
    for (const Operation& operation : operations) {
        const QRectF rect = p.layout.rectOf(stage, operation);
        if (isNumbered(p, rect, operation)) {
            const QStaticText& text = numbers.of(operation.microbatch);
            painter.setPen(p.labels[static_cast<std::size_t>(operation.kind)]);
            painter.drawStaticText(rect.center() - QPointF(text.size().width(), text.size().height()) / 2, text);
        }
    }
}

void paintNumber(QPainter& painter, const TimelinePicture& p, const QRectF& rect, const Operation& operation)
{
    if (!isNumbered(p, rect, operation)) {
        return;
    }
    paintText(painter, p.theme.smallFont, p.labels[static_cast<std::size_t>(operation.kind)], rect, Qt::AlignCenter,
              QString::number(operation.microbatch + 1));
}

}  // namespace pgram
