// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/strategy_editor.h"

#include "widgets/document/texts.h"

#include <QEvent>
#include <QFormLayout>
#include <QLabel>

#include <set>

namespace pgram {

namespace {

QString offloadText(int value)
{
    switch (value) {
    case 1:
        return StrategyEditor::tr("activations");
    case 2:
        return StrategyEditor::tr("optimizer");
    case 3:
        return StrategyEditor::tr("both");
    default:
        return StrategyEditor::tr("off");
    }
}

QString choiceText(StrategyField field, int value)
{
    switch (field) {
    case StrategyField::Tensor:
    case StrategyField::Copies:
    case StrategyField::Context:
    case StrategyField::Expert:
        return QString::number(value);
    case StrategyField::Data:
        return zeroTitle(value);
    case StrategyField::Sequence:
        return value == static_cast<int>(SequenceParallel::None)       ? StrategyEditor::tr("off")
               : value == static_cast<int>(SequenceParallel::Megatron) ? StrategyEditor::tr("Megatron SP")
                                                                       : StrategyEditor::tr("Ulysses");
    case StrategyField::Placement:
        return value == static_cast<int>(TensorPlacement::Consecutive) ? StrategyEditor::tr("consecutive")
                                                                       : StrategyEditor::tr("strided");
    case StrategyField::Offload:
        return offloadText(value);
    case StrategyField::Recompute:
        break;
    }
    return recomputeTitle(static_cast<Recompute>(value));
}

QString fieldTip(StrategyField field)
{
    switch (field) {
    case StrategyField::Tensor:
        return StrategyEditor::tr("Devices that share one layer's matrices");
    case StrategyField::Data:
        return StrategyEditor::tr("What the data-parallel copies divide: nothing (DP), the optimizer (ZeRO-1), the "
                                  "gradients too (ZeRO-2), the weights too (SDP, ZeRO-3)");
    case StrategyField::Sequence:
        return StrategyEditor::tr("Tokens divided over the tensor group: between its matrices (Megatron), or "
                                  "everywhere but in attention, with whole matrices (Ulysses)");
    case StrategyField::Copies:
        return StrategyEditor::tr(
            "Hybrid sharding: copies of the states, each divided over its part of the data group");
    case StrategyField::Context:
        return StrategyEditor::tr("Devices that divide a sample's tokens and pass keys and values around a ring");
    case StrategyField::Expert:
        return StrategyEditor::tr("Devices of the data group that the experts are spread over");
    case StrategyField::Placement:
        return StrategyEditor::tr("Tensor group on neighbouring devices, or spread over the stage");
    case StrategyField::Offload:
        return StrategyEditor::tr("What waits in host memory: kept activations, the optimizer's states, or both");
    case StrategyField::Recompute:
        break;
    }
    return StrategyEditor::tr("Activations thrown away in forward and computed again in backward");
}

QString refusalText(const Plan& plan, LayerRange range, const StrategyChoice& choice)
{
    if (!choice.refused) {
        return {};
    }
    const QString why = verdictText(*choice.refused);
    if (choice.refusedLayers == range.count) {
        return why;
    }
    return QStringLiteral("%1 (%2)").arg(why, QString::fromStdString(plan.model.layerName(choice.refusedLayer)));
}

/// "TP2·SDP4", or "TP2·SDP4 and 2 more".
QString summaryOf(const Plan& plan, LayerRange range)
{
    std::set<LayerStrategy> kinds;
    for (int layer = range.first; layer < range.first + range.count; ++layer) {
        kinds.insert(plan.strategies[static_cast<std::size_t>(layer)]);
    }
    const QString first = QString::fromStdString(shortName(plan.strategies[static_cast<std::size_t>(range.first)]));
    return kinds.size() == 1
               ? first
               : StrategyEditor::tr("%1 and %n other(s)", nullptr, static_cast<int>(kinds.size()) - 1).arg(first);
}

/// Whether a field has something to choose for some layer of the range.
bool isOffered(const Plan& plan, LayerRange range, StrategyField field)
{
    for (int layer = range.first; layer < range.first + range.count; ++layer) {
        if (isOffered(plan, layer, field)) {
            return true;
        }
    }
    return false;
}

}  // namespace

StrategyEditor::StrategyEditor(Document* document, QWidget* parent)
    : QWidget(parent), m_document(document), m_form(new QFormLayout(this)), m_summary(new QLabel)
{
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setHorizontalSpacing(8);
    m_form->setVerticalSpacing(4);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    QFont bold = font();
    bold.setBold(true);
    m_summary->setFont(bold);
    m_summary->setTextFormat(Qt::PlainText);
    m_form->addRow(m_summary);
    for (std::size_t index = 0; index < fields; ++index) {
        const auto field = static_cast<StrategyField>(index);
        m_rows[index] = new ChoiceRow;
        m_labels[index] = new QLabel;
        // Beside the buttons, not beside the middle of buttons and reasons.
        m_labels[index]->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        m_labels[index]->setContentsMargins(0, 4, 0, 0);
        m_labels[index]->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
        m_form->addRow(m_labels[index], m_rows[index]);
        connect(m_rows[index], &ChoiceRow::chosen, this, [this, field](int value) {
            const auto plan = m_document->plan();
            if (plan && m_range.count > 0) {
                m_document->setStrategies(m_range.first, pgram::chosen(*plan, m_range, field, value));
            }
            refresh();
        });
    }
    m_rows[static_cast<std::size_t>(StrategyField::Tensor)]->setObjectName(QStringLiteral("tensor"));
    m_rows[static_cast<std::size_t>(StrategyField::Data)]->setObjectName(QStringLiteral("data"));
    m_rows[static_cast<std::size_t>(StrategyField::Recompute)]->setObjectName(QStringLiteral("recompute"));
    m_rows[static_cast<std::size_t>(StrategyField::Offload)]->setObjectName(QStringLiteral("offload"));
    connect(document, &Document::planChanged, this, &StrategyEditor::refresh);
    retranslate();
}

void StrategyEditor::setRange(LayerRange range)
{
    m_range = range;
    refresh();
}

void StrategyEditor::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    QWidget::changeEvent(event);
}

void StrategyEditor::refresh()
{
    const auto plan = m_document->plan();
    const int layers = plan ? static_cast<int>(plan->strategies.size()) : 0;
    const bool usable = m_range.count > 0 && m_range.first >= 0 && m_range.first + m_range.count <= layers;
    setEnabled(usable);
    if (!usable) {
        return;
    }
    m_summary->setText(summaryOf(*plan, m_range));
    for (std::size_t index = 0; index < fields; ++index) {
        refreshRow(*plan, static_cast<StrategyField>(index));
    }
}

void StrategyEditor::refreshRow(const Plan& plan, StrategyField field)
{
    std::vector<ChoiceRow::Choice> choices;
    for (const StrategyChoice& choice : choicesOf(plan, m_range, field)) {
        choices.push_back({choice.value, choiceText(field, choice.value), fieldTip(field),
                           choice.layers == m_range.count, refusalText(plan, m_range, choice)});
    }
    row(field)->setChoices(choices);
    m_form->setRowVisible(row(field), isOffered(plan, m_range, field));
}

void StrategyEditor::retranslate()
{
    const std::array<QString, fields> titles{tr("Tensor"),    tr("Data"),      tr("Copies"),
                                             tr("Sequence"),  tr("Context"),   tr("Experts"),
                                             tr("Placement"), tr("Recompute"), tr("Offload")};
    for (std::size_t index = 0; index < fields; ++index) {
        m_labels[index]->setText(titles[index]);
        m_labels[index]->setToolTip(fieldTip(static_cast<StrategyField>(index)));
        m_rows[index]->setTitle(titles[index]);
    }
    refresh();
}

}  // namespace pgram
