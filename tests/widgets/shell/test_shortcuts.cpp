// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Keys: no two actions share one, the sheet lists every one, and each that is listed does something. With
// PARALLELOGRAM_PICTURES set to a folder the sheet leaves pictures there.

#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/shell/actions/action_spec.h"
#include "widgets/shell/actions/shortcut_sheet.h"
#include "widgets/views/compare/compare_view.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QKeyEvent>
#include <QStandardItemModel>
#include <QTableView>

#include <map>
#include <optional>
#include <set>

using namespace pgram;

namespace {

/// Whether the widget does something with the key.
bool takes(QWidget* widget, const QKeySequence& key)
{
    const QKeyCombination pressed = key[0];
    QKeyEvent event(QEvent::KeyPress, pressed.key(), pressed.keyboardModifiers());
    QApplication::sendEvent(widget, &event);
    return event.isAccepted();
}

}  // namespace

class TestShortcuts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_fixture.emplace();
        QVERIFY(QTest::qWaitForWindowActive(window()));
    }
    void cleanup() { m_fixture.reset(); }
    void shortcutsAreUnique();
    void sheetListsEveryShortcut();
    void sheetIsSearchedCopiedAndMadeAPage();
    void everyKeyOfAViewIsListed();

private:
    [[nodiscard]] MainWindow* window() const { return m_fixture->window.get(); }
    void showSample() const { window()->session()->add(samplePlan(4, 12, 8)); }
    void checkKeys(View& view);

    std::optional<WindowFixture> m_fixture;
};

void TestShortcuts::checkKeys(View& view)
{
    window()->selection()->select({.firstLayer = 0, .layerCount = 1, .stage = 0, .microbatch = 0});
    const QString name = view.viewName();
    const bool waits = name == QLatin1StringView("hosts") || name == QLatin1StringView("keeping") ||
                       name == QLatin1StringView("what-if");
    QTRY_VERIFY(!waits || !view.isWorking());
    QList<QKeySequence> listed;
    for (const ViewKey& help : view.keys()) {
        QVERIFY(!help.text.isEmpty());
        for (const QKeySequence& key : help.keys) {
            QVERIFY2(takes(&view, key), qPrintable(view.viewName() + text(": ") + key.toString()));
            listed.append(key);
        }
    }
    // Enter may have begun a search, which Esc would stop.
    window()->planning()->stop();
    QTRY_VERIFY(!window()->planning()->isRunning());
    QList<int> keys{Qt::Key_Up,     Qt::Key_Down,     Qt::Key_Left,   Qt::Key_Right,     Qt::Key_Home,   Qt::Key_End,
                    Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Escape, Qt::Key_Space,     Qt::Key_Return, Qt::Key_Enter,
                    Qt::Key_Plus,   Qt::Key_Minus,    Qt::Key_Equal,  Qt::Key_Backspace, Qt::Key_Delete};
    for (int key = Qt::Key_A; key <= Qt::Key_Z; ++key) {
        keys.append(key);
    }
    for (int key = Qt::Key_0; key <= Qt::Key_9; ++key) {
        keys.append(key);
    }
    for (const int key : std::as_const(keys)) {
        QVERIFY2(!takes(&view, QKeySequence(key)) || listed.contains(QKeySequence(key)),
                 qPrintable(view.viewName() + text(": ") + QKeySequence(key).toString()));
    }
}

void TestShortcuts::shortcutsAreUnique()
{
    std::map<QString, QString> known;
    for (const QAction* action : menuActions(*window())) {
        for (const QKeySequence& shortcut : action->shortcuts()) {
            const QString keys = shortcut.toString();
            QVERIFY2(!known.contains(keys), qPrintable(keys + text(": ") + known[keys] + text(", ") + action->text()));
            known[keys] = action->text();
        }
    }
    QVERIFY(known.size() > 30);
    for (View* view : window()->views()->views()) {
        for (const ViewKey& help : view->keys()) {
            for (const QKeySequence& key : help.keys) {
                // Escape stops a search before it is the view's; Edit ▸ Copy and Paste press the keys of what has the
                // focus.
                const bool isShared = key == QKeySequence(Qt::Key_Escape) || key == QKeySequence(QKeySequence::Copy) ||
                                      key == QKeySequence(QKeySequence::Paste);
                QVERIFY2(isShared || !known.contains(key.toString()),
                         qPrintable(view->viewName() + text(": ") + key.toString()));
            }
        }
    }
}

void TestShortcuts::sheetListsEveryShortcut()
{
    window()->actions()["shortcuts"]->trigger();
    auto* sheet = window()->findChild<ShortcutSheet*>();
    QVERIFY(sheet != nullptr && sheet->isVisible());
    const QAbstractItemModel* model = sheet->findChild<QTableView*>()->model();
    const QAbstractItemModelTester tester(sheet->findChild<QStandardItemModel*>(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    std::set<QString> listed;
    for (int row = 0; row < model->rowCount(); ++row) {
        listed.insert(model->index(row, 1).data().toString());
        QVERIFY(!model->index(row, 0).data().toString().isEmpty());
        QVERIFY(!model->index(row, 2).data().toString().isEmpty());
    }
    for (const QAction* action : menuActions(*window())) {
        const QString keys = shortcutText(*action);
        QVERIFY2(keys.isEmpty() || listed.contains(keys), qPrintable(action->text() + keys));
    }
}

void TestShortcuts::sheetIsSearchedCopiedAndMadeAPage()
{
    window()->actions()["shortcuts"]->trigger();
    auto* sheet = window()->findChild<ShortcutSheet*>();
    auto* search = sheet->findChild<QLineEdit*>();
    const QAbstractItemModel* model = sheet->findChild<QTableView*>()->model();
    const int all = model->rowCount();
    QTest::keyClicks(search, text("full screen"));
    QCOMPARE(model->rowCount(), 1);
    QVERIFY(all > 50);
    search->clear();
    keepPicture(sheet, text("sheet"));
    QTest::keyClicks(search, text("full screen"));
    sheet->copy();
    QVERIFY(QApplication::clipboard()->text().contains(text("View\tF11\tFull Screen")));
    QVERIFY(sheet->html().contains(text("F11")) && !sheet->html().contains(text("Ctrl+G")));
    window()->showLanguage(text("zh_CN"));
    search->clear();
    QTRY_VERIFY(model->index(0, 0).data().toString() != text("File"));
    QCOMPARE(model->rowCount(), all);
    keepPicture(sheet, text("sheet-zh"));
}

/// Each listed key does something, and there is no other one that does.
void TestShortcuts::everyKeyOfAViewIsListed()
{
    showSample();
    window()->session()->duplicate(0);
    window()->session()->setCompared(0, true);
    window()->session()->setCompared(1, true);
    for (View* view : window()->views()->views()) {
        window()->views()->setCurrent(view);
        if (auto* compare = qobject_cast<CompareView*>(view)) {
            compare->showSection(CompareSection::Timelines);  // which has the keys of the time
        }
        checkKeys(*view);
    }
}

PGRAM_TEST(TestShortcuts)
#include "test_shortcuts.moc"
