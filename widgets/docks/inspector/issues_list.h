// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The issues of the shown plan, and what measured runs say against its memory; one is taken to its place with a click
// or Enter. GUI thread only.
#pragma once

#include "widgets/document/document.h"
#include "widgets/document/selection.h"

#include <QListWidget>

namespace pgram {

class FidelityLibrary;

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
