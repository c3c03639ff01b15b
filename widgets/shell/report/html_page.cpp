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
    begin("figure");
    begin("picture");
    m_writer.writeEmptyElement(latin("source"));
    m_writer.writeAttribute(latin("media"), latin("screen and (prefers-color-scheme: dark)"));
    m_writer.writeAttribute(latin("srcset"), dataUri("image/svg+xml", picture.dark));
    m_writer.writeEmptyElement(latin("img"));
    m_writer.writeAttribute(latin("src"), dataUri("image/svg+xml", picture.light));
    m_writer.writeAttribute(latin("alt"), shown(picture.description));
    m_writer.writeAttribute(latin("width"), QString::number(picture.size.width()));
    m_writer.writeAttribute(latin("height"), QString::number(picture.size.height()));
    end();
    text("figcaption", picture.title);
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
