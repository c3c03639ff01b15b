// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Memory in the timeline: the track of one stage below the rows of many, and tips of predicted and measured bytes.
#include "core/base/index.h"
#include "widgets/views/common/memory_curve.h"
#include "widgets/views/common/words.h"
#include "widgets/views/timeline/timeline_view.h"

#include <QPainter>

namespace pgram {

void TimelineView::addMemoryBelow(Scene& scene, const Places& places)
{
    if (places.memoryOf < 0) {
        return;
    }
    const Theme& theme = scene.theme();
    const TimelineLayout& layout = places.timeline;
    const std::size_t stage = at(places.memoryOf);
    scene.drawing(places.memory,
                  [theme, stage, area = places.memory, estimate = document()->estimate(), begin = layout.begin,
                   end = layout.end, measured = m_measuredMemory](QPainter& painter) {
                      paintMemoryCurve(painter, theme, area, memoryCurveOf(*estimate, stage, begin, end, measured));
                  });
    const QRectF names(layout.names, places.memory.center().y() - theme.lineHeight, places.memory.left() - layout.names,
                       theme.lineHeight);
    scene.text(names, stageTitle(*document()->plan(), places.memoryOf), theme.boldFont, theme.text);
    scene.fitting(names.translated(0, theme.lineHeight).adjusted(0, 0, -theme.gap, 0), {tr("memory")}, theme.smallFont,
                  theme.mutedText);
    scene.text(QRectF(layout.shares.left(), places.memory.top(), layout.shares.width(), places.memory.height()),
               bytesText(timeline()->stages[stage].peakMemory), theme.smallFont, theme.mutedText,
               Qt::AlignRight | Qt::AlignVCenter);
}

void TimelineView::addMemoryTargets(Scene& scene, const Places& places) const
{
    for (std::size_t stage = 0; stage < places.timeline.memories.size(); ++stage) {
        scene.target(places.timeline.memories[stage], {"memory", static_cast<int>(stage)});
    }
    if (places.memoryOf >= 0) {
        scene.target(places.memory, {"memory", places.memoryOf});
    }
}

QString TimelineView::memoryTip(int stage, Seconds moment) const
{
    const StageTrack& track = timeline()->stages[at(stage)];
    Tip tip(tr("%1, memory at %2").arg(stageTitle(*document()->plan(), stage), secondsText(moment)));
    tip.add(tr("Predicted"), bytesText(memoryAt(track, moment)));
    tip.add(tr("Predicted peak"), bytesText(track.peakMemory));
    if (const auto found = m_measuredMemory.find(at(stage)); found != m_measuredMemory.end()) {
        const MeasuredMemory& measured = *found->second;
        const Bytes context = document()->estimate()->stages[at(stage)].memory.context;
        if (moment <= measured.length) {
            tip.add(tr("Measured in tensors"), bytesText(mostBetween(measured.step, moment, moment)));
        }
        tip.add(tr("Measured peak in tensors"), bytesText(mostBetween(measured.step, 0, measured.length)));
        tip.note(
            tr("The measured line has the predicted context of the device on top, %1, which PyTorch does not count.")
                .arg(bytesText(context)));
    }
    return tip.html();
}

}  // namespace pgram
