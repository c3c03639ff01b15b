// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/files/foreign_files.h"

#include "core/base/format.h"
#include "core/exchange/machine_files.h"
#include "core/questions/nearest_plan.h"
#include "core/questions/plan_question.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_model.h"
#include "widgets/document/session.h"
#include "widgets/document/texts.h"
#include "widgets/shell/frame/message_bar.h"

#include <QFileInfo>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>

namespace pgram {

namespace {

/// A profile is its folder, whichever of its files was named.
QString placeOf(const QString& path, const Format& format)
{
    const QFileInfo info(path);
    return format.holds == Content::Profile && !info.isDir() ? info.absolutePath() : path;
}

/// "sequence_length = 8192 (the file does not say); …"
QString openText(const std::vector<ValueNote>& open)
{
    QStringList parts;
    for (const ValueNote& assumed : open) {
        parts.push_back(
            assumed.value.empty()
                ? ForeignFiles::tr("%1 (%2)").arg(qs(assumed.what), coreText(assumed.why))
                : ForeignFiles::tr("%1 = %2 (%3)").arg(qs(assumed.what), qs(assumed.value), coreText(assumed.why)));
    }
    return parts.join(ForeignFiles::tr("; ", "between assumptions"));
}

/// Returns a sentence that says if the plan fits, and which part of memory is the largest.
QString fitText(const Plan& plan, const Estimate& estimate)
{
    const auto fullest =
        std::ranges::max_element(estimate.stages, {}, [](const StageEstimate& stage) { return stage.memory.total(); });
    const QString fill = fillText(plan, estimate, static_cast<int>(fullest - estimate.stages.begin()));
    return !estimate.legal ? ForeignFiles::tr("It cannot run as it is. %1").arg(fill)
           : !estimate.fits
               ? ForeignFiles::tr("It does not fit. %1").arg(fill)
               : ForeignFiles::tr("It fits, and takes %1 per step. %2").arg(secondsText(estimate.stepTime), fill);
}

/// Returns names with commas. Of more than a few the first ones and the number of the others: pgram import has all.
QString namesText(const std::vector<ValueNote>& notes)
{
    constexpr std::size_t most = 8;
    QStringList names;
    for (const ValueNote& note : std::span(notes).first(std::min(most, notes.size()))) {
        names.push_back(qs(note.what));
    }
    const QString first = names.join(QStringLiteral(", "));
    return notes.size() <= most
               ? first
               : ForeignFiles::tr("%1 and %n more", nullptr, static_cast<int>(notes.size() - most)).arg(first);
}

/// "matrix products 1.5 % (left out of the fit: 2.7 %); …"
QString checksText(const std::vector<FitCheck>& checks)
{
    QStringList parts;
    for (const FitCheck& check : checks) {
        const QString what = coreText(check.what);
        parts.push_back(check.fitted && check.leftOut
                            ? ForeignFiles::tr("%1 %2 (left out of the fit: %3)")
                                  .arg(what, percentText(*check.fitted), percentText(*check.leftOut))
                        : check.fitted  ? QStringLiteral("%1 %2").arg(what, percentText(*check.fitted))
                        : check.leftOut ? ForeignFiles::tr("%1 %2 (in no fit)").arg(what, percentText(*check.leftOut))
                                        : ForeignFiles::tr("%1 (too few measurements)").arg(what));
    }
    return parts.join(ForeignFiles::tr("; ", "between assumptions"));
}

/// The text with what the file left open, what its framework refuses, the names in it that nothing reads or that have
/// no effect, and the errors of constants that were fitted to it.
QString withNotes(QString text, const Reading& read)
{
    for (const ValueNote& refused : read.refused) {
        text = ForeignFiles::tr("%1 The framework refuses it: %2.").arg(text, coreText(refused.why));
    }
    if (!read.assumed.empty()) {
        text = ForeignFiles::tr("%1 Assumed: %2.").arg(text, openText(read.assumed));
    }
    if (!read.unknown.empty()) {
        text = ForeignFiles::tr("%1 Unknown, and not used: %2.").arg(text, namesText(read.unknown));
    }
    if (!read.ignored.empty()) {
        text = ForeignFiles::tr("%1 Without effect: %2.").arg(text, namesText(read.ignored));
    }
    if (!read.checks.empty()) {
        text = ForeignFiles::tr("%1 Mean errors of the constants: %2.").arg(text, checksText(read.checks));
    }
    return text;
}

/// Returns true if a plan was read, and nothing has to be given first.
bool hasPlan(const Result<Reading>& read)
{
    return read && std::holds_alternative<FoundPlan>(read->found) && std::get<FoundPlan>(read->found).plan;
}

/// Reads a plan with the file's own model, on the devices of the Scenario dock, or else on those that pgram import
/// assumes. A file that names no model is read with that of the dock.
Result<Reading> readPlan(const Format& format, const ForeignFile& file, const PresetStore& store,
                         const SearchRequest& present)
{
    Result<Reading> read = readAs(format, file, {store, nullptr, &present.cluster});
    if (hasPlan(read)) {
        return read;
    }
    if (Result<Reading> alone = readAs(format, file, {store}); hasPlan(alone)) {
        return alone;
    }
    return readAs(format, file, {store, &present.model, &present.cluster});
}

}  // namespace

ForeignFiles::ForeignFiles(ScenarioModel* scenario, Session* session, MessageBar* messages, QObject* parent)
    : QObject(parent), m_scenario(scenario), m_session(session), m_messages(messages)
{}

bool ForeignFiles::openMachine(const QStringList& paths)
{
    std::vector<ForeignFile> files;
    for (const QString& path : paths) {
        auto file = openForeign(std::filesystem::path(path.toStdU16String()));
        if (!file) {
            m_messages->post(file.error(), Act::Open);
            return false;
        }
        files.push_back(std::move(*file));
    }
    const SearchRequest present = m_scenario->request();
    const auto read = readMachine(files, {m_scenario->store(), &present.model, &present.cluster});
    if (!read) {
        m_messages->post(read.error(), Act::Open);
        return false;
    }
    const Cluster& cluster = std::get<FoundCluster>(read->found).cluster;
    m_scenario->setCluster(cluster);
    const QString text =
        tr("%1: the Scenario dock has the cluster %2.").arg(coreText(read->summary), qs(cluster.title));
    m_messages->post(read->assumed.empty() ? Tone::Good : Tone::Note, withNotes(text, *read));
    return true;
}

bool ForeignFiles::open(const QString& path, const Format& format)
{
    const QString place = placeOf(path, format);
    if (format.holds == Content::Cluster) {
        const auto file = openForeign(std::filesystem::path(place.toStdU16String()));
        if (file && machinePartsIn(*file) > 1) {
            return openMachine({place});
        }
    }
    const QString name = QFileInfo(place).fileName();
    const SearchRequest present = m_scenario->request();
    auto read = openForeign(std::filesystem::path(place.toStdU16String())).and_then([&](const ForeignFile& file) {
        return format.holds == Content::Plan
                   ? readPlan(format, file, m_scenario->store(), present)
                   : readAs(format, file, {m_scenario->store(), &present.model, &present.cluster});
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
            tr("%1 was read as %2 for %3 on %4 and cannot be used: %5. If it is for another model or cluster, choose "
               "them in Scenario and open it again.")
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
        m_messages->post(
            Tone::Bad,
            tr("%1 (%2) is incomplete. %3").arg(file.fileName(), coreText(format.title), openText(read.asked)),
            Act::Open);
        return false;
    }
    QString text = tr("Read %1 (%2) for %3 on %4.")
                       .arg(file.fileName(), coreText(format.title), qs(plan->model.title), qs(plan->cluster.title));
    if (plan->model.runs != present.model.runs) {
        text = tr("%1 The model is the file's, not %2 of the Scenario dock.").arg(text, qs(present.model.title));
    }
    plan->name = file.completeBaseName().toStdString();
    plan->provenance.madeBy = file.fileName().toStdString();
    const PlanDocument& opened = m_session->at(m_session->add(std::move(*plan)));
    const QString fit = fitText(*opened.plan(), *opened.estimate());
    const bool sound = isSound(*opened.estimate()) && read.refused.empty();
    m_messages->post(sound ? Tone::Note : Tone::Warning, withNotes(QStringLiteral("%1 %2").arg(text, fit), read));
    if (format.target != nullptr) {
        offerBest(opened, *format.target);
    }
    return true;
}

void ForeignFiles::offerBest(const PlanDocument& opened, const Target& target)
{
    m_search.start([this, plan = opened.plan(), step = opened.estimate()->stepTime, sound = isSound(*opened.estimate()),
                    &target](const std::stop_token& stop, const Worker::Post& post) -> Result<void> {
        auto found = nearestPlan(*plan, target, stop);
        if (!found || !found->plan) {
            return {};  // The framework does not run the model, or nothing fits. The earlier message stays.
        }
        const Text cost = costOfNearest(*found, sound ? step : 0);
        auto record = std::make_shared<const SearchRecord>(
            SearchRecord{requestWithin(requestOf(*plan), target), std::move(*found)});
        post([this, plan, cost, record, &target] {
            m_messages->post(
                {.text = tr("For %1 with this model, cluster and batch: %2.")
                             .arg(QString::fromUtf8(target.title), coreText(cost)),
                 .actionText = tr("Show It"),
                 .action =
                     [this, plan, record, &target] {
                         Plan best = *record->result.plan;
                         best.name =
                             tr("%1, best for %2").arg(qs(plan->name), QString::fromUtf8(target.title)).toStdString();
                         m_session->add(std::move(best), record->result.estimate, record);
                     },
                 .act = Act::Open});
        });
        return {};
    });
}

void ForeignFiles::takeModel(const Reading& read, const QString& name, const Format& format)
{
    const FoundModel& found = std::get<FoundModel>(read.found);
    m_scenario->endStep();
    m_scenario->setModel(found.model);
    m_scenario->endStep();
    const QString text = tr("%1 is a %2 (%3): the Scenario dock has %4, of %5 parameters.")
                             .arg(name, coreText(format.title), coreText(read.summary), qs(found.model.title),
                                  qs(formatCount(found.parameters)));
    m_messages->post(read.assumed.empty() ? Tone::Good : Tone::Note, withNotes(text, read));
}

void ForeignFiles::takeCluster(const Reading& read, const QString& name, const Format& format)
{
    const Cluster& cluster = std::get<FoundCluster>(read.found).cluster;
    m_scenario->setCluster(cluster);
    const QString text =
        tr("%1 is a %2: the Scenario dock has the cluster %3.").arg(name, coreText(format.title), qs(cluster.title));
    m_messages->post(read.assumed.empty() ? Tone::Good : Tone::Note, withNotes(text, read));
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
