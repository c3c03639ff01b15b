// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/strategy_editor.h"

#include "core/base/index.h"
#include "core/plan/plan_edits.h"
#include "core/strategy/strategy_text.h"
#include "widgets/document/core_text.h"
#include "widgets/document/nearest_strategy.h"
#include "widgets/document/preview.h"
#include "widgets/document/strategy_choices.h"
#include "widgets/document/texts.h"
#include "widgets/kit/forms.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/labels.h"
#include "widgets/kit/on_change.h"
#include "widgets/kit/suggest_edit.h"

#include <QLabel>

#include <algorithm>
#include <set>

namespace pgram {

namespace {

std::vector<LayerStrategy> repeated(const LayerStrategy& strategy, LayerRange range)
{
    return std::vector(static_cast<std::size_t>(range.count), strategy);
}

/// What the text says whole, and what it says a part of; either may be missing.
struct Meant {
    Result<LayerStrategy> whole;
    Result<StrategyPattern> part;
};

Meant meantBy(const QString& typed)
{
    const std::string text = typed.toStdString();
    return {parseStrategy(text), parsePattern(text)};
}

}  // namespace

StrategyEditor::StrategyEditor(Document* document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_form(new FieldRows(this)),
      m_name(new SuggestEdit([this](const QString& typed) { return suggestionsFor(typed); })),
      m_problem(new ProblemLabel(this))
{
    build();
    connect(m_name, &SuggestEdit::picked, this, [this](int index) { give(LayerStrategy(m_suggested[at(index)])); });
    connect(m_name, &SuggestEdit::pointedAt, this, [this](int index) {
        if (isUsable()) {
            weigh(repeated(m_suggested[at(index)], m_range));
        }
    });
    connect(m_name, &SuggestEdit::closed, document->preview(), &Preview::clear);
    connect(m_name, &SuggestEdit::refused, this, &StrategyEditor::refuse);
    connect(m_name, &QLineEdit::textEdited, this, &StrategyEditor::clearProblem);
    connect(m_name, &QLineEdit::editingFinished, this, [this] {
        // What cannot be is kept as it was typed, with the reason; anything else is the plan's again.
        if (isUsable() && !m_problem->isVisibleTo(this)) {
            m_name->setModified(false);
            refreshName(*m_document->plan());
        }
    });
    connect(document, &Document::planChanged, this, &StrategyEditor::refresh);
    inEveryLanguage(this, [this] { retranslate(); });
}

void StrategyEditor::build()
{
    QFont bold = font();
    bold.setBold(true);
    m_name->setFont(bold);
    m_name->setObjectName(QStringLiteral("strategyName"));
    setTopic(m_name, QStringLiteral("field:name"));
    m_form->addRow(m_name);
    m_form->addRow(m_problem);
    std::ranges::for_each(strategyFields(), [this](const StrategyField& field) { addRow(field); });
}

void StrategyEditor::addRow(const StrategyField& field)
{
    const Row row{&field, new QLabel, new ChoiceRow};
    row.choices->setObjectName(QString::fromLatin1(field.key));
    for (QWidget* part : std::initializer_list<QWidget*>{row.label, row.choices}) {
        setTopic(part, QStringLiteral("field:") + QString::fromLatin1(field.key));
    }
    // Beside the buttons, not beside the middle of buttons and reasons.
    row.label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    row.label->setContentsMargins(0, 4, 0, 0);
    m_form->addRow(row.label, row.choices);
    m_rows.push_back(row);
    connect(row.choices, &ChoiceRow::chosen, this, [this, &field](int value) {
        if (isUsable()) {
            setStrategies(pgram::chosen(*m_document->plan(), m_range, field, value));
        }
    });
    connect(row.choices, &ChoiceRow::weighed, this, [this, &field](int value) {
        if (isUsable()) {
            weigh(pgram::chosen(*m_document->plan(), m_range, field, value));
        }
    });
    connect(row.choices, &ChoiceRow::left, m_document->preview(), &Preview::clear);
}

ChoiceRow* StrategyEditor::row(const StrategyField& field) const
{
    return std::ranges::find(m_rows, &field, &Row::field)->choices;
}

bool StrategyEditor::isUsable() const
{
    const auto plan = m_document->plan();
    const int layers = plan ? static_cast<int>(plan->strategies.size()) : 0;
    return m_range.count > 0 && m_range.first >= 0 && m_range.first + m_range.count <= layers;
}

/// The strategy that is written out whole, and what has the part that is written, the nearest first.
QStringList StrategyEditor::suggestionsFor(const QString& typed)
{
    constexpr std::size_t most = 40;
    m_suggested.clear();
    if (!isUsable()) {
        return {};
    }
    const Plan& plan = *m_document->plan();
    const Meant meant = meantBy(typed);
    const bool fits = meant.whole && [&] {
        for (int layer = m_range.first; layer < m_range.first + m_range.count; ++layer) {
            if (refusalOn(plan, layer, *meant.whole)) {
                return false;
            }
        }
        return true;
    }();
    if (typed.isEmpty() || meant.part) {
        m_suggested = strategiesNear(plan, m_range, meant.part.value_or(StrategyPattern{}), most);
    }
    if (fits) {
        std::erase(m_suggested, *meant.whole);
        m_suggested.insert(m_suggested.begin(), *meant.whole);
    }
    QStringList names;
    for (const LayerStrategy& strategy : m_suggested) {
        names.append(qs(shortName(strategy)));
    }
    return names;
}

void StrategyEditor::weigh(const std::vector<LayerStrategy>& strategies)
{
    m_document->preview()->show(withStrategies(*m_document->plan(), m_range.first, strategies));
}

void StrategyEditor::setStrategies(const std::vector<LayerStrategy>& strategies)
{
    const auto before = m_document->plan();
    m_document->setStrategies(m_range.first, strategies);
    if (m_document->plan() == before) {
        refresh();  // A button that changes nothing stays pressed.
    }
}

void StrategyEditor::give(const LayerStrategy& strategy)
{
    clearProblem();
    m_name->setModified(false);
    if (isUsable()) {
        setStrategies(repeated(strategy, m_range));
    }
}

/// Says why the layers cannot have what was typed, which stays.
void StrategyEditor::refuse(const QString& typed)
{
    const Meant meant = meantBy(typed);
    if (!isUsable() || typed.isEmpty()) {
        return;
    }
    const Plan& plan = *m_document->plan();
    QString why = meant.part ? tr("No strategy for stages of %n device(s) that these layers can run has it.", nullptr,
                                  plan.stageDevices())
                             : errorText(meant.part.error());
    for (int layer = m_range.first; meant.whole && layer < m_range.first + m_range.count; ++layer) {
        if (const auto verdict = refusalOn(plan, layer, *meant.whole)) {
            why = QStringLiteral("%1: %2").arg(qs(plan.model.layerName(layer)), verdictText(*verdict));
            break;
        }
    }
    m_problem->setProblem(why);
    markWrong(m_name, why, {});
}

void StrategyEditor::setRange(LayerRange range)
{
    if (m_range.first != range.first || m_range.count != range.count) {
        m_range = range;
        refresh();
    }
}

void StrategyEditor::refresh()
{
    setEnabled(isUsable());
    if (!isUsable()) {
        return;
    }
    const auto plan = m_document->plan();
    refreshName(*plan);
    for (const Row& row : m_rows) {
        refreshRow(*plan, row);
    }
}

void StrategyEditor::clearProblem()
{
    m_problem->setProblem({});
    markWrong(m_name, {}, tr("The strategy by its name, or a part of it: tp8-sp-cp4-sdp, TP2·SDP4 ckpt, tp8"));
}

/// "TP2·SDP4"; "TP2·SDP4 and 2 others" is nothing that could be typed, and stands behind an empty text.
void StrategyEditor::refreshName(const Plan& plan)
{
    std::set<LayerStrategy> kinds;
    for (int layer = m_range.first; layer < m_range.first + m_range.count; ++layer) {
        kinds.insert(plan.strategies[at(layer)]);
    }
    const QString first = qs(shortName(plan.strategies[at(m_range.first)]));
    const int others = static_cast<int>(kinds.size()) - 1;
    m_name->setPlaceholderText(others == 0 ? QString() : tr("%1 and %n other(s)", nullptr, others).arg(first));
    if (!m_name->isModified() || !m_name->hasFocus()) {
        m_name->setText(others == 0 ? first : QString());
        m_name->setCursorPosition(0);
        clearProblem();
    }
}

void StrategyEditor::refreshRow(const Plan& plan, const Row& row)
{
    const StrategyField& field = *row.field;
    std::vector<ChoiceRow::Choice> choices;
    for (const StrategyChoice& choice : choicesOf(plan, m_range, field)) {
        const bool isChecked = choice.layers == m_range.count;
        const QString refused = refusalText(plan, m_range, choice);
        const QString taken =
            isChecked || !refused.isEmpty() ? QString() : takenText(plan, m_range, field, choice.value);
        const QString tip = taken.isEmpty() ? fieldTip(field) : fieldTip(field) + QStringLiteral("\n") + taken;
        choices.push_back({choice.value, choiceText(field, choice.value), tip, isChecked, refused});
    }
    row.choices->setChoices(choices);
    m_form->setRowVisible(row.choices, isOffered(plan, m_range, field));
}

void StrategyEditor::retranslate()
{
    m_name->setAccessibleName(tr("Strategy"));
    clearProblem();
    for (const Row& row : m_rows) {
        row.label->setText(fieldTitle(*row.field));
        row.label->setToolTip(fieldTip(*row.field));
        row.choices->setTitle(fieldTitle(*row.field));
    }
    refresh();
}

}  // namespace pgram
