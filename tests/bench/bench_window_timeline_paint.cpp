// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One frame of the timeline with a million operations, at every zoom that a user passes on the way in, into an image of
// 1920 × 1080.
#include "core/schedule/simulator.h"
#include "tests/bench/bench.h"
#include "widgets/theme/theme.h"
#include "widgets/views/timeline/timeline_picture.h"

#include <QApplication>
#include <QImage>
#include <QPainter>

using namespace pgram;

namespace {

Timeline millionOperations()
{
    constexpr std::size_t stages = 64;
    PipelineLoad load;
    for (std::size_t i = 0; i < stages; ++i) {
        const double slower = 1.0 + 0.1 * static_cast<double>(i % 5);
        load.chunks.push_back({.receiveForward = i == 0 ? 0 : 1e-4,
                               .forward = 1e-2 * slower,
                               .receiveBackward = i + 1 == stages ? 0 : 1e-4,
                               .backward = 2e-2 * slower});
        load.stages.push_back({.sync = 5e-2, .optimizer = 1e-2});
    }
    return simulate({.kind = ScheduleKind::OneFOneB, .microbatches = 4096}, load);
}

}  // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const auto million = std::make_shared<const Timeline>(millionOperations());
    const Timeline& timeline = *million;
    Plan plan;
    plan.schedule.microbatches = 4096;
    plan.chunks.resize(64);
    Estimate estimate;
    estimate.timeline = million;
    const TimelineBins bins(timeline);
    const Theme theme{QPalette(Qt::white), QFont()};
    QImage frame(1920, 1080, QImage::Format_RGB32);
    int missed = 0;
    for (const int zoom : {1, 4, 16, 64, 256, 1024}) {
        const double length = timeline.makespan / zoom;
        const double begin = (timeline.makespan - length) / 2;
        const auto timing = bench::measure([&] {
            QPainter painter(&frame);
            painter.fillRect(frame.rect(), theme.surface);
            const TimelineLayout layout = layoutTimeline(theme, 64, QRectF(frame.rect()), begin, begin + length);
            const TimelinePicture picture = timelinePicture(plan, estimate, bins, theme, layout);
            paintTimelineAxis(painter, picture.theme, picture.layout);
            paintTimelineRows(painter, picture);
            paintTimelineLabels(painter, picture);
        });
        missed |= bench::report("timeline-paint-zoom-" + std::to_string(zoom), timing, 0.008,
                                R"("operations": )" + std::to_string(timeline.operations.size()));
    }
    return missed;
}
