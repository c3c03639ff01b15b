// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/plans/comparison_model.h"

#include "widgets/document/quantity_text.h"
#include "widgets/document/texts.h"
#include "widgets/theme/appearance.h"

#include <QApplication>

namespace pgram {

ComparisonModel::ComparisonModel(Session* session, QObject* parent) : QAbstractTableModel(parent), m_session(session)
{
    for (const auto signal :
         {&Session::changed, &Session::currentChanged, &Session::referenceChanged, &Session::removed}) {
        connect(session, signal, this, &ComparisonModel::refresh);
    }
}

int ComparisonModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ComparisonModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : Columns;
}

QVariant ComparisonModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole) {
        return row.cells[static_cast<std::size_t>(index.column())];
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant((index.column() == What ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    if (role == Qt::ForegroundRole && index.column() == Change && row.verdict != 0) {
        return toneColor(row.verdict > 0 ? Tone::Good : Tone::Bad, QApplication::palette());
    }
    return {};
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant((section == What ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    return QStringList{tr("Comparison"), tr("Reference"), tr("Shown"), tr("Change")}.value(section);
}

void ComparisonModel::refresh()
{
    const int reference = m_session->referenceRow();
    const int shown = m_session->currentRow();
    const bool was = isComparing();
    std::vector<Row> rows;
    if (reference >= 0 && shown >= 0 && reference != shown &&
        isComparable(m_session->at(reference), m_session->at(shown))) {
        const PlanDocument& before = m_session->at(reference);
        const PlanDocument& after = m_session->at(shown);
        rows = rowsOf(compare(*before.plan(), *before.estimate(), *after.plan(), *after.estimate()));
    }
    if (rows.size() == m_rows.size()) {
        m_rows = std::move(rows);
        if (!m_rows.empty()) {
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1));
        }
    } else {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
    }
    if (was != isComparing()) {
        Q_EMIT comparingChanged(isComparing());
    }
}

std::vector<ComparisonModel::Row> ComparisonModel::rowsOf(const Comparison& comparison) const
{
    std::vector<Row> rows;
    for (const FigureDifference& difference : comparison.figures) {
        const int verdict = difference.verdict();
        QString change = signedPercent(difference.relativeChange());
        if (verdict != 0) {
            change = (verdict > 0 ? tr("%1 better") : tr("%1 worse")).arg(change);
        }
        rows.push_back({{figureTitle(*difference.figure), figureText(*difference.figure, difference.before),
                         figureText(*difference.figure, difference.after), change},
                        verdict});
    }
    for (const StageDifference& stage : comparison.stages) {
        const auto memory = [](Bytes bytes) { return bytes > 0 ? bytesText(bytes) : QStringLiteral("–"); };
        const bool both = stage.memoryBefore > 0 && stage.memoryAfter > 0;
        rows.push_back(
            {{tr("memory of stage %1").arg(stage.stage), memory(stage.memoryBefore), memory(stage.memoryAfter),
              both ? signedPercent(static_cast<double>(stage.memoryAfter - stage.memoryBefore) /
                                   static_cast<double>(stage.memoryBefore))
                   : QString()}});
    }
    for (const StrategyDifference& run : comparison.strategies) {
        const QString layers = run.layerCount == 1
                                   ? tr("layer %1").arg(run.firstLayer)
                                   : tr("layers %1–%2").arg(run.firstLayer).arg(run.firstLayer + run.layerCount - 1);
        rows.push_back({{layers, qs(shortName(run.before)), qs(shortName(run.after)), {}}});
    }
    return rows;
}

}  // namespace pgram
