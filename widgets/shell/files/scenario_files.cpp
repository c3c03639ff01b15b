// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/files/scenario_files.h"

#include "core/search/task/scenario.h"
#include "widgets/document/quantity_text.h"
#include "widgets/document/scenario_model.h"
#include "widgets/shell/files/save_dialog.h"

#include <QDir>
#include <QFileInfo>

#include <filesystem>

namespace pgram {

namespace {

/// Model and cluster are presets as they are: a scenario refers to them by name.
bool refersToPresets(const PresetStore& store, const SearchRequest& request)
{
    const auto model = store.model(request.model.name);
    const auto cluster = store.cluster(request.cluster.name);
    return model && cluster && *model == request.model && *cluster == request.cluster;
}

}  // namespace

ScenarioFiles::ScenarioFiles(ScenarioModel* scenario, MessageBar* messages, QWidget* window)
    : QObject(window), m_scenario(scenario), m_messages(messages), m_window(window)
{}

void ScenarioFiles::saveAsked()
{
    const auto root = m_scenario->store().userRoot() / presetFolder(PresetKind::Scenario);
    const QString folder = QString::fromStdU16String(root.u16string());
    if (!m_scenario->store().userRoot().empty()) {
        QDir().mkpath(folder);
    }
    const QString name = qs(m_scenario->request().model.name) + QStringLiteral(".json");
    const QString file = askSaveFile(m_window, {.title = tr("Save Scenario"),
                                                .proposal = QDir(folder).filePath(name),
                                                .filters = tr("Scenarios (*.json)"),
                                                .complete = usualSuffix(QStringLiteral("json"))});
    if (!file.isEmpty()) {
        saveTo(file);
    }
}

bool ScenarioFiles::saveTo(const QString& file)
{
    Scenario scenario;
    scenario.request = m_scenario->request();
    if (!refersToPresets(m_scenario->store(), scenario.request)) {
        m_messages->post(Tone::Bad, tr("The scenario was not saved: its model or cluster is no preset."));
        return false;
    }
    scenario.name = QFileInfo(file).completeBaseName().toStdString();
    scenario.title = scenario.name;
    scenario.model = scenario.request.model.name;
    scenario.cluster = scenario.request.cluster.name;
    const auto written = saveScenario(scenario, std::filesystem::path(file.toStdU16String()));
    if (!written) {
        m_messages->post(written.error());
        return false;
    }
    Q_EMIT saved(file);
    return true;
}

}  // namespace pgram
