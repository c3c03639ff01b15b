// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The plans of the session as a table, each figure with its distance from the reference plan. GUI thread only.
#pragma once

#include "core/fidelity/fit.h"
#include "core/plan/compare.h"
#include "widgets/document/session.h"

#include <QAbstractTableModel>

#include <array>

namespace pgram {

class FidelityLibrary;

class PlansModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Name,
        MethodName,
        Throughput,
        Delta,
        StepTime,
        PeakMemory,
        Bubbles,
        Exposed,
        Mfu,
        TokensPerDevice,
        FlopPerDevice,
        Columns
    };
    /// The figure behind a cell as a number, for sorting.
    static constexpr int SortRole = Qt::UserRole + 1;

    /// `session` outlives the model.
    PlansModel(Session* session, FidelityLibrary* fidelity, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : m_session->count();
    }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : Columns;
    }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// A new name: shows that plan and renames it, which can be undone. A tick: it is compared.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    /// After a change of language or theme.
    void refreshTexts();

private:
    [[nodiscard]] QString text(int row, int column) const;
    [[nodiscard]] QString toolTip(int row, int column) const;
    [[nodiscard]] QVariant sortKey(int row, int column) const;
    /// Against the reference; none for the reference itself and for another model, where it says nothing.
    [[nodiscard]] std::optional<double> relativeThroughput(int row) const;
    /// Whether a run of it will have the memory that it needs.
    [[nodiscard]] Fit fitOf(int row) const;
    void rowsChanged(int first, int last);

    Session* m_session;
    FidelityLibrary* m_fidelity;
};

/// Two plans set side by side, figure by figure: the reference, the shown plan, the change.
class ComparisonModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { What, Reference, Shown, Change, Columns };

    /// `session` outlives the model.
    explicit ComparisonModel(Session* session, QObject* parent = nullptr);

    /// False when there is nothing to compare: no plan, the reference itself, or a plan of another model is shown.
    [[nodiscard]] bool isComparing() const { return !m_rows.empty(); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : Columns;
    }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void refresh();

Q_SIGNALS:
    void comparingChanged(bool comparing);

private:
    struct Row {
        std::array<QString, Columns> cells;
        int verdict = 0;  ///< of a figure: 1 = better, -1 = worse
    };
    [[nodiscard]] std::vector<Row> rowsOf(const Comparison& comparison) const;

    Session* m_session;
    std::vector<Row> m_rows;
};

}  // namespace pgram
