// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/plans/plans_model.h"

#include "core/base/index.h"
#include "widgets/document/core_text.h"
#include "widgets/document/plan_names.h"
#include "widgets/document/texts.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/tip_text.h"
#include "widgets/theme/appearance.h"
#include "widgets/theme/icon.h"
#include "widgets/work/fidelity_library.h"

#include <QApplication>
#include <QFileInfo>
#include <QFont>

#include <algorithm>
#include <array>

namespace pgram {

namespace {

struct ColumnSpec {
    const char* title;
    std::string_view figure = {};  ///< its key; empty = it shows something else, …
    const char* topic = "";        ///< … of which the help has this
};

/// In the order of PlansModel::Column.
constexpr std::array<ColumnSpec, PlansModel::Columns> columns{{
    {QT_TRANSLATE_NOOP("pgram::PlansModel", "Plan"), {}, "fact:plan"},
    {QT_TRANSLATE_NOOP("pgram::PlansModel", "Method"), {}, "scenario:method"},
    {QT_TRANSLATE_NOOP("pgram::PlansModel", "Throughput"), "throughput_samples_per_s"},
    {QT_TRANSLATE_NOOP("pgram::PlansModel", "Δ throughput"), {}, "fact:delta"},
    {QT_TRANSLATE_NOOP("pgram::PlansModel", "Step time"), "step_time_s"},
    {QT_TRANSLATE_NOOP("pgram::PlansModel", "Peak memory"), "peak_memory_bytes"},
    {QT_TRANSLATE_NOOP("pgram::PlansModel", "Bubbles"), "bubble_fraction"},
    {QT_TRANSLATE_NOOP("pgram::PlansModel", "Exposed comm."), "exposed_communication_s"},
    {QT_TRANSLATE_NOOP("pgram::PlansModel", "MFU"), "mfu"},
    {QT_TRANSLATE_NOOP("pgram::PlansModel", "Tokens per device"), "tokens_per_s_per_device"},
    {QT_TRANSLATE_NOOP("pgram::PlansModel", "FLOP/s per device"), {}, "fact:flops"},
}};

QString topicOfColumn(int column)
{
    const ColumnSpec& spec = columns[at(column)];
    return spec.figure.empty() ? QString::fromLatin1(spec.topic)
                               : QStringLiteral("figure:") +
                                     QString::fromUtf8(spec.figure.data(), static_cast<qsizetype>(spec.figure.size()));
}

const Figure* figureOf(int column)
{
    const std::string_view key = columns[at(column)].figure;
    const auto found = std::ranges::find(figures(), key, &Figure::key);
    return key.empty() || found == figures().end() ? nullptr : &*found;
}

QVariant alignmentOf(int column)
{
    const bool words = column == PlansModel::Name || column == PlansModel::MethodName;
    return QVariant((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

/// FLOP of the model per second and device.
double flopPerDevice(const PlanDocument& entry)
{
    return entry.estimate()->mfu * entry.plan()->cluster.device.peak(entry.plan()->training.precision);
}

}  // namespace

PlansModel::PlansModel(Session* session, FidelityLibrary* fidelity, QObject* parent)
    : QAbstractTableModel(parent), m_session(session), m_fidelity(fidelity)
{
    connect(session, &Session::aboutToInsert, this, [this](int row) { beginInsertRows({}, row, row); });
    connect(session, &Session::inserted, this, [this] { endInsertRows(); });
    connect(session, &Session::aboutToRemove, this, [this](int row) { beginRemoveRows({}, row, row); });
    connect(session, &Session::removed, this, [this] { endRemoveRows(); });
    connect(session, &Session::changed, this, [this](int row) {
        rowsChanged(row, row);
        if (row == m_session->referenceRow()) {  // it moves every other plan's distance from it
            Q_EMIT dataChanged(index(0, Delta), index(rowCount() - 1, Delta));
        }
    });
    const auto refreshAll = [this] { rowsChanged(0, rowCount() - 1); };
    connect(session, &Session::currentChanged, this, refreshAll);
    connect(session, &Session::referenceChanged, this, refreshAll);
    connect(session, &Session::stateChanged, this, refreshAll);
    connect(session, &Session::comparedChanged, this, [this](int row) { rowsChanged(row, row); });
}

QVariant PlansModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const int row = index.row();
    const int column = index.column();
    const PlanDocument& entry = m_session->at(row);
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::EditRole:
        return column == Name ? qs(entry.plan()->name) : text(row, column);
    case Qt::ToolTipRole:
        return toolTip(row, column);
    case Qt::AccessibleTextRole:
        return column == Name && row == m_session->currentRow() ? QVariant(tr("%1, shown").arg(text(row, column)))
                                                                : QVariant();
    case Qt::CheckStateRole:
        return column == Name ? QVariant(entry.isCompared() ? Qt::Checked : Qt::Unchecked) : QVariant();
    case SortRole:
        return sortKey(row, column);
    case Qt::DecorationRole:
        if (column == Name && row == m_session->referenceRow()) {
            return themedIcon(QStringLiteral("reference"));
        }
        return column == PeakMemory && !fitOf(row).isClear() ? QVariant(themedIcon(QStringLiteral("warning")))
                                                             : QVariant();
    case Qt::TextAlignmentRole:
        return alignmentOf(column);
    case Qt::FontRole: {
        QFont font = QApplication::font();
        font.setBold(row == m_session->currentRow());
        return font;
    }
    case Qt::ForegroundRole:
        if (column == PeakMemory && !entry.estimate()->fits) {
            return toneColor(Tone::Bad, QApplication::palette());
        }
        if (column == Delta && relativeThroughput(row).value_or(0) != 0) {
            return toneColor(*relativeThroughput(row) > 0 ? Tone::Good : Tone::Bad, QApplication::palette());
        }
        return {};
    default:
        return {};
    }
}

QVariant PlansModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return alignmentOf(section);
    }
    if (role == TopicRole) {
        return topicOfColumn(section);
    }
    return role == Qt::DisplayRole ? tr(columns[at(section)].title) : QVariant();
}

Qt::ItemFlags PlansModel::flags(const QModelIndex& index) const
{
    if (!index.isValid()) {
        return Qt::NoItemFlags;
    }
    const Qt::ItemFlags usual = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    return index.column() == Name ? usual | Qt::ItemIsEditable | Qt::ItemIsUserCheckable : usual;
}

bool PlansModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (index.isValid() && index.column() == Name && role == Qt::CheckStateRole) {
        m_session->setCompared(index.row(), value.value<Qt::CheckState>() == Qt::Checked);
        return true;
    }
    const QString name = value.toString().trimmed();
    if (!index.isValid() || role != Qt::EditRole || index.column() != Name || name.isEmpty()) {
        return false;
    }
    if (name == qs(m_session->at(index.row()).plan()->name)) {
        return false;
    }
    m_session->show(index.row());
    m_session->document()->rename(m_session->freeName(name, &m_session->at(index.row())));
    return true;
}

void PlansModel::refreshTexts()
{
    rowsChanged(0, rowCount() - 1);
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, Columns - 1);
}

QString PlansModel::text(int row, int column) const
{
    const PlanDocument& entry = m_session->at(row);
    if (column == Name) {
        const QString name = qs(entry.plan()->name);
        return entry.isModified() ? name + QStringLiteral(" •") : name;
    }
    if (column == MethodName) {
        return methodName(*entry.plan());
    }
    if (column == Delta) {
        const auto relative = relativeThroughput(row);
        const QString none = row == m_session->referenceRow() ? tr("reference") : QStringLiteral("–");
        return relative ? signedPercent(*relative) : none;
    }
    if (column == FlopPerDevice) {
        constexpr double tera = 1e12;
        return tr("%1 TFLOP/s").arg(numberText(flopPerDevice(entry) / tera));
    }
    const Figure* figure = figureOf(column);
    return figureText(*figure, figure->value(*entry.estimate()));
}

QString PlansModel::toolTip(int row, int column) const
{
    const PlanDocument& entry = m_session->at(row);
    if (column == Name) {
        return tipText(QStringLiteral("%1\n%2").arg(entry.file().isEmpty() ? tr("Not saved yet") : entry.file(),
                                                    tr("Tick two or more plans to compare them")));
    }
    if (column == MethodName && entry.plan()->provenance.certificate == "edited") {
        return tr("Edited by hand since it was found");
    }
    if (column == MethodName && entry.search()) {
        return certificateText(entry.search()->result.certificate, &entry.search()->request);
    }
    QStringList lines;
    if (column == TokensPerDevice || column == FlopPerDevice) {
        lines.append(column == TokensPerDevice
                         ? tr("Tokens per second, divided by all devices")
                         : tr("FLOP of the model per second, divided by all devices: MFU × peak"));
    }
    if (column == Throughput) {
        lines.append(tr("%1: %2", "figure: its value").arg(tr("Tokens per device"), text(row, TokensPerDevice)));
    }
    const Figure* figure = figureOf(column);
    const int reference = m_session->referenceRow();
    if (figure != nullptr && relativeThroughput(row)) {
        const FigureDifference difference{figure, figure->value(*m_session->at(reference).estimate()),
                                          figure->value(*entry.estimate())};
        lines.append(tr("%1 against the reference").arg(signedPercent(difference.relativeChange())));
    }
    if (column == StepTime || column == PeakMemory) {
        ErrorBands bands = m_fidelity->bandsOf(*entry.plan(), *entry.estimate());
        if (column == PeakMemory) {
            for (const Text& remark : remarksOf(fitOf(row))) {
                lines.append(coreText(remark));
            }
        }
        (column == StepTime ? bands.memory : bands.time).reset();
        lines.append(bandLines(bands));
    }
    return lines.join(QLatin1Char('\n'));
}

QVariant PlansModel::sortKey(int row, int column) const
{
    const PlanDocument& entry = m_session->at(row);
    if (const Figure* figure = figureOf(column)) {
        return figure->value(*entry.estimate());
    }
    if (column == FlopPerDevice) {
        return flopPerDevice(entry);
    }
    return column == Delta ? QVariant(relativeThroughput(row).value_or(0)) : QVariant(text(row, column));
}

Fit PlansModel::fitOf(int row) const
{
    const PlanDocument& entry = m_session->at(row);
    return pgram::fitOf(*entry.plan(), *entry.estimate(), m_fidelity->bandsOf(*entry.plan(), *entry.estimate()));
}

std::optional<double> PlansModel::relativeThroughput(int row) const
{
    const int reference = m_session->referenceRow();
    if (reference < 0 || reference == row || !isComparable(m_session->at(reference), m_session->at(row)) ||
        m_session->at(reference).plan()->sequence() != m_session->at(row).plan()->sequence()) {
        return std::nullopt;
    }
    const Figure* figure = figureOf(Throughput);
    return FigureDifference{figure, figure->value(*m_session->at(reference).estimate()),
                            figure->value(*m_session->at(row).estimate())}
        .relativeChange();
}

void PlansModel::rowsChanged(int first, int last)
{
    if (first >= 0 && first <= last && last < rowCount()) {
        Q_EMIT dataChanged(index(first, 0), index(last, Columns - 1));
    }
}

ComparisonModel::ComparisonModel(Session* session, QObject* parent) : QAbstractTableModel(parent), m_session(session)
{
    for (const auto signal :
         {&Session::changed, &Session::currentChanged, &Session::referenceChanged, &Session::removed}) {
        connect(session, signal, this, &ComparisonModel::refresh);
    }
}

QVariant ComparisonModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const Row& row = m_rows[at(index.row())];
    if (role == Qt::DisplayRole) {
        return row.cells[at(index.column())];
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
