// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The scenario's cluster as a picture and as fields: every constant with where it is from, and what differs from the
// preset that it was made of. It edits the scenario and keeps of its own only what is not taken. GUI thread only.
#pragma once

#include "core/cluster/cluster.h"
#include "core/presets/cluster_edits.h"
#include "widgets/docks/cluster/cluster_layout.h"
#include "widgets/docks/cluster/cluster_section.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

class QLabel;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace pgram {

class ClusterPicture;
class MeasuredTableEdit;
class ProblemLabel;
class ScenarioModel;

/// What a cluster has otherwise than its preset, a line each with a way back.
class ClusterChanges : public QWidget {
    Q_OBJECT
public:
    explicit ClusterChanges(ScenarioModel* model, QWidget* parent = nullptr);

    void show(const Cluster& cluster, const std::optional<Cluster>& preset);
    [[nodiscard]] const std::vector<ClusterChange>& changes() const { return m_changes; }

private:
    void revert(const std::function<Result<Cluster>(const Cluster&)>& back);
    void rebuild();
    void retranslate();

    ScenarioModel* m_model;
    std::optional<Cluster> m_preset;
    std::vector<ClusterChange> m_changes;
    QLabel* m_title;
    QPushButton* m_all;
    QVBoxLayout* m_lines;
    ProblemLabel* m_problem;
};

class ClusterPanel : public QWidget {
    Q_OBJECT
public:
    /// `model` outlives the panel.
    explicit ClusterPanel(ScenarioModel* model, QWidget* parent = nullptr);

    [[nodiscard]] ClusterPicture* picture() const { return m_picture; }
    [[nodiscard]] ClusterChanges* changes() const { return m_changes; }
    /// Scrolls to the part's fields and puts the focus there.
    void goTo(const ClusterPlace& place);

Q_SIGNALS:
    /// A file is to be opened: of a cluster, of a machine's topology, of measured collectives.
    void fileWanted();

private:
    void build();
    void showCluster();
    /// Sections for these places, in this order, in a column of their own.
    void setSections(QVBoxLayout* column, const std::vector<ClusterPlace>& places);
    /// The Tab key goes down the column, whatever came when.
    void setTabOrders();
    /// A button that adds a section above it, and below it what it cannot do.
    struct Adder {
        QVBoxLayout* sections = nullptr;
        QPushButton* button = nullptr;
        ProblemLabel* problem = nullptr;
    };
    [[nodiscard]] Adder addAdder(const char* name, const ClusterEdit& edit);
    void add(const Adder& adder, const ClusterEdit& edit);
    void fillKinds();
    [[nodiscard]] ClusterSection* section(const ClusterPlace& place) const;
    void fillStart();
    void retranslate();

    ScenarioModel* m_model;
    std::optional<Cluster> m_preset;  ///< behind the cluster of this name and size
    std::string m_presetOf;
    ClusterPicture* m_picture;
    ClusterChanges* m_changes;
    std::vector<ClusterSection*> m_sections;
    std::vector<MeasuredTableEdit*> m_tables;
    QLabel* m_measured;
    QLabel* m_measuredFrom;
    QPushButton* m_start;
    Adder m_kinds;
    Adder m_slow;
    QVBoxLayout* m_devices;  ///< the sections of devices, and of the links that kinds have of their own
    Adder m_levels;
    QVBoxLayout* m_column;
    QScrollArea* m_scroll = nullptr;
};

}  // namespace pgram
