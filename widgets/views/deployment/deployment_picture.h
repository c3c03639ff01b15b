// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the parts of the deployment view stand, and how its rows and notes are painted: pure functions.
#pragma once

#include "widgets/theme/theme.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/deployment/deployment_figures.h"

#include <vector>

class QPainter;

namespace pgram {

struct DeploymentLayout {
    QRectF roof;   ///< empty: there is no room, as of the others
    QRectF curve;  ///< throughput and time over the batch
    QRectF titles;
    std::vector<QRectF> rows;  ///< one a format
    QRectF notes;
    QRectF quality;   ///< the sentence that stands in every picture
    int figures = 0;  ///< beside each bar: as many as there is room for
};

[[nodiscard]] Heading deploymentHeading(const Theme& theme, const ShownDeployment& shown);
/// `below`: of the heading.
[[nodiscard]] DeploymentLayout layoutDeployment(const Theme& theme, const ShownDeployment& shown, const QRectF& below);
/// Rows with their memory bars, notes, and the sentence; the plots are painted by themselves.
void paintDeployment(QPainter& painter, const Theme& theme, const ShownDeployment& shown,
                     const DeploymentLayout& layout);

}  // namespace pgram
