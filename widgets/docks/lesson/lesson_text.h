// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Markdown of lessons, which others write: shows text, and neither runs nor loads anything. GUI thread only.
#pragma once

#include <QString>

#include <memory>

class QTextDocument;
class QUrl;

namespace pgram {

/// Returns a lesson's Markdown as a document. HTML stays text, a picture becomes its alternative text, and a link that
/// does not lead to the web becomes plain text.
[[nodiscard]] std::unique_ptr<QTextDocument> lessonDocument(const QString& markdown);
/// Returns lessonDocument() as HTML without a font of its own, for labels.
[[nodiscard]] QString lessonHtml(const QString& markdown);
/// Returns true for http and https.
[[nodiscard]] bool isWebLink(const QUrl& link);

}  // namespace pgram
