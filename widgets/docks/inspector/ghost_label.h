// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the change that is weighed would cost, in a few lines; how to weigh one while there is none. It keeps the height
// of its lines, so that nothing below it jumps. GUI thread only.
#pragma once

#include <QLabel>

namespace pgram {

class Document;

class GhostLabel : public QLabel {
    Q_OBJECT
public:
    /// `document` outlives it.
    explicit GhostLabel(Document* document, QWidget* parent = nullptr);

private:
    void refresh();

    Document* m_document;
};

}  // namespace pgram
