// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tool tips that hold names and paths: Qt takes a text that looks like HTML for HTML, and would show the pictures and
// hide the rest of what somebody wrote into a file.
#pragma once

#include <QString>
#include <QTextDocument>

namespace pgram {

/// The text, so that a tool tip shows it letter by letter.
[[nodiscard]] inline QString tipText(const QString& text)
{
    return Qt::mightBeRichText(text) ? Qt::convertFromPlainText(text, Qt::WhiteSpaceNormal) : text;
}

}  // namespace pgram
