// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rows of labels and fields: in the docks, where rows come and go with the plan, and by themselves.
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/audit.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/docks/inspector/inspector_panel.h"
#include "widgets/docks/inspector/pipeline_editor.h"
#include "widgets/docks/inspector/strategy_editor.h"
#include "widgets/kit/choice_row.h"
#include "widgets/kit/fold_section.h"
#include "widgets/kit/forms.h"

#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>

#include <optional>

using namespace pgram;

namespace {

/// Planned over four stages, so that the docks have everything to say.
Plan pipelinedPlan(const MainWindow& window, ScheduleKind schedule)
{
    SearchRequest request = window.scenario()->request();
    request.pipelines = {4};
    request.batches = {64};
    request.schedule.kind = schedule;
    request.schedule.virtualStages = usualChunks(schedule);
    request.memoryBudget = 0;  // all that the devices have
    const auto result = search(request);
    return result && result->plan ? *result->plan : Plan();
}

/// Rows of forms that nobody sees. QFormLayout of Qt 6.4 writes past its memory where the field of one is as high as
/// its width asks for, as wrapped text is.
QStringList hiddenRows(const QWidget* window)
{
    QStringList complaints;
    for (const QFormLayout* form : window->findChildren<QFormLayout*>()) {
        for (int row = 0; row < form->rowCount(); ++row) {
            for (const auto role : {QFormLayout::LabelRole, QFormLayout::FieldRole, QFormLayout::SpanningRole}) {
                const QLayoutItem* item = form->itemAt(row, role);
                if (item != nullptr && item->widget() != nullptr && item->widget()->isHidden()) {
                    complaints.append(placeOf(item->widget()));
                }
            }
        }
    }
    complaints.removeDuplicates();
    return complaints;
}

QLabel* wrappedText(const char* words)
{
    auto* label = new QLabel(text(words).repeated(12));
    label->setWordWrap(true);
    return label;
}

}  // namespace

class TestForms : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void noFormHidesARow();
    void hiddenRowsTakeNoSpace();
    void fieldsStandInOneColumn();
};

void TestForms::noFormHidesARow()
{
    const WindowFixture fixture;
    MainWindow* window = fixture.window.get();
    QStringList complaints = hiddenRows(window);
    for (const ScheduleKind schedule : {ScheduleKind::OneFOneB, ScheduleKind::Interleaved, ScheduleKind::ZbV}) {
        const Plan plan = pipelinedPlan(*window, schedule);
        QCOMPARE(plan.pipeline(), 4);
        fixture.session()->add(plan);
        for (const Chunk& chunk : plan.chunks) {
            Selection selection;
            selection.firstLayer = chunk.firstLayer;
            selection.layerCount = chunk.layerCount;
            selection.stage = plan.stageOf(chunk.firstLayer);
            window->selection()->select(selection);
            QCoreApplication::processEvents();
            complaints += hiddenRows(window);
        }
    }
    complaints.removeDuplicates();
    QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(QLatin1Char('\n'))));
}

void TestForms::hiddenRowsTakeNoSpace()
{
    QWidget dock;
    auto* rows = new FieldRows(&dock);
    rows->addRow(wrappedText("over the whole width "));
    QLabel* label = new QLabel(text("Sometimes"));
    QLabel* field = wrappedText("beside its label ");
    rows->addRow(new QLabel(text("Always")), new QSpinBox);
    const int without = rows->heightForWidth(300);
    rows->addRow(label, field);
    QVERIFY(rows->heightForWidth(300) > without + field->fontMetrics().height());
    rows->setRowVisible(field, false);
    QVERIFY(label->isHidden() && field->isHidden());
    QCOMPARE(rows->heightForWidth(300), without);
    dock.resize(300, 3 * without);
    dock.show();
    QVERIFY(label->isHidden() && field->isHidden());
    rows->setRowVisible(field, true);
    QTRY_VERIFY(label->isVisible() && field->isVisible());
    QCOMPARE(label->geometry().top(), field->geometry().top());
    QVERIFY(label->geometry().right() < field->geometry().left());
    // The rest of a high dock stays empty, below.
    QVERIFY(field->geometry().bottom() < rows->heightForWidth(300));
}

/// Labels at one left edge, fields at another, no row over the next.
void TestForms::fieldsStandInOneColumn()
{
    const WindowFixture fixture;
    MainWindow* window = fixture.window.get();
    window->resize(1280, 1000);
    const Plan plan = pipelinedPlan(*window, ScheduleKind::OneFOneB);
    fixture.session()->add(plan);
    Selection second;
    second.firstLayer = plan.chunks[1].firstLayer;
    second.layerCount = 1;
    second.stage = 1;
    window->selection()->select(second);
    auto* inspector = window->findChild<InspectorPanel*>();
    inspector->findChild<FoldSection*>(QStringLiteral("pipelineSection"))->setOpen(true);
    QTRY_VERIFY(inspector->strategyEditor()->row(strategyField("tensor"))->isVisible());
    QCoreApplication::processEvents();
    for (QWidget* editor : {static_cast<QWidget*>(inspector->strategyEditor()),
                            static_cast<QWidget*>(inspector->findChild<PipelineEditor*>())}) {
        const auto* rows = dynamic_cast<QGridLayout*>(editor->layout());
        QVERIFY(rows != nullptr);
        std::vector<std::pair<QRect, QRect>> seen;
        for (int row = 0; row < rows->rowCount(); ++row) {
            const QLayoutItem* label = rows->itemAtPosition(row, 0);
            const QLayoutItem* field = rows->itemAtPosition(row, 1);
            if (label != nullptr && label != field && label->widget()->isVisible()) {
                seen.emplace_back(label->geometry(), field->geometry());
            }
        }
        QVERIFY(seen.size() >= 3);
        for (std::size_t row = 0; row < seen.size(); ++row) {
            QCOMPARE(seen[row].first.left(), seen.front().first.left());
            QCOMPARE(seen[row].second.left(), seen.front().second.left());
            QVERIFY(row == 0 || seen[row].second.top() > seen[row - 1].second.bottom());
        }
    }
}

PGRAM_TEST(TestForms)
#include "test_forms.moc"
