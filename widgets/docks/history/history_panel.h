// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The edits of the shown plan as a list; choosing one goes there. GUI thread only.
#pragma once

#include <QUndoView>

namespace pgram {

class HistoryPanel : public QUndoView {
    Q_OBJECT
public:
    /// `histories` outlives it.
    explicit HistoryPanel(QUndoGroup* histories, QWidget* parent = nullptr);

private:
    void fitIcon();
    void retranslate();
};

}  // namespace pgram
