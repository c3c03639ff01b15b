// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/run_fields.h"

#include "core/base/format.h"
#include "widgets/document/core_text.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/quantity_edit.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace pgram {

namespace {

struct RunFieldText {
    Q_DECLARE_TR_FUNCTIONS(RunFields)
};

constexpr double billion = 1e9;
constexpr double mostTokens = 1e18;
constexpr Seconds secondsPerHour = 3600;

/// A number that can be typed. Its least value is shown as what `none` says.
struct RunField {
    const char* name;
    RunFieldKind kind;
    double least;
    double most;
    double step;
    double scale;  ///< kept value per unit of the field
    double (*value)(const RunAsked&);
    void (*set)(RunAsked&, double);
    QString (*label)();
    QString (*toolTip)();
    QString (*none)(const RunAsked&, const SearchRequest&);
};

QString quoted(const Quote& quote)
{
    return quote.isKnown() ? RunFieldText::tr("%1 (cluster)").arg(numberText(quote.value))
                           : RunFieldText::tr("not known");
}

QString noLimit(const RunAsked&, const SearchRequest&)
{
    return RunFieldText::tr("none");
}

/// The default of the tokens is the rule of pre-training, which says nothing about adapters.
QString tokensByRule(const RunAsked& of, const SearchRequest& question)
{
    return question.training.tuning.method != TuningMethod::All
               ? RunFieldText::tr("Tokens of this fine-tuning?")
               : RunFieldText::tr("%1 tokens per parameter").arg(numberText(of.question.perParameter()));
}

const std::array<RunField, 9>& runFields()
{
    using Kind = RunFieldKind;
    static const std::array<RunField, 9> all{{
        {"tokens", Kind::Tokens, 0, mostTokens, billion, 1, [](const RunAsked& of) { return of.question.tokens; },
         [](RunAsked& of, double value) { of.question.tokens = value; },
         [] { return RunFieldText::tr("Tokens to train"); },
         [] { return RunFieldText::tr("Tokens of the whole run: 100M, 2T"); }, tokensByRule},
        {"price", Kind::Prices, 0, 10000, 0.1, 1, [](const RunAsked& of) { return of.question.hourPrice.value; },
         [](RunAsked& of, double value) {
             of.question.hourPrice = {value, {}, {}};
         },
         [] { return RunFieldText::tr("Price per device-hour, $"); },
         [] { return RunFieldText::tr("Replaces the price of the cluster"); },
         [](const RunAsked&, const SearchRequest& question) {
             return quoted(question.cluster.mean(&Device::hourPrice));
         }},
        {"power", Kind::Prices, 0, 100'000, 50, 1, [](const RunAsked& of) { return of.question.power.value; },
         [](RunAsked& of, double value) {
             of.question.power = {value, {}, {}};
         },
         [] { return RunFieldText::tr("Power per device, W"); },
         [] { return RunFieldText::tr("Replaces the power of the cluster"); },
         [](const RunAsked&, const SearchRequest& question) { return quoted(question.cluster.mean(&Device::power)); }},
        {"facility", Kind::Prices, 1, 10, 0.05, 1, [](const RunAsked& of) { return of.question.facility; },
         [](RunAsked& of, double value) { of.question.facility = value; }, [] { return QStringLiteral("PUE"); },
         [] { return RunFieldText::tr("Power of the facility over that of its devices"); }, nullptr},
        {"failures", Kind::Prices, 0, 1e8, 1000, secondsPerHour,
         [](const RunAsked& of) { return of.question.interruptions.betweenFailures; },
         [](RunAsked& of, double value) { of.question.interruptions.betweenFailures = value; },
         [] { return RunFieldText::tr("Failure of a device every, h"); },
         [] { return RunFieldText::tr("Mean hours between two failures of one device"); },
         [](const RunAsked&, const SearchRequest&) { return RunFieldText::tr("No interruptions"); }},
        {"checkpoint", Kind::Interruptions, 0, 1e5, 10, 1,
         [](const RunAsked& of) { return of.question.interruptions.checkpoint; },
         [](RunAsked& of, double value) { of.question.interruptions.checkpoint = value; },
         [] { return RunFieldText::tr("Checkpoint, s"); },
         [] { return RunFieldText::tr("Seconds to write a checkpoint"); }, nullptr},
        {"restart", Kind::Interruptions, 0, 1e6, 60, 1,
         [](const RunAsked& of) { return of.question.interruptions.restart; },
         [](RunAsked& of, double value) { of.question.interruptions.restart = value; },
         [] { return RunFieldText::tr("Restart, s"); },
         [] { return RunFieldText::tr("Seconds from a failure until training goes on"); }, nullptr},
        {"days", Kind::Limits, 0, 1e5, 1, 1, [](const RunAsked& of) { return of.limits.days; },
         [](RunAsked& of, double value) { of.limits.days = value; }, [] { return RunFieldText::tr("Deadline, days"); },
         [] { return RunFieldText::tr("Longest duration of the run"); }, noLimit},
        {"dollars", Kind::Limits, 0, 1e12, 1000, 1, [](const RunAsked& of) { return of.limits.dollars; },
         [](RunAsked& of, double value) { of.limits.dollars = value; }, [] { return RunFieldText::tr("Budget, $"); },
         [] { return RunFieldText::tr("Highest cost of the run"); }, noLimit},
    }};
    return all;
}

}  // namespace

RunFields::RunFields(QWidget* view, RunTerms* terms) : m_terms(terms)
{
    for (const RunField& field : runFields()) {
        const bool isTokens = field.kind == RunFieldKind::Tokens;
        auto* box = new QuantityEdit(isTokens ? QuantityEdit::Kind::Tokens : QuantityEdit::Kind::Number, view);
        box->setObjectName(QStringLiteral("runCost-") + QLatin1StringView(field.name));
        if (isTokens) {
            box->setRange(0, static_cast<qint64>(field.most));
            box->setSingleStep(static_cast<qint64>(field.step));
        } else {
            box->setNumbers(field.least, field.most, field.step);
        }
        setTopic(box, QStringLiteral("run-cost:") + QLatin1StringView(field.name));
        QObject::connect(box, &QuantityEdit::valueChanged, box, [this, &field, box, isTokens](qint64 value) {
            if (!m_filling) {
                RunAsked asked = m_terms->now();
                field.set(asked, isTokens ? static_cast<double>(value) : box->number() * field.scale);
                m_terms->set(asked);
            }
        });
        m_boxes.push_back(box);
    }
}

std::vector<Control> RunFields::rows(const SearchRequest* question, std::initializer_list<RunFieldKind> kinds)
{
    m_filling = true;
    const RunAsked& now = m_terms->now();
    std::vector<Control> rows;
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        const RunField& field = runFields()[i];
        QuantityEdit* box = m_boxes[i];
        if (question != nullptr) {
            box->setSpecialText(field.none != nullptr ? field.none(now, *question) : QString());
        }
        if (field.kind == RunFieldKind::Tokens) {
            box->setValue(std::llround(field.value(now)));
        } else {
            box->setNumber(field.value(now) / field.scale);
        }
        rows.push_back(
            {box, field.label(), question != nullptr && std::ranges::count(kinds, field.kind) > 0, field.toolTip()});
    }
    m_filling = false;
    return rows;
}

void RunFields::addTo(QVariantMap& options) const
{
    for (const RunField& field : runFields()) {
        options[QLatin1StringView(field.name)] = field.value(m_terms->now());
    }
}

void RunFields::takeFrom(const QVariantMap& options)
{
    RunAsked asked = m_terms->now();
    for (const RunField& field : runFields()) {
        const double value = options.value(QLatin1StringView(field.name), field.value(asked)).toDouble();
        if (value >= field.least * field.scale && value <= field.most * field.scale) {
            field.set(asked, value);
        }
    }
    m_terms->set(asked);
}

}  // namespace pgram
