// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/hosts/hosts_view.h"

#include "core/base/format.h"
#include "widgets/document/core_text.h"
#include "widgets/views/common/painted_table.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/words.h"

#include <QPainter>

#include <algorithm>
#include <limits>

namespace pgram {

namespace {

constexpr double bytesOfMegabit = 1e6 / 8;
constexpr double factsShare = 0.3;  // of the width

/// "400 Mb/s", "10.0 Gb/s".
QString networkText(Bandwidth bandwidth)
{
    const double megabits = bandwidth / bytesOfMegabit;
    return megabits < 1000 ? QStringLiteral("%1 Mb/s").arg(numberText(megabits))
                           : QStringLiteral("%1 Gb/s").arg(numberText(megabits / 1000));
}

QString rateText(double samples)
{
    return HostsView::tr("%1 samples/s").arg(numberText(samples));
}

/// "34 of 1 layer", "12 of 2, 4 of 3".
QString segmentsText(const Segments& segments)
{
    QStringList runs;
    for (auto first = segments.begin(); first != segments.end();) {
        const auto next = std::find_if(first, segments.end(), [first](int count) { return count != *first; });
        runs.append(HostsView::tr("%1 of %n layer(s)", nullptr, *first).arg(next - first));
        first = next;
    }
    return runs.join(QStringLiteral(", "));
}

/// "from 169 micro-batches"; infinity: no number of them.
QString fromText(double microbatches)
{
    return microbatches < std::numeric_limits<double>::infinity()
               ? HostsView::tr("from %n micro-batch(es)", nullptr, static_cast<int>(std::min(microbatches, 1e9)))
               : HostsView::tr("never");
}

/// With the fastest segments; with those that need the fewest, where these are others.
QString hidingText(const HostedAnswer& answer)
{
    const QString own = HostsView::tr("%1 with these segments").arg(fromText(answer.hiding));
    return answer.hidden.segments.empty() || answer.hidden.microbatches == answer.hiding
               ? own
               : HostsView::tr("%1; %2 with %3")
                     .arg(own, fromText(answer.hidden.microbatches), segmentsText(answer.hidden.segments));
}

QString neededText(Bytes needed, Bytes there)
{
    if (there == 0) {
        return bytesText(needed);
    }
    return needed > there ? HostsView::tr("%1 of %2: does not fit").arg(bytesText(needed), bytesText(there))
                          : HostsView::tr("%1 of %2").arg(bytesText(needed), bytesText(there));
}

QString everyText(int every)
{
    return every == 1 ? HostsView::tr("hosted, synchronised every step")
                      : HostsView::tr("hosted, every %n step(s)", nullptr, every);
}

}  // namespace

HostsView::HostsView(Document* document, SelectionModel* selection, QWidget* parent)
    : PlotView(document, selection, 1, parent),
      m_question(
          Priority::Answer, [](const HostedQuestion& question, const auto&) { return hostedModel(question); },
          [this] { showAnswer(); })
{
    follow();
}

/// A change of strategies asks nothing anew.
void HostsView::refresh()
{
    if (const auto plan = document()->plan()) {
        HostedQuestion question;
        question.request.model = plan->model;
        question.request.cluster = plan->cluster;
        question.request.training = plan->training;
        question.request.training.globalBatch = 0;  // the hosts have their own
        question.request.memoryBudget = plan->budget();
        if (m_question.ask(std::move(question))) {
            forgetMarks(0);
        }
    } else {
        m_question.forget();
    }
    showAnswer();  // in the language of now
}

void HostsView::showAnswer()
{
    const auto answer = m_question.answer();
    table()->reset(figuresOf<HostedPoint>(
        answer ? static_cast<int>(answer->points.size()) : 0,
        [answer](int row) { return answer->points[static_cast<std::size_t>(row)]; },
        {{tr("Network"), "bytes_per_s", Unit::Traffic, [](auto& row) { return row.bandwidth; }},
         {tr("Steps between syncs"), "sync_every_steps", Unit::Count,
          [](auto& row) { return static_cast<std::int64_t>(row.every); }},
         {tr("Hosted, samples/s"), "hosted_samples_per_s", Unit::Number, [](auto& row) { return row.hosted; }},
         {tr("Pipeline, samples/s"), "pipeline_samples_per_s", Unit::Number, [](auto& row) { return row.pipeline; }},
         {tr("Ratio"), "ratio", Unit::Number, [](auto& row) { return row.hosted / row.pipeline; }},
         {tr("Micro-batches"), "microbatches", Unit::Count,
          [answer](auto&) { return static_cast<std::int64_t>(answer->device.microbatches); }},
         {tr("Micro-batches that hide loading (these segments)"), "hiding_microbatches", Unit::Number,
          [answer](auto&) { return answer->hiding; }},
         {tr("Micro-batches that hide loading (any segments)"), "fewest_hiding_microbatches", Unit::Number,
          [answer](auto&) { return answer->hidden.microbatches; }}}));
    plotsChanged();
    pictureChanged();
}

void HostsView::fillPlots(const Theme& theme)
{
    Plot& plot = this->plot(0);
    plot.begin(theme);
    if (answer() == nullptr) {
        return;
    }
    const std::vector<HostedPoint>& points = answer()->points;
    const std::vector<int>& everies = m_question.asked()->every;
    plot.addPane(tr("Throughput over the bandwidth of a host"),
                 {tr("samples/s of all hosts, both logarithmic"), QString()});
    double low = 1e300;
    double high = 0;
    for (const HostedPoint& point : points) {
        low = std::min({low, point.hosted, point.pipeline});
        high = std::max({high, point.hosted, point.pipeline});
    }
    const double slowest = points.front().bandwidth / bytesOfMegabit;
    const double fastest = points.back().bandwidth / bytesOfMegabit;
    plot.setAxis(plot.xAxis, {AxisUnit::Number, slowest / 1.1, fastest * 1.1, true, tr("Mb/s")});
    // Room for the legend above the curves.
    plot.setAxis(plot.yAxis, {AxisUnit::Number, low / 1.6, high * 12, true, tr("samples/s")});
    std::vector<QCPAbstractPlottable*> named;
    std::vector<PlotMark> marks;
    const auto add = [&](const QString& name, const QPen& pen, int every, auto value) {
        PlotSeries* series = plot.addSeries(name, pen, QCPGraph::lsLine);
        for (std::size_t i = 0; i < points.size(); ++i) {
            const HostedPoint& point = points[i];
            if (point.every == every) {
                const QPointF at(point.bandwidth / bytesOfMegabit, point.*value);
                series->addData(at.x(), at.y());
                marks.push_back({.at = at, .index = static_cast<int>(i), .adds = false, .series = series});
            }
        }
        series->setScatterStyle({QCPScatterStyle::ssCircle, pen.color(), pen.color(), 5});
        named.push_back(series);
    };
    const QPen pipeline(theme.text, 2, Qt::DashLine);
    add(tr("pipeline of the hosts"), pipeline, everies.front(), &HostedPoint::pipeline);
    for (std::size_t i = 0; i < everies.size(); ++i) {
        add(everyText(everies[i]), QPen(theme.series(static_cast<int>(i)), 2), everies[i], &HostedPoint::hosted);
    }
    for (const LinkLevel& link : document()->plan()->cluster.links) {
        const double own = link.bandwidth / bytesOfMegabit;
        if (&link == &document()->plan()->cluster.links.back() && own >= slowest && own <= fastest) {
            plot.addLine(plot.xAxis, own, QPen(theme.mutedText, 1, Qt::DotLine),
                         {tr("this cluster: %1").arg(qs(link.name)), tr("this cluster")}, theme.smallFont,
                         theme.mutedText);
        }
    }
    plot.addLegend(Plot::LegendPlace::TopLeft, named);
    plot.setMarks(std::move(marks));
}

std::vector<std::pair<QString, QString>> HostsView::facts() const
{
    const HostedAnswer& answer = *m_question.answer();
    const HostedQuestion& asked = *m_question.asked();
    std::vector<std::pair<QString, QString>> facts{
        {tr("Hosts"),
         tr("%1, %n micro-batch(es) per step each", nullptr, answer.device.microbatches).arg(answer.peers.peers)},
        {tr("Segments"), segmentsText(answer.segments)},
        {tr("Loading fully hidden"), hidingText(answer)},
        {tr("Step of a host"),
         tr("%1, of which compute %2").arg(secondsText(answer.step), secondsText(answer.compute))},
        {tr("Update on the host"), tr("%1 per sync").arg(secondsText(answer.peers.update))},
        {tr("Device memory"), neededText(answer.deviceNeeds, asked.request.memoryBudget)},
        {tr("Host memory"), neededText(answer.hostNeeds, asked.request.cluster.host.memory)},
        {tr("Pipeline of the hosts"),
         tr("GPipe, %n stage(s), %1 micro-batches; fullest device %2", nullptr, answer.pipeline.stages)
             .arg(answer.pipeline.microbatches)
             .arg(neededText(answer.pipelineNeeds, asked.request.memoryBudget))}};
    for (std::size_t i = 0; i < answer.crossings.size(); ++i) {
        const QString where = answer.crossings[i] ? networkText(*answer.crossings[i]) : QString();
        facts.emplace_back(
            everyText(asked.every[i]),
            !answer.crossings[i]
                ? (answer.leadsBelow[i] ? tr("faster at every bandwidth") : tr("slower at every bandwidth"))
                : (answer.leadsBelow[i] ? tr("faster below %1").arg(where) : tr("faster above %1").arg(where)));
    }
    return facts;
}

QRectF HostsView::factsIn(const QRectF& rect) const
{
    const Theme theme(palette(), font());
    const QRectF inner = inside(theme, rect);
    constexpr double least = 560;  // narrower, and the plot has all of it
    return inner.width() < least ? QRectF() : inner.adjusted(inner.width() * (1 - factsShare) + theme.gap, 0, 0, 0);
}

std::vector<QRectF> HostsView::panelsIn(const QRectF& rect) const
{
    const Theme theme(palette(), font());
    const QRectF inner = inside(theme, rect);
    const QRectF below = belowHeading(theme, inner, {tr("A model in host memory"), {}, {}});
    const QRectF beside = factsIn(rect);
    return {answer() == nullptr ? QRectF()
            : beside.isEmpty()  ? below
                                : QRectF(below.topLeft(), QPointF(beside.left() - theme.gap, below.bottom()))};
}

void HostsView::paintPicture(QPainter& painter, const QRectF& rect)
{
    const Theme theme(palette(), font());
    painter.fillRect(rect, theme.surface);
    const QRectF inner = inside(theme, rect);
    const QRectF below = paintHeading(painter, theme, inner,
                                      {tr("A model in host memory"),
                                       tr("its segments through one device per host, beside a pipeline of the hosts"),
                                       {}});
    if (answer() == nullptr) {
        paintNote(painter, theme, inner,
                  m_question.problem() ? errorText(*m_question.problem()) : tr("Working it out…"));
        return;
    }
    placePlots(rect);
    plot(0).paint(painter);
    QRectF line = factsIn(rect);
    line.setTop(below.top());
    if (!line.isEmpty()) {
        paintFacts(painter, theme, line, facts());
    }
}

QString HostsView::markTip(int, int mark) const
{
    if (mark < 0 || answer() == nullptr) {
        return tr("Samples per second of all hosts over the bandwidth that each of them has. Where a curve crosses the "
                  "dashed one, a pipeline of the hosts is as fast.");
    }
    const auto index = static_cast<std::size_t>(plot(0).marks()[static_cast<std::size_t>(mark)].index);
    const HostedPoint& point = answer()->points[index];
    Tip tip(networkText(point.bandwidth));
    tip.add(everyText(point.every), rateText(point.hosted));
    tip.add(tr("pipeline of the hosts"), rateText(point.pipeline));
    tip.add(tr("Ratio"), numberText(point.hosted / point.pipeline));
    tip.note(tr("Slower convergence from rare synchronisation is not included"));
    return tip.html();
}

std::vector<ViewKey> HostsView::keys()
{
    std::vector<ViewKey> keys =
        plotKeys(ViewKeys::tr("Point before or after"), ViewKeys::tr("First or last point"), {}, [] {});
    std::erase_if(keys, [](const ViewKey& key) { return key.text.isEmpty(); });  // a point opens nothing
    return keys;
}

}  // namespace pgram
