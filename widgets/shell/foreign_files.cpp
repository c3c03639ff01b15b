// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "core/base/json.h"
#include "core/exchange/galvatron_plan.h"
#include "core/exchange/model_shape.h"
#include "core/exchange/profile_question.h"
#include "widgets/docks/scenario_panel.h"
#include "widgets/document/core_text.h"
#include "widgets/shell/foreign_files.h"

#include <QFileInfo>

#include <filesystem>

namespace pgram {

namespace {

std::filesystem::path pathOf(const QString& file)
{
    return std::filesystem::path(file.toStdU16String());
}

QString shown(const std::string& text)
{
    return QString::fromStdString(text);
}

/// By the names in the files; else as the model that the Scenario dock has.
Result<SearchRequest> readProfiles(const QString& folder, const SearchRequest& present, const PresetStore& store)
{
    ProfileOptions options;
    options.folder = folder.toStdString();
    auto question = profileQuestion(options, store);
    if (!question || !question->model) {
        options.given = present.model;
        if (auto other = profileQuestion(options, store); other && other->model) {
            question = std::move(other);
        }
    }
    if (!question) {
        return tl::unexpected(question.error());
    }
    return measuredRequest(*question, std::nullopt, present.cluster.device.memory);
}

}  // namespace

ForeignFiles::ForeignFiles(ScenarioPanel* scenario, Session* session, MessageBar* messages, QObject* parent)
    : QObject(parent), m_scenario(scenario), m_session(session), m_messages(messages)
{}

bool ForeignFiles::openGalvatronPlan(const QString& file)
{
    const SearchRequest present = m_scenario->request();
    auto read = readTextFile(pathOf(file)).and_then([&](const std::string& text) {
        return planFromGalvatron(text, file.toStdString(), present.model, present.cluster);
    });
    const QString name = QFileInfo(file).fileName();
    if (!read) {
        m_messages->post(
            {Tone::Bad,
             tr("%1 is a Galvatron plan, which names neither its model nor its cluster, and is none for %2 "
                "on %3: %4. Choose its own in the Scenario dock and open it again.")
                 .arg(name, shown(present.model.title), shown(present.cluster.title), coreText(read.error().what)),
             {},
             {}});
        return false;
    }
    read->plan.name = QFileInfo(file).completeBaseName().toStdString();
    read->plan.provenance.madeBy = name.toStdString();
    m_session->add(std::move(read->plan));
    m_messages->post({Tone::Note,
                      tr("Read %1 as a Galvatron plan for %2 on %3, as the Scenario dock has them.")
                          .arg(name, shown(present.model.title), shown(present.cluster.title)),
                      {},
                      {}});
    return true;
}

bool ForeignFiles::openProfiles(const QString& folder)
{
    SearchRequest request = m_scenario->request();
    const QString name = QFileInfo(folder).fileName();
    auto measured = readProfiles(folder, request, m_scenario->store());
    if (!measured) {
        m_messages->post({Tone::Bad,
                          tr("%1 holds Galvatron profiles that cannot be used: %2. Where it is about the model, choose "
                             "the one that was profiled in the Scenario dock and open the folder again.")
                              .arg(name, coreText(measured.error().what)),
                          {},
                          {}});
        return false;
    }
    request.model = measured->model;
    request.cluster = measured->cluster;
    request.training.precision = measured->training.precision;
    request.training.sequenceLength = measured->training.sequenceLength;
    request.memoryBudget = 0;
    request.pipelines.clear();
    request.microbatches.clear();
    request.pins.clear();
    m_scenario->setRequest(request);
    m_messages->post({Tone::Good,
                      tr("The Scenario dock has %1 and its cluster as %2 measured them. Profiles do not say what "
                         "memory a device has: %3 is taken.")
                          .arg(shown(request.model.title), name,
                               shown(formatBytes(static_cast<double>(request.cluster.device.memory)))),
                      {},
                      {}});
    return true;
}

bool ForeignFiles::openHuggingFace(const QString& file)
{
    const Json config = readTextFile(pathOf(file))
                            .and_then([](const std::string& text) { return parseJson(text, {}); })
                            .value_or(Json());
    const auto type = config.find("model_type");
    const bool isNamed = type != config.end() && type->is_string();
    const ModelShape shape = shapeOfConfig(config);
    const QString what =
        tr("%1 is a Hugging Face configuration (%2, %n layer(s), %3 wide)", nullptr, static_cast<int>(shape.layers))
            .arg(QFileInfo(file).fileName(), isNamed ? shown(type->get<std::string>()) : tr("of no named kind"),
                 QString::number(shape.hidden));
    const auto preset = presetOfShape(shape, m_scenario->store());
    if (!preset) {
        m_messages->post(
            {Tone::Warning,
             tr("%1. No preset has its shape, and other models cannot be read from such a file.").arg(what),
             {},
             {}});
        return false;
    }
    m_scenario->setModel(shown(preset->name));
    m_messages->post(
        {Tone::Good, tr("%1: the Scenario dock has %2, which has its shape.").arg(what, shown(preset->title)), {}, {}});
    return true;
}

}  // namespace pgram
