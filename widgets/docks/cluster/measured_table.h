// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What was measured on a cluster as a small table that is edited in place; a cell that is not taken stays in red, and
// the line below says why. GUI thread only.
#pragma once

#include "core/presets/cluster_tables.h"

#include <QWidget>

#include <functional>

class QLabel;
class QTableWidget;
class QToolButton;

namespace pgram {

class ProblemLabel;
class ScenarioModel;

class MeasuredTableEdit : public QWidget {
    Q_OBJECT
public:
    MeasuredTableEdit(ScenarioModel* model, MeasuredTable table, QWidget* parent = nullptr);

    void show(const Cluster& cluster);
    [[nodiscard]] QTableWidget* table() const { return m_cells; }
    [[nodiscard]] QString problem() const;

private:
    void take(int row, int column);
    void act(const std::function<Result<Cluster>(const Cluster&)>& edit);
    void fit();
    void retranslate();

    ScenarioModel* m_model;
    MeasuredTable m_table;
    std::vector<std::vector<std::string>> m_shown;
    bool m_filling = false;
    QLabel* m_title;
    QToolButton* m_add;
    QToolButton* m_remove;
    QTableWidget* m_cells;
    ProblemLabel* m_problem;
};

}  // namespace pgram
