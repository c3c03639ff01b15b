// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The page of edge memory: where the tensors of the plan's model live in memories of several kinds, for tasks that
// share it (core/serving/edge.h): what is asked, its rows and words, the picture and the table. Values and pure
// functions.
#pragma once

#include "core/serving/edge.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/painting.h"

#include <QRectF>
#include <QString>
#include <QStringList>

#include <vector>

class QPainter;

namespace pgram {

/// The controls of the page.
struct EdgeChoice {
    int tasks = 8;
    int adapter = 64;
    int tokens = 128;
    int perWake = 1000;
    int perSwitch = 10;
    bool operator==(const EdgeChoice&) const = default;
};

struct ShownEdge {
    EdgeQuestion question;
    EdgeAnswer answer;
};

/// A placement with its name, and where each class of tensors lives.
struct EdgeRow {
    QString name;
    TierPlacement placement;
    QStringList places;  ///< by class; empty where it does not fit
};
[[nodiscard]] std::vector<EdgeRow> edgeRows(const ShownEdge& shown);

[[nodiscard]] QString joulesText(Joules joules);               ///< "1.25 mJ"
[[nodiscard]] QString tensorTitle(const TensorClass& tensor);  ///< "Adapters, 8"
[[nodiscard]] FigureContent edgeFigures(const ShownEdge& shown);
[[nodiscard]] Heading edgeHeading(const ShownEdge& shown);
/// `below`: of the heading.
void paintEdge(QPainter& painter, const Theme& theme, const ShownEdge& shown, const QRectF& below);

}  // namespace pgram
