// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The shown plan in one line of the status bar: its figures, how far a run is expected to be
// from its step time, and how many issues it has; or what a change that is weighed would make of it. GUI thread only.
#pragma once

#include "widgets/document/document.h"
#include "widgets/kit/elided_label.h"

namespace pgram {

class FidelityLibrary;

class Headline : public ElidedLabel {
    Q_OBJECT
public:
    /// Both outlive it.
    Headline(Document* document, FidelityLibrary* fidelity, QWidget* parent = nullptr);

private:
    void refresh();
    void setColor(bool sound);

    Document* m_document;
    FidelityLibrary* m_fidelity;
};

}  // namespace pgram
