// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/files/plan_files.h"

#include "core/cluster/cluster_json.h"
#include "core/exchange/format.h"
#include "core/model/model_json.h"
#include "core/plan/plan_json.h"
#include "core/plan/plan_link.h"
#include "core/search/task/scenario.h"
#include "widgets/document/core_text.h"
#include "widgets/document/plan_names.h"
#include "widgets/document/scenario_model.h"
#include "widgets/shell/files/export_dialog.h"
#include "widgets/shell/files/save_dialog.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>
#include <QUrl>

#include <filesystem>

namespace pgram {

namespace {

constexpr int mostRecent = 10;
constexpr qsizetype mostNamed = 10;  // plans in a question

std::filesystem::path pathOf(const QString& file)
{
    return std::filesystem::path(file.toStdU16String());
}

/// Model and cluster are presets as they are: a scenario refers to them by name.
bool refersToPresets(const PresetStore& store, const SearchRequest& request)
{
    const auto model = store.model(request.model.name);
    const auto cluster = store.cluster(request.cluster.name);
    return model && cluster && *model == request.model && *cluster == request.cluster;
}

}  // namespace

PlanFiles::PlanFiles(Session* session, Settings* settings, MessageBar* messages, QWidget* window)
    : QObject(window), m_session(session), m_settings(settings), m_messages(messages), m_window(window)
{}

bool PlanFiles::open(const QString& file)
{
    const QString path = QFileInfo(file).absoluteFilePath();
    for (int row = 0; row < m_session->count(); ++row) {
        if (m_session->at(row).file() == path && !m_session->at(row).isModified()) {
            m_session->show(row);
            return true;
        }
    }
    auto plan = loadPlan(pathOf(path));
    if (!plan) {
        m_messages->post(plan.error(), Act::Open);
        return false;
    }
    m_session->add(std::move(*plan), nullptr, nullptr, path);
    remember(path);
    return true;
}

bool PlanFiles::openText(const QString& text)
{
    const std::string all = text.trimmed().toStdString();
    if (!isPlanLink(all)) {
        m_messages->post(Tone::Bad, tr("The clipboard has no plan. Copy Plan as Text writes one."), Act::Open);
        return false;
    }
    const std::string where = tr("clipboard").toStdString();
    Result<Plan> plan =
        planFileOfLink(all, where).and_then([&where](const std::string& file) { return planFromJson(file, where); });
    if (!plan) {
        m_messages->post(plan.error(), Act::Open);
        return false;
    }
    m_session->add(std::move(*plan));
    return true;
}

bool PlanFiles::saveAs()
{
    const int row = m_session->currentRow();
    const QString file = row >= 0 ? askName(row) : QString();
    return !file.isEmpty() && saveTo(row, file);
}

bool PlanFiles::saveRow(int row)
{
    const QString known = m_session->at(row).file();
    const QString file = known.isEmpty() ? askName(row) : known;
    return !file.isEmpty() && saveTo(row, file);
}

bool PlanFiles::saveTo(int row, const QString& file)
{
    const QString path = QFileInfo(file).absoluteFilePath();
    const auto saved = savePlan(*m_session->at(row).plan(), pathOf(path));
    m_messages->begin(Act::Save);
    if (!saved) {
        m_messages->post(saved.error(), Act::Save);
        return false;
    }
    m_messages->dismiss(Tone::Good);  // of another file, which reads as if this one had not been written
    if (m_session->at(row).file() != path) {
        m_messages->post(Tone::Good, tr("Saved %1").arg(path));
    }
    m_session->setSaved(row, path);
    remember(path);
    return true;
}

void PlanFiles::exportPlan(const FidelityLibrary* fidelity)
{
    const int row = m_session->currentRow();
    if (row < 0) {
        return;
    }
    ExportDialog dialog(m_session->at(row), fidelity, m_settings, proposal({}), m_window);
    if (dialog.exec() == QDialog::Accepted) {
        writeExport(dialog);
    }
}

void PlanFiles::writeExport(const ExportDialog& dialog)
{
    const QString path = QFileInfo(dialog.path()).absoluteFilePath();
    const std::vector<NamedFile> files = dialog.files();
    const auto written = saveFiles(files, pathOf(path));
    m_messages->begin(Act::Export);
    if (!written) {
        m_messages->post(written.error(), Act::Export);
        return;
    }
    rememberFolder(path);
    if (const auto& nearest = dialog.found()->nearest) {
        Plan plan = *nearest->result.plan;
        plan.name = tr("%1, for %2").arg(planName(), QString::fromUtf8(dialog.format().target->title)).toStdString();
        m_session->add(std::move(plan), nearest->result.estimate, nearest);
    }
    const QString text = files.size() == 1
                             ? tr("Saved %1").arg(path)
                             : tr("Saved %n file(s) in %1", nullptr, static_cast<int>(files.size())).arg(path);
    m_messages->post(
        {.tone = Tone::Good,
         .text = text,
         .actionText = tr("Open Folder"),
         .action = [folder = files.size() == 1 ? QFileInfo(path).path()
                                               : path] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); },
         .act = Act::Export});
}

/// One question for all that have no file yet.
bool PlanFiles::saveInFolder(const std::vector<int>& rows)
{
    const QString chosen = QFileDialog::getExistingDirectory(
        m_window, tr("Save %n Plan(s) in", nullptr, static_cast<int>(rows.size())), folder());
    return !chosen.isEmpty() && std::ranges::all_of(rows, [&](int row) {
        const QString stem = fileStem(qs(m_session->at(row).plan()->name));
        QString file = QDir(chosen).filePath(stem + planSuffix());
        for (int number = 2; QFileInfo::exists(file); ++number) {
            file = QDir(chosen).filePath(QStringLiteral("%1-%2%3").arg(stem, QString::number(number), planSuffix()));
        }
        return saveTo(row, file);
    });
}

bool PlanFiles::saveRows(const std::vector<int>& rows)
{
    std::vector<int> unnamed;
    std::ranges::copy_if(rows, std::back_inserter(unnamed),
                         [this](int row) { return m_session->at(row).file().isEmpty(); });
    if (unnamed.size() < 2) {
        return std::ranges::all_of(rows, [this](int row) { return saveRow(row); });
    }
    return std::ranges::all_of(rows, [this](int row) { return m_session->at(row).file().isEmpty() || saveRow(row); }) &&
           saveInFolder(unnamed);
}

bool PlanFiles::mayDiscard()
{
    std::vector<int> rows;
    for (int row = 0; row < m_session->count(); ++row) {
        if (m_session->at(row).isModified()) {
            rows.push_back(row);
        }
    }
    return mayLose(rows);
}

bool PlanFiles::mayClose()
{
    if (m_unsavedKept) {
        return true;
    }
    std::vector<int> rows;
    for (int row = 0; row < m_session->count(); ++row) {
        const PlanDocument& plan = m_session->at(row);
        const bool asItCame =
            m_session->count() == 1 && !plan.isModified();  // the plan of the start, which is one click
        if (plan.isModified() || (plan.file().isEmpty() && !asItCame)) {
            rows.push_back(row);
        }
    }
    return mayLose(rows);
}

bool PlanFiles::mayLose(const std::vector<int>& rows)
{
    if (rows.empty()) {
        return true;
    }
    QStringList names;
    for (const int row : rows) {
        names.append(qs(m_session->at(row).plan()->name));
    }
    QMessageBox question(QMessageBox::Warning, tr("Unsaved Plans"),
                         tr("%n plan(s) are not saved.", nullptr, static_cast<int>(names.size())),
                         QMessageBox::NoButton, m_window);
    const qsizetype more = names.size() - mostNamed;
    if (more > 0) {
        names.resize(mostNamed);
        names.append(tr("and %n more", nullptr, static_cast<int>(more)));
    }
    question.setInformativeText(names.join(QLatin1Char('\n')));
    for (QLabel* label : question.findChildren<QLabel*>()) {
        label->setTextFormat(Qt::PlainText);  // A name may look like HTML.
    }
    auto* save = question.addButton(tr("Save"), QMessageBox::AcceptRole);
    auto* discard = question.addButton(tr("Discard"), QMessageBox::DestructiveRole);
    auto* cancel = question.addButton(tr("Cancel"), QMessageBox::RejectRole);
    question.setDefaultButton(save);
    question.setEscapeButton(cancel);
    question.exec();
    if (question.clickedButton() == save) {
        return saveRows(rows);
    }
    return question.clickedButton() == discard;
}

QStringList PlanFiles::recent() const
{
    return m_settings->get(SettingId::RecentFiles).toStringList().mid(0, mostRecent);
}

void PlanFiles::clearRecent()
{
    m_settings->set(SettingId::RecentFiles, QStringList());
    Q_EMIT recentChanged();
}

QString PlanFiles::planName() const
{
    const int row = m_session->currentRow();
    return row < 0 ? QString() : qs(m_session->at(row).plan()->name);
}

QString PlanFiles::proposal(const QString& suffix) const
{
    return QDir(folder()).filePath(fileStem(planName()) + suffix);
}

QString PlanFiles::askName(int row)
{
    const QString stem = fileStem(qs(m_session->at(row).plan()->name));
    return askSaveFile(m_window, {.title = tr("Save Plan"),
                                  .proposal = QDir(folder()).filePath(stem + planSuffix()),
                                  .filters = tr("Plans (*.pgplan.json *.json);;All files (*)"),
                                  .complete = usualSuffix(planSuffix().mid(1))});
}

void PlanFiles::remember(const QString& file)
{
    rememberFolder(file);
    QStringList files = recent();
    files.removeAll(file);
    files.prepend(file);
    m_settings->set(SettingId::RecentFiles, files.mid(0, mostRecent));
    Q_EMIT recentChanged();
}

void PlanFiles::rememberFolder(const QString& file)
{
    m_settings->set(SettingId::LastFolder, QFileInfo(file).absolutePath());
}

QString PlanFiles::folder() const
{
    const QString last = m_settings->text(SettingId::LastFolder);
    return !last.isEmpty() && QDir(last).exists() ? last
                                                  : QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
}

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
        m_messages->post(
            Tone::Bad,
            tr("The scenario was not saved: its model or cluster is no preset. Save it as your own in the Model "
               "or the Cluster dock."));
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
    m_messages->dismiss(Tone::Good);  // Says that another file was saved.
    m_messages->post(Tone::Good, tr("Saved %1.").arg(QFileInfo(file).fileName()));
    Q_EMIT saved(file);
    return true;
}

void ScenarioFiles::savePresetAsked(PresetKind kind)
{
    const bool isModel = kind == PresetKind::Model;
    const SearchRequest& request = m_scenario->request();
    const QString name = qs(isModel ? request.model.name : request.cluster.name) + QStringLiteral(".json");
    const QString file = askSaveFile(m_window, {.title = isModel ? tr("Save Model") : tr("Save Cluster"),
                                                .proposal = name,
                                                .filters = isModel ? tr("Models (*.json)") : tr("Clusters (*.json)"),
                                                .complete = usualSuffix(QStringLiteral("json"))});
    if (!file.isEmpty()) {
        savePresetTo(kind, file);
    }
}

bool ScenarioFiles::savePresetTo(PresetKind kind, const QString& file)
{
    const std::filesystem::path path(file.toStdU16String());
    const SearchRequest& request = m_scenario->request();
    const auto written =
        kind == PresetKind::Model ? saveArchitecture(request.model, path) : saveCluster(request.cluster, path);
    if (!written) {
        m_messages->post(written.error());
        return false;
    }
    m_messages->post(Tone::Good, tr("Saved %1.").arg(QFileInfo(file).fileName()));
    return true;
}

}  // namespace pgram
