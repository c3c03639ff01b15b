// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Lessons of others show text: nothing of them runs, nothing is loaded, and no link leads elsewhere than to the web.
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "widgets/docks/lesson/lesson_parts.h"
#include "widgets/docks/lesson/lesson_text.h"
#include "widgets/shell/teach/handout.h"

#include <QDesktopServices>
#include <QFile>
#include <QTemporaryDir>
#include <QTextBlock>
#include <QTextDocument>
#include <QUrl>

#include <sys/stat.h>

using namespace pgram;

namespace {

/// Links, pictures and HTML of all kinds around a text. `pipe` is one that never ends when it is read.
QString hostileText(const QString& pipe)
{
    return QStringLiteral("Before **bold**. ![shown instead](file://%1) ![](http://127.0.0.1:1/track.png) ![ref][p]\n"
                          "[script](javascript:alert(1)) [program](file:///usr/bin/x) <file:///usr/bin/x> "
                          "[relative](x.html) [site](https://example.org/a) <b>tag</b> <img src=\"file://%1\">\n\n"
                          "<script>alert(1)</script>\n\n"
                          "<iframe src=\"file:///etc/passwd\"></iframe>\n\n"
                          "After.\n\n[p]: file://%1\n")
        .arg(pipe);
}

QStringList linksOf(const QTextDocument& document)
{
    QStringList links;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto each = block.begin(); !each.atEnd(); ++each) {
            const QString link = each.fragment().charFormat().anchorHref();
            if (!link.isEmpty()) {
                links.append(link);
            }
        }
    }
    return links;
}

}  // namespace

class TestLessonText : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_pipe = m_folder.filePath(QStringLiteral("pipe"));
    QStringList m_opened;

public Q_SLOTS:
    void openLink(const QUrl& link) { m_opened.append(link.toString()); }

private Q_SLOTS:
    void initTestCase() { QVERIFY(::mkfifo(qPrintable(m_pipe), 0600) == 0); }

    void onlyTextAndWebLinksAreLeft()
    {
        const auto document = lessonDocument(hostileText(m_pipe));
        const QString plain = document->toPlainText();
        for (const char* part : {"Before bold.", "script program", "<b>tag</b>", "<script>alert(1)</script>",
                                 "<iframe src=\"file:///etc/passwd\"></iframe>", "After."}) {
            QVERIFY2(plain.contains(QLatin1StringView(part)), qPrintable(plain));
        }
        QVERIFY(!plain.contains(QChar::ObjectReplacementCharacter));
        QCOMPARE(linksOf(*document), QStringList(QStringLiteral("https://example.org/a")));
        const QString html = lessonHtml(hostileText(m_pipe));
        QVERIFY2(!html.contains(QStringLiteral("<img")) && !html.contains(QStringLiteral("<script")), qPrintable(html));
        QVERIFY(html.contains(QStringLiteral("<body>")));  // the label's own font
    }

    void aLabelOpensWebLinksAlone()
    {
        MarkdownLabel label;
        label.setMarkdown(hostileText(m_pipe));
        label.resize(label.sizeHint());
        QVERIFY(!label.grab().isNull());
        for (const char* scheme : {"file", "javascript", "https"}) {
            QDesktopServices::setUrlHandler(QLatin1StringView(scheme), this, "openLink");
        }
        for (const char* link : {"file:///usr/bin/x", "javascript:alert(1)", "https://example.org/a"}) {
            Q_EMIT label.linkActivated(QLatin1StringView(link));
        }
        QCOMPARE(m_opened, QStringList(QStringLiteral("https://example.org/a")));
        for (const char* scheme : {"file", "javascript", "https"}) {
            QDesktopServices::unsetUrlHandler(QLatin1StringView(scheme));
        }
        label.setMarkdown(QString());
        QVERIFY(label.text().isEmpty() && label.isHidden());
    }

    void handouts()
    {
        for (const char* end : {".json", ".en.md", ".zh_CN.md"}) {
            const QString name = QStringLiteral("memory-in-training") + QLatin1StringView(end);
            QFile file(QString::fromStdString((presetsFolder() / "lessons").string()) + QLatin1Char('/') + name);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QByteArray text = file.readAll();
            if (name.endsWith(QStringLiteral(".md"))) {
                const auto heading = text.indexOf("\n## ");
                text.insert(text.indexOf('\n', heading + 1) + 1, '\n' + hostileText(m_pipe).toUtf8());
            }
            QFile copy(m_folder.filePath(name));
            QVERIFY(copy.open(QIODevice::WriteOnly) && copy.write(text) == text.size());
        }
        const PresetStore store(presetsFolder());
        const HandoutOptions options{.lesson = m_folder.filePath(QStringLiteral("memory-in-training.json")),
                                     .solutions = true};
        const QString html = m_folder.filePath(QStringLiteral("sheet.html"));
        QCOMPARE(writeHandout(html, store, options), QString());
        QFile file(html);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray page = file.readAll();
        QVERIFY(page.contains("After.") && page.contains("href=\"https://example.org/a\""));
        for (const char* part :
             {"href=\"javascript", "href=\"file", "src=\"file", "src=\"http", "<script", "<iframe"}) {
            QVERIFY2(!page.contains(part), part);
        }
        QCOMPARE(writeHandout(m_folder.filePath(QStringLiteral("sheet.pdf")), store, options), QString());
    }
};

PGRAM_TEST(TestLessonText)
#include "test_lesson_text.moc"
