// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Edits the strategy of the selected layers: by its name, or one row of choices a field. Every choice is one undo step
// of the document. GUI thread only.
#pragma once

#include "widgets/document/document.h"
#include "widgets/document/strategy_choices.h"
#include "widgets/kit/choice_row.h"

#include <QWidget>

#include <vector>

class QLabel;

namespace pgram {

class FieldRows;
class ProblemLabel;
class SuggestEdit;

class StrategyEditor : public QWidget {
    Q_OBJECT
public:
    explicit StrategyEditor(Document* document, QWidget* parent = nullptr);

    /// The layers to edit; an empty range disables the editor.
    void setRange(LayerRange range);
    /// The whole strategy as a name, to be typed.
    [[nodiscard]] SuggestEdit* name() const { return m_name; }
    [[nodiscard]] ProblemLabel* problem() const { return m_problem; }
    [[nodiscard]] ChoiceRow* row(const StrategyField& field) const;

private:
    struct Row {
        const StrategyField* field;
        QLabel* label;
        ChoiceRow* choices;
    };

    void refresh();
    void build();
    void addRow(const StrategyField& field);
    void refreshName(const Plan& plan);
    void refreshRow(const Plan& plan, const Row& row);
    void retranslate();
    [[nodiscard]] QStringList suggestionsFor(const QString& typed);
    void weigh(const std::vector<LayerStrategy>& strategies);
    void setStrategies(const std::vector<LayerStrategy>& strategies);
    void give(const LayerStrategy& strategy);
    void refuse(const QString& typed);
    void clearProblem();
    [[nodiscard]] bool isUsable() const;

    Document* m_document;
    LayerRange m_range;
    FieldRows* m_form;
    SuggestEdit* m_name;
    ProblemLabel* m_problem;
    std::vector<LayerStrategy> m_suggested;
    std::vector<Row> m_rows;
};

}  // namespace pgram
