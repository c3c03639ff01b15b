// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/plans/plans_panel.h"

#include "widgets/docks/plans/plans_model.h"
#include "widgets/kit/choice_row.h"
#include "widgets/kit/on_change.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/work/fidelity_library.h"

#include <QAction>
#include <QDockWidget>
#include <QEvent>
#include <QHeaderView>
#include <QMenu>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace pgram {

namespace {

int rowHeight(const QWidget& widget)
{
    return widget.fontMetrics().height() + 8;
}

QTableView* viewOf(QAbstractItemModel* model)
{
    auto* table = new QTableView;
    table->setModel(model);
    table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->setTextElideMode(Qt::ElideMiddle);  // names of plans differ at their ends
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    copyWholeRows(table);
    table->setShowGrid(false);
    table->setAlternatingRowColors(true);
    table->setFrameShape(QFrame::NoFrame);
    table->setTabKeyNavigation(false);
    table->setWordWrap(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(rowHeight(*table));
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setMinimumSectionSize(48);
    return table;
}

}  // namespace

PlansPanel::PlansPanel(Session* session, FidelityLibrary* fidelity, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_model(new PlansModel(session, fidelity, this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_comparison(new ComparisonModel(session, this)),
      m_compare(new ToggleButton)
{
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(PlansModel::SortRole);
    m_sorted->setSortCaseSensitivity(Qt::CaseInsensitive);
    m_table = viewOf(m_sorted);
    m_table->setObjectName(QStringLiteral("plans"));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(-1, Qt::AscendingOrder);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    m_table->horizontalHeader()->setSectionsMovable(true);
    m_table->horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    m_compared = viewOf(m_comparison);
    m_compared->setObjectName(QStringLiteral("comparison"));
    m_compared->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_compared->horizontalHeader()->setSectionResizeMode(ComparisonModel::What, QHeaderView::Stretch);
    m_compared->setMinimumWidth(430);
    m_compared->hide();

    m_table->viewport()->installEventFilter(this);
    m_compare->setObjectName(QStringLiteral("showComparison"));
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_table);
    splitter->addWidget(m_compared);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(splitter);
    // Over the empty end of the table, where it takes no room from it.
    column->addWidget(m_compare, 0, Qt::AlignRight);

    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &PlansPanel::showChosen);
    connect(session, &Session::currentChanged, this, &PlansPanel::followSession);
    connect(session, &Session::inserted, this, &PlansPanel::followSession);
    connect(session, &Session::inserted, this, &PlansPanel::widenColumns);
    connect(session, &Session::changed, this, &PlansPanel::widenColumns);
    connect(session, &Session::currentChanged, this, &PlansPanel::widenColumns);
    connect(fidelity, &FidelityLibrary::changed, this, &PlansPanel::widenColumns);  // a band may bring a warning
    connect(m_table->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &PlansPanel::widenColumns);
    connect(m_table->horizontalHeader(), &QWidget::customContextMenuRequested, this, &PlansPanel::offerColumns);
    connect(m_comparison, &ComparisonModel::comparingChanged, this, &PlansPanel::showComparison);
    connect(m_compare, &QToolButton::toggled, this, &PlansPanel::showComparison);
    // On demand: with them the others do not fit into a window of 1280.
    m_table->setColumnHidden(PlansModel::TokensPerDevice, true);
    m_table->setColumnHidden(PlansModel::FlopPerDevice, true);
    showComparison();
    inEveryLanguage(this, [this] { retranslate(); });
    onChange(this, {QEvent::FontChange}, [this] {
        for (QTableView* table : {m_table, m_compared}) {
            table->verticalHeader()->setDefaultSectionSize(rowHeight(*this));
        }
        m_widened = false;
        widenColumns();
    });
}

void PlansPanel::setContextActions(const QList<QAction*>& actions)
{
    m_table->addActions(actions);
}

void PlansPanel::editCurrentName()
{
    if (m_session->currentRow() >= 0) {
        if (auto* dock = qobject_cast<QDockWidget*>(parentWidget())) {
            dock->show();  // Nobody types into a hidden table.
            dock->raise();
        }
        const QModelIndex name = m_sorted->mapFromSource(m_model->index(m_session->currentRow(), PlansModel::Name));
        if (!m_table->isPersistentEditorOpen(name)) {  // F2 while the name is being edited
            m_table->setFocus();
            m_table->edit(name);
        }
    }
}

QByteArray PlansPanel::headerState() const
{
    return m_table->horizontalHeader()->saveState();
}

void PlansPanel::restoreHeader(const QByteArray& state)
{
    m_widened = m_table->horizontalHeader()->restoreState(state);
}

/// Beside the plans only where that is asked for: it takes the room of their figures.
void PlansPanel::showComparison()
{
    m_compare->setVisible(m_comparison->isComparing());
    m_compared->setVisible(m_comparison->isComparing() && m_compare->isChecked());
}

/// Which figures the table shows; its names always.
void PlansPanel::offerColumns(const QPoint& place)
{
    QMenu menu;
    menu.setObjectName(QStringLiteral("planColumns"));
    fillColumnMenu(menu);
    menu.exec(m_table->horizontalHeader()->mapToGlobal(place));
}

void PlansPanel::fillColumnMenu(QMenu& menu)
{
    for (int column = PlansModel::Name + 1; column < PlansModel::Columns; ++column) {
        QAction* action = menu.addAction(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setCheckable(true);
        action->setChecked(!m_table->isColumnHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            m_table->setColumnHidden(column, !shown);
            widenColumns();
        });
    }
}

void PlansPanel::showChosen()
{
    const QModelIndex chosen = m_sorted->mapToSource(m_table->currentIndex());
    if (!m_following && chosen.isValid()) {
        m_session->show(chosen.row());
    }
}

void PlansPanel::followSession()
{
    const QScopedValueRollback following(m_following, true);
    const int row = m_session->currentRow();
    QItemSelectionModel* selected = m_table->selectionModel();
    if (row < 0) {
        selected->clear();  // With the current row: a click on it would show nothing while it is the current one.
        return;
    }
    const int column = std::max(0, m_table->currentIndex().column());
    const QModelIndex shown = m_sorted->mapFromSource(m_model->index(row, column));
    // QTableView::setCurrentIndex() would extend the selection while Shift or Ctrl of a shortcut is down.
    selected->setCurrentIndex(shown, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_table->scrollTo(shown);
}

/// Columns grow with what they hold and never shrink under the reader's eyes.
void PlansPanel::widenColumns()
{
    for (int column = PlansModel::Name + 1; column < PlansModel::Columns; ++column) {
        if (m_table->isColumnHidden(column)) {
            continue;
        }
        const int before = m_widened ? m_table->columnWidth(column) : 0;
        m_table->resizeColumnToContents(column);
        m_table->setColumnWidth(column, std::max(before, m_table->columnWidth(column)));
    }
    m_widened = m_model->rowCount() > 0;
    fitName();
}

/// The name takes the room that the figures leave.
void PlansPanel::fitName()
{
    constexpr int least = 150;
    int room = m_table->viewport()->width();
    for (int column = PlansModel::Name + 1; column < PlansModel::Columns; ++column) {
        room -= m_table->columnWidth(column);
    }
    m_table->setColumnWidth(PlansModel::Name, std::max(least, room));
}

bool PlansPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize) {
        fitName();
    }
    return QWidget::eventFilter(watched, event);
}

void PlansPanel::retranslate()
{
    m_table->setAccessibleName(tr("Plans of this session"));
    m_table->horizontalHeader()->setToolTip(tr("Right click: choose the columns"));
    m_compare->setText(tr("Compare with the reference"));
    m_compare->setToolTip(tr("Figures and strategies of the shown plan beside those of the reference"));
    m_compared->setAccessibleName(tr("Shown plan against the reference"));
    m_model->refreshTexts();
    m_comparison->refresh();
    widenColumns();
}

}  // namespace pgram
