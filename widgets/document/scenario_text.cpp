// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/scenario_text.h"

#include "core/strategy/dimension_rules.h"
#include "widgets/document/batch_text.h"
#include "widgets/document/preset_text.h"
#include "widgets/document/quantity_text.h"
#include "widgets/document/texts.h"

#include <QCoreApplication>
#include <QStringList>

namespace pgram {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ScenarioText)
};

/// Names of fields are those of the dock.
QString fieldName(const char* name)
{
    return QCoreApplication::translate("pgram::ScenarioPanel", name);
}

QString memoryText(const SearchRequest& request)
{
    return bytesText(request.budget());
}

QString batchesText(const SearchRequest& request)
{
    return batchText(request.batches.empty() ? std::vector{request.training.globalBatch} : request.batches);
}

QString sequenceText(const SearchRequest& request)
{
    return QString::number(request.training.sequence(request.model.sequenceLength));
}

QString scheduleText(const SearchRequest& request)
{
    return request.schedules.empty() ? scheduleTitle(request.schedule.kind) : severalText(request.schedules);
}

QString microbatchesText(const SearchRequest& request)
{
    const bool fixed = request.microbatches.size() == 1;
    return fixed ? QString::number(request.microbatches.front()) : fieldName("searched");
}

QString gradientsText(const SearchRequest& request)
{
    return fieldName(request.training.gradientBytes == 4 ? "kept in FP32" : "kept in 16 bit");
}

/// "from → to" of each field that another value stands in.
QStringList changedFields(const SearchRequest& before, const SearchRequest& after)
{
    QStringList changes;
    const auto compare = [&](const char* field, const auto& textOf) {
        const QString from = textOf(before);
        const QString to = textOf(after);
        if (from != to) {
            changes.append(QStringLiteral("%1 %2 → %3").arg(fieldName(field), from, to));
        }
    };
    compare("Memory", memoryText);
    compare("Batch", batchesText);
    compare("Sequence", sequenceText);
    compare("Precision", [](const SearchRequest& r) { return precisionTitle(r.training.precision); });
    if (before.training.precision == after.training.precision) {
        compare("Gradients", gradientsText);
    }
    compare("Optimizer", [](const SearchRequest& r) {
        return QString::fromLatin1(r.training.optimizer == Optimizer::Adam ? "Adam" : "SGD");
    });
    compare("Schedule", scheduleText);
    compare("Micro-batches", microbatchesText);
    compare("For", [](const SearchRequest& r) {
        return r.target != nullptr ? QString::fromUtf8(r.target->title) : fieldName("any runtime");
    });
    compare("Method", [](const SearchRequest& r) { return methodTitle(r.method); });
    const auto flip = [&](const QString& name, bool was, bool is) {
        if (was != is) {
            changes.append((is ? Words::tr("%1 on") : Words::tr("%1 off")).arg(name));
        }
    };
    for (const DimensionRules* rules : dimensionRules()) {
        flip(QString::fromLatin1(rules->title), before.space.*rules->on, after.space.*rules->on);
    }
    const auto ofSpace = [](const char* name) { return QCoreApplication::translate("pgram::SpaceSwitches", name); };
    flip(ofSpace("Takeaway 3"), before.space.takeaway3, after.space.takeaway3);
    flip(ofSpace("Any divisor as a degree"), before.space.anyDivisor, after.space.anyDivisor);
    return changes;
}

}  // namespace

std::vector<Schedule> everySchedule()
{
    std::vector<Schedule> list;
    for (const ScheduleInfo& entry : schedules()) {
        list.push_back({entry.kind, 1, usualChunks(entry.kind)});
    }
    return list;
}

QString severalText(const std::vector<Schedule>& schedules)
{
    QStringList names;
    for (const Schedule& schedule : schedules) {
        names.append(qs(toString(schedule)));
    }
    return schedules == everySchedule() ? Words::tr("best of all")
                                        : Words::tr("best of %1").arg(names.join(QStringLiteral(", ")));
}

QString scenarioEditText(const SearchRequest& before, const SearchRequest& after)
{
    const auto arrow = [](const char* field, const std::string& from, const std::string& to) {
        return QStringLiteral("%1 %2 → %3").arg(fieldName(field), presetText(from), presetText(to));
    };
    const bool otherModel = before.model != after.model;
    const bool otherCluster = before.cluster != after.cluster;
    if (otherModel && otherCluster) {
        return Words::tr("Scenario → %1 on %2").arg(presetText(after.model.title), presetText(after.cluster.title));
    }
    if (otherModel) {
        return arrow("Model", before.model.title, after.model.title);
    }
    if (otherCluster) {
        return arrow("Cluster", before.cluster.title, after.cluster.title);
    }
    constexpr int mostSaid = 2;
    const QStringList changes = changedFields(before, after);
    if (changes.isEmpty() || changes.size() > mostSaid) {
        return Words::tr("Another scenario");
    }
    return changes.join(QStringLiteral(", "));
}

}  // namespace pgram
