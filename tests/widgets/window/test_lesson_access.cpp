// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The whole course as it stands on a projector of 1280 x 720 in large type, in both languages and themes: nothing cut
// off, nothing outside of the window, everything named and readable; and the start page the same.
#include "tests/effort.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/audit.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/shell/guide/start_page.h"
#include "widgets/shell/teach/lesson_stage.h"
#include "widgets/views/common/view.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>

using namespace pgram;

namespace {

/// Texts and buttons that have less room than they need.
QStringList clipComplaints(const QWidget* in)
{
    QStringList complaints;
    for (const QLabel* label : in->findChildren<QLabel*>()) {
        const int needed =
            label->hasHeightForWidth() ? label->heightForWidth(label->width()) : label->minimumSizeHint().height();
        if (label->isVisible() && !label->text().isEmpty() && label->height() < needed) {
            complaints.append(
                QStringLiteral("%1 is %2 high and needs %3").arg(placeOf(label)).arg(label->height()).arg(needed));
        }
    }
    for (const QAbstractButton* button : in->findChildren<QAbstractButton*>()) {
        const QSize needed = button->minimumSizeHint();
        if (button->isVisible() && (button->width() < needed.width() || button->height() < needed.height())) {
            complaints.append(placeOf(button) + QStringLiteral(" is too small for its text"));
        }
    }
    return complaints;
}

/// What stands outside of the window, and a view without room for a picture.
QStringList roomComplaints(const MainWindow& window)
{
    constexpr int leastView = 400;
    QStringList complaints;
    for (const QDockWidget* dock : window.findChildren<QDockWidget*>()) {
        const bool isBehindATab = dock->geometry().right() <= 0;  // where Qt puts those
        if (dock->isVisible() && !isBehindATab && !window.rect().contains(dock->geometry())) {
            complaints.append(dock->objectName() + QStringLiteral(" is outside of the window"));
        }
    }
    if (window.centralWidget()->width() < leastView) {
        complaints.append(QStringLiteral("the view is %1 wide").arg(window.centralWidget()->width()));
    }
    return complaints;
}

}  // namespace

class TestLessonAccess : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void courseOnAProjector_data() { rows(); }
    void courseOnAProjector()
    {
        MainWindow& window = begin();
        LessonRun* run = window.lessons()->run();
        const std::vector<LessonEntry> course = run->lessons();
        QVERIFY(course.size() > 10);
        for (const LessonEntry& entry : course) {
            window.lessons()->open(QString::fromStdString(entry.name));
            for (int step = 0; step < run->stepCount(); ++step) {
                run->goTo(step);
                QTRY_VERIFY(run->isReady());
                QTRY_COMPARE(roomComplaints(window).join(QLatin1Char('\n')), QString());
                const auto* dock = window.findChild<QDockWidget*>(text("lesson"));
                QTRY_COMPARE(clipComplaints(dock->widget()).join(QLatin1Char('\n')), QString());
                const QStringList wrong = nameComplaints(dock->widget()) + contrastComplaints(dock->widget());
                QVERIFY2(wrong.isEmpty(),
                         qPrintable(QString::fromStdString(entry.name) + QLatin1Char(' ') + QString::number(step + 1) +
                                    QLatin1Char(' ') + wrong.join(QLatin1Char('\n'))));
            }
            run->leave();
        }
    }

    void startPage_data() { rows(); }
    void startPage()
    {
        MainWindow& window = begin();
        window.showStart();
        QCoreApplication::processEvents();
        auto* page = window.findChild<StartPage*>();
        QTRY_COMPARE(clipComplaints(page).join(QLatin1Char('\n')), QString());
        QCOMPARE(nameComplaints(page), QStringList());
        QCOMPARE(contrastComplaints(page), QStringList());
    }

    /// A lesson's plan is a guest, in no row of the session: what works on rows is off, and says why.
    void actionsOnRowsAreOff()
    {
        const WindowFixture fixture;
        MainWindow& window = *fixture.window;
        LessonRun* run = window.lessons()->run();
        window.lessons()->open(QString::fromStdString(run->lessons().front().name));
        QTRY_VERIFY(run->isReady() && fixture.document()->plan() != nullptr);
        QCOMPARE(fixture.session()->currentRow(), -1);
        for (const char* name : {"duplicate", "remove", "rename", "reference", "compared", "keepLayers", "keepCuts"}) {
            auto* action = window.findChild<QAction*>(text(name));
            QVERIFY2(action != nullptr && !action->isEnabled(), name);
            action->setEnabled(true);  // as for a key that was pressed before
            action->trigger();
        }
        QVERIFY(!window.findChild<QComboBox*>(text("whyNot"))->isEnabled());
        QCOMPARE(fixture.session()->count(), 0);
        run->leave();
    }

private:
    /// Both languages and both themes, in the deep tier each with each.
    static void rows()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("theme");
        QTest::newRow("English, light") << text("en") << text("light");
        QTest::newRow("Chinese, dark") << text("zh_CN") << text("dark");
        if (test::isDeep()) {
            QTest::newRow("English, dark") << text("en") << text("dark");
            QTest::newRow("Chinese, light") << text("zh_CN") << text("light");
        }
    }

    MainWindow& begin()
    {
        m_fixture.reset();
        m_fixture.emplace();
        MainWindow& window = *m_fixture->window;
        window.showLanguage(*static_cast<const QString*>(QTest::qData("language", qMetaTypeId<QString>())));
        window.showTheme(*static_cast<const QString*>(QTest::qData("theme", qMetaTypeId<QString>())));
        window.resize(1280, 720);
        return window;
    }

    std::optional<WindowFixture> m_fixture;
};

PGRAM_TEST(TestLessonAccess)
#include "test_lesson_access.moc"
