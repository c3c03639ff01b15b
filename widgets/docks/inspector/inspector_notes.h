// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the Inspector says besides figures and choices. GUI thread only.
#pragma once

#include "widgets/document/document.h"
#include "widgets/document/selection.h"

#include <QLabel>
#include <QListWidget>

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
