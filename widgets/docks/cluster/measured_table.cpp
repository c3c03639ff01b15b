// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/cluster/measured_table.h"

#include "core/base/index.h"
#include "widgets/docks/cluster/cluster_section.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_model.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/labels.h"
#include "widgets/kit/on_change.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace pgram {

namespace {

constexpr const char* tableNames[] = {"groups", "times", "pipelines"};
constexpr int mostRowsSeen = 8;  // that are seen at once

QToolButton* smallButton(const QString& name, const char* icon)
{
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setAutoRaise(true);
    button->setIcon(themedIcon(QString::fromLatin1(icon)));
    return button;
}

}  // namespace

MeasuredTableEdit::MeasuredTableEdit(ScenarioModel* model, MeasuredTable table, QWidget* parent)
    : QWidget(parent),
      m_model(model),
      m_table(table),
      m_title(new QLabel),
      m_cells(new QTableWidget),
      m_problem(new ProblemLabel(this))
{
    const QString name = QStringLiteral("cluster.measured.") + QString::fromLatin1(tableNames[static_cast<int>(table)]);
    m_add = smallButton(name + QStringLiteral(".add"), "add");
    m_remove = smallButton(name + QStringLiteral(".remove"), "remove");
    m_cells->setObjectName(name);
    setTopic(m_cells, QStringLiteral("cluster:measured"));
    m_cells->verticalHeader()->hide();
    m_cells->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_cells->setColumnCount(static_cast<int>(columnsOf(table).size()));
    m_cells->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_cells->horizontalHeader()->setMinimumSectionSize(40);
    auto* head = new QHBoxLayout;
    head->setSpacing(2);
    head->addWidget(m_title, 1);
    head->addWidget(m_add);
    head->addWidget(m_remove);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(head);
    column->addWidget(m_cells);
    column->addWidget(m_problem);
    connect(m_cells, &QTableWidget::cellChanged, this, &MeasuredTableEdit::take);
    connect(m_add, &QToolButton::clicked, this,
            [this] { act([this](const Cluster& cluster) { return withRow(cluster, m_table); }); });
    connect(m_remove, &QToolButton::clicked, this, [this] {
        const int row = m_cells->currentRow() >= 0 ? m_cells->currentRow() : m_cells->rowCount() - 1;
        act([this, row](const Cluster& cluster) { return withoutRow(cluster, m_table, row); });
    });
    inEveryLanguage(this, [this] { retranslate(); });
    onChange(this, {QEvent::FontChange}, [this] { fit(); });
}

void MeasuredTableEdit::act(const std::function<Result<Cluster>(const Cluster&)>& edit)
{
    m_problem->setProblem(actOn(m_model, edit));
}

void MeasuredTableEdit::take(int row, int column)
{
    if (m_filling) {
        return;
    }
    const std::string typed = m_cells->item(row, column)->text().toStdString();
    act([&](const Cluster& cluster) { return withCell(cluster, m_table, row, column, typed); });
    const bool isWrong = !m_problem->text().isEmpty();
    m_filling = true;
    if (isWrong) {
        m_cells->item(row, column)->setForeground(Theme(palette(), font()).bad);
    } else {
        m_shown.clear();  // as it is understood
    }
    m_filling = false;
    show(m_model->request().cluster);
}

void MeasuredTableEdit::show(const Cluster& cluster)
{
    const auto cells = cellsOf(cluster, m_table);
    m_remove->setEnabled(!cells.empty());
    m_cells->setVisible(!cells.empty());
    if (cells == m_shown) {
        return;  // What was typed and not taken stays.
    }
    m_filling = true;
    m_shown = cells;
    m_problem->setProblem({});
    m_cells->setRowCount(static_cast<int>(cells.size()));
    for (int row = 0; row < m_cells->rowCount(); ++row) {
        for (int column = 0; column < m_cells->columnCount(); ++column) {
            const QString text = qs(cells[at(row)][at(column)]);
            m_cells->setItem(row, column, new QTableWidgetItem(text));
        }
    }
    m_filling = false;
    fit();
}

QString MeasuredTableEdit::problem() const
{
    return m_problem->text();
}

void MeasuredTableEdit::fit()
{
    const int rows = std::clamp(m_cells->rowCount(), 1, mostRowsSeen);
    m_cells->setFixedHeight(m_cells->horizontalHeader()->sizeHint().height() +
                            rows * m_cells->verticalHeader()->defaultSectionSize() + 2 * m_cells->frameWidth());
}

void MeasuredTableEdit::retranslate()
{
    const QStringList titles{tr("Bus bandwidth of groups"), tr("Seconds of collectives"), tr("Between stages")};
    m_title->setText(titles[static_cast<int>(m_table)]);
    QStringList columns;
    for (const Phrase& column : columnsOf(m_table)) {
        columns.append(coreText(column));
    }
    m_cells->setHorizontalHeaderLabels(columns);
    m_cells->setAccessibleName(m_title->text());
    for (const auto& [button, text] : {std::pair{m_add, tr("Add a Row")}, {m_remove, tr("Remove the Row")}}) {
        button->setToolTip(text);
        button->setAccessibleName(text);
    }
}

}  // namespace pgram
