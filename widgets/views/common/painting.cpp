// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/painting.h"

#include "widgets/theme/color.h"
#include "widgets/theme/hatch.h"

#include <QPainter>

namespace pgram {

namespace {

constexpr double hiddenStrength = 0.35;  // of the kind's colour where it is hidden

}  // namespace

void paintExposure(QPainter& painter, const Theme& theme, TrafficKind kind, const QRectF& exposed, const QRectF& whole)
{
    const QColor color = theme.of(kind);
    painter.fillRect(whole, mixed(theme.surface, color, hiddenStrength));
    paintHatch(painter, QRectF(exposed.topRight(), whole.bottomRight()), mixed(color, theme.text, 0.3), hiddenHatch);
    painter.fillRect(exposed, color);
}

}  // namespace pgram
