// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/index.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/words.h"
#include "widgets/views/timeline/timeline_picture.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace pgram {

const Operation* operationAt(const Timeline& timeline, const TimelineLayout& layout, std::size_t stage, double x)
{
    // A pixel of slack: what is drawn at least one pixel wide can be hit.
    const auto operations = timeline.ofStage(stage);
    const Seconds moment = layout.timeAt(x);
    const Seconds slack = layout.timeAt(x + 1) - moment;
    const OperationRange exact = operationsIn(operations, moment, std::nextafter(moment, moment + 1));
    const OperationRange near = exact.size() > 0 ? exact : operationsIn(operations, moment - slack, moment + slack);
    return near.size() > 0 ? &operations[near.first] : nullptr;
}

void paintFollowed(QPainter& painter, const TimelinePicture& p, int microbatch)
{
    if (microbatch < 0) {
        return;
    }
    QColor veil = p.theme.surface;
    veil.setAlphaF(0.6F);
    for (std::size_t stage = 0; stage < p.layout.rows.size(); ++stage) {
        painter.fillRect(p.layout.rows[stage], veil);
        if (!showsOperations(p, stage)) {
            continue;
        }
        const auto operations = p.timeline.ofStage(stage);
        const OperationRange range = operationsIn(operations, p.layout.begin, p.layout.end);
        for (const Operation& operation : operations.subspan(range.first, range.size())) {
            if (operation.microbatch == microbatch) {
                paintOperation(painter, p, stage, operation);
            }
        }
    }
}

void paintTimeCursor(QPainter& painter, const Theme& theme, const TimelineLayout& layout, double x)
{
    const double place = std::round(x);
    painter.fillRect(QRectF(place, layout.axis.bottom() - 5, 1, layout.tracks.bottom() - layout.axis.bottom() + 5),
                     theme.text);
    const QString text = secondsText(layout.timeAt(place));
    const double width = textWidth(theme.smallFont, text) + 2 * theme.gap;
    const double left = std::clamp(place - width / 2, layout.tracks.left(),
                                   std::max(layout.tracks.left(), layout.tracks.right() - width));
    const QRectF label(left, layout.axis.top(), width, theme.lineHeight);
    painter.fillRect(label, theme.text);
    paintText(painter, theme.smallFont, theme.surface, label, Qt::AlignCenter, text);
}

namespace {

constexpr double leastHeight = 0.9;  // of a line of text, of an operation that carries a number

/// There is room for the number of the operation's micro-batch.
bool isNumbered(const TimelinePicture& p, const QRectF& rect, const Operation& operation)
{
    return operation.microbatch >= 0 && !isCommunication(operation.kind) &&
           rect.height() >= p.theme.lineHeight * leastHeight && p.labelWidth + 5 <= rect.width();
}

}  // namespace

QString numberOf(const Operation& operation, const Schedule& schedule)
{
    const QString number = QString::number(operation.microbatch + 1);
    return schedule.slices > 1 ? QStringLiteral("%1.%2").arg(number).arg(operation.slice + 1) : number;
}

const QStaticText& NumberTexts::of(const Operation& operation, const Schedule& schedule)
{
    const int pass = operation.microbatch * schedule.slices + operation.slice;
    auto found = m_texts.find(pass);
    if (found == m_texts.end()) {
        QStaticText text(numberOf(operation, schedule));
        text.setTextFormat(Qt::PlainText);
        text.setPerformanceHint(QStaticText::AggressiveCaching);
        text.prepare({}, m_font);
        found = m_texts.emplace(pass, text).first;
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
            const QStaticText& text = numbers.of(operation, p.plan.schedule);
            painter.setPen(p.labels[at(operation.kind)]);
            painter.drawStaticText(rect.center() - QPointF(text.size().width(), text.size().height()) / 2, text);
        }
    }
}

void paintNumber(QPainter& painter, const TimelinePicture& p, const QRectF& rect, const Operation& operation)
{
    if (!isNumbered(p, rect, operation)) {
        return;
    }
    paintText(painter, p.theme.smallFont, p.labels[at(operation.kind)], rect, Qt::AlignCenter,
              numberOf(operation, p.plan.schedule));
}

}  // namespace pgram
