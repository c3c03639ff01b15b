// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The question to the planner: model, cluster, budget, training, space and method. GUI thread only.
#pragma once

#include "core/search/task/scenario.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace pgram {

class FieldRows;
class ScheduleBox;
class SpaceSwitches;

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
    void retranslate();
    void addRow(const char* label, QWidget* field);

    PresetStore m_store;
    SearchRequest m_base;  ///< what no control shows, beside the model and the cluster
    bool m_running = false;
    bool m_complete = false;
    FieldRows* m_form;
    std::vector<std::pair<QLabel*, const char*>> m_labels;
    QComboBox* m_models;
    QLabel* m_modelFacts;
    QComboBox* m_clusters;
    QLabel* m_clusterFacts;
    QLabel* m_budgetFacts;
    QDoubleSpinBox* m_budget;
    QLineEdit* m_batch;
    QSpinBox* m_sequence;
    QComboBox* m_precision;
    QComboBox* m_gradients;
    QComboBox* m_optimizer;
    QSpinBox* m_microbatches;
    ScheduleBox* m_schedule;
    QComboBox* m_method;
    QLabel* m_methodFacts;
    SpaceSwitches* m_space;
    QPushButton* m_plan;
};

}  // namespace pgram
