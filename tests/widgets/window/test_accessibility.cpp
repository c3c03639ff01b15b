// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window for everyone: whoever uses no mouse, hears the screen read aloud, or sees few colours. The real window
// with a plan in it, in both languages and themes: every view as picture and as table, all docks, and every dialog that
// a menu opens.

#include "tests/effort.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/audit.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/view.h"

#include <QAbstractItemModel>
#include <QDialog>
#include <QMenuBar>
#include <QMessageBox>
#include <QRegularExpression>
#include <QTableView>
#include <QTimer>

#include <optional>

using namespace pgram;

namespace {

/// Looks at each dialog that comes up, and closes it.
class DialogGuard : public QObject {
public:
    DialogGuard() { startTimer(20); }
    QStringList complaints;
    QStringList met;

protected:
    void timerEvent(QTimerEvent*) override
    {
        QWidget* top = QApplication::activePopupWidget();
        top = top != nullptr ? top : QApplication::activeModalWidget();
        if (top == nullptr) {
            return;
        }
        // The files' dialog is Qt's.
        if (qobject_cast<QFileDialog*>(top) == nullptr) {
            look(top);
        }
        top->close();
    }

private:
    void look(QWidget* top)
    {
        met.append(placeOf(top));
        complaints += nameComplaints(top) + contrastComplaints(top);
        if (qobject_cast<QDialog*>(top) != nullptr && top->isActiveWindow()) {
            complaints += tabComplaints(top, false);
        }
    }
};

/// Every entry of the menus that does something.
QList<QAction*> leavesOf(const QList<QAction*>& entries)
{
    QList<QAction*> leaves;
    for (QAction* entry : entries) {
        if (entry->menu() != nullptr) {
            leaves += leavesOf(entry->menu()->actions());
        } else if (!entry->isSeparator()) {
            leaves.append(entry);
        }
    }
    return leaves;
}

}  // namespace

class TestAccessibility : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void everythingHasAName_data() { languages(); }
    void everythingHasAName();
    void everyViewIsATableToo_data() { languages(); }
    void everyViewIsATableToo();
    void tabVisitsEverything();
    void everyDialogIsUsable_data() { languages(); }
    void everyDialogIsUsable();
    void lettersAndKeysAreUnique_data() { languages(); }
    void lettersAndKeysAreUnique();
    void textsCanBeRead_data();
    void textsCanBeRead();
    void palettesCanBeRead_data();
    void palettesCanBeRead();

private:
    void languages() const;
    void useLanguage();
    [[nodiscard]] QStringList inEveryView(const std::function<QStringList()>& look);

    std::optional<WindowFixture> m_fixture;
    MainWindow* m_window = nullptr;
};

void TestAccessibility::languages() const
{
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << QStringLiteral("en");
    QTest::newRow("Chinese") << QStringLiteral("zh_CN");
}

void TestAccessibility::useLanguage()
{
    QFETCH(const QString, language);
    m_window->showLanguage(language);
    QCoreApplication::processEvents();
}

void TestAccessibility::initTestCase()
{
    m_fixture.emplace();
    m_window = m_fixture->window.get();
    QVERIFY(QTest::qWaitForWindowActive(m_window));
    m_fixture->planAndWait();
    // A second plan beside it, compared; a layer selected: nothing is empty.
    Session* session = m_fixture->session();
    QCOMPARE(session->duplicate(0), 1);
    session->document()->setGlobalBatch(2 * session->document()->plan()->training.globalBatch);
    session->setCompared(0, true);
    session->setCompared(1, true);
    Selection layer;
    layer.firstLayer = 1;
    layer.layerCount = 1;
    layer.stage = 0;
    m_window->selection()->select(layer);
    m_window->messages()->post({Tone::Note, QStringLiteral("A message"), QStringLiteral("Do"), [] {}});
}

/// Each view in front, as picture and as table.
QStringList TestAccessibility::inEveryView(const std::function<QStringList()>& look)
{
    QStringList complaints;
    for (View* view : m_window->views()->views()) {
        m_window->views()->setCurrent(view);
        for (const bool table : {false, true}) {
            view->setTableShown(table);
            QCoreApplication::processEvents();
            for (const QString& complaint : look()) {
                const QString shown = view->viewName() + QString::fromLatin1(table ? " (table): " : ": ");
                complaints.append(shown + complaint);
            }
        }
        view->setTableShown(false);
    }
    return complaints;
}

void TestAccessibility::everythingHasAName()
{
    useLanguage();
    const QStringList complaints = inEveryView([this] { return nameComplaints(m_window); });
    QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(QLatin1Char('\n'))));
}

void TestAccessibility::everyViewIsATableToo()
{
    useLanguage();
    const QRegularExpression key(QStringLiteral("^[a-z0-9]+(_[a-z0-9]+)+$"));  // of files, not for people
    for (View* view : m_window->views()->views()) {
        if (view->viewName() == QLatin1StringView("study")) {
            continue;  // Without a study it has no rows; filters name its columns as they are in the file.
        }
        m_window->views()->setCurrent(view);
        view->setTableShown(true);
        auto* table = view->findChild<QTableView*>();
        QVERIFY2(table != nullptr && table->isVisible(), qPrintable(view->viewName()));
        const QAbstractItemModel* model = table->model();
        QTRY_VERIFY2(model->rowCount() > 0, qPrintable(view->viewName()));
        for (int column = 0; column < model->columnCount(); ++column) {
            const QString title = model->headerData(column, Qt::Horizontal).toString();
            QVERIFY2(!title.isEmpty() && !key.match(title).hasMatch(),
                     qPrintable(QStringLiteral("%1, column %2: %3").arg(view->viewName()).arg(column).arg(title)));
        }
        QStringList cells;
        for (int column = 0; column < model->columnCount(); ++column) {
            cells.append(model->index(0, column).data().toString());
        }
        QVERIFY2(!cells.join(QString()).trimmed().isEmpty(), qPrintable(view->viewName()));
        view->setTableShown(false);
    }
}

void TestAccessibility::tabVisitsEverything()
{
    for (const bool backwards : {false, true}) {
        const QStringList complaints = inEveryView([&] { return tabComplaints(m_window, backwards); });
        QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(QLatin1Char('\n'))));
    }
}

/// Whatever a menu opens: found by choosing every entry, so that a dialog of tomorrow is looked at too.
void TestAccessibility::everyDialogIsUsable()
{
    useLanguage();
    DialogGuard guard;
    const Actions& actions = m_window->actions();
    const QList<QAction*> left{actions["quit"], actions["newScenario"], actions["remove"], actions["clearRecent"]};
    QStringList complaints;
    for (QAction* action : leavesOf(m_window->menuBar()->actions())) {
        const bool ofASubmenu =
            action->actionGroup() != nullptr || actions.menu("scenarios")->actions().contains(action);
        if (left.contains(action) || ofASubmenu || !action->isEnabled() || action->isCheckable()) {
            continue;
        }
        action->trigger();
        QCoreApplication::processEvents();
        for (QWidget* top : QApplication::topLevelWidgets()) {
            if (top != m_window && top->isVisible() && qobject_cast<QDialog*>(top) != nullptr) {
                guard.met.append(placeOf(top));
                QVERIFY(QTest::qWaitForWindowActive(top));
                complaints += nameComplaints(top) + contrastComplaints(top) + tabComplaints(top, false);
                top->close();
            }
        }
    }
    m_window->planning()->stop();
    QTRY_VERIFY(!m_window->planning()->isRunning());
    complaints += guard.complaints;
    qInfo("%s", qPrintable(guard.met.join(QLatin1Char('\n'))));
    QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(QLatin1Char('\n'))));
    QVERIFY2(guard.met.size() >= 2, qPrintable(guard.met.join(QLatin1Char('\n'))));
}

void TestAccessibility::lettersAndKeysAreUnique()
{
    useLanguage();
    const QStringList complaints =
        mnemonicComplaints(m_window->menuBar()->actions(), QString()) + shortcutComplaints(m_window);
    QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(QLatin1Char('\n'))));
}

void TestAccessibility::textsCanBeRead_data()
{
    QTest::addColumn<QString>("theme");
    QTest::addColumn<QString>("language");
    QTest::newRow("light, English") << QStringLiteral("light") << QStringLiteral("en");
    QTest::newRow("dark, Chinese") << QStringLiteral("dark") << QStringLiteral("zh_CN");
    if (test::isDeep()) {
        QTest::newRow("light, Chinese") << QStringLiteral("light") << QStringLiteral("zh_CN");
        QTest::newRow("dark, English") << QStringLiteral("dark") << QStringLiteral("en");
    }
}

void TestAccessibility::textsCanBeRead()
{
    QFETCH(const QString, theme);
    useLanguage();
    m_window->showTheme(theme);
    QStringList complaints = inEveryView([this] { return contrastComplaints(m_window); });
    m_window->views()->setArrangement(ViewArea::Arrangement::Grid);
    QCoreApplication::processEvents();
    complaints += contrastComplaints(m_window);
    m_window->views()->setArrangement(ViewArea::Arrangement::Tabs);
    m_window->showTheme(QStringLiteral("light"));
    QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(QLatin1Char('\n'))));
}

void TestAccessibility::palettesCanBeRead_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

/// 4.5 for text, 3 for lines and marks that carry a meaning (WCAG 2, 1.4.3 and 1.4.11).
void TestAccessibility::palettesCanBeRead()
{
    QFETCH(const bool, dark);
    const QPalette palette = dark ? darkPalette() : lightPalette();
    const Theme theme(palette, QFont());
    QStringList complaints;
    const auto check = [&](const QString& what, const QColor& front, const QColor& back, double least) {
        if (contrast(front, back) < least) {
            complaints.append(QStringLiteral("%1: %2 on %3 has %4")
                                  .arg(what, front.name(), back.name())
                                  .arg(contrast(front, back), 0, 'f', 2));
        }
    };
    using Role = QPalette::ColorRole;
    const std::initializer_list<std::pair<Role, Role>> texts{{QPalette::WindowText, QPalette::Window},
                                                             {QPalette::Text, QPalette::Base},
                                                             {QPalette::Text, QPalette::AlternateBase},
                                                             {QPalette::ButtonText, QPalette::Button},
                                                             {QPalette::HighlightedText, QPalette::Highlight},
                                                             {QPalette::PlaceholderText, QPalette::Base},
                                                             {QPalette::PlaceholderText, QPalette::Window},
                                                             {QPalette::Link, QPalette::Base},
                                                             {QPalette::Link, QPalette::Window},
                                                             {QPalette::ToolTipText, QPalette::ToolTipBase}};
    for (const auto& [front, back] : texts) {
        check(QVariant::fromValue(front).toString(), palette.color(front), palette.color(back), 4.5);
    }
    for (const Tone tone : {Tone::Good, Tone::Bad, Tone::Warning, Tone::Note}) {
        for (const Role back : {QPalette::Window, QPalette::Base, QPalette::AlternateBase}) {
            check(QStringLiteral("tone"), toneColor(tone, palette), palette.color(back), 4.5);
        }
    }
    check(QStringLiteral("muted"), mutedText(palette), palette.color(QPalette::Window), 4.5);
    for (const QColor& ground : {theme.surface, theme.panel}) {
        for (const QColor& text : {theme.text, theme.mutedText, theme.bad, theme.good}) {
            check(QStringLiteral("picture"), text, ground, 4.5);
        }
        check(QStringLiteral("selection"), theme.accent, ground, 3);
        for (int index = 0; index < 4; ++index) {
            check(QStringLiteral("curve"), theme.series(index), ground, 3);
        }
    }
    QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(QLatin1Char('\n'))));
}

PGRAM_TEST(TestAccessibility)
#include "test_accessibility.moc"
