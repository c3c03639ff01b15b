// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/views/search/search_view.h"

#include "core/base/index.h"
#include "core/questions/cut_plan.h"
#include "core/questions/plan_question.h"
#include "widgets/document/core_text.h"
#include "widgets/document/texts.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/words.h"
#include "widgets/views/search/search_plots.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <array>

namespace pgram {

namespace {

/// Scenarios whose own search took longer are compared only when asked for.
constexpr Seconds quickSearch = 0.5;
constexpr int quickDevices = 64;  // limit for plans from files, whose search time is unknown

constexpr double upperShare = 0.48;  // of the height: the bars below need more of it

/// What is shown alone, as the settings call it: nothing, or one of SearchPlot.
const QStringList aloneKeys{QString(), QStringLiteral("progress"), QStringLiteral("methods"), QStringLiteral("walk")};

/// As much as `width` has room for beside the title.
Heading headingOf(const Theme& theme, const SearchFigures& figures, double width)
{
    Heading heading;
    heading.title = SearchText::tr("How the plan was found");
    heading.subtitle = SearchText::tr("the plan comes from a file");
    if (figures.record) {
        const Certificate& certificate = figures.record->result.certificate;
        const QString brief =
            QStringLiteral("%1, %2").arg(methodTitle(figures.method()), shortCertificate(certificate));
        const QString full =
            SearchText::tr("%1, %2; %n task(s) in %3", nullptr, certificate.tasks)
                .arg(methodTitle(figures.method()), shortCertificate(certificate), secondsText(certificate.seconds));
        const double space = width - textWidth(theme.boldFont, heading.title) - 2 * theme.gap - theme.margin;
        heading.subtitle = firstFitting(theme.font, space, {full, brief});
    }
    return heading;
}

SearchFigures figuresOf(const Session& session)
{
    SearchFigures figures;
    figures.plan = session.document()->plan();
    figures.estimate = session.document()->estimate();
    if (figures.plan && session.currentRow() >= 0) {
        figures.record = session.at(session.currentRow()).search();
    }
    if (figures.record) {
        figures.request = figures.record->request;
    } else if (figures.plan) {
        figures.request = requestOf(*figures.plan);
    }
    return figures;
}

}  // namespace

SearchView::SearchView(Session* session, SelectionModel* selection, SearchStudy* study, QWidget* parent)
    : PlotView(session->document(), selection, searchPlots, parent),
      m_session(session),
      m_study(study),
      m_again(new QPushButton(this)),
      m_compute(new QToolButton(this)),
      m_showWalk(new QToolButton(this))
{
    m_again->setObjectName(QStringLiteral("planAgain"));
    m_compute->setObjectName(QStringLiteral("computeStudy"));
    connect(m_again, &QPushButton::clicked, this, [this] { Q_EMIT planRequested(m_figures.request); });
    connect(m_compute, &QToolButton::clicked, this, &SearchView::toggleStudy);
    m_showWalk->setObjectName(QStringLiteral("showWalk"));
    m_showWalk->setCheckable(true);
    connect(m_showWalk, &QToolButton::clicked, this,
            [this](bool on) { showAlone(on ? std::optional(SearchPlot::Walk) : std::nullopt); });
    connect(study, &SearchStudy::changed, this, &SearchView::followStudy);
    connect(&m_adding, &Worker::failed, this, [this](quint64, const Error& error) { showProblem(error); });
    follow();
}

void SearchView::refresh()
{
    m_again->setText(tr("Plan This Scenario Again"));
    const SearchRequest before = m_figures.request;
    m_figures = figuresOf(*m_session);
    if (m_figures.plan) {
        m_stopped = m_stopped && m_figures.request == before;
        m_study->ask(m_figures.request);
    } else {
        m_study->drop();
    }
    followStudy();
    computeIfQuick();
}

void SearchView::refreshSelection()
{
    pictureChanged();  // The strips below the walk show the stage.
}

void SearchView::followStudy()
{
    m_figures.methods = m_study->methodStudy();
    m_figures.running = m_study->isRunning();
    m_figures.problem = m_study->error() ? errorText(*m_study->error()) : QString();
    table()->reset(searchContent(m_figures));
    plotsChanged();
    placeButtons();
}

void SearchView::computeIfQuick()
{
    const bool quick = m_figures.record ? m_figures.record->result.certificate.seconds < quickSearch
                                        : m_figures.plan && m_figures.plan->cluster.devices <= quickDevices;
    if (m_figures.plan && (m_wanted || (isVisible() && quick)) && !m_stopped && !isDimmed()) {
        m_study->start();
    }
}

void SearchView::startWork()
{
    m_wanted = true;
    computeIfQuick();
}

void SearchView::dimmedChanged()
{
    if (isDimmed()) {
        m_study->drop();
    } else {
        computeIfQuick();
    }
    placeButtons();
    pictureChanged();
}

void SearchView::toggleStudy()
{
    if (m_study->isRunning()) {
        m_stopped = true;
        m_study->stop();
    } else {
        m_stopped = false;
        m_study->start();
    }
}

QRectF SearchView::areaIn(const QRectF& rect) const
{
    const Theme theme(palette(), font());
    const QRectF inner = inside(theme, rect);
    return belowHeading(theme, inner, headingOf(theme, m_figures, inner.width()));
}

std::optional<SearchPlot> SearchView::aloneIn(const QRectF& area) const
{
    constexpr double leastWidth = 30;  // in lines of text
    constexpr double leastHeight = 16;
    const double line = Theme(palette(), font()).lineHeight;
    const bool fits = area.width() >= leastWidth * line && area.height() >= leastHeight * line;
    return m_alone || fits ? m_alone : focusedPlot();
}

std::vector<QRectF> SearchView::panelsIn(const QRectF& rect) const
{
    std::vector<QRectF> panels(searchPlots);
    if (!m_figures.plan) {
        return panels;
    }
    const Theme theme(palette(), font());
    const QRectF area = areaIn(rect);
    if (const auto alone = aloneIn(area)) {
        panels[at(*alone)] = area;
        return panels;
    }
    const double across = theme.margin * 2.2;
    const double down = theme.margin * 1.1;
    const double width = (area.width() - across) / 2;
    constexpr double noteShare = 0.28;  // of a plan that has no history
    const double upper = (area.height() - down) * (m_figures.hasHistory() || hasWalk() ? upperShare : noteShare);
    panels[at(SearchPlot::Progress)] = QRectF(area.left(), area.top(), hasWalk() ? width : area.width(), upper);
    panels[at(SearchPlot::Methods)] = area.adjusted(0, upper + down, 0, 0);
    if (hasWalk()) {
        panels[at(SearchPlot::Walk)] = QRectF(area.left() + width + across, area.top(), width, upper);
    }
    return panels;
}

void SearchView::fillPlots(const Theme& theme)
{
    for (int index = 0; index < searchPlots; ++index) {
        plot(index).begin(theme);
    }
    if (m_figures.plan) {
        fillProgress(plot(static_cast<int>(SearchPlot::Progress)), theme, m_figures);
        fillWalk(plot(static_cast<int>(SearchPlot::Walk)), theme, m_figures);
        fillMethods(plot(static_cast<int>(SearchPlot::Methods)), theme, m_figures);
    }
}

void SearchView::placeButtons()
{
    const bool incomplete = m_figures.plan && !m_study->isComplete() && !isDimmed();
    m_compute->setVisible(incomplete);
    m_compute->setText(m_study->isRunning() ? tr("Stop") : tr("Compare Methods"));
    m_compute->adjustSize();
    const Theme theme(palette(), font());
    m_compute->move(width() - static_cast<int>(theme.margin) - m_compute->width(),
                    static_cast<int>(theme.margin * 0.5));
    m_showWalk->setVisible(m_figures.plan && !hasWalk());
    m_showWalk->setText(tr("BMW's Walk"));
    m_showWalk->setChecked(m_alone == SearchPlot::Walk);
    m_showWalk->adjustSize();
    const int right = m_compute->isHidden() ? width() - static_cast<int>(theme.margin) : m_compute->x() - 6;
    m_showWalk->move(right - m_showWalk->width(), m_compute->y());
    const bool asks = m_figures.plan && !m_figures.hasHistory() && shows(SearchPlot::Progress);
    m_again->setVisible(asks);
    if (asks) {
        m_again->adjustSize();
        const QRectF panel = plotNow(SearchPlot::Progress).panel();
        m_again->move(static_cast<int>(panel.center().x()) - m_again->width() / 2,
                      static_cast<int>(panel.center().y() + theme.lineHeight * 2));
    }
}

void SearchView::paintPicture(QPainter& painter, const QRectF& rect)
{
    const Theme theme(palette(), font());
    painter.fillRect(rect, theme.surface);
    const QRectF inner = inside(theme, rect);
    const double button = (m_compute->isHidden() ? 0 : m_compute->width() + theme.margin) +
                          (m_showWalk->isHidden() ? 0 : m_showWalk->width() + theme.margin);
    const QRectF head = inner.adjusted(0, 0, -button, 0);
    paintHeading(painter, theme, head, headingOf(theme, m_figures, head.width()));
    placePlots(rect);
    for (int index = 0; index < searchPlots; ++index) {
        plot(index).paint(painter);
    }
    const Plot& walk = plot(static_cast<int>(SearchPlot::Walk));
    if (walk.isShown() && !m_figures.walk().empty()) {
        const int mark = shownMark(static_cast<int>(SearchPlot::Walk));
        const int step = mark < 0 ? -1 : walk.marks()[mark].index;
        paintWalkStrips(painter, theme, m_figures, walk.areaBelow(), step, selection()->current().stage);
    }
    if (m_figures.running && !m_figures.methods->complete) {
        paintVeil(painter, theme, plot(static_cast<int>(SearchPlot::Methods)).bodyArea());
    }
}

void SearchView::showAlone(std::optional<SearchPlot> plot)
{
    m_alone = plot;
    forgetMarks(plot ? static_cast<int>(*plot) : currentPlot());
    placeButtons();
    pictureChanged();
}

QVariantMap SearchView::options() const
{
    QVariantMap options = View::options();
    options[QStringLiteral("alone")] = aloneKeys[m_alone ? 1 + static_cast<int>(*m_alone) : 0];
    return options;
}

void SearchView::setOptions(const QVariantMap& options)
{
    View::setOptions(options);
    const auto wanted = aloneKeys.indexOf(options.value(QStringLiteral("alone"), QStringLiteral("?")).toString());
    if (wanted >= 0) {
        showAlone(wanted > 0 ? std::optional(static_cast<SearchPlot>(wanted - 1)) : std::nullopt);
    }
}

void SearchView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    placeButtons();
}

void SearchView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    computeIfQuick();
}

/// Ends the work that nobody looks at.
void SearchView::hideEvent(QHideEvent* event)
{
    View::hideEvent(event);
    if (!m_wanted && m_study->isRunning()) {
        m_study->drop();
    }
}

QString SearchView::markTip(int index, int mark) const
{
    const auto which = static_cast<SearchPlot>(index);
    if (mark < 0) {
        return plotTip(which);
    }
    const int of = plot(index).marks()[mark].index;
    switch (which) {
    case SearchPlot::Progress:
        return progressTip(m_figures, of);
    case SearchPlot::Walk:
        return walkTip(m_figures, of);
    case SearchPlot::Methods:
        break;
    }
    return methodTip(m_figures, of);
}

QString SearchView::titleTip(int) const
{
    return m_alone ? tr("Click to see all plots") : tr("Click to see this plot alone");
}

/// Shows the next plot where there is no room for all.
void SearchView::clickTitle(int index)
{
    if (aloneIn(areaIn(rect())) != m_alone) {
        focusMark((index + 1) % (hasWalk() ? searchPlots : searchPlots - 1), -1);
    } else {
        showAlone(m_alone ? std::nullopt : std::optional(static_cast<SearchPlot>(index)));
    }
}

/// The strips below the walk show the step that is pointed at, and a narrow view the plot that is in hand.
void SearchView::markMoved(int index)
{
    placeButtons();
    const bool isNarrow = aloneIn(areaIn(rect())) != m_alone;
    index == static_cast<int>(SearchPlot::Walk) || isNarrow ? pictureChanged() : update();
}

void SearchView::focusInEvent(QFocusEvent* event)
{
    if (!m_alone && event->reason() == Qt::TabFocusReason) {
        focusMark(static_cast<int>(SearchPlot::Progress), -1);
    } else if (!m_alone && event->reason() == Qt::BacktabFocusReason) {
        focusMark(tabStops() - 1, -1);
    }
    PlotView::focusInEvent(event);
}

std::vector<ViewKey> SearchView::keys()
{
    const auto toggleAlone = [this] { showAlone(m_alone ? std::nullopt : std::optional(focusedPlot())); };
    return plotKeys(ViewKeys::tr("Mark before or after"), ViewKeys::tr("First or last mark"),
                    ViewKeys::tr("Open the plan of the mark; without one, show the plot alone"), toggleAlone) +
           std::vector<ViewKey>{{{Qt::Key_Escape}, ViewKeys::tr("Leave the mark, then show all plots"), [this](auto&) {
                                     QToolTip::hideText();
                                     focusedMark() >= 0 ? focusMark(currentPlot(), -1) : showAlone(std::nullopt);
                                 }}};
}

void SearchView::pressed(const QPointF& position, Qt::KeyboardModifiers modifiers)
{
    const Plot& walk = plotNow(SearchPlot::Walk);
    if (walk.areaBelow().contains(position)) {
        const WalkStrips strips = walkStrips(Theme(palette(), font()), walk.areaBelow());
        if (const int stage = stageAt(strips, *m_figures.plan, position); stage >= 0) {
            selection()->select({.stage = stage});
        }
    }
    PlotView::pressed(position, modifiers);
}

void SearchView::openMark(int index, int mark)
{
    const PlotMark chosen = plot(index).marks()[mark];
    if (!chosen.adds) {
        return;
    }
    QToolTip::hideText();
    switch (static_cast<SearchPlot>(index)) {
    case SearchPlot::Progress:
        return;
    case SearchPlot::Walk:
        return addStep(m_figures.walk()[chosen.index]);
    case SearchPlot::Methods:
        return showOrAdd(*m_session,
                         foundPlan(m_figures, m_figures.methods->rows[methodOrder(m_figures)[chosen.index]]));
    }
}

void SearchView::addStep(const BalanceStep& step)
{
    m_adding.start([this, step, figures = m_figures](const auto& stop, const auto& post) -> Result<void> {
        SearchRequest request = figures.request;
        if (figures.record && figures.record->result.plan) {
            // The walk is of the schedule that won.
            request.schedule = figures.record->result.plan->schedule;
            request.schedules.clear();
        }
        const auto plan = planOnCut(request, {step.batch, step.pipeline, step.microbatches}, step.sizes, stop);
        if (!plan) {
            return tl::unexpected(plan.error());
        }
        if (*plan) {
            post([this, found = foundPlan(figures, step, **plan)] { showOrAdd(*m_session, found); });
        }
        return {};
    });
}

}  // namespace pgram
