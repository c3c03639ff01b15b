// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/strategy_map/strategy_menu.h"

#include "widgets/document/choice_texts.h"
#include "widgets/document/document.h"
#include "widgets/document/plan_edits.h"
#include "widgets/document/preview.h"
#include "widgets/kit/tip_text.h"

#include <QActionGroup>
#include <QMenu>

namespace pgram {

namespace {

void addChoice(QMenu& menu, QActionGroup* group, Document* document, LayerRange range, const StrategyField& field,
               const StrategyChoice& choice)
{
    const QString refused = refusalText(*document->plan(), range, choice);
    const QString text = choiceText(field, choice.value);
    const bool isChecked = choice.layers == range.count;
    const QString taken =
        isChecked || !refused.isEmpty() ? QString() : takenText(*document->plan(), range, field, choice.value);
    const QString note = refused.isEmpty() ? taken : refused;
    QAction* action = menu.addAction(note.isEmpty() ? text : QStringLiteral("%1 – %2").arg(text, note));
    group->addAction(action);
    action->setCheckable(true);
    action->setChecked(isChecked);
    action->setEnabled(refused.isEmpty() || action->isChecked());
    action->setToolTip(tipText(refused.isEmpty() ? fieldTip(field) : refused));
    action->setData(choice.value);
    const auto strategies = chosen(*document->plan(), range, field, choice.value);
    QObject::connect(action, &QAction::hovered, document, [document, action, range, strategies] {
        if (action->isEnabled()) {
            document->preview()->show(withStrategies(*document->plan(), range.first, strategies));
        } else {
            document->preview()->clear();
        }
    });
    QObject::connect(action, &QAction::triggered, document,
                     [document, range, strategies] { document->setStrategies(range.first, strategies); });
}

}  // namespace

void addStrategyMenus(QMenu& menu, Document* document, LayerRange range)
{
    const Plan& plan = *document->plan();
    for (const StrategyField& field : strategyFields()) {
        if (!isOffered(plan, range, field)) {
            continue;
        }
        QMenu* choices = menu.addMenu(fieldTitle(field));
        choices->setObjectName(QString::fromLatin1(field.key));
        choices->setToolTipsVisible(true);
        auto* group = new QActionGroup(choices);
        for (const StrategyChoice& choice : choicesOf(plan, range, field)) {
            addChoice(*choices, group, document, range, field, choice);
        }
        QObject::connect(choices, &QMenu::aboutToHide, document->preview(), &Preview::clear);
    }
}

}  // namespace pgram
