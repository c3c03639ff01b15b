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
    double& (*number)(RunAsked&);
    const char* label;
    const char* toolTip;
    QString (*none)(const RunAsked&, const SearchRequest&);

    [[nodiscard]] double of(RunAsked asked) const { return number(asked); }
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

QString priceOf(const RunAsked&, const SearchRequest& question)
{
    return quoted(question.cluster.mean(&Device::hourPrice));
}

QString powerOf(const RunAsked&, const SearchRequest& question)
{
    return quoted(question.cluster.mean(&Device::power));
}

QString noInterruptions(const RunAsked&, const SearchRequest&)
{
    return RunFieldText::tr("No interruptions");
}

using Kind = RunFieldKind;
constexpr std::array runFields{
    RunField{"tokens", Kind::Tokens, 0, mostTokens, billion, 1,
             [](RunAsked& of) -> double& { return of.question.tokens; },
             QT_TRANSLATE_NOOP("RunFields", "Tokens to train"),
             QT_TRANSLATE_NOOP("RunFields", "Tokens of the whole run: 100M, 2T"), tokensByRule},
    RunField{"price", Kind::Prices, 0, 10000, 0.1, 1,
             [](RunAsked& of) -> double& { return of.question.hourPrice.value; },
             QT_TRANSLATE_NOOP("RunFields", "Price per device-hour, $"),
             QT_TRANSLATE_NOOP("RunFields", "Replaces the price of the cluster"), priceOf},
    RunField{"power", Kind::Prices, 0, 100'000, 50, 1, [](RunAsked& of) -> double& { return of.question.power.value; },
             QT_TRANSLATE_NOOP("RunFields", "Power per device, W"),
             QT_TRANSLATE_NOOP("RunFields", "Replaces the power of the cluster"), powerOf},
    RunField{"facility", Kind::Prices, 1, 10, 0.05, 1, [](RunAsked& of) -> double& { return of.question.facility; },
             QT_TRANSLATE_NOOP("RunFields", "PUE"),
             QT_TRANSLATE_NOOP("RunFields", "Power of the facility over that of its devices"), nullptr},
    RunField{"failures", Kind::Prices, 0, 1e8, 1000, secondsPerHour,
             [](RunAsked& of) -> double& { return of.question.interruptions.betweenFailures; },
             QT_TRANSLATE_NOOP("RunFields", "Failure of a device every, h"),
             QT_TRANSLATE_NOOP("RunFields", "Mean hours between two failures of one device"), noInterruptions},
    RunField{"checkpoint", Kind::Interruptions, 0, 1e5, 10, 1,
             [](RunAsked& of) -> double& { return of.question.interruptions.checkpoint; },
             QT_TRANSLATE_NOOP("RunFields", "Checkpoint, s"),
             QT_TRANSLATE_NOOP("RunFields", "Seconds to write a checkpoint"), nullptr},
    RunField{"restart", Kind::Interruptions, 0, 1e6, 60, 1,
             [](RunAsked& of) -> double& { return of.question.interruptions.restart; },
             QT_TRANSLATE_NOOP("RunFields", "Restart, s"),
             QT_TRANSLATE_NOOP("RunFields", "Seconds from a failure until training goes on"), nullptr},
    RunField{"days", Kind::Limits, 0, 1e5, 1, 1, [](RunAsked& of) -> double& { return of.limits.days; },
             QT_TRANSLATE_NOOP("RunFields", "Deadline, days"),
             QT_TRANSLATE_NOOP("RunFields", "Longest duration of the run"), noLimit},
    RunField{"dollars", Kind::Limits, 0, 1e12, 1000, 1, [](RunAsked& of) -> double& { return of.limits.dollars; },
             QT_TRANSLATE_NOOP("RunFields", "Budget, $"), QT_TRANSLATE_NOOP("RunFields", "Highest cost of the run"),
             noLimit},
};

QString translated(const char* text)
{
    return QCoreApplication::translate("RunFields", text);
}

}  // namespace

RunFields::RunFields(QWidget* view, RunTerms* terms) : m_terms(terms)
{
    for (const RunField& field : runFields) {
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
                field.number(asked) = isTokens ? static_cast<double>(value) : box->number() * field.scale;
                m_terms->set(asked);
            }
        });
        m_boxes.push_back(box);
    }
}

std::vector<Control> RunFields::rows(const SearchRequest* question, const std::vector<RunFieldKind>& kinds)
{
    m_filling = true;
    const RunAsked& now = m_terms->now();
    std::vector<Control> rows;
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        const RunField& field = runFields[i];
        QuantityEdit* box = m_boxes[i];
        if (question != nullptr) {
            box->setSpecialText(field.none != nullptr ? field.none(now, *question) : QString());
        }
        if (field.kind == RunFieldKind::Tokens) {
            box->setValue(std::llround(field.of(now)));
        } else {
            box->setNumber(field.of(now) / field.scale);
        }
        rows.push_back({box, translated(field.label), question != nullptr && std::ranges::count(kinds, field.kind) > 0,
                        translated(field.toolTip)});
    }
    m_filling = false;
    return rows;
}

void RunFields::addTo(QVariantMap& options) const
{
    for (const RunField& field : runFields) {
        options[QLatin1StringView(field.name)] = field.of(m_terms->now());
    }
}

void RunFields::takeFrom(const QVariantMap& options)
{
    RunAsked asked = m_terms->now();
    for (const RunField& field : runFields) {
        const double value = options.value(QLatin1StringView(field.name), field.of(asked)).toDouble();
        if (value >= field.least * field.scale && value <= field.most * field.scale) {
            field.number(asked) = value;
        }
    }
    m_terms->set(asked);
}

}  // namespace pgram
