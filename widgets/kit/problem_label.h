// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is wrong with what was typed: said in small red type near the field, and in the field itself. GUI thread only.
#pragma once

#include "widgets/kit/small_label.h"

namespace pgram {

/// Shows a field whose text is wrong: in red, and with the reason in its tool tip and for screen readers. An empty
/// `why` shows it as usual, with `toolTip`.
void markWrong(QWidget* field, const QString& why, const QString& toolTip);

class ProblemLabel : public SmallLabel {
    Q_OBJECT
public:
    /// `of` outlives the label.
    explicit ProblemLabel(QWidget* of);

    /// Nothing hides it.
    void setProblem(const QString& why);

protected:
    void changeEvent(QEvent* event) override;

private:
    void color();
};

}  // namespace pgram
