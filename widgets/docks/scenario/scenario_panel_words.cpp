// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the panel says, in the language of the moment: names of fields and choices, facts of what is chosen, and what is
// wrong.
#include "core/base/format.h"
#include "core/plan/estimate.h"
#include "core/presets/machine_name.h"
#include "widgets/docks/scenario/scenario_boxes.h"
#include "widgets/docks/scenario/scenario_panel.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_model.h"
#include "widgets/document/scenario_text.h"
#include "widgets/document/texts.h"
#include "widgets/kit/fold_section.h"
#include "widgets/kit/labels.h"
#include "widgets/kit/quantity_edit.h"
#include "widgets/kit/tip_text.h"
#include "widgets/theme/icon.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

namespace pgram {

std::vector<std::pair<QString, QWidget*>> ScenarioPanel::fields() const
{
    std::vector<std::pair<QString, QWidget*>> all;
    for (const auto& [label, text] : m_labels) {
        if (QWidget* field = label->buddy()) {
            all.emplace_back(tr(text), field);
        }
    }
    return all;
}

void ScenarioPanel::showModelFacts()
{
    const auto shown = [](const std::string& text) { return qs(text); };
    // As wide as any: a narrow dock keeps two lines for them always, or never.
    m_modelFacts->setPossible({tr("%1 parameters, %n layer(s)", nullptr, 888).arg(QStringLiteral("888 B"))});
    const SearchRequest& asked = m_model->request();
    if (!asked.model.runs.empty()) {
        m_modelFacts->setText(tr("%1 parameters, %n layer(s)", nullptr, asked.model.layerCount())
                                  .arg(shown(formatCount(parameterCount(asked.model)))));
    }
    if (asked.cluster.devices > 0) {
        const QString memory = shown(formatBytes(static_cast<double>(asked.cluster.mostMemory())));
        m_clusterFacts->setText((asked.cluster.isMixed() ? tr("%1, up to %2 each") : tr("%1, %2 each"))
                                    .arg(shown(devicesText(asked.cluster).toStdString()), memory));
        m_budget->setSpecialText(tr("%1 (device)").arg(memory));
    }
    showBudgetFacts();
}

/// What the views measure plans against is less than what the box says.
void ScenarioPanel::showBudgetFacts()
{
    const SearchRequest& asked = m_model->request();
    const Bytes budget = asked.budget();
    const Bytes usable = usableBudget(budget, asked.cluster);
    const auto shown = [](Bytes bytes) { return bytesText(bytes); };
    m_budgetFacts->setPossible(
        {tr("%1 for plans, %2 in reserve").arg(QStringLiteral("88.8 GiB"), QStringLiteral("88.8 GiB"))});
    m_budgetFacts->setText(usable < budget
                               ? tr("%1 for plans, %2 in reserve").arg(shown(usable), shown(budget - usable))
                               : tr("All of it for plans"));
}

void ScenarioPanel::check()
{
    const bool batchIsGood = parseBatches(m_batch->text()).has_value();
    markWrong(m_batch, batchIsGood ? QString() : batchProblem(m_batch->text()),
              tr("Samples per step: one size, 64 or 4k, or several to choose from: 8, 16, 32, or first:last:step"));
    const auto mark = [](QuantityEdit* edit, const QString& tip) {
        markWrong(edit, edit->problem() ? errorText(*edit->problem()) : QString(), tip);
    };
    mark(m_nodes, tr("Nodes of this cluster; its network joins them"));
    mark(m_budget, tr("Memory that a plan may use on each device: 24 GiB, 24 GB, 16384 MiB"));
    for (const TableRow& row : m_table) {
        if (row.number != nullptr) {
            mark(row.number, fieldName(row.field->tip));
        } else if (row.line != nullptr) {
            markWrong(row.line, textProblem(row), fieldName(row.field->tip));
        }
    }
    for (QComboBox* box : {m_models, m_clusters}) {
        markWrong(box, m_unknown.value(box), tipText(box->itemText(box->currentIndex())));
    }
    const QStringList wrong = problems();
    m_problem->setProblem(m_running ? QString() : wrong.join(QLatin1Char('\n')));
    m_plan->setEnabled(m_running || isComplete());
    m_plan->setToolTip(tipText(wrong.join(QLatin1Char('\n'))));
    if (isComplete() != m_complete) {
        m_complete = isComplete();
        Q_EMIT completeChanged(m_complete);
    }
}

QStringList ScenarioPanel::problems() const
{
    QStringList lines;
    const auto add = [&lines](const QString& field, const QString& why) {
        if (!why.isEmpty()) {
            lines.append(tr("%1: %2", "field: what is wrong").arg(field, why));
        }
    };
    add(tr("Model"), m_unknown.value(m_models));
    add(tr("Model"), m_modelProblem);
    add(tr("Cluster"), m_unknown.value(m_clusters));
    const auto addOf = [&add](const QString& field, const QuantityEdit* edit) {
        add(field, edit->problem() ? errorText(*edit->problem()) : QString());
    };
    addOf(tr("Nodes"), m_nodes);
    addOf(tr("Memory"), m_budget);
    add(tr("Batch"), parseBatches(m_batch->text()) ? QString() : batchProblem(m_batch->text()));
    const SearchRequest& request = m_model->request();
    const Result<void> has = checkPrecision(request.cluster, request.training.precision);
    for (const TableRow& row : m_table) {
        if (row.number != nullptr) {
            addOf(fieldName(row.field->label), row.number);
        } else if (row.line != nullptr) {
            add(fieldName(row.field->label), textProblem(row));
        } else if (row.field == &scenarioField("precision") && !has) {
            add(fieldName(row.field->label), errorText({.what = has.error().what, .todo = has.error().todo}));
        }
    }
    return lines;
}

/// What is typed and meets a name is taken; what meets none stays, with the nearest.
void ScenarioPanel::takeTypedName(QComboBox* box)
{
    const QString typed = box->lineEdit()->text().trimmed();
    const bool isUsed = typed.isEmpty() || typed == box->itemText(box->currentIndex());
    const int row = isUsed ? box->currentIndex() : presetRow(*box, typed);
    m_unknown.remove(box);
    const bool isMachine = box == m_clusters && row < 0 && machineName(typed.toStdString());
    if (isMachine) {
        const Result<Cluster> made = m_model->store().cluster(typed.toStdString());
        if (made) {
            edit([&] { m_model->setCluster(*made); });
        } else {
            m_unknown[box] = errorText(made.error());
        }
    } else if (row < 0) {
        const QStringList nearest = nearestTitles(*box, typed);
        const QString unknown =
            box == m_models ? tr("There is no model “%1”.").arg(typed) : tr("There is no cluster “%1”.").arg(typed);
        m_unknown[box] =
            nearest.isEmpty()
                ? unknown
                : tr("%1 Nearest: %2.", "no such name; names").arg(unknown, nearest.join(tr(", ", "between names")));
    } else if (row == box->currentIndex()) {
        box->setEditText(box->itemText(row));
        box->lineEdit()->setCursorPosition(0);
    } else {
        box->setCurrentIndex(row);
        Q_EMIT box->activated(row);
    }
    check();
}

void ScenarioPanel::retranslate()
{
    for (const auto& [label, text] : m_labels) {
        label->setText(tr(text));
    }
    QStringList sentences;
    for (const MethodInfo& method : methods()) {
        sentences.append(methodSentence(method.method));
    }
    m_methodFacts->setPossible(sentences);
    m_editModel->setText(tr("Edit…"));
    m_editModel->setToolTip(tr("The model's layers and their sizes, to be changed"));
    m_editModel->setAccessibleName(tr("Edit the model"));
    m_editCluster->setText(tr("Edit…"));
    m_editCluster->setToolTip(tr("The cluster's devices and links, to be changed"));
    m_editCluster->setAccessibleName(tr("Edit the cluster"));
    m_training->setTitle(tr("Training"));
    m_search->setTitle(tr("Search"));
    m_difference->setText(tr("The shown plan was made with other settings."));
    m_model->retranslate();
    showRunning();
    showTexts();
}

/// Shows what depends on whether a search runs, and on whether the shown plan differs.
void ScenarioPanel::showRunning()
{
    m_plan->setText(m_running ? tr("Stop") : tr("Plan"));
    m_plan->setIcon(themedIcon(m_running ? QStringLiteral("stop") : QStringLiteral("plan")));
    m_difference->setVisible(m_differs && !m_running);
}

}  // namespace pgram
