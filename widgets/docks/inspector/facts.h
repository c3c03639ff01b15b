// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The figures that the Inspector tells of a plan, a stage and a range of layers, each with the formula that made it
// and the numbers in it. Plain functions: no arithmetic on costs but sums over the range.
#pragma once

#include "core/fidelity/error_band.h"
#include "core/plan/estimate.h"
#include "widgets/document/strategy_choices.h"

#include <QAbstractTableModel>
#include <QString>

#include <vector>

namespace pgram {

struct Fact {
    const char* topic;  ///< of the help
    QString name;
    QString value;
    QString formula;       ///< how the value came about; may be empty
    bool heading = false;  ///< a section's title: no value
    bool bad = false;      ///< out of budget, illegal
    int level = 0;         ///< of a part: below the fact before it
    bool operator==(const Fact&) const = default;
};

[[nodiscard]] std::vector<Fact> planFacts(const Plan& plan, const Estimate& estimate);
[[nodiscard]] std::vector<Fact> stageFacts(const Plan& plan, const Estimate& estimate, int stage);
[[nodiscard]] std::vector<Fact> layerFacts(const Plan& plan, const Estimate& estimate, LayerRange range);
/// What a run of the plan is expected to measure; nothing without bands.
[[nodiscard]] std::vector<Fact> expectedFacts(const Estimate& estimate, const ErrorBands& bands);
/// Where the constants of the cluster came from.
[[nodiscard]] std::vector<Fact> constantFacts(const Cluster& cluster);

/// Facts as a table of two columns, the formula in the tool tip.
class FactsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    /// Keeps the rows where they are when only values changed. True where a name changed, which may need more room.
    bool setFacts(std::vector<Fact> facts);
    [[nodiscard]] const std::vector<Fact>& facts() const { return m_facts; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_facts.size());
    }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : 2; }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override
    {
        return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren : Qt::NoItemFlags;
    }

private:
    std::vector<Fact> m_facts;
};

}  // namespace pgram
