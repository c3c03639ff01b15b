// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The question to the planner as fields: model, cluster, budget, training, space and method. It edits the scenario, and
// keeps of its own only what was typed and cannot be read. GUI thread only.
#pragma once

#include <QHash>
#include <QWidget>

#include <functional>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace pgram {

class FieldRows;
class FoldSection;
class FittingScroll;
class ProblemLabel;
class QuantityEdit;
class ScenarioModel;
class SmallLabel;
class SpaceSwitches;
class SteadyLabel;
struct ScenarioField;
enum class ScenarioSection;

class ScenarioPanel : public QWidget {
    Q_OBJECT
public:
    /// `model` outlives the panel.
    explicit ScenarioPanel(ScenarioModel* model, QWidget* parent = nullptr);
    ~ScenarioPanel() override;

    [[nodiscard]] ScenarioModel* model() const { return m_model; }
    /// False while a control holds no usable value.
    [[nodiscard]] bool isComplete() const;
    /// The fields with their names, in the order in which they stand.
    [[nodiscard]] std::vector<std::pair<QString, QWidget*>> fields() const;
    /// Gives the focus to one of fields(), and unfolds and scrolls to it.
    void goTo(QWidget* field);
    void setRunning(bool running);
    /// Disables Plan while `why` says what is wrong in the model editor; empty: nothing is.
    void setModelProblem(const QString& why);
    /// Shows or hides the note that the shown plan was made with other settings.
    void setDiffers(bool differs);

Q_SIGNALS:
    void planRequested();
    void stopRequested();
    void completeChanged(bool complete);
    void modelEditorWanted();
    void clusterEditorWanted();

protected:
    bool eventFilter(QObject* field, QEvent* event) override;

private:
    void build();
    void connectControls();
    void fillPresets();
    void fillChoices();
    void edit(const std::function<void()>& change);
    void showScenario();
    void showPreset(QComboBox* box, const std::string& name, const std::string& title);
    void showTexts();
    [[nodiscard]] bool isTaken(const QObject* field) const;
    void showModelFacts();
    void showBudgetFacts();
    void check();
    void takeTypedName(QComboBox* box);
    void takeBatches();
    /// "Batch: …" of each field with a text that is none.
    [[nodiscard]] QStringList problems() const;
    void retranslate();
    void showRunning();
    void buildFields();
    void addRow(FieldRows* rows, const char* label, QWidget* field);
    void addFacts(SteadyLabel* facts, QToolButton* edit, const QString& name, const QString& topic);

    /// The widget of a field of the table: a choice, a number or a text.
    struct TableRow {
        const ScenarioField* field;
        QComboBox* choice = nullptr;
        QuantityEdit* number = nullptr;
        QLineEdit* line = nullptr;
        [[nodiscard]] QWidget* widget() const;
    };
    void takeText(const TableRow& row);
    /// Returns the problem of a row's text; empty if it can be read.
    [[nodiscard]] QString textProblem(const TableRow& row) const;
    [[nodiscard]] QLabel* labelOf(const char* label, QWidget* field);
    [[nodiscard]] QWidget* tableField(const ScenarioField& field);
    void addTable(ScenarioSection section, FieldRows* rows);
    [[nodiscard]] FieldRows* sectionOf(const ScenarioField& field) const;
    [[nodiscard]] std::vector<QuantityEdit*> numbers() const;

    ScenarioModel* m_model;
    QHash<const QComboBox*, QString> m_unknown;  ///< what is wrong with the name that stands in a box
    bool m_filling = false;                      ///< with what the model says
    bool m_editing = false;                      ///< a control speaks
    bool m_running = false;
    bool m_complete = false;
    QString m_modelProblem;
    bool m_differs = false;  ///< from the settings of the shown plan
    FieldRows* m_form;
    std::vector<std::pair<QLabel*, const char*>> m_labels;
    QComboBox* m_models;
    QToolButton* m_editModel;
    SteadyLabel* m_modelFacts;
    QComboBox* m_clusters;
    QToolButton* m_editCluster;
    SteadyLabel* m_clusterFacts;
    SteadyLabel* m_budgetFacts;
    QuantityEdit* m_budget;
    QLineEdit* m_batch;
    QuantityEdit* m_nodes;
    std::vector<TableRow> m_table;
    SteadyLabel* m_methodFacts;
    SpaceSwitches* m_space;
    FoldSection* m_training;
    FoldSection* m_search;
    FittingScroll* m_scroll;  ///< all fields
    ProblemLabel* m_problem;
    SmallLabel* m_difference;
    QPushButton* m_plan;
};

}  // namespace pgram
