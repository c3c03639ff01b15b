// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How a transfer looks that runs beside compute, in bars and in the timeline alike.
#pragma once

#include "widgets/theme/theme.h"

#include <QRectF>

class QPainter;

namespace pgram {

/// Seconds of a rank as a bar: `whole`, of which `exposed` is not hidden behind computing.
void paintExposure(QPainter& painter, const Theme& theme, TrafficKind kind, const QRectF& exposed, const QRectF& whole);

}  // namespace pgram
