// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is selected: its strategy to edit, why not another one, its figures with their formulas, and the plan's issues.
// GUI thread only.
#pragma once

#include "widgets/document/strategy_choices.h"
#include "widgets/document/workbench.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace pgram {

class QuantityEdit;

class FactsModel;
class FindingsList;
class FoldSection;
class IssuesList;
class PipelineEditor;
class StrategyEditor;
class WhyNotPanel;

class InspectorPanel : public QWidget {
    Q_OBJECT
public:
    /// `bench` outlives it.
    explicit InspectorPanel(Workbench* bench, QWidget* parent = nullptr);

    [[nodiscard]] StrategyEditor* strategyEditor() const { return m_strategy; }
    [[nodiscard]] WhyNotPanel* whyNot() const { return m_whyNot; }
    [[nodiscard]] FactsModel* facts() const { return m_facts; }
    /// On a right click on a figure.
    void setContextActions(const QList<QAction*>& actions);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void refresh();
    void layOutFacts();
    void wrapFacts();
    void retranslate();
    /// `from`: the box that was typed in.
    void selectTyped(const QuantityEdit* from);
    /// The layers that the editor works on: those selected, or all of the selected stage, clipped to the plan.
    [[nodiscard]] LayerRange range() const;
    [[nodiscard]] int stage() const;

    Document* m_document;
    FidelityLibrary* m_fidelity;
    SelectionModel* m_selection;
    bool m_filling = false;
    QLabel* m_title;
    QuantityEdit* m_first;
    QuantityEdit* m_last;
    QLabel* m_to;
    QLabel* m_layers;
    QWidget* m_ofPlan;  ///< all that a plan fills; hidden without one
    QLabel* m_whyTitle;
    QLabel* m_issuesTitle;
    FoldSection* m_pipelineSection;
    FoldSection* m_figures;
    QLabel* m_fill;  ///< fullness of the stage and its largest part
    FindingsList* m_findings;
    StrategyEditor* m_strategy;
    PipelineEditor* m_pipeline;
    WhyNotPanel* m_whyNot;
    FactsModel* m_facts;
    QTableView* m_table;
    IssuesList* m_issues;
};

}  // namespace pgram
