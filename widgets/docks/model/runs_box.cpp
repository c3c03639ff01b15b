// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/model/runs_box.h"

#include "core/base/format.h"
#include "widgets/docks/model/model_fields.h"
#include "widgets/document/core_text.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/labels.h"
#include "widgets/kit/on_change.h"
#include "widgets/kit/tip_text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace pgram {

namespace {

enum Column { NameColumn, KindColumn, CountColumn, ParametersColumn, ColumnCount };
constexpr int mostRowsSeen = 8;
constexpr int leastRowsSeen = 3;

QTableWidget* runsTable()
{
    auto* table = new QTableWidget(0, ColumnCount);
    table->setObjectName(QStringLiteral("modelRuns"));
    setTopic(table, QStringLiteral("model:runs"));
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setTabKeyNavigation(false);
    table->setShowGrid(false);
    table->verticalHeader()->hide();
    QHeaderView* header = table->horizontalHeader();
    header->setHighlightSections(false);
    header->setMinimumSectionSize(24);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(NameColumn, QHeaderView::Stretch);
    return table;
}

}  // namespace

RunsBox::RunsBox(ModelDraft* draft, QWidget* parent)
    : QWidget(parent),
      m_draft(draft),
      m_table(runsTable()),
      m_add(button("addRun", nullptr)),
      m_kinds(new QMenu(this)),
      m_copy(button("copyRun", &RunsBox::copy)),
      m_remove(button("removeRun", &RunsBox::takeAway)),
      m_up(button("runUp", &RunsBox::moveUp)),
      m_down(button("runDown", &RunsBox::moveDown)),
      m_split(button("splitBlocks", &RunsBox::split)),
      m_problem(new ProblemLabel(this))
{
    for (const LayerKind kind : layerKinds()) {
        connect(m_kinds->addAction(QString()), &QAction::triggered, this, [this, kind] { add(kind); });
    }
    m_add->setMenu(m_kinds);
    m_add->setPopupMode(QToolButton::InstantPopup);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(2);
    for (QToolButton* each : {m_add, m_copy, m_remove, m_up, m_down, m_split}) {
        buttons->addWidget(each);
    }
    buttons->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_table);
    column->addLayout(buttons);
    column->addWidget(m_problem);
    connect(m_table, &QTableWidget::currentCellChanged, this, [this](int row) {
        if (!m_fills && row >= 0) {
            m_problem->setProblem({});
            tell();
        }
    });
    connect(m_draft, &ModelDraft::changed, this, &RunsBox::show);
    onChange(this, {QEvent::FontChange}, [this] { show(); });
    inEveryLanguage(this, [this] { retranslate(); });
}

QToolButton* RunsBox::button(const char* name, void (RunsBox::*does)())
{
    auto* made = new QToolButton;
    made->setObjectName(QString::fromLatin1(name));
    made->setAutoRaise(true);
    made->setFocusPolicy(Qt::StrongFocus);
    setTopic(made, QStringLiteral("model:runs"));
    if (does != nullptr) {
        connect(made, &QToolButton::clicked, this, does);
    }
    return made;
}

std::size_t RunsBox::current() const
{
    return static_cast<std::size_t>(std::max(0, m_table->currentRow()));
}

QString RunsBox::problem() const
{
    return m_problem->text();
}

/// Behind the current run, or in front of it where it begins a model.
void RunsBox::add(LayerKind kind)
{
    const Architecture& model = m_draft->model();
    const std::size_t at = std::min(current() + 1, model.runs.size());
    act(
        withRun(model, at, usualRun(kind, model, at)), [at](std::size_t run) { return run < at ? run : run + 1; }, at);
}

void RunsBox::copy()
{
    const std::size_t at = current() + 1;
    act(
        withRun(m_draft->model(), at, m_draft->model().runs[at - 1]),
        [at](std::size_t run) { return run < at ? run : run + 1; }, at);
}

void RunsBox::takeAway()
{
    const std::size_t gone = current();
    act(
        withoutRun(m_draft->model(), gone),
        [gone](std::size_t run) { return run == gone ? std::nullopt : std::optional(run < gone ? run : run - 1); },
        gone > 0 ? gone - 1 : 0);
}

/// Splits all blocks. A run is then where its first layer is.
void RunsBox::split()
{
    const Result<Architecture> next = withBlocksSplit(m_draft->model());
    std::vector<std::size_t> places;
    for (std::size_t to = 0; const LayerSpec& run : m_draft->model().runs) {
        places.push_back(to);
        const bool isWhole = !next || next->runs[to].name == run.name;
        to += isWhole ? 1 : 2 * static_cast<std::size_t>(run.count);
    }
    act(
        next, [places](std::size_t run) { return places[run]; }, places[current()]);
}

void RunsBox::move(int by)
{
    const std::size_t from = current();
    const std::size_t to = from + static_cast<std::size_t>(by);
    act(
        withRunMoved(m_draft->model(), from, to),
        [from, to](std::size_t run) { return run == from ? to
                                             : run == to ? from
                                                         : run; }, to);
}

void RunsBox::act(const Result<Architecture>& next, const ModelDraft::Place& place, std::size_t current)
{
    const auto error = m_draft->take(next, place);
    m_problem->setProblem(error ? problemText(*error, m_draft->model(), std::nullopt) : QString());
    if (!error) {
        choose(current);
    }
}

void RunsBox::choose(std::size_t run)
{
    m_table->setCurrentCell(static_cast<int>(run), NameColumn);
}

void RunsBox::tell()
{
    enable();
    if (m_told != current()) {
        m_told = current();
        Q_EMIT currentChanged(m_told);
    }
}

void RunsBox::show()
{
    m_fills = true;
    const Architecture& model = m_draft->model();
    const int rows = static_cast<int>(model.runs.size());
    const int before = m_table->currentRow();
    m_table->setRowCount(rows);
    for (int row = 0; row < rows; ++row) {
        const LayerSpec& run = model.runs[static_cast<std::size_t>(row)];
        const QString texts[] = {qs(run.name), kindTitle(run.kind), QString::number(run.count),
                                 qs(formatCount(parameterSets(run) * parameterCount(run)))};
        for (int column = 0; column < ColumnCount; ++column) {
            QTableWidgetItem* item = m_table->item(row, column);
            if (item == nullptr) {
                item = new QTableWidgetItem;
                item->setTextAlignment(column < CountColumn ? Qt::AlignLeft | Qt::AlignVCenter
                                                            : Qt::AlignRight | Qt::AlignVCenter);
                m_table->setItem(row, column, item);
            }
            item->setText(texts[column]);
            item->setToolTip(column == NameColumn ? tipText(texts[column]) : QString());
        }
    }
    const int height = m_table->fontMetrics().height() + 6;
    m_table->verticalHeader()->setDefaultSectionSize(height);
    const int seen = std::clamp(rows, leastRowsSeen, mostRowsSeen);
    m_table->setFixedHeight(seen * height + m_table->horizontalHeader()->sizeHint().height() + 4);
    m_fills = false;
    const int now = std::clamp(before, 0, std::max(0, rows - 1));
    if (rows > 0 && m_table->currentRow() != now) {
        choose(static_cast<std::size_t>(now));
    }
    tell();
}

void RunsBox::enable()
{
    const std::size_t run = current();
    const std::size_t runs = m_draft->model().runs.size();
    m_copy->setEnabled(runs > 0);
    m_remove->setEnabled(runs > 1);
    m_up->setEnabled(run > 0);
    m_down->setEnabled(run + 1 < runs);
}

void RunsBox::retranslate()
{
    m_table->setAccessibleName(tr("Runs of layers"));
    m_table->setHorizontalHeaderLabels({tr("Name"), tr("Kind"), tr("Layers"), tr("Parameters")});
    m_table->horizontalHeaderItem(ParametersColumn)->setToolTip(tr("Of all layers of the run"));
    const auto say = [](QToolButton* button, const QString& text, const QString& tip) {
        button->setText(text);
        button->setToolTip(tip);
        button->setAccessibleName(tip);
    };
    say(m_add, tr("Add"), tr("Adds a run of a kind behind this one, of sizes that go with it"));
    say(m_split, tr("Split", "blocks of a model"),
        tr("Makes two layers of each block, its mixer and its feed-forward part, so that each has its own strategy"));
    say(m_copy, tr("Copy", "a run"), tr("Adds a run like this one behind it"));
    say(m_remove, tr("Remove"), tr("Takes this run away"));
    say(m_up, QStringLiteral("↑"), tr("Moves this run towards the front"));
    say(m_down, QStringLiteral("↓"), tr("Moves this run towards the back"));
    const QList<QAction*> kinds = m_kinds->actions();
    for (std::size_t kind = 0; kind < layerKinds().size(); ++kind) {
        kinds[static_cast<int>(kind)]->setText(kindTitle(layerKinds()[kind]));
    }
    show();
}

}  // namespace pgram
