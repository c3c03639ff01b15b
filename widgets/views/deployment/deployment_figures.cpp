// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/deployment/deployment_figures.h"

#include "core/base/index.h"
#include "widgets/document/core_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <memory>

namespace pgram {

namespace {

QString signedPercent(double share)
{
    const double percent = std::round(share * 100);
    const QString sign = percent > 0 ? QStringLiteral("+") : percent < 0 ? QStringLiteral("−") : QString();
    return QStringLiteral("%1%2 %").arg(sign).arg(std::abs(percent));
}

std::vector<RooflinePoint> pointsOf(const DeploymentQuestion& question, const WeightFormat& format,
                                    const Deployment& row)
{
    Deployment of = row;
    of.format = format;
    return rooflineOf(question, of);
}

}  // namespace

const Deployment& rowOf(const FormatAnswer& answer)
{
    return answer.best() != nullptr ? *answer.best()
                                    : *std::ranges::min_element(answer.degrees, {}, [](const Deployment& row) {
                                          return row.memory.needed();
                                      });
}

Result<ShownDeployment> shownDeployment(const DeploymentQuestion& asked, const DeploymentChoice& choice)
{
    ShownDeployment shown;
    shown.question = asked;
    shown.question.formats.clear();
    const Pruning& pruning = choice.format.pruning;
    if (pruning.kind != Pruning::Kind::None) {
        shown.question.formats.push_back({});
    }
    for (const WeightKind kind : allWeightKinds) {
        shown.question.formats.push_back({kind, choice.format.group, pruning});
    }
    shown.question.tensor = choice.tensor;
    shown.question.pipeline = choice.pipeline;
    shown.question.batch = choice.batch;
    shown.question.prompt = choice.prompt > 0 ? choice.prompt : asked.prompt;
    shown.question.output = choice.output;
    Result<std::vector<FormatAnswer>> answers = deploy(shown.question);
    if (!answers) {
        return tl::unexpected(answers.error());
    }
    shown.answers = std::move(*answers);
    for (std::size_t i = 0; i < shown.answers.size(); ++i) {
        if (shown.answers[i].format == choice.format) {
            shown.chosen = i;
        }
    }
    const WeightFormat& format = shown.answer().format;
    const Deployment& row = rowOf(shown.answer());
    shown.server = serverOf(shown.question, *servedModel(asked.model), format, row.tensor, row.pipeline);
    shown.points = rooflineOf(shown.question, row);
    if (!(format == WeightFormat())) {
        shown.densePoints = pointsOf(shown.question, {}, row);
    }
    shown.notes = limitsOf(shown.question, row);
    return shown;
}

QString weightTitle(WeightKind kind, int group)
{
    switch (kind) {
    case WeightKind::Bf16:
        return QStringLiteral("BF16");
    case WeightKind::Fp8:
        return QStringLiteral("FP8");
    case WeightKind::Int8:
        return QStringLiteral("INT8");
    case WeightKind::Int4:
        return DeploymentText::tr("INT4, groups of %1").arg(group);
    }
    return {};
}

QString pruningTitle(const Pruning& pruning)
{
    const QString share = QStringLiteral("%1 %").arg(std::round(pruning.share * 1000) / 10);
    switch (pruning.kind) {
    case Pruning::Kind::None:
        return DeploymentText::tr("Not Pruned");
    case Pruning::Kind::Structured:
        return DeploymentText::tr("Structured %1").arg(share);
    case Pruning::Kind::Unstructured:
        return DeploymentText::tr("Unstructured %1").arg(share);
    case Pruning::Kind::TwoOfFour:
        return DeploymentText::tr("2:4 Sparse");
    }
    return {};
}

QString formatTitle(const WeightFormat& format)
{
    const QString weights = weightTitle(format.kind, format.group);
    return format.pruning.kind == Pruning::Kind::None
               ? weights
               : DeploymentText::tr("%1, %2").arg(weights, pruningTitle(format.pruning).toLower());
}

QString degreeTitle(int tensor, int pipeline)
{
    return pipeline > 1 ? QStringLiteral("TP %1, PP %2").arg(tensor).arg(pipeline)
                        : QStringLiteral("TP %1").arg(tensor);
}

QString boundTitle(ServingBound bound)
{
    switch (bound) {
    case ServingBound::Reading:
        return DeploymentText::tr("bandwidth");
    case ServingBound::Compute:
        return DeploymentText::tr("compute");
    case ServingBound::Latency:
        return DeploymentText::tr("latency");
    case ServingBound::Exchange:
        return DeploymentText::tr("exchange");
    }
    return {};
}

QString questionText(const ShownDeployment& shown)
{
    const QLocale locale;
    return DeploymentText::tr("%n sequence(s) at once, prompts of %1 tokens, %2 generated", nullptr,
                              shown.question.batch)
        .arg(locale.toString(static_cast<qlonglong>(shown.question.prompt)),
             locale.toString(static_cast<qlonglong>(shown.question.output)));
}

QStringList bandTexts()
{
    const QString names[] = {DeploymentText::tr("Token, batch 1"), DeploymentText::tr("First token"),
                             DeploymentText::tr("Tokens/s of a batch"),
                             DeploymentText::tr("Time per token under load")};
    QStringList texts;
    for (const ServingBand& band : servingBands()) {
        texts.append(DeploymentText::tr("%1: %2 to %3, median %4, %n measured row(s)", nullptr, band.rows)
                         .arg(names[static_cast<int>(band.figure)], signedPercent(band.low), signedPercent(band.high),
                              percentText(band.median)));
    }
    return texts;
}

FigureContent deploymentFigures(const ShownDeployment& shown)
{
    const auto rows = std::make_shared<std::vector<Deployment>>();
    for (const FormatAnswer& answer : shown.answers) {
        rows->insert(rows->end(), answer.degrees.begin(), answer.degrees.end());
    }
    const auto count = [](int number) { return FigureValue(static_cast<std::int64_t>(number)); };
    return figuresOf<Deployment>(
        static_cast<int>(rows->size()), [rows](int row) { return (*rows)[at(row)]; },
        {{DeploymentText::tr("Weights"), "weights", Unit::Text, [](auto& row) { return formatTitle(row.format); }},
         {DeploymentText::tr("TP"), "tp", Unit::Count, [count](auto& row) { return count(row.tensor); }},
         {DeploymentText::tr("PP"), "pp", Unit::Count, [count](auto& row) { return count(row.pipeline); }},
         {DeploymentText::tr("Replicas"), "copies", Unit::Count, [count](auto& row) { return count(row.copies); }},
         {DeploymentText::tr("Fits"), "fits", Unit::Text,
          [](auto& row) { return row.memory.fits() ? DeploymentText::tr("yes") : DeploymentText::tr("no"); }},
         {DeploymentText::tr("Weights per device"), "weights_bytes", Unit::Memory,
          [](auto& row) { return row.memory.weights; }},
         {DeploymentText::tr("Cache per device"), "cache_bytes", Unit::Memory,
          [](auto& row) { return row.memory.cache; }},
         {DeploymentText::tr("Workspace"), "workspace_bytes", Unit::Memory,
          [](auto& row) { return row.memory.workspace; }},
         {DeploymentText::tr("Budget"), "budget_bytes", Unit::Memory, [](auto& row) { return row.memory.budget; }},
         {DeploymentText::tr("Most sequences"), "most_sequences", Unit::Number,
          [](auto& row) {
              const double most = row.memory.mostSequences();
              return FigureValue(std::isfinite(most) ? std::optional(most) : std::nullopt);
          }},
         {DeploymentText::tr("First token"), "first_token_s", Unit::Time, [](auto& row) { return row.firstToken; }},
         {DeploymentText::tr("Token"), "token_s", Unit::Time, [](auto& row) { return row.perToken; }},
         {DeploymentText::tr("Time per token under load"), "served_token_s", Unit::Time,
          [](auto& row) { return row.servedToken; }},
         {DeploymentText::tr("Tokens/s per replica"), "tokens_per_s", Unit::Number,
          [](auto& row) { return row.throughput; }},
         {DeploymentText::tr("Tokens/s under load"), "served_tokens_per_s", Unit::Number,
          [](auto& row) { return row.servedThroughput; }},
         {DeploymentText::tr("Token bound by"), "token_bound", Unit::Text,
          [](auto& row) { return boundTitle(row.decode.bound()); }},
         {DeploymentText::tr("Prompt bound by"), "prompt_bound", Unit::Text,
          [](auto& row) { return boundTitle(row.prompt.bound()); }}});
}

FigureContent refusalFigures(const QString& model, const QString& why)
{
    return {{{DeploymentText::tr("Model"), "model", Unit::Text, [model](int) { return FigureValue(model); }},
             {DeploymentText::tr("Not served because"), "not_served_because", Unit::Text,
              [why](int) { return FigureValue(why); }}},
            1};
}

}  // namespace pgram
