// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Edits what the whole plan shares: micro-batches, schedule, batch, and where the selected chunk of a stage
// begins. GUI thread only.
#pragma once

#include "widgets/document/document.h"
#include "widgets/kit/gesture.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace pgram {

class FieldRows;
class ProblemLabel;
class QuantityEdit;
class SliceEditor;

class PipelineEditor : public QWidget {
    Q_OBJECT
public:
    explicit PipelineEditor(Document* document, QWidget* parent = nullptr);

    /// The chunk whose first layer can be moved; -1 = none.
    void setChunk(int chunk);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    /// Shows what the entry of `row` would cost.
    void weigh(const QComboBox* box, int row, Plan (*change)(Plan plan, int value));
    void refreshMicrobatches(const Plan& plan);
    void refreshSchedules(const Plan& plan);
    void refreshCut(const Plan& plan);
    void showBatchProblem();
    void retranslate();

    Document* m_document;
    int m_chunk = -1;
    bool m_filling = false;
    Gesture m_gesture;  ///< in the field that is used
    FieldRows* m_form;
    QComboBox* m_microbatches;
    QComboBox* m_schedule;
    SliceEditor* m_slices;
    QuantityEdit* m_batch;
    QuantityEdit* m_cut;
    QLabel* m_microbatchesLabel;
    QLabel* m_scheduleLabel;
    QLabel* m_slicesLabel;
    QLabel* m_batchLabel;
    QLabel* m_cutLabel;
    ProblemLabel* m_batchProblem;
};

}  // namespace pgram
