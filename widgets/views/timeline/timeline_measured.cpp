// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The measured run in the timeline: its controls, its tracks and the page of differences.
#include "core/base/index.h"
#include "widgets/document/core_text.h"
#include "widgets/kit/labels.h"
#include "widgets/views/common/words.h"
#include "widgets/views/timeline/difference_picture.h"
#include "widgets/views/timeline/memory_difference_picture.h"
#include "widgets/views/timeline/timeline_view.h"

#include <QComboBox>
#include <QFileInfo>
#include <QPainter>
#include <QPushButton>
#include <QResizeEvent>
#include <QSignalBlocker>

#include <algorithm>

namespace pgram {

void TimelineView::makeRunControls()
{
    makePages(QStringLiteral("timelinePages"), {firstPage(), QStringLiteral("difference")});
    m_ranks = new QComboBox(this);
    m_ranks->setObjectName(QStringLiteral("measuredRank"));
    m_remove = new QPushButton(this);
    m_remove->setObjectName(QStringLiteral("removeMeasured"));
    m_reading = new ElidedLabel(this);
    m_reading->setObjectName(QStringLiteral("readingTrace"));
    m_stop = new QPushButton(this);
    m_stop->setObjectName(QStringLiteral("stopReading"));
    connect(m_ranks, &QComboBox::activated, this, &TimelineView::follow);
    if (m_run != nullptr) {
        connect(m_remove, &QPushButton::clicked, m_run, &MeasuredRun::clear);
        connect(m_stop, &QPushButton::clicked, m_run, &MeasuredRun::cancel);
        connect(m_run, &MeasuredRun::changed, this, &TimelineView::follow);
        connect(m_run, &MeasuredRun::progressed, this, &TimelineView::placeRunControls);
    }
    placeRunControls();
}

void TimelineView::placeRunControls()
{
    const bool isReading = isWorking();
    const bool hasRun = this->hasRun();
    titlePages(tr("Pages of the timeline"), {tr("Timeline"), tr("Difference")});
    setPagesShown(hasRun);
    m_ranks->setAccessibleName(tr("Rank of the measured run"));
    m_ranks->setVisible(showsDifference() && m_compared.size() > 1);
    m_remove->setText(tr("Remove Measured Run"));
    m_remove->setToolTip(tr("Take the tracks of all traces away; the files stay as they are"));
    m_remove->setVisible(hasRun);
    m_stop->setText(tr("Stop Reading"));
    m_stop->setVisible(isReading);
    m_reading->setVisible(isReading);
    if (isReading) {
        m_reading->setText(
            tr("Reading %1: %2").arg(QFileInfo(m_run->reading()).fileName(), percentText(m_run->progress())));
    }
    const QRect before = pictureArea();
    const bool hasRoom = placeBesidePages({m_ranks, m_remove});
    placeControls(hasRoom ? std::vector<QWidget*>{m_stop, m_reading}
                          : std::vector<QWidget*>{m_ranks, m_remove, m_stop, m_reading});
    if (pictureArea() != before) {
        pictureChanged();
    }
}

void TimelineView::resizeEvent(QResizeEvent* event)
{
    SceneView::resizeEvent(event);
    placeRunControls();
}

QString TimelineView::emptyNote() const
{
    return hasRun() ? tr("A trace is read. Open the plan of its run to see them side by side.")
                    : SceneView::emptyNote();
}

/// Compares the step and the memory of a rank with the shown plan.
void TimelineView::compareRank(const MeasuredFile& own, const Plan& plan, const Estimate& figures)
{
    Compared compared{.file = QFileInfo(own.file).fileName(), .rank = own.rank};
    if (own.rank->hasKernels()) {
        Compared step = compared;
        const Result<StepDifference> difference = differenceOf(plan, figures, *own.rank, {});
        step.track = std::make_shared<const MeasuredTrack>(
            own.rank, difference ? difference->purposes : std::vector<std::optional<TrafficKind>>());
        step.difference = difference ? std::make_shared<const StepDifference>(*difference) : nullptr;
        step.problem = difference ? QString() : errorText(difference.error());
        m_compared.push_back(std::move(step));
    }
    if (own.rank->memory) {
        const Result<MemoryDifference> difference = memoryDifferenceOf(plan, figures, *own.rank, {});
        compared.memory = difference ? std::make_shared<const MemoryDifference>(*difference) : nullptr;
        compared.problem = difference ? QString() : errorText(difference.error());
        if (difference && !own.rank->memory->step.empty()) {
            m_measuredMemory.try_emplace(at(difference->stage),
                                         std::shared_ptr<const MeasuredMemory>(own.rank, &*own.rank->memory));
        }
        m_compared.push_back(std::move(compared));
    }
}

void TimelineView::compareRun()
{
    m_compared.clear();
    m_tracks.clear();
    m_measuredMemory.clear();
    const auto plan = document()->plan();
    const auto figures = document()->estimate();
    if (m_run != nullptr && plan && figures) {
        for (const MeasuredFile& own : m_run->ranks()) {
            compareRank(own, *plan, *figures);
        }
    }
    const auto memories = std::stable_partition(m_compared.begin(), m_compared.end(),
                                                [](const Compared& own) { return own.track != nullptr; });
    std::transform(m_compared.begin(), memories, std::back_inserter(m_tracks),
                   [](const Compared& own) { return own.track; });
    m_runUses = usesBesidePlan(m_tracks);
    const QSignalBlocker quiet(m_ranks);
    const int chosen = std::max(0, m_ranks->currentIndex());
    m_ranks->clear();
    for (const Compared& rank : m_compared) {
        m_ranks->addItem((rank.track ? tr("%1: %2") : tr("Memory of %1: %2")).arg(titleOf(rank), rank.file));
    }
    m_ranks->setCurrentIndex(std::min(chosen, m_ranks->count() - 1));
    placeRunControls();
}

FigureContent TimelineView::chosenFigures() const
{
    const Compared* rank = chosenRank();
    return rank != nullptr && rank->track == nullptr ? memoryDifferenceFigures(rank->memory)
                                                     : differenceFigures(rank != nullptr ? rank->difference : nullptr);
}

const TimelineView::Compared* TimelineView::chosenRank() const
{
    const int chosen = m_ranks->currentIndex();
    return chosen >= 0 && at(chosen) < m_compared.size() ? &m_compared[at(chosen)] : nullptr;
}

QString TimelineView::titleOf(const Compared& rank)
{
    const int number = rank.difference ? rank.difference->rank : rank.rank->rank;
    return tr("Rank %1").arg(std::max(0, number));
}

/// Returns the line above the track of a rank, the longest form first.
QStringList TimelineView::captionsOf(const Compared& rank)
{
    const QString took = tr("measured: %1").arg(secondsText(rank.track->rank().step.length));
    if (!rank.difference) {
        return {QStringLiteral("%1. %2").arg(took, rank.problem), rank.problem, took};
    }
    const QString against = QStringLiteral("%1, %2").arg(took, againstPrediction(*rank.difference));
    return {
        tr("%1 (%2, median of %n step(s))", nullptr, static_cast<int>(rank.difference->steps)).arg(against, rank.file),
        against, took};
}

Heading TimelineView::headingNow(const Theme& theme) const
{
    Heading heading = timelineHeading(theme, *document()->plan(), *timeline(), m_kinds);
    for (const std::size_t use : m_runUses) {
        heading.legend.push_back({nameOfUse(use), colorOf(theme, use)});
    }
    if (!m_measuredMemory.empty()) {
        heading.legend.push_back({tr("measured memory"), theme.text, LegendItem::Mark::Line});
    }
    return heading;
}

void TimelineView::addMeasuredTracks(Scene& scene, const Places& places)
{
    const Theme& theme = scene.theme();
    const TimelineLayout& layout = places.timeline;
    for (std::size_t i = 0; i < places.measured.size(); ++i) {
        const MeasuredPlace& row = places.measured[i];
        const Compared& rank = m_compared[i];
        const bool isLast = i + 1 == places.measured.size();
        const auto more = static_cast<int>(trackCount() - places.measured.size());
        QStringList captions = captionsOf(rank);
        if (isLast && more > 0) {
            captions.prepend(tr("%1; %n more rank(s) on the page Difference", nullptr, more).arg(captions.front()));
        }
        scene.fitting(row.caption, captions, theme.smallFont, theme.mutedText, Qt::AlignBottom);
        scene.drawing(row.track, [theme, row, layout, track = rank.track](QPainter& painter) {
            paintMeasuredTrack(painter, theme, *track, row, layout);
        });
        const QRectF names(layout.names, row.track.top(), row.track.left() - layout.names - theme.gap,
                           row.track.height());
        scene.fitting(names, {titleOf(rank), QString::number(std::max(0, rank.track->rank().rank))}, theme.boldFont,
                      theme.text);
        scene.text(QRectF(layout.shares.left(), row.track.top(), layout.shares.width(), row.track.height()),
                   percentText(rank.track->idleShare()), theme.smallFont, theme.mutedText,
                   Qt::AlignRight | Qt::AlignVCenter);
        scene.target(row.track, {"measured", static_cast<int>(i)});
    }
}

QString TimelineView::measuredTip(std::size_t rank, Seconds moment) const
{
    const Compared& own = m_compared[rank];
    const MeasuredTrack& track = *own.track;
    const StepSpan* span = track.at(moment);
    const bool isAfter = moment >= track.rank().step.length;
    Tip tip(tr("%1, measured: %2")
                .arg(titleOf(own), span != nullptr ? nameOfUse(track.useOf(*span))
                                   : isAfter       ? tr("after the step")
                                                   : tr("idle")));
    if (span != nullptr) {
        if (span->transfer >= 0) {
            const TraceTransfer& transfer = track.rank().transfers[at(span->transfer)];
            tip.add(tr("Operation"), qs(std::string(name(transfer.kind))));
            if (transfer.ranks > 0) {
                tip.add(tr("Ranks of its group"), QString::number(transfer.ranks));
            }
            if (transfer.buffer > 0) {
                tip.add(tr("Buffer"), bytesText(transfer.buffer));
            }
        }
        tip.add(tr("Start"), secondsText(span->start));
        tip.add(tr("End"), secondsText(span->end));
        tip.add(tr("Takes"), secondsText(span->end - span->start));
    }
    tip.add(tr("Idle share of the step"), percentText(track.idleShare()));
    return tip.html();
}

void TimelineView::buildDifference(Scene& scene)
{
    const Compared* rank = chosenRank();
    if (rank != nullptr && rank->memory) {
        const bool hasNotes = !rank->rank->hasKernels();  // else they are below the parts of the step
        addMemoryDifference(scene, *rank->memory, rank->file, hasNotes ? rank->rank->unused : std::vector<Text>());
    } else if (rank != nullptr && rank->difference) {
        addDifference(scene, *rank->difference, rank->file);
    } else {
        scene.note(scene.area(), rank == nullptr ? tr("No measured run: open a trace") : rank->problem);
    }
}

}  // namespace pgram
