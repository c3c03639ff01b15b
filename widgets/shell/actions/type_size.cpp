// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/actions/type_size.h"

#include "core/base/index.h"

#include <QApplication>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

int stepOf(int percent)
{
    const auto nearest =
        std::ranges::min_element(typeSizes, {}, [percent](int size) { return std::abs(size - percent); });
    return static_cast<int>(nearest - typeSizes.begin());
}

QFont scaled(QFont font, int percent)
{
    if (font.pointSizeF() > 0) {
        font.setPointSizeF(font.pointSizeF() * percent / 100);
    } else {
        font.setPixelSize(font.pixelSize() * percent / 100);
    }
    return font;
}

}  // namespace

int typeSizeAfter(int percent, int steps)
{
    const int last = static_cast<int>(typeSizes.size()) - 1;
    return typeSizes[at(std::clamp(stepOf(percent) + steps, 0, last))];
}

TypeSize::TypeSize(QObject* parent) : QObject(parent), m_usual(QApplication::font()) {}

TypeSize::~TypeSize()
{
    if (m_percent != typeSizes.front()) {
        QApplication::setFont(m_usual);
    }
}

void TypeSize::set(int percent)
{
    percent = typeSizeAfter(percent, 0);
    if (percent == m_percent) {
        return;
    }
    m_percent = percent;
    QApplication::setFont(scaled(m_usual, percent));
    Q_EMIT changed(percent);
}

}  // namespace pgram
