// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One HTML file that stands alone: text, tables, pictures and attachments, with nothing from elsewhere and no script.
// It is well-formed XML as well; all text is escaped, whatever a plan is called.
#pragma once

#include <QByteArray>
#include <QSizeF>
#include <QString>
#include <QStringList>
#include <QXmlStreamWriter>

#include <vector>

namespace pgram {

struct HtmlTable {
    struct Row {
        QStringList cells;
        bool bad = false;  ///< out of budget, say
    };
    QStringList head;
    std::vector<Row> rows;
    int texts = 1;          ///< columns of text in front of those of figures
    bool explains = false;  ///< the last column is a sentence
};

/// An SVG drawing, for light and for dark.
struct HtmlDrawing {
    QByteArray light;
    QByteArray dark;
    QSizeF size;
};

/// A picture, drawn once or at several magnifications.
struct HtmlPicture {
    QString title;
    QString description;                ///< for those who do not see it
    std::vector<HtmlDrawing> drawings;  ///< the first one as wide as the page, the others wider and of the same height
};

class HtmlPage {
public:
    /// `language`: "en", "zh_CN".
    HtmlPage(const QString& title, const QString& language);

    /// Until end(); the kind is a class of the style sheet.
    void begin(const char* element, const char* kind = nullptr);
    void end() { m_writer.writeEndElement(); }
    /// A whole element with a text in it.
    void text(const char* element, const QString& text, const char* kind = nullptr);
    void table(const HtmlTable& table);
    /// Writes a picture. Where it has several drawings, buttons choose one; the wider ones scroll.
    void picture(const HtmlPicture& picture);
    /// A link that saves `content` as a file of that name.
    void attachment(const QString& text, const QString& name, const QByteArray& content);

    [[nodiscard]] QByteArray take();

private:
    void cells(const HtmlTable& table, const QStringList& texts, const char* element);
    void drawing(const HtmlDrawing& drawing, const QString& description);
    void magnifications(const std::vector<HtmlDrawing>& drawings);

    QByteArray m_bytes;
    QXmlStreamWriter m_writer{&m_bytes};
    int m_magnified = 0;  ///< pictures so far with several drawings
};

}  // namespace pgram
