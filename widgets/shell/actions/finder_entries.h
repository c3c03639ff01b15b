// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the action finder can find: the window's actions where they stand in its menus, the plans of the session, the
// presets of models and clusters. Plain functions; an entry is good until the menus or the session change.
// Finding by a few letters: how well what was typed is a subsequence of a text. Plain functions.
#pragma once

#include "widgets/document/session.h"

#include <QList>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

class QAction;

namespace pgram {

struct FuzzyMatch {
    int score = 0;            ///< higher is better
    std::vector<int> places;  ///< of the matched characters in the text, ascending
    bool isWeak = false;      ///< the letters of some word are scattered: most pieces begin no word of the text
};

/// The best way in which the letters of each word of `typed` stand in `text`, in their order and whatever their case;
/// nothing where a word does not. Letters that begin words of the text, or follow each other, score more; letters that
/// are passed over score less. An empty `typed` matches with 0.
[[nodiscard]] std::optional<FuzzyMatch> fuzzyMatch(const QString& typed, const QString& text);

class ScenarioModel;
class ScenarioPanel;
class View;

struct FinderEntry {
    QString title;     ///< "Reset Layout"
    QString path;      ///< where it stands: "View ▸ Layout"
    QString shortcut;  ///< "Ctrl+G"
    QString reason;    ///< why it cannot be chosen now, where that is known
    bool enabled = true;
    bool checked = false;
    std::function<void()> run;
};

/// The name that the finder and the shortcut sheet give an action, where the menu's word alone says too little.
void setFinderTitle(QAction* action, const QString& title);
[[nodiscard]] QString finderTitle(const QAction& action);

using ReasonOf = std::function<QString(const QAction*)>;

/// The actions that can be seen, those of submenus after `path` ▸ the menu's name.
[[nodiscard]] std::vector<FinderEntry> menuEntries(const QList<QAction*>& actions, const ReasonOf& reasonOf,
                                                   const QString& path = {});
[[nodiscard]] std::vector<FinderEntry> planEntries(Session* session);
[[nodiscard]] std::vector<FinderEntry> presetEntries(ScenarioModel* scenario);
/// Its methods and dimensions to choose, its fields to go to.
[[nodiscard]] std::vector<FinderEntry> scenarioEntries(ScenarioPanel* panel);
/// What the view offers on a right click wherever that is.
[[nodiscard]] std::vector<FinderEntry> viewEntries(View* view);

/// An entry that matches what was typed; the places are of its title.
struct FoundEntry {
    std::size_t entry = 0;
    int score = 0;
    std::vector<int> places;
};

/// The matching entries, the best first; those that can be chosen before those that match as well and cannot.
[[nodiscard]] std::vector<FoundEntry> findEntries(const std::vector<FinderEntry>& entries, const QString& typed);

}  // namespace pgram
