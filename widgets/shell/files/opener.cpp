// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/files/opener.h"

#include "widgets/document/quantity_text.h"
#include "widgets/document/scenario_model.h"
#include "widgets/shell/files/file_kind.h"

#include <QFileDialog>
#include <QFileInfo>

#include <exception>

namespace pgram {

Opener::Opener(PlanFiles* plans, ScenarioModel* scenario, ForeignFiles* foreign, MessageBar* messages, QWidget* window)
    : QObject(window), m_plans(plans), m_scenario(scenario), m_foreign(foreign), m_messages(messages), m_window(window)
{}

bool Opener::open(const QString& path)
{
    try {
        return openByKind(path);
    } catch (const std::exception& exception) {
        m_messages->post(Tone::Bad,
                         tr("%1 cannot be opened: the program failed at it (%2). Everything else in the window is as "
                            "it was.")
                             .arg(QFileInfo(path).fileName(), QString::fromUtf8(exception.what())),
                         Act::Open);
        return false;
    }
}

bool Opener::openByKind(const QString& path)
{
    const KnownFile known = knownFile(path);
    switch (known.kind) {
    case FileKind::Scenario:
        return openScenario(path);
    case FileKind::Model:
        return openModel(path);
    case FileKind::Cluster:
        return openCluster(path);
    case FileKind::Foreign:
        return m_foreign->open(path, *known.format);
    case FileKind::Folder:
        m_messages->post(Tone::Warning,
                         tr("%1 is a folder without Galvatron's profile files: there is nothing to open in it.")
                             .arg(QFileInfo(path).fileName()),
                         Act::Open);
        return false;
    case FileKind::Plan:
        break;
    }
    return openPlan(path);
}

bool Opener::openPlan(const QString& file)
{
    if (!m_plans->open(file)) {
        return false;
    }
    Q_EMIT planOpened();
    return true;
}

bool Opener::openModel(const QString& file)
{
    const auto model = m_scenario->store().model(file.toStdString());
    if (!model) {
        m_messages->post(model.error(), Act::Open);
        return false;
    }
    m_scenario->setModel(file);
    m_messages->post(Tone::Good, tr("The Scenario dock has the model %1.").arg(qs(model->title)));
    return true;
}

bool Opener::openCluster(const QString& file)
{
    const auto cluster = m_scenario->store().cluster(file.toStdString());
    if (!cluster) {
        m_messages->post(cluster.error(), Act::Open);
        return false;
    }
    m_scenario->setCluster(file);
    m_messages->post(Tone::Good, tr("The Scenario dock has the cluster %1.").arg(qs(cluster->title)));
    return true;
}

bool Opener::openScenario(const QString& nameOrFile)
{
    if (!m_scenario->setScenario(nameOrFile)) {
        return false;
    }
    Q_EMIT planWanted();
    return true;
}

void Opener::openAsked()
{
    const QStringList files = QFileDialog::getOpenFileNames(m_window, tr("Open"), m_plans->folder(),
                                                            tr("Plans, scenarios and more (*.json);;All files (*)"));
    openAll(files);
}

void Opener::openAll(const QStringList& files)
{
    m_messages->begin(Act::Open);
    for (const QString& file : files) {
        open(file);
    }
}

}  // namespace pgram
