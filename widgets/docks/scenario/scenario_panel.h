// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The question to the planner: model, cluster, budget, training, space and method. GUI thread only.
#pragma once

#include "core/search/task/scenario.h"

#include <QHash>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace pgram {

class FieldRows;
class ProblemLabel;
class QuantityEdit;
class ScheduleBox;
class SpaceSwitches;
class SteadyLabel;

class ScenarioPanel : public QWidget {
    Q_OBJECT
public:
    explicit ScenarioPanel(PresetStore store, QWidget* parent = nullptr);

    /// What the controls say now.
    [[nodiscard]] SearchRequest request() const;
    /// False while a control holds no usable value.
    [[nodiscard]] bool isComplete() const;
    void setRequest(const SearchRequest& request);
    /// A preset's name or a file. Errors go to problem() and leave what was there.
    bool setScenario(const QString& nameOrFile);
    [[nodiscard]] const PresetStore& store() const { return m_store; }
    /// A preset's name or a file. Errors go to problem() and leave what was there.
    void setModel(const QString& nameOrFile);
    void setCluster(const QString& nameOrFile);
    /// One that came from elsewhere.
    void setModel(const Architecture& model);
    void setCluster(const Cluster& cluster);
    void setBudget(Bytes budget);
    void setMethod(Method method);
    void toggleDimension(const DimensionRules& rules);
    /// The fields with their names, in the order in which they stand.
    [[nodiscard]] std::vector<std::pair<QString, QWidget*>> fields() const;
    /// The model, cluster and training of a plan, so that it can be planned anew.
    void setFromPlan(const Plan& plan);
    void setRunning(bool running);

Q_SIGNALS:
    void planRequested();
    void stopRequested();
    void problem(const pgram::Error& error);
    void completeChanged(bool complete);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void connectControls();
    void fillChoices();
    void dropHidden();
    void useModel(Architecture model);
    void useCluster(Cluster cluster);
    void showModelFacts();
    void showBudgetFacts();
    void check();
    void takeTypedName(QComboBox* box);
    /// "Batch: …" of each field with a text that is none.
    [[nodiscard]] QStringList problems() const;
    void retranslate();
    void addRow(const char* label, QWidget* field);

    PresetStore m_store;
    SearchRequest m_base;                        ///< what no control shows, beside the model and the cluster
    QHash<const QComboBox*, QString> m_unknown;  ///< what is wrong with the name that stands in a box
    bool m_running = false;
    bool m_complete = false;
    FieldRows* m_form;
    std::vector<std::pair<QLabel*, const char*>> m_labels;
    QComboBox* m_models;
    SteadyLabel* m_modelFacts;
    QComboBox* m_clusters;
    SteadyLabel* m_clusterFacts;
    SteadyLabel* m_budgetFacts;
    QuantityEdit* m_budget;
    QLineEdit* m_batch;
    QuantityEdit* m_sequence;
    QComboBox* m_precision;
    QComboBox* m_gradients;
    QComboBox* m_optimizer;
    QuantityEdit* m_microbatches;
    ScheduleBox* m_schedule;
    QComboBox* m_method;
    SteadyLabel* m_methodFacts;
    SpaceSwitches* m_space;
    ProblemLabel* m_problem;
    QPushButton* m_plan;
};

}  // namespace pgram
