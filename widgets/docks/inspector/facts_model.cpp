// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/facts_model.h"

#include "widgets/kit/tip_text.h"
#include "widgets/theme/appearance.h"

#include <QApplication>
#include <QFont>

#include <algorithm>

namespace pgram {

bool FactsModel::setFacts(std::vector<Fact> facts)
{
    const bool sameNames = std::ranges::equal(facts, m_facts, [](const Fact& a, const Fact& b) {
        return a.name == b.name && a.heading == b.heading && a.bad == b.bad;
    });
    if (facts.size() != m_facts.size()) {
        beginResetModel();
        m_facts = std::move(facts);
        endResetModel();
        return true;
    }
    m_facts.swap(facts);
    for (int row = 0; row < rowCount(); ++row) {
        if (m_facts[static_cast<std::size_t>(row)] != facts[static_cast<std::size_t>(row)]) {
            Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
        }
    }
    return !sameNames;
}

int FactsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_facts.size());
}

int FactsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : 2;
}

QVariant FactsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const Fact& fact = m_facts[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == 0 ? QString(2 * fact.level, QLatin1Char(' ')) + fact.name : fact.value;
    case Qt::ToolTipRole:
        return fact.formula.isEmpty() ? QVariant() : tipText(fact.formula);
    case Qt::TextAlignmentRole:
        return QVariant(index.column() == 0 ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
    case Qt::FontRole: {
        QFont font = QApplication::font();
        font.setBold(fact.heading || fact.bad);
        return font;
    }
    case Qt::ForegroundRole:
        if (fact.bad) {
            return toneColor(Tone::Bad, QApplication::palette());
        }
        return index.column() == 0 && !fact.heading ? QVariant(mutedText(QApplication::palette())) : QVariant();
    default:
        return {};
    }
}

Qt::ItemFlags FactsModel::flags(const QModelIndex& index) const
{
    return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren : Qt::NoItemFlags;
}

}  // namespace pgram
