// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a view says of its selection, what Escape ends before it is the window's, and that marks are no new picture.
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/document/texts.h"
#include "widgets/views/all_views.h"
#include "widgets/views/memory/memory_view.h"
#include "widgets/views/strategy_map/strategy_map_view.h"
#include "widgets/views/timeline/timeline_view.h"
#include "widgets/views/tree/tree_view.h"

#include <QAccessible>
#include <QKeyEvent>

using namespace pgram;

namespace {

/// The view keeps Escape from the window's shortcuts.
bool keepsEscape(QWidget& view)
{
    QKeyEvent event(QEvent::ShortcutOverride, Qt::Key_Escape, Qt::NoModifier);
    event.ignore();
    QApplication::sendEvent(&view, &event);
    return event.isAccepted();
}

class CountingTree : public TreeView {
public:
    using TreeView::TreeView;
    void paintPicture(QPainter& painter, const QRectF& rect) override
    {
        ++pictures;
        TreeView::paintPicture(painter, rect);
    }
    int pictures = 0;
};

}  // namespace

class TestViewMarks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A screen reader finds each stage with its figures, by its order and by its place.
    void marksAreReachableForScreenReaders()
    {
        ViewFixture fixture;
        MemoryView view(&fixture.document, &fixture.selection);
        present(view);
        QAccessibleInterface* all = QAccessible::queryAccessibleInterface(&view);
        QVERIFY(all != nullptr && all->childCount() >= 4);
        const std::vector<Ref> refs = view.scene().refs();
        for (int stage = 0; stage < 4; ++stage) {
            const auto place = std::ranges::find(refs, Ref{"stage", stage}) - refs.begin();
            QAccessibleInterface* mark = all->child(static_cast<int>(place));
            const QString name = mark->text(QAccessible::Name);
            const Bytes total = fixture.document.estimate()->stages[static_cast<std::size_t>(stage)].memory.total();
            QVERIFY2(name.contains(QStringLiteral("Stage %1").arg(stage)) && name.contains(bytesText(total)),
                     qPrintable(name));
            QCOMPARE(all->indexOfChild(mark), static_cast<int>(place));
            QCOMPARE(mark->parent(), all);
            QVERIFY(mark->isValid());
            const QPoint center = mark->rect().center();
            QCOMPARE(all->childAt(center.x(), center.y()), mark);
        }
        view.setTableShown(true);
        QVERIFY(all->childCount() < 4);
    }

    void everyViewSaysWhatIsSelected()
    {
        ViewFixture fixture;
        for (View* made : planViews(&fixture)) {
            const std::unique_ptr<View> view(made);
            fixture.selection.select({});
            present(*view, {900, 600});
            fixture.selection.select({.firstLayer = 4, .layerCount = 1, .stage = 1});
            QVERIFY2(view->accessibleDescription().contains(QStringLiteral("decoder 5")) &&
                         view->accessibleDescription().contains(QStringLiteral("Stage 1: ")),
                     qPrintable(view->viewName() + QStringLiteral(": ") + view->accessibleDescription()));
            fixture.selection.select({.stage = 2, .device = 5, .microbatch = 3});
            QVERIFY(view->accessibleDescription().contains(QStringLiteral("device 5; micro-batch 4")));
        }
    }

    void escapeEndsTheSelectionFirst()
    {
        ViewFixture fixture;
        for (View* made : planViews(&fixture)) {
            const std::unique_ptr<View> view(made);
            fixture.selection.select({});
            present(*view, {900, 600});
            QVERIFY2(!keepsEscape(*view), qPrintable(view->viewName()));
            fixture.selection.select({.stage = 1});
            QVERIFY2(keepsEscape(*view), qPrintable(view->viewName()));
        }
    }

    void escapeEndsAMeasureFirst()
    {
        ViewFixture fixture;
        TimelineView view(&fixture.document, &fixture.selection);
        present(view);
        const QPoint middle = view.currentLayout().tracks.center().toPoint();
        QTest::mousePress(&view, Qt::LeftButton, Qt::ShiftModifier, middle);
        QTest::mouseMove(&view, middle + QPoint(90, 0));
        QVERIFY(keepsEscape(view));
        QTest::mouseRelease(&view, Qt::LeftButton, Qt::ShiftModifier, middle + QPoint(90, 0));
        QTest::keyClick(&view, Qt::Key_Escape);
        QVERIFY(!keepsEscape(view));
    }

    void escapeEndsADraggedCutFirst()
    {
        ViewFixture fixture;
        StrategyMapView view(&fixture.document, &fixture.selection);
        present(view);
        const QPoint cut = cutHandle(view.currentLayout(), fixture.document.plan()->chunks, 0, 12).center().toPoint();
        QTest::mouseMove(&view, cut);
        QTest::mousePress(&view, Qt::LeftButton, {}, cut);
        QVERIFY(keepsEscape(view));
    }

    void aMarkIsNoNewPicture()
    {
        ViewFixture fixture(1, 8, 4);
        CountingTree view(&fixture.session, &fixture.selection, &fixture.leaves);
        present(view);
        QTRY_VERIFY(!view.isWorking() && !view.costs().known().empty());
        pictureOf(view);
        const int before = view.pictures;
        for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Down, Qt::Key_Right, Qt::Key_Left, Qt::Key_Up}) {
            QTest::keyClick(&view, key);
            pictureOf(view);
        }
        fixture.selection.select({.microbatch = 2});
        pictureOf(view);
        QCOMPARE(view.pictures, before);
        fixture.selection.select({.firstLayer = 2, .layerCount = 2});  // whose costs are shown changes
        pictureOf(view);
        QVERIFY(view.pictures > before);
    }
};

PGRAM_TEST(TestViewMarks)
#include "test_view_marks.moc"
