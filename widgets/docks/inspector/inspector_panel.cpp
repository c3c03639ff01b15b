// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/inspector_panel.h"

#include "core/base/index.h"
#include "core/plan/stage_fill.h"
#include "widgets/docks/inspector/facts.h"
#include "widgets/docks/inspector/findings_list.h"
#include "widgets/docks/inspector/inspector_notes.h"
#include "widgets/docks/inspector/pipeline_editor.h"
#include "widgets/docks/inspector/strategy_editor.h"
#include "widgets/docks/inspector/why_not_panel.h"
#include "widgets/document/texts.h"
#include "widgets/kit/fold_section.h"
#include "widgets/kit/forms.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/on_change.h"
#include "widgets/kit/quantity_edit.h"
#include "widgets/views/common/figure_table.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QTableView>
#include <QVBoxLayout>

namespace pgram {

namespace {

QLabel* sectionTitle()
{
    auto* label = new QLabel;
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    label->setContentsMargins(0, 8, 0, 0);
    return label;
}

QuantityEdit* layerBox(const QString& name)
{
    auto* box = new QuantityEdit(QuantityEdit::Kind::Count);
    box->setObjectName(name);
    return box;
}

int rowHeight(const QWidget& widget)
{
    return widget.fontMetrics().height() + 4;
}

/// A table without grid and headers that is as high as its rows: the panel scrolls, not the table.
QTableView* factsTable(QAbstractItemModel* model)
{
    auto* table = new QTableView;
    table->setModel(model);
    table->setShowGrid(false);
    table->setFrameShape(QFrame::NoFrame);
    table->verticalHeader()->hide();
    table->horizontalHeader()->hide();
    // Long values wrap: a figure is never cut. Names are measured when they change: a header that fits itself would
    // measure all of them at every changed value.
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Fixed);
    table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    table->verticalHeader()->setDefaultSectionSize(rowHeight(*table));
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table->setWordWrap(true);
    table->setTextElideMode(Qt::ElideNone);
    table->setTabKeyNavigation(false);
    copyWholeRows(table);
    table->viewport()->setAutoFillBackground(false);
    return table;
}

/// Returns the line of the folded pipeline: "1F1B · 32 micro-batches · batch 64".
QString pipelineText(const Plan& plan)
{
    return QStringList{scheduleTitle(plan.schedule.kind),
                       InspectorPanel::tr("%n micro-batch(es)", nullptr, plan.schedule.microbatches),
                       InspectorPanel::tr("batch %1").arg(plan.training.globalBatch)}
        .join(QStringLiteral(" · "));
}

}  // namespace

InspectorPanel::InspectorPanel(Workbench* bench, QWidget* parent)
    : QWidget(parent),
      m_document(&bench->document),
      m_fidelity(&bench->fidelity),
      m_selection(&bench->selection),
      m_title(sectionTitle()),
      m_first(layerBox(QStringLiteral("firstLayer"))),
      m_last(layerBox(QStringLiteral("lastLayer"))),
      m_to(new QLabel),
      m_layers(new QLabel),
      m_ofPlan(new QWidget),
      m_whyTitle(sectionTitle()),
      m_issuesTitle(sectionTitle()),
      m_pipelineSection(new FoldSection),
      m_figures(new FoldSection),
      m_fill(new QLabel),
      m_findings(new FindingsList(m_document, Qt::Vertical)),
      m_strategy(new StrategyEditor(m_document)),
      m_pipeline(new PipelineEditor(m_document)),
      m_whyNot(new WhyNotPanel(bench)),
      m_facts(new FactsModel(this)),
      m_table(factsTable(m_facts)),
      m_issues(new IssuesList(m_document, m_selection, m_fidelity))
{
    build();
    connect(m_document, &Document::planChanged, this, &InspectorPanel::refresh);
    connect(m_selection, &SelectionModel::changed, this, &InspectorPanel::refresh);
    connect(m_fidelity, &FidelityLibrary::changed, this, &InspectorPanel::refresh);
    LessonRun* lesson = &bench->lesson;
    for (const auto signal :
         {&LessonRun::lessonChanged, &LessonRun::stepChanged, &LessonRun::recordChanged, &LessonRun::planChanged}) {
        connect(lesson, signal, m_findings, [this, lesson] { m_findings->setAdvising(!lesson->hasOpenTask()); });
    }
    for (const QuantityEdit* box : {m_first, m_last}) {
        connect(box, &QuantityEdit::valueChanged, this, [this, box] { selectTyped(box); });
    }
    inEveryLanguage(this, [this] { retranslate(); });
    onChange(this, {QEvent::FontChange}, [this] {
        m_table->verticalHeader()->setDefaultSectionSize(rowHeight(*this));
        refresh();
        layOutFacts();
    });
}

void InspectorPanel::build()
{
    auto* content = new QWidget;
    auto* whole = new QVBoxLayout(content);
    whole->setContentsMargins(10, 4, 2, 10);  // beside the scroll bar or its place
    auto* column = new QVBoxLayout(m_ofPlan);
    column->setContentsMargins(0, 0, 0, 0);
    for (QVBoxLayout* each : {whole, column}) {
        each->setSpacing(6);
    }
    auto* typed = new QHBoxLayout;
    typed->setSpacing(6);
    typed->addWidget(m_layers);
    typed->addWidget(m_first, 1);
    typed->addWidget(m_to);
    typed->addWidget(m_last, 1);
    m_layers->setBuddy(m_first);
    m_title->setWordWrap(true);
    m_fill->setObjectName(QStringLiteral("fillNote"));
    setTopic(m_fill, QStringLiteral("part:fill"));
    m_fill->setWordWrap(true);
    m_fill->setTextFormat(Qt::PlainText);
    m_fill->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_pipelineSection->setObjectName(QStringLiteral("pipelineSection"));
    m_pipelineSection->rows()->addRow(m_pipeline);
    m_figures->setObjectName(QStringLiteral("figuresSection"));
    m_figures->rows()->addRow(m_table);
    whole->addWidget(m_title);
    whole->addWidget(m_ofPlan);
    column->addWidget(m_fill);
    column->addWidget(m_findings);
    column->addLayout(typed);
    const std::initializer_list<QWidget*> rest{
        m_strategy, new GhostLabel(m_document), m_whyTitle, m_whyNot, m_pipelineSection, m_issuesTitle, m_issues,
        m_figures};
    for (QWidget* widget : rest) {
        column->addWidget(widget);
    }
    whole->addStretch(1);

    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(new FittingScroll(content));
    guardWheel(this);
    m_table->installEventFilter(this);
}

void InspectorPanel::setContextActions(const QList<QAction*>& actions)
{
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_table->addActions(actions);
}

LayerRange InspectorPanel::range() const
{
    const auto plan = m_document->plan();
    if (!plan) {
        return {};
    }
    return selectedLayers(*plan, m_selection->current());
}

int InspectorPanel::stage() const
{
    const auto plan = m_document->plan();
    const Selection& now = m_selection->current();
    if (!plan) {
        return -1;
    }
    if (now.stage >= 0 && now.stage < plan->pipeline()) {
        return now.stage;
    }
    const bool hasLayer = now.firstLayer >= 0 && now.firstLayer < static_cast<int>(plan->strategies.size());
    return hasLayer ? plan->stageOf(now.firstLayer) : -1;
}

void InspectorPanel::refresh()
{
    const auto plan = m_document->plan();
    setEnabled(plan != nullptr);
    m_ofPlan->setVisible(plan != nullptr);
    if (!plan) {
        m_title->setText(tr("No plan"));
        if (m_facts->setFacts({})) {
            layOutFacts();
        }
        return;
    }
    const QScopedValueRollback filling(m_filling, true);
    const LayerRange layers = range();
    const bool chosen = m_selection->current().layerCount > 0;
    m_title->setText(layers.count == static_cast<int>(plan->strategies.size()) ? tr("All layers")
                                                                               : rangeName(plan->model, layers));
    const int count = static_cast<int>(plan->strategies.size());
    m_first->setRange(0, count - 1);
    m_last->setRange(0, count - 1);
    m_first->setValue(layers.first);
    m_last->setValue(layers.first + layers.count - 1);
    m_strategy->setRange(layers);
    m_pipeline->setChunk(selectedChunk(*plan, m_selection->current()));
    const Estimate& estimate = *m_document->estimate();
    const int filled = stage() >= 0 ? stage() : fullestStage(estimate);
    m_fill->setText(fillText(*plan, estimate, filled));
    m_findings->setStage(filled);
    m_pipelineSection->setSummary(pipelineText(*plan));

    std::vector<Fact> facts = chosen ? layerFacts(*plan, estimate, layers) : std::vector<Fact>{};
    const auto append = [&facts](std::vector<Fact> more) {
        facts.insert(facts.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    };
    if (stage() >= 0) {
        append(stageFacts(*plan, estimate, stage()));
    }
    append(planFacts(*plan, estimate));
    append(expectedFacts(estimate, m_fidelity->bandsOf(*plan, estimate)));
    append(constantFacts(plan->cluster));
    if (m_facts->setFacts(std::move(facts))) {
        layOutFacts();
    } else {
        wrapFacts();
    }
}

void InspectorPanel::layOutFacts()
{
    m_table->clearSpans();
    for (int row = 0; row < m_facts->rowCount(); ++row) {
        if (m_facts->facts()[at(row)].heading) {
            m_table->setSpan(row, 0, 1, 2);
        }
    }
    m_table->resizeColumnToContents(0);
    wrapFacts();
}

/// Gives a value that is wider than its column as many lines as it needs.
void InspectorPanel::wrapFacts()
{
    const int usual = m_table->verticalHeader()->defaultSectionSize();
    const int edges = 2 * (m_table->style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, m_table) + 1);
    int height = 2;
    for (int row = 0; row < m_facts->rowCount(); ++row) {
        const Fact& fact = m_facts->facts()[at(row)];
        const int room = m_table->columnWidth(1) - edges;
        const bool isLong = !fact.heading && m_table->fontMetrics().horizontalAdvance(fact.value) > room;
        const QRect box(0, 0, room, QWIDGETSIZE_MAX);
        const int lines = isLong ? m_table->fontMetrics().boundingRect(box, Qt::TextWordWrap, fact.value).height() : 0;
        const int wanted = std::max(usual, lines + usual - m_table->fontMetrics().height());
        if (m_table->rowHeight(row) != wanted) {
            m_table->setRowHeight(row, wanted);
        }
        height += wanted;
    }
    m_table->setFixedHeight(height);
}

bool InspectorPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table && event->type() == QEvent::Resize) {
        QMetaObject::invokeMethod(this, &InspectorPanel::wrapFacts, Qt::QueuedConnection);
    }
    return QWidget::eventFilter(watched, event);
}

void InspectorPanel::selectTyped(const QuantityEdit* from)
{
    const auto plan = m_document->plan();
    if (m_filling || !plan) {
        return;
    }
    const auto first = static_cast<int>(m_first->value());
    const auto typed = static_cast<int>(m_last->value());
    const int last = from == m_last ? typed : std::max(typed, first);
    Selection next = m_selection->current();
    next.firstLayer = std::min(first, last);
    next.layerCount = last - next.firstLayer + 1;
    next.stage = plan->stageOf(next.firstLayer);
    m_selection->select(next);
}

void InspectorPanel::retranslate()
{
    m_layers->setText(tr("Layers"));
    m_to->setText(tr("to", "layers 3 to 7"));
    m_first->setAccessibleName(tr("First selected layer"));
    m_last->setAccessibleName(tr("Last selected layer"));
    m_pipelineSection->setTitle(tr("Pipeline"));
    m_whyTitle->setText(tr("Try another strategy"));
    m_figures->setTitle(tr("All figures"));
    m_issuesTitle->setText(tr("Issues"));
    m_table->setAccessibleName(tr("Figures"));
    refresh();
}

}  // namespace pgram
