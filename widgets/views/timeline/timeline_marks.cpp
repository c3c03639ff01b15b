// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/timeline_marks.h"

#include "widgets/views/common/painting.h"
#include "widgets/views/common/words.h"

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

}  // namespace pgram
