// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What an edited preset has otherwise than the shipped one, a line each with a way back. GUI thread only.
#pragma once

#include "widgets/docks/model/model_draft.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace pgram {

class ProblemLabel;

class DifferencesBox : public QWidget {
    Q_OBJECT
public:
    explicit DifferencesBox(ModelDraft* draft, QWidget* parent = nullptr);

    /// As they stand there.
    [[nodiscard]] QStringList lines() const;

private:
    void show();
    void revert(std::size_t line);
    void retranslate();

    ModelDraft* m_draft;
    std::vector<ModelDifference> m_differences;
    QLabel* m_title;
    QVBoxLayout* m_lines;
    QPushButton* m_all;
    ProblemLabel* m_problem;
};

}  // namespace pgram
