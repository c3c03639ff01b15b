// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/pipeline_editor.h"

#include "core/plan/plan_edits.h"
#include "widgets/docks/inspector/slice_editor.h"
#include "widgets/document/core_text.h"
#include "widgets/document/preview.h"
#include "widgets/document/strategy_choices.h"
#include "widgets/document/texts.h"
#include "widgets/kit/forms.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/labels.h"
#include "widgets/kit/on_change.h"
#include "widgets/kit/quantity_edit.h"
#include "widgets/kit/tip_text.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QScopedValueRollback>
#include <QStandardItemModel>

#include <array>
#include <limits>

namespace pgram {

namespace {

/// An entry of a combo box that cannot be chosen says why.
void setRefused(QComboBox* box, int row, const QString& why)
{
    auto* item = qobject_cast<QStandardItemModel*>(box->model())->item(row);
    item->setEnabled(why.isEmpty());
    item->setToolTip(tipText(why));
}

/// Why the plan's stages cannot run the schedule, with the nearest that they can; empty where they can.
QString refusalText(const Plan& plan, const Schedule& schedule)
{
    Result<void> checked = checkSchedule(schedule, plan.pipeline(), plan.model.layerCount());
    if (checked) {
        return {};
    }
    checked.error().where = {};
    return errorText(checked.error());
}

QString scheduleRefusal(const Plan& plan, ScheduleKind kind)
{
    Schedule schedule = plan.schedule;
    schedule.kind = kind;
    schedule.virtualStages = usualChunks(kind);
    schedule.slices = usualSlices(kind);
    return refusalText(plan, schedule);
}

}  // namespace

PipelineEditor::PipelineEditor(Document* document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_form(new FieldRows(this)),
      m_microbatches(new QComboBox),
      m_schedule(new QComboBox),
      m_slices(new SliceEditor(document)),
      m_batch(new QuantityEdit(QuantityEdit::Kind::Count)),
      m_cut(new QuantityEdit(QuantityEdit::Kind::Count)),
      m_microbatchesLabel(new QLabel),
      m_scheduleLabel(new QLabel),
      m_slicesLabel(new QLabel),
      m_batchLabel(new QLabel),
      m_cutLabel(new QLabel),
      m_batchProblem(new ProblemLabel(this))
{
    m_cut->setObjectName(QStringLiteral("cut"));
    m_microbatches->setObjectName(QStringLiteral("microbatches"));
    m_schedule->setObjectName(QStringLiteral("schedule"));
    m_batch->setObjectName(QStringLiteral("batch"));
    m_batch->setKeyboardTracking(false);
    m_batch->setAccelerated(true);
    m_batch->setRange(1, std::numeric_limits<int>::max());
    m_slices->setObjectName(QStringLiteral("sliceEditor"));
    const std::array<std::pair<QLabel*, QWidget*>, 5> rows{{{m_microbatchesLabel, m_microbatches},
                                                            {m_scheduleLabel, m_schedule},
                                                            {m_slicesLabel, m_slices},
                                                            {m_batchLabel, m_batch},
                                                            {m_cutLabel, m_cut}}};
    for (const auto& [label, field] : rows) {
        m_form->addRow(label, field);
        label->setBuddy(field);
        setTopic(field, QStringLiteral("pipeline:") + field->objectName());
        if (field == m_batch) {
            m_form->addRow(m_batchProblem);
        }
    }
    connect(m_microbatches, &QComboBox::activated, this,
            [this] { m_document->setMicrobatches(m_microbatches->currentData().toInt()); });
    connect(m_schedule, &QComboBox::activated, this,
            [this] { m_document->setSchedule(static_cast<ScheduleKind>(m_schedule->currentData().toInt())); });
    // What the open list points at is weighed.
    connect(m_microbatches, &QComboBox::highlighted, this, [this](int row) {
        weigh(m_microbatches, row, [](Plan plan, int value) { return withMicrobatches(std::move(plan), value); });
    });
    connect(m_schedule, &QComboBox::highlighted, this, [this](int row) {
        weigh(m_schedule, row,
              [](Plan plan, int value) { return withSchedule(std::move(plan), static_cast<ScheduleKind>(value)); });
    });
    for (const QComboBox* box : {m_microbatches, m_schedule}) {
        box->view()->installEventFilter(this);
    }
    m_batch->installEventFilter(this);
    m_cut->installEventFilter(this);
    connect(m_batch, &QuantityEdit::problemChanged, this, &PipelineEditor::showBatchProblem);
    connect(m_batch, &QuantityEdit::valueChanged, this, [this](qint64 value) {
        if (!m_filling) {
            m_document->setGlobalBatch(value, m_gesture.number());
        }
    });
    connect(m_cut, &QuantityEdit::valueChanged, this, [this](qint64 value) {
        if (!m_filling) {
            m_document->moveCut(m_chunk - 1, static_cast<int>(value), m_gesture.number());
        }
    });
    connect(document, &Document::planChanged, this, &PipelineEditor::refresh);
    inEveryLanguage(this, [this] { retranslate(); });
}

void PipelineEditor::setChunk(int chunk)
{
    if (m_chunk != chunk) {
        m_chunk = chunk;
        refresh();
    }
}

bool PipelineEditor::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_batch || watched == m_cut) {
        m_gesture.follow(*event);
    } else if (event->type() == QEvent::Hide) {
        m_document->preview()->clear();
    }
    return QWidget::eventFilter(watched, event);
}

void PipelineEditor::weigh(const QComboBox* box, int row, Plan (*change)(Plan plan, int value))
{
    const auto plan = m_document->plan();
    if (plan && row >= 0) {
        m_document->preview()->show(change(*plan, box->itemData(row).toInt()));
    }
}

void PipelineEditor::refresh()
{
    const auto plan = m_document->plan();
    setEnabled(plan != nullptr);
    if (!plan) {
        return;
    }
    const QScopedValueRollback filling(m_filling, true);
    refreshMicrobatches(*plan);
    refreshSchedules(*plan);
    m_form->setRowVisible(m_slices, info(plan->schedule.kind).choosesSlices);
    m_slices->refresh();
    m_batch->setValue(plan->training.globalBatch);
    refreshCut(*plan);
}

void PipelineEditor::refreshMicrobatches(const Plan& plan)
{
    m_microbatches->clear();
    for (const StrategyChoice& choice : microbatchChoices(plan)) {
        m_microbatches->addItem(QString::number(choice.value), choice.value);
        const int row = m_microbatches->count() - 1;
        if (choice.layers > 0) {
            m_microbatches->setCurrentIndex(row);
        } else if (choice.refused) {
            setRefused(m_microbatches, row,
                       QStringLiteral("%1 (%2)").arg(verdictText(*choice.refused),
                                                     qs(plan.model.layerName(choice.refusedLayer))));
        } else {
            Schedule schedule = plan.schedule;
            schedule.microbatches = choice.value;
            setRefused(m_microbatches, row, refusalText(plan, schedule));
        }
    }
}

void PipelineEditor::refreshSchedules(const Plan& plan)
{
    m_schedule->clear();
    for (const ScheduleInfo& schedule : schedules()) {
        const ScheduleKind kind = schedule.kind;
        m_schedule->addItem(scheduleTitle(kind), static_cast<int>(kind));
        if (kind == plan.schedule.kind) {
            m_schedule->setCurrentIndex(m_schedule->count() - 1);
        } else {
            setRefused(m_schedule, m_schedule->count() - 1, scheduleRefusal(plan, kind));
        }
    }
}

void PipelineEditor::refreshCut(const Plan& plan)
{
    const bool movable = m_chunk > 0 && m_chunk < static_cast<int>(plan.chunks.size());
    m_form->setRowVisible(m_cut, movable);
    if (!movable) {
        return;
    }
    m_cut->setRange(plan.chunk(m_chunk - 1).firstLayer + 1, plan.chunk(m_chunk).end() - 1);
    m_cut->setValue(plan.chunk(m_chunk).firstLayer);
    const int stage = plan.stageOfChunk(m_chunk);
    const bool hasChunks = plan.schedule.virtualStages > 1;
    m_cutLabel->setText(hasChunks ? tr("Stage %1, chunk %2 from layer").arg(stage).arg(m_chunk / plan.pipeline() + 1)
                                  : tr("Stage %1 from layer").arg(stage));
    m_cut->setToolTip(hasChunks ? tr("Moves the cut to the chunk before") : tr("Moves the cut to the stage before"));
}

/// Below the field, and in its tip.
void PipelineEditor::showBatchProblem()
{
    const QString why = m_batch->problem() ? errorText(*m_batch->problem()) : QString();
    markWrong(m_batch, why, tr("Samples per step, over all devices: 64, 4k"));
    m_batchProblem->setProblem(why);
}

void PipelineEditor::retranslate()
{
    m_microbatchesLabel->setText(tr("Micro-batches"));
    m_scheduleLabel->setText(tr("Schedule"));
    m_slicesLabel->setText(tr("Slices"));
    m_batchLabel->setText(tr("Batch"));
    m_microbatches->setToolTip(tr("Parts of the batch that follow one another through the pipeline"));
    showBatchProblem();
    refresh();
}

}  // namespace pgram
