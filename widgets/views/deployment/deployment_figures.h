// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is shown of a served model, as values: what is asked, the answer of each format, their words, and the table.
#pragma once

#include "core/serving/deployment.h"
#include "widgets/views/common/figure_table.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <array>
#include <vector>

namespace pgram {

inline constexpr double deploymentRow = 1.5;  ///< height of a row of the tables in the pictures, in lines

struct DeploymentText {
    Q_DECLARE_TR_FUNCTIONS(DeploymentText)
};

inline constexpr std::array allWeightKinds{WeightKind::Bf16, WeightKind::Fp8, WeightKind::Int8, WeightKind::Int4};

/// The controls of the view.
struct DeploymentChoice {
    WeightFormat format;  ///< that the plots and the notes are of; all formats are pruned as it is
    int tensor = 0;       ///< 0 = of the fewest devices
    int pipeline = 0;
    int batch = 1;
    int prompt = 0;  ///< 0 = the plan's sequence
    int output = 256;
    bool operator==(const DeploymentChoice&) const = default;
};

/// The answers: bf16 as it is where the formats are pruned, then each format.
struct ShownDeployment {
    DeploymentQuestion question;
    std::vector<FormatAnswer> answers;
    std::size_t chosen = 0;                  ///< of the answers
    std::vector<RooflinePoint> points;       ///< of the chosen format; empty: it does not fit
    std::vector<RooflinePoint> densePoints;  ///< of bf16 on as many devices; empty: the chosen one is it
    std::vector<Text> notes;                 ///< what the chosen format gains, and does not speed up
    Server server;                           ///< of the chosen row

    [[nodiscard]] const FormatAnswer& answer() const { return answers[chosen]; }
};

/// Errors: those of deploy().
[[nodiscard]] Result<ShownDeployment> shownDeployment(const DeploymentQuestion& asked, const DeploymentChoice& choice);
/// What runs, or what needs the least memory where nothing fits.
[[nodiscard]] const Deployment& rowOf(const FormatAnswer& answer);

[[nodiscard]] QString formatTitle(const WeightFormat& format);  ///< "INT4, groups of 128, 2:4"
[[nodiscard]] QString weightTitle(WeightKind kind, int group);  ///< "INT4, groups of 128"
[[nodiscard]] QString pruningTitle(const Pruning& pruning);     ///< "Structured 30 %"
[[nodiscard]] QString degreeTitle(int tensor, int pipeline);    ///< "TP 2, PP 4"
[[nodiscard]] QString boundTitle(ServingBound bound);
[[nodiscard]] QString questionText(const ShownDeployment& shown);
/// "Token, batch 1: -10 % to +8 %, 16 rows", each.
[[nodiscard]] QStringList bandTexts();

/// Formats by degrees.
[[nodiscard]] FigureContent deploymentFigures(const ShownDeployment& shown);
/// Of a model that cannot be served: one row that says why.
[[nodiscard]] FigureContent refusalFigures(const QString& model, const QString& why);

}  // namespace pgram
