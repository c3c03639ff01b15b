// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the model or the cluster of the scenario is, a shipped preset, one of the user's own or neither, and how it
// becomes one: saved, renamed, deleted. GUI thread only.
#pragma once

#include "core/presets/preset_store.h"

#include <QWidget>

class QLineEdit;
class QPushButton;
class QToolButton;

namespace pgram {

class ElidedLabel;
class ProblemLabel;
class ScenarioModel;

class PresetBar : public QWidget {
    Q_OBJECT
public:
    /// `kind` is Model or Cluster; `scenario` outlives the bar.
    PresetBar(ScenarioModel* scenario, PresetKind kind, QWidget* parent = nullptr);

private:
    enum class Asked { Nothing, SaveAs, Rename };

    void build();
    [[nodiscard]] QString name() const;
    [[nodiscard]] QString title() const;
    [[nodiscard]] bool isOwn() const;
    /// As its file has it.
    [[nodiscard]] bool isSaved() const;
    void readFile();
    void showState();
    void ask(Asked what);
    void answer();
    // False, and said below, where it cannot be done.
    bool save(const QString& title);
    bool remove(const std::string& preset);
    bool told(const Result<void>& done);

    ScenarioModel* m_scenario;
    PresetKind m_kind;
    QString m_read;        ///< name of the preset in `m_model` or `m_cluster`
    Architecture m_model;  ///< as the file has it; empty = there is none
    Cluster m_cluster;
    Asked m_asked = Asked::Nothing;
    QString m_replaces;  ///< title that was warned of
    ElidedLabel* m_state;
    QToolButton* m_save;
    QToolButton* m_saveAs;
    QToolButton* m_rename;
    QToolButton* m_delete;
    QWidget* m_question;
    QLineEdit* m_title;
    QPushButton* m_ok;
    QPushButton* m_cancel;
    ProblemLabel* m_problem;
};

}  // namespace pgram
