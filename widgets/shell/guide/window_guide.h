// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How a person finds out what the window can do: the action finder, the sheet of shortcuts, the pages of help and the
// box that says what program this is. GUI thread only.
#pragma once

#include "widgets/document/workbench.h"
#include "widgets/shell/actions/actions.h"
#include "widgets/shell/actions/finder_entries.h"
#include "widgets/shell/guide/help_pages.h"

namespace pgram {

class ActionFinder;
class HelpPictures;
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
    void showHelp(const QString& page) { showPlace({page, {}}); }
    /// Of what has the keyboard's focus, or of what a tool tip is shown of.
    void showHelpHere();
    void showPlace(const HelpPlace& place);
    void showAbout();

protected:
    /// F1 where the window's own actions do not reach: in dialogs, open lists and menus.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] std::vector<FinderEntry> menuActions() const;
    /// Pages, sections and terms, to be opened.
    [[nodiscard]] std::vector<FinderEntry> pageEntries();
    [[nodiscard]] HelpWindow* makeHelp(QWidget* parent) const;

    GuideSubject m_of;
    QMainWindow* m_window;
    ActionFinder* m_finder;
    ShortcutSheet* m_shortcuts = nullptr;  ///< made when it is first asked for, as is …
    HelpWindow* m_help = nullptr;
    HelpPictures* m_pictures;
};

}  // namespace pgram
