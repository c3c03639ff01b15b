// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Views keep the picture that they have painted: marks of the mouse do not paint it again, whatever changes it does,
// and a view that nobody sees does nothing until it is shown.
#include "tests/effort.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/views/all_views.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <array>
#include <memory>
#include <random>

using namespace pgram;

namespace {

/// The plan that is shown: of one chunk a stage, of several, of a schedule that cannot run, or none.
enum class Shape { Usual, Chunks, CannotRun, None };

/// Counts what it is asked to do.
class CountingView : public View {
public:
    using View::View;
    [[nodiscard]] QString viewName() const override { return QStringLiteral("counting"); }
    [[nodiscard]] QString viewTitle() const override { return viewName(); }
    void paintPicture(QPainter& painter, const QRectF& rect) override
    {
        ++pictures;
        painter.fillRect(rect, QColor(pictures % 256, 0, 0));
    }
    using View::pictureChanged;

    int pictures = 0;
    int overlays = 0;
    int refreshed = 0;

protected:
    void refresh() override { ++refreshed; }
    void paintOverlay(QPainter&) override { ++overlays; }
    void mouseMoveEvent(QMouseEvent*) override { update(); }
};

void recompute(Document& document, int layer)
{
    LayerStrategy strategy = document.plan()->strategies[static_cast<std::size_t>(layer)];
    strategy.kept.part = strategy.kept.part == KeptPart::All ? KeptPart::Input : KeptPart::All;
    document.setStrategy(layer, 1, strategy);
}

void moveMouse(QWidget& widget, const QPointF& place, Qt::MouseButtons buttons = Qt::NoButton)
{
    QMouseEvent event(QEvent::MouseMove, place, widget.mapToGlobal(place), Qt::NoButton, buttons, Qt::NoModifier);
    QApplication::sendEvent(&widget, &event);
}

}  // namespace

class TestKeptPicture : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void marksDoNotPaintThePicture()
    {
        ViewFixture fixture;
        CountingView view(&fixture.document, &fixture.selection);
        present(view);
        QTRY_VERIFY(view.overlays > 0);
        const int pictures = view.pictures;
        for (int step = 0; step < 50; ++step) {
            const int overlays = view.overlays;
            moveMouse(view, {100.0 + step, 100});
            fixture.selection.select({.stage = step % 4});
            QTRY_VERIFY(view.overlays > overlays);
        }
        QCOMPARE(view.pictures, pictures);
    }

    void whateverChangesItPaintsIt()
    {
        ViewFixture fixture;
        CountingView view(&fixture.document, &fixture.selection);
        present(view);
        QTRY_VERIFY(view.pictures > 0);
        const auto paints = [&](const auto& change) {
            const int pictures = view.pictures;
            change();
            return QTest::qWaitFor([&] { return view.pictures > pictures; }, 20'000);
        };
        QVERIFY(paints([&] { recompute(fixture.document, 0); }));
        QVERIFY(paints([&] { fixture.document.undoStack()->undo(); }));
        QVERIFY(paints([&] { view.pictureChanged(); }));
        QVERIFY(paints([&] { view.resize(900, 500); }));
        QVERIFY(paints([&] {
            QFont font = view.font();
            font.setPointSizeF(font.pointSizeF() + 3);
            view.setFont(font);
        }));
        QVERIFY(paints([&] { view.setPalette(QPalette(Qt::black)); }));
        QVERIFY(paints([&] { view.setEnabled(false); }));
        QVERIFY(paints([&] { view.setLayoutDirection(Qt::RightToLeft); }));
        QVERIFY(paints([&] {
            QEvent language(QEvent::LanguageChange);
            QApplication::sendEvent(&view, &language);
        }));
        QVERIFY(paints([&] {
            view.hide();
            view.show();
        }));
    }

    void whatLeavesTheLookAsItIsPaintsNothing()
    {
        ViewFixture fixture;
        CountingView view(&fixture.document, &fixture.selection);
        present(view);
        QTRY_VERIFY(view.overlays > 0);
        const int pictures = view.pictures;
        for (const QEvent::Type type :
             {QEvent::ActivationChange, QEvent::CursorChange, QEvent::ToolTipChange, QEvent::WindowTitleChange}) {
            const int overlays = view.overlays;
            QEvent change(type);
            QApplication::sendEvent(&view, &change);
            view.update();
            QTRY_VERIFY(view.overlays > overlays);
            QCOMPARE(view.pictures, pictures);
        }
    }

    void anUnseenViewOfAWindowWaits()
    {
        ViewFixture fixture;
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        auto* view = new CountingView(&fixture.document, &fixture.selection);
        column->addWidget(view);
        view->hide();
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        for (int edit = 0; edit < 5; ++edit) {
            recompute(fixture.document, edit);
        }
        QCOMPARE(view->refreshed, 0);
        view->show();
        QCOMPARE(view->refreshed, 1);
        recompute(fixture.document, 0);
        QCOMPARE(view->refreshed, 2);
    }

    void whatIsKeptIsWhatWouldBePainted_data()
    {
        QTest::addColumn<int>("index");
        QTest::addColumn<int>("shape");
        ViewFixture fixture;
        int index = 0;
        for (View* made : makeViews(&fixture)) {
            const std::unique_ptr<View> view(made);
            for (const Shape shape : {Shape::Usual, Shape::Chunks, Shape::CannotRun, Shape::None}) {
                constexpr std::array names{"usual", "chunks", "cannot run", "no plan"};
                QTest::addRow("%s, %s", qPrintable(view->viewName()), names[static_cast<std::size_t>(shape)])
                    << index << static_cast<int>(shape);
            }
            ++index;
        }
    }

    void whatIsKeptIsWhatWouldBePainted()
    {
        QFETCH(int, index);
        QFETCH(int, shape);
        ViewFixture fixture(4, 16, 8);
        fixture.session.add(samplePlan(4, 16, 16));
        fixture.session.setCompared(0, true);
        fixture.session.setCompared(1, true);
        switch (static_cast<Shape>(shape)) {
        case Shape::Usual:
            break;
        case Shape::Chunks:
            fixture.session.add(chunkedPlan(ScheduleKind::ZbV, 4, 16, 8));
            break;
        case Shape::CannotRun:
            fixture.session.add(chunkedPlan(ScheduleKind::Interleaved, 4, 16, 6));
            QVERIFY(fixture.document.estimate()->timeline->stages.empty());
            break;
        case Shape::None:
            fixture.session.closeAll();
        }
        std::unique_ptr<View> view;
        int made = 0;
        for (View* each : makeViews(&fixture)) {
            std::unique_ptr<View> owned(each);
            if (made++ == index) {
                view = std::move(owned);
            }
        }
        present(*view);
        std::mt19937 random(static_cast<unsigned>(index) + 1);
        const auto any = [&random](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
        constexpr std::array keys{Qt::Key_W, Qt::Key_D,     Qt::Key_Down,  Qt::Key_Right, Qt::Key_Plus,
                                  Qt::Key_0, Qt::Key_Space, Qt::Key_Minus, Qt::Key_End,   Qt::Key_Escape};
        const int steps = static_cast<Shape>(shape) == Shape::Usual ? test::casesOf(20, 200) : test::casesOf(5, 50);
        for (int step = 0; step < steps; ++step) {
            const QPointF place(any(view->width()), any(view->height()));
            switch (any(6)) {
            case 0:
                moveMouse(*view, place);
                break;
            case 1:
                QTest::mousePress(view.get(), Qt::LeftButton, {}, place.toPoint());
                moveMouse(*view, place + QPointF(any(60) - 30, any(60) - 30), Qt::LeftButton);
                QTest::mouseRelease(view.get(), Qt::LeftButton, {}, place.toPoint());
                break;
            case 2:
                turnWheel(*view, place, any(2) == 0 ? 240 : -120, any(2) == 0 ? Qt::ControlModifier : Qt::NoModifier);
                break;
            case 3:
                fixture.selection.select({.firstLayer = any(14), .layerCount = 2, .stage = any(4)});
                break;
            case 4:
                QTest::keyClick(view.get(), keys[static_cast<std::size_t>(any(static_cast<int>(keys.size())))]);
                break;
            default:
                if (fixture.document.plan() != nullptr) {
                    recompute(fixture.document, any(16));
                }
            }
            QTRY_VERIFY(!view->isWorking());
            QCoreApplication::processEvents();
            const QImage kept = pictureOf(*view);
            QHideEvent hidden;
            QApplication::sendEvent(view.get(), &hidden);  // drops what is kept
            QCOMPARE(kept, pictureOf(*view));
        }
    }
};

PGRAM_TEST(TestKeptPicture)
#include "test_kept_picture.moc"
