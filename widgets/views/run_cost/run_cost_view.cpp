// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run_cost/run_cost_view.h"

#include "core/questions/plan_question.h"
#include "widgets/document/core_text.h"
#include "widgets/views/common/painted_table.h"
#include "widgets/views/common/painting.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr double factsShare = 0.34;  // share of the width
constexpr Seconds secondsPerDay = 86400;

}  // namespace

RunCostView::RunCostView(Workbench* bench, QWidget* parent)
    : PlotView(&bench->document, &bench->selection, 1, parent),
      m_terms(&bench->run),
      m_fidelity(&bench->fidelity),
      m_fields(this, m_terms),
      m_bar(this)
{
    connect(m_terms, &RunTerms::changed, this, &RunCostView::follow);
    connect(m_fidelity, &FidelityLibrary::changed, this, &RunCostView::follow);
    follow();
}

void RunCostView::refresh()
{
    const auto plan = document()->plan();
    const RunAsked& asked = m_terms->now();
    std::optional<SearchRequest> question;
    m_shown.reset();
    if (plan) {
        question = requestOf(*plan);
        m_shown = shownRun(plan, document()->estimate(), asked, m_fidelity->bandsOf(*plan, *document()->estimate()));
    }
    using Kind = RunFieldKind;
    const bool isInterrupted = asked.question.interruptions.betweenFailures > 0;
    std::vector<Kind> kinds{Kind::Tokens, Kind::Prices};
    if (isInterrupted) {
        kinds.push_back(Kind::Interruptions);
    }
    placeControls(m_bar.show(m_fields.rows(question ? &*question : nullptr, kinds)));
    table()->reset(runTable(m_shown));
    plotsChanged();
}

std::vector<QRectF> RunCostView::panelsIn(const QRectF& rect) const
{
    const Theme theme(palette(), font());
    const QRectF inner = inside(theme, rect);
    QRectF area = belowHeading(theme, inner, {viewTitle(), {}, {}});
    area.setLeft(area.left() + factsShare * area.width());
    area.setBottom(footOf(theme, inner, m_shown ? runBasis(*m_shown, m_terms->now()) : QString()).top() - theme.gap);
    const bool isDrawn = m_shown && m_shown->row.cost && m_terms->now().question.interruptions.betweenFailures > 0;
    return {isDrawn ? area : QRectF()};
}

/// The days of the run over how often it writes a checkpoint.
void RunCostView::fillPlots(const Theme& theme)
{
    Plot& curve = plot(0);
    curve.begin(theme);
    if (panelsIn(rect()).front().isEmpty()) {
        return;
    }
    const RunCost& cost = *m_shown->row.cost;
    const Interruptions& of = m_terms->now().question.interruptions;
    const Seconds mean = of.betweenFailures / m_shown->row.plan->cluster.devices;
    curve.addPane(tr("Days over the time between two checkpoints"),
                  {tr("one failure of the cluster every %1").arg(durationText(mean)), QString()});
    constexpr double widest = 12;
    constexpr int points = 121;
    constexpr double room = 0.15;
    PlotSeries* series = curve.addSeries(tr("Expected"), QPen(theme.series(0), 2), QCPGraph::lsLine);
    const double least = cost.training / secondsPerDay;
    double most = cost.days();
    for (int i = 0; i < points; ++i) {
        // From a twelfth of the best to twelve times as much.
        const Seconds interval = cost.checkpointEvery * std::pow(widest, 2.0 * i / (points - 1) - 1);
        const double days = interruptedSeconds(cost.training, interval, of, mean) / secondsPerDay;
        series->addData(interval / hour, days);
        most = std::max(most, std::min(days, 3 * cost.days()));
    }
    const double best = cost.checkpointEvery / hour;
    curve.setAxis(curve.xAxis,
                  {AxisUnit::Number, best / widest, best * widest, true, tr("hours between two checkpoints")});
    curve.setAxis(curve.yAxis,
                  {AxisUnit::Number, least - room * (most - least), most + room * (most - least), false, tr("Days")});
    curve.addLine(curve.yAxis, least, QPen(theme.mutedText, 1, Qt::DashLine), {tr("without interruptions")},
                  theme.smallFont, theme.mutedText);
    curve.addLine(curve.xAxis, best, QPen(theme.accent, 1, Qt::DashLine),
                  {tr("least: every %1").arg(durationText(cost.checkpointEvery)), durationText(cost.checkpointEvery)},
                  theme.smallFont, theme.text);
    curve.setMarks({{.at = QPointF(best, cost.days()), .index = 0, .adds = false, .series = series}});
}

void RunCostView::paintPicture(QPainter& painter, const QRectF& rect)
{
    const Theme theme(palette(), font());
    painter.fillRect(rect, theme.surface);
    const QRectF inner = inside(theme, rect);
    QRectF below = paintHeading(painter, theme, inner, {viewTitle(), {}, {}});
    if (!m_shown || !m_shown->row.cost) {
        paintNote(painter, theme, inner, m_shown ? coreText(m_shown->row.why) : QString());
        return;
    }
    placePlots(rect);
    plot(0).paint(painter);
    below.setWidth(plot(0).isShown() ? factsShare * below.width() - theme.gap : below.width());
    paintFacts(painter, theme, below, factsOf(*m_shown, m_terms->now()));
    paintFoot(painter, theme, inner, runBasis(*m_shown, m_terms->now()));
}

QString RunCostView::markTip(int, int mark) const
{
    return mark < 0 ? QString() : runTip(*m_shown, m_terms->now());
}

/// The figures of the run are its tip everywhere.
QString RunCostView::tipAt(const QPointF& position)
{
    const QString tip = PlotView::tipAt(position);
    return tip.isEmpty() && m_shown && m_shown->row.cost ? runTip(*m_shown, m_terms->now()) : tip;
}

std::vector<ViewKey> RunCostView::keys()
{
    std::vector<ViewKey> keys =
        plotKeys(ViewKeys::tr("Point before or after"), ViewKeys::tr("First or last point"), {}, [] {});
    std::erase_if(keys, [](const ViewKey& key) { return key.text.isEmpty(); });  // a point opens nothing
    return keys;
}

QVariantMap RunCostView::options() const
{
    QVariantMap options = PlotView::options();
    m_fields.addTo(options);
    return options;
}

void RunCostView::setOptions(const QVariantMap& options)
{
    PlotView::setOptions(options);
    m_fields.takeFrom(options);
}

}  // namespace pgram
