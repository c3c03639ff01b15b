// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/color.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr QRgb inkDark = 0xff12161c;
constexpr QRgb inkLight = 0xffffffff;

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

}  // namespace

QColor mixed(const QColor& a, const QColor& b, double share)
{
    const auto part = [share](double from, double to) { return static_cast<float>(from + (to - from) * share); };
    return QColor::fromRgbF(part(a.redF(), b.redF()), part(a.greenF(), b.greenF()), part(a.blueF(), b.blueF()));
}

double luminance(const QColor& color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double one = luminance(a);
    const double other = luminance(b);
    return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

QColor labelColor(const QColor& background)
{
    const QColor dark(inkDark);
    const QColor light(inkLight);
    return contrast(dark, background) >= contrast(light, background) ? dark : light;
}

}  // namespace pgram
