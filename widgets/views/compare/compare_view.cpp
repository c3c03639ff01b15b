// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/compare_view.h"

#include "core/base/index.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/compare/compare_layout.h"

#include <QPainter>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QTabBar>

#include <algorithm>

namespace pgram {

CompareView::CompareView(Session* session, SelectionModel* selection, TimeWindow* time, QWidget* parent)
    : View(session->document(), selection, parent),
      m_session(session),
      m_set(std::make_shared<const CompareSet>()),
      m_time(new TimeWindow(this)),
      m_tabs(new QTabBar(this)),
      m_tickAll(new QPushButton(this))
{
    m_tabs->setObjectName(QStringLiteral("compareSections"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(true);
    for (std::size_t tab = 0; tab <= allCompareSections.size(); ++tab) {
        m_tabs->addTab(QString());
    }
    m_tickAll->setObjectName(QStringLiteral("compareAllPlans"));
    connect(m_tabs, &QTabBar::currentChanged, this, &CompareView::chooseTab);
    connect(m_tickAll, &QPushButton::clicked, this, &CompareView::tickAll);
    for (const auto signal :
         {&Session::comparedChanged, &Session::referenceChanged, &Session::inserted, &Session::removed}) {
        connect(session, signal, this, &CompareView::follow);
    }
    linkTime(time);
    follow();
}

/// The steps of the plans last differently long, so that this view has a time of its own: it shows what the shared one
/// shows, and tells it what is zoomed here.
void CompareView::linkTime(TimeWindow* shared)
{
    const auto copy = [this](TimeWindow* from, TimeWindow* to) {
        if (m_linking) {
            return;
        }
        const QScopedValueRollback linking(m_linking, true);
        if (from->showsAll()) {
            to->showAll();
        } else {
            to->show(from->begin(), from->end());
        }
    };
    if (shared != nullptr) {
        connect(shared, &TimeWindow::changed, this, [this, shared, copy] { copy(shared, m_time); });
        connect(m_time, &TimeWindow::changed, this, [this, shared, copy] { copy(m_time, shared); });
    }
    connect(m_time, &TimeWindow::changed, this, qOverload<>(&QWidget::update));
}

void CompareView::refresh()
{
    m_tabs->setAccessibleName(tr("Sections of the comparison"));
    m_tickAll->setText(tr("Compare All Plans"));
    m_set = std::make_shared<const CompareSet>(compareSetOf(*m_session));
    m_binsFresh = false;
    {
        const QScopedValueRollback linking(m_linking, true);  // a longer plan is no zoom
        m_time->setLimit(std::max(m_set->longestStep(), 1e-9));
    }
    m_anchor = -1;
    table()->reset(compareContent(m_set, m_section));
    placeControls();
}

/// A line for each of the plans.
PictureCaption CompareView::pictureCaption() const
{
    if (m_set->isEmpty()) {
        return View::pictureCaption();
    }
    PictureCaption caption;
    QStringList names;
    for (const ComparedPlan& plan : m_set->plans) {
        names.append(plan.name);
        caption.lines.append(
            QStringLiteral("%1  %2: %3").arg(plan.letter, plan.name, runLine(*plan.plan, *plan.estimate)));
    }
    caption.lines.append(basisLine(*m_set->plans.front().plan));
    caption.title = QStringLiteral("%1 – %2").arg(names.join(QStringLiteral(" | ")), viewTitle());
    return caption;
}

const BinnedTimelines& CompareView::binnedTimelines()
{
    if (!m_binsFresh) {
        m_binned = binned(*m_set, m_binned);
        m_binsFresh = true;
    }
    return m_binned;
}

void CompareView::tickAll()
{
    for (int row = 0; row < m_session->count(); ++row) {
        m_session->setCompared(row, true);
    }
}

void CompareView::placeControls()
{
    const Theme theme(palette(), font());
    const QSignalBlocker quiet(m_tabs);
    m_tabs->setTabText(0, tr("All"));
    for (std::size_t tab = 0; tab < allCompareSections.size(); ++tab) {
        m_tabs->setTabText(static_cast<int>(tab) + 1, titleOf(allCompareSections[tab]));
    }
    m_tabs->setVisible(!m_set->isEmpty());
    const QSize room(width(), height() - m_tabs->sizeHint().height());
    m_tabs->setTabVisible(0, fitsAllSections(theme, room));
    const auto alone = aloneIn(room);
    m_tabs->setCurrentIndex(alone ? static_cast<int>(*alone) + 1 : 0);
    m_tabs->setGeometry(0, 0, width(), m_tabs->sizeHint().height());
    m_tickAll->setVisible(m_set->isEmpty() && document()->plan() && m_session->count() >= 2);
    m_tickAll->adjustSize();
    // Below the words, however many lines they take.
    QImage nowhere(1, 1, QImage::Format_RGB32);
    QPainter measuring(&nowhere);
    const QRectF words = paintGuidance(measuring, theme, pictureArea());
    m_tickAll->move((width() - m_tickAll->width()) / 2, static_cast<int>(words.bottom() + theme.lineHeight));
}

void CompareView::chooseTab(int index)
{
    if (index == 0) {
        showAllSections();
    } else if (index > 0) {
        showSection(allCompareSections[at(index) - 1]);
    }
}

void CompareView::showSection(CompareSection section)
{
    m_all = false;
    m_section = section;
    table()->reset(compareContent(m_set, m_section));
    placeControls();
    update();
}

void CompareView::showAllSections()
{
    m_all = true;
    placeControls();
    update();
}

void CompareView::showPageNamed(const QString& name)
{
    if (name == QLatin1StringView("all")) {
        showAllSections();
    }
    for (const CompareSection section : allCompareSections) {
        if (name == QLatin1StringView(keyOf(section))) {
            showSection(section);
        }
    }
}

std::optional<CompareSection> CompareView::aloneIn(const QSizeF& size) const
{
    const bool all = m_all && fitsAllSections(Theme(palette(), font()), size);
    return all ? std::nullopt : std::optional(m_section);
}

QRect CompareView::pictureArea() const
{
    return m_set->isEmpty() ? rect() : rect().adjusted(0, m_tabs->sizeHint().height(), 0, 0);
}

CompareLayout CompareView::layoutIn(const QRectF& rect)
{
    const Theme theme(palette(), font());
    const QRectF inner = inside(theme, rect);
    return layoutCompare(theme, *m_set, binnedTimelines(), inner, m_time->begin(), m_time->end(), aloneIn(rect.size()));
}

const CompareLayout& CompareView::currentLayout()
{
    Look look{m_set, size(), devicePixelRatioF(), aloneIn(pictureArea().size()), palette().cacheKey(), font()};
    if (look != m_look) {
        m_look = std::move(look);
        m_layout = m_set->isEmpty() ? CompareLayout{} : layoutIn(pictureArea());
        m_picture = {};
    } else if (m_layout.shows(CompareSection::Timelines) &&
               (m_layout.timelines.begin != m_time->begin() || m_layout.timelines.end != m_time->end())) {
        m_layout.timelines = layoutTimelines(Theme(palette(), font()), *m_set, binnedTimelines(),
                                             m_layout.panel(CompareSection::Timelines), m_time->begin(), m_time->end());
        m_timelinesMoved = true;
    }
    return m_layout;
}

/// A zoom or a pan moves the timelines alone: the other sections stay as they were painted.
void CompareView::paintShown(QPainter& painter)
{
    const CompareLayout& layout = currentLayout();
    if (m_picture.isNull()) {
        m_picture = QPixmap(size() * devicePixelRatioF());
        m_picture.setDevicePixelRatio(devicePixelRatioF());
        QPainter kept(&m_picture);
        kept.fillRect(rect(), Theme(palette(), font()).surface);
        paintPicture(kept, pictureArea());
    } else if (m_timelinesMoved) {
        const Theme theme(palette(), font());
        QPainter kept(&m_picture);
        kept.setClipRect(layout.panel(CompareSection::Timelines).adjusted(-theme.gap, 0, theme.gap, theme.gap));
        kept.fillRect(rect(), theme.surface);
        paintTimelines(kept, theme, *m_set, binnedTimelines(), layout.timelines);
    }
    m_timelinesMoved = false;
    painter.drawPixmap(0, 0, m_picture);
}

void CompareView::paintPicture(QPainter& painter, const QRectF& rect)
{
    const Theme theme(palette(), font());
    painter.fillRect(rect, theme.surface);
    if (m_set->isEmpty()) {
        paintGuidance(painter, theme, rect);
        return;
    }
    paintCompare(painter, theme, *m_set, binnedTimelines(), layoutIn(rect));
}

QRectF CompareView::paintGuidance(QPainter& painter, const Theme& theme, const QRectF& rect)
{
    const QString text =
        m_session->count() < 2
            ? tr("A comparison needs two plans: plan another scenario, duplicate this plan and edit the copy, or open "
                 "a "
                 "plan file. Then tick them in the Plans dock.")
            : tr("Tick two or more plans in the Plans dock to see them side by side. The reference stands first.");
    const QRectF inner = rect.adjusted(theme.margin, theme.lineHeight * 1.5, -theme.margin, 0);
    const QRectF note = paintNote(painter, theme, inner, text);
    paintText(painter, theme.boldFont, theme.text,
              QRectF(rect.left(), note.top() - theme.lineHeight * 1.5, rect.width(), theme.lineHeight), Qt::AlignCenter,
              tr("Nothing to compare yet"));
    return note;
}

std::optional<Selection> CompareView::selectionOfRow(int row) const
{
    const CompareRow place = compareRowOf(*m_set, m_section, row);
    const auto plan = document()->plan();
    if (plan == nullptr) {
        return std::nullopt;  // The compared plans are there, and none of them is the current one.
    }
    if (place.layer >= 0 && place.layer < static_cast<int>(plan->strategies.size())) {
        return Selection{.firstLayer = place.layer, .layerCount = 1, .stage = plan->stageOf(place.layer)};
    }
    if (place.stage >= 0 && place.stage < plan->pipeline()) {
        return Selection{.stage = place.stage};
    }
    return std::nullopt;
}

void CompareView::hideEvent(QHideEvent* event)
{
    m_picture = {};
    View::hideEvent(event);
}

void CompareView::resizeEvent(QResizeEvent* event)
{
    placeControls();
    View::resizeEvent(event);
}

}  // namespace pgram
