// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/search/search_view.h"

#include "core/search/questions/plan_question.h"
#include "widgets/document/core_text.h"
#include "widgets/document/texts.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/heading.h"
#include "widgets/views/common/words.h"
#include "widgets/views/search/search_table.h"

#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>

namespace pgram {

namespace {

/// Scenarios whose own search took longer are compared only when asked for.
constexpr Seconds quickSearch = 0.5;

/// What is shown alone, as the settings call it: nothing, or one of SearchPlot.
const QStringList aloneKeys{QString(), QStringLiteral("progress"), QStringLiteral("walk"), QStringLiteral("frontier"),
                            QStringLiteral("methods")};

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
        const QString full = SearchText::tr("%1, %2; %3 tasks in %4")
                                 .arg(methodTitle(figures.method()), shortCertificate(certificate))
                                 .arg(certificate.tasks)
                                 .arg(secondsText(certificate.seconds));
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

SearchView::SearchView(Session* session, SelectionModel* selection, QWidget* parent)
    : SearchView(session, selection, StudyWork{}, parent)
{}

SearchView::SearchView(Session* session, SelectionModel* selection, StudyWork work, QWidget* parent)
    : View(session->document(), selection, parent),
      m_session(session),
      m_study(std::move(work)),
      m_table(new FigureTable(this)),
      m_again(new QPushButton(this)),
      m_compute(new QToolButton(this))
{
    m_again->setObjectName(QStringLiteral("planAgain"));
    m_compute->setObjectName(QStringLiteral("computeStudy"));
    connect(m_again, &QPushButton::clicked, this, [this] { Q_EMIT planRequested(m_figures.request); });
    connect(m_compute, &QToolButton::clicked, this, &SearchView::toggleStudy);
    connect(&m_study, &SearchStudy::changed, this, &SearchView::followStudy);
    connect(&m_adding, &BackgroundRunner::failed, this, [this](quint64, const Error& error) {
        QToolTip::showText(mapToGlobal(rect().center()), QString::fromStdString(error.text()), this);
    });
    refresh();
}

QString SearchView::viewTitle() const
{
    return tr("Search");
}

QAbstractItemModel* SearchView::table()
{
    return m_table;
}

void SearchView::refresh()
{
    setAccessibleName(viewTitle());
    m_again->setText(tr("Plan This Scenario Again"));
    const SearchRequest before = m_figures.request;
    m_figures = figuresOf(*m_session);
    if (m_figures.plan) {
        m_stopped = m_stopped && m_figures.request == before;
        m_study.ask(m_figures.request);
    } else {
        m_study.drop();
    }
    followStudy();
    computeIfQuick();
}

void SearchView::refreshSelection()
{
    pictureChanged();  // The walk shows the stage.
}

void SearchView::followStudy()
{
    m_figures.methods = m_study.methodStudy();
    m_figures.frontier = m_study.frontierStudy();
    m_figures.running = m_study.isRunning();
    m_figures.problem = m_study.error() ? errorText(*m_study.error()) : QString();
    fillSearchTable(*m_table, m_figures);
    if (m_mark >= static_cast<int>(m_figures.plan ? currentLayout().marks(m_plot).size() : 0)) {
        m_mark = -1;
    }
    m_hoverMark = -1;
    placeButtons();
    pictureChanged();
}

void SearchView::computeIfQuick()
{
    const bool quick = !m_figures.record || m_figures.record->result.certificate.seconds < quickSearch;
    if (m_figures.plan && (m_wanted || (isVisible() && quick)) && !m_stopped && !m_searching) {
        m_study.start();
    }
}

void SearchView::startWork()
{
    m_wanted = true;
    computeIfQuick();
}

void SearchView::setSearching(bool searching)
{
    m_searching = searching;
    if (searching) {
        m_study.drop();
    } else {
        computeIfQuick();
    }
    placeButtons();
    pictureChanged();
}

void SearchView::toggleStudy()
{
    if (m_study.isRunning()) {
        m_stopped = true;
        m_study.stop();
    } else {
        m_stopped = false;
        m_study.start();
    }
}

QRectF SearchView::areaIn(const QRectF& rect) const
{
    const Theme theme(palette(), font());
    const QRectF inner = rect.adjusted(theme.margin, theme.margin, -theme.margin, -theme.margin);
    return belowHeading(theme, inner, headingOf(theme, m_figures, inner.width()));
}

SearchLayout SearchView::layoutIn(const QRectF& rect) const
{
    const QRectF area = areaIn(rect);
    return layoutSearch(Theme(palette(), font()), m_figures, area, aloneIn(area));
}

std::optional<SearchPlot> SearchView::aloneIn(const QRectF& area) const
{
    constexpr double leastWidth = 30;  // in lines of text
    constexpr double leastHeight = 16;
    const double line = Theme(palette(), font()).lineHeight;
    const bool fits = area.width() >= leastWidth * line && area.height() >= leastHeight * line;
    return m_alone || fits ? m_alone : m_plot;
}

SearchLayout SearchView::currentLayout() const
{
    return m_figures.plan ? layoutIn(rect()) : SearchLayout{};
}

void SearchView::placeButtons()
{
    const bool incomplete = m_figures.plan && !m_study.isComplete() && !m_searching;
    m_compute->setVisible(incomplete);
    m_compute->setText(m_study.isRunning() ? tr("Stop") : tr("Compute Frontier and Methods"));
    m_compute->adjustSize();
    const Theme theme(palette(), font());
    m_compute->move(width() - static_cast<int>(theme.margin) - m_compute->width(),
                    static_cast<int>(theme.margin * 0.5));
    const bool asks = m_figures.plan && !m_figures.hasHistory() && currentLayout().shows(SearchPlot::Progress);
    m_again->setVisible(asks);
    if (asks) {
        m_again->adjustSize();
        const QRectF panel = belowTitle(theme, currentLayout().panel(SearchPlot::Progress));
        m_again->move(static_cast<int>(panel.center().x()) - m_again->width() / 2,
                      static_cast<int>(panel.center().y() + theme.lineHeight * 1.6));
    }
}

void SearchView::paintPicture(QPainter& painter, const QRectF& rect)
{
    const Theme theme(palette(), font());
    painter.fillRect(rect, theme.surface);
    const QRectF inner = rect.adjusted(theme.margin, theme.margin, -theme.margin, -theme.margin);
    const double button = m_compute->isHidden() ? 0 : m_compute->width() + theme.margin;
    const QRectF head = inner.adjusted(0, 0, -button, 0);
    paintHeading(painter, theme, head, headingOf(theme, m_figures, head.width()));
    const SearchLayout layout = layoutIn(rect);
    if (layout.shows(SearchPlot::Progress)) {
        const QRectF body = belowTitle(theme, layout.panel(SearchPlot::Progress));
        paintProgress(painter, theme, m_figures, layout.progress);
        if (!m_figures.hasHistory()) {
            paintNote(painter, theme, body.adjusted(0, 0, 0, -theme.lineHeight),
                      m_figures.record ? tr("This plan was picked from a plot: it has no search of its own")
                                       : tr("This plan was opened from a file: how it was found is not known"));
        }
    }
    if (layout.shows(SearchPlot::Walk)) {
        const bool picked = m_hoverPlot == SearchPlot::Walk && m_hoverMark >= 0;
        const bool chosen = m_plot == SearchPlot::Walk && m_mark >= 0;
        const auto& marks = layout.walk.marks;
        const int mark = picked ? m_hoverMark : chosen ? m_mark : -1;
        const bool isThere = mark >= 0 && mark < static_cast<int>(marks.size());
        paintWalk(painter, theme, m_figures, layout.walk, isThere ? marks[static_cast<std::size_t>(mark)].index : -1,
                  selection()->current().stage);
    }
    if (layout.shows(SearchPlot::Frontier)) {
        paintFrontier(painter, theme, m_figures, layout.frontier);
        if (m_figures.running && !m_figures.frontier->complete) {
            paintVeil(painter, theme, belowTitle(theme, layout.panel(SearchPlot::Frontier)));
        }
    }
    if (layout.shows(SearchPlot::Methods)) {
        paintMethods(painter, theme, m_figures, layout.methods);
        if (m_figures.running && !m_figures.methods->complete) {
            paintVeil(painter, theme, belowTitle(theme, layout.panel(SearchPlot::Methods)));
        }
    }
}

void SearchView::showAlone(std::optional<SearchPlot> plot)
{
    m_alone = plot;
    if (plot && *plot != m_plot) {
        m_plot = *plot;
        m_mark = -1;
    }
    m_hoverPlot.reset();
    m_hoverMark = -1;
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

}  // namespace pgram
