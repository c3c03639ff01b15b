// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Everything that the window can be asked to do: the actions with their icons, shortcuts and words, and the menus and
// the tool bar made of them. What they do is wired by the window. GUI thread only.
#pragma once

#include <QActionGroup>
#include <QMainWindow>
#include <QMenu>
#include <QToolBar>

#include <vector>

namespace pgram {

struct Actions {
    /// Makes menus and tool bar in `window`; undo and redo follow what the document's history says.
    explicit Actions(QMainWindow* window);

    void retranslate();
    /// A line for each file.
    void setRecentFiles(const QStringList& files);

    QAction* newScenario;
    QAction* saveScenario;
    QAction* open;
    QAction* save;
    QAction* saveAs;
    QAction* exportPicture;
    QAction* exportData;
    QAction* quit;
    QAction* undo;
    QAction* redo;
    QAction* copy;   ///< go to what has the focus, …
    QAction* paste;  ///< … as their keys would
    QAction* selectAll;
    QAction* selectNone;
    QAction* settings;
    QAction* plan;
    QAction* stop;
    QAction* scenarioFromPlan;
    QAction* keepLayers;
    QAction* keepCuts;
    QAction* reference;
    QAction* compared;
    QAction* comparePlanned;
    QAction* rename;
    QAction* duplicate;
    QAction* remove;
    QAction* reopen;
    QAction* grid;
    QAction* timeBack;
    QAction* timeForward;
    QAction* timeAll;
    QAction* resetLayout;
    QAction* nextPane;
    QAction* previousPane;
    QAction* largerType;
    QAction* smallerType;
    QAction* usualType;
    QAction* fullScreen;
    QAction* print;
    QAction* copyPicture;
    QAction* findAction;
    QAction* shortcuts;
    QAction* helpContents;
    QAction* fidelityHelp;
    QAction* about;
    std::vector<QAction*> themes;     ///< data: "system", "light", "dark"
    std::vector<QAction*> languages;  ///< data: "", "en", "zh_CN"
    std::vector<QAction*> layouts;    ///< data: layoutKey()
    QActionGroup* themeGroup;
    QActionGroup* languageGroup;
    QActionGroup* layoutGroup;
    QMenu* file;
    QMenu* recent;
    QMenu* scenarios;
    QMenu* exportPlan;  ///< a line a format; data: its name
    QMenu* edit;
    QMenu* planMenu;
    QMenu* view;
    QMenu* layout;
    QMenu* type;
    QMenu* theme;
    QMenu* language;
    QMenu* help;
    QAction* clearRecent;
    QToolBar* toolBar;

private:
    QAction* add(const char* icon, const QKeySequence& shortcut = {});
    void makeActions();
    void makeChoices();
    void makeMenus();
    void makeToolBar();

    QMainWindow* m_window;
};

}  // namespace pgram
