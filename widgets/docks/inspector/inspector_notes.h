// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the Inspector says besides figures and choices. GUI thread only.
#pragma once

#include "core/plan/stage_fill.h"
#include "widgets/document/document.h"
#include "widgets/document/selection.h"
#include "widgets/work/question.h"

#include <QLabel>
#include <QListWidget>
#include <QTimer>

#include <optional>
#include <vector>

namespace pgram {

class Document;

/// What the change that is weighed would cost, in a few lines; how to weigh one while there is none. It keeps the
/// height of its lines, so that nothing below it jumps.
class GhostLabel : public QLabel {
    Q_OBJECT
public:
    /// `document` outlives it.
    explicit GhostLabel(Document* document, QWidget* parent = nullptr);

private:
    void refresh();

    Document* m_document;
};

/// Why the selected stage, or the fullest one, is as full as it is, in a few words: what takes most of its memory,
/// and what would free some and at what price. The price is worked out in the background.
class FillNote : public QLabel {
    Q_OBJECT
public:
    /// `document` outlives the note.
    explicit FillNote(Document* document, QWidget* parent = nullptr);

    /// -1 = the fullest one.
    void setStage(int stage);

private:
    void follow();
    void showText();

    struct Ask {
        std::shared_ptr<const Plan> plan;
        std::shared_ptr<const Estimate> estimate;
        int stage = -1;
        bool operator==(const Ask&) const = default;
    };

    Document* m_document;
    int m_asked = -1;
    int m_stage = -1;
    QTimer m_pause;
    Question<Ask, std::vector<Relief>> m_reliefs;
};

class FidelityLibrary;

/// The issues of the shown plan, and what measured runs say against its memory; one is taken to its place with a
/// click or Enter.
class IssuesList : public QListWidget {
    Q_OBJECT
public:
    IssuesList(Document* document, SelectionModel* selection, const FidelityLibrary* fidelity,
               QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void fit();
    void jump(int row);

    Document* m_document;
    SelectionModel* m_selection;
    const FidelityLibrary* m_fidelity;
};

}  // namespace pgram
