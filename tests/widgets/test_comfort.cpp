// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What makes the window pleasant: named layouts, type size and full screen, the action finder, the sheet of shortcuts,
// the history of edits, copied and printed pictures. With PARALLELOGRAM_PICTURES set to a folder, the finder, the sheet
// and the views in the largest type leave pictures there.

#include "core/plan/plan_json.h"
#include "tests/widgets/sample_plan.h"
#include "widgets/docks/history_panel.h"
#include "widgets/docks/inspector_panel.h"
#include "widgets/docks/scenario_panel.h"
#include "widgets/shell/action_finder.h"
#include "widgets/shell/action_reasons.h"
#include "widgets/shell/action_text.h"
#include "widgets/shell/fuzzy.h"
#include "widgets/shell/language.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/message_bar.h"
#include "widgets/shell/named_layouts.h"
#include "widgets/shell/plan_files.h"
#include "widgets/shell/planning.h"
#include "widgets/shell/printing.h"
#include "widgets/shell/shortcut_sheet.h"
#include "widgets/shell/view_area.h"
#include "widgets/theme/theme.h"
#include "widgets/views/compare_view.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QMenuBar>
#include <QPrintDialog>
#include <QPrinter>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <optional>
#include <set>

using namespace pgram;

namespace {

Result<SearchResult> realSearch(const SearchRequest& request, std::stop_token token, const ProgressSink& progress)
{
    return search(request, std::move(token), progress);
}

QString text(const char* latin)
{
    return QString::fromLatin1(latin);
}

/// Whether the widget does something with the key.
bool takes(QWidget* widget, const QKeySequence& key)
{
    const QKeyCombination pressed = key[0];
    QKeyEvent event(QEvent::KeyPress, pressed.key(), pressed.keyboardModifiers());
    QApplication::sendEvent(widget, &event);
    return event.isAccepted();
}

}  // namespace

class TestComfort : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void fuzzyMatchesSubsequences();
    void fuzzyPrefersWordStartsAndNeighbours();
    void menuTextsLoseTheirMnemonics();
    void layoutsArrangeTheDocks();
    void layoutsAreRememberedEachAsItWasLeft();
    void typeGrowsInSteps();
    void everyViewHoldsLargerType();
    void fullScreenComesAndGoes();
    void finderFindsAndDoes();
    void finderSaysWhyNot();
    void finderReachesPlansModelsAndViews();
    void finderClosesWithoutDoing();
    void shortcutsAreUnique();
    void sheetListsEveryShortcut();
    void sheetIsSearchedCopiedAndMadeAPage();
    void everyKeyOfAViewIsListed();
    void historyJumps();
    void pictureIsCopied();
    void viewIsPrinted();
    void printDialogPrints();
    void printDialogIsDeclined();
    void largeTypeLeavesTheViewsHalf();

private:
    void open();
    void showSample();
    void picture(QWidget* widget, const QString& name) const;
    void checkKeys(View& view);
    void openFinder();
    [[nodiscard]] QDockWidget* dock(const char* name) const
    {
        return m_window->findChild<QDockWidget*>(QString::fromLatin1(name));
    }
    [[nodiscard]] ActionFinder* finder() const { return m_window->findChild<ActionFinder*>(); }
    [[nodiscard]] QString found(int row) const { return finder()->model()->index(row).data().toString(); }
    [[nodiscard]] QString path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    [[nodiscard]] QList<QAction*> windowActions() const;

    std::optional<QTemporaryDir> m_folder;
    std::optional<Settings> m_settings;
    std::optional<Language> m_language;
    std::unique_ptr<MainWindow> m_window;
};

void TestComfort::init()
{
    m_folder.emplace();
    m_settings.emplace(path("settings.ini"));
    m_language.emplace();
    open();
}

void TestComfort::cleanup()
{
    m_window.reset();
    m_language.reset();
    m_settings.reset();
}

void TestComfort::open()
{
    m_window.reset();
    m_window = std::make_unique<MainWindow>(PresetStore(std::filesystem::path(PARALLELOGRAM_SOURCE_DIR) / "presets"),
                                            &*m_settings, &*m_language, realSearch);
    m_window->showTheme(text("light"));
    m_window->showLanguage(text("en"));
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void TestComfort::showSample()
{
    m_window->session()->add(samplePlan(4, 12, 8));
}

void TestComfort::picture(QWidget* widget, const QString& name) const
{
    const QString folder = qEnvironmentVariable("PARALLELOGRAM_PICTURES");
    if (!folder.isEmpty()) {
        QTest::qWait(1500);  // layouts first, then what they change
        QVERIFY(QDir().mkpath(folder) && widget->grab().save(QDir(folder).filePath(name + text(".png"))));
    }
}

void TestComfort::openFinder()
{
    QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(finder()->isVisible());
    QTRY_VERIFY(finder()->line()->hasFocus());
}

/// Every action of the menus once.
QList<QAction*> TestComfort::windowActions() const
{
    QList<QAction*> all;
    QList<QAction*> left = m_window->menuBar()->actions();
    while (!left.isEmpty()) {
        QAction* action = left.takeFirst();
        if (const QMenu* menu = action->menu()) {
            left.append(menu->actions());
        } else if (!action->isSeparator() && !all.contains(action)) {
            all.append(action);
        }
    }
    return all;
}

void TestComfort::fuzzyMatchesSubsequences()
{
    QVERIFY(fuzzyMatch(text("rsl"), text("Reset Layout")).has_value());
    QVERIFY(!fuzzyMatch(text("lsr"), text("Reset Layout")).has_value());
    QVERIFY(fuzzyMatch({}, text("anything")).has_value());
    QVERIFY(!fuzzyMatch(text("a"), {}).has_value());
    QCOMPARE(fuzzyMatch(text("RL"), text("reset layout"))->places, (std::vector{0, 6}));
    // Words in any order.
    QVERIFY(fuzzyMatch(text("layout reset"), text("Reset Layout")).has_value());
    // However far apart the letters are.
    QVERIFY(fuzzyMatch(text("az"), text("a") + QString(500, QLatin1Char('-')) + text("z")).has_value());
    QCOMPARE(fuzzyMatch(QStringLiteral("布局"), QStringLiteral("重置布局"))->places, (std::vector{2, 3}));
}

void TestComfort::fuzzyPrefersWordStartsAndNeighbours()
{
    const auto score = [](const char* typed, const char* other) { return fuzzyMatch(text(typed), text(other))->score; };
    QVERIFY(score("mem", "Memory") > score("mem", "Moderate theme"));
    QVERIFY(score("rl", "Reset Layout") > score("rl", "Overlay"));
    QVERIFY(score("plan", "Plan") > score("plan", "Split a name"));
    // The best way through, not the first: the word's start and not the t of "the".
    QCOMPARE(fuzzyMatch(text("tr"), text("the other tree"))->places, (std::vector{10, 11}));
}

void TestComfort::menuTextsLoseTheirMnemonics()
{
    QCOMPARE(plainText(text("&Open") + QStringLiteral("…")), text("Open"));
    QCOMPARE(plainText(QStringLiteral("打开(&O)…")), QStringLiteral("打开"));
    QCOMPARE(plainText(text("Undo: Set (a) strategy")), text("Undo: Set (a) strategy"));
}

void TestComfort::layoutsArrangeTheDocks()
{
    const auto visible = [this] {
        QStringList names;
        for (const char* name : {"scenario", "plans", "inspector", "historyDock"}) {
            if (!dock(name)->isHidden()) {
                names.append(QString::fromLatin1(name));
            }
        }
        return names.join(QLatin1Char(' '));
    };
    QCOMPARE(visible(), text("scenario plans inspector"));
    const int height = dock("plans")->height();
    m_window->actions().layouts[1]->trigger();
    QCOMPARE(visible(), text("scenario plans"));
    QCOMPARE(m_window->views()->current()->viewName(), text("compare"));
    QTRY_VERIFY(dock("plans")->height() > height);
    m_window->actions().layouts[2]->trigger();
    QCOMPARE(visible(), QString());
    QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier | Qt::AltModifier);
    QCOMPARE(visible(), text("scenario plans inspector"));
    QVERIFY(m_window->actions().layouts[0]->isChecked());

    dock("inspector")->hide();
    m_window->actions().resetLayout->trigger();
    QCOMPARE(visible(), text("scenario plans inspector"));
}

void TestComfort::layoutsAreRememberedEachAsItWasLeft()
{
    dock("plans")->hide();
    m_window->layouts()->use(LayoutName::Compare);
    QVERIFY(!dock("plans")->isHidden());
    dock("scenario")->hide();
    m_window->layouts()->use(LayoutName::Explore);
    QVERIFY(dock("plans")->isHidden());
    QVERIFY(!dock("scenario")->isHidden());
    m_window->layouts()->use(LayoutName::Compare);
    QVERIFY(dock("scenario")->isHidden());
    QVERIFY(m_window->close());
    open();
    QCOMPARE(m_window->layouts()->current(), LayoutName::Compare);
    QVERIFY(m_window->actions().layouts[1]->isChecked());
    QVERIFY(dock("scenario")->isHidden());
    m_window->layouts()->reset();
    QVERIFY(!dock("scenario")->isHidden());
    QVERIFY(dock("inspector")->isHidden());
    m_window->layouts()->use(LayoutName::Explore);
    QVERIFY(dock("plans")->isHidden());
}

void TestComfort::typeGrowsInSteps()
{
    QCOMPARE(typeSizeAfter(100, 1), 125);
    QCOMPARE(typeSizeAfter(200, 1), 200);
    QCOMPARE(typeSizeAfter(100, -1), 100);
    QCOMPARE(typeSizeAfter(137, 0), 125);
    const double usual = QApplication::font().pointSizeF();
    const auto percent = [usual] { return qRound(QApplication::font().pointSizeF() * 100 / usual); };
    QTest::keyClick(m_window.get(), Qt::Key_Plus, Qt::ControlModifier);
    QCOMPARE(percent(), 125);
    QTest::keyClick(m_window.get(), Qt::Key_Plus, Qt::ControlModifier);
    QTest::keyClick(m_window.get(), Qt::Key_Minus, Qt::ControlModifier);
    QCOMPARE(percent(), 125);
    // Teaching has a size of its own.
    m_window->layouts()->use(LayoutName::Teach);
    QCOMPARE(percent(), 150);
    QTest::keyClick(m_window.get(), Qt::Key_Plus, Qt::ControlModifier);
    QCOMPARE(percent(), 200);
    QVERIFY(!m_window->actions().largerType->isEnabled());
    m_window->layouts()->use(LayoutName::Explore);
    QCOMPARE(percent(), 125);
    QTest::keyClick(m_window.get(), Qt::Key_0, Qt::ControlModifier);
    QCOMPARE(percent(), 100);
    m_window->layouts()->use(LayoutName::Teach);
    QCOMPARE(percent(), 200);
    m_window.reset();
    QCOMPARE(percent(), 100);
}

/// The pictures follow the type: they are drawn anew and nothing of the old size stays.
void TestComfort::everyViewHoldsLargerType()
{
    showSample();
    for (View* view : m_window->views()->views()) {
        m_window->views()->setCurrent(view);
        const QImage usual = view->grab().toImage();
        m_window->actions().largerType->trigger();
        QCoreApplication::processEvents();
        QVERIFY2(view->grab().toImage() != usual, qPrintable(view->viewName()));
        QCOMPARE(Theme(view->palette(), view->font()).font.pointSizeF(), QApplication::font().pointSizeF());
        while (m_window->actions().largerType->isEnabled()) {
            m_window->actions().largerType->trigger();
        }
        picture(m_window.get(), text("largest-") + view->viewName());
        m_window->actions().usualType->trigger();
    }
}

void TestComfort::fullScreenComesAndGoes()
{
    QTest::keyClick(m_window.get(), Qt::Key_F11);
    QTRY_VERIFY(m_window->isFullScreen());
    QVERIFY(!m_window->menuBar()->isVisible());
    QVERIFY(m_window->actions().fullScreen->isChecked());
    QCOMPARE(m_window->messages()->texts().size(), 1);
    QVERIFY(m_window->messages()->texts().front().contains(text("F11")));
    // Without a menu bar the shortcuts of its actions still work.
    m_window->views()->setCurrent(text("memory"));
    QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(m_window->views()->current()->viewName(), m_window->views()->views().front()->viewName());
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QTRY_VERIFY(!m_window->isFullScreen());
    QVERIFY(m_window->menuBar()->isVisible());
    QVERIFY(m_window->messages()->texts().isEmpty());
    m_window->actions().fullScreen->trigger();
    QTRY_VERIFY(m_window->isFullScreen());
    m_window->actions().fullScreen->trigger();
    QTRY_VERIFY(!m_window->isFullScreen());
}

void TestComfort::finderFindsAndDoes()
{
    const QAbstractItemModelTester tester(finder()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    openFinder();
    QVERIFY(finder()->model()->rowCount() > 40);
    QTest::keyClicks(finder()->line(), text("side"));
    QCOMPARE(found(0), text("Views Side by Side"));
    QCOMPARE(finder()->model()->index(0).data(FinderModel::PathRole).toString(), text("View"));
    QCOMPARE(finder()->model()->index(0).data(FinderModel::ShortcutRole).toString(), text("Ctrl+G"));
    QTest::keyClick(finder()->line(), Qt::Key_Return);
    QVERIFY(!finder()->isVisible());
    QVERIFY(m_window->actions().grid->isChecked());

    openFinder();
    QTest::keyClicks(finder()->line(), text("layout"));
    picture(m_window.get(), text("finder"));
    const int below = 1;
    const QString second = found(below);
    QTest::keyClick(finder()->line(), Qt::Key_Down);
    const auto* list = finder()->findChild<QListView*>();
    QCOMPARE(list->currentIndex().data().toString(), second);
    QTest::keyClick(finder()->line(), Qt::Key_Up);
    QCOMPARE(list->currentIndex().row(), 0);
}

void TestComfort::finderSaysWhyNot()
{
    openFinder();
    QTest::keyClicks(finder()->line(), text("duplicate"));
    const QModelIndex first = finder()->model()->index(0);
    QCOMPARE(first.data().toString(), text("Duplicate"));
    QVERIFY(!first.flags().testFlag(Qt::ItemIsEnabled));
    QCOMPARE(first.data(FinderModel::ReasonRole).toString(), text("there is no plan yet"));
    QTest::keyClick(finder()->line(), Qt::Key_Return);
    QVERIFY(finder()->isVisible());
    m_window->showTheme(text("dark"));
    m_window->showLanguage(text("zh_CN"));
    QTRY_VERIFY(!finder()->isVisible());
    openFinder();
    picture(m_window.get(), text("finder-dark-zh"));
    finder()->hide();
    m_window->showLanguage(text("en"));
    QCoreApplication::processEvents();

    showSample();
    for (QAction* action : windowActions()) {
        const WindowState state{true, false, true, false};
        if (!action->isEnabled() && action->menu() == nullptr) {
            QVERIFY2(!whyDisabled(m_window->actions(), action, state).isEmpty(), qPrintable(action->text()));
        }
    }
    QCOMPARE(whyDisabled(m_window->actions(), m_window->actions().keepLayers, {true, false, true, false}),
             text("no layer is selected"));
}

void TestComfort::finderReachesPlansModelsAndViews()
{
    showSample();
    m_window->session()->duplicate(0);
    QCOMPARE(m_window->session()->currentRow(), 1);
    const auto choose = [this](const char* typed) {
        openFinder();
        QTest::keyClicks(finder()->line(), QString::fromLatin1(typed));
        QTest::keyClick(finder()->line(), Qt::Key_Return);
    };
    choose("sample plan plans");
    QCOMPARE(m_window->session()->currentRow(), 0);
    choose("go to memory");
    QCOMPARE(m_window->views()->current()->viewName(), text("memory"));
    choose("bert-huge-48 model");
    QCOMPARE(QString::fromStdString(m_window->findChild<ScenarioPanel*>()->request().model.name), text("bert-huge-48"));
    choose("rtx titan 16 cluster");
    QCOMPARE(m_window->findChild<ScenarioPanel*>()->request().cluster.devices, 16);
}

void TestComfort::finderClosesWithoutDoing()
{
    showSample();
    View* view = m_window->views()->current();
    view->setFocus();
    QTRY_VERIFY(view->hasFocus());
    openFinder();
    QTest::keyClicks(finder()->line(), text("close plan"));
    QTest::keyClick(finder()->line(), Qt::Key_Escape);
    QVERIFY(!finder()->isVisible());
    QVERIFY(view->hasFocus());
    QCOMPARE(m_window->session()->count(), 1);
    // Where a click takes the focus elsewhere, it goes as well.
    openFinder();
    view->setFocus();
    QTRY_VERIFY(!finder()->isVisible());
}

void TestComfort::shortcutsAreUnique()
{
    std::map<QString, QString> known;
    for (const QAction* action : windowActions()) {
        for (const QKeySequence& shortcut : action->shortcuts()) {
            const QString keys = shortcut.toString();
            QVERIFY2(!known.contains(keys), qPrintable(keys + text(": ") + known[keys] + text(", ") + action->text()));
            known[keys] = action->text();
        }
    }
    QVERIFY(known.size() > 30);
    for (const View* view : m_window->views()->views()) {
        for (const KeyHelp& help : view->keys()) {
            for (const QKeySequence& key : help.keys) {
                // Escape stops a search before it is the view's.
                QVERIFY2(key == QKeySequence(Qt::Key_Escape) || !known.contains(key.toString()),
                         qPrintable(view->viewName() + text(": ") + key.toString()));
            }
        }
    }
}

void TestComfort::sheetListsEveryShortcut()
{
    m_window->actions().shortcuts->trigger();
    auto* sheet = m_window->findChild<ShortcutSheet*>();
    QVERIFY(sheet != nullptr && sheet->isVisible());
    const QAbstractItemModel* model = sheet->findChild<QTableView*>()->model();
    const QAbstractItemModelTester tester(sheet->findChild<ShortcutModel*>(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    std::set<QString> listed;
    for (int row = 0; row < model->rowCount(); ++row) {
        listed.insert(model->index(row, 1).data().toString());
        QVERIFY(!model->index(row, 0).data().toString().isEmpty());
        QVERIFY(!model->index(row, 2).data().toString().isEmpty());
    }
    for (const QAction* action : windowActions()) {
        const QString keys = shortcutText(*action);
        QVERIFY2(keys.isEmpty() || listed.contains(keys), qPrintable(action->text() + keys));
    }
}

void TestComfort::sheetIsSearchedCopiedAndMadeAPage()
{
    m_window->actions().shortcuts->trigger();
    auto* sheet = m_window->findChild<ShortcutSheet*>();
    auto* search = sheet->findChild<QLineEdit*>();
    const QAbstractItemModel* model = sheet->findChild<QTableView*>()->model();
    const int all = model->rowCount();
    QTest::keyClicks(search, text("full screen"));
    QCOMPARE(model->rowCount(), 1);
    QVERIFY(all > 50);
    search->clear();
    picture(sheet, text("sheet"));
    QTest::keyClicks(search, text("full screen"));
    sheet->copy();
    QVERIFY(QApplication::clipboard()->text().contains(text("View\tF11\tFull Screen")));
    QVERIFY(sheet->html().contains(text("F11")) && !sheet->html().contains(text("Ctrl+G")));
    m_window->showLanguage(text("zh_CN"));
    search->clear();
    QTRY_VERIFY(model->index(0, 0).data().toString() != text("File"));
    QCOMPARE(model->rowCount(), all);
    picture(sheet, text("sheet-zh"));
}

/// Each listed key does something, and there is no other one that does.
void TestComfort::everyKeyOfAViewIsListed()
{
    showSample();
    m_window->session()->duplicate(0);
    m_window->session()->setCompared(0, true);
    m_window->session()->setCompared(1, true);
    for (View* view : m_window->views()->views()) {
        m_window->views()->setCurrent(view);
        if (auto* compare = qobject_cast<CompareView*>(view)) {
            compare->showSection(CompareSection::Timelines);  // which has the keys of the time
        }
        checkKeys(*view);
    }
}

void TestComfort::checkKeys(View& view)
{
    m_window->selection()->select({.firstLayer = 0, .layerCount = 1, .stage = 0, .microbatch = 0});
    QList<QKeySequence> listed;
    for (const KeyHelp& help : view.keys()) {
        QVERIFY(!help.text.isEmpty());
        for (const QKeySequence& key : help.keys) {
            QVERIFY2(takes(&view, key), qPrintable(view.viewName() + text(": ") + key.toString()));
            listed.append(key);
        }
    }
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

void TestComfort::historyJumps()
{
    showSample();
    Document* document = m_window->session()->document();
    for (const int microbatches : {4, 2, 1}) {
        document->setMicrobatches(microbatches);
    }
    QTest::keyClick(m_window.get(), Qt::Key_H, Qt::ControlModifier);
    auto* history = m_window->findChild<HistoryPanel*>();
    QVERIFY(history->isVisible());
    QCOMPARE(history->model()->rowCount(), 4);  // the plan as it was, and three edits
    history->setCurrentIndex(history->model()->index(1, 0));
    QCOMPARE(document->plan()->schedule.microbatches, 4);
    history->setCurrentIndex(history->model()->index(0, 0));
    QCOMPARE(document->plan()->schedule.microbatches, 8);
    history->setCurrentIndex(history->model()->index(3, 0));
    QCOMPARE(document->plan()->schedule.microbatches, 1);
    picture(m_window.get(), text("history"));
    // Another plan has its own.
    m_window->session()->add(samplePlan(2, 6, 4));
    QCOMPARE(history->model()->rowCount(), 1);
    m_window->session()->show(0);
    QCOMPARE(history->model()->rowCount(), 4);
}

void TestComfort::pictureIsCopied()
{
    QVERIFY(!m_window->actions().copyPicture->isEnabled());
    showSample();
    m_window->views()->setCurrent(text("memory"));
    const QSize size = m_window->views()->current()->size();
    QTest::keyClick(m_window.get(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    const QImage picture = QApplication::clipboard()->image();
    QCOMPARE(picture.size(), size * 2);
    std::set<QRgb> colors;
    for (int x = 0; x < picture.width(); x += 3) {
        for (int y = 0; y < picture.height(); y += 3) {
            colors.insert(picture.pixel(x, y));
        }
    }
    QVERIFY(colors.size() > 10);
}

/// On paper it is light, whatever the window is.
void TestComfort::viewIsPrinted()
{
    showSample();
    m_window->showTheme(text("dark"));
    for (View* view : m_window->views()->views()) {
        const QPalette before = view->palette();
        QPrinter printer;
        printer.setResolution(96);
        printer.setPageOrientation(QPageLayout::Landscape);
        printer.setOutputFormat(QPrinter::PdfFormat);
        const QString file = m_folder->filePath(view->viewName() + text(".pdf"));
        printer.setOutputFileName(file);
        printView(*view, text("sample plan"), printer);
        QFile page(file);
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QByteArray bytes = page.readAll();
        QVERIFY2(bytes.startsWith("%PDF") && bytes.size() > 4000, qPrintable(file));
        QVERIFY(bytes.contains("/Count 1"));
        QCOMPARE(view->palette().color(QPalette::Base), before.color(QPalette::Base));
    }
}

/// The whole way: the action, the dialog of the system, the page.
void TestComfort::printDialogPrints()
{
    showSample();
    m_window->views()->setCurrent(text("memory"));
    const QString file = m_folder->filePath(text("printed.pdf"));
    QTimer::singleShot(0, this, [&file] {
        auto* dialog = qobject_cast<QPrintDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog != nullptr);
        QCOMPARE(dialog->printer()->docName(), text("sample plan"));
        QCOMPARE(dialog->printer()->pageLayout().orientation(), QPageLayout::Landscape);
        dialog->printer()->setOutputFormat(QPrinter::PdfFormat);
        dialog->printer()->setOutputFileName(file);
        dialog->done(QDialog::Accepted);
    });
    m_window->actions().print->trigger();
    QFile page(file);
    QVERIFY2(page.open(QIODevice::ReadOnly), qPrintable(file));
    const QByteArray bytes = page.readAll();
    QVERIFY(bytes.startsWith("%PDF") && bytes.contains("/Count 1"));
    if (const QString folder = qEnvironmentVariable("PARALLELOGRAM_PICTURES"); !folder.isEmpty()) {
        QFile::copy(file, folder + text("/printed.pdf"));
    }
}

/// Nobody wants to: nothing is written, and the window is as it was.
void TestComfort::printDialogIsDeclined()
{
    showSample();
    const QPalette before = m_window->views()->current()->palette();
    QTimer::singleShot(0, this, [] { qobject_cast<QDialog*>(QApplication::activeModalWidget())->reject(); });
    m_window->actions().print->trigger();
    QCOMPARE(m_window->views()->current()->palette().color(QPalette::Base), before.color(QPalette::Base));
    QVERIFY(m_window->messages()->texts().isEmpty());
}

/// Type of twice the size leaves the views about half of the window, and every dock within reach.
void TestComfort::largeTypeLeavesTheViewsHalf()
{
    showSample();
    m_window->resize(1280, 800);
    for (const QString& language : {text("en"), text("zh_CN")}) {
        m_window->showLanguage(language);
        while (m_window->actions().largerType->isEnabled()) {
            m_window->actions().largerType->trigger();
        }
        QTest::qWait(200);  // layouts first, then what they change
        QTRY_VERIFY_WITH_TIMEOUT(m_window->views()->width() >= m_window->width() * 45 / 100, 20'000);
        QVERIFY2(m_window->width() <= 1280, qPrintable(QString::number(m_window->width())));
        picture(m_window.get(), text("large-type-%1").arg(language));
        // F6 goes to the Inspector, which comes to the front.
        for (int pane = 0; pane < 4 && !m_window->inspector()->isAncestorOf(QApplication::focusWidget()); ++pane) {
            m_window->actions().nextPane->trigger();
        }
        QVERIFY(m_window->inspector()->isAncestorOf(QApplication::focusWidget()));
        QTRY_VERIFY(
            m_window->rect().contains(QRect(m_window->inspector()->mapTo(m_window.get(), QPoint(0, 0)), QSize(1, 1))));
        m_window->actions().usualType->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->inspector()->mapTo(m_window.get(), QPoint(0, 0)).x() >
                                     m_window->views()->mapTo(m_window.get(), QPoint(0, 0)).x(),
                                 20'000);
    }
}

QTEST_MAIN(TestComfort)
#include "test_comfort.moc"
