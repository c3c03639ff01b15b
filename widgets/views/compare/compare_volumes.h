// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Compare view's communication: a group of bars a traffic kind, one bar a plan that has it, its bytes and its
// seconds hidden and exposed, each on one axis.
#pragma once

#include "widgets/views/common/heading.h"
#include "widgets/views/compare/compare_set.h"

#include <QRectF>

#include <vector>

class QPainter;

namespace pgram {

struct VolumeBar {
    int plan = 0;
    TrafficKind kind = TrafficKind::TensorParallel;
    QRectF row;  ///< over the whole width
};

struct VolumesPanel {
    QRectF panel;
    QRectF bytes;  ///< of the bars of bytes
    QRectF times;
    double mostBytes = 1;
    Seconds mostSeconds = 1e-12;
    std::vector<VolumeBar> rows;  ///< kind by kind

    [[nodiscard]] const VolumeBar* barAt(const QPointF& position) const;
};

[[nodiscard]] VolumesPanel layoutVolumes(const Theme& theme, const CompareSet& set, const QRectF& panel);
void paintVolumes(QPainter& painter, const Theme& theme, const CompareSet& set, const VolumesPanel& layout);

}  // namespace pgram
