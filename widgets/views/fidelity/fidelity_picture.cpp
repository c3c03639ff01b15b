// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/fidelity/fidelity_picture.h"

#include "widgets/theme/theme.h"
#include "widgets/views/common/painted_table.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/words.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace pgram {

namespace {

constexpr auto gibibyte = static_cast<double>(GiB);

std::optional<FidelityPoint> pointOf(const RowResult& result, std::size_t row, bool memory)
{
    const auto& predicted = memory ? result.predictedGib : result.predictedStep;
    const auto& measured = memory ? result.measuredGib : result.measuredStep;
    if (!predicted || !measured) {
        return std::nullopt;
    }
    const double unit = memory ? gibibyte : 1;
    return FidelityPoint{row, *predicted * unit, *measured * unit, generationOf(result.gpu)};
}

struct SuiteErrors {
    std::vector<double> errors;
    int skipped = 0;
};

SuiteLine lineOf(const std::string& suite, const SuiteErrors& gathered)
{
    return {suite, errorStatistics(gathered.errors), gathered.skipped};
}

std::vector<SuiteLine> suiteLines(const std::map<std::string, SuiteErrors>& suites)
{
    std::vector<SuiteLine> lines;
    SuiteErrors all;
    for (const auto& [suite, gathered] : suites) {
        lines.push_back(lineOf(suite, gathered));
        all.errors.insert(all.errors.end(), gathered.errors.begin(), gathered.errors.end());
        all.skipped += gathered.skipped;
    }
    std::ranges::stable_sort(lines, std::greater(), [](const SuiteLine& line) { return line.errors.n; });
    lines.push_back(lineOf({}, all));
    return lines;
}

constexpr double listShare = 0.4;      // of the width
constexpr double leastListWidth = 27;  // in lines of text
constexpr double leastPlotWidth = 16;  // in lines of text: narrower, and the list makes way
constexpr double errorsShare = 0.24;   // of the height
constexpr double leastHeight = 24;     // in lines of text: lower, and the errors make way
constexpr double furthestError = 0.6;  // what is further off stands at the edge
constexpr std::array bands{0.2, 0.1};

PlotAxis axisOf(const FidelityFigures& figures)
{
    double low = 1e300;
    double high = 0;
    for (const FidelityPoint& point : figures.points) {
        low = std::min({low, point.measured, point.predicted});
        high = std::max({high, point.measured, point.predicted});
    }
    return {figures.filter.memory ? AxisUnit::Memory : AxisUnit::Time, low / 1.25, high * 1.25, true};
}

double shownError(const FidelityPoint& point)
{
    return std::clamp(point.error(), -furthestError, furthestError);
}

QColor bandColor(const Theme& theme, double band)
{
    return mixed(theme.surface, theme.mutedText, band == bands.back() ? 0.2 : 0.1);
}

/// A shape and a colour a generation.
QCPScatterStyle styleOf(const Theme& theme, Generation generation, double size)
{
    static constexpr std::array shapes{QCPScatterStyle::ssCircle, QCPScatterStyle::ssSquare,
                                       QCPScatterStyle::ssTriangle, QCPScatterStyle::ssDiamond};
    QColor fill = theme.series(static_cast<int>(generation));
    const QPen edge(mixed(fill, theme.surface, 0.25), 0.8);
    fill.setAlphaF(0.5F);
    return {shapes[static_cast<std::size_t>(generation)], edge, fill, size};
}

double sizeFor(std::size_t points)
{
    return points > 400 ? 5.2 : points > 60 ? 6.8 : 9.2;
}

/// Measured = predicted, and the ground on which the error is no more than 10 % and 20 %.
void addDiagonal(Plot& plot, const Theme& theme, const PlotAxis& axis)
{
    for (const double band : bands) {
        PlotSeries* lower = plot.addSeries({}, Qt::NoPen, QCPGraph::lsLine);
        PlotSeries* upper = plot.addSeries({}, Qt::NoPen, QCPGraph::lsLine);
        lower->setData({axis.low, axis.high}, {axis.low * (1 - band), axis.high * (1 - band)}, true);
        upper->setData({axis.low, axis.high}, {axis.low * (1 + band), axis.high * (1 + band)}, true);
        upper->setBrush(bandColor(theme, band));
        upper->setChannelFillGraph(lower);
        upper->setLayer(QStringLiteral("background"));
    }
    plot.addSeries({}, QPen(theme.text, 1.2), QCPGraph::lsLine)->setData({axis.low, axis.high}, {axis.low, axis.high});
}

/// The shown plan: what is predicted of it, and where a run is expected.
void addShown(Plot& plot, const Theme& theme, const PlotAxis& axis, const ShownPlan& shown)
{
    if (shown.predicted < axis.low || shown.predicted > axis.high) {
        return;
    }
    plot.addLine(plot.yAxis, shown.predicted, QPen(theme.accent, 1, Qt::DashLine), {FidelityText::tr("this plan")},
                 theme.smallFont, theme.accent);
    plot.addSeries({}, QPen(theme.accent, 4, Qt::SolidLine, Qt::FlatCap), QCPGraph::lsLine)
        ->setData({std::max(axis.low, shown.band.low * shown.predicted), shown.band.high * shown.predicted},
                  {shown.predicted, shown.predicted});
}

/// Below, with the measured value on the same axis.
QCPAxisRect* addErrorPane(Plot& plot, const Theme& theme)
{
    QCPAxisRect* pane = plot.addPane(FidelityText::tr("Error of each run"),
                                     {FidelityText::tr("relative error of the prediction, by measured value"),
                                      FidelityText::tr("by measured value")},
                                     errorsShare / (1 - errorsShare));
    QCPAxis* up = pane->axis(QCPAxis::atLeft);
    plot.link(pane->axis(QCPAxis::atBottom), plot.xAxis);
    plot.setAxis(up, {AxisUnit::Change, -furthestError * 1.05, furthestError * 1.05});
    for (const double band : bands) {
        plot.addBand(up, -band, band, bandColor(theme, band));
    }
    plot.addLine(up, 0, QPen(theme.text, 1.2));
    return pane;
}

/// The runs of one generation, above and below; gives those above.
PlotSeries* addRuns(Plot& plot, const Theme& theme, const FidelityFigures& figures, Generation generation,
                    QCPAxisRect* errorPane)
{
    const double size = sizeFor(figures.points.size());
    PlotSeries* scatter = plot.addSeries(nameOf(generation), Qt::NoPen, QCPGraph::lsNone);
    scatter->setScatterStyle(styleOf(theme, generation, size));
    PlotSeries* errors = nullptr;
    if (errorPane != nullptr) {
        errors = plot.addSeries(nameOf(generation), Qt::NoPen, QCPGraph::lsNone, errorPane);
        errors->setScatterStyle(styleOf(theme, generation, size * 0.85));
        errors->setVisible(!plot.isHidden(nameOf(generation)));
    }
    for (const FidelityPoint& point : figures.points) {
        if (point.generation == generation) {
            scatter->addData(point.measured, point.predicted);
            if (errors != nullptr) {
                errors->addData(point.measured, shownError(point));
            }
        }
    }
    return scatter;
}

}  // namespace

Generation generationOf(const std::string& gpu)
{
    const auto is = [&gpu](std::initializer_list<std::string_view> names) {
        return std::ranges::any_of(names, [&gpu](std::string_view name) { return gpu.starts_with(name); });
    };
    if (is({"A100", "A800"})) {
        return Generation::Ampere;
    }
    if (is({"H100", "H200", "H800", "GH200"})) {
        return Generation::Hopper;
    }
    return is({"B200", "B300", "GB200", "GB300"}) ? Generation::Blackwell : Generation::Other;
}

FidelityFigures fidelityFigures(std::shared_ptr<const FidelityData> data, const FidelityFilter& filter)
{
    FidelityFigures figures;
    figures.data = std::move(data);
    figures.filter = filter;
    if (!figures.data) {
        return figures;
    }
    std::map<std::string, SuiteErrors> suites;
    const std::vector<RowResult>& results = figures.data->validation.rows;
    for (std::size_t row = 0; row < results.size(); ++row) {
        const RowResult& result = results[row];
        const bool measured = filter.memory ? result.measuredGib.has_value() : result.measuredStep.has_value();
        if (!measured || (filter.generation && *filter.generation != generationOf(result.gpu))) {
            continue;
        }
        const auto point = pointOf(result, row, filter.memory);
        SuiteErrors& suite = suites[result.suite];
        if (point) {
            suite.errors.push_back(point->error());
        } else {
            ++suite.skipped;
        }
        if (!filter.suite.empty() && filter.suite != result.suite) {
            continue;
        }
        figures.rows.push_back(row);
        if (point) {
            figures.points.push_back(*point);
        }
    }
    std::ranges::stable_sort(figures.points, {}, &FidelityPoint::measured);
    figures.suites = suiteLines(suites);
    return figures;
}

QString nameOf(Generation generation)
{
    switch (generation) {
    case Generation::Ampere:
        return QStringLiteral("A100");
    case Generation::Hopper:
        return QStringLiteral("H100, H200");
    case Generation::Blackwell:
        return QStringLiteral("B200, GB200, GB300");
    case Generation::Other:
        break;
    }
    return FidelityText::tr("other devices");
}

FidelityLayout layoutFidelity(const Theme& theme, const FidelityFigures& figures, const QRectF& area)
{
    FidelityLayout layout;
    const double wanted = std::max(area.width() * listShare, leastListWidth * theme.lineHeight);
    const double width = std::min({wanted, area.width() * 0.5, 40 * theme.lineHeight});
    double left = area.width() - width - 2 * theme.margin;
    if (left >= leastPlotWidth * theme.lineHeight) {
        layout.list = QRectF(area.right() - width, area.top(), width, area.height());
        placeFidelityList(theme, figures, layout);
    } else {
        left = area.width();
    }
    layout.plots = QRectF(area.left(), area.top(), left, area.height());
    return layout;
}

bool hasRoomForErrors(const Theme& theme, const QRectF& area)
{
    return area.height() >= leastHeight * theme.lineHeight;
}

void fillFidelity(Plot& plot, const Theme& theme, const FidelityFigures& figures, const std::optional<ShownPlan>& shown,
                  bool withErrors)
{
    const QString what = figures.filter.memory ? FidelityText::tr("Peak memory") : FidelityText::tr("Step time");
    plot.addPane(what, {FidelityText::tr("predicted (up) over measured (right); shaded: within 10 % and 20 %"),
                        FidelityText::tr("predicted over measured")});
    if (figures.points.empty()) {
        return plot.setNote(FidelityText::tr("No run of this choice can be predicted"));
    }
    const PlotAxis axis = axisOf(figures);
    plot.setAxis(plot.xAxis, axis);
    plot.setAxis(plot.yAxis, axis);
    addDiagonal(plot, theme, axis);
    QCPAxisRect* errors = withErrors ? addErrorPane(plot, theme) : nullptr;
    std::array<PlotSeries*, allGenerations.size()> series{};
    std::vector<QCPAbstractPlottable*> named;
    for (const Generation generation : allGenerations) {
        if (std::ranges::find(figures.points, generation, &FidelityPoint::generation) != figures.points.end()) {
            PlotSeries* runs = addRuns(plot, theme, figures, generation, errors);
            series[static_cast<std::size_t>(generation)] = runs;
            named.push_back(runs);
        }
    }
    if (shown) {
        addShown(plot, theme, axis, *shown);
    }
    plot.addLegend(Plot::LegendPlace::TopLeft, named);
    std::vector<PlotMark> marks;
    for (const FidelityPoint& point : figures.points) {
        marks.push_back({.at = {point.measured, point.predicted},
                         .index = static_cast<int>(marks.size()),
                         .series = series[static_cast<std::size_t>(point.generation)],
                         .twin = {point.measured, shownError(point)},
                         .twinPane = errors});
    }
    plot.setMarks(std::move(marks));
}

namespace {

/// In percent, of which the head of the column speaks.
QString inPercent(double share)
{
    return QString::number(100 * share, 'f', 1);
}

QString signedPercentage(double share)
{
    return (share < 0 ? QStringLiteral("−") : QStringLiteral("+")) + inPercent(std::abs(share));
}

QStringList cellsOf(const SuiteLine& line)
{
    const bool any = line.errors.n > 0;
    return {line.suite.empty() ? FidelityText::tr("all suites") : QString::fromStdString(line.suite),
            QString::number(line.errors.n),
            line.skipped > 0 ? QString::number(line.skipped) : QString(),
            any ? inPercent(line.errors.mape) : QString(),
            any ? signedPercentage(line.errors.bias) : QString(),
            any ? inPercent(line.errors.p90) : QString()};
}

}  // namespace

void placeFidelityList(const Theme& theme, const FidelityFigures& figures, FidelityLayout& layout)
{
    const std::size_t count = figures.suites.size();
    const double head = theme.lineHeight * 1.3;
    const double room = layout.list.height() - head;
    const auto fitting = static_cast<std::size_t>(std::max(3.0, room / (theme.lineHeight * 1.08)));
    const std::size_t placed = std::min(count, fitting);
    layout.lineHeight = std::min(theme.lineHeight * 1.35, room / static_cast<double>(std::max<std::size_t>(1, placed)));
    layout.lines.assign(count, QRectF());
    const auto place = [&](std::size_t suite, std::size_t row) {
        layout.lines[suite] =
            QRectF(layout.list.left(), layout.list.top() + head + static_cast<double>(row) * layout.lineHeight,
                   layout.list.width(), layout.lineHeight);
    };
    for (std::size_t row = 0; row < placed; ++row) {
        place(row, row);
    }
    if (placed == count) {
        return;
    }
    // The last line is that of all, and what is left out is named above it.
    layout.lines[placed - 1] = layout.lines[placed - 2] = QRectF();
    place(count - 1, placed - 1);
    const auto chosen = std::ranges::find(figures.suites, figures.filter.suite, &SuiteLine::suite);
    if (chosen != figures.suites.end() && layout.lines[chosen - figures.suites.begin()].isEmpty()) {
        layout.lines[placed - 3] = QRectF();
        place(static_cast<std::size_t>(chosen - figures.suites.begin()), placed - 3);
    }
}

void paintFidelityList(QPainter& painter, const Theme& theme, const FidelityFigures& figures,
                       const FidelityLayout& layout)
{
    std::vector<QStringList> cells{{FidelityText::tr("suite"), FidelityText::tr("runs"), FidelityText::tr("skipped"),
                                    FidelityText::tr("mean %"), FidelityText::tr("bias %"), FidelityText::tr("p90 %")}};
    std::ranges::transform(figures.suites, std::back_inserter(cells), cellsOf);
    const PaintedTable table(theme, std::move(cells), true, layout.list.width());
    table.paintLine(painter, 0, QRectF(layout.list.topLeft(), QSizeF(layout.list.width(), theme.lineHeight * 1.2)));
    const auto left = static_cast<int>(std::ranges::count_if(layout.lines, &QRectF::isEmpty));
    if (left > 0) {
        painter.setFont(theme.smallFont);
        painter.setPen(theme.mutedText);
        const QRectF note = layout.lines.back().translated(theme.gap, -layout.lineHeight);
        painter.drawText(note, Qt::AlignVCenter, FidelityText::tr("and %n more: Page Down", nullptr, left));
    }
    for (std::size_t i = 0; i < layout.lines.size(); ++i) {
        if (layout.lines[i].isEmpty()) {
            continue;
        }
        const SuiteLine& line = figures.suites[i];
        if (i + 1 == figures.suites.size()) {
            painter.fillRect(QRectF(layout.list.left(), layout.lines[i].top(), layout.list.width(), 1), theme.line);
        }
        table.paintLine(painter, i + 1, layout.lines[i],
                        {line.suite.empty(), line.suite == figures.filter.suite, line.errors.n == 0});
    }
}

}  // namespace pgram
