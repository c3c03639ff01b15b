// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/plan_names.h"

#include "widgets/document/core_text.h"
#include "widgets/document/scenario_text.h"
#include "widgets/document/texts.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

namespace pgram {

namespace {

struct PlanNamesText {
    Q_DECLARE_TR_FUNCTIONS(PlanNames)
};

bool isSamePlan(const Plan& a, const Plan& b)
{
    Plan named = a;
    named.name = b.name;
    named.provenance = b.provenance;
    return named == b;
}

/// -1 = the session does not have it.
int rowOf(const Session& session, const Plan& plan)
{
    for (int row = 0; row < session.count(); ++row) {
        if (isSamePlan(*session.at(row).plan(), plan)) {
            return row;
        }
    }
    return -1;
}

}  // namespace

QString methodName(const Plan& plan)
{
    const auto method = parseMethod(plan.provenance.method);
    return method ? methodTitle(*method) : qs(plan.provenance.method);
}

QString distinguishingFact(const Plan& plan, const Plan& other)
{
    if (plan.cluster.title != other.cluster.title) {
        return presetText(plan.cluster.title);
    }
    if (plan.budget() != other.budget()) {
        return bytesText(plan.budget());
    }
    if (plan.training.globalBatch != other.training.globalBatch) {
        return PlanNamesText::tr("batch %1").arg(plan.training.globalBatch);
    }
    if (plan.training.sequenceLength != other.training.sequenceLength && plan.training.sequenceLength > 0) {
        return PlanNamesText::tr("%1 tokens").arg(plan.training.sequenceLength);
    }
    if (plan.training.precision != other.training.precision) {
        return precisionTitle(plan.training.precision);
    }
    if (plan.training.optimizer != other.training.optimizer) {
        return QString::fromLatin1(optimizerRow(plan.training.optimizer).title);
    }
    if (const std::string& framework = plan.training.framework.name;
        framework != other.training.framework.name && !framework.empty()) {
        return qs(framework);
    }
    const Tuning& tuning = plan.training.tuning;
    if (tuning.method != other.training.tuning.method) {
        return tuningTitle(tuning.method);
    }
    if (tuning.rank != other.training.tuning.rank) {
        return PlanNamesText::tr("rank %1").arg(tuning.rank);
    }
    if (plan.training.preference != other.training.preference) {
        return preferenceTitle(plan.training.preference);
    }
    if (methodName(plan) != methodName(other) && !methodName(plan).isEmpty()) {
        return methodName(plan);
    }
    if (plan.schedule.kind != other.schedule.kind) {
        return scheduleTitle(plan.schedule.kind);
    }
    if (plan.pipeline() != other.pipeline()) {
        return PlanNamesText::tr("%n stage(s)", nullptr, plan.pipeline());
    }
    if (plan.schedule.microbatches != other.schedule.microbatches) {
        return PlanNamesText::tr("%n micro-batch(es)", nullptr, plan.schedule.microbatches);
    }
    return {};
}

QString distinguishingFile(const QString& file, const QString& other)
{
    if (file.isEmpty()) {
        return {};
    }
    const QFileInfo here(file);
    const QFileInfo there(other);
    if (here.completeBaseName() != there.completeBaseName()) {
        return here.completeBaseName();
    }
    const QString folder = here.dir().dirName();
    return folder == there.dir().dirName() ? QString() : folder;
}

QString fileStem(const QString& name)
{
    QString stem = name.toLower();
    stem.replace(QRegularExpression(QStringLiteral("[^\\w.]+"), QRegularExpression::UseUnicodePropertiesOption),
                 QStringLiteral("-"));
    while (stem.endsWith(QLatin1Char('-'))) {
        stem.chop(1);
    }
    return stem.isEmpty() ? QStringLiteral("plan") : stem;
}

QString planSuffix()
{
    return QStringLiteral(".pgplan.json");
}

bool differsFromPlanned(const PlanDocument& plan)
{
    return plan.search() && plan.search()->result.plan && !isSamePlan(*plan.plan(), *plan.search()->result.plan);
}

void comparePlanned(Session& session, int row)
{
    const std::shared_ptr<const SearchRecord> search = session.at(row).search();
    int planned = rowOf(session, *search->result.plan);
    if (planned < 0) {
        Plan plan = *search->result.plan;
        plan.name = PlanNamesText::tr("%1, as planned").arg(qs(session.at(row).plan()->name)).toStdString();
        planned = session.add(std::move(plan), search->result.estimate, search);
    }
    session.setReference(planned);
    session.setCompared(planned, true);
    session.setCompared(row, true);
    session.show(row);
}

}  // namespace pgram
