// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/report/html_page.h"

#include "core/base/quoting.h"

#include <QFile>

namespace pgram {

namespace {

QString dataUri(const char* type, const QByteArray& content)
{
    return QStringLiteral("data:%1;base64,%2").arg(QLatin1StringView(type), QLatin1StringView(content.toBase64()));
}

/// Text that XML can have: the writer escapes markup, and gives up at a control character.
QString shown(const QString& text)
{
    return QString::fromStdString(plainText(text.toStdString()));
}

QString latin(const char* text)
{
    return QString::fromLatin1(text);
}

QByteArray styleSheet()
{
    QFile file(QStringLiteral(":/report/report.css"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

HtmlPage::HtmlPage(const QString& title, const QString& language)
{
    m_writer.writeDTD(QStringLiteral("<!DOCTYPE html>"));
    begin("html");
    m_writer.writeDefaultNamespace(QStringLiteral("http://www.w3.org/1999/xhtml"));
    m_writer.writeAttribute(latin("lang"), QString(language).replace(u'_', u'-'));
    begin("head");
    const auto meta = [this](const char* name, const QString& value, const char* content) {
        m_writer.writeEmptyElement(latin("meta"));
        m_writer.writeAttribute(latin(name), value);
        if (content != nullptr) {
            m_writer.writeAttribute(latin("content"), latin(content));
        }
    };
    meta("charset", latin("utf-8"), nullptr);
    meta("name", latin("viewport"), "width=device-width, initial-scale=1");
    meta("name", latin("color-scheme"), "light dark");
    // Nothing is loaded and nothing runs, even where something should have slipped in.
    meta("http-equiv", latin("Content-Security-Policy"),
         "default-src 'none'; img-src data:; style-src 'unsafe-inline'");
    text("title", title);
    text("style", QString::fromUtf8(styleSheet()));
    end();
    begin("body");
}

void HtmlPage::begin(const char* element, const char* kind)
{
    m_writer.writeStartElement(latin(element));
    if (kind != nullptr) {
        m_writer.writeAttribute(latin("class"), latin(kind));
    }
}

/// An element without a text is written with its end, too: HTML knows no other way.
void HtmlPage::text(const char* element, const QString& text, const char* kind)
{
    begin(element, kind);
    m_writer.writeCharacters(shown(text));
    end();
}

void HtmlPage::cells(const HtmlTable& table, const QStringList& texts, const char* element)
{
    for (qsizetype column = 0; column < texts.size(); ++column) {
        const bool explains = table.explains && column + 1 == table.head.size();
        text(column == 0 ? "th" : element, texts[column],
             explains                ? "why"
             : column >= table.texts ? "figure"
                                     : nullptr);
    }
}

void HtmlPage::table(const HtmlTable& table)
{
    begin("div", "wide");
    begin("table", table.explains ? "explained" : nullptr);
    begin("thead");
    begin("tr");
    cells(table, table.head, "th");
    end();
    end();
    begin("tbody");
    for (const HtmlTable::Row& row : table.rows) {
        begin("tr", row.bad ? "bad" : nullptr);
        cells(table, row.cells, "td");
        end();
    }
    end();
    end();
    end();
}

void HtmlPage::picture(const HtmlPicture& picture)
{
    const bool isMagnified = picture.drawings.size() > 1;
    begin("figure", isMagnified ? "magnified" : nullptr);
    if (isMagnified) {
        magnifications(picture.drawings);
    }
    for (const HtmlDrawing& each : picture.drawings) {
        if (isMagnified) {
            begin("div");
        }
        drawing(each, picture.description);
        if (isMagnified) {
            end();
        }
    }
    text("figcaption", picture.title);
    end();
}

/// Writes a radio button for each drawing. The style sheet shows the drawing of the checked one, without a script.
void HtmlPage::magnifications(const std::vector<HtmlDrawing>& drawings)
{
    const QString group = QStringLiteral("magnified-%1").arg(++m_magnified);
    for (std::size_t index = 0; index < drawings.size(); ++index) {
        const QString id = QStringLiteral("%1-%2").arg(group).arg(index);
        m_writer.writeEmptyElement(latin("input"));
        m_writer.writeAttribute(latin("type"), latin("radio"));
        m_writer.writeAttribute(latin("name"), group);
        m_writer.writeAttribute(latin("id"), id);
        if (index == 0) {
            m_writer.writeAttribute(latin("checked"), latin("checked"));
        }
        begin("label");
        m_writer.writeAttribute(latin("for"), id);
        m_writer.writeCharacters(
            QStringLiteral("× %1").arg(qRound(drawings[index].size.width() / drawings.front().size.width())));
        end();
    }
}

void HtmlPage::drawing(const HtmlDrawing& drawing, const QString& description)
{
    begin("picture");
    m_writer.writeEmptyElement(latin("source"));
    m_writer.writeAttribute(latin("media"), latin("screen and (prefers-color-scheme: dark)"));
    m_writer.writeAttribute(latin("srcset"), dataUri("image/svg+xml", drawing.dark));
    m_writer.writeEmptyElement(latin("img"));
    m_writer.writeAttribute(latin("src"), dataUri("image/svg+xml", drawing.light));
    m_writer.writeAttribute(latin("alt"), shown(description));
    m_writer.writeAttribute(latin("width"), QString::number(drawing.size.width()));
    m_writer.writeAttribute(latin("height"), QString::number(drawing.size.height()));
    end();
}

void HtmlPage::attachment(const QString& text, const QString& name, const QByteArray& content)
{
    begin("a");
    m_writer.writeAttribute(latin("download"), shown(name));
    m_writer.writeAttribute(latin("href"), dataUri("application/json", content));
    m_writer.writeCharacters(shown(text));
    end();
}

QByteArray HtmlPage::take()
{
    m_writer.writeEndDocument();
    return m_bytes;
}

}  // namespace pgram
