// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Contract of all views: a table that is a proper model with the figures of the estimate, pictures and data as files,
// and a dimmed look.
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/shell/files/picture_choices.h"
#include "widgets/shell/files/view_export.h"
#include "widgets/theme/theme.h"
#include "widgets/views/all_views.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/picture_caption.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QFile>
#include <QHelpEvent>
#include <QPainter>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolTip>

#include <map>
#include <memory>
#include <set>
#include <vector>

using namespace pgram;

namespace {

/// All views, with a second plan, so that there is something to compare, and measured runs.
struct Views {
    explicit Views(ViewFixture& fixture)
    {
        fixture.session.add(samplePlan(2, 16, 8, 4));
        fixture.session.show(0);
        fixture.session.setCompared(0, true);
        fixture.session.setCompared(1, true);
        knowRuns(fixture.fidelity);
        for (View* view : planViews(&fixture)) {
            all.emplace_back(view);
        }
        for (const char* name : {"hosts", "keeping", "what-if"}) {
            View& view = (*this)[name];
            view.startWork();
            QTRY_VERIFY(!view.isWorking());
        }
    }

    [[nodiscard]] View& operator[](const char* name) const
    {
        const auto found =
            std::ranges::find(all, QString::fromLatin1(name), [](const auto& view) { return view->viewName(); });
        if (found == all.end()) {
            qFatal("there is no view %s", name);
        }
        return **found;
    }

    std::vector<std::unique_ptr<View>> all;
};

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
        const Views views(fixture);
        for (const auto& view : views.all) {
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

    void tablesHoldTheFiguresOfTheEstimate_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("1f1b") << static_cast<int>(ScheduleKind::OneFOneB);
        QTest::newRow("interleaved") << static_cast<int>(ScheduleKind::Interleaved);
        QTest::newRow("zb-v") << static_cast<int>(ScheduleKind::ZbV);
    }

    void tablesHoldTheFiguresOfTheEstimate()
    {
        QFETCH(int, kind);
        ViewFixture fixture;
        const Views views(fixture);
        if (const auto schedule = static_cast<ScheduleKind>(kind); schedule != ScheduleKind::OneFOneB) {
            fixture.document.showPlan(std::make_shared<const Plan>(chunkedPlan(schedule, 4, 24, 8)));
        }
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
        QCOMPARE(sumOfColumn(*views["strategy-map"].table(), QStringLiteral("weights_bytes")), weights);
        QCOMPARE(sumOfColumn(*views["memory"].table(), QStringLiteral("total_bytes")), memory);
        QCOMPARE(sumOfColumn(*views["timeline"].table(), QStringLiteral("duration_s")), busy);
        QCOMPARE(sumOfColumn(*views["communication"].table(), QStringLiteral("bytes")), bytes);
    }

    void picturesInThreeFormats()
    {
        // A word of each view's picture.
        const std::map<QString, QByteArray> words{
            {QStringLiteral("strategy-map"), "Stage 0"}, {QStringLiteral("memory"), "Stage 0"},
            {QStringLiteral("timeline"), "Stage 0"},     {QStringLiteral("communication"), "device"},
            {QStringLiteral("tree"), "device"},          {QStringLiteral("search"), "Methods"},
            {QStringLiteral("compare"), "Stage 0"},      {QStringLiteral("fidelity"), "vtrain-single"},
            {QStringLiteral("hosts"), "GPipe"},          {QStringLiteral("keeping"), "Stage 0"},
            {QStringLiteral("deployment"), "BF16"},      {QStringLiteral("what-if"), "bandwidth"},
            {QStringLiteral("run-cost"), "Device-hours"}};
        const QTemporaryDir folder;
        ViewFixture fixture;
        const Views views(fixture);
        for (const auto& view : views.all) {
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
            QVERIFY2(words.contains(view->viewName()), qPrintable(view->viewName()));
            QVERIFY2(svg.contains("<text") && svg.contains(words.at(view->viewName())), qPrintable(view->viewName()));

            QCOMPARE(view->exportPicture(stem + QStringLiteral(".pdf")), QString());
            const QByteArray pdf = contentsOf(stem + QStringLiteral(".pdf"));
            QVERIFY(pdf.startsWith("%PDF-") && pdf.contains("/Font"));
        }
    }

    void aCaptionLeavesRoomForThePicture()
    {
        const Plan plan = samplePlan(4, 16, 8);
        const Theme theme{QPalette(Qt::white), QFont()};
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
        const Views views(fixture);
        View& view = views["memory"];
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
        const Views views(fixture);
        View& view = views["strategy-map"];
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
        const Views views(fixture);
        const QString file = folder.filePath(QStringLiteral("map.csv"));
        QCOMPARE(views["strategy-map"].exportData(file), QString());
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
        const Views views(fixture);
        View& view = views["timeline"];
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
        const Views views(fixture);
        const Operation& operation = fixture.document.estimate()->timeline->operations[20];
        struct Row {
            const char* view;
            int row;
            Selection selected;
        };
        for (const Row& expected :
             {Row{"strategy-map", 6, {.firstLayer = 6, .layerCount = 1, .stage = 1}}, Row{"memory", 3, {.stage = 3}},
              Row{"timeline", 20, {.stage = 0, .microbatch = operation.microbatch}}}) {
            View& view = views[expected.view];
            present(view);
            view.setTableShown(true);
            auto* shown = view.findChild<QTableView*>();
            shown->setCurrentIndex(shown->model()->index(expected.row, 0));
            QCOMPARE(fixture.selection.current(), expected.selected);
        }
    }

    void copyPutsTheTableOnTheClipboard()
    {
        ViewFixture fixture;
        const Views views(fixture);
        present(views["memory"]);
        QTest::keyClick(&views["memory"], Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QApplication::clipboard()->text().split(u'\n');
        QCOMPARE(lines.size(), 6);
        QVERIFY(lines[0].startsWith(QStringLiteral("Stage\t")));
        QCOMPARE(lines[1].split(u'\t').size(), lines[0].split(u'\t').size());
    }

    void aLargeTableIsCopiedInTheBackground()
    {
        ViewFixture fixture(16, 32, 256);
        const Views views(fixture);
        View& view = views["timeline"];
        QVERIFY(view.table()->rowCount() > 8000);
        QApplication::clipboard()->setText(QStringLiteral("before"));
        view.copyTable();
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("before"));
        QTRY_COMPARE(QApplication::clipboard()->text(), tableToTsv(*view.table()));
    }

    void theKeyboardShowsWhereItIs()
    {
        ViewFixture fixture;
        const Views views(fixture);
        View& view = views["memory"];
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
        const Views views(fixture);
        for (const auto& view : views.all) {
            view->resize(640, 400);
            pictureOf(*view);  // lays out the fields of a view that was never shown
            const QImage bright = pictureOf(*view);
            view->setDimmed(true);
            QVERIFY(view->isDimmed());
            QVERIFY(pictureOf(*view) != bright);
            view->setDimmed(false);
            QVERIFY2(pictureOf(*view) == bright, qPrintable(view->viewName()));
        }
    }

    /// Every view copies its table, also if the schedule has no timeline.
    void copyingIsTheTableWithoutATimeline()
    {
        ViewFixture fixture;
        const Views views(fixture);
        fixture.document.showPlan(std::make_shared<const Plan>(chunkedPlan(ScheduleKind::Interleaved, 4, 16, 6)));
        QVERIFY(fixture.document.estimate()->timeline->stages.empty());
        QCOMPARE(views["timeline"].table()->rowCount(), 0);
        QCOMPARE(views["strategy-map"].table()->rowCount(), 16);
        for (const auto& view : views.all) {
            present(*view, {900, 600});
            QApplication::clipboard()->clear();
            QTest::keyClick(view.get(), Qt::Key_C, Qt::ControlModifier);
            QCOMPARE(QApplication::clipboard()->text(), tableToTsv(*view->table()));
        }
    }

    void everyPlaceHasATipThatHolds()
    {
        ViewFixture fixture;
        const Views views(fixture);
        for (const auto& view : views.all) {
            present(*view, {900, 600});
            QTRY_VERIFY(!view->isWorking());
            int shown = 0;
            for (int y = 5; y < 600; y += 47) {
                for (int x = 5; x < 900; x += 61) {
                    QHelpEvent help(QEvent::ToolTip, {x, y}, view->mapToGlobal(QPoint(x, y)));
                    QApplication::sendEvent(view.get(), &help);
                    shown += QToolTip::text().isEmpty() ? 0 : 1;
                }
            }
            QVERIFY2(shown > 10, qPrintable(view->viewName()));
            QToolTip::hideText();
        }
    }
};

PGRAM_TEST(TestViewExport)
#include "test_view_export.moc"
