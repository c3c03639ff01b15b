// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Edits the strategy of the selected layers: one row of choices a field. Every choice is one undo step of the
// document. GUI thread only.
#pragma once

#include "widgets/document/choice_texts.h"
#include "widgets/document/document.h"
#include "widgets/kit/choice_row.h"

#include <QWidget>

#include <array>

class QLabel;

namespace pgram {

class FieldRows;

class StrategyEditor : public QWidget {
    Q_OBJECT
public:
    explicit StrategyEditor(Document* document, QWidget* parent = nullptr);

    /// The layers to edit; an empty range disables the editor.
    void setRange(LayerRange range);
    [[nodiscard]] ChoiceRow* row(StrategyField field) const { return m_rows[static_cast<std::size_t>(field)]; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void refreshRow(const Plan& plan, StrategyField field);
    void retranslate();

    static constexpr std::size_t fields = allStrategyFields.size();
    Document* m_document;
    LayerRange m_range;
    FieldRows* m_form;
    QLabel* m_summary;
    std::array<ChoiceRow*, fields> m_rows{};
    std::array<QLabel*, fields> m_labels{};
};

}  // namespace pgram
