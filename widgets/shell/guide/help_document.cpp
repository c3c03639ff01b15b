// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/guide/help_document.h"

#include "widgets/shell/guide/help_figures.h"
#include "widgets/shell/guide/help_formulas.h"
#include "widgets/shell/guide/help_pages.h"

#include <QRegularExpression>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextTable>
#include <QUrl>

#include <algorithm>
#include <vector>

namespace pgram {

namespace {

/// A picture without a text is none to Qt's Markdown; it gets its own when it is placed.
const QString pictureMark = QStringLiteral("x");
constexpr double pageMargin = 16;
constexpr double formulaIndent = 24;
constexpr int widestPicture = 960;
constexpr double pictureShape = 0.58;  // height of a view's picture over its width

struct ShownPicture {
    QImage image;
    QString text;
};

/// Where a document keeps the text of a picture.
QUrl textOf(const QString& name)
{
    return {QStringLiteral("text:") + name};
}

/// The pictures that a page asks for, by the names that they have in it.
class Pictures {
public:
    Pictures(const HelpSources& sources, const HelpLook& look) : m_sources(sources), m_look(look) {}

    /// The text with pictures in the formulas' places.
    [[nodiscard]] QString drawn(const QString& text)
    {
        static const QRegularExpression formula(QStringLiteral(R"(\$\$([a-z0-9-]+)\$\$|\$([^$\n]+)\$)"));
        static const QRegularExpression view(QStringLiteral(R"(!\[\]\(view:([a-z:-]+)\))"));
        QString shown = replaced(text, formula, [this](const QRegularExpressionMatch& match) {
            const bool isInline = match.captured(1).isEmpty();
            return set(isInline ? match.captured(2) : QLatin1Char('$') + match.captured(1), isInline);
        });
        return replaced(shown, view,
                        [this](const QRegularExpressionMatch& match) { return painted(match.captured(1)); });
    }

    void giveTo(QTextDocument& document) const
    {
        for (const auto& [name, picture] : m_all) {
            document.addResource(QTextDocument::ImageResource, QUrl(name), picture.image);
            document.addResource(QTextDocument::UserResource, textOf(name), picture.text);
        }
    }

private:
    template <typename Make>
    static QString replaced(const QString& text, const QRegularExpression& pattern, const Make& make)
    {
        QString result;
        qsizetype done = 0;
        for (auto found = pattern.globalMatch(text); found.hasNext();) {
            const QRegularExpressionMatch match = found.next();
            result += text.mid(done, match.capturedStart() - done) + make(match);
            done = match.capturedEnd();
        }
        return result + text.mid(done);
    }

    QString placed(const QString& kind, ShownPicture picture)
    {
        const QString name = QStringLiteral("%1:%2").arg(kind).arg(m_all.size());
        m_all.emplace_back(name, std::move(picture));
        return QStringLiteral("![%1](%2)").arg(pictureMark, name);
    }

    QString set(const QString& name, bool isInline)
    {
        const auto known = helpFormulas().find(name);
        if (known == helpFormulas().end()) {
            return QStringLiteral("`%1`").arg(name);  // which a test finds
        }
        const HelpFormula& formula = known->second;
        const QColor color = m_look.palette.color(QPalette::Text);
        return placed(isInline ? QStringLiteral("sign") : QStringLiteral("formula"),
                      {formulaPicture(formula, m_look.font, color, m_look.ratio, isInline), formula.text});
    }

    QString painted(const QString& view)
    {
        const int width = std::min(widestPicture, m_look.width - static_cast<int>(3 * pageMargin));
        const QSize size(width, static_cast<int>(width * pictureShape));
        const QImage image = m_sources.picture ? m_sources.picture(view, size, m_look.ratio) : QImage();
        return image.isNull() ? QString() : placed(QStringLiteral("picture"), {image, {}});
    }

    const HelpSources& m_sources;
    const HelpLook& m_look;
    std::vector<std::pair<QString, ShownPicture>> m_all;
};

/// Hair lines, room around the text of cells, and no wider than the window. The lines are the table's ground between
/// its cells: borders that collapse take three times as long to lay out.
void styleTable(QTextTable& table, const QPalette& colors)
{
    QTextTableFormat format = table.format();
    format.setBorder(0);
    format.setCellSpacing(1);
    format.setBackground(colors.color(QPalette::Mid));
    format.setCellPadding(4);
    format.setTopMargin(8);
    format.setBottomMargin(8);
    format.setHeaderRowCount(1);
    format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
    for (int row = 0; row < table.rows(); ++row) {
        for (int column = 0; column < table.columns(); ++column) {
            QTextTableCell cell = table.cellAt(row, column);
            QTextCharFormat ground = cell.format();
            ground.setBackground(colors.color(QPalette::Base));
            cell.setFormat(ground);
        }
    }
    table.setFormat(format);
}

void styleTables(QTextDocument& document, const QPalette& colors)
{
    for (QTextFrame* frame : document.rootFrame()->childFrames()) {
        if (auto* table = qobject_cast<QTextTable*>(frame)) {
            styleTable(*table, colors);
        }
    }
}

/// A section begins with a distance, the larger the more it holds.
void setApart(const QTextBlock& block)
{
    constexpr double distances[] = {0, 0, 20, 14};  // above headings, by level
    const int level = std::min(3, block.blockFormat().headingLevel());
    QTextBlockFormat apart;
    apart.setTopMargin(distances[level]);
    apart.setBottomMargin(4);
    QTextCursor(block).mergeBlockFormat(apart);
}

/// Each section's heading is an anchor by the section's name.
void markSections(QTextDocument& document, const std::vector<HelpSection>& sections)
{
    auto section = sections.begin();
    for (QTextBlock block = document.begin(); block.isValid() && section != sections.end(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0) {
            continue;
        }
        setApart(block);
        if (!section->id.isEmpty()) {
            QTextCursor cursor(block);
            cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor);
            QTextCharFormat anchor;
            anchor.setAnchor(true);
            anchor.setAnchorNames({section->id});
            cursor.mergeCharFormat(anchor);
        }
        ++section;
    }
}

struct PlacedPicture {
    int position = 0;
    int length = 1;
    QTextImageFormat format;
};

std::vector<PlacedPicture> picturesOf(const QTextDocument& document)
{
    std::vector<PlacedPicture> pictures;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto at = block.begin(); !at.atEnd(); ++at) {
            const QTextFragment fragment = at.fragment();
            if (fragment.charFormat().isImageFormat()) {
                pictures.push_back({fragment.position(), fragment.length(), fragment.charFormat().toImageFormat()});
            }
        }
    }
    return pictures;
}

/// Formulas stand on the base line of their text, or in a line of their own, set off; each says itself in plain text.
void placePictures(QTextDocument& document)
{
    for (PlacedPicture& picture : picturesOf(document)) {
        QTextImageFormat& image = picture.format;
        const QString text = pictureText(document, image.name());
        image.setToolTip(text);
        image.setProperty(QTextFormat::ImageAltText, text);
        if (image.name().startsWith(QStringLiteral("sign:"))) {
            image.setVerticalAlignment(QTextCharFormat::AlignMiddle);
        }
        QTextCursor cursor(&document);
        cursor.setPosition(picture.position);
        cursor.setPosition(picture.position + picture.length, QTextCursor::KeepAnchor);
        cursor.setCharFormat(image);
        if (image.name().startsWith(QStringLiteral("formula:"))) {
            QTextBlockFormat apart;
            apart.setLeftMargin(formulaIndent);
            cursor.mergeBlockFormat(apart);
        }
    }
}

}  // namespace

QString filledHelp(const QString& page, const QString& language, const HelpSources& sources)
{
    static const QRegularExpression place(QStringLiteral(R"(\{\{([a-z]+):([A-Za-z0-9-]*)\}\})"));
    QString text = helpText(page, language);
    if (!text.contains(QStringLiteral("{{"))) {
        return text;
    }
    for (const auto& [name, figure] : figuresOf(sources.data)) {
        text.replace(QStringLiteral("{{%1}}").arg(name), figure);
    }
    for (auto match = place.match(text); match.hasMatch(); match = place.match(text)) {
        text.replace(match.capturedStart(), match.capturedLength(),
                     sources.words ? sources.words(match.captured(1), match.captured(2)) : QString());
    }
    return text;
}

QTextDocument* helpDocument(const QString& page, const QString& language, const HelpSources& sources,
                            const HelpLook& look)
{
    const QString text = filledHelp(page, language, sources);
    Pictures pictures(sources, look);
    auto* document = new QTextDocument;
    document->setDefaultFont(look.font);
    document->setDocumentMargin(pageMargin);
    const QString shown = pictures.drawn(withoutMarks(text));
    document->setMarkdown(shown);  // which forgets what the document had
    pictures.giveTo(*document);
    markSections(*document, helpSections(text));
    placePictures(*document);
    styleTables(*document, look.palette);
    return document;
}

QString pictureText(const QTextDocument& document, const QString& name)
{
    return document.resource(QTextDocument::UserResource, textOf(name)).toString();
}

}  // namespace pgram
