// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Chinese of the window uses one word for each term: resources/i18n/terms.md.

#include "tests/pgram_test.h"
#include "tests/places.h"

#include <QFile>
#include <QRegularExpression>
#include <QXmlStreamReader>

#include <map>
#include <set>

using namespace pgram;

namespace {

QByteArray contentOf(const char* name)
{
    QFile file(QString::fromStdString((sourceFolder() / "resources/i18n" / name).string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Column `column` of the table behind `heading`, row by row.
QStringList column(const QString& heading, int column)
{
    const QString text = QString::fromUtf8(contentOf("terms.md"));
    QStringList cells;
    const QString table = text.mid(text.indexOf(heading) + heading.size()).section(QStringLiteral("\n## "), 0, 0);
    for (const QString& line : table.split(u'\n')) {
        if (line.startsWith(u'|') && !line.startsWith(QLatin1StringView("|---"))) {
            cells.append(line.section(u'|', column + 1, column + 1).trimmed());
        }
    }
    return cells.mid(1);
}

/// Without mnemonic, ellipsis and case.
QString plain(QString text)
{
    static const QRegularExpression mnemonic(QStringLiteral("\\(&\\w\\)|&(?=\\w)|…$"));
    return text.remove(mnemonic).toLower().trimmed();
}

/// Translations by text, a comment being part of it.
std::map<QString, std::set<QString>> translations()
{
    std::map<QString, std::set<QString>> found;
    QXmlStreamReader xml(contentOf("parallelogram_zh_CN.ts"));
    QString source;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) {
            continue;
        }
        if (xml.name() == u"source") {
            source = plain(xml.readElementText());
        } else if (xml.name() == u"comment") {
            source += u'#' + xml.readElementText();
        } else if (xml.name() == u"translation") {
            found[source].insert(plain(xml.readElementText(QXmlStreamReader::IncludeChildElements)));
        }
    }
    return found;
}

}  // namespace

class TestTerms : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aTextHasOneTranslation()
    {
        const QStringList listed = column(QStringLiteral("## Texts with two translations"), 0);
        const auto all = translations();
        QVERIFY(all.size() > 900);
        for (const auto& [text, said] : all) {
            const auto found =
                listed.indexOf(QRegularExpression(QRegularExpression::anchoredPattern(QRegularExpression::escape(text)),
                                                  QRegularExpression::CaseInsensitiveOption));
            QVERIFY2((said.size() > 1) == (found >= 0), qPrintable(text));
        }
    }

    void noTranslationUsesAWordToAvoid()
    {
        QStringList avoided;
        for (const QString& cell : column(QStringLiteral("# Terms"), 2)) {
            avoided += cell.split(QStringLiteral(", "), Qt::SkipEmptyParts);
        }
        QVERIFY(avoided.size() >= 10);
        for (const auto& [text, said] : translations()) {
            for (const QString& translation : said) {
                for (const QString& word : avoided) {
                    QVERIFY2(!translation.contains(word), qPrintable(translation));
                }
            }
        }
    }
};

PGRAM_TEST(TestTerms)
#include "test_terms.moc"
