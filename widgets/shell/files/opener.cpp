// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/files/opener.h"

#include "core/base/exception_text.h"
#include "traces/read_trace.h"
#include "traces/step_log.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_model.h"
#include "widgets/document/texts.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <optional>

namespace pgram {

namespace {

/// Returns the titles of all formats that are read, each once.
QString foreignTitles()
{
    QStringList titles;
    for (const Format* format : formats()) {
        if (format->read != nullptr) {
            titles.push_back(coreText(format->title));
        }
    }
    titles.removeDuplicates();
    return titles.join(QStringLiteral(", "));
}

constexpr qint64 beginning = 256;  // our own formats name themselves in their first members

std::optional<FileKind> ownKind(const QString& path)
{
    QFile file(path);
    const QByteArray head = file.open(QIODevice::ReadOnly) ? file.peek(beginning) : QByteArray();
    const bool isOurs = head.contains("\"parallelogram-");
    if (!isOurs && isTraceFile(std::filesystem::path(path.toStdU16String()))) {
        return FileKind::Trace;
    }
    // The reader of results says what is wrong with a file that is not a database or ends early.
    if (head.startsWith("SQLite format 3") || path.endsWith(QLatin1StringView(".sqlite"))) {
        return FileKind::Study;
    }
    for (const auto& [format, kind] : {std::pair{"\"parallelogram-plan\"", FileKind::Plan},
                                       {"\"parallelogram-scenario\"", FileKind::Scenario},
                                       {"\"parallelogram-model\"", FileKind::Model},
                                       {"\"parallelogram-cluster\"", FileKind::Cluster},
                                       {"\"parallelogram-lesson\"", FileKind::Lesson},
                                       {"\"parallelogram-study\"", FileKind::Study}}) {
        if (head.contains(format)) {
            return kind;
        }
    }
    return {};
}

}  // namespace

KnownFile knownFile(const QString& path)
{
    const QFileInfo info(path);
    // What comes through a pipe can be read only once, and a device may have no end.
    if (!info.isDir() && !info.isFile()) {
        return {};
    }
    if (const auto own = info.isFile() ? ownKind(path) : std::nullopt) {
        return {*own};
    }
    const auto file = openForeign(std::filesystem::path(path.toStdU16String()));
    if (const Format* format = file ? recognise(*file) : nullptr) {
        return {FileKind::Foreign, format};
    }
    if (info.isFile() && isStepLog(std::filesystem::path(path.toStdU16String()))) {
        return {FileKind::Trace};
    }
    // A plan whose first members are others, or that cannot be read, says what is wrong with it.
    const bool isOwn = !file || file->text.find("\"parallelogram-") != std::string::npos;
    return {info.isDir() ? FileKind::Folder : isOwn ? FileKind::Plan : FileKind::Unknown};
}

Opener::Opener(PlanFiles* plans, ScenarioModel* scenario, StudyFile* results, MeasuredRun* measured,
               ForeignFiles* foreign, MessageBar* messages, QWidget* window)
    : QObject(window),
      m_plans(plans),
      m_scenario(scenario),
      m_results(results),
      m_measured(measured),
      m_foreign(foreign),
      m_messages(messages),
      m_window(window)
{}

bool Opener::open(const QString& path)
{
    return guarded(path, [&] { return openByKind(path); });
}

bool Opener::guarded(const QString& path, const std::function<bool()>& act)
{
    try {
        return act();
    } catch (const std::exception& exception) {
        m_messages->post(Tone::Bad,
                         tr("Could not open %1 (%2). Nothing else changed.")
                             .arg(QFileInfo(path).fileName(), coreText(exceptionText(exception))),
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
    case FileKind::Lesson:
        Q_EMIT lessonWanted(path);
        return true;
    case FileKind::Study:
        return openStudy(path);
    case FileKind::Trace:
        return openTrace(path);
    case FileKind::Foreign:
        return m_foreign->open(path, *known.format);
    case FileKind::Folder:
        m_messages->post(Tone::Warning,
                         tr("%1 is a folder without Galvatron's profile files: there is nothing to open in it.")
                             .arg(QFileInfo(path).fileName()),
                         Act::Open);
        return false;
    case FileKind::Unknown:
        m_messages->post(
            Tone::Bad,
            tr("%1 is not a file that Parallelogram reads. It reads its own plans, scenarios, models, "
               "clusters, lessons and studies, traces of torch.profiler, Nsight Systems and Chakra, memory "
               "snapshots of PyTorch, logs of training programs, scalars of TensorBoard, and of other programs: %2.")
                .arg(QFileInfo(path).fileName(), foreignTitles()),
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

bool Opener::openText(const QString& text)
{
    m_messages->begin(Act::Open);
    return guarded(tr("clipboard"), [&] {
        const bool isOpen = m_plans->openText(text);
        if (isOpen) {
            Q_EMIT planOpened();
        }
        return isOpen;
    });
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

bool Opener::openStudy(const QString& file)
{
    if (const Result<void> opened = m_results->open(file); !opened) {
        m_messages->post(opened.error(), Act::Open);
        return false;
    }
    m_plans->remember(QFileInfo(m_results->path()).absoluteFilePath());
    Q_EMIT studyOpened();
    return true;
}

bool Opener::openTrace(const QString& file)
{
    m_measured->open(file);
    m_plans->rememberFolder(file);
    Q_EMIT traceOpened();
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
    const QStringList files = QFileDialog::getOpenFileNames(
        m_window, tr("Open"), m_plans->folder(),
        tr("All that Parallelogram reads (*.json *.jsonl *.csv *.sh *.sbatch *.slurm "
           "*.toml *.yaml *.yml *.py *.txt *.log *.out *.sol *.sqlite *.json.gz *.pickle *.pkl *.et "
           "*tfevents*);;Plans, scenarios and more (*.json);;Results of studies (*.sqlite)"
           ";;Measured runs (*.json *.json.gz *.sqlite *.pickle *.pkl *.et *.log *.txt *.out *tfevents*);;All files "
           "(*)"));
    openAll(files);
}

void Opener::openAll(const QStringList& files)
{
    m_messages->begin(Act::Open);
    QStringList ofMachine;
    QStringList others;
    for (const QString& file : files) {
        const KnownFile known = knownFile(file);
        const bool isOfMachine = known.kind == FileKind::Foreign && known.format->holds == Content::Cluster;
        (isOfMachine ? ofMachine : others).append(file);
    }
    if (ofMachine.size() > 1) {
        guarded(ofMachine.front(), [&] { return m_foreign->openMachine(ofMachine); });
    } else {
        others = files;
    }
    for (const QString& file : others) {
        open(file);
    }
}

}  // namespace pgram
