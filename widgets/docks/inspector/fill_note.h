// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Why the selected stage, or the fullest one, is as full as it is, in a few words: what takes most of its memory, and
// what would free some and at what price. The price is worked out in the background. GUI thread only.
#pragma once

#include "core/plan/stage_fill.h"
#include "widgets/document/document.h"
#include "widgets/work/worker.h"

#include <QLabel>
#include <QTimer>

#include <optional>
#include <vector>

namespace pgram {

class FillNote : public QLabel {
    Q_OBJECT
public:
    /// `document` outlives the note.
    explicit FillNote(Document* document, QWidget* parent = nullptr);

    /// -1 = the fullest one.
    void setStage(int stage);

private:
    void follow();
    void work();
    void showText();

    Document* m_document;
    int m_asked = -1;
    int m_stage = -1;
    std::vector<Relief> m_reliefs;
    std::optional<Error> m_problem;  ///< why there are none
    QTimer m_pause;
    Worker m_worker{Priority::Answer};
};

}  // namespace pgram
