// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/task/scenario.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_text.h"
#include "widgets/shell/actions/action_spec.h"
#include "widgets/shell/files/opener.h"
#include "widgets/shell/files/plan_files.h"
#include "widgets/shell/files/view_export.h"
#include "widgets/shell/frame/planning.h"
#include "widgets/shell/settings/settings.h"
#include "widgets/shell/window/main_window.h"
#include "widgets/shell/window/menus/menus.h"
#include "widgets/shell/window/scenario_follower.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace pgram {

namespace {

/// Plans stay: they are closed one by one, on purpose.
void newScenario(const WindowParts& w)
{
    w.planning->drop();
    w.bench->scenario.setScenario(QString::fromLatin1(defaultScenario));
    w.bench->scenario.leaveOpen();
    w.follower->settle();
}

std::vector<ActionSpec> scenarioRows(const WindowParts& window)
{
    std::vector<ActionSpec> rows;
    for (const PresetEntry& entry : window.bench->scenario.store().scenarios()) {
        const QString name = qs(entry.name);
        rows.push_back({.id = QStringLiteral("scenario-") + name,
                        .text = escapeMnemonics(presetText(entry.title)),
                        .run = [name](const WindowParts& w) { w.opener->openScenario(name); }});
    }
    return rows;
}

std::vector<ActionSpec> recentRows(const WindowParts& window)
{
    std::vector<ActionSpec> rows;
    for (const QString& path : window.files->recent()) {
        const qsizetype number = static_cast<qsizetype>(rows.size()) + 1;
        const QString key = number < 10 ? QStringLiteral("&%1").arg(number) : QStringLiteral("1&0");
        rows.push_back({.id = QStringLiteral("recent-") + path,
                        .text = QStringLiteral("%1  %2").arg(key, escapeMnemonics(QFileInfo(path).fileName())),
                        .run = [path](const WindowParts& w) { w.opener->openAll({path}); },
                        .tip = QDir::toNativeSeparators(path)});
    }
    rows.push_back({});
    rows.push_back(row("clearRecent", Words::tr("Clear List"), [](auto& w) { w.files->clearRecent(); }));
    return rows;
}

}  // namespace

ActionSpec fileMenu(const WindowParts& window)
{
    const QKeySequence saveAs(Qt::CTRL | Qt::SHIFT | Qt::Key_S);
    return submenu(
        "file", Words::tr("&File"),
        {
            row("newScenario", Words::tr("&New Scenario"), newScenario,
                {.icon = "new", .keys = {QKeySequence::New}, .toolBar = 10}),
            submenu("scenarios", Words::tr("S&cenarios"), scenarioRows(window)),
            row("saveScenario", Words::tr("Save Sc&enario As…"), [](auto& w) { w.scenarioFiles->saveAsked(); }),
            row("saveModel", Words::tr("Save &Model As…"),
                [](auto& w) { w.scenarioFiles->savePresetAsked(PresetKind::Model); }),
            row("saveCluster", Words::tr("Save Cl&uster As…"),
                [](auto& w) { w.scenarioFiles->savePresetAsked(PresetKind::Cluster); }),
            {},
            row("open", Words::tr("&Open…"), [](auto& w) { w.opener->openAsked(); },
                {.icon = "open", .keys = {QKeySequence::Open}, .toolBar = 11}),
            {.id = QStringLiteral("recent"),
             .text = Words::tr("Open &Recent"),
             .needs = {{[](auto& w) { return !w.files->recent().isEmpty(); }, {}}},
             .isMenu = true,
             .rows = recentRows(window)},
            {},
            row("save", Words::tr("&Save"), [](auto& w) { w.files->save(); },
                {.icon = "save", .keys = {QKeySequence::Save}, .toolBar = 12, .needs = {hasPlan(), isListed()}}),
            row("saveAs", Words::tr("Save &As…"), [](auto& w) { w.files->saveAs(); },
                {.keys = {saveAs}, .needs = {hasPlan(), isListed()}}),
            {},
            row("exportPlan", Words::tr("Export P&lan…"), [](auto& w) { w.files->exportPlan(&w.bench->fidelity); },
                {.keys = {Qt::CTRL | Qt::ALT | Qt::Key_E}, .needs = {hasPlan(), isListed()}}),
            row("exportPicture", Words::tr("Export &Picture…"), [](auto& w) { w.output->savePicture(); },
                {.icon = "export", .keys = {Qt::CTRL | Qt::Key_E}, .toolBar = 42, .needs = {hasPlan()}}),
            row("exportData", Words::tr("Export &Data…"), [](auto& w) { w.output->saveData(); },
                {.keys = {Qt::CTRL | Qt::SHIFT | Qt::Key_E}, .needs = {hasPlan()}}),
            row("exportReport", Words::tr("Export Repor&t…"),
                [](auto& w) { w.output->saveReport(*w.bench, w.languages->current()); }, {.needs = {hasPlan()}}),
            row("print", Words::tr("Pr&int…"), [](auto& w) { w.output->print(); },
                {.keys = {QKeySequence::Print}, .needs = {hasPlan()}}),
            {},
            row("quit", Words::tr("&Quit"), [](auto& w) { w.window->close(); },
                {.keys = {Qt::CTRL | Qt::Key_Q}, .role = QAction::QuitRole}),
        });
}

}  // namespace pgram
