// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/actions/actions.h"

#include "core/exchange/format.h"
#include "widgets/document/core_text.h"
#include "widgets/kit/tip_text.h"
#include "widgets/shell/actions/action_text.h"
#include "widgets/shell/actions/finder_entries.h"
#include "widgets/shell/frame/dock_layouts.h"
#include "widgets/shell/settings/language.h"
#include "widgets/theme/icon.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMenuBar>

namespace pgram {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Actions)
};

void nameMenus(const Actions& actions)
{
    actions.file->setTitle(Words::tr("&File"));
    actions.edit->setTitle(Words::tr("&Edit"));
    actions.planMenu->setTitle(Words::tr("&Plan", "menu"));
    actions.view->setTitle(Words::tr("&View"));
    actions.layout->setTitle(Words::tr("&Layout"));
    actions.type->setTitle(Words::tr("Type Si&ze"));
    actions.theme->setTitle(Words::tr("&Theme"));
    actions.language->setTitle(Words::tr("Lan&guage"));
    actions.help->setTitle(Words::tr("&Help"));
    actions.toolBar->setWindowTitle(Words::tr("Tool Bar"));
}

/// As their formats are called.
void nameFormats(const Actions& actions)
{
    actions.exportPlan->setTitle(Words::tr("Export P&lan As"));
    for (QAction* action : actions.exportPlan->actions()) {
        const auto format = parseFormat(action->data().toString().toStdString());
        action->setText(QStringLiteral("%1…").arg(coreText((*format)->title)));
    }
}

void nameChoices(const Actions& actions)
{
    actions.layouts[0]->setText(Words::tr("&Explore"));
    actions.layouts[1]->setText(Words::tr("&Compare"));
    actions.layouts[2]->setText(Words::tr("&Teach"));
    actions.themes[0]->setText(Words::tr("As the &System"));
    actions.themes[1]->setText(Words::tr("&Light"));
    actions.themes[2]->setText(Words::tr("&Dark"));
    actions.languages[0]->setText(Words::tr("As the &System"));
}

/// Where the focus is, as if the key had gone there: the menu shows what lines of text and views do anyway.
void pressKey(QAction* action, QKeySequence::StandardKey standard)
{
    QWidget* target = QApplication::focusWidget();
    const QKeySequence keys(standard);
    if (target != nullptr && !keys.isEmpty()) {
        QKeyEvent press(QEvent::KeyPress, keys[0].key(), keys[0].keyboardModifiers());
        action->setEnabled(false);  // or the key would come back to it
        QApplication::sendEvent(target, &press);
        action->setEnabled(true);
    }
}

/// With the keys that save the way to the tool bar.
void describeTools(const Actions& actions)
{
    for (QAction* action : actions.toolBar->actions()) {
        const QString shortcut = action->shortcut().toString(QKeySequence::NativeText);
        const QString name = plainText(action->text());
        action->setToolTip(shortcut.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, shortcut));
    }
}

}  // namespace

Actions::Actions(QMainWindow* window) : m_window(window)
{
    makeActions();
    makeChoices();
    makeMenus();
    makeToolBar();
    retranslate();
}

QAction* Actions::add(const char* icon, const QKeySequence& shortcut)
{
    auto* action = new QAction(m_window);
    if (icon != nullptr) {
        action->setIcon(themedIcon(QString::fromLatin1(icon)));
    }
    action->setShortcut(shortcut);
    m_window->addAction(action);
    return action;
}

void Actions::makeActions()
{
    newScenario = add("new", QKeySequence::New);
    saveScenario = add(nullptr);
    open = add("open", QKeySequence::Open);
    save = add("save", QKeySequence::Save);
    saveAs = add(nullptr, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
    exportPicture = add("export", QKeySequence(Qt::CTRL | Qt::Key_E));
    exportData = add(nullptr, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E));
    print = add(nullptr, QKeySequence::Print);
    copyPicture = add(nullptr, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    quit = add(nullptr, QKeySequence(Qt::CTRL | Qt::Key_Q));
    undo = add("undo", QKeySequence::Undo);
    redo = add("redo", QKeySequence::Redo);
    redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    copy = add(nullptr, QKeySequence::Copy);
    paste = add(nullptr, QKeySequence::Paste);
    QObject::connect(copy, &QAction::triggered, m_window, [action = copy] { pressKey(action, QKeySequence::Copy); });
    QObject::connect(paste, &QAction::triggered, m_window, [action = paste] { pressKey(action, QKeySequence::Paste); });
    selectAll = add(nullptr, QKeySequence::SelectAll);
    selectNone = add(nullptr, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A));
    settings = add(nullptr, QKeySequence(Qt::CTRL | Qt::Key_Comma));
    settings->setMenuRole(QAction::PreferencesRole);
    plan = add("plan", QKeySequence(Qt::CTRL | Qt::Key_Return));
    plan->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::Key_F5)});
    stop = add("stop", QKeySequence(Qt::Key_Escape));
    scenarioFromPlan = add(nullptr);
    keepLayers = add(nullptr, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Return));
    keepCuts = add(nullptr);
    reference = add("reference", QKeySequence(Qt::CTRL | Qt::Key_R));
    compared = add(nullptr, QKeySequence(Qt::CTRL | Qt::Key_K));
    compared->setCheckable(true);
    comparePlanned = add("compare", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_K));
    rename = add("rename", QKeySequence(Qt::Key_F2));
    duplicate = add("duplicate", QKeySequence(Qt::CTRL | Qt::Key_D));
    remove = add("delete", QKeySequence(Qt::CTRL | Qt::Key_W));
    reopen = add(nullptr, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T));
    grid = add("grid", QKeySequence(Qt::CTRL | Qt::Key_G));
    grid->setCheckable(true);
    timeBack = add(nullptr, QKeySequence(Qt::ALT | Qt::Key_Left));
    timeForward = add(nullptr, QKeySequence(Qt::ALT | Qt::Key_Right));
    timeAll = add(nullptr, QKeySequence(Qt::ALT | Qt::Key_Home));
    resetLayout = add("reset");
    nextPane = add(nullptr, QKeySequence(Qt::Key_F6));
    previousPane = add(nullptr, QKeySequence(Qt::SHIFT | Qt::Key_F6));
    largerType = add(nullptr);
    largerType->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)});
    smallerType = add(nullptr, QKeySequence(Qt::CTRL | Qt::Key_Minus));
    usualType = add(nullptr, QKeySequence(Qt::CTRL | Qt::Key_0));
    fullScreen = add(nullptr, QKeySequence(Qt::Key_F11));
    fullScreen->setCheckable(true);
    findAction = add(nullptr, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P));
    shortcuts = add(nullptr);
    shortcuts->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Question), QKeySequence(Qt::CTRL | Qt::Key_F1)});
    helpContents = add(nullptr, QKeySequence::HelpContents);
    fidelityHelp = add(nullptr);
    about = add(nullptr);
    quit->setMenuRole(QAction::QuitRole);
    about->setMenuRole(QAction::AboutRole);
    clearRecent = new QAction(m_window);
}

void Actions::makeChoices()
{
    themeGroup = new QActionGroup(m_window);
    for (const char* name : {"system", "light", "dark"}) {
        QAction* action = themeGroup->addAction(QString());
        action->setData(QString::fromLatin1(name));
        action->setCheckable(true);
        themes.push_back(action);
    }
    languageGroup = new QActionGroup(m_window);
    QAction* system = languageGroup->addAction(QString());
    system->setData(QString());
    system->setCheckable(true);
    languages.push_back(system);
    for (const LanguageInfo& known : pgram::languages()) {
        QAction* action = languageGroup->addAction(known.name);
        action->setData(known.code);
        action->setCheckable(true);
        languages.push_back(action);
    }
    layoutGroup = new QActionGroup(m_window);
    for (const LayoutName name : allLayouts) {
        QAction* action = layoutGroup->addAction(QString());
        action->setData(layoutKey(name));
        action->setCheckable(true);
        action->setShortcut(QKeySequence(QStringLiteral("Ctrl+Alt+%1").arg(layouts.size() + 1)));
        m_window->addAction(action);
        layouts.push_back(action);
    }
}

void Actions::makeMenus()
{
    file = m_window->menuBar()->addMenu(QString());
    file->addAction(newScenario);
    scenarios = file->addMenu(QString());
    file->addAction(saveScenario);
    file->addSeparator();
    file->addAction(open);
    recent = file->addMenu(QString());
    file->addSeparator();
    file->addActions({save, saveAs});
    file->addSeparator();
    exportPlan = file->addMenu(QString());
    for (const Format* format : formats()) {
        if (format->write != nullptr) {
            exportPlan->addAction(QString())->setData(QString::fromUtf8(format->name));
        }
    }
    file->addActions({exportPicture, exportData, print});
    file->addSeparator();
    file->addAction(quit);

    edit = m_window->menuBar()->addMenu(QString());
    edit->addActions({undo, redo});
    edit->addSeparator();
    edit->addActions({copy, paste, copyPicture});
    edit->addSeparator();
    edit->addActions({selectAll, selectNone});
    edit->addSeparator();
    edit->addAction(settings);

    planMenu = m_window->menuBar()->addMenu(QString());
    planMenu->addActions({plan, stop});
    planMenu->addSeparator();
    planMenu->addActions({keepLayers, keepCuts});
    planMenu->addSeparator();
    planMenu->addActions({scenarioFromPlan, reference, compared, comparePlanned, rename, duplicate, remove, reopen});

    view = m_window->menuBar()->addMenu(QString());
    layout = new QMenu(m_window);
    layout->addActions(layoutGroup->actions());
    layout->addSeparator();
    layout->addAction(resetLayout);
    type = new QMenu(m_window);
    type->addActions({largerType, smallerType, usualType});
    theme = new QMenu(m_window);
    theme->addActions(themeGroup->actions());
    language = new QMenu(m_window);
    language->addActions(languageGroup->actions());

    help = m_window->menuBar()->addMenu(QString());
    help->addActions({helpContents, fidelityHelp});
    help->addSeparator();
    help->addActions({findAction, shortcuts});
    help->addSeparator();
    help->addAction(about);
}

void Actions::makeToolBar()
{
    toolBar = m_window->addToolBar(QString());
    toolBar->setObjectName(QStringLiteral("toolBar"));
    toolBar->setMovable(false);
    toolBar->setIconSize({18, 18});
    toolBar->setToolButtonStyle(Qt::ToolButtonIconOnly);
    toolBar->addActions({newScenario, open, save});
    toolBar->addSeparator();
    toolBar->addActions({undo, redo});
    toolBar->addSeparator();
    toolBar->addActions({plan, stop});
    toolBar->addSeparator();
    toolBar->addActions({comparePlanned, grid, exportPicture});
}

void Actions::setRecentFiles(const QStringList& files)
{
    recent->clear();
    int number = 1;
    for (const QString& path : files) {
        const QString key = number < 10 ? QStringLiteral("&%1").arg(number) : QStringLiteral("1&0");
        QAction* action =
            recent->addAction(QStringLiteral("%1  %2").arg(key, escapeMnemonics(QFileInfo(path).fileName())));
        ++number;
        action->setStatusTip(QDir::toNativeSeparators(path));
        action->setToolTip(tipText(action->statusTip()));
        action->setData(path);
    }
    recent->setToolTipsVisible(true);
    recent->setEnabled(!files.isEmpty());
    recent->addSeparator();
    recent->addAction(clearRecent);
}

void Actions::retranslate()
{
    newScenario->setText(Words::tr("&New Scenario"));
    scenarios->setTitle(Words::tr("S&cenarios"));
    saveScenario->setText(Words::tr("Save Sc&enario As…"));
    open->setText(Words::tr("&Open…"));
    recent->setTitle(Words::tr("Open &Recent"));
    clearRecent->setText(Words::tr("Clear List"));
    save->setText(Words::tr("&Save"));
    saveAs->setText(Words::tr("Save &As…"));
    exportPicture->setText(Words::tr("Export &Picture…"));
    exportData->setText(Words::tr("Export &Data…"));
    quit->setText(Words::tr("&Quit"));
    undo->setText(Words::tr("&Undo"));
    redo->setText(Words::tr("&Redo"));
    selectAll->setText(Words::tr("Select &All Layers"));
    selectNone->setText(Words::tr("Select &Nothing"));
    settings->setText(Words::tr("S&ettings…"));
    plan->setText(Words::tr("&Plan"));
    stop->setText(Words::tr("&Stop"));
    scenarioFromPlan->setText(Words::tr("&Take Scenario from Plan"));
    reference->setText(Words::tr("Set as Re&ference"));
    compared->setText(Words::tr("C&ompare This Plan"));
    keepLayers->setText(Words::tr("&Keep the Selected Layers, Plan the Rest"));
    keepCuts->setText(Words::tr("Keep the Stage &Cuts, Plan the Layers"));
    comparePlanned->setText(Words::tr("Compare &with the Planner's Plan"));
    rename->setText(Words::tr("Re&name"));
    duplicate->setText(Words::tr("&Duplicate"));
    remove->setText(Words::tr("C&lose Plan"));
    reopen->setText(Words::tr("R&eopen Closed Plan"));
    grid->setText(Words::tr("Views Side by &Side"));
    timeBack->setText(Words::tr("Zoom &Back"));
    timeForward->setText(Words::tr("Zoom For&ward"));
    timeAll->setText(Words::tr("Zoom to the Whole St&ep"));
    resetLayout->setText(Words::tr("&Reset Layout"));
    nextPane->setText(Words::tr("&Next Pane"));
    previousPane->setText(Words::tr("Pre&vious Pane"));
    largerType->setText(Words::tr("&Larger"));
    smallerType->setText(Words::tr("&Smaller"));
    usualType->setText(Words::tr("&Usual Size"));
    fullScreen->setText(Words::tr("&Full Screen"));
    print->setText(Words::tr("Pr&int…"));
    copy->setText(Words::tr("C&opy"));
    paste->setText(Words::tr("&Paste"));
    copyPicture->setText(Words::tr("&Copy Picture"));
    shortcuts->setText(Words::tr("&Keyboard Shortcuts"));
    findAction->setText(Words::tr("&Find Action…"));
    helpContents->setText(Words::tr("&Contents"));
    setFinderTitle(helpContents, Words::tr("Help Contents"));
    fidelityHelp->setText(Words::tr("How Far to &Trust the Numbers"));
    about->setText(Words::tr("&About Parallelogram"));
    nameMenus(*this);
    nameFormats(*this);
    nameChoices(*this);
    describeTools(*this);
}

}  // namespace pgram
