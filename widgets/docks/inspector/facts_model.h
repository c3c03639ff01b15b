// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Facts as a table of two columns, the formula in the tool tip. GUI thread only.
#pragma once

#include "widgets/docks/inspector/facts.h"

#include <QAbstractTableModel>

namespace pgram {

class FactsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    /// Keeps the rows where they are when only values changed. True where a name changed, which may need more room.
    bool setFacts(std::vector<Fact> facts);
    [[nodiscard]] const std::vector<Fact>& facts() const { return m_facts; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    std::vector<Fact> m_facts;
};

}  // namespace pgram
