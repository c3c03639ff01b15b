// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The deployment view: what it shows of a plan's model, its controls by mouse and keys, its table, and what it says
// where there is nothing to serve.
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/kit/quantity_edit.h"
#include "widgets/views/deployment/deployment_view.h"

#include <QAbstractItemModelTester>
#include <QComboBox>

using namespace pgram;

namespace {

std::shared_ptr<const Plan> planOf(const char* model, const char* cluster)
{
    const PresetStore store(presetsFolder());
    const Architecture architecture = *store.model(model);
    const Cluster devices = *store.cluster(cluster);
    Plan plan = samplePlan(1, architecture.layerCount(), 1, devices.devices);
    plan.model = architecture;
    plan.cluster = devices;
    plan.training.sequenceLength = 0;
    plan.memoryBudget = 0;
    return std::make_shared<const Plan>(std::move(plan));
}

struct DeploymentFixture : ViewFixture {
    explicit DeploymentFixture(const char* model = "llama2-13b", const char* cluster = "rtx-4090-8")
        : ViewFixture(1, 4, 1)
    {
        present(view);
        document.showPlan(planOf(model, cluster));
    }
    template <class Control>
    [[nodiscard]] Control* control(const char* name)
    {
        return view.findChild<Control*>(QStringLiteral("deployment-") + QLatin1StringView(name));
    }
    /// As a user who picks the entry.
    void pick(const char* name, const QString& text)
    {
        auto* box = control<QComboBox>(name);
        const int index = box->findText(text);
        QVERIFY2(index >= 0, qPrintable(text));
        box->setCurrentIndex(index);
        Q_EMIT box->activated(index);
    }
    [[nodiscard]] const Deployment& row() const { return rowOf(view.shown()->answer()); }
    DeploymentView view{&document, &selection};
};

}  // namespace

class TestViewDeployment : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void formatsOfThePlansModel()
    {
        DeploymentFixture f;
        QVERIFY(f.view.shown() != nullptr);
        QCOMPARE(f.view.shown()->answers.size(), std::size_t{4});
        QCOMPARE(f.view.shown()->question.prompt, std::int64_t{4096});  // the model's own length
        QCOMPARE(f.row().devices(), 2);                                 // 26 GB on cards of 24
        QVERIFY(colorCount(pictureOf(f.view)) > 10);
        QVERIFY(f.view.table()->rowCount() > 20);
        const QAbstractItemModelTester tester(f.view.table());
        const DeploymentLayout layout = f.view.currentLayout();
        QVERIFY(!layout.roof.isEmpty() && !layout.curve.isEmpty() && !layout.notes.isEmpty());
        QVERIFY(layout.rows.back().bottom() <= layout.quality.top());
    }

    void rowsAreChosenByMouseAndKeys()
    {
        DeploymentFixture f;
        const QPoint last = f.view.currentLayout().rows.back().center().toPoint();
        QTest::mouseClick(&f.view, Qt::LeftButton, Qt::NoModifier, last);
        QCOMPARE(f.view.choice().format.kind, WeightKind::Int4);
        QCOMPARE(f.row().devices(), 1);
        QVERIFY(!f.view.shown()->notes.empty());
        QTest::keyClick(&f.view, Qt::Key_PageUp);
        QCOMPARE(f.view.choice().format.kind, WeightKind::Int8);
        QTest::keyClick(&f.view, Qt::Key_PageDown);
        QTest::keyClick(&f.view, Qt::Key_PageDown);  // there is none behind it
        QCOMPARE(f.view.choice().format.kind, WeightKind::Int4);
        QTest::keyClick(&f.view, Qt::Key_End);
        QVERIFY(f.view.focusedMark() > 0);
    }

    void aChangeOfStrategiesAsksNothing()
    {
        DeploymentFixture f;
        const FormatAnswer* answers = f.view.shown()->answers.data();
        f.document.setStrategy(0, 1, sampleStrategy(3, 8));
        QCOMPARE(f.view.shown()->answers.data(), answers);
        f.control<QuantityEdit>("batch")->setValue(8);
        QCOMPARE(f.view.shown()->question.batch, 8);
    }

    void controlsAskAnew()
    {
        DeploymentFixture f;
        f.pick("weights", QStringLiteral("INT4, groups of 64"));
        QCOMPARE(f.view.choice().format.group, 64);
        f.pick("pruning", QStringLiteral("2:4 Sparse"));
        QCOMPARE(f.view.shown()->answers.size(), std::size_t{5});  // bf16 as it is, too
        QCOMPARE(nameOf(f.row().format), std::string("int4:64-2:4"));
        f.pick("tensor", QStringLiteral("TP 4"));
        QCOMPARE(f.row().tensor, 4);
        f.pick("pipeline", QStringLiteral("PP 2"));
        QCOMPARE(f.row().devices(), 8);
        const double cache = f.row().memory.cache;
        f.control<QuantityEdit>("batch")->setValue(8);
        QCOMPARE(f.row().memory.cache, 8 * cache);
        f.control<QuantityEdit>("prompt")->setValue(512);
        QCOMPARE(f.view.shown()->question.prompt, std::int64_t{512});
        f.control<QuantityEdit>("output")->setValue(64);
        QCOMPARE(f.view.shown()->question.output, std::int64_t{64});
        QTest::keyClick(&f.view, Qt::Key_PageUp);
        QTest::keyClick(&f.view, Qt::Key_PageUp);
        QTest::keyClick(&f.view, Qt::Key_PageUp);
        QTest::keyClick(&f.view, Qt::Key_PageUp);
        QCOMPARE(f.view.choice().format, WeightFormat());  // and so it is without pruning
    }

    /// Degrees of another cluster are forgotten; the user's other choices stay.
    void anotherClusterHasOtherDegrees()
    {
        DeploymentFixture f;
        f.pick("tensor", QStringLiteral("TP 8"));
        f.control<QuantityEdit>("batch")->setValue(4);
        f.document.showPlan(planOf("llama2-13b", "ethernet-4"));
        QVERIFY(f.view.shown() != nullptr);
        QCOMPARE(f.view.choice().tensor, 0);
        QCOMPARE(f.view.choice().batch, 4);
    }

    void optionsAreKept()
    {
        DeploymentFixture f;
        f.pick("weights", QStringLiteral("INT8"));
        f.pick("pruning", QStringLiteral("Unstructured 70 %"));
        f.control<QuantityEdit>("batch")->setValue(16);
        DeploymentFixture other;
        other.view.setOptions(f.view.options());
        QCOMPARE(other.view.choice(), f.view.choice());
        other.view.setOptions({{QStringLiteral("weights"), QStringLiteral("int3")}, {QStringLiteral("batch"), -1}});
        QCOMPARE(other.view.choice(), f.view.choice());
    }

    /// The second page places what the first one refuses to serve, too.
    void edgeMemory()
    {
        DeploymentFixture f("bert-base", "dgx-a100");
        QVERIFY(f.view.shown() == nullptr);
        f.view.showPageNamed(QStringLiteral("edge"));
        QVERIFY(f.view.edge() != nullptr);
        QCOMPARE(f.view.pageName(), QStringLiteral("edge"));
        QCOMPARE(f.view.table()->rowCount(), 7);  // two placements, four memories, a model for each task
        QVERIFY(colorCount(pictureOf(f.view)) > 5);
        QCOMPARE(f.view.edge()->answer.classes[2].count, 8);
        f.view.findChild<QuantityEdit*>(QStringLiteral("edge-tasks"))->setValue(3);
        QCOMPARE(f.view.edge()->answer.classes[2].count, 3);
        const double bytes = f.view.edge()->answer.classes[1].bytes;
        f.pick("weights", QStringLiteral("INT8"));
        QCOMPARE(f.view.edge()->answer.classes[1].bytes, bytes / 2);
        QTest::keyClick(&f.view, Qt::Key_PageDown);
        QTest::mouseClick(&f.view, Qt::LeftButton, Qt::NoModifier, {300, 300});
        f.document.showPlan(planOf("resnet-50", "dgx-a100"));
        QVERIFY(f.view.edge() == nullptr);
        QVERIFY(!pictureOf(f.view).isNull());
        f.view.showPageNamed(QStringLiteral("serving"));
        f.document.showPlan(planOf("llama2-7b", "dgx-a100"));
        QVERIFY(f.view.shown() != nullptr && f.view.edge() == nullptr);
    }

    void smallPicturesHaveTheSentence()
    {
        DeploymentFixture f;
        for (const QSize size : {QSize(320, 200), QSize(600, 420), QSize(1900, 1200)}) {
            f.view.resize(size);
            QVERIFY(!pictureOf(f.view).isNull());
            const DeploymentLayout layout = f.view.currentLayout();
            QVERIFY(layout.quality.bottom() <= size.height());
        }
    }

    void whatIsNotServedIsSaid()
    {
        DeploymentFixture f("bert-large", "dgx-a100");
        QVERIFY(f.view.shown() == nullptr);
        QCOMPARE(f.view.table()->rowCount(), 1);  // why
        QVERIFY(f.control<QComboBox>("weights")->isHidden());
        QVERIFY(!pictureOf(f.view).isNull());
        QTest::keyClick(&f.view, Qt::Key_PageDown);
        QTest::mouseClick(&f.view, Qt::LeftButton, Qt::NoModifier, {200, 200});
        f.document.showPlan(nullptr);
        QVERIFY(!pictureOf(f.view).isNull());
        f.document.showPlan(planOf("llama2-7b", "dgx-a100"));
        QVERIFY(f.view.shown() != nullptr && !f.control<QComboBox>("weights")->isHidden());
        // Nothing fits: it is told in the row, and the plots are of what needs the least.
        Plan plan = *planOf("llama2-70b", "dgx-a100");
        plan.memoryBudget = 2 * GiB;
        f.document.showPlan(std::make_shared<const Plan>(plan));
        QVERIFY(f.view.shown() != nullptr && f.view.shown()->answer().best() == nullptr);
        QVERIFY(colorCount(pictureOf(f.view)) > 5);
    }
};

PGRAM_TEST(TestViewDeployment)
#include "test_view_deployment.moc"
