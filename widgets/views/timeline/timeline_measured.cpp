// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The measured run in the timeline: its controls, its tracks and the page of differences.
#include "core/base/index.h"
#include "traces/memory_difference.h"
#include "widgets/document/core_text.h"
#include "widgets/kit/labels.h"
#include "widgets/views/common/words.h"
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
        connect(m_run, &MeasuredRun::logRead, this, &TimelineView::showLog);
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
    m_ranks->setAccessibleName(tr("Rank or log of the measured run"));
    m_ranks->setVisible(showsDifference() && m_compared.size() > 1);
    m_remove->setText(tr("Remove Measured Run"));
    m_remove->setToolTip(tr("Take all traces and logs away; the files stay as they are"));
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
    return hasRun() ? tr("A measured run is read. Open its plan to see them side by side.") : SceneView::emptyNote();
}

/// Compares the step and the memory of a rank with the shown plan.
void TimelineView::compareRank(const MeasuredFile& own, const Plan& plan, const Estimate& figures)
{
    const QString file = QFileInfo(own.file).fileName();
    const auto add = [&](Compared compared, const auto& difference, const auto&... more) {
        if (difference) {
            compared.page = std::make_shared<const DifferencePage>(pageOf(*difference, file, more...));
        } else {
            compared.problem = errorText(difference.error());
        }
        m_compared.push_back(std::move(compared));
    };
    const QString rank = titleOf(own.rank->rank);
    if (own.rank->hasKernels()) {
        const Result<StepDifference> step = differenceOf(plan, figures, *own.rank, {});
        Compared compared{.file = own.file, .name = tr("%1: %2").arg(rank, file)};
        compared.track = std::make_shared<const MeasuredTrack>(
            own.rank, step ? step->purposes : std::vector<std::optional<TrafficKind>>());
        compared.difference = step ? std::make_shared<const StepDifference>(*step) : nullptr;
        add(std::move(compared), step);
    }
    if (own.rank->memory) {
        const Result<MemoryDifference> memory = memoryDifferenceOf(plan, figures, *own.rank, {});
        if (memory && !own.rank->memory->step.empty()) {
            m_measuredMemory.try_emplace(at(memory->stage),
                                         std::shared_ptr<const MeasuredMemory>(own.rank, &*own.rank->memory));
        }
        // Those of a trace with kernels are below the parts of its step.
        const std::vector<Text> notes = own.rank->hasKernels() ? std::vector<Text>() : own.rank->unused;
        add({.file = own.file, .name = tr("Memory of %1: %2").arg(rank, file)}, memory, notes);
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
        for (const MeasuredFile& own : m_run->measured()) {
            if (own.rank) {
                compareRank(own, *plan, *figures);
            } else {
                const QString file = QFileInfo(own.file).fileName();
                const DifferencePage page = pageOf(logDifferenceOf(*plan, *figures, *own.log), file);
                m_compared.push_back({.file = own.file,
                                      .name = tr("Log: %1").arg(file),
                                      .page = std::make_shared<const DifferencePage>(page)});
            }
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
    for (const Compared& own : m_compared) {
        m_ranks->addItem(own.name);
    }
    m_ranks->setCurrentIndex(std::min(chosen, m_ranks->count() - 1));
    placeRunControls();
}

/// Shows the page Difference with a log that was just read, because a log has no track in the timeline.
void TimelineView::showLog(const QString& file)
{
    const auto own = std::ranges::find(m_compared, file, &Compared::file);
    if (own != m_compared.end()) {
        m_ranks->setCurrentIndex(static_cast<int>(own - m_compared.begin()));
    }
    showPage(1);
    follow();
}

const TimelineView::Compared* TimelineView::chosenRank() const
{
    const int chosen = m_ranks->currentIndex();
    return chosen >= 0 && at(chosen) < m_compared.size() ? &m_compared[at(chosen)] : nullptr;
}

/// Returns the title of a rank; one that the trace does not say counts as the first.
QString TimelineView::titleOf(int rank)
{
    return tr("Rank %1").arg(std::max(0, rank));
}

/// Returns the line above the track of a rank, the longest form first.
QStringList TimelineView::captionsOf(const Compared& rank)
{
    const QString took = tr("measured: %1").arg(secondsText(rank.track->rank().step.length));
    if (!rank.difference) {
        return {QStringLiteral("%1. %2").arg(took, rank.problem), rank.problem, took};
    }
    const QString against =
        QStringLiteral("%1, %2").arg(took, againstPrediction(rank.difference->measured, rank.difference->predicted));
    return {tr("%1 (%2, median of %n step(s))", nullptr, static_cast<int>(rank.difference->steps))
                .arg(against, QFileInfo(rank.file).fileName()),
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
        scene.fitting(names, {titleOf(rank.track->rank().rank), QString::number(std::max(0, rank.track->rank().rank))},
                      theme.boldFont, theme.text);
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
                .arg(titleOf(track.rank().rank), span != nullptr ? nameOfUse(track.useOf(*span))
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
    const Compared* own = chosenRank();
    if (own != nullptr && own->page) {
        addDifference(scene, own->page);
    } else {
        scene.note(scene.area(), own == nullptr ? tr("No measured run: open a trace or a log") : own->problem);
    }
}

}  // namespace pgram
