// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/why_not_panel.h"
#include "widgets/document/core_text.h"
#include "widgets/document/texts.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace pgram {

namespace {

struct WhyNotText {
    Q_DECLARE_TR_FUNCTIONS(WhyNotText)
};

struct Part {
    QString name;
    Seconds StepParts::*value;
};

std::array<Part, 4> parts()
{
    return {Part{WhyNotText::tr("compute"), &StepParts::compute},
            Part{WhyNotText::tr("recompute"), &StepParts::recompute},
            Part{WhyNotText::tr("communication"), &StepParts::communication},
            Part{WhyNotText::tr("bubbles"), &StepParts::bubble}};
}

QString signedSeconds(Seconds value)
{
    constexpr Seconds rounding = 1e-9;
    if (std::abs(value) < rounding) {
        return QStringLiteral("=");
    }
    return (value < 0 ? QStringLiteral("−") : QStringLiteral("+")) + secondsText(std::abs(value));
}

/// The part that changes most in the direction of the whole.
QString mostly(const WhyNot& answer)
{
    const double sign = answer.extra() < 0 ? -1 : 1;
    const auto all = parts();
    const auto most = std::ranges::max_element(
        all, {}, [&](const Part& part) { return sign * (answer.after.*part.value - answer.before.*part.value); });
    return most->name;
}

QString placeLine(const SpacePlace& place)
{
    switch (place.kind) {
    case SpacePlace::Kind::Kept:
        return {};
    case SpacePlace::Kind::Pruned:
        return WhyNotText::tr("The search settings exclude it: %1.").arg(verdictText(*place.rule));
    case SpacePlace::Kind::NoLeaf:
        return WhyNotText::tr("The search settings exclude this strategy.");
    case SpacePlace::Kind::NoStage:
        break;
    }
    if (!place.rule) {
        return WhyNotText::tr("No strategy of these devices has that.");
    }
    return WhyNotText::tr("No number of stages leaves %1 of the %2 devices to a stage.")
        .arg(place.rule->left)
        .arg(place.rule->right);
}

QString costLine(const WhyNotQuestion& question, const WhyNot& answer)
{
    constexpr double nothing = 5e-4;  // less than a tenth of a percent
    if (answer.plan == question.reference) {
        return WhyNotText::tr("This plan already uses it. No better one was found.");
    }
    if (std::abs(answer.relativeExtra()) < nothing) {
        return WhyNotText::tr("±0 %: the best plan with it takes %1 per step, too.")
            .arg(secondsText(answer.after.total()));
    }
    return WhyNotText::tr("%1: %2 per step instead of %3, mostly %4")
        .arg(signedPercent(answer.relativeExtra()), secondsText(answer.after.total()),
             secondsText(answer.before.total()), mostly(answer));
}

QString row(const QString& name, Seconds before, Seconds after)
{
    return QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td align='right'>%2&nbsp;&nbsp;</td>"
                          "<td align='right'>%3&nbsp;&nbsp;</td><td align='right'>%4</td></tr>")
        .arg(name.toHtmlEscaped(), secondsText(before), secondsText(after), signedSeconds(after - before));
}

}  // namespace

QString partText(const StrategyPattern& part)
{
    return WhyNotText::tr("%1, the rest free").arg(qs(shortName(part)));
}

QString foundText(const WhyNotQuestion& question, const WhyNot& answer)
{
    if (!question.pattern) {
        return qs(shortName(question.strategy));
    }
    if (!answer.plan) {
        return {};
    }
    const auto first = answer.plan->strategies.begin() + question.firstLayer;
    const std::set<LayerStrategy> kinds(first, first + question.layerCount);
    const QString name = qs(shortName(*first));
    const int others = static_cast<int>(kinds.size()) - 1;
    return others == 0 ? name : WhyNotText::tr("%1 and %n other(s)", nullptr, others).arg(name);
}

QString whyNotLine(const WhyNotQuestion& question, const WhyNot& answer)
{
    QString line;
    switch (answer.outcome) {
    case WhyNot::Outcome::Costed:
        line = costLine(question, answer);
        break;
    case WhyNot::Outcome::NoStage:
        return placeLine(answer.place);
    case WhyNot::Outcome::Illegal:
        line = WhyNotText::tr("Not allowed for %1: %2.")
                   .arg(qs(question.request.model.layerName(answer.refusedLayer)), verdictText(*answer.refusal));
        break;
    case WhyNot::Outcome::Infeasible:
        line = answer.infeasibility->shortBy > 0
                   ? WhyNotText::tr("No plan with it fits: %1 short. It needs %2 per device.")
                         .arg(bytesText(answer.infeasibility->shortBy), bytesText(answer.infeasibility->smallestBudget))
                   : WhyNotText::tr("The other layers have no legal strategy beside it.");
        break;
    case WhyNot::Outcome::Stopped:
        return WhyNotText::tr("Stopped before a plan with it was found.");
    }
    const Architecture& model = question.request.model;
    if (question.layerCount < model.layerCount()) {
        const LayerRange layers{question.firstLayer, question.layerCount};
        line = WhyNotText::tr("%1. Asked for %2 alone; the other layers are planned anew.")
                   .arg(line, rangeName(model, layers));
    }
    const QString place = placeLine(answer.place);
    return place.isEmpty() ? line : place + QLatin1Char(' ') + line;
}

QString whyNotDetails(const WhyNotQuestion& question, const WhyNot& answer)
{
    if (answer.outcome != WhyNot::Outcome::Costed || answer.plan == question.reference) {
        return {};
    }
    QString html = QStringLiteral("<table cellspacing='0' cellpadding='1'><tr><td></td><td align='right'>%1&nbsp;&nbsp;"
                                  "</td><td align='right'>%2&nbsp;&nbsp;</td><td></td></tr>")
                       .arg(WhyNotText::tr("plan").toHtmlEscaped(), WhyNotText::tr("with it").toHtmlEscaped());
    for (const Part& part : parts()) {
        html += row(part.name, answer.before.*part.value, answer.after.*part.value);
    }
    html += row(WhyNotText::tr("step"), answer.before.total(), answer.after.total()) + QStringLiteral("</table>");
    QStringList notes;
    if (answer.recomputedElsewhere > 0) {
        notes << WhyNotText::tr("To fit, %n more layer(s) elsewhere recompute.", nullptr, answer.recomputedElsewhere);
    }
    const int stages = answer.plan->pipeline();
    if (stages != question.reference->pipeline()) {
        notes << WhyNotText::tr("%1 → %n stage(s).", nullptr, stages).arg(question.reference->pipeline());
    }
    notes << WhyNotText::tr("Seconds of an average device. Searched with %1.")
                 .arg(methodTitle(pinnedRequest(question).method));
    return html + QStringLiteral("<p style='margin-top:4px'>%1</p>").arg(notes.join(QLatin1Char(' ')).toHtmlEscaped());
}

}  // namespace pgram
