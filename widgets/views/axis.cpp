// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/axis.h"

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
    const std::span<const Scale> scales =
        unit == AxisUnit::Time ? std::span<const Scale>(secondScales) : std::span<const Scale>(byteScales);
    const Scale scale = scaleFor(scales, std::max(std::abs(low), std::abs(high)));
    const double step = roundStep((high - low) / scale.size / most);
    const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
    const auto first = static_cast<long long>(std::ceil(low / scale.size / step - 1e-9));
    const auto last = static_cast<long long>(std::floor(high / scale.size / step + 1e-9));
    for (long long index = first; index <= last; ++index) {
        const double value = static_cast<double>(index) * step;
        ticks.push_back({value * scale.size,
                         QStringLiteral("%1 %2").arg(value, 0, 'f', decimals).arg(QString::fromUtf8(scale.unit))});
    }
    return ticks;
}

}  // namespace pgram
