// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A line edit that ends a text which is too long for it in an ellipsis, as a label does, while nobody types in it.
// GUI thread only.
#pragma once

#include <QLineEdit>

namespace pgram {

class ElidingEdit : public QLineEdit {
public:
    using QLineEdit::QLineEdit;

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace pgram
