// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How a person finds out what the window can do: the action finder, the sheet of shortcuts, the page of help and the
// box that says what program this is. GUI thread only.
#pragma once

#include "widgets/document/workbench.h"
#include "widgets/shell/actions/actions.h"
#include "widgets/shell/actions/finder_entries.h"

namespace pgram {

class ActionFinder;
class HelpWindow;
class Language;
class ScenarioPanel;
class ShortcutSheet;
class ViewArea;

/// What there is to be found.
struct GuideSubject {
    Actions* actions;
    Workbench* bench;
    ScenarioPanel* scenario;
    ViewArea* views;
    const Language* language;
};

class WindowGuide : public QObject {
    Q_OBJECT
public:
    /// `window` and all of the subject outlive it.
    WindowGuide(const GuideSubject& subject, QMainWindow* window);

    void findAction();
    void showShortcuts();
    void showHelp(const QString& page);
    void showAbout();

private:
    [[nodiscard]] std::vector<FinderEntry> menuActions() const;

    GuideSubject m_of;
    QMainWindow* m_window;
    ActionFinder* m_finder;
    ShortcutSheet* m_shortcuts = nullptr;  ///< made when it is first asked for, as is …
    HelpWindow* m_help = nullptr;
};

}  // namespace pgram
