// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The controls above the pictures of a study and the table below them: columns, filter, order and selection.
#include "widgets/document/core_text.h"
#include "widgets/kit/forms.h"
#include "widgets/kit/labels.h"
#include "widgets/views/study/study_view.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace pgram {

namespace {

constexpr int measuredRows = 60;  // whose widths decide those of the columns
constexpr int widestColumn = 220;
const QString optionKeys[] = {QStringLiteral("x"), QStringLiteral("y"), QStringLiteral("color")};
const QString logKeys[] = {QStringLiteral("log-x"), QStringLiteral("log-y")};
const QString axesKey = QStringLiteral("axes");

}  // namespace

void StudyView::makeControls()
{
    const char* names[] = {"studyX", "studyY", "studyColor"};
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        m_boxes[i] = new QComboBox(this);
        m_boxes[i]->setObjectName(QLatin1StringView(names[i]));
        connect(m_boxes[i], &QComboBox::activated, this, &StudyView::choose);
        if (i < m_logs.size()) {
            m_logs[i] = new QCheckBox(this);
            m_logs[i]->setObjectName(QLatin1StringView(names[i]) + QStringLiteral("Log"));
            connect(m_logs[i], &QCheckBox::clicked, this, [this, i](bool on) {
                m_isLog[i] = on;
                plotsChanged();
            });
        }
    }
    m_axesButton = new QToolButton(this);
    m_axesButton->setObjectName(QStringLiteral("studyAxes"));
    m_axesButton->setPopupMode(QToolButton::InstantPopup);
    m_axesButton->setMenu(new QMenu(m_axesButton));
    connect(m_axesButton->menu(), &QMenu::aboutToShow, this, &StudyView::fillAxes);
    m_refresh = new QPushButton(this);
    m_refresh->setObjectName(QStringLiteral("studyRefresh"));
    connect(m_refresh, &QPushButton::clicked, m_file, &StudyFile::refresh);
    m_filter = new QLineEdit(this);
    m_filter->setObjectName(QStringLiteral("studyFilter"));
    m_filter->setClearButtonEnabled(true);
    connect(m_filter, &QLineEdit::textEdited, this, [this](const QString& text) {
        // Half of a condition is not a fault while somebody types it.
        if (hasPicture() && StudyFilter::parse(text.toStdString(), *m_rows.table())) {
            setFilter(text);
        }
    });
    connect(m_filter, &QLineEdit::editingFinished, this, [this] { setFilter(m_filter->text()); });
    m_fault = new ProblemLabel(this);
    m_fault->setParent(this);
    m_fault->setObjectName(QStringLiteral("studyFault"));
    m_fault->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_open = new QPushButton(this);
    m_open->setObjectName(QStringLiteral("studyOpen"));
    connect(m_open, &QPushButton::clicked, this, [this] {
        if (m_openAction != nullptr) {
            m_openAction->trigger();
        }
    });
}

void StudyView::makeRowTable()
{
    QTableView* view = tableView();
    view->setObjectName(QStringLiteral("studyTable"));
    QHeaderView* header = view->horizontalHeader();
    header->setResizeContentsPrecision(measuredRows);
    header->setMaximumSectionSize(widestColumn);
    header->setSectionsClickable(true);
    header->setHighlightSections(false);
    view->setSelectionMode(QAbstractItemView::SingleSelection);
    view->setWordWrap(false);
    view->verticalHeader()->setMinimumSectionSize(1);
    connect(header, &QHeaderView::sectionClicked, this, &StudyView::sortBy);
    connect(view, &QTableView::activated, this,
            [this](const QModelIndex& index) { openRow(static_cast<int>(m_rows.rows()[at(index.row())])); });
    connect(view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
        if (current.isValid()) {
            selectRow(static_cast<int>(m_rows.rows()[at(current.row())]));
        }
    });
}

void StudyView::setTools(const ViewTools& tools)
{
    m_openAction = tools.open;
    placeEmpty();
}

/// The button below the sentence in the place of the picture.
void StudyView::placeEmpty()
{
    m_open->setText(tr("Open…"));
    m_open->setVisible(!hasPicture() && !m_file->isRunning() && m_openAction != nullptr);
    const QSize size = m_open->sizeHint();
    m_open->setGeometry(QRect(rect().center() + QPoint(-size.width() / 2, size.height()), size));
}

void StudyView::refresh()
{
    if (m_isStale) {
        m_isStale = false;
        takeTable();
    }
    placeEmpty();
}

void StudyView::takeTable()
{
    const auto before = m_rows.table();
    m_wanted = options();
    m_rows.setTable(m_file->table());
    m_hovered = -1;
    m_row = -1;
    if (!hasPicture()) {
        m_choice = {};
    } else {
        const auto names = [](const StudyTable& table) {
            QStringList all;
            std::ranges::transform(table.columns, std::back_inserter(all),
                                   [](const ResultColumn& each) { return qs(each.name); });
            return all;
        };
        if (!before || names(*before) != names(*m_rows.table())) {
            m_choice = usualChoice(*m_rows.table());
            m_isLog = {};
            takeWanted();
        }
    }
    fillControls();
    showRows();
}

void StudyView::fillControls()
{
    const bool isUsed = hasPicture();
    m_axesButton->setText(tr("Axes"));
    m_refresh->setText(tr("Refresh"));
    m_filter->setAccessibleName(tr("Filter"));
    m_fault->setAccessibleName(tr("What is wrong with the filter"));
    if (isUsed) {
        fillBox(m_boxes[0], m_choice.x, false);
        fillBox(m_boxes[1], m_choice.y, false);
        fillBox(m_boxes[2], m_choice.color, true);
        QString example = tr("step_s < 2 s");
        for (const ResultColumn& each : m_rows.table()->columns) {
            if (each.result == nullptr && each.texts.size() > 1) {
                example = tr("%1 = %2 and %3").arg(qs(each.name), qs(each.texts.front()), example);
                break;
            }
        }
        m_filter->setPlaceholderText(tr("Filter, such as: %1").arg(example));
    }
    m_logs[0]->setText(tr("Log x"));
    m_logs[1]->setText(tr("Log y"));
    for (std::size_t i = 0; i < m_logs.size(); ++i) {
        const int chosen = i == 0 ? m_choice.x : m_choice.y;
        const bool can = chosen >= 0 && allowsLogarithm(column(chosen));
        m_logs[i]->setEnabled(can);
        m_logs[i]->setChecked(can && isLogarithmic(static_cast<int>(i)));
    }
    std::vector<QWidget*> places = m_bar.show({{m_boxes[0], tr("x axis"), isUsed},
                                               {m_logs[0], {}, isUsed},
                                               {m_boxes[1], tr("y axis"), isUsed},
                                               {m_logs[1], {}, isUsed},
                                               {m_boxes[2], tr("Color"), isUsed},
                                               {m_axesButton, {}, isUsed, tr("Columns of the parallel coordinates")},
                                               {m_refresh, {}, isUsed, tr("Read the rows that were added meanwhile")}});
    m_filter->setVisible(isUsed);
    m_fault->setVisible(isUsed && !m_fault->text().isEmpty());
    m_filter->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    places.push_back(m_filter);
    places.push_back(m_fault);
    placeControls(std::move(places));
}

void StudyView::fillBox(QComboBox* box, int chosen, bool orNone)
{
    const QSignalBlocker quiet(box);
    box->clear();
    if (orNone) {
        box->addItem(tr("None"), -1);
    }
    const StudyTable& table = *m_rows.table();
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const ResultColumn& each = table.columns[i];
        if (!each.isEmpty()) {
            box->addItem(qs(each.name), static_cast<int>(i));
            box->setItemData(box->count() - 1, meaningOf(each), Qt::ToolTipRole);
        }
    }
    box->setCurrentIndex(box->findData(chosen));
}

void StudyView::fillAxes()
{
    QMenu* menu = m_axesButton->menu();
    menu->clear();
    const StudyTable& table = *m_rows.table();
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (table.columns[i].isConstant()) {
            continue;
        }
        QAction* action = menu->addAction(qs(table.columns[i].name));
        action->setCheckable(true);
        action->setToolTip(meaningOf(table.columns[i]));
        action->setChecked(std::ranges::find(m_choice.axes, static_cast<int>(i)) != m_choice.axes.end());
        connect(action, &QAction::toggled, this, [this, axis = static_cast<int>(i)](bool on) {
            std::erase(m_choice.axes, axis);
            if (on) {
                m_choice.axes.push_back(axis);
            } else if (m_rows.rangeOf(axis) != nullptr) {
                m_rows.setRange(axis, std::nullopt);
            }
            showRows();
        });
    }
}

void StudyView::choose()
{
    m_choice.x = m_boxes[0]->currentData().toInt();
    m_choice.y = m_boxes[1]->currentData().toInt();
    m_choice.color = m_boxes[2]->currentData().toInt();
    if (sender() != m_boxes[2]) {
        m_isLog[sender() == m_boxes[0] ? 0 : 1].reset();
    }
    fillControls();
    plotsChanged();
}

bool StudyView::isLogarithmic(int axis) const
{
    const int chosen = axis == 0 ? m_choice.x : m_choice.y;
    return chosen >= 0 && allowsLogarithm(column(chosen)) && m_isLog[at(axis)].value_or(suitsLogarithm(column(chosen)));
}

void StudyView::sortBy(int column)
{
    const bool isSame = m_rows.sortColumn() == column;
    // The best first: what is better when it is more begins with the most.
    const bool isMore = this->column(column).better() == StudyColumn::Better::More;
    m_rows.sortBy(column, isSame ? !m_rows.isDescending() : isMore);
    showRows();
}

void StudyView::setFilter(const QString& text)
{
    if (!hasPicture()) {
        return;
    }
    if (m_filter->text() != text) {
        m_filter->setText(text);
    }
    const Result<void> read = m_rows.setFilter(text.toStdString());
    const QString fault = read ? QString() : errorText(read.error());
    if (fault != m_fault->text()) {
        m_fault->setProblem(fault);
        fillControls();
    }
    if (read) {
        showRows();
    }
}

void StudyView::setRange(int axis, const std::optional<ColumnRange>& range)
{
    m_rows.setRange((*m_axes)[at(axis)].column, range);
    showRows();
}

void StudyView::showRows()
{
    if (!hasPicture()) {
        table()->reset({});
        m_axes = std::make_shared<std::vector<Coordinate>>();
    } else {
        table()->reset(figuresOf(m_rows.table(), m_rows.rows()));
        const bool same = std::ranges::equal(*m_axes, m_choice.axes, {}, &Coordinate::column) &&
                          (m_axes->empty() || m_axes->front().places.size() == m_rows.table()->rows());
        if (!same || m_levels == nullptr) {
            auto axes = std::make_shared<std::vector<Coordinate>>();
            for (const int each : m_choice.axes) {
                axes->push_back(coordinateOf(*m_rows.table(), each));
            }
            m_axes = std::move(axes);
        }
        auto levels = std::make_shared<std::vector<std::uint8_t>>(m_rows.filtered());
        std::ranges::transform(*levels, m_rows.passing(), levels->begin(), std::plus());
        m_levels = std::move(levels);
    }
    QHeaderView* header = tableView()->horizontalHeader();
    tableView()->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    header->setSortIndicatorShown(m_rows.sortColumn() >= 0);
    header->setSortIndicator(m_rows.sortColumn(), m_rows.isDescending() ? Qt::DescendingOrder : Qt::AscendingOrder);
    placeTable();
    showSelection();
    plotsChanged();
}

/// The table's current row is the selected one.
void StudyView::showSelection()
{
    const int place = m_rows.placeOf(m_row);
    const QSignalBlocker quiet(tableView()->selectionModel());
    if (place >= 0) {
        tableView()->selectRow(place);
        tableView()->scrollTo(table()->index(place, 0));
    } else {
        tableView()->clearSelection();
    }
    tableView()->viewport()->update();
}

void StudyView::selectRow(int row)
{
    if (row == m_row) {
        return;
    }
    m_row = row;
    showSelection();
    announce(rowText(row));
    update();
}

QVariantMap StudyView::options() const
{
    QVariantMap options = View::options();
    if (!hasPicture()) {
        QVariantMap wanted = m_wanted;
        wanted.insert(options);
        return wanted;
    }
    const int chosen[] = {m_choice.x, m_choice.y, m_choice.color};
    for (std::size_t i = 0; i < std::size(chosen); ++i) {
        options[optionKeys[i]] = chosen[i] < 0 ? QString() : qs(column(chosen[i]).name);
    }
    for (std::size_t i = 0; i < m_isLog.size(); ++i) {
        if (m_isLog[i]) {
            options[logKeys[i]] = *m_isLog[i];
        }
    }
    QStringList axes;
    std::ranges::transform(m_choice.axes, std::back_inserter(axes), [this](int axis) { return qs(column(axis).name); });
    options[axesKey] = axes;
    return options;
}

void StudyView::setOptions(const QVariantMap& options)
{
    View::setOptions(options);
    m_wanted = options;
    if (hasPicture()) {
        takeWanted();
        fillControls();
        showRows();
    }
}

void StudyView::takeWanted()
{
    const StudyTable& table = *m_rows.table();
    int* chosen[] = {&m_choice.x, &m_choice.y, &m_choice.color};
    for (std::size_t i = 0; i < std::size(chosen); ++i) {
        const int index = table.indexOf(m_wanted.value(optionKeys[i]).toString().toStdString());
        *chosen[i] = index >= 0 && !table.columns[at(index)].isEmpty() ? index : *chosen[i];
    }
    for (std::size_t i = 0; i < m_isLog.size(); ++i) {
        if (const auto log = m_wanted.constFind(logKeys[i]); log != m_wanted.constEnd()) {
            m_isLog[i] = log->toBool();
        }
    }
    std::vector<int> axes;
    for (const QString& name : m_wanted.value(axesKey).toStringList()) {
        if (const int index = table.indexOf(name.toStdString()); index >= 0 && !table.columns[at(index)].isConstant()) {
            axes.push_back(index);
        }
    }
    m_choice.axes = axes.size() > 1 ? axes : m_choice.axes;
}

void StudyView::changeEvent(QEvent* event)
{
    m_isStale = m_isStale || event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange;
    PlotView::changeEvent(event);
}

void StudyView::resizeEvent(QResizeEvent* event)
{
    PlotView::resizeEvent(event);
    placeEmpty();
}

}  // namespace pgram
