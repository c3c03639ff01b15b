// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Model dock: what is typed makes the model that a file written by hand would be, or stays where it was typed with
// the reason; every step can be undone. With PARALLELOGRAM_PICTURES set to a folder it leaves pictures there.
#include "core/search/search.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/model_dock.h"
#include "tests/widgets/fixtures/window_fixture.h"

#include <QDockWidget>

#include <random>

using namespace pgram;

class TestModelDock : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anEditedPresetIsTheFileByHand();
    void ownSizesInAFewActions();
    void everyFieldOfEveryKind();
    void illegalValuesAreNamedAtTheirField_data();
    void illegalValuesAreNamedAtTheirField();
    void valuesThatGoOnlyTogether();
    void widthsOfAllRuns();
    void differencesAndReverts();
    void aTextThatWaitsMovesWithItsRun();
    void randomEditsAreUndoneAndRedone();
    void withTheKeyboardAlone();
    void isUsableInANarrowDock();
};

void TestModelDock::anEditedPresetIsTheFileByHand()
{
    ModelDock dock("gpt2-small");
    dock.chooseRun(1);
    dock.type("run-count", text("6"));
    dock.type("run-ffn", text("4k"));
    const Architecture before = loaded(shippedPresets().model("gpt2-small"));
    Json byHand = toJson(before);
    byHand["title"] = before.title + ", edited";
    byHand["name"] = "gpt2-small-edited";
    byHand["source"] = before.source + "; gpt2-small edited";
    byHand["runs"][1]["count"] = 6;
    byHand["runs"][1]["ffn"] = 4096;
    const Architecture file = loaded(parseArchitecture(dumped(byHand), "by hand"));
    QCOMPARE(jsonOf(dock.model()), jsonOf(file));
    dock.scenario.setCluster(text("rtx-4090-8"));
    SearchRequest asked = dock.scenario.request();
    asked.threads = 1;
    SearchRequest ofFile = asked;
    ofFile.model = file;
    const SearchResult here = loaded(search(asked));
    const SearchResult there = loaded(search(ofFile));
    QVERIFY(here.plan && there.plan);
    QVERIFY(here.plan->strategies == there.plan->strategies && here.plan->chunks == there.plan->chunks);
    QCOMPARE(here.estimate->stepTime, there.estimate->stepTime);
    // Typed back, it is the preset again.
    dock.type("run-count", text("12"));
    dock.type("run-ffn", text("3072"));
    QCOMPARE(jsonOf(dock.model()), jsonOf(before));
}

void TestModelDock::ownSizesInAFewActions()
{
    ModelDock dock("llama2-13b");
    dock.type("sizes-layers", text("80"));
    dock.type("sizes-hidden", text("8k"));
    QVERIFY(!dock.row("sizes-hidden")->problem().isEmpty());  // 40 heads do not divide it
    dock.type("sizes-heads", text("64"));
    QVERIFY(dock.row("sizes-hidden")->problem().isEmpty());
    dock.type("sizes-kv_heads", text("8"));
    dock.type("sizes-ffn", text("28672"));
    const Architecture llama = loaded(shippedPresets().model("llama2-70b"));
    QVERIFY(dock.model().runs == llama.runs);
    const QString facts = dock.panel.findChild<QLabel*>(text("modelFacts"))->text();
    QVERIFY2(facts.contains(text("69.0 B parameters, 82 layer")), qPrintable(facts));
}

/// Each is there for the kinds that have it, and what it is given is in the model, or in the field with a reason.
void TestModelDock::everyFieldOfEveryKind()
{
    for (const LayerKind kind : layerKinds()) {
        if (kind == LayerKind::Prediction) {
            continue;  // stands behind blocks alone
        }
        ModelDock dock("llama2-13b");
        makeOnly(dock, kind);
        QVERIFY2(dock.model().runs.size() == 1 && dock.model().runs[0].kind == kind, pgram::name(kind).data());
        for (const RunField& field : runFields()) {
            const std::string name = std::string("run-") + field.key;
            FieldRow* row = dock.row(name.c_str());
            QVERIFY2(row != nullptr, field.key);
            const bool isUsed = field.isUsedBy(dock.model().runs[0]);
            QVERIFY2(row->isVisibleTo(&dock.panel) == isUsed, (name + std::string(pgram::name(kind))).c_str());
            if (!isUsed) {
                continue;
            }
            QVERIFY(!row->control()->accessibleName().isEmpty() && !row->control()->toolTip().isEmpty());
            const QString before = dock.panel.draft()->valueOf({ModelFieldId::Of::Run, 0, field.key});
            QCOMPARE(row->text(), before);
            QString typed;
            if (auto* box = qobject_cast<QCheckBox*>(row->control())) {
                box->click();
            } else if (auto* choice = qobject_cast<QComboBox*>(row->control())) {
                choice->setCurrentIndex((choice->currentIndex() + 1) % choice->count());
            } else {
                typed = field.isNumber() ? QString::number(std::max<qlonglong>(2, 2 * before.toLongLong()))
                                         : text("another name");
                dock.type(name.c_str(), typed);
            }
            const QString now = dock.panel.draft()->valueOf({ModelFieldId::Of::Run, 0, field.key});
            const auto* waits = dock.panel.draft()->waiting({ModelFieldId::Of::Run, 0, field.key});
            QVERIFY2(waits != nullptr || now != before || row->text() == before,
                     (name + std::string(pgram::name(kind))).c_str());
            QCOMPARE(row->problem().isEmpty(), waits == nullptr);
            QCOMPARE(row->text(), waits != nullptr ? (typed.isEmpty() ? row->text() : typed) : now);
            QCOMPARE(jsonOf(loaded(parseArchitecture(dumped(toJson(dock.model())), "read back"))),
                     jsonOf(dock.model()));
            if (waits != nullptr) {
                QTest::keyClick(row->control(), Qt::Key_Escape);
                QCOMPARE(row->text(), now);
                QVERIFY(dock.panel.draft()->waiting({ModelFieldId::Of::Run, 0, field.key}) == nullptr);
            }
        }
    }
}

void TestModelDock::illegalValuesAreNamedAtTheirField_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<int>("run");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("says");
    const auto add = [](const char* preset, int run, const char* field, const char* typed, const char* says) {
        QTest::addRow("%s %s of %s", field, typed, preset)
            << text(preset) << run << text(field) << text(typed) << text(says);
    };
    add("llama2-13b", 1, "run-ffn", "many", "not a whole number from 0 to 1048576");
    add("llama2-13b", 1, "run-ffn", "-1", "not a whole number from 0 to 1048576");
    add("llama2-13b", 1, "run-heads", "0", "expected at least 1 beside the mixer 'attention'");
    add("llama2-13b", 1, "run-index_heads", "4", "asks for index_width and selected");
    add("llama2-13b", 1, "run-ffn", "", "not a whole number from 0 to 1048576");
    add("llama2-13b", 1, "run-count", "5000", "not a whole number from 1 to 4096");
    add("llama2-13b", 1, "run-heads", "39", "does not divide the width 5120");
    add("llama2-13b", 1, "run-kv_heads", "7", "does not divide the 40 heads");
    add("llama2-13b", 1, "run-top_k", "2", "Experts: is missing beside top_k");
    add("llama2-13b", 1, "run-rope_dim", "64", "is missing beside rope_dim");
    add("llama2-13b", 1, "run-hidden", "6400", "the run before it writes 5120");
    add("llama2-13b", 1, "run-name", "head", "is the name of two runs");
    add("llama2-13b", 1, "run-name", "", "is empty");
    add("llama2-13b", 0, "run-vocabulary", "1e9", "from 1 to 16777216");
    add("swin-huge-32", 1, "run-window", "50", "square window");
    add("resnet-50", 0, "run-stride", "0", "from 1 to 64");
    add("u-net", 1, "run-spatial", "7", "the run before it writes");
    add("albert-base", 1, "run-experts", "8", "Experts per token: is 0, expected from 1 to the 8 experts");
    add("llama2-13b", 1, "sizes-heads", "39", "does not divide the width 5120");
    add("llama2-13b", 1, "sizes-experts", "8", "no layer of Llama 2 13B has such a size");
    add("llama2-13b", 1, "sizes-layers", "24, 24", "2 numbers for 1 type of layers");
    add("swin-huge-32", 1, "sizes-hidden", "512", "which is meant is open");
    add("llama2-13b", 1, "model-sequence_length", "0", "from 1 to 16777216");
    add("llama2-13b", 1, "model-title", " ", "is empty");
}

void TestModelDock::illegalValuesAreNamedAtTheirField()
{
    QFETCH(QString, preset);
    QFETCH(int, run);
    QFETCH(QString, field);
    QFETCH(QString, typed);
    QFETCH(QString, says);
    ModelDock dock(preset.toLatin1());
    const QString before = jsonOf(dock.model());
    dock.chooseRun(run);
    auto* line = dock.panel.findChild<QLineEdit*>(field);
    FieldRow* row = dock.row(field.toLatin1());
    line->setText(typed);
    Q_EMIT line->textEdited(typed);
    QVERIFY(row->problem().isEmpty());  // nothing is refused before it is typed to its end
    Q_EMIT line->editingFinished();
    QVERIFY2(row->problem().contains(says), qPrintable(row->problem()));
    QCOMPARE(line->accessibleDescription(), row->problem());
    QCOMPARE(line->text(), typed);
    QCOMPARE(jsonOf(dock.model()), before);
    QCOMPARE(dock.scenario.history()->count(), 0);
    // Another run is looked at and left again: it still stands there.
    dock.chooseRun(run == 0 ? 1 : 0);
    dock.chooseRun(run);
    QCOMPARE(line->text(), typed);
    QVERIFY(row->problem().contains(says));
    QTest::keyClick(line, Qt::Key_Escape);
    QVERIFY(row->problem().isEmpty());
    QVERIFY(!dock.panel.draft()->isWaiting());
    QCOMPARE(jsonOf(dock.model()), before);
}

void TestModelDock::valuesThatGoOnlyTogether()
{
    ModelDock dock("llama2-13b");
    dock.chooseRun(1);
    dock.type("run-top_k", text("2"));
    QVERIFY(!dock.row("run-top_k")->problem().isEmpty());
    dock.type("run-experts", text("8"));
    QVERIFY(dock.row("run-top_k")->problem().isEmpty());
    QVERIFY(dock.row("run-experts")->problem().isEmpty());
    QCOMPARE(dock.model().runs[1].experts, 8);
    QCOMPARE(dock.model().runs[1].topK, 2);
    const Architecture base = loaded(shippedPresets().model("llama2-13b"));
    dock.scenario.history()->undo();
    QCOMPARE(jsonOf(dock.model()), jsonOf(base));
    // By width: in each of the runs.
    for (const int run : {0, 1, 2}) {
        dock.chooseRun(run);
        dock.type("run-hidden", text("6400"));
    }
    QVERIFY(!dock.panel.draft()->isWaiting());
    QCOMPARE(sizesOf(dock.model()).hidden, 6400);
}

void TestModelDock::widthsOfAllRuns()
{
    ModelDock dock("llama2-13b");
    dock.chooseRun(1);
    dock.type("run-hidden", text("6400"));
    auto* offer = dock.panel.findChild<QAbstractButton*>(text("run-hiddenOffer"));
    QVERIFY(offer != nullptr && !offer->isHidden());
    QCOMPARE(offer->text(), text("Set It in All 3 Runs"));
    offer->click();
    QVERIFY(offer->isHidden());
    QCOMPARE(sizesOf(dock.model()).hidden, 6400);
    QCOMPARE(dock.row("run-hidden")->text(), text("6400"));
    QCOMPARE(dock.scenario.history()->count(), 1);
}

void TestModelDock::differencesAndReverts()
{
    ModelDock dock("llama2-13b");
    QVERIFY(dock.differences().isEmpty());
    dock.type("sizes-layers", text("48"));
    dock.type("sizes-ffn", text("16384"));
    QCOMPARE(dock.differences(), QStringList({QString::fromUtf8("Revert: decoder: Layers 40 → 48"),
                                              QString::fromUtf8("Revert: FFN 13824 → 16384")}));
    QCOMPARE(dock.scenario.history()->undoText(), QString::fromUtf8("Model: FFN 13824 → 16384"));
    dock.press("revertLine");
    QCOMPARE(dock.model().layerCount(), 42);
    QCOMPARE(dock.model().runs[1].ffn, 16384);
    dock.chooseRun(1);
    dock.press("copyRun");
    QVERIFY(dock.differences().join(QLatin1Char('\n')).contains(text("decoder 2 is new")));
    dock.press("revertModel");
    QCOMPARE(jsonOf(dock.model()), jsonOf(loaded(shippedPresets().model("llama2-13b"))));
    QVERIFY(dock.differences().isEmpty());
}

void TestModelDock::aTextThatWaitsMovesWithItsRun()
{
    ModelDock dock("llama2-13b");
    dock.chooseRun(1);
    dock.type("run-kv_heads", text("7"));
    dock.chooseRun(0);
    dock.press("copyRun");
    QVERIFY(dock.panel.draft()->waiting({ModelFieldId::Of::Run, 2, "kv_heads"}) != nullptr);
    dock.chooseRun(2);
    QCOMPARE(dock.row("run-kv_heads")->text(), text("7"));
    dock.press("removeRun");
    QVERIFY(!dock.panel.draft()->isWaiting());
}

void TestModelDock::randomEditsAreUndoneAndRedone()
{
    ModelDock dock("mixtral-8x7b");
    const QString first = jsonOf(dock.model());
    std::mt19937 random(1902);
    const auto below = [&random](std::size_t count) { return random() % count; };
    const char* buttons[] = {"copyRun", "removeRun", "runUp", "runDown"};
    const char* texts[] = {"1", "2", "8", "64", "128", "4k", "5120", "0", "-3", "many", "", "32000", "1e30"};
    int taken = 0;
    const int steps = test::casesOf(150, 1500);
    for (int step = 0; step < steps; ++step) {
        const QString before = jsonOf(dock.model());
        dock.chooseRun(static_cast<int>(below(dock.model().runs.size())));
        const std::size_t what = below(10);
        if (what == 0) {
            dock.add(layerKinds()[below(layerKinds().size())]);
        } else if (what < 3) {
            dock.press(buttons[below(std::size(buttons))]);
        } else {
            std::vector<QWidget*> controls;
            for (FieldRow* row : dock.panel.findChildren<FieldRow*>()) {
                if (row->isVisibleTo(&dock.panel)) {
                    controls.push_back(row->control());
                }
            }
            QWidget* control = controls[below(controls.size())];
            if (auto* box = qobject_cast<QCheckBox*>(control)) {
                box->click();
            } else if (auto* choice = qobject_cast<QComboBox*>(control)) {
                choice->setCurrentIndex(static_cast<int>(below(static_cast<std::size_t>(choice->count()))));
            } else {
                dock.type(control->objectName().toLatin1(), text(texts[below(std::size(texts))]));
            }
        }
        taken += jsonOf(dock.model()) != before ? 1 : 0;
        const Result<Architecture> read = parseArchitecture(dumped(toJson(dock.model())), "read back");
        QVERIFY2(read && jsonOf(*read) == jsonOf(dock.model()), qPrintable(jsonOf(dock.model())));
    }
    QVERIFY2(taken > steps / 10, qPrintable(QString::number(taken)));
    const QString last = jsonOf(dock.model());
    QUndoStack* history = dock.scenario.history();
    while (history->canUndo()) {
        history->undo();
    }
    QCOMPARE(jsonOf(dock.model()), first);
    while (history->canRedo()) {
        history->redo();
    }
    QCOMPARE(jsonOf(dock.model()), last);
}

void TestModelDock::withTheKeyboardAlone()
{
    WindowFixture fixture;
    QVERIFY(QTest::qWaitForWindowActive(fixture.window.get()));
    QVERIFY(fixture.bench->scenario.setScenario(QString::fromLatin1(defaultScenario)));
    auto* dock = fixture.window->findChild<QDockWidget*>(text("modelDock"));
    QVERIFY(dock != nullptr && dock->isHidden());
    QTest::keyClick(fixture.window.get(), Qt::Key_M, Qt::ControlModifier);
    QTRY_VERIFY(dock->isVisible() && dock->isAncestorOf(QApplication::focusWidget()));
    QCOMPARE(QApplication::focusWidget()->objectName(), text("sizes-layers"));
    const Architecture before = fixture.bench->scenario.request().model;
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(QApplication::focusWidget(), text("16"));
    QCOMPARE(jsonOf(fixture.bench->scenario.request().model), jsonOf(before));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QCOMPARE(sizesOf(fixture.bench->scenario.request().model).layers, std::vector{16});
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(jsonOf(fixture.bench->scenario.request().model), jsonOf(before));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(sizesOf(fixture.bench->scenario.request().model).layers, std::vector{16});
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(fixture.document()->plan() != nullptr && !fixture.window->planning()->isRunning());
    QCOMPARE(jsonOf(fixture.document()->plan()->model), jsonOf(fixture.bench->scenario.request().model));
}

/// In both languages, with a waiting text and everything else that it may show.
void TestModelDock::isUsableInANarrowDock()
{
    constexpr int narrow = 320;
    WindowFixture fixture;
    QVERIFY(fixture.bench->scenario.setScenario(QString::fromLatin1(defaultScenario)));
    fixture.bench->scenario.setModel(text("llama2-13b"));
    auto* dock = fixture.window->findChild<QDockWidget*>(text("modelDock"));
    fixture.window->findChild<QAbstractButton*>(text("editModel"))->click();
    QVERIFY(dock->isVisible());
    auto* panel = qobject_cast<ModelPanel*>(dock->widget());
    panel->draft()->type({ModelFieldId::Of::Sizes, 0, "layers"}, text("48"));
    panel->draft()->type({ModelFieldId::Of::Run, 0, "hidden"}, text("6400"));
    panel->draft()->type({ModelFieldId::Of::Sizes, 0, "ffn"}, text("many"));
    for (const char* language : {"en", "zh_CN"}) {
        fixture.window->showLanguage(QString::fromLatin1(language));
        QCoreApplication::sendPostedEvents();
        const QString name = text("model-dock-") + QString::fromLatin1(language);
        QVERIFY2(panel->minimumSizeHint().width() <= narrow,
                 qPrintable(QString::number(panel->minimumSizeHint().width())));
        for (const char* theme : {"light", "dark"}) {
            fixture.window->showTheme(QString::fromLatin1(theme));
            for (const QSize size : {QSize(1280, 800), QSize(3840, 2160)}) {
                fixture.window->resize(size);
                keepPicture(fixture.window.get(),
                            name + QStringLiteral("-%1-%2").arg(QString::fromLatin1(theme)).arg(size.width()));
            }
        }
    }
}

PGRAM_TEST(TestModelDock)
#include "test_model_dock.moc"
