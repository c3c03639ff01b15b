// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Two plans set side by side, figure by figure: the reference, the shown plan, the change. GUI thread only.
#pragma once

#include "core/plan/compare.h"
#include "widgets/document/session.h"

#include <QAbstractTableModel>

#include <array>

namespace pgram {

class ComparisonModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { What, Reference, Shown, Change, Columns };

    /// `session` outlives the model.
    explicit ComparisonModel(Session* session, QObject* parent = nullptr);

    /// False when there is nothing to compare: no plan, the reference itself, or a plan of another model is shown.
    [[nodiscard]] bool isComparing() const { return !m_rows.empty(); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
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
