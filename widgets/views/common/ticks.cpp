// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/ticks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace pgram {

namespace {

struct Scale {
    const char* unit;
    double size;
};

constexpr std::array<Scale, 4> secondScales{{{"ns", 1e-9}, {"µs", 1e-6}, {"ms", 1e-3}, {"s", 1}}};
constexpr std::array<Scale, 5> byteScales{
    {{"B", 1}, {"KiB", 1024.0}, {"MiB", 1048576.0}, {"GiB", 1073741824.0}, {"TiB", 1099511627776.0}}};
constexpr std::array<Scale, 1> plainScale{{{"", 1}}};
constexpr std::array<Scale, 1> shareScale{{{"%", 0.01}}};

std::span<const Scale> scalesOf(AxisUnit unit)
{
    switch (unit) {
    case AxisUnit::Time:
        return secondScales;
    case AxisUnit::Memory:
        return byteScales;
    case AxisUnit::Share:
    case AxisUnit::Change:
        return shareScale;
    case AxisUnit::Number:
        break;
    }
    return plainScale;
}

/// The largest unit of which the axis spans at least one.
int scaleFor(std::span<const Scale> scales, double reach)
{
    int best = 0;
    for (std::size_t i = 0; i < scales.size(); ++i) {
        best = reach >= scales[i].size ? static_cast<int>(i) : best;
    }
    return best;
}

int decimalsFor(double step)
{
    return std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
}

QString labelOf(AxisUnit unit, double value, int decimals, const Scale& scale)
{
    const QString number = QString::number(std::abs(value), 'f', decimals);
    const bool isZero = std::abs(value) < 0.5 * std::pow(10, -decimals);
    const QString sign = isZero                                             ? QString()
                         : value < 0                                        ? QStringLiteral("−")
                         : scale.unit[0] == '%' && unit == AxisUnit::Change ? QStringLiteral("+")
                                                                            : QString();
    return *scale.unit == 0 ? sign + number : sign + number + u' ' + QString::fromUtf8(scale.unit);
}

double roundStep(double least)
{
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (power * factor >= least * (1 - 1e-9)) {
            return power * factor;
        }
    }
    return power * 10;
}

/// `factors` of every `stride`th power of ten in the range.
QVector<double> powersIn(const QCPRange& range, std::span<const double> factors, int stride)
{
    QVector<double> values;
    for (int power = static_cast<int>(std::floor(std::log10(range.lower))); std::pow(10, power) <= range.upper;
         ++power) {
        for (const double factor : factors) {
            const double value = std::pow(10, power) * factor;
            if (power % stride == 0 && value >= range.lower * (1 - 1e-9) && value <= range.upper * (1 + 1e-9)) {
                values.append(value);
            }
        }
    }
    return values;
}

std::vector<Tick> ticksBy(UnitTicker&& ticker, double low, double high, int most)
{
    std::vector<Tick> ticks;
    QVector<double> values;
    QVector<QString> labels;
    ticker.setTickCount(most);
    ticker.generate(QCPRange(low, high), QLocale::c(), u'f', 6, values, nullptr, &labels);
    for (qsizetype i = 0; i < values.size(); ++i) {
        if (values[i] >= low - (high - low) * 1e-9 && values[i] <= high + (high - low) * 1e-9) {
            ticks.push_back({values[i], labels[i]});
        }
    }
    return ticks;
}

}  // namespace

UnitTicker::UnitTicker(AxisUnit unit, bool logarithmic) : m_unit(unit), m_logarithmic(logarithmic)
{
    setTickCount(6);
}

double UnitTicker::getTickStep(const QCPRange& range)
{
    if (m_logarithmic) {
        return 1;
    }
    m_scale = scaleFor(scalesOf(m_unit), std::max(std::abs(range.lower), std::abs(range.upper)));
    const double size = scalesOf(m_unit)[m_scale].size;
    const double step = roundStep(range.size() / size / tickCount());
    m_decimals = decimalsFor(step);
    return step * size;
}

QVector<double> UnitTicker::createTickVector(double step, const QCPRange& range)
{
    if (!m_logarithmic) {
        return QCPAxisTicker::createTickVector(step, range);
    }
    static constexpr std::array<double, 3> fine{1, 2, 5};
    static constexpr std::array<double, 2> halves{1, 3};
    static constexpr std::array<double, 1> powers{1};
    QVector<double> values = powersIn(range, fine, 1);
    if (values.size() > tickCount()) {
        values = powersIn(range, halves, 1);
    }
    for (int stride = 1; values.size() > tickCount() && stride < 64; ++stride) {
        values = powersIn(range, powers, stride);
    }
    // Within one power there are none of these: round steps do, as on a linear axis.
    if (values.size() < 2) {
        const double each = roundStep(range.size() / tickCount());
        values = QCPAxisTicker::createTickVector(each, range);
        values.removeIf([&](double value) { return value < range.lower || value > range.upper; });
    }
    return values;
}

QString UnitTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    const auto scales = scalesOf(m_unit);
    if (!m_logarithmic) {
        const Scale& scale = scales[m_scale];
        return labelOf(m_unit, tick / scale.size, m_decimals, scale);
    }
    const Scale& scale = scales[scaleFor(scales, tick * (1 + 1e-9))];
    const double shown = tick / scale.size;
    int decimals = decimalsFor(shown);
    while (decimals < 6 &&
           std::abs(shown - std::round(shown * std::pow(10, decimals)) / std::pow(10, decimals)) > 1e-6 * shown) {
        ++decimals;
    }
    return labelOf(m_unit, shown, decimals, scale);
}

std::vector<Tick> ticksOf(double low, double high, int most, AxisUnit unit)
{
    const bool isRange = high > low && most >= 1 && std::isfinite(high - low);
    return isRange ? ticksBy(UnitTicker(unit), low, high, most) : std::vector<Tick>();
}

std::vector<Tick> logTicksOf(double low, double high, int most, AxisUnit unit)
{
    const bool isRange = low > 0 && high > low && most >= 1 && std::isfinite(high);
    return isRange ? ticksBy(UnitTicker(unit, true), low, high, most) : std::vector<Tick>();
}

}  // namespace pgram
