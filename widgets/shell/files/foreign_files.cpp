// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/files/foreign_files.h"

#include "core/base/format.h"
#include "widgets/document/core_text.h"
#include "widgets/document/quantity_text.h"
#include "widgets/document/scenario_model.h"

#include <QFileInfo>

#include <filesystem>

namespace pgram {

namespace {

/// A profile is its folder, whichever of its files was named.
QString placeOf(const QString& path, const Format& format)
{
    const QFileInfo info(path);
    return format.holds == Content::Profile && !info.isDir() ? info.absolutePath() : path;
}

/// "sequence_length = 8192 (the file does not say); …"
QString openText(const std::vector<Assumption>& open)
{
    QStringList parts;
    for (const Assumption& assumed : open) {
        parts.push_back(
            assumed.value.empty()
                ? ForeignFiles::tr("%1 (%2)").arg(qs(assumed.what), coreText(assumed.why))
                : ForeignFiles::tr("%1 = %2 (%3)").arg(qs(assumed.what), qs(assumed.value), coreText(assumed.why)));
    }
    return parts.join(ForeignFiles::tr("; ", "between assumptions"));
}

QString withAssumed(const QString& text, const Reading& read)
{
    return read.assumed.empty() ? text : ForeignFiles::tr("%1 Assumed: %2.").arg(text, openText(read.assumed));
}

}  // namespace

ForeignFiles::ForeignFiles(ScenarioModel* scenario, Session* session, MessageBar* messages, QObject* parent)
    : QObject(parent), m_scenario(scenario), m_session(session), m_messages(messages)
{}

bool ForeignFiles::open(const QString& path, const Format& format)
{
    const QString place = placeOf(path, format);
    const QString name = QFileInfo(place).fileName();
    const SearchRequest present = m_scenario->request();
    auto read = openForeign(std::filesystem::path(place.toStdU16String())).and_then([&](const ForeignFile& file) {
        return readAs(format, file, {m_scenario->store(), &present.model, &present.cluster});
    });
    if (!read) {
        refuse(name, format, read.error());
    } else if (std::holds_alternative<FoundPlan>(read->found)) {
        return takePlan(std::move(*read), place, format);
    } else if (std::holds_alternative<FoundModel>(read->found)) {
        takeModel(*read, name, format);
    } else if (std::holds_alternative<FoundCluster>(read->found)) {
        takeCluster(*read, name, format);
    } else {
        takeMeasured(std::get<SearchRequest>(read->found), name);
    }
    return read.has_value();
}

void ForeignFiles::refuse(const QString& name, const Format& format, const Error& error)
{
    const SearchRequest present = m_scenario->request();
    const QString title = coreText(format.title);
    switch (format.holds) {
    case Content::Plan:
        m_messages->post(
            Tone::Bad,
            tr("%1 is a %2. It does not say which model or cluster it is for, and does not fit %3 on %4: %5. Select "
               "the right ones in Scenario and open it again.")
                .arg(name, title, qs(present.model.title), qs(present.cluster.title), coreText(error.what)),
            Act::Open);
        return;
    case Content::Profile:
        m_messages->post(Tone::Bad,
                         tr("%1 holds %2 that cannot be used: %3. Where it is about the model, choose the one that "
                            "was profiled in the Scenario dock and open the folder again.")
                             .arg(name, title, coreText(error.what)),
                         Act::Open);
        return;
    default:
        m_messages->post(error, Act::Open);
    }
}

bool ForeignFiles::takePlan(Reading&& read, const QString& path, const Format& format)
{
    const SearchRequest present = m_scenario->request();
    const QFileInfo file(path);
    std::optional<Plan>& plan = std::get<FoundPlan>(read.found).plan;
    if (!plan) {
        m_messages->post(Tone::Bad,
                         tr("%1 is a %2 that leaves open what a plan needs. %3")
                             .arg(file.fileName(), coreText(format.title), openText(read.asked)),
                         Act::Open);
        return false;
    }
    const QString text =
        tr("Read %1 as a %2 for %3 on %4.")
            .arg(file.fileName(), coreText(format.title), qs(plan->model.title), qs(plan->cluster.title));
    plan->name = file.completeBaseName().toStdString();
    plan->provenance.madeBy = file.fileName().toStdString();
    m_session->add(std::move(*plan));
    m_messages->post(Tone::Note, withAssumed(text, read));
    return true;
}

void ForeignFiles::takeModel(const Reading& read, const QString& name, const Format& format)
{
    const FoundModel& found = std::get<FoundModel>(read.found);
    m_scenario->setModel(found.model);
    const QString text = tr("%1 is a %2 (%3): the Scenario dock has %4, of %5 parameters.")
                             .arg(name, coreText(format.title), coreText(read.summary), qs(found.model.title),
                                  qs(formatCount(found.parameters)));
    m_messages->post(read.assumed.empty() ? Tone::Good : Tone::Note, withAssumed(text, read));
}

void ForeignFiles::takeCluster(const Reading& read, const QString& name, const Format& format)
{
    const Cluster& cluster = std::get<FoundCluster>(read.found).cluster;
    m_scenario->setCluster(cluster);
    const QString text =
        tr("%1 is a %2: the Scenario dock has the cluster %3.").arg(name, coreText(format.title), qs(cluster.title));
    m_messages->post(read.assumed.empty() ? Tone::Good : Tone::Note, withAssumed(text, read));
}

void ForeignFiles::takeMeasured(const SearchRequest& measured, const QString& name)
{
    SearchRequest request = m_scenario->request();
    request.model = measured.model;
    request.cluster = measured.cluster;
    request.training.precision = measured.training.precision;
    request.training.sequenceLength = measured.training.sequenceLength;
    request.memoryBudget = 0;
    request.pipelines.clear();
    request.microbatches.clear();
    request.pins.clear();
    m_scenario->setRequest(request);
    m_messages->post(
        Tone::Good,
        tr("Loaded %1 and its cluster as measured in %2. Profiles do not record device memory; %3 is assumed.")
            .arg(qs(request.model.title), name, bytesText(request.cluster.device.memory)));
}

}  // namespace pgram
