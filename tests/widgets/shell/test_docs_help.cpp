// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The user guide's pages docs/guide/help/*.md: each is the English page of the help, with its figures, keys and
// formulas filled in, as Markdown that forges show. PARALLELOGRAM_REGENERATE=1 writes them anew (look at the difference
// before committing it).

#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/shell/guide/help_document.h"
#include "widgets/shell/guide/help_formulas.h"
#include "widgets/shell/guide/help_pages.h"
#include "widgets/shell/guide/help_words.h"

#include <QRegularExpression>

#include <map>

using namespace pgram;

namespace {

using Anchors = std::map<QString, QString>;  ///< anchor of a heading by the id of its section

/// Calls `make` for each match and puts its result in the match's place.
template <typename Make>
QString replaced(const QString& text, const QString& pattern, const Make& make)
{
    QString result;
    qsizetype done = 0;
    for (auto found = QRegularExpression(pattern).globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        result += text.mid(done, match.capturedStart() - done) + make(match);
        done = match.capturedEnd();
    }
    return result + text.mid(done);
}

/// Returns the anchor that forges give a heading: letters, digits, hyphens and underscores.
QString slug(const QString& title)
{
    QString anchor = title.toLower();
    anchor.remove(QRegularExpression(QStringLiteral(R"([^\w\- ])"), QRegularExpression::UseUnicodePropertiesOption));
    return anchor.replace(QLatin1Char(' '), QLatin1Char('-'));
}

/// Headings of one page with equal titles are numbered from the second on.
Anchors anchorsOf(const QString& page)
{
    Anchors anchors;
    std::map<QString, int> seen;
    for (const HelpSection& section : helpSections(page)) {
        const QString anchor = slug(section.title);
        const int before = seen[anchor]++;
        if (!section.id.isEmpty()) {
            anchors[section.id] = before == 0 ? anchor : QStringLiteral("%1-%2").arg(anchor).arg(before);
        }
    }
    return anchors;
}

/// Formulas as lines of text: in a block of their own, or as code in a line.
QString withFormulas(const QString& text)
{
    return replaced(text, QStringLiteral(R"(\$\$([a-z0-9-]+)\$\$|\$([^$\n]+)\$)"), [](const auto& match) {
        if (match.captured(1).isEmpty()) {
            return QStringLiteral("`%1`").arg(helpFormulas().at(match.captured(2)).text);
        }
        const QString formula = helpFormulas().at(QLatin1Char('$') + match.captured(1)).text;
        return QStringLiteral("```text\n%1\n```")
            .arg(QString(formula).replace(QStringLiteral("; "), QStringLiteral("\n")));
    });
}

/// "help:PAGE#SECTION" as a link from file to file.
QString fileLink(const HelpPlace& place, const QString& from, const std::map<QString, Anchors>& anchors)
{
    const QString file =
        place.page == from && !place.section.isEmpty() ? QString() : place.page + QStringLiteral(".md");
    return place.section.isEmpty() ? file : file + QLatin1Char('#') + anchors.at(place.page).at(place.section);
}

QString markdown(const QString& page, const QString& filled, const std::map<QString, Anchors>& anchors)
{
    QString text = withFormulas(withoutMarks(filled));
    // The program draws pictures of its views at the reader's size; a file has none.
    text.remove(QRegularExpression(QStringLiteral(R"(!\[\]\(view:[a-z:-]+\)\n*)")));
    text = replaced(text, QStringLiteral(R"(\]\((help:[^)]+)\))"), [&](const QRegularExpressionMatch& match) {
        return QStringLiteral("](%1)").arg(fileLink(placeOfLink(match.captured(1)).value(), page, anchors));
    });
    text.replace(QRegularExpression(QStringLiteral(R"(\n{3,})")), QStringLiteral("\n\n"));
    return QStringLiteral(
               "<!-- Generated from resources/help/%1.md by tests/widgets/shell/test_docs_help.cpp. -->\n\n%2\n")
        .arg(page, text.trimmed());
}

}  // namespace

class TestDocsHelp : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void filesAreThePagesOfTheHelp();
};

void TestDocsHelp::filesAreThePagesOfTheHelp()
{
    const WindowFixture fixture;
    const Result<FidelityData> fidelity = loadFidelity(PresetStore(presetsFolder()));
    QVERIFY(fidelity.has_value());
    const auto words = [&fixture](const QString& kind, const QString& name) {
        return helpWords(fixture.window->actions(), fixture.window->views()->views(), kind, name);
    };
    std::map<QString, QString> filled;
    std::map<QString, Anchors> anchors;
    for (const QString& page : helpPages()) {
        filled[page] = filledHelp(page, QStringLiteral("en"), {&*fidelity, words, {}});
        anchors[page] = anchorsOf(filled[page]);
    }

    const QDir folder(QString::fromStdString((sourceFolder() / "docs/guide/help").string()));
    const bool writes = qEnvironmentVariableIsSet("PARALLELOGRAM_REGENERATE");
    QVERIFY(!writes || QDir().mkpath(folder.path()));
    QStringList expected;
    for (const auto& [page, text] : filled) {
        const QString wanted = markdown(page, text, anchors);
        expected.append(page + QStringLiteral(".md"));
        QFile file(folder.filePath(expected.back()));
        if (writes) {
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(wanted.toUtf8()) > 0);
            continue;
        }
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        const QStringList kept = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
        const QStringList lines = wanted.split(QLatin1Char('\n'));
        for (qsizetype i = 0; i < std::min(kept.size(), lines.size()); ++i) {
            QVERIFY2(kept[i] == lines[i],
                     qPrintable(QStringLiteral("%1:%2 is now: %3").arg(page).arg(i + 1).arg(lines[i])));
        }
        QCOMPARE(kept.size(), lines.size());
    }
    QStringList there = folder.entryList({QStringLiteral("*.md")}, QDir::Files);
    there.sort();
    expected.sort();
    QCOMPARE(there, expected);
}

PGRAM_TEST(TestDocsHelp)
#include "test_docs_help.moc"
