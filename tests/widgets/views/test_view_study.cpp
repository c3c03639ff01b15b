// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Study view: rows, filters, order, ranges and selection are the same in the table and the pictures, a row opens as
// its plan, and files that are not results are explained.
#include "core/base/json.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/widgets/fixtures/study_results.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/views/study/study_view.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

#include <cmath>
#include <filesystem>

using namespace pgram;

namespace {

struct StudyFixture : Workbench {
    StudyFixture() : Workbench(PresetStore(presetsFolder())) {}

    StudyView view{this};

    void open(const QString& file, QSize size = {1280, 800})
    {
        present(view, size);
        const Result<void> opened = results.open(file);
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().text().c_str());
        QTRY_VERIFY(!view.isWorking());
    }
    [[nodiscard]] QTableView* rowTable() { return view.findChild<QTableView*>(QStringLiteral("studyTable")); }
    [[nodiscard]] int column(const char* name) const { return view.rows().table()->indexOf(name); }
    [[nodiscard]] std::vector<int> shown() const { return {view.rows().rows().begin(), view.rows().rows().end()}; }
    void type(const char* filter)
    {
        auto* edit = view.findChild<QLineEdit*>(QStringLiteral("studyFilter"));
        edit->setFocus();
        edit->selectAll();
        QTest::keyClick(edit, Qt::Key_Delete);
        QTest::keyClicks(edit, QLatin1StringView(filter));
        QTest::keyClick(edit, Qt::Key_Return);
    }
    [[nodiscard]] QString fault() { return view.findChild<QLabel*>(QStringLiteral("studyFault"))->text(); }
};

void drag(QWidget& widget, const QPointF& from, const QPointF& to)
{
    QTest::mousePress(&widget, Qt::LeftButton, {}, from.toPoint());
    for (int step = 1; step <= 4; ++step) {
        const QPointF place = from + (to - from) * step / 4;
        QMouseEvent move(QEvent::MouseMove, place, widget.mapToGlobal(place), Qt::LeftButton, Qt::LeftButton, {});
        QApplication::sendEvent(&widget, &move);
    }
    QTest::mouseRelease(&widget, Qt::LeftButton, {}, to.toPoint());
}

}  // namespace

class TestViewStudy : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysHowToBegin();
    void showsEveryRow();
    void filters();
    void faultsOfFilters();
    void sorts();
    void drawsTheParetoFront();
    void rangesFilterAll();
    void selectionIsShared();
    void keysMoveAndOpen();
    void rowsOpenAsPlans();
    void refreshesWhileRowsAreAdded();
    void keepsOptions();
    void studyFilesOpenTheirResults();
    void wrongFilesAreExplained_data();
    void wrongFilesAreExplained();
    void noRows();
    void manyRowsAreADensity();
    void paintsEverySize();
    void opensInTheWindow();
};

void TestViewStudy::saysHowToBegin()
{
    StudyFixture fixture;
    present(fixture.view);
    QVERIFY(!fixture.view.isWorking());
    const auto* open = fixture.view.findChild<QPushButton*>(QStringLiteral("studyOpen"));
    QVERIFY(open->isHidden());  // Nobody said what it would do.
    QAction action;
    fixture.view.setTools({.planRest = {}, .open = &action});
    QVERIFY(open->isVisible());
    const QSignalSpy triggered(&action, &QAction::triggered);
    QTest::mouseClick(const_cast<QPushButton*>(open), Qt::LeftButton);
    QCOMPARE(triggered.count(), 1);
    QVERIFY(colorCount(pictureOf(fixture.view)) > 1);
}

void TestViewStudy::showsEveryRow()
{
    const StudyFiles results;
    StudyFixture fixture;
    fixture.open(results.file());
    QCOMPARE(fixture.view.rows().rows().size(), std::size_t{8});
    const QAbstractItemModelTester tester(fixture.view.table());
    QCOMPARE(fixture.rowTable()->model()->rowCount(), 8);
    QVERIFY(fixture.rowTable()->isVisible());
    QCOMPARE(fixture.view.table()->headerData(0, Qt::Horizontal).toString(), QStringLiteral("model"));
    QCOMPARE(fixture.view.table()->headerData(fixture.column("samples_per_s"), Qt::Horizontal, Qt::AccessibleTextRole),
             QVariant(QStringLiteral("Samples per second")));
    QCOMPARE(fixture.view.table()->index(0, 0).data().toString(), QStringLiteral("bert-base"));
    QCOMPARE(fixture.view.table()->index(1, 2).data().toString(), QStringLiteral("32"));
    QCOMPARE(fixture.view.table()->index(0, 1).data().toString(), QStringLiteral("47.7 MiB"));
    const QString csv = tableToCsv(*fixture.view.table());
    QVERIFY2(csv.startsWith(QStringLiteral("model,memory_budget_bytes,training/global_batch,status,error,step_s,")),
             qPrintable(csv));
    QCOMPARE(csv.count(u'\n'), 9);
    // Something of the results is shown at once.
    QCOMPARE(fixture.view.choice().y, fixture.column("samples_per_s"));
    QCOMPARE(fixture.view.choice().x, fixture.column("memory_bytes"));
    QCOMPARE(fixture.view.choice().color, fixture.column("model"));
    QVERIFY(fixture.view.axes().size() >= 4);
}

void TestViewStudy::filters()
{
    const StudyFiles results;
    StudyFixture fixture;
    fixture.open(results.file());
    fixture.type("model = gpt2-small");
    QCOMPARE(fixture.shown(), (std::vector<int>{4, 5, 6, 7}));
    QCOMPARE(fixture.rowTable()->model()->rowCount(), 4);
    fixture.type("training/global_batch = 32 and status != infeasible");
    QCOMPARE(fixture.shown(), (std::vector<int>{3, 7}));
    fixture.type("memory_budget_bytes < 1 GiB");
    QCOMPARE(fixture.shown(), (std::vector<int>{0, 1, 4, 5}));
    fixture.type("");
    QCOMPARE(fixture.shown().size(), std::size_t{8});
    QVERIFY(fixture.fault().isEmpty());
}

void TestViewStudy::faultsOfFilters()
{
    const StudyFiles results;
    StudyFixture fixture;
    fixture.open(results.file());
    fixture.type("model = gpt2-small");
    fixture.type("model = gpt2-small and stp > 1");
    QVERIFY2(fixture.fault().contains(QStringLiteral("Character 24")) &&
                 fixture.fault().contains(QStringLiteral("'stp'")),
             qPrintable(fixture.fault()));
    QVERIFY(fixture.view.findChild<QLabel*>(QStringLiteral("studyFault"))->isVisible());
    QCOMPARE(fixture.shown().size(), std::size_t{4});  // the last filter that was right
    keepPicture(&fixture.view, QStringLiteral("study-fault"));
    fixture.type("");
    QVERIFY(fixture.fault().isEmpty());
    QVERIFY(!fixture.view.findChild<QLabel*>(QStringLiteral("studyFault"))->isVisible());
}

void TestViewStudy::sorts()
{
    const StudyFiles results;
    StudyFixture fixture;
    fixture.open(results.file());
    QHeaderView* header = fixture.rowTable()->horizontalHeader();
    const auto click = [&](const char* name) { Q_EMIT header->sectionClicked(fixture.column(name)); };
    const auto& speed = fixture.view.rows().table()->columns[at(fixture.column("samples_per_s"))].values;
    click("samples_per_s");
    std::vector<int> order = fixture.shown();
    QCOMPARE(order.size(), std::size_t{8});
    for (std::size_t i = 0; i + 1 < 4; ++i) {
        QVERIFY(speed[at(order[i])] >= speed[at(order[i + 1])]);  // the best first
    }
    QVERIFY(std::isnan(speed[at(order[7])]));
    click("samples_per_s");
    order = fixture.shown();
    QVERIFY(speed[at(order[0])] <= speed[at(order[1])]);
    QVERIFY(std::isnan(speed[at(order[7])]));
    QCOMPARE(header->sortIndicatorSection(), fixture.column("samples_per_s"));
    click("training/global_batch");
    QCOMPARE(fixture.shown(), (std::vector<int>{0, 2, 4, 6, 1, 3, 5, 7}));
}

void TestViewStudy::drawsTheParetoFront()
{
    const StudyFiles results;
    StudyFixture fixture;
    fixture.open(results.file());
    (void)fixture.view.plotNow(0);
    const StudyTable& table = *fixture.view.rows().table();
    const auto& memory = table.columns[at(fixture.column("memory_bytes"))].values;
    const auto& speed = table.columns[at(fixture.column("samples_per_s"))].values;
    std::set<int> wanted;
    for (int row = 0; row < 8; ++row) {
        bool isBest = !std::isnan(memory[at(row)]);
        for (int other = 0; other < 8; ++other) {
            isBest = isBest && !(memory[at(other)] <= memory[at(row)] && speed[at(other)] >= speed[at(row)] &&
                                 (memory[at(other)] < memory[at(row)] || speed[at(other)] > speed[at(row)]));
        }
        if (isBest) {
            wanted.insert(row);
        }
    }
    QVERIFY(!wanted.empty());
    QCOMPARE(std::set<int>(fixture.view.front().begin(), fixture.view.front().end()), wanted);
    // Fewer rows, another front.
    fixture.type("status = infeasible");
    (void)fixture.view.plotNow(0);
    QVERIFY(fixture.view.front().empty());
    // There is no front of a column without a better direction.
    fixture.type("");
    fixture.view.setOptions({{QStringLiteral("x"), QStringLiteral("model")},
                             {QStringLiteral("color"), QStringLiteral("memory_budget_bytes")}});
    (void)fixture.view.plotNow(0);
    QVERIFY(fixture.view.front().empty());
    keepPicture(&fixture.view, QStringLiteral("study-texts"));
}

void TestViewStudy::rangesFilterAll()
{
    const StudyFiles results;
    StudyFixture fixture;
    fixture.open(results.file());
    const CoordinatesLayout layout = fixture.view.coordinatesNow();
    const auto& axes = fixture.view.axes();
    const auto axis = static_cast<std::size_t>(
        std::ranges::find(axes, fixture.column("training/global_batch"), &Coordinate::column) - axes.begin());
    QVERIFY(axis < axes.size());
    // The upper half of the axis has the batch of 32.
    drag(fixture.view, {layout.x[axis], layout.y(0.5)}, {layout.x[axis], layout.lines.top()});
    QCOMPARE(fixture.shown(), (std::vector<int>{1, 3, 5, 7}));
    QCOMPARE(fixture.rowTable()->model()->rowCount(), 4);
    const ColumnRange* range = fixture.view.rows().rangeOf(fixture.column("training/global_batch"));
    QVERIFY(range != nullptr && std::abs(range->low - 20) < 1 && range->high >= 32);
    keepPicture(&fixture.view, QStringLiteral("study-range"));
    fixture.type("model = bert-base");
    QCOMPARE(fixture.shown(), (std::vector<int>{1, 3}));
    QTest::mouseClick(&fixture.view, Qt::LeftButton, {}, QPointF(layout.x[axis], layout.y(0.25)).toPoint());
    QCOMPARE(fixture.shown(), (std::vector<int>{0, 1, 2, 3}));
    drag(fixture.view, {layout.x[axis], layout.y(0)}, {layout.x[axis], layout.y(0.2)});
    QCOMPARE(fixture.shown(), (std::vector<int>{0, 2}));
    fixture.view.setFocus();
    QTest::keyClick(&fixture.view, Qt::Key_Escape);
    QCOMPARE(fixture.shown(), (std::vector<int>{0, 1, 2, 3}));
}

void TestViewStudy::selectionIsShared()
{
    const StudyFiles results;
    StudyFixture fixture;
    fixture.open(results.file());
    const auto& steps = fixture.view.rows().table()->columns[at(fixture.column("step_s"))].values;
    const int row =
        static_cast<int>(std::ranges::find_if(steps, [](double step) { return !std::isnan(step); }) - steps.begin());
    QTest::mouseClick(&fixture.view, Qt::LeftButton, {}, fixture.view.pointOf(row).toPoint());
    QCOMPARE(fixture.view.row(), row);
    QCOMPARE(fixture.rowTable()->currentIndex().row(), row);
    QVERIFY(fixture.view.accessibleDescription().contains(QStringLiteral("bert-base")));
    fixture.rowTable()->setCurrentIndex(fixture.rowTable()->model()->index(row + 1, 0));
    QCOMPARE(fixture.view.row(), row + 1);
    // A click on a line selects it, too: in the middle between its places on the first two axes.
    const CoordinatesLayout layout = fixture.view.coordinatesNow();
    const auto& axes = fixture.view.axes();
    const double middle = (axes[0].places[at(row)] + axes[1].places[at(row)]) / 2.0;
    QTest::mouseClick(&fixture.view, Qt::LeftButton, {},
                      QPointF((layout.x[0] + layout.x[1]) / 2, layout.y(middle)).toPoint());
    const int chosen = fixture.view.row();
    QVERIFY(chosen >= 0);
    QVERIFY(std::abs((axes[0].places[at(chosen)] + axes[1].places[at(chosen)]) / 2 - middle) * layout.lines.height() <
            8);
    const QImage selected = pictureOf(fixture.view);
    keepPicture(&fixture.view, QStringLiteral("study-selected"));
    QTest::keyClick(&fixture.view, Qt::Key_Escape);
    QCOMPARE(fixture.view.row(), -1);
    QVERIFY(pictureOf(fixture.view) != selected);
}

void TestViewStudy::keysMoveAndOpen()
{
    const StudyFiles results;
    StudyFixture fixture;
    fixture.open(results.file());
    fixture.view.setFocus();
    QTest::keyClick(&fixture.view, Qt::Key_End);
    QCOMPARE(fixture.view.row(), 7);
    QTest::keyClick(&fixture.view, Qt::Key_Up);
    QCOMPARE(fixture.view.row(), 6);
    QTest::keyClick(&fixture.view, Qt::Key_Down);
    QTest::keyClick(&fixture.view, Qt::Key_Return);
    QCOMPARE(fixture.session.count(), 1);
    QTest::keyClick(&fixture.view, Qt::Key_Return);
    QCOMPARE(fixture.session.count(), 1);  // it is open already
    QTest::keyClick(&fixture.view, Qt::Key_Home);
    QCOMPARE(fixture.view.row(), 0);
}

void TestViewStudy::rowsOpenAsPlans()
{
    const StudyFiles results;
    StudyFixture fixture;
    fixture.open(results.file());
    const auto& steps = fixture.view.rows().table()->columns[at(fixture.column("step_s"))].values;
    QSignalSpy failed(&fixture.results, &StudyFile::failed);
    int plans = 0;
    for (int row = 0; row < 8; ++row) {
        Q_EMIT fixture.rowTable()->activated(fixture.rowTable()->model()->index(row, 0));
        if (std::isnan(steps[at(row)])) {
            QCOMPARE(failed.count(), 1);
            failed.clear();
            continue;
        }
        ++plans;
        QCOMPARE(fixture.session.count(), plans);
        QCOMPARE(fixture.document.estimate()->stepTime, steps[at(row)]);
        QCOMPARE(fixture.document.plan()->provenance.madeBy, std::string("small.sqlite"));
    }
    QVERIFY(plans >= 2 && plans < 8);
    QVERIFY(failed.isEmpty());
}

void TestViewStudy::refreshesWhileRowsAreAdded()
{
    const StudyFiles results(3);
    StudyFixture fixture;
    fixture.open(results.file());
    QCOMPARE(fixture.shown().size(), std::size_t{3});
    fixture.type("model = bert-base");
    results.add(8);
    QTest::mouseClick(fixture.view.findChild<QPushButton*>(QStringLiteral("studyRefresh")), Qt::LeftButton);
    QTRY_VERIFY(!fixture.view.isWorking());
    QCOMPARE(fixture.shown(), (std::vector<int>{0, 1, 2, 3}));  // the filter stays
    fixture.type("");
    QCOMPARE(fixture.shown().size(), std::size_t{8});
}

void TestViewStudy::keepsOptions()
{
    const StudyFiles results;
    StudyFixture fixture;
    fixture.open(results.file());
    const QVariantMap wanted{{QStringLiteral("x"), QStringLiteral("step_s")},
                             {QStringLiteral("y"), QStringLiteral("mfu")},
                             {QStringLiteral("color"), QStringLiteral("status")},
                             {QStringLiteral("log-x"), true},
                             {QStringLiteral("axes"), QStringList{QStringLiteral("mfu"), QStringLiteral("step_s")}}};
    fixture.view.setOptions(wanted);
    StudyFixture other;
    other.view.setOptions(fixture.view.options());
    other.open(results.file());
    for (const auto& [key, value] : wanted.asKeyValueRange()) {
        QCOMPARE(other.view.options()[key], value);
    }
    QCOMPARE(other.view.axes().size(), std::size_t{2});
    other.view.setOptions({{QStringLiteral("x"), QStringLiteral("no-such-column")}});
    QCOMPARE(other.view.options()[QStringLiteral("x")].toString(), QStringLiteral("step_s"));
}

void TestViewStudy::studyFilesOpenTheirResults()
{
    const StudyFiles results;
    Workbench bench(PresetStore{presetsFolder()});
    QVERIFY(bench.results.open(results.path("small.json")).has_value());
    QCOMPARE(bench.results.path(), results.file());
    QTRY_VERIFY(bench.results.table() != nullptr);
    QVERIFY(QFile::rename(results.path("small.json"), results.path("other.json")));
    const Result<void> none = bench.results.open(results.path("other.json"));
    QVERIFY(!none);
    QVERIFY2(none.error().text().find("pgram study " + results.path("other.json").toStdString()) != std::string::npos,
             none.error().text().c_str());
    QCOMPARE(bench.results.path(), results.file());  // the file before stays open
    QVERIFY(QFile::copy(results.file(), results.path("other.sqlite")));
    QVERIFY(bench.results.open(results.path("other.json")).has_value());
}

void TestViewStudy::wrongFilesAreExplained_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("cause");
    for (const auto& [kind, cause] : {std::pair{"text", "not a database"},
                                      {"empty", "does not have the results of a study"},
                                      {"truncated", "SQLite"},
                                      {"foreign", "does not have the results of a study"},
                                      {"newer", "newer"},
                                      {"missing", "No such file"}}) {
        QTest::newRow(kind) << QString::fromLatin1(kind) << QString::fromLatin1(cause);
    }
}

void TestViewStudy::wrongFilesAreExplained()
{
    QFETCH(const QString, kind);
    QFETCH(const QString, cause);
    const StudyFiles results(2);
    const QString file = results.path("wrong.sqlite");
    const auto change = [&](const char* sql) {
        Result<Database> database = Database::open(file.toStdString(), Database::Access::Write);
        QVERIFY(database && database->run(sql));
    };
    if (kind == text("text") || kind == text("empty")) {
        QFile made(file);
        QVERIFY(made.open(QIODevice::WriteOnly));
        if (kind == text("text")) {
            made.write(QByteArray(2000, 'x'));
        }
    } else if (kind == text("foreign")) {
        change("CREATE TABLE other (a); INSERT INTO other VALUES (1);");
    } else if (kind != text("missing")) {
        QVERIFY(QFile::copy(results.file(), file));
        if (kind == text("newer")) {
            change("PRAGMA user_version = 99");
        } else {
            QFile cut(file);
            QVERIFY(cut.resize(cut.size() / 2));
        }
    }
    WindowFixture fixture;
    const QString before = fixture.window->views()->current()->viewName();
    const bool opened = fixture.window->openFile(file);
    QTRY_VERIFY(!fixture.bench->results.isRunning());
    const QString said = fixture.window->messages()->texts().join(u'\n');
    QVERIFY2(said.contains(QStringLiteral("wrong.sqlite")) && said.contains(cause), qPrintable(said));
    QVERIFY(fixture.bench->results.table() == nullptr);
    QVERIFY(opened || fixture.window->views()->current()->viewName() == before);
}

void TestViewStudy::noRows()
{
    const StudyFiles results(0);
    StudyFixture fixture;
    fixture.open(results.file());
    QCOMPARE(fixture.rowTable()->model()->rowCount(), 0);
    QVERIFY(colorCount(pictureOf(fixture.view)) > 1);
    fixture.view.setFocus();
    QTest::keyClick(&fixture.view, Qt::Key_Down);
    QCOMPARE(fixture.view.row(), -1);
    results.add(8);
    fixture.results.refresh();
    QTRY_VERIFY(!fixture.view.isWorking());
    QCOMPARE(fixture.shown().size(), std::size_t{8});
}

void TestViewStudy::manyRowsAreADensity()
{
    Theme theme(QApplication::palette(), QApplication::font());
    Plot plot;
    plot.begin(theme);
    plot.addPane(QStringLiteral("Many"));
    plot.setAxis(plot.xAxis, {AxisUnit::Number, 0, 1});
    plot.setAxis(plot.yAxis, {AxisUnit::Number, 1, 1000, true});
    auto* cloud = new PlotCloud(plot.xAxis, plot.yAxis);
    CloudPoints points;
    points.palette = {Qt::red, Qt::blue};
    for (std::uint32_t row = 0; row < 10'000; ++row) {
        points.x.push_back(row < 5000 ? 0.25F : 0.75F);
        points.y.push_back(std::log(row < 5000 ? 10.0F : 100.0F));
        points.colors.push_back(row < 5000 ? 0 : 1);
        points.rows.push_back(row);
    }
    cloud->setPoints(std::move(points));
    plot.place({0, 0, 600, 400});
    QImage image(600, 400, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    plot.paint(painter);
    painter.end();
    const QPointF red = plot.pixelOf({0.25, 10});
    const QPointF blue = plot.pixelOf({0.75, 100});
    QCOMPARE(QColor(image.pixel(red.toPoint())), QColor(Qt::red));
    QCOMPARE(QColor(image.pixel(blue.toPoint())), QColor(Qt::blue));
    QCOMPARE(cloud->rowAt(red + QPointF(3, 3)), 4999);
    QCOMPARE(cloud->rowAt(blue), 9999);
    QCOMPARE(cloud->rowAt(red + QPointF(20, 0)), -1);
}

void TestViewStudy::paintsEverySize()
{
    const StudyFiles results;
    StudyFixture fixture;
    fixture.open(results.file(), {1280, 800});
    for (const QSize size : {QSize(320, 200), QSize(500, 900), QSize(1920, 1080), QSize(40, 40)}) {
        fixture.view.resize(size);
        QVERIFY(!pictureOf(fixture.view).isNull());
    }
    fixture.view.resize(1280, 800);
    fixture.view.setTableShown(true);
    QVERIFY(fixture.rowTable()->height() > 500);
    fixture.view.setTableShown(false);
    QVERIFY(fixture.rowTable()->isVisible() && fixture.rowTable()->height() < 400);
    const QString picture = results.path("picture.svg");
    QCOMPARE(fixture.view.exportPicture(picture), QString());
    QVERIFY(contentsOf(picture).contains("Two models"));
}

void TestViewStudy::opensInTheWindow()
{
    const StudyFiles results;
    WindowFixture fixture;
    QVERIFY(fixture.window->openFile(results.file()));
    QCOMPARE(fixture.window->views()->current()->viewName(), QStringLiteral("study"));
    auto* view = qobject_cast<StudyView*>(fixture.window->views()->current());
    QTRY_VERIFY(!view->isWorking());
    QCOMPARE(view->rows().rows().size(), std::size_t{8});
    view->openRow(7);
    QCOMPARE(fixture.session()->count(), 1);
    view->openRow(0);
    QVERIFY(fixture.window->messages()->texts().join(u'\n').contains(QStringLiteral("no plan")));
}

PGRAM_TEST(TestViewStudy)
#include "test_view_study.moc"
