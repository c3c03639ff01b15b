// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/strategy_editor.h"

#include "widgets/document/choice_texts.h"
#include "widgets/document/plan_edits.h"
#include "widgets/document/preview.h"
#include "widgets/kit/field_rows.h"

#include <QEvent>
#include <QLabel>

#include <set>

namespace pgram {

namespace {

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

}  // namespace

StrategyEditor::StrategyEditor(Document* document, QWidget* parent)
    : QWidget(parent), m_document(document), m_form(new FieldRows(this)), m_summary(new QLabel)
{
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
        m_form->addRow(m_labels[index], m_rows[index]);
        connect(m_rows[index], &ChoiceRow::chosen, this, [this, field](int value) {
            const auto plan = m_document->plan();
            if (plan && m_range.count > 0) {
                m_document->setStrategies(m_range.first, pgram::chosen(*plan, m_range, field, value));
            }
            refresh();
        });
        connect(m_rows[index], &ChoiceRow::weighed, this, [this, field](int value) {
            const auto plan = m_document->plan();
            if (plan && m_range.count > 0) {
                m_document->preview()->show(
                    withStrategies(*plan, m_range.first, pgram::chosen(*plan, m_range, field, value)));
            }
        });
        connect(m_rows[index], &ChoiceRow::left, document->preview(), &Preview::clear);
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
    for (std::size_t index = 0; index < fields; ++index) {
        const auto field = static_cast<StrategyField>(index);
        m_labels[index]->setText(fieldTitle(field));
        m_labels[index]->setToolTip(fieldTip(field));
        m_rows[index]->setTitle(fieldTitle(field));
    }
    refresh();
}

}  // namespace pgram
