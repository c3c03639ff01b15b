// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Model dock: the model of the scenario, to be edited run by run. Every edit that makes a model is taken at once,
// and can be undone. GUI thread only.
#pragma once

#include <QWidget>

#include <utility>
#include <vector>

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace pgram {

class ModelDraft;
class ModelFields;
class ScenarioModel;

class ModelPanel : public QWidget {
    Q_OBJECT
public:
    /// `scenario` outlives the panel.
    explicit ModelPanel(ScenarioModel* scenario, QWidget* parent = nullptr);

    [[nodiscard]] ModelDraft* draft() const { return m_draft; }
    /// Returns why a text in the dock was refused, or an empty string if none was.
    [[nodiscard]] QString problem() const;

Q_SIGNALS:
    /// The model or problem() has changed.
    void edited();
    /// A file is to be chosen, of ours or a config.json.
    void fileWanted();

private:
    void build();
    void addHeading(QVBoxLayout* column, const char* text);
    void fillStart();
    void showFacts();
    void retranslate();

    ScenarioModel* m_scenario;
    ModelDraft* m_draft;
    QToolButton* m_start;
    QLabel* m_facts;
    ModelFields* m_whole;
    ModelFields* m_sizes;
    ModelFields* m_run;
    std::vector<std::pair<QLabel*, const char*>> m_headings;
};

}  // namespace pgram
