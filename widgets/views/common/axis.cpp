// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/axis.h"

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

std::span<const Scale> scalesOf(AxisUnit unit)
{
    switch (unit) {
    case AxisUnit::Time:
        return secondScales;
    case AxisUnit::Memory:
        return byteScales;
    case AxisUnit::Number:
        break;
    }
    return plainScale;
}

QString labelOf(double value, int decimals, const Scale& scale)
{
    const QString number = QString::number(value, 'f', decimals);
    return *scale.unit == 0 ? number : number + u' ' + QString::fromUtf8(scale.unit);
}

/// The largest unit of which the axis spans at least one.
Scale scaleFor(std::span<const Scale> scales, double reach)
{
    Scale best = scales.front();
    for (const Scale& scale : scales) {
        if (reach >= scale.size) {
            best = scale;
        }
    }
    return best;
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

}  // namespace

std::vector<Tick> ticksOf(double low, double high, int most, AxisUnit unit)
{
    std::vector<Tick> ticks;
    if (!(high > low) || most < 1 || !std::isfinite(high - low)) {
        return ticks;
    }
    const Scale scale = scaleFor(scalesOf(unit), std::max(std::abs(low), std::abs(high)));
    const double step = roundStep((high - low) / scale.size / most);
    const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
    const auto first = static_cast<long long>(std::ceil(low / scale.size / step - 1e-9));
    const auto last = static_cast<long long>(std::floor(high / scale.size / step + 1e-9));
    for (long long index = first; index <= last; ++index) {
        const double value = static_cast<double>(index) * step;
        ticks.push_back({value * scale.size, labelOf(value, decimals, scale)});
    }
    return ticks;
}

std::vector<Tick> logTicksOf(double low, double high, int most, AxisUnit unit)
{
    std::vector<Tick> ticks;
    if (!(low > 0) || !(high > low) || most < 1 || !std::isfinite(high)) {
        return ticks;
    }
    const auto collect = [&](std::span<const double> factors, int stride) {
        std::vector<double> values;
        for (int power = static_cast<int>(std::floor(std::log10(low))); std::pow(10, power) <= high; ++power) {
            for (const double factor : factors) {
                const double value = std::pow(10, power) * factor;
                if (power % stride == 0 && value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) {
                    values.push_back(value);
                }
            }
        }
        return values;
    };
    static constexpr std::array<double, 3> fine{1, 2, 5};
    static constexpr std::array<double, 2> halves{1, 3};
    static constexpr std::array<double, 1> powers{1};
    std::vector<double> values = collect(fine, 1);
    if (static_cast<int>(values.size()) > most) {
        values = collect(halves, 1);
    }
    for (int stride = 1; static_cast<int>(values.size()) > most && stride < 64; ++stride) {
        values = collect(powers, stride);
    }
    for (const double value : values) {
        const Scale scale = scaleFor(scalesOf(unit), value * (1 + 1e-9));
        const double shown = value / scale.size;
        ticks.push_back(
            {value, labelOf(shown, std::max(0, static_cast<int>(-std::floor(std::log10(shown) + 1e-9))), scale)});
    }
    return ticks;
}

}  // namespace pgram
