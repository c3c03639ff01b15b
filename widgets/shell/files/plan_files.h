// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Plans and their files: open, save, recent files, and the question before edits would be lost. GUI thread only.
#pragma once

#include "core/presets/preset_store.h"
#include "widgets/document/session.h"
#include "widgets/shell/frame/message_bar.h"
#include "widgets/shell/settings/settings.h"

#include <QObject>
#include <QStringList>

class QWidget;

namespace pgram {

class ExportDialog;
class FidelityLibrary;

class PlanFiles : public QObject {
    Q_OBJECT
public:
    /// All outlive it; dialogs stand before `window`.
    PlanFiles(Session* session, Settings* settings, MessageBar* messages, QWidget* window);

    /// Shows the plan of the file; one that is open already is shown again. False, with a message, when it cannot be.
    bool open(const QString& file);
    /// Adds the plan of a text that planLink() wrote, as one that is not saved. Returns false, with a message, if the
    /// text is not a plan.
    bool openText(const QString& text);
    /// Of the shown plan; asks for a name where there is none. False when it was not saved.
    bool save() { return m_session->currentRow() >= 0 && saveRow(m_session->currentRow()); }
    bool saveAs();
    bool saveTo(int row, const QString& file);
    /// The shown plan, or the best one that the framework runs in its place, as files of another program: which and
    /// where is asked for. A plan that was made for it joins the session.
    void exportPlan(const FidelityLibrary* fidelity);
    /// Asks what to do with edited plans. True when they were saved or are to be thrown away.
    bool mayDiscard();
    /// Before the end: asks nothing where all plans come back with the next start, and otherwise about those that were
    /// searched and never saved, too.
    bool mayClose();
    /// Whether plans that are not saved are kept over the end of the program.
    void setUnsavedKept(bool kept) { m_unsavedKept = kept; }

    [[nodiscard]] QStringList recent() const;
    void clearRecent();
    /// Of the shown plan; empty without one.
    [[nodiscard]] QString planName() const;
    /// A file name to offer for what is made of the shown plan.
    [[nodiscard]] QString proposal(const QString& suffix) const;
    /// Puts a file first in the list of recent ones.
    void remember(const QString& file);
    void rememberFolder(const QString& file);
    /// Where the last file was.
    [[nodiscard]] QString folder() const;

Q_SIGNALS:
    void recentChanged();

private:
    bool saveRow(int row);
    void writeExport(const ExportDialog& dialog);
    [[nodiscard]] QString askName(int row);
    [[nodiscard]] bool mayLose(const std::vector<int>& rows);
    [[nodiscard]] bool saveRows(const std::vector<int>& rows);
    [[nodiscard]] bool saveInFolder(const std::vector<int>& rows);

    Session* m_session;
    Settings* m_settings;
    MessageBar* m_messages;
    QWidget* m_window;
    bool m_unsavedKept = false;
};

class ScenarioModel;

/// Scenarios and their files: what the Scenario dock says, kept for another day.
class ScenarioFiles : public QObject {
    Q_OBJECT
public:
    /// All outlive it; dialogs stand before `window`.
    ScenarioFiles(ScenarioModel* scenario, MessageBar* messages, QWidget* window);

    /// Asks where; the user's own presets are proposed.
    void saveAsked();
    /// False, with a message, when it cannot be written or refers to no preset.
    bool saveTo(const QString& file);
    /// The model or the cluster that is asked for, as a file for others.
    void savePresetAsked(PresetKind kind);
    /// False, with a message, when it cannot be written.
    bool savePresetTo(PresetKind kind, const QString& file);

Q_SIGNALS:
    void saved(const QString& file);

private:
    ScenarioModel* m_scenario;
    MessageBar* m_messages;
    QWidget* m_window;
};

}  // namespace pgram
