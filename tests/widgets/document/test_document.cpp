// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The document and the session: every edit can be undone and done again to the bit, whatever the order.

#include "core/plan/plan_edits.h"
#include "core/plan/plan_json.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/random_edits.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "widgets/document/plan_names.h"
#include "widgets/document/preview.h"
#include "widgets/document/session.h"
#include "widgets/document/strategy_choices.h"
#include "widgets/document/texts.h"

#include <QSignalSpy>

#include <algorithm>

using namespace pgram;

namespace {

bool sameFigures(const Estimate& a, const Estimate& b)
{
    return a.stepTime == b.stepTime && a.paperStepTime == b.paperStepTime && a.peakMemory == b.peakMemory &&
           a.bubbleFraction == b.bubbleFraction && a.exposedCommunication == b.exposedCommunication &&
           a.issues.size() == b.issues.size();
}

}  // namespace

class TestDocument : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void undoAllAndRedoAllAreBitEqual();
    void dragIsOneStep();
    void dragBackLeavesNoStep();
    void editsSayTheirValues();
    void editThatChangesNothingIsNoStep();
    void editMarksTheCertificate();
    void aScheduleWithOtherChunksCutsAnew();
    void aScheduleOfMoreChunksThanLayersIsRefused();
    void cutsOfChunksMoveAndSaySo();
    void anEditOfTheCutForgetsTheFiles();
    void cutNeverEmptiesAStage();
    void plansKeepTheirHistories();
    void takenPlanComesBackWithItsHistory();
    void anEditTakesTheEstimateOfItsPreview();
    void theLastClosedPlansComeBack();
    void referenceFollowsItsPlan();
    void aFileIsThatOfTheLastPlanSavedThere();
    void namesSayWhatTrainsOtherwise();
    void noUndoGivesTwoPlansOneName();
    void aReopenedPlanHasANameOfItsOwnInAllStates();
};

void TestDocument::noUndoGivesTwoPlansOneName()
{
    Document document;
    Session session(&document);
    session.add(samplePlan(2, 12, 4));
    session.duplicate(0);
    const std::string second = session.at(1).plan()->name;
    document.rename(QStringLiteral("mine"));
    session.duplicate(0);
    session.show(1);
    document.undoStack()->undo();
    QCOMPARE(session.at(1).plan()->name, second);
    QVERIFY(session.at(0).plan()->name != second && session.at(2).plan()->name != second);
    // Its own earlier name is free for the plan itself.
    document.undoStack()->redo();
    QCOMPARE(session.freeName(QString::fromStdString(second), &session.at(1)), QString::fromStdString(second));
}

void TestDocument::aReopenedPlanHasANameOfItsOwnInAllStates()
{
    Document document;
    Session session(&document);
    session.add(samplePlan(2, 12, 4));
    session.duplicate(0);
    document.setMicrobatches(2);
    document.setMicrobatches(1);
    session.close(1);
    session.show(0);
    session.duplicate(0);
    QCOMPARE(session.reopenClosed(), 1);
    const std::string name = session.at(1).plan()->name;
    while (document.undoStack()->canUndo()) {
        document.undoStack()->undo();
        QCOMPARE(session.at(1).plan()->name, name);
    }
    QCOMPARE(document.plan()->schedule.microbatches, 4);
    QVERIFY(!session.at(1).isModified());
    QVERIFY(name != session.at(0).plan()->name && name != session.at(2).plan()->name);
    while (document.undoStack()->canRedo()) {
        document.undoStack()->redo();
        QCOMPARE(session.at(1).plan()->name, name);
    }
    QCOMPARE(document.plan()->schedule.microbatches, 1);
}

void TestDocument::namesSayWhatTrainsOtherwise()
{
    const Plan whole = samplePlan(4, 22, 8);
    Plan tuned = whole;
    tuned.training.tuning.method = TuningMethod::Lora;
    tuned.schedule.microbatches *= 2;
    QCOMPARE(distinguishingFact(tuned, whole), tuningTitle(TuningMethod::Lora));
    QCOMPARE(distinguishingFact(whole, tuned), tuningTitle(TuningMethod::All));
    Plan wider = tuned;
    wider.training.tuning.rank = 64;
    QCOMPARE(distinguishingFact(wider, tuned), QStringLiteral("rank 64"));
    wider.training.optimizer = Optimizer::Muon;
    QCOMPARE(distinguishingFact(wider, tuned), QString::fromLatin1(optimizerRow(Optimizer::Muon).title));
}

void TestDocument::undoAllAndRedoAllAreBitEqual()
{
    Document document;
    document.showPlan(std::make_shared<const Plan>(samplePlan(4, 22, 8)));
    std::vector<std::string> states{planToJson(*document.plan())};
    RandomEditor editor(&document, 20260101);
    const int steps = test::casesOf(2000, 10'000);
    while (document.undoStack()->count() < steps) {
        editor.edit();
        // A drag merges into the step before, and one that ends where it began takes that step away.
        states.resize(static_cast<std::size_t>(document.undoStack()->count()) + 1);
        states.back() = planToJson(*document.plan());
    }
    QCOMPARE(states.size(), static_cast<std::size_t>(steps) + 1);
    const Estimate last = *document.estimate();
    for (std::size_t step = states.size() - 1; step > 0; --step) {
        document.undoStack()->undo();
        QCOMPARE(planToJson(*document.plan()), states[step - 1]);
    }
    QVERIFY(*document.plan() == samplePlan(4, 22, 8));
    QVERIFY(sameFigures(*document.estimate(), estimate(samplePlan(4, 22, 8))));
    for (std::size_t step = 1; step < states.size(); ++step) {
        document.undoStack()->redo();
        QCOMPARE(planToJson(*document.plan()), states[step]);
    }
    QVERIFY(sameFigures(*document.estimate(), last));
    QVERIFY(sameFigures(*document.estimate(), estimate(*document.plan())));
    // A jump goes to a state at once, and what follows the plan hears of that one alone.
    int changes = 0;
    connect(&document, &Document::planChanged, &document, [&changes] { ++changes; });
    for (const int state : {0, steps, steps / 2, 1}) {
        changes = 0;
        document.undoStack()->setIndex(state);
        QCOMPARE(changes, 1);
        QCOMPARE(planToJson(*document.plan()), states[static_cast<std::size_t>(state)]);
        QVERIFY(sameFigures(*document.estimate(), estimate(*document.plan())));
    }
}

void TestDocument::dragIsOneStep()
{
    Document document;
    document.showPlan(std::make_shared<const Plan>(samplePlan(2, 12, 4)));
    for (int layer = 7; layer <= 10; ++layer) {
        document.moveCut(0, layer, 5);
    }
    QCOMPARE(document.undoStack()->count(), 1);
    QCOMPARE(document.plan()->chunks[1].firstLayer, 10);
    document.moveCut(0, 9, 6);
    QCOMPARE(document.undoStack()->count(), 2);
    document.undoStack()->undo();
    document.undoStack()->undo();
    QCOMPARE(document.plan()->chunks[1].firstLayer, 6);
}

void TestDocument::dragBackLeavesNoStep()
{
    Document document;
    document.showPlan(std::make_shared<const Plan>(samplePlan(2, 12, 4)));
    document.moveCut(0, 9, 5);
    document.moveCut(0, 6, 5);
    QCOMPARE(document.undoStack()->count(), 0);
    QVERIFY(*document.plan() == samplePlan(2, 12, 4));
}

void TestDocument::editsSayTheirValues()
{
    Document document;
    document.showPlan(std::make_shared<const Plan>(samplePlan(2, 12, 4)));
    const QUndoStack& history = *document.undoStack();
    const Plan& plan = *document.plan();
    const auto name = [model = plan.model](int layer) { return QString::fromStdString(model.layerName(layer)); };
    const std::int64_t batch = plan.training.globalBatch;
    document.setGlobalBatch(2 * batch);
    QCOMPARE(history.undoText(), QStringLiteral("Batch %1 → %2").arg(batch).arg(2 * batch));
    for (const int microbatches : {8, 16, 2}) {
        document.setMicrobatches(microbatches, 7);
    }
    QCOMPARE(history.undoText(), QStringLiteral("Micro-batches 4 → 2"));
    document.moveCut(0, 9, 8);
    document.moveCut(0, 8, 8);
    QCOMPARE(history.undoText(), QStringLiteral("Start stage 1 at %1").arg(name(8)));
    document.setSchedule(ScheduleKind::GPipe);
    QCOMPARE(history.undoText(), QStringLiteral("Schedule 1F1B → GPipe"));
    document.rename(QStringLiteral("mine"));
    QCOMPARE(history.undoText(), QStringLiteral("Rename to “mine”"));
    const LayerRange range{2, 3};
    document.setStrategies(2, chosen(*document.plan(), range, strategyField("recompute"), 3));
    QCOMPARE(history.undoText(), QStringLiteral("Recompute off → full: %1 – %2").arg(name(2), name(4)));
    const int before = document.plan()->strategies[4].tensor;
    document.setStrategies(4, chosen(*document.plan(), {4, 2}, strategyField("tensor"), before == 2 ? 1 : 2));
    QVERIFY2(history.undoText().contains(QStringLiteral("Tensor ")) && history.undoText().contains(u'→'),
             qPrintable(history.undoText()));
    document.undoStack()->undo();
    QCOMPARE(history.redoText().section(u':', 1), QStringLiteral(" %1 – %2").arg(name(4), name(5)));
}

void TestDocument::editThatChangesNothingIsNoStep()
{
    Document document;
    document.showPlan(std::make_shared<const Plan>(samplePlan(2, 12, 4)));
    QSignalSpy changes(&document, &Document::planChanged);
    document.setMicrobatches(4);
    document.setStrategy(3, 1, document.plan()->strategies[3]);
    document.moveCut(7, 2);
    QCOMPARE(document.undoStack()->count(), 0);
    QCOMPARE(changes.count(), 0);
}

void TestDocument::editMarksTheCertificate()
{
    Plan plan = samplePlan(2, 12, 4);
    plan.provenance.certificate = "optimal";
    Document document;
    document.showPlan(std::make_shared<const Plan>(plan));
    document.rename(QStringLiteral("other"));
    QCOMPARE(document.plan()->provenance.certificate, std::string("optimal"));
    document.setMicrobatches(2);
    QCOMPARE(document.plan()->provenance.certificate, std::string("edited"));
    document.undoStack()->undo();
    QCOMPARE(document.plan()->provenance.certificate, std::string("optimal"));
}

void TestDocument::aScheduleWithOtherChunksCutsAnew()
{
    Document document;
    const Plan plain = samplePlan(4, 18, 8);
    document.showPlan(std::make_shared<const Plan>(plain));
    document.moveCut(0, 3);
    const std::vector<Chunk> own = document.plan()->chunks;
    document.setSchedule(ScheduleKind::ZbH1);
    QCOMPARE(document.plan()->chunks, own);
    document.setSchedule(ScheduleKind::Interleaved);
    QCOMPARE(document.plan()->pipeline(), 4);
    QCOMPARE(document.plan()->chunks, chunksFromSizes(evenCut(plain.model, 8)));
    QVERIFY(checkStructure(*document.plan()).has_value());
    // The last stage hands on to the first under one, to itself under the other: on the same cut.
    document.moveCut(3, 8);
    const std::vector<Chunk> moved = document.plan()->chunks;
    QCOMPARE(moved[4].firstLayer, 8);
    document.setSchedule(ScheduleKind::ZbV);
    QCOMPARE(document.plan()->chunks, moved);
    QCOMPARE(document.plan()->stageOf(8), 3);
    QVERIFY(checkStructure(*document.plan()).has_value());
    document.setSchedule(ScheduleKind::OneFOneB);
    QCOMPARE(document.plan()->chunks, chunksFromSizes(evenCut(plain.model, 4)));
    QVERIFY(checkStructure(*document.plan()).has_value());
    while (document.undoStack()->canUndo()) {
        document.undoStack()->undo();
    }
    QVERIFY(*document.plan() == plain);
}

void TestDocument::aScheduleOfMoreChunksThanLayersIsRefused()
{
    Document document;
    const Plan plan = samplePlan(4, 7, 8);
    document.showPlan(std::make_shared<const Plan>(plan));
    document.setSchedule(ScheduleKind::Interleaved);
    document.setSchedule(ScheduleKind::ZbV);
    QVERIFY(*document.plan() == plan);
    QCOMPARE(document.undoStack()->count(), 0);
}

void TestDocument::cutsOfChunksMoveAndSaySo()
{
    Document document;
    document.showPlan(std::make_shared<const Plan>(chunkedPlan(ScheduleKind::Interleaved, 4, 24, 8)));
    document.moveCut(4, 100);
    QCOMPARE(document.plan()->chunk(4).end(), document.plan()->chunk(5).firstLayer);
    QCOMPARE(document.plan()->chunk(5).layerCount, 1);
    QVERIFY(checkStructure(*document.plan()).has_value());
    const QString said = document.undoStack()->undoText();
    QVERIFY2(said.startsWith(QStringLiteral("Start chunk 2 of stage 1 at ")), qPrintable(said));
    document.moveCut(7, 23);
    QCOMPARE(document.undoStack()->count(), 1);
    const auto read = planFromJson(planToJson(*document.plan()), "a.json");
    QVERIFY(read.has_value());
    QCOMPARE(read->chunks, document.plan()->chunks);
}

/// What a file of before could not say stays said until the cut is the person's own.
void TestDocument::anEditOfTheCutForgetsTheFiles()
{
    Plan plan = chunkedPlan(ScheduleKind::Interleaved, 2, 12, 4);
    plan.provenance.recut = Text("stages of 6, 6 layers in a row, of which interleaved:2 makes no chunks");
    Document document;
    document.showPlan(std::make_shared<const Plan>(plan));
    document.setStrategy(0, 1, sampleStrategy(9, 2));
    QCOMPARE(document.plan()->provenance.recut, plan.provenance.recut);
    const auto isNoted = [&document] {
        return std::ranges::find(document.estimate()->issues, "recut", &Issue::code) !=
               document.estimate()->issues.end();
    };
    QVERIFY(isNoted());
    document.moveCut(0, plan.chunk(1).firstLayer);  // where it is
    QVERIFY(isNoted());
    document.moveCut(0, plan.chunk(1).firstLayer + 1);
    QVERIFY(!isNoted());
    document.undoStack()->undo();
    QVERIFY(isNoted());
    document.setSchedule(ScheduleKind::ZbV);
    QVERIFY(!isNoted());
    document.undoStack()->undo();
    document.takePlanned(chunkedPlan(ScheduleKind::Interleaved, 2, 12, 2));
    QVERIFY(!isNoted());
}

void TestDocument::cutNeverEmptiesAStage()
{
    Document document;
    document.showPlan(std::make_shared<const Plan>(samplePlan(3, 9, 6)));
    document.moveCut(0, -50);
    QCOMPARE(document.plan()->chunks[0].layerCount, 1);
    document.moveCut(0, 50);
    QCOMPARE(document.plan()->chunks[1].layerCount, 1);
    QVERIFY(checkStructure(*document.plan()).has_value());
}

void TestDocument::plansKeepTheirHistories()
{
    Document document;
    Session session(&document);
    session.add(samplePlan(2, 12, 4));
    document.setMicrobatches(2);
    session.add(samplePlan(2, 12, 4));
    // Told apart by what differs, and counted where nothing does.
    QVERIFY(session.at(1).plan()->name.starts_with("sample plan · "));
    QVERIFY(!document.undoStack()->canUndo());
    session.show(0);
    QVERIFY(session.at(0).isModified());
    document.undoStack()->undo();
    QVERIFY(!session.at(0).isModified());
    QVERIFY(*session.at(0).plan() == samplePlan(2, 12, 4));
}

void TestDocument::takenPlanComesBackWithItsHistory()
{
    Document document;
    Session session(&document);
    session.add(samplePlan(2, 12, 4));
    session.add(samplePlan(2, 14, 4));
    document.setMicrobatches(2);
    session.close(1);
    QCOMPARE(session.count(), 1);
    QCOMPARE(session.currentRow(), 0);
    QCOMPARE(session.reopenClosed(), 1);
    QCOMPARE(session.currentRow(), 1);
    QCOMPARE(document.plan()->schedule.microbatches, 2);
    document.undoStack()->undo();
    QCOMPARE(document.plan()->schedule.microbatches, 4);
    session.close(0);
    session.close(0);
    QCOMPARE(session.currentRow(), -1);
    QVERIFY(document.plan() == nullptr);
}

/// Pointing at a choice has estimated the plan that the click then makes.
void TestDocument::anEditTakesTheEstimateOfItsPreview()
{
    Document document;
    document.showPlan(std::make_shared<const Plan>(samplePlan(2, 12, 4)));
    document.preview()->show(withMicrobatches(*document.plan(), 2));
    QTRY_VERIFY(document.preview()->isShown());
    const auto previewed = document.preview()->estimate();
    document.setMicrobatches(2);
    QVERIFY(document.estimate() == previewed);
    QCOMPARE(document.estimate()->stepTime, estimate(*document.plan()).stepTime);
    QVERIFY(!document.preview()->isShown());
}

/// With their histories, the last one first; what is closed all at once counts as one closing.
void TestDocument::theLastClosedPlansComeBack()
{
    Document document;
    Session session(&document);
    QCOMPARE(session.reopenClosed(), -1);
    for (int made = 0; made < 14; ++made) {
        Plan plan = samplePlan(2, 12, 4);
        plan.name = "plan " + std::to_string(made);
        session.add(std::move(plan));
    }
    document.setMicrobatches(2);
    for (int closed = 0; closed < 12; ++closed) {
        session.close(session.count() - 1);
    }
    QCOMPARE(session.closed().size(), std::size_t{Session::mostClosed});
    QCOMPARE(session.closed().back()->plan()->name, std::string("plan 2"));
    for (int closed = 0; closed < Session::mostClosed; ++closed) {
        QCOMPARE(session.reopenClosed(), 2 + closed);
    }
    QCOMPARE(session.reopenClosed(), -1);
    QCOMPARE(document.plan()->name, std::string("plan 11"));
    session.add(samplePlan(2, 12, 4));
    document.setMicrobatches(2);
    session.closeAll();
    QCOMPARE(session.closed().size(), std::size_t{13});
    while (session.reopenClosed() >= 0) {
    }
    QCOMPARE(session.count(), 13);
    QCOMPARE(session.at(12).plan()->schedule.microbatches, 2);
    QVERIFY(session.at(12).isModified());
}

void TestDocument::referenceFollowsItsPlan()
{
    Document document;
    Session session(&document);
    QCOMPARE(session.referenceRow(), -1);
    session.add(samplePlan(2, 12, 4));
    session.add(samplePlan(2, 14, 4));
    session.add(samplePlan(2, 16, 4));
    QCOMPARE(session.referenceRow(), 0);
    session.setReference(2);
    session.close(0);
    QCOMPARE(session.referenceRow(), 1);
    session.close(1);
    QCOMPARE(session.referenceRow(), 0);
}

void TestDocument::aFileIsThatOfTheLastPlanSavedThere()
{
    Document document;
    Session session(&document);
    session.add(samplePlan(2, 6, 4));
    session.add(samplePlan(4, 12, 8));
    const QString file = QStringLiteral("/plans/a.json");
    session.setSaved(0, file);
    QVERIFY(!session.hasModified());
    session.setSaved(1, file);
    QCOMPARE(session.at(1).file(), file);
    QVERIFY(!session.at(1).isModified());
    // What the first plan says is in no file any more, and is asked about before it is lost.
    QVERIFY(session.at(0).file().isEmpty());
    QVERIFY(session.at(0).isModified());
}

PGRAM_TEST(TestDocument)
#include "test_document.moc"
