// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The fields of one part of a cluster, its devices, a kind of them, a level of links, the host, with what can be done
// with the part as a whole. What is typed becomes the scenario's cluster at once; what is not taken stays, and says
// why. GUI thread only.
#pragma once

#include "core/base/error.h"
#include "core/base/json_fwd.h"
#include "core/cluster/cluster_fields.h"
#include "widgets/docks/cluster/cluster_layout.h"

#include <QWidget>

#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace pgram {

class FieldRow;
class ProblemLabel;
class ScenarioModel;

using ClusterEdit = std::function<Result<Cluster>(const Cluster&)>;

/// What is wrong, for the field that it is said at: the place is named where it is another one.
[[nodiscard]] QString clusterProblem(const Error& error, const Cluster& cluster, const std::string& pointer);
/// As a whole: one step of the history. Returns what is wrong; empty: it is done.
[[nodiscard]] QString actOn(ScenarioModel* model, const ClusterEdit& edit);
/// "Today" for the figures that somebody sets: "2026-11-24".
[[nodiscard]] std::string todayText();

class ClusterSection : public QWidget {
    Q_OBJECT
public:
    ClusterSection(ScenarioModel* model, const ClusterPlace& place, QWidget* parent = nullptr);

    [[nodiscard]] const ClusterPlace& place() const { return m_place; }
    /// `json` is the cluster's.
    void show(const Cluster& cluster, const Json& json);
    [[nodiscard]] std::vector<FieldRow*> rows() const;
    /// Of all fields, whatever stands there.
    [[nodiscard]] bool hasProblem() const;

private:
    struct Row {
        FieldRow* row;
        const ClusterField* field;  ///< null: the number of nodes
    };
    void addRow(class FieldRows* form, const ClusterField* field);
    /// Something to be done with the part, where it can be.
    struct Action {
        const char* name;
        const char* icon;
        const char* text;
        ClusterEdit edit;
        std::function<bool(const Cluster&)> applies;
        std::vector<std::pair<QString, ClusterEdit>> choices{};  ///< entries of a menu, in place of `edit`; empty: none
        QToolButton* button = nullptr;
    };
    [[nodiscard]] std::vector<Action> actionsOf() const;
    [[nodiscard]] std::vector<Action> kindActions() const;
    void addAction(QHBoxLayout* head, Action action);
    [[nodiscard]] bool isPartOf(const Cluster& cluster) const;
    [[nodiscard]] QString titleOf(const Cluster& cluster) const;
    void take(const Row& row, const QString& typed);
    void showRow(const Row& row, const Cluster& cluster, const Json& json);
    void retranslate();

    ScenarioModel* m_model;
    ClusterPlace m_place;
    std::vector<Row> m_rows;
    std::vector<Action> m_actions;
    QLabel* m_title;
    ProblemLabel* m_problem;
};

}  // namespace pgram
