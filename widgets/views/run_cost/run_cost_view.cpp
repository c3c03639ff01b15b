// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run_cost/run_cost_view.h"

#include "core/base/index.h"
#include "core/questions/plan_question.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_model.h"
#include "widgets/views/common/painting.h"
#include "widgets/work/fidelity_library.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QToolTip>

#include <algorithm>

namespace pgram {

namespace {

constexpr double factsShare = 0.34;  // of the width

/// A name and below it its figure, one after another.
void paintFacts(QPainter& painter, const Theme& theme, QRectF area,
                const std::vector<std::pair<QString, QString>>& facts)
{
    for (const auto& [name, figure] : facts) {
        paintText(painter, theme.smallFont, theme.mutedText, area, Qt::TextSingleLine, name);
        area.setTop(area.top() + QFontMetricsF(theme.smallFont).height());
        paintText(painter, theme.boldFont, theme.text, area, Qt::TextWordWrap, figure);
        const double height = QFontMetricsF(theme.boldFont).boundingRect(area, Qt::TextWordWrap, figure).height();
        area.setTop(area.top() + height + theme.gap);
    }
}

}  // namespace

RunCostView::RunCostView(Document* document, SelectionModel* selection, const ScenarioModel* scenario,
                         const FidelityLibrary* fidelity, QWidget* parent, Planner planner)
    : PlotView(document, selection, 1, parent),
      m_scenario(scenario),
      m_fidelity(fidelity),
      m_planner(std::move(planner))
{
    if (!m_planner) {
        // Rows are priced here, by the numbers of the moment.
        m_planner = [](const std::vector<SearchRequest>& requests, std::stop_token stop, const auto& found) {
            return runRows(requests, {}, {}, std::move(stop), found);
        };
    }
    makePages(QStringLiteral("runCostPages"), {QStringLiteral("plan"), QStringLiteral("clusters"),
                                               QStringLiteral("models"), QStringLiteral("sequences")});
    for (std::size_t i = 0; i < m_shown.size(); ++i) {
        m_shown[i].page = static_cast<RunPage>(i);
    }
    makeControls();
    connect(&m_worker, &Worker::failed, this, [this](quint64, const Error& error) {
        // Asked again it would fail again: it stays said until something else is asked.
        m_shown[at(m_workPage)].isStopped = true;
        m_problem = error;
        moreIsKnown();
    });
    connect(&m_worker, &Worker::ended, this, &RunCostView::moreIsKnown);
    connect(fidelity, &FidelityLibrary::changed, this, &RunCostView::priceAgain);
    connect(scenario, &ScenarioModel::presetsChanged, this, &RunCostView::follow);
    follow();
}

void RunCostView::refresh()
{
    const auto plan = document()->plan();
    m_problem.reset();
    titlePages(tr("Pages of the Run cost view"), {tr("This plan"), tr("Clusters"), tr("Models"), tr("Sequences")});
    if (m_workPage != page()) {
        m_worker.drop();  // what is seen comes first
    }
    ShownRuns& shown = m_shown[at(page())];
    if (!plan) {
        m_worker.drop();
        m_question.reset();
        shown.runs.clear();
    } else {
        m_question = requestOf(*plan);
        if (runPage() == RunPage::Plan) {
            shown.runs = {shownRun(runRow(plan, document()->estimate()))};
        } else if (RunRequests requests = requestsNow();
                   requests != shown.asked ||
                   (!m_worker.isRunning() && !shown.isStopped && shown.runs.size() < shown.all())) {
            // Where nobody looks it waits until somebody does.
            isWindow() || isVisible() || m_isWanted ? ask(std::move(requests)) : follow();
        }
    }
    // Reads all presets: not with each run that is found.
    const bool isTyped = m_add->lineEdit()->hasFocus() || m_add->view()->isVisible();
    if (m_question && picks() && (!isTyped || m_pickersOf != runPage())) {
        fillPickers();
    }
    fillControls();
    table()->reset(runTable(shown));
    plotsChanged();
}

void RunCostView::ask(RunRequests requests)
{
    ShownRuns& shown = m_shown[at(page())];
    shown.asked = std::move(requests);
    shown.runs.clear();
    shown.isStopped = false;
    m_workPage = page();
    forgetMarks(0);
    m_worker.start(
        [this, planner = m_planner, all = shown.asked.all()](const std::stop_token& stop, const Worker::Post& post) {
            return planner(all, stop,
                           [&](const RunRow& row) {
                               post([this, row] {
                                   m_shown[at(m_workPage)].runs.push_back(shownRun(row));
                                   moreIsKnown();
                               });
                           })
                .map([](const std::vector<RunRow>&) {});
        });
}

ShownRun RunCostView::shownRun(RunRow row) const
{
    ShownRun shown{priced(std::move(row), m_asked.question, m_asked.limits), {}, {}};
    if (shown.row.cost) {
        shown.band = m_fidelity->bandsOf(*shown.row.plan, *shown.row.figures).time;
    }
    if (shown.band) {
        const Result<RunRange> range =
            runRange(*shown.row.plan, *shown.row.figures, m_asked.question, shown.band->low, shown.band->high);
        shown.range = range ? std::optional(*range) : std::nullopt;
    }
    return shown;
}

void RunCostView::priceAgain()
{
    for (ShownRuns& shown : m_shown) {
        for (ShownRun& run : shown.runs) {
            run = shownRun(std::move(run.row));
        }
    }
    moreIsKnown();
}

void RunCostView::moreIsKnown()
{
    fillControls();
    table()->reset(runTable(shown()));
    plotsChanged();
    pictureChanged();
}

/// Somebody who waits for the picture waits for its ranges, too.
bool RunCostView::isWorking() const
{
    return m_worker.isRunning() || (m_isWanted && m_fidelity->isRunning());
}

void RunCostView::stopWork()
{
    if (m_worker.isRunning()) {
        m_shown[at(m_workPage)].isStopped = true;
        m_worker.stop();
    }
}

QString RunCostView::progressText() const
{
    const ShownRuns& now = shown();
    if (now.page == RunPage::Plan) {
        return {};
    }
    if (now.runs.size() < now.all()) {
        const QString text = tr("%1 of %2 runs planned").arg(now.runs.size()).arg(now.all());
        return now.isStopped ? tr("%1, stopped").arg(text) : text;
    }
    const auto none = std::ranges::count_if(now.runs, [](const ShownRun& run) { return !run.row.cost; });
    const QString all = tr("%n run(s), each the best that is found", nullptr, static_cast<int>(now.all() - none));
    return none == 0 ? all : tr("%1; %2 do not fit").arg(all).arg(none);
}

QString RunCostView::choicesText() const
{
    return shown().page == RunPage::Plan ? QString() : choicesOf(shown()).join(QStringLiteral(" · "));
}

/// Below the heading: as many lines as what was chosen takes.
QRectF RunCostView::choicesIn(const Theme& theme, const QRectF& below) const
{
    const QString text = choicesText();
    const double height =
        text.isEmpty() ? 0 : QFontMetricsF(theme.font).boundingRect(below, Qt::TextWordWrap, text).height() + theme.gap;
    return {below.left(), below.top(), below.width(), std::min(height, below.height() / 3)};
}

std::vector<QRectF> RunCostView::panelsIn(const QRectF& rect) const
{
    const Theme theme(palette(), font());
    const QRectF inner = inside(theme, rect);
    QRectF area = belowHeading(theme, inner, {pageTitle(), progressText(), {}});
    area.setTop(choicesIn(theme, area).bottom());
    area.setBottom(footOf(theme, inner, runBasis(shown(), m_asked)).top() - theme.gap);
    if (runPage() == RunPage::Plan) {
        area.setLeft(area.left() + factsShare * area.width());
        const bool isDrawn = m_asked.question.interruptions.betweenFailures > 0 && !shown().runs.empty() &&
                             shown().runs.front().row.cost;
        return {isDrawn ? area : QRectF()};
    }
    const bool isDrawn =
        std::ranges::any_of(shown().runs, [](const ShownRun& run) { return run.row.cost.has_value(); });
    return {isDrawn ? area : QRectF()};
}

void RunCostView::fillPlots(const Theme& theme)
{
    plot(0).begin(theme);
    if (panelsIn(rect()).front().isEmpty()) {
        return;
    }
    runPage() == RunPage::Plan ? fillCheckpoints(theme) : fillRuns(theme);
}

void RunCostView::paintPicture(QPainter& painter, const QRectF& rect)
{
    const Theme theme(palette(), font());
    painter.fillRect(rect, theme.surface);
    const QRectF inner = inside(theme, rect);
    const QRectF below = paintHeading(painter, theme, inner, {pageTitle(), progressText(), {}});
    if (m_problem || !m_question) {
        paintNote(painter, theme, inner, m_problem ? errorText(*m_problem) : QString());
        return;
    }
    paintText(painter, theme.font, theme.text, choicesIn(theme, below), Qt::TextWordWrap, choicesText());
    placePlots(rect);
    plot(0).paint(painter);
    if (const ShownRun* run = runPage() == RunPage::Plan && !shown().runs.empty() ? &shown().runs.front() : nullptr) {
        if (run->row.cost) {
            QRectF area = below;
            area.setWidth(plot(0).isShown() ? factsShare * below.width() - theme.gap : below.width());
            paintFacts(painter, theme, area, factsOf(*run, m_asked));
        } else {
            paintNote(painter, theme, inner, coreText(run->row.why));
        }
    } else if (!plot(0).isShown() && !m_worker.isRunning()) {
        paintNote(painter, theme, inner,
                  shown().asked.lines.empty() ? tr("Nothing can be asked so")
                  : shown().runs.empty()      ? QString()
                                              : coreText(shown().runs.front().row.why));
    }
    paintFoot(painter, theme, inner, runBasis(shown(), m_asked));
}

QString RunCostView::markTip(int, int mark) const
{
    if (mark < 0) {
        return {};
    }
    const int index = plotNow(0).marks()[at(mark)].index;
    return runTip(shown().runs[at(index)], m_asked, runPage());
}

/// The plan's own run has its figures everywhere, beside the curve of its checkpoints.
QString RunCostView::tipAt(const QPointF& position)
{
    const QString tip = PlotView::tipAt(position);
    const bool isOwn = runPage() == RunPage::Plan && !shown().runs.empty() && shown().runs.front().row.cost;
    return tip.isEmpty() && isOwn ? runTip(shown().runs.front(), m_asked, RunPage::Plan) : tip;
}

void RunCostView::openMark(int, int mark)
{
    const PlotMark& chosen = plotNow(0).marks()[at(mark)];
    if (chosen.adds) {
        QToolTip::hideText();
        Q_EMIT planRequested(shown().runs[at(chosen.index)].row.request);
    }
}

std::vector<ViewKey> RunCostView::keys()
{
    return plotKeys(ViewKeys::tr("Run before or after"), ViewKeys::tr("First or last run"),
                    ViewKeys::tr("Plan this run"), [] {});
}

}  // namespace pgram
