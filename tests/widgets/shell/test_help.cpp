// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The help: its pages and their links in both languages; Edit's Copy and Paste.

#include "core/frameworks/target.h"
#include "core/lessons/lesson_check.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/shell/guide/help_window.h"

#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTextBrowser>

#include <set>

using namespace pgram;

class TestHelp : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_fixture.emplace();
        QVERIFY(QTest::qWaitForWindowActive(window()));
    }
    void cleanup() { m_fixture.reset(); }

    /// The core checks lessons without a window, by the names of its views.
    void lessonsMayNameEveryView()
    {
        std::set<QString> shown;
        for (const View* view : window()->views()->views()) {
            shown.insert(view->viewName());
        }
        std::set<QString> known;
        for (const char* name : lessonViews()) {
            known.insert(QString::fromUtf8(name));
        }
        QCOMPARE(known, shown);
    }
    void everyPageIsReachedFromTheContents();
    void theContentsLeadToPages();
    void editCopiesAndPastesWhereTheFocusIs();

private:
    [[nodiscard]] MainWindow* window() const { return m_fixture->window.get(); }
    std::optional<WindowFixture> m_fixture;
};

void TestHelp::everyPageIsReachedFromTheContents()
{
    const QRegularExpression link(QStringLiteral("\\(help:([^)#]+)"));
    for (const char* language : {"en", "zh_CN"}) {
        std::set<QString> reached{contentsPage};
        std::vector<QString> open{contentsPage};
        while (!open.empty()) {
            const QString page = helpText(open.back(), QString::fromLatin1(language));
            QVERIFY2(page.startsWith(QStringLiteral("# ")), qPrintable(open.back()));
            QVERIFY(!helpTitle(page).isEmpty());
            open.pop_back();
            for (auto links = link.globalMatch(page); links.hasNext();) {
                const QString next = links.next().captured(1);
                if (reached.insert(next).second) {
                    open.push_back(next);
                }
            }
        }
        const QStringList all = helpPages();
        QCOMPARE(reached, std::set<QString>(all.begin(), all.end()));
    }
    QVERIFY(helpText(QStringLiteral("view-memory"), QStringLiteral("zh_CN")) !=
            helpText(QStringLiteral("view-memory"), QStringLiteral("en")));
}

void TestHelp::theContentsLeadToPages()
{
    window()->actions()["helpContents"]->trigger();
    auto* help = window()->findChild<HelpWindow*>();
    QVERIFY(help != nullptr && help->isVisible());
    QCOMPARE(help->page(), contentsPage);
    QCOMPARE(help->windowTitle(), QStringLiteral("Help"));
    Q_EMIT help->browser()->anchorClicked(QUrl(QStringLiteral("help:first-steps")));
    QCOMPARE(help->windowTitle(), QStringLiteral("First steps"));
    QVERIFY(help->browser()->toPlainText().contains(QStringLiteral("tp8-sp-cp4-sdp")));
    help->showPage(QStringLiteral("nonsense"));
    QCOMPARE(help->page(), QStringLiteral("first-steps"));
    window()->actions()["fidelityHelp"]->trigger();
    QCOMPARE(help->page(), fidelityPage);
    window()->actions()["frameworksHelp"]->trigger();
    QCOMPARE(help->page(), frameworksPage);
    const QString frameworks = help->browser()->toPlainText();
    for (const Target* target : targets()) {
        QVERIFY2(frameworks.contains(QString::fromUtf8(target->title)), target->title);
        QVERIFY2(frameworks.contains(QString::fromUtf8(target->space.source)), target->space.source);
    }
}

void TestHelp::editCopiesAndPastesWhereTheFocusIs()
{
    window()->session()->add(samplePlan(4, 12, 8));
    View* view = window()->views()->current();
    view->setFocus();
    QTRY_VERIFY(view->hasFocus());
    window()->selection()->select({.firstLayer = 0, .layerCount = 1, .stage = 0});
    QApplication::clipboard()->clear();
    QTest::keyClick(window(), Qt::Key_C, Qt::ControlModifier);
    QVERIFY(!QApplication::clipboard()->text().isEmpty());
    auto* batch = window()->findChild<QLineEdit*>(QStringLiteral("scenarioBatch"));
    batch->setText(QStringLiteral("64"));
    batch->setFocus();
    batch->selectAll();
    window()->actions()["copy"]->trigger();
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("64"));
    batch->setText(QStringLiteral("1"));
    batch->setCursorPosition(1);
    window()->actions()["paste"]->trigger();
    QCOMPARE(batch->text(), QStringLiteral("164"));
}

PGRAM_TEST(TestHelp)
#include "test_help.moc"
