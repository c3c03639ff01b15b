// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/lesson/lesson_text.h"

#include <QRegularExpression>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextFragment>
#include <QUrl>

#include <algorithm>
#include <vector>

namespace pgram {

namespace {

/// A document that asks for nothing: a picture may be a pipe, which never ends.
class ClosedDocument : public QTextDocument {
protected:
    QVariant loadResource(int /*type*/, const QUrl& /*name*/) override { return {}; }
};

bool isAllowed(const QTextCharFormat& format)
{
    return !format.isImageFormat() && (format.anchorHref().isEmpty() || isWebLink(QUrl(format.anchorHref())));
}

}  // namespace

std::unique_ptr<QTextDocument> lessonDocument(const QString& markdown)
{
    auto document = std::make_unique<ClosedDocument>();
    document->setMarkdown(markdown, QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) |
                                        QTextDocument::MarkdownNoHTML);
    std::vector<QTextFragment> refused;
    for (QTextBlock block = document->begin(); block.isValid(); block = block.next()) {
        for (auto each = block.begin(); !each.atEnd(); ++each) {
            if (!isAllowed(each.fragment().charFormat())) {
                refused.push_back(each.fragment());
            }
        }
    }
    std::ranges::reverse(refused);  // from the back, so that the positions of the others stay
    for (const QTextFragment& fragment : refused) {
        const QTextCharFormat format = fragment.charFormat();
        const QString text =
            format.isImageFormat() ? format.property(QTextFormat::ImageAltText).toString() : fragment.text();
        QTextCursor cursor(document.get());
        cursor.setPosition(fragment.position());
        cursor.setPosition(fragment.position() + fragment.length(), QTextCursor::KeepAnchor);
        cursor.insertText(text, QTextCharFormat());
    }
    return document;
}

QString lessonHtml(const QString& markdown)
{
    static const QRegularExpression body(QStringLiteral("<body style=\"[^\"]*\">"));
    return lessonDocument(markdown)->toHtml().replace(body, QStringLiteral("<body>"));
}

bool isWebLink(const QUrl& link)
{
    return link.scheme() == QLatin1StringView("https") || link.scheme() == QLatin1StringView("http");
}

}  // namespace pgram
