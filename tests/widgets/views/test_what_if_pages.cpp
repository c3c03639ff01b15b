// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The pages of the What-if view beside its curve: the map's cells are sweepMap()'s, the bars tornado()'s, whatever is
// clicked is the very plan, Stop stops, and sliders preview, return and commit. No clock: what is worked out by hand
// waits for its token.
#include "core/questions/plan_question.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/document/preview.h"
#include "widgets/views/what_if/what_if_view.h"

#include <QComboBox>
#include <QMenu>
#include <QSignalSpy>
#include <QSlider>
#include <QToolButton>

#include <atomic>
#include <condition_variable>
#include <mutex>

using namespace pgram;

namespace {

void untilStopped(const std::stop_token& stop)
{
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any().wait(lock, stop, [] { return false; });
}

QVariantMap pageOptions(const char* page)
{
    return {{text("page"), text(page)},
            {text("number"), text("batch")},
            {text("second"), text("cluster.links/0/bytes_per_s")},
            {text("factor"), 2},
            {text("sliders"), QStringList{text("cluster.links/0/bytes_per_s")}}};
}

void waitFor(const WhatIfView& view)
{
    QTRY_VERIFY(!view.isWorking());
}

}  // namespace

class TestWhatIfPages : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_fixture.emplace(2, 4, 4);
        m_question = requestOf(*m_fixture->document.plan());
    }
    void cleanup()
    {
        m_view.reset();
        m_fixture.reset();
    }

    void theMapIsTheSweep()
    {
        show("map");
        waitFor(*m_view);
        const ShownMap& map = *m_view->shownMap();
        QVERIFY(map.isComplete);
        const auto direct = sweepMap(m_question, map.across, map.up);
        QVERIFY(direct.has_value());
        QCOMPARE(map.cells.size(), direct->size());
        QCOMPARE(static_cast<int>(map.cells.size()), map.all());
        for (std::size_t i = 0; i < direct->size(); ++i) {
            QCOMPARE(map.cells[i].value, (*direct)[i].value);
            QCOMPARE(map.cells[i].second, (*direct)[i].second);
            QCOMPARE(map.cells[i].kind, (*direct)[i].kind);
            QCOMPARE(map.cells[i].plan == nullptr, (*direct)[i].plan == nullptr);
            QVERIFY(!map.cells[i].plan || *map.cells[i].plan == *(*direct)[i].plan);
        }
        QCOMPARE(m_view->table()->rowCount(), map.all());
        QCOMPARE(static_cast<int>(m_view->plotNow(0).marks().size()), map.all());
        const QByteArray svg = m_view->svgPicture({1280, 800});
        QVERIFY(svg.contains("NVLink bandwidth, GB/s") && svg.contains("Batch"));
        for (const MapRegion& region : regionsOf(map)) {
            QVERIFY(svg.contains(region.isPlanned ? QByteArray::fromStdString(region.kind) : "nothing fits") ||
                    region.cells * 25 < map.all());
        }
    }

    /// Cells that hang together have one region, and only edges between kinds are drawn.
    void regionsAndBorders()
    {
        ShownMap map;
        map.across.points = 3;
        map.up.points = 2;
        const auto plan = m_fixture->document.plan();
        for (const char* kind : {"A", "A", "B", "A", "B", "B"}) {
            map.cells.push_back({.plan = plan, .kind = kind});
        }
        const std::vector<MapRegion> regions = regionsOf(map);
        QCOMPARE(regions.size(), std::size_t(2));
        QCOMPARE(regions[0].cells, 3);
        QCOMPARE(regions[1].cells, 3);
        // Between (0,0)A|(1,0)B upright, (1,0)B-(1,1)A level, (1,1)A|(2,1)B upright.
        QCOMPARE(bordersOf(map).size(), std::size_t(3));
        map.cells[1].kind = "C";  // alone in its corner
        QCOMPARE(regionsOf(map).size(), std::size_t(4));
    }

    void aClickOpensTheCell()
    {
        show("map");
        waitFor(*m_view);
        const ShownMap& map = *m_view->shownMap();
        QSignalSpy asked(m_view.get(), &View::planRequested);
        const std::size_t cell = map.cells.size() - 2;
        QVERIFY(map.cells[cell].plan != nullptr);
        QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, m_view->plotNow(0).areaOf(cell).center().toPoint());
        QCOMPARE(asked.size(), 1);
        const auto request = asked[0][0].value<SearchRequest>();
        const auto found = search(request);
        QVERIFY(found && found->plan);
        QCOMPARE(kindOf(*found->plan), map.cells[cell].kind);
        QCOMPARE(found->estimate->stepTime, map.cells[cell].figures->stepTime);
        QCOMPARE(found->plan->cluster.links[0].bandwidth, *map.cells[cell].second);
        QCOMPARE(static_cast<double>(found->plan->training.globalBatch), map.cells[cell].value);
    }

    /// The first cell is shown while the second is on its way, and stays.
    void stopKeepsWhatIsFound()
    {
        WhatIfWork work;
        work.map = [](const SearchRequest& request, const SweepAxis& first, const SweepAxis& second,
                      const std::stop_token& stop, const auto& found) -> Result<std::vector<SweepPoint>> {
            const auto some = sweepMap(request, first, second, {}, {}, {});
            found(some->front());
            untilStopped(stop);
            return std::vector<SweepPoint>{some->front()};
        };
        show("map", work);
        QTRY_COMPARE(m_view->shownMap()->cells.size(), std::size_t(1));
        auto* stop = m_view->findChild<QPushButton*>(text("whatIfStop"));
        QVERIFY(stop->isVisible() && m_view->isWorking());
        QTest::mouseClick(stop, Qt::LeftButton);
        waitFor(*m_view);
        QVERIFY(!stop->isVisible());
        QCOMPARE(m_view->shownMap()->cells.size(), std::size_t(1));
        QVERIFY(!m_view->shownMap()->isComplete);
        m_fixture->document.rename(text("other"));  // no other question: it stays stopped
        QVERIFY(!m_view->isWorking());
    }

    void barsAreTheTornado()
    {
        show("tornado");
        waitFor(*m_view);
        const Tornado direct = *tornado(m_question, 0.2);
        const ShownTornado& shown = *m_view->shownTornado();
        QVERIFY(shown.tornado.complete);
        QCOMPARE(shown.tornado.bars.size(), direct.bars.size());
        for (std::size_t i = 0; i < direct.bars.size(); ++i) {
            QCOMPARE(shown.tornado.bars[i].what, direct.bars[i].what);
            QVERIFY2(!shown.numbers[i].title.contains(QLatin1Char('/')), qPrintable(shown.numbers[i].title));
            QCOMPARE(shown.tornado.bars[i].less.figures->stepTime, direct.bars[i].less.figures->stepTime);
            QCOMPARE(shown.tornado.bars[i].more.figures->stepTime, direct.bars[i].more.figures->stepTime);
        }
        QCOMPARE(m_view->table()->rowCount(), static_cast<int>(direct.bars.size()));
        QVERIFY(m_view->svgPicture({1280, 800}).contains("vendor"));
        m_view->setFocus();
        QSignalSpy asked(m_view.get(), &View::planRequested);
        QTest::keyClick(m_view.get(), Qt::Key_Home);
        QTest::keyClick(m_view.get(), Qt::Key_Return);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(*numberOf(asked[0][0].value<SearchRequest>(), direct.bars[0].what), direct.bars[0].less.value);
        auto* shares = m_view->findChild<QComboBox*>(text("whatIfShare"));
        shares->setCurrentIndex(shares->findData(50));
        Q_EMIT shares->activated(shares->currentIndex());
        waitFor(*m_view);
        QCOMPARE(m_view->shownTornado()->share, 0.5);
        QCOMPARE(m_view->shownTornado()->tornado.bars[0].share, 0.5);
    }

    /// Several answers stand on the same axes, each that of its own search.
    void methodsBesideIt()
    {
        QVariantMap options = pageOptions("curve");
        options[text("besides")] = QStringList{text("method:dp"), text("method:garden")};
        show(options);
        waitFor(*m_view);
        const ShownWhatIf& shown = *m_view->shown();
        QCOMPARE(shown.curves.size(), std::size_t(2));
        SearchRequest dp = m_question;
        dp.method = Method::Dp;
        const Sweep direct = *sweep(dp, shown.axis);
        QCOMPARE(shown.curves[1].sweep.points.size(), direct.points.size());
        for (std::size_t i = 0; i < direct.points.size(); ++i) {
            QCOMPARE(shown.curves[1].sweep.points[i].kind, direct.points[i].kind);
        }
        QCOMPARE(m_view->plotNow(0).namedSeries().size(), std::size_t(3));  // and the plan of now, unchanged
        auto* regions = m_view->findChild<QComboBox*>(text("whatIfRegions"));
        QVERIFY(regions->isVisible());
        regions->setCurrentIndex(1);
        Q_EMIT regions->activated(1);
        QVERIFY(!m_view->isWorking());
        QCOMPARE(&m_view->shown()->sweep(), &m_view->shown()->curves[1].sweep);
        // A click on a curve in the menu removes it.
        auto* besides = m_view->findChild<QToolButton*>(text("whatIfBesides"))->menu();
        Q_EMIT besides->aboutToShow();
        QCOMPARE(besides->actions().size(), 1);
        besides->actions().front()->trigger();
        QTRY_COMPARE(m_view->shown()->curves.size(), std::size_t(1));
    }

    /// The error of one page is not the next one's.
    void aProblemStaysOnItsPage()
    {
        WhatIfWork work;
        work.map = [](const auto&...) -> Result<std::vector<SweepPoint>> {
            return tl::unexpected(Error{ErrorKind::Internal, Text("cannot map this"), Text("test"), {}});
        };
        show("sliders");
        waitFor(*m_view);
        const QImage sliders = pictureOf(*m_view);
        show("map", work);
        waitFor(*m_view);
        const QImage failed = pictureOf(*m_view);
        m_view->setOptions(pageOptions("sliders"));
        waitFor(*m_view);
        QVERIFY(pictureOf(*m_view) == sliders);
        m_view->setOptions(pageOptions("map"));
        waitFor(*m_view);
        QVERIFY(pictureOf(*m_view) == failed);
    }

    /// What is moved on never shows: its search is stopped and its plan is dropped.
    void supersededNumbersNeverShow()
    {
        std::atomic<int> searches = 0;
        WhatIfWork work;
        work.search = [&searches](const SearchRequest& request, const std::stop_token& stop) {
            if (++searches == 1) {
                untilStopped(stop);
            }
            return search(request);
        };
        show("sliders", work);
        QSlider* slider = sliderOf(*m_view);
        std::vector<double> shown;
        connect(m_fixture->document.preview(), &Preview::changed, m_view.get(), [&] {
            const auto answer = m_view->moved().answer();
            if (answer && answer->isFinal) {
                shown.push_back(answer->point.plan->cluster.links[0].bandwidth);
            }
        });
        slider->setValue(slider->maximum());
        QTRY_COMPARE(searches.load(), 1);
        // The plan of now at these numbers is there before any search has ended.
        QTRY_VERIFY(m_view->moved().answer() && !m_view->moved().answer()->isFinal);
        QVERIFY(m_fixture->document.preview()->isShown());
        slider->setValue(0);
        waitFor(*m_view);
        QCOMPARE(searches.load(), 2);
        QCOMPARE(shown.size(), std::size_t(1));
        QCOMPARE(shown[0], m_question.cluster.links[0].bandwidth / 10);
        QCOMPARE(m_fixture->document.preview()->plan(), m_view->moved().answer()->point.plan);
        QCOMPARE(m_view->table()->rowCount() > 3, true);
    }

    void escapeRestores()
    {
        show("sliders");
        const auto plan = m_fixture->document.plan();
        const auto figures = m_fixture->document.estimate();
        QSlider* slider = sliderOf(*m_view);
        const int now = slider->value();
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Home);
        waitFor(*m_view);
        QVERIFY(m_fixture->document.preview()->isShown());
        QTest::keyClick(slider, Qt::Key_Escape);
        QVERIFY(!m_fixture->document.preview()->isShown());
        QCOMPARE(slider->value(), now);
        QCOMPARE(m_fixture->document.plan(), plan);
        QCOMPARE(m_fixture->document.estimate(), figures);
        QCOMPARE(m_fixture->document.undoStack()->count(), 0);
    }

    /// In the window: one step of the scenario's history, and a plan.
    void aCommitIsOneStep()
    {
        WindowFixture window;
        QVERIFY(QTest::qWaitForWindowActive(window.window.get()));
        window.planAndWait();
        auto* view = window.window->findChild<WhatIfView*>();
        window.window->views()->setCurrent(view);
        view->setOptions(
            {{text("page"), text("sliders")}, {text("sliders"), QStringList{text("cluster.links/0/bytes_per_s")}}});
        waitFor(*view);
        const int steps = window.bench->scenario.history()->index();
        const ScenarioState before = window.bench->scenario.state();
        QSlider* slider = sliderOf(*view);
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Home);
        QCOMPARE(window.bench->scenario.history()->index(), steps);  // a preview is no step
        QTest::keyClick(slider, Qt::Key_Return);
        QTRY_COMPARE(window.session()->count(), 2);
        QCOMPARE(window.bench->scenario.history()->index(), steps + 1);
        QCOMPARE(window.document()->plan()->cluster.links[0].bandwidth, before.request.cluster.links[0].bandwidth / 10);
        window.bench->scenario.history()->undo();
        QVERIFY(window.bench->scenario.state() == before);
        keepPicture(window.window.get(), text("what-if-sliders"));
    }

private:
    void show(const QVariantMap& options, const WhatIfWork& work = {})
    {
        m_view = std::make_unique<WhatIfView>(&*m_fixture, nullptr, work);
        m_view->setOptions(options);
        present(*m_view);
    }
    void show(const char* page, const WhatIfWork& work = {}) { show(pageOptions(page), work); }
    static QSlider* sliderOf(const WhatIfView& view)
    {
        return view.findChild<QSlider*>(text("slider:cluster.links/0/bytes_per_s"));
    }

    std::optional<ViewFixture> m_fixture;
    SearchRequest m_question;
    std::unique_ptr<WhatIfView> m_view;
};

PGRAM_TEST(TestWhatIfPages)
#include "test_what_if_pages.moc"
