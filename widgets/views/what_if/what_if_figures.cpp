// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/what_if/what_if_figures.h"

#include "core/model/training_json.h"
#include "widgets/document/core_text.h"

#include <QCoreApplication>

#include <cmath>

namespace pgram {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(WhatIf)
};

constexpr int sharesPoints = 25;
constexpr double giga = 1e9;
constexpr double tera = 1e12;
constexpr double micro = 1e-6;

/// Where the request has such a number, and not 0.
void add(std::vector<WhatIfNumber>& numbers, const SearchRequest& request, WhatIfNumber number)
{
    const Result<double> now = numberOf(request, number.what);
    if (now && *now > 0) {
        number.now = *now;
        numbers.push_back(std::move(number));
    }
}

QString kindTitle(const SweepPoint& point)
{
    return point.plan ? qs(point.kind) : Words::tr("nothing fits");
}

}  // namespace

std::vector<WhatIfNumber> whatIfNumbers(const SearchRequest& request)
{
    std::vector<WhatIfNumber> numbers;
    const QString bandwidth = QStringLiteral("GB/s");
    for (const LinkLevel& link : request.cluster.links) {
        const std::string at = "cluster.links/" + link.name + "/";
        add(numbers, request, {at + "bytes_per_s", Words::tr("%1 bandwidth").arg(qs(link.name)), bandwidth, giga});
    }
    for (const LinkLevel& link : request.cluster.links) {
        const std::string at = "cluster.links/" + link.name + "/";
        add(numbers, request,
            {at + "latency_s", Words::tr("%1 latency").arg(qs(link.name)), QStringLiteral("µs"), micro});
    }
    const std::string precision(precisionNames()[static_cast<std::size_t>(request.training.precision)]);
    add(numbers, request,
        {"cluster.device/peak_flop_per_s/" + precision, Words::tr("Peak of a device (%1)").arg(qs(precision).toUpper()),
         QStringLiteral("TFLOP/s"), tera});
    add(numbers, request,
        {"cluster.device/memory_bytes_per_s", Words::tr("Memory bandwidth of a device"), bandwidth, giga});
    add(numbers, request, {"memory", Words::tr("Memory budget"), QStringLiteral("GiB"), static_cast<double>(GiB)});
    add(numbers, request, {"nodes", Words::tr("Nodes"), {}});
    add(numbers, request, {"batch", Words::tr("Batch"), {}});
    add(numbers, request, {"sequence", Words::tr("Sequence"), {}});
    return numbers;
}

SweepAxis whatIfAxis(const WhatIfNumber& number, int factor)
{
    SweepAxis axis{number.what, number.now / factor, number.now * factor, sharesPoints, true};
    if (number.isCount()) {
        // Halved as long as that is a whole number.
        int below = 0;
        for (double value = number.now; value / 2 == std::floor(value / 2) && value / 2 >= number.now / factor;
             value /= 2) {
            ++below;
        }
        const int above = static_cast<int>(std::log2(factor));
        axis.from = number.now / std::exp2(below);
        axis.to = number.now * std::exp2(above);
        axis.points = below + above + 1;
    }
    return axis;
}

std::span<const WhatIfFigure> whatIfFigures()
{
    static const WhatIfFigure all[] = {
        {"throughput", [] { return Words::tr("Throughput"); }, AxisUnit::Number,
         [](const Estimate& e) { return e.throughput; }, [](double v) { return numberText(v); }},
        {"step", [] { return Words::tr("Step time"); }, AxisUnit::Time, [](const Estimate& e) { return e.stepTime; },
         [](double v) { return secondsText(v); }},
        {"mfu", [] { return Words::tr("MFU"); }, AxisUnit::Share, [](const Estimate& e) { return e.mfu; },
         [](double v) { return percentText(v); }},
        {"memory", [] { return Words::tr("Peak memory per device"); }, AxisUnit::Memory,
         [](const Estimate& e) { return static_cast<double>(e.peakMemory); }, [](double v) { return bytesText(v); }},
    };
    return all;
}

QString numberText(const WhatIfNumber& number, double value)
{
    const QString text = number.isCount() ? QString::number(std::llround(value)) : numberText(value / number.scale);
    return number.isCount() ? text : text + QLatin1Char(' ') + number.unit;
}

QString crossingText(const WhatIfNumber& number, const Crossing& crossing)
{
    return Words::tr("from %1: %2").arg(numberText(number, crossing.above.value), kindTitle(crossing.above));
}

FigureContent whatIfTable(const ShownWhatIf& shown)
{
    const auto points = std::make_shared<const std::vector<SweepPoint>>(shown.sweep.points);
    const auto figure = [](const SweepPoint& point, auto value) {
        return FigureValue(point.figures ? std::optional<double>(value(*point.figures)) : std::nullopt);
    };
    return figuresOf<SweepPoint>(
        static_cast<int>(points->size()), [points](int row) { return (*points)[static_cast<std::size_t>(row)]; },
        {{shown.number.unit.isEmpty() ? shown.number.title
                                      : QStringLiteral("%1, %2").arg(shown.number.title, shown.number.unit),
          "value", Unit::Number,
          [scale = shown.number.scale](auto& point) { return FigureValue(std::optional(point.value / scale)); }},
         {Words::tr("Plan"), "plan", Unit::Text, [](auto& point) { return FigureValue(kindTitle(point)); }},
         {Words::tr("Throughput"), "throughput_samples_per_s", Unit::Number,
          [=](auto& point) { return figure(point, [](auto& e) { return e.throughput; }); }},
         {Words::tr("Step time"), "step_time_s", Unit::Time,
          [=](auto& point) { return figure(point, [](auto& e) { return e.stepTime; }); }},
         {Words::tr("MFU"), "mfu", Unit::Share,
          [=](auto& point) { return figure(point, [](auto& e) { return e.mfu; }); }},
         {Words::tr("Peak memory"), "peak_memory_bytes", Unit::Memory,
          [=](auto& point) { return figure(point, [](auto& e) { return static_cast<double>(e.peakMemory); }); }},
         {Words::tr("Why none"), "why", Unit::Text, [](auto& point) { return FigureValue(coreText(point.why)); }}});
}

}  // namespace pgram
