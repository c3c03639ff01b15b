// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Changes that free memory or make the step shorter, as buttons: pointing at one previews it, a click makes it. The
// changes are searched in the background. GUI thread only.
#pragma once

#include "core/plan/findings.h"
#include "widgets/work/question.h"

#include <QTimer>
#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;

namespace pgram {

class Document;

/// Returns the button's text: "Stage 0 is full: SDP frees 1.46 GiB, step +2.6 %".
[[nodiscard]] QString findingText(const Finding& finding, const Plan& plan, const Estimate& estimate);

class FindingsList : public QWidget {
    Q_OBJECT
public:
    /// Shows the findings of the whole plan in a row, or those of one stage in a column. `document` outlives it.
    FindingsList(Document* document, Qt::Orientation orientation, QWidget* parent = nullptr);

    /// Sets the stage whose memory is to be freed; -1 = the whole plan.
    void setStage(int stage);
    /// Hides the list while its advice would give an answer away.
    void setAdvising(bool advises);
    /// Returns true while the findings of the shown plan are on their way.
    [[nodiscard]] bool isWorking() const { return m_pause.isActive() || m_question.isRunning(); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Ask {
        std::shared_ptr<const Plan> plan;
        std::shared_ptr<const Estimate> estimate;
        int stage = -1;
        bool operator==(const Ask&) const = default;
    };

    void follow();
    void showFindings();
    void addButton();

    Document* m_document;
    int m_stage = -1;
    bool m_advises = true;
    std::vector<Finding> m_findings;
    std::vector<QPushButton*> m_buttons;  ///< at least one for each finding
    QLabel* m_none;                       ///< shown in a row if the search found nothing
    bool m_isRow;
    QTimer m_pause;
    Question<Ask, std::vector<Finding>> m_question;
};

}  // namespace pgram
