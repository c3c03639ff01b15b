// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The shown plan in one line of the status bar: its figures, and how many issues it has. GUI thread only.
#pragma once

#include "widgets/document/document.h"

#include <QLabel>

namespace pgram {

class Headline : public QLabel {
    Q_OBJECT
public:
    explicit Headline(Document* document, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    Document* m_document;
};

}  // namespace pgram
