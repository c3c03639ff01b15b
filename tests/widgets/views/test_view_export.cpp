// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What all views promise: a table that is a proper model with the figures of the estimate, pictures and data as files,
// a dimmed look, and nothing to trip over without a plan.
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/shell/files/picture_choices.h"
#include "widgets/shell/files/view_export.h"
#include "widgets/theme/theme.h"
#include "widgets/views/all_views.h"
#include "widgets/views/common/figure_table.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QFile>
#include <QHelpEvent>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolTip>

using namespace pgram;

namespace {

/// With a second plan, so that there is something to compare, and measured runs.
std::vector<std::unique_ptr<View>> viewsOf(ViewFixture& fixture)
{
    fixture.session.add(samplePlan(2, 16, 8, 4));
    fixture.session.show(0);
    fixture.session.setCompared(0, true);
    fixture.session.setCompared(1, true);
    knowRuns(fixture.fidelity);
    std::vector<std::unique_ptr<View>> views;
    for (View* view : makeViews(&fixture)) {
        views.emplace_back(view);
        if (view->viewName() == QLatin1StringView("hosts") || view->viewName() == QLatin1StringView("keeping") ||
            view->viewName() == QLatin1StringView("what-if")) {
            view->startWork();
            static_cast<void>(QTest::qWaitFor([view] { return !view->isWorking(); }, 60'000));
        }
    }
    return views;
}

double sumOfColumn(const QAbstractItemModel& table, const QString& key)
{
    for (int column = 0; column < table.columnCount(); ++column) {
        if (table.headerData(column, Qt::Horizontal, FigureTable::KeyRole) != key) {
            continue;
        }
        double sum = 0;
        for (int row = 0; row < table.rowCount(); ++row) {
            sum += table.index(row, column).data(FigureTable::RawRole).toDouble();
        }
        return sum;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

class TestViewExport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesAreStableAndTitlesGiven()
    {
        ViewFixture fixture;
        for (View* made : makeViews(&fixture)) {
            const std::unique_ptr<View> view(made);
            // `./dev shot --all` goes through the folders.
            const QString folder = view->viewName().replace(u'-', u'_');
            QVERIFY2(std::filesystem::is_directory(sourceFolder() / "widgets/views" / folder.toStdString()),
                     qPrintable(folder));
            QVERIFY(!view->viewTitle().isEmpty());
            QCOMPARE(view->accessibleName(), view->viewTitle());
        }
    }

    void tablesAreProperModels()
    {
        ViewFixture fixture;
        for (const auto& view : viewsOf(fixture)) {
            const QAbstractItemModelTester tester(view->table(), QAbstractItemModelTester::FailureReportingMode::Fatal);
            QTRY_VERIFY(view->table()->rowCount() > 0);
            fixture.document.moveCut(0, 3);
            fixture.document.undoStack()->undo();
            fixture.session.closeAll();
            QCOMPARE(view->table()->rowCount(), 0);
            while (fixture.session.reopenClosed() >= 0) {
            }
            QTRY_VERIFY(view->table()->rowCount() > 0);
        }
    }

    void tablesHoldTheFiguresOfTheEstimate()
    {
        ViewFixture fixture;
        const auto views = viewsOf(fixture);
        const Estimate& estimate = *fixture.document.estimate();
        double weights = 0;
        for (const LayerEstimate& layer : estimate.layers) {
            weights += static_cast<double>(layer.cost.memory.weights);
        }
        double memory = 0;
        for (const StageEstimate& stage : estimate.stages) {
            memory += static_cast<double>(stage.memory.total());
        }
        double busy = 0;
        for (const StageTrack& stage : estimate.timeline->stages) {
            busy += stage.busy;
        }
        double bytes = 0;
        for (const VolumeRow& row : estimate.volumes) {
            bytes += row.bytes;
        }
        QCOMPARE(sumOfColumn(*views[0]->table(), QStringLiteral("weights_bytes")), weights);
        QCOMPARE(sumOfColumn(*views[1]->table(), QStringLiteral("total_bytes")), memory);
        QCOMPARE(sumOfColumn(*views[2]->table(), QStringLiteral("duration_s")), busy);
        QCOMPARE(sumOfColumn(*views[3]->table(), QStringLiteral("bytes")), bytes);
    }

    void picturesInThreeFormats()
    {
        const QTemporaryDir folder;
        ViewFixture fixture;
        const auto views = viewsOf(fixture);
        for (const auto& view : views) {
            view->resize(1280, 800);
            const QString stem = folder.filePath(view->viewName());
            QCOMPARE(view->exportPicture(stem + QStringLiteral(".png")), QString());
            const QImage image(stem + QStringLiteral(".png"));
            QCOMPARE(image.size(), QSize(2560, 1600));
            QVERIFY(colorCount(image) > 10);

            QCOMPARE(view->exportPicture(stem + QStringLiteral(".SVG")), QString());
            const QByteArray svg = contentsOf(stem + QStringLiteral(".SVG"));
            QVERIFY(svg.contains("<svg") && svg.contains("</svg>"));
            // Text stays text: the word can be found and edited.
            const QString name = view->viewName();
            const QByteArray word = name == QLatin1StringView("search")       ? "BMW"
                                    : name == QLatin1StringView("fidelity")   ? "vtrain-single"
                                    : name == QLatin1StringView("hosts")      ? "GPipe"
                                    : name == QLatin1StringView("deployment") ? "BF16"
                                    : name == QLatin1StringView("what-if")    ? "bandwidth"
                                    : name == QLatin1StringView("run-cost")   ? "Device-hours"
                                    : name == QLatin1StringView("communication") || name == QLatin1StringView("tree")
                                        ? "device"
                                        : "Stage 0";
            QVERIFY(svg.contains("<text") && svg.contains(word));

            QCOMPARE(view->exportPicture(stem + QStringLiteral(".pdf")), QString());
            const QByteArray pdf = contentsOf(stem + QStringLiteral(".pdf"));
            QVERIFY(pdf.startsWith("%PDF-") && pdf.contains("/Font"));
        }
    }

    void aCaptionLeavesRoomForThePicture()
    {
        const Plan plan = samplePlan(4, 16, 8);
        const Theme theme(QPalette(Qt::white), QFont());
        PictureCaption caption = captionOf(QStringLiteral("Memory"), plan, estimate(plan));
        QCOMPARE(caption.title, QStringLiteral("sample plan – Memory"));
        QVERIFY2(
            caption.lines.front().contains(QStringLiteral("8 × Sample device (Sample cluster); batch 16, 1F1B, 8")),
            qPrintable(caption.lines.front()));
        for (const QRectF& area : {QRectF(0, 0, 1280, 800), QRectF(5, 5, 400, 300), QRectF(0, 0, 320, 200)}) {
            const CaptionLayout layout = layoutCaption(theme, area, caption);
            QVERIFY(area.contains(layout.title) && area.contains(layout.lines) && area.contains(layout.picture));
            QVERIFY(layout.title.bottom() <= layout.picture.top() && layout.picture.bottom() <= layout.lines.top());
            QVERIFY(layout.picture.height() >= area.height() / 2);
        }
        caption.lines.clear();
        QCOMPARE(layoutCaption(theme, {0, 0, 800, 600}, caption).picture.bottom(), 600.0);
    }

    void guessedConstantsAreSaid()
    {
        Plan plan = samplePlan(4, 16, 8);
        QVERIFY2(basisLine(plan).contains(QStringLiteral("5 of 5 are guessed")), qPrintable(basisLine(plan)));
        plan.cluster.device.gemmEfficiency.provenance.kind = "measured";
        plan.cluster.overlapSlowdown.provenance.kind = "fitted";
        QVERIFY2(basisLine(plan).contains(QStringLiteral("3 of 5 are guessed")), qPrintable(basisLine(plan)));
    }

    void picturesWithoutACaptionAreThePictureAlone()
    {
        const QTemporaryDir folder;
        ViewFixture fixture;
        const auto views = viewsOf(fixture);
        View& view = *views[1];
        view.resize(900, 600);
        const QString file = folder.filePath(QStringLiteral("alone.png"));
        QCOMPARE(view.exportPicture(file, {.scale = 1, .captioned = false}), QString());
        QImage expected(900, 600, QImage::Format_ARGB32_Premultiplied);
        QPainter painter(&expected);
        view.paintPicture(painter, QRectF(0, 0, 900, 600));
        painter.end();
        QCOMPARE(QImage(file).convertToFormat(QImage::Format_RGB32), expected.convertToFormat(QImage::Format_RGB32));
    }

    void theFileDialogOffersFormats()
    {
        const auto choices = pictureChoices();
        std::set<QString> filters;
        for (const PictureChoice& choice : choices) {
            filters.insert(choice.filter);
            QVERIFY(choice.suffix.isEmpty() || choice.filter.contains(QStringLiteral("*.") + choice.suffix));
            QCOMPARE(withSuffix(QStringLiteral("/a/b.png"), choice),
                     QStringLiteral("/a/b.") + (choice.suffix.isEmpty() ? QStringLiteral("png") : choice.suffix));
        }
        QCOMPARE(filters.size(), choices.size());
        const PictureChoice svg{{}, QStringLiteral("svg")};
        QCOMPARE(withSuffix(QStringLiteral("/a/llama3.1"), svg), QStringLiteral("/a/llama3.1.svg"));
        QCOMPARE(withSuffix(QStringLiteral("/a/b.SVG"), svg), QStringLiteral("/a/b.SVG"));
    }

    void refusesWhatItCannotWrite()
    {
        const QTemporaryDir folder;
        ViewFixture fixture;
        const auto views = viewsOf(fixture);
        View& view = *views.front();
        QVERIFY(view.exportPicture(folder.filePath(QStringLiteral("map.bmp"))).contains(QStringLiteral("map.bmp")));
        const QString nowhere = folder.filePath(QStringLiteral("missing/map.png"));
        QVERIFY(view.exportPicture(nowhere).contains(nowhere));
        QVERIFY(
            view.exportData(folder.filePath(QStringLiteral("missing/map.csv"))).contains(QStringLiteral("map.csv")));
        QVERIFY(!view.exportPicture(folder.filePath(QStringLiteral("map.png")), {.scale = 1000}).isEmpty());
        QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("map.png"))));
        fixture.document.showPlan(nullptr);
        QVERIFY(!view.exportPicture(folder.filePath(QStringLiteral("map.png"))).isEmpty());
        QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("map.png"))));
    }

    void dataAsCsv()
    {
        const QTemporaryDir folder;
        ViewFixture fixture;
        const auto views = viewsOf(fixture);
        const QString file = folder.filePath(QStringLiteral("map.csv"));
        QCOMPARE(views[0]->exportData(file), QString());
        const QList<QByteArray> lines = contentsOf(file).trimmed().split('\n');
        QCOMPARE(lines.size(), 17);
        QVERIFY(lines[0].startsWith("layer,stage,strategy,forward_s,"));
        QVERIFY(lines[1].startsWith("decoder 1,0,DP2,"));
        const double forward = lines[1].split(',')[3].toDouble();
        QVERIFY(std::abs(forward / fixture.document.estimate()->layers[0].cost.forward - 1) < 1e-9);
    }

    void theTableTakesThePicturesPlace()
    {
        ViewFixture fixture;
        const auto views = viewsOf(fixture);
        View& view = *views[2];
        present(view);
        QVERIFY(!view.isTableShown());
        view.setTableShown(true);
        auto* shown = view.findChild<QTableView*>();
        QVERIFY(shown != nullptr && shown->isVisible());
        QCOMPARE(shown->size(), view.size());
        QCOMPARE(shown->model()->rowCount(), view.table()->rowCount());
        view.resize(700, 500);
        QCOMPARE(shown->size(), QSize(700, 500));
        view.setTableShown(false);
        QVERIFY(!shown->isVisible() && !view.isTableShown());
    }

    void aRowOfTheTableSelects()
    {
        ViewFixture fixture;
        const auto views = viewsOf(fixture);
        const Operation& operation = fixture.document.estimate()->timeline->operations[20];
        const std::vector<std::pair<int, Selection>> expected{{6, {.firstLayer = 6, .layerCount = 1, .stage = 1}},
                                                              {3, {.stage = 3}},
                                                              {20, {.stage = 0, .microbatch = operation.microbatch}}};
        for (std::size_t index = 0; index < expected.size(); ++index) {
            View& view = *views[index];
            present(view);
            view.setTableShown(true);
            auto* shown = view.findChild<QTableView*>();
            shown->setCurrentIndex(shown->model()->index(expected[index].first, 0));
            QCOMPARE(fixture.selection.current(), expected[index].second);
        }
    }

    void copyPutsTheTableOnTheClipboard()
    {
        ViewFixture fixture;
        const auto views = viewsOf(fixture);
        present(*views[1]);
        QTest::keyClick(views[1].get(), Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QApplication::clipboard()->text().split(u'\n');
        QCOMPARE(lines.size(), 6);
        QVERIFY(lines[0].startsWith(QStringLiteral("Stage\t")));
        QCOMPARE(lines[1].split(u'\t').size(), lines[0].split(u'\t').size());
    }

    void aLargeTableIsCopiedInTheBackground()
    {
        ViewFixture fixture(16, 32, 256);
        const auto views = viewsOf(fixture);
        const auto timeline =
            std::ranges::find(views, QStringLiteral("timeline"), [](const auto& view) { return view->viewName(); });
        View& view = **timeline;
        QVERIFY(view.table()->rowCount() > 8000);
        QApplication::clipboard()->setText(QStringLiteral("before"));
        view.copyTable();
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("before"));
        QTRY_COMPARE(QApplication::clipboard()->text(), tableToTsv(*view.table()));
    }

    void theKeyboardShowsWhereItIs()
    {
        ViewFixture fixture;
        const auto views = viewsOf(fixture);
        View& view = *views[1];
        present(view);
        const QImage before = pictureOf(view);
        QFocusEvent in(QEvent::FocusIn, Qt::TabFocusReason);
        QApplication::sendEvent(&view, &in);
        QVERIFY(pictureOf(view) != before);
        QFocusEvent out(QEvent::FocusOut, Qt::TabFocusReason);
        QApplication::sendEvent(&view, &out);
        QCOMPARE(pictureOf(view), before);
    }

    void dimmedIsPaler()
    {
        ViewFixture fixture;
        for (const auto& view : viewsOf(fixture)) {
            view->resize(640, 400);
            const QImage bright = pictureOf(*view);
            view->setDimmed(true);
            QVERIFY(view->isDimmed());
            QVERIFY(pictureOf(*view) != bright);
            view->setDimmed(false);
            QCOMPARE(pictureOf(*view), bright);
        }
    }

    void plansOfChunks()
    {
        for (const ScheduleKind kind : {ScheduleKind::Interleaved, ScheduleKind::ZbV}) {
            ViewFixture fixture;
            fixture.document.showPlan(std::make_shared<const Plan>(chunkedPlan(kind, 4, 24, 8)));
            fixture.selection.select({.stage = 2});
            for (const auto& view : viewsOf(fixture)) {
                present(*view, {900, 600});
                QVERIFY(colorCount(pictureOf(*view)) > 1);
                for (const QPoint& place : {QPoint(300, 200), QPoint(800, 300), QPoint(20, 590)}) {
                    QTest::mouseMove(view.get(), place);
                    QHelpEvent help(QEvent::ToolTip, place, view->mapToGlobal(place));
                    QApplication::sendEvent(view.get(), &help);
                    QTest::mouseClick(view.get(), Qt::LeftButton, {}, place);
                }
                for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Right, Qt::Key_Up, Qt::Key_Left}) {
                    QTest::keyClick(view.get(), key);
                }
            }
        }
    }

    void aScheduleThatCannotRun()
    {
        ViewFixture fixture;
        fixture.document.showPlan(std::make_shared<const Plan>(chunkedPlan(ScheduleKind::Interleaved, 4, 16, 6)));
        QVERIFY(fixture.document.estimate()->timeline->stages.empty());
        for (const auto& view : viewsOf(fixture)) {
            present(*view, {900, 600});
            QVERIFY(colorCount(pictureOf(*view)) > 1);
            for (const QPoint& place : {QPoint(300, 200), QPoint(800, 300), QPoint(20, 590)}) {
                QTest::mouseMove(view.get(), place);
                QHelpEvent help(QEvent::ToolTip, place, view->mapToGlobal(place));
                QApplication::sendEvent(view.get(), &help);
                QTest::mouseClick(view.get(), Qt::LeftButton, {}, place);
            }
            for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Right, Qt::Key_W, Qt::Key_Home, Qt::Key_Escape}) {
                QTest::keyClick(view.get(), key);
            }
            QApplication::clipboard()->clear();
            QTest::keyClick(view.get(), Qt::Key_C, Qt::ControlModifier);
            QCOMPARE(QApplication::clipboard()->text(), tableToTsv(*view->table()));
        }
    }

    void everyPlaceHasATipThatHolds()
    {
        ViewFixture fixture;
        for (const auto& view : viewsOf(fixture)) {
            present(*view, {900, 600});
            int shown = 0;
            for (int y = 5; y < 600; y += 47) {
                for (int x = 5; x < 900; x += 61) {
                    QHelpEvent help(QEvent::ToolTip, {x, y}, view->mapToGlobal(QPoint(x, y)));
                    QApplication::sendEvent(view.get(), &help);
                    shown += QToolTip::text().isEmpty() ? 0 : 1;
                }
            }
            QVERIFY(shown > 10);
            QToolTip::hideText();
        }
    }

    void withoutAPlan()
    {
        ViewFixture fixture;
        const auto views = viewsOf(fixture);
        fixture.session.closeAll();
        for (const auto& view : views) {
            present(*view, {640, 400});
            QVERIFY(colorCount(pictureOf(*view)) > 1);
            QTest::mouseClick(view.get(), Qt::LeftButton, {}, {300, 200});
            QTest::mouseMove(view.get(), {200, 100});
            for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Right, Qt::Key_W, Qt::Key_Home, Qt::Key_Escape}) {
                QTest::keyClick(view.get(), key);
            }
            QWheelEvent wheel({300, 200}, {300, 200}, {}, {0, 120}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
            QApplication::sendEvent(view.get(), &wheel);
            QVERIFY(view->table()->rowCount() == 0);
        }
    }
};

PGRAM_TEST(TestViewExport)
#include "test_view_export.moc"
