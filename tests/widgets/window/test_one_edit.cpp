// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One click on a strategy passes the window once: what was weighed is what is taken, and nothing is filled twice.
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/docks/inspector/inspector_panel.h"
#include "widgets/docks/inspector/strategy_editor.h"
#include "widgets/document/preview.h"

#include <QComboBox>
#include <QSignalSpy>
#include <QToolButton>

#include <vector>

using namespace pgram;

class TestOneEdit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aClickPassesTheWindowOnce();
};

void TestOneEdit::aClickPassesTheWindowOnce()
{
    const WindowFixture fixture;
    MainWindow& window = *fixture.window;
    window.views()->setArrangement(ViewArea::Arrangement::Grid);  // every view is seen
    fixture.session()->add(samplePlan(4, 20, 8));
    window.selection()->select({.firstLayer = 2, .layerCount = 2});
    fixture.document()->setMicrobatches(4);  // It is modified by now.
    auto* choice = window.inspector()->strategyEditor()->findChild<QWidget*>(text("tensor"));
    QVERIFY(choice != nullptr);
    const int now = fixture.document()->plan()->strategies[2].tensor;
    QToolButton* other = nullptr;
    for (auto* button : choice->findChildren<QToolButton*>()) {
        other = button->isEnabled() && button->text() != QString::number(now) ? button : other;
    }
    QVERIFY(other != nullptr);
    QCoreApplication::processEvents();

    // As the pointer comes to the button: its change is weighed.
    QEnterEvent enter(QPointF(3, 3), QPointF(3, 3), QPointF(3, 3));
    QApplication::sendEvent(other, &enter);
    QTRY_VERIFY(fixture.document()->preview()->isShown());
    const auto weighed = fixture.document()->preview()->estimate();

    QSignalSpy planChanged(fixture.document(), &Document::planChanged);
    QSignalSpy sessionChanged(fixture.session(), &Session::changed);
    std::vector<std::unique_ptr<QSignalSpy>> tables;
    std::vector<bool> isAsking;  // Answers that come in the background fill their view once more.
    const std::vector<View*> views = window.views()->views();
    for (View* view : views) {
        isAsking.push_back(view->isWorking());
        tables.push_back(std::make_unique<QSignalSpy>(view->table(), &QAbstractItemModel::modelReset));
    }
    // Filled anew with every refresh of the pipeline's fields: emptied once, then row by row.
    auto* microbatches = window.inspector()->findChild<QComboBox*>(text("microbatches"));
    QSignalSpy emptied(microbatches->model(), &QAbstractItemModel::modelReset);
    QSignalSpy removed(microbatches->model(), &QAbstractItemModel::rowsRemoved);
    QTest::mouseClick(other, Qt::LeftButton);
    QVERIFY(fixture.document()->plan()->strategies[2].tensor != now);
    QVERIFY(fixture.document()->estimate() == weighed);
    QCOMPARE(planChanged.count(), 1);
    QCOMPARE(sessionChanged.count(), 1);
    QCOMPARE(emptied.count() + removed.count(), 1);
    for (std::size_t index = 0; index < tables.size(); ++index) {
        QVERIFY2(tables[index]->count() <= 1, qPrintable(views[index]->viewName()));
        isAsking[index] = isAsking[index] || views[index]->isWorking();
    }
    QCoreApplication::processEvents();
    for (std::size_t index = 0; index < tables.size(); ++index) {
        QVERIFY2(isAsking[index] || tables[index]->count() <= 1, qPrintable(views[index]->viewName()));
    }
}

PGRAM_TEST(TestOneEdit)
#include "test_one_edit.moc"
