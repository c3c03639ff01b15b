// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Why not, in the Inspector: what a strategy would cost is found in the background, told in a line, and its plan can be
// had. With PARALLELOGRAM_PICTURES=FOLDER the panel's pictures are left there.
#include "core/search/task/scenario.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/typing.h"
#include "widgets/docks/inspector/inspector_panel.h"
#include "widgets/docks/inspector/why_not_panel.h"
#include "widgets/kit/suggest_edit.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

using namespace pgram;

namespace {

/// The default scenario planned on one stage of all devices.
struct Planned : Workbench {
    SearchRequest request;

    Planned()
    {
        const PresetStore store(presetsFolder());
        request = loadScenario(store, defaultScenario).value().request;
        request.pipelines = {1};
        SearchResult result = search(request).value();
        Plan plan = *result.plan;
        session.add(std::move(plan), result.estimate,
                    std::make_shared<const SearchRecord>(SearchRecord{request, result}));
    }
};

void keepPicture(QWidget& widget, const QString& name)
{
    const QString folder = qEnvironmentVariable("PARALLELOGRAM_PICTURES");
    if (!folder.isEmpty()) {
        QVERIFY(widget.grab().save(QStringLiteral("%1/%2.png").arg(folder, name)));
    }
}

int rowOf(const QComboBox& box, const QString& text)
{
    return box.findText(text);
}

/// As a user picks it.
void pick(QComboBox& box, int row)
{
    box.setCurrentIndex(row);
    Q_EMIT box.activated(row);
}

}  // namespace

class TestWhyNotPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingIsSearchedUntilAsked()
    {
        Planned planned;
        WhyNotPanel panel(&planned);
        planned.selection.select({.firstLayer = 3, .layerCount = 3});
        QVERIFY(!panel.isWorking());
        QVERIFY(panel.answer() == nullptr);
        QCOMPARE(panel.box()->currentIndex(), 0);
    }

    void aPickedStrategyGetsItsCostAndItsPlan()
    {
        Planned planned;
        WhyNotPanel panel(&planned);
        planned.selection.select({.firstLayer = 3, .layerCount = 3});
        const int row = rowOf(*panel.box(), QStringLiteral("TP4·DP2 ckpt"));
        QVERIFY(row > 1);
        pick(*panel.box(), row);
        QTRY_VERIFY(panel.answer() != nullptr);
        QCOMPARE(panel.answer()->outcome, WhyNot::Outcome::Costed);
        QVERIFY(panel.answer()->extra() > 0);
        QVERIFY2(panel.text().startsWith(u'+'), qPrintable(panel.text()));
        QTest::mouseClick(panel.showButton(), Qt::LeftButton);
        QCOMPARE(planned.session.count(), 2);
        QCOMPARE(planned.session.currentRow(), 1);
        for (std::size_t layer = 3; layer < 6; ++layer) {
            QVERIFY(planned.document.plan()->strategies[layer] == strategyNamed("tp4-dp2-ckpt"));
        }
        QVERIFY(planned.session.at(1).search() != nullptr);
    }

    void aStrategyOfAnotherNumberOfStages()
    {
        Planned planned;
        WhyNotPanel panel(&planned);
        planned.selection.select({.firstLayer = 3, .layerCount = 3, .strategy = strategyNamed("dp4")});
        QTRY_VERIFY(panel.answer() != nullptr);
        QCOMPARE(panel.answer()->plan->pipeline(), 2);
    }

    /// An edit asks nothing, and what was asked before it is over; asked anew, it is held against the plan shown.
    void anEditClearsTheQuestion()
    {
        Planned planned;
        WhyNotPanel panel(&planned);
        planned.selection.select({.firstLayer = 9, .layerCount = 4});
        pick(*panel.box(), rowOf(*panel.box(), QStringLiteral("TP4·DP2 ckpt")));
        QTRY_VERIFY(panel.answer() != nullptr);
        planned.document.rename(QStringLiteral("renamed"));
        QVERIFY(panel.answer() != nullptr);
        planned.document.setStrategy(9, 4, strategyNamed("tp8"));
        QVERIFY(panel.answer() == nullptr && !panel.isWorking());
        QCOMPARE(panel.box()->currentIndex(), 0);
        QVERIFY(panel.edit()->text().isEmpty());
        pick(*panel.box(), rowOf(*panel.box(), QStringLiteral("TP4·DP2 ckpt")));
        QTRY_VERIFY(panel.answer() != nullptr);
        QVERIFY(std::abs(panel.answer()->before.total() - planned.document.estimate()->stepTime) < 1e-9);
    }

    /// "tp4" and Return: the best plan in which the layers run TP4 with whatever else.
    void aPartOfAStrategyIsAsked()
    {
        Planned planned;
        WhyNotPanel panel(&planned);
        panel.show();
        planned.selection.select({.firstLayer = 3, .layerCount = 3});
        QTest::keyClicks(panel.edit(), QStringLiteral("tp4"));
        QVERIFY(panel.edit()->suggestions().size() > 2);
        QCOMPARE(panel.edit()->suggestions()[0], QStringLiteral("TP4, the rest free"));
        QVERIFY(panel.edit()->suggestions()[1].contains(QStringLiteral("TP4")));
        QTest::keyClick(panel.edit()->list(), Qt::Key_Return);
        QCOMPARE(panel.edit()->text(), QStringLiteral("TP4, the rest free"));
        QTRY_VERIFY(panel.answer() != nullptr);
        QCOMPARE(panel.answer()->outcome, WhyNot::Outcome::Costed);
        for (std::size_t layer = 3; layer < 6; ++layer) {
            QCOMPARE(panel.answer()->plan->strategies[layer].tensor, 4);
        }
        QVERIFY2(panel.text().startsWith(QStringLiteral("TP4")), qPrintable(panel.text()));
        QTest::mouseClick(panel.showButton(), Qt::LeftButton);
        QVERIFY(planned.document.plan()->name.starts_with("TP4 on "));
    }

    /// Typed into the field that has the focus, with its list open: the text stays as it is typed, Return answers the
    /// part, and so does leaving. A text that is not a strategy is red, and emptying the field ends the question.
    void keysStayAsTheyAreTyped()
    {
        Planned planned;
        WhyNotPanel panel(&planned);
        panel.show();
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        planned.selection.select({.firstLayer = 3, .layerCount = 3});
        panel.box()->setFocus();
        QString typed;
        for (const QChar key : QStringLiteral("tp4")) {
            typeKeys(QString(key));
            typed += key;
            QCOMPARE(panel.edit()->text(), typed);
            QVERIFY(!panel.isWorking());
        }
        press(Qt::Key_Backspace);
        QCOMPARE(panel.edit()->text(), QStringLiteral("tp"));
        typeKeys(QStringLiteral("2"));
        press(Qt::Key_Return);
        QCOMPARE(panel.edit()->text(), QStringLiteral("TP2, the rest free"));
        QTRY_VERIFY(panel.answer() != nullptr);
        QCOMPARE(panel.answer()->plan->strategies[3].tensor, 2);
        panel.edit()->selectAll();
        typeKeys(QStringLiteral("xyz8"));
        press(Qt::Key_Return);
        QCOMPARE(panel.edit()->text(), QStringLiteral("xyz8"));
        QVERIFY2(panel.text().contains(QStringLiteral("xyz")), qPrintable(panel.text()));
        QVERIFY(panel.box()->palette().color(QPalette::Text) != QPalette().color(QPalette::Text));
        panel.edit()->selectAll();
        typeKeys(QStringLiteral("tp4"));
        QVERIFY(panel.edit()->list()->isVisible());
        QFocusEvent leaving(QEvent::FocusOut, Qt::TabFocusReason);
        QApplication::sendEvent(panel.box(), &leaving);
        QCOMPARE(panel.edit()->text(), QStringLiteral("TP4, the rest free"));
        QTRY_VERIFY(panel.answer() != nullptr);
        QCOMPARE(panel.answer()->plan->strategies[3].tensor, 4);
        panel.edit()->selectAll();
        QTest::keyClick(panel.edit(), Qt::Key_Delete);
        QVERIFY(panel.edit()->text().isEmpty());
        QApplication::sendEvent(panel.box(), &leaving);
        QVERIFY(panel.edit()->text().isEmpty() && panel.answer() == nullptr && !panel.isWorking());
    }

    void aRowOfTheListIsClicked()
    {
        Planned planned;
        WhyNotPanel panel(&planned);
        panel.show();
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        planned.selection.select({.firstLayer = 3, .layerCount = 3});
        panel.box()->setFocus();
        panel.box()->clearFocus();  // the second visit must work as the first one
        panel.box()->setFocus();
        typeKeys(QStringLiteral("tp4"));
        const QModelIndex row = panel.edit()->list()->model()->index(1, 0);
        const QString name = row.data().toString();
        const QPoint place = panel.edit()->list()->visualRect(row).center();
        QTest::mouseClick(panel.edit()->list()->viewport(), Qt::LeftButton, Qt::NoModifier, place);
        QCOMPARE(panel.edit()->text(), name);
        QTRY_VERIFY(panel.answer() != nullptr);
        QCOMPARE(panel.answer()->plan->strategies[3].tensor, 4);
    }

    void neighboursAreListedFirst()
    {
        Planned planned;
        WhyNotPanel panel(&planned);
        planned.document.setStrategy(3, 3, strategyNamed("tp2-sdp4"));
        planned.selection.select({.firstLayer = 3, .layerCount = 3});
        QCOMPARE(panel.box()->itemText(2), QStringLiteral("TP2·SDP4"));
        for (int row = 3; row < 6; ++row) {
            QVERIFY2(panel.box()->itemText(row).contains(QStringLiteral("TP2")),
                     qPrintable(panel.box()->itemText(row)));
        }
        QVERIFY(panel.box()->maxVisibleItems() < 20);
    }

    void whatIsNoStrategySaysSo()
    {
        Planned planned;
        WhyNotPanel panel(&planned);
        panel.show();
        QTest::keyClicks(panel.edit(), QStringLiteral("xyz8"));
        QTest::keyClick(panel.edit(), Qt::Key_Return);
        QVERIFY2(panel.text().contains(QStringLiteral("xyz")), qPrintable(panel.text()));
        QVERIFY(!panel.isWorking());
    }

    void whatIsOutsideOfTheSpaceSaysItsRule()
    {
        Planned planned;
        WhyNotPanel panel(&planned);
        planned.selection.select({.firstLayer = 3, .layerCount = 3, .strategy = strategyNamed("sdp4-dp2")});
        QTRY_VERIFY(panel.answer() != nullptr);
        QVERIFY2(panel.text().contains(QStringLiteral("Takeaway 3")), qPrintable(panel.text()));
    }

    void theRunnerUpIsTheCheapestOther()
    {
        Planned planned;
        InspectorPanel inspector(&planned);
        inspector.resize(310, 700);
        inspector.show();
        WhyNotPanel& panel = *inspector.whyNot();
        planned.selection.select({.firstLayer = 12, .layerCount = 1});
        const LayerStrategy runs = planned.document.plan()->strategies[12];
        pick(*panel.box(), 1);
        QTRY_VERIFY(panel.answer() != nullptr && !panel.isWorking());
        QCOMPARE(panel.answer()->outcome, WhyNot::Outcome::Costed);
        QVERIFY(panel.answer()->plan->strategies[12] != runs);
        keepPicture(inspector, QStringLiteral("why-not"));
        auto* more = panel.findChild<QToolButton*>();
        QTest::mouseClick(more, Qt::LeftButton);
        QVERIFY(more->isChecked());
        QCoreApplication::processEvents();
        keepPicture(inspector, QStringLiteral("why-not-details"));
    }

    /// A question that cannot be answered ends in words, not in waiting.
    void whatCannotBeAnsweredSaysSo()
    {
        Planned planned;
        SearchRecord record = *planned.session.at(0).search();
        record.request.memoryBudget = 1;
        planned.session.add(*planned.document.plan(), planned.document.estimate(),
                            std::make_shared<const SearchRecord>(record));
        WhyNotPanel panel(&planned);
        planned.selection.select({.firstLayer = 12, .layerCount = 1});
        pick(*panel.box(), 1);
        QTRY_VERIFY(!panel.isWorking());
        QVERIFY2(panel.text().startsWith(QStringLiteral("No other strategy")), qPrintable(panel.text()));
        record.request.model.runs.front().count += 1;
        planned.session.add(*planned.document.plan(), planned.document.estimate(),
                            std::make_shared<const SearchRecord>(record));
        planned.selection.select({.firstLayer = 12, .layerCount = 1, .strategy = strategyNamed("tp8")});
        QTRY_VERIFY(!panel.isWorking());
        QVERIFY2(panel.text().contains(QStringLiteral("layers")), qPrintable(panel.text()));
    }

    void anotherPlanStartsAnew()
    {
        Planned planned;
        WhyNotPanel panel(&planned);
        planned.selection.select({.strategy = strategyNamed("tp8")});
        QTRY_VERIFY(panel.answer() != nullptr);
        planned.session.duplicate(0);
        QVERIFY(panel.answer() == nullptr);
        planned.session.closeAll();
        QVERIFY(!panel.isEnabled());
        planned.selection.select({.firstLayer = 1, .layerCount = 1, .strategy = strategyNamed("tp8")});
        QVERIFY(!panel.isWorking());
    }

    void quitsWhileItSearches()
    {
        Planned planned;
        WhyNotPanel panel(&planned);
        pick(*panel.box(), 1);
        QTRY_VERIFY(panel.isWorking());
    }
};

PGRAM_TEST(TestWhyNotPanel)
#include "test_why_not_panel.moc"
