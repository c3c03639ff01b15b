// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A session as long as a day in a moment: plans come and go, languages change, and a thousand random edits of every
// kind are made, undone and redone, with all views open side by side and every item model of the window watched.
// PARALLELOGRAM_SEED=n makes other edits, PARALLELOGRAM_EDITS=n more of them.

#include "core/plan/estimate_json.h"
#include "core/plan/plan_json.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/random_edits.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/views/common/view.h"

#include <QAbstractItemModelTester>

#include <set>

using namespace pgram;

namespace {

/// Every model of the window fails the test with the first rule of item models that it breaks.
void watchModels(const WindowFixture& fixture, QObject* owner)
{
    std::set<QAbstractItemModel*> models;
    for (auto* model : fixture.window->findChildren<QAbstractItemModel*>()) {
        models.insert(model);
    }
    for (View* view : fixture.window->views()->views()) {
        models.insert(view->table());
    }
    qInfo("%zu item models", models.size());
    QVERIFY(models.size() > fixture.window->views()->views().size());
    for (QAbstractItemModel* model : models) {
        new QAbstractItemModelTester(model, QAbstractItemModelTester::FailureReportingMode::Fatal, owner);
    }
}

std::string estimateText(const Plan& plan, const Estimate& estimate)
{
    return estimateToJson(plan, estimate).dump();
}

}  // namespace

class TestEdits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void modelsKeepTheirPromises();
    void randomEditsAreUndoneAndRedone();
};

void TestEdits::modelsKeepTheirPromises()
{
    WindowFixture fixture;
    QObject watchers;
    fixture.window->views()->setArrangement(ViewArea::Arrangement::Grid);
    watchModels(fixture, &watchers);
    Session* session = fixture.session();
    fixture.planAndWait();
    QCOMPARE(session->count(), 1);
    session->add(samplePlan(4, 16, 8));
    session->add(samplePlan(1, 5, 2));
    session->duplicate(1);
    for (int row = 0; row < session->count(); ++row) {
        session->setCompared(row, true);
        session->show(row);
        QCoreApplication::processEvents();
    }
    session->setReference(2);
    for (const char* language : {"zh_CN", "en"}) {
        fixture.window->showLanguage(QString::fromLatin1(language));
        QCoreApplication::processEvents();
    }
    RandomEditor editor(fixture.document(), 1);
    for (int step = 0; step < 30; ++step) {
        editor.edit();
        session->show(editor.below(session->count()));
        session->setCompared(editor.below(session->count()), step % 2 == 0);
        QCoreApplication::processEvents();
    }
    fixture.window->showTheme(QStringLiteral("dark"));
    session->close(1);
    session->setReference(0);
    QCoreApplication::processEvents();
    QCOMPARE(session->reopenClosed(), 1);
    fixture.window->scenario()->setScenario(QStringLiteral("swin-huge"));
    fixture.planAndWait();
    session->closeAll();
    QCoreApplication::processEvents();
    QCOMPARE(session->count(), 0);
    fixture.window->showTheme(QStringLiteral("light"));
}

void TestEdits::randomEditsAreUndoneAndRedone()
{
    const int edits = static_cast<int>(test::numberFrom("PARALLELOGRAM_EDITS", test::isDeep() ? 5000 : 250));
    const quint32 seed = test::numberFrom("PARALLELOGRAM_SEED", 20260101);
    qInfo("%d edits, seed %u", edits, seed);
    WindowFixture fixture;
    QObject watchers;
    fixture.session()->add(samplePlan(4, 18, 8));
    fixture.window->views()->setArrangement(ViewArea::Arrangement::Grid);
    watchModels(fixture, &watchers);
    Document* document = fixture.document();
    const std::string start = planToJson(*document->plan());
    RandomEditor editor(document, seed);
    for (int step = 0; step < edits; ++step) {
        editor.edit();
        // Work meets the events of the views at any time, and some of it is taken back on the way.
        if (editor.below(40) == 0) {
            QCoreApplication::processEvents();
        }
        if (editor.below(20) == 0) {
            document->undoStack()->undo();
        }
    }
    QCOMPARE(editor.kinds(), std::size_t{10});
    const std::string end = planToJson(*document->plan());
    const std::string figures = estimateText(*document->plan(), *document->estimate());
    QVERIFY(end != start);
    // What was followed edit by edit is what a whole estimate says.
    QCOMPARE(figures, estimateText(*document->plan(), estimate(*document->plan())));
    const int steps = document->undoStack()->index();
    QVERIFY2(steps > edits / 2, qPrintable(QString::number(steps)));
    QVERIFY(document->undoStack()->undoLimit() == 0 || document->undoStack()->undoLimit() >= steps);
    while (document->undoStack()->canUndo()) {
        document->undoStack()->undo();
        if (document->undoStack()->index() % 64 == 0) {
            QCoreApplication::processEvents();
        }
    }
    QCOMPARE(planToJson(*document->plan()), start);
    QVERIFY(!fixture.session()->at(0).isModified());
    // What was undone last is not done again.
    while (document->undoStack()->index() < steps) {
        document->undoStack()->redo();
        if (document->undoStack()->index() % 64 == 0) {
            QCoreApplication::processEvents();
        }
    }
    QCOMPARE(document->undoStack()->index(), steps);
    QCOMPARE(planToJson(*document->plan()), end);
    QCOMPARE(estimateText(*document->plan(), *document->estimate()), figures);
}

PGRAM_TEST(TestEdits)
#include "test_edits.moc"
