// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The What-if view: which numbers it varies, that its curve is the core's sweep, and that a point is a plan to be had.
#include "core/questions/plan_question.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/views/what_if/what_if_view.h"

#include <QComboBox>
#include <QFile>
#include <QRegularExpression>

#include <cmath>

using namespace pgram;

class TestViewWhatIf : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_fixture.emplace();
        QVERIFY(QTest::qWaitForWindowActive(window()));
        m_fixture->planAndWait();
        m_view = window()->findChild<WhatIfView*>();
        QVERIFY(!m_view->isWorking());  // Nobody looks at it.
        window()->views()->setCurrent(m_view);
        QTRY_VERIFY(m_view->shown() && m_view->shown()->isComplete() && !m_view->isWorking() &&
                    !m_view->shown()->same.empty());
    }
    void cleanup() { m_fixture.reset(); }

    void numbersOfTheQuestion()
    {
        const SearchRequest& question = m_view->shown()->request;
        const std::vector<WhatIfNumber> numbers = whatIfNumbers(question);
        QVERIFY(numbers.size() >= 20);  // all that the cluster says, and the model's layers
        QSet<QString> titles;
        for (const WhatIfNumber& number : numbers) {
            titles.insert(number.title);
            QCOMPARE(number.now, *numberOf(question, number.what));
            for (const int factor : whatIfFactors) {
                const SweepAxis axis = whatIfAxis(number, factor);
                QVERIFY2(checkAxis(question, axis).has_value(), number.what.c_str());
                const std::vector<double> values = axis.values();
                // Of a share that ends at 1 the steps need not meet the value of now.
                const bool isEven = axis.from * axis.to <= number.now * number.now * (1 + 1e-9) &&
                                    axis.from * axis.to >= number.now * number.now * (1 - 1e-9);
                QVERIFY(!isEven || number.isCount || std::ranges::any_of(values, [&](double value) {
                    return std::abs(value - number.now) <= 1e-9 * number.now;
                }));
                QVERIFY(values.front() >= number.least && values.back() <= number.most);
                for (const double value : values) {
                    QVERIFY(!number.isCount || std::abs(value - std::round(value)) < 1e-6);
                }
            }
        }
        QCOMPARE(titles.size(), static_cast<qsizetype>(numbers.size()));
    }

    void theCurveIsTheSweep()
    {
        const ShownWhatIf& shown = *m_view->shown();
        QCOMPARE(shown.request, requestOf(*m_fixture->document()->plan()));
        const Sweep direct = *sweep(shown.request, shown.axis);
        QCOMPARE(shown.sweep().points.size(), direct.points.size());
        std::size_t plans = 0;
        for (std::size_t i = 0; i < direct.points.size(); ++i) {
            QCOMPARE(shown.sweep().points[i].value, direct.points[i].value);
            QCOMPARE(shown.sweep().points[i].kind, direct.points[i].kind);
            QCOMPARE(shown.sweep().points[i].plan == nullptr, direct.points[i].plan == nullptr);
            if (direct.points[i].plan) {
                ++plans;
                QCOMPARE(shown.sweep().points[i].figures->stepTime, direct.points[i].figures->stepTime);
            }
        }
        QCOMPARE(shown.sweep().crossings.size(), direct.crossings.size());
        QCOMPARE(m_view->plotNow(0).marks().size(), plans);
        QCOMPARE(m_view->table()->rowCount(), static_cast<int>(direct.points.size() + shown.same.size()));
        // No value is planned worse than the plan of now is there.
        QVERIFY(!shown.same.empty());
        for (const SweepPoint& same : shown.same) {
            const auto planned = std::ranges::find(shown.sweep().points, same.value, &SweepPoint::value);
            QVERIFY(planned != shown.sweep().points.end());
            QVERIFY(planned->figures->throughput >= same.figures->throughput * (1 - 1e-9));
        }
        keepPicture(window(), text("what-if"));
    }

    void aPointIsAPlanToBeHad()
    {
        m_view->setFocus();
        QTest::keyClick(m_view, Qt::Key_Home);
        QCOMPARE(m_view->focusedMark(), 0);
        QTest::keyClick(m_view, Qt::Key_Return);
        QTRY_COMPARE(m_fixture->session()->count(), 2);
        const Plan& plan = *m_fixture->document()->plan();
        QVERIFY(plan.cluster.links.front().bandwidth <
                m_fixture->session()->at(0).plan()->cluster.links.front().bandwidth);
        QVERIFY(window()->scenario()->request().cluster == plan.cluster);
    }

    /// A narrow figure grows in height until its plot can be read; a height that was asked for is kept.
    void aNarrowFigureKeepsItsPlot()
    {
        const auto written = [this](double height) {
            const QString file = m_fixture->path(text("figure.svg"));
            const PictureOptions options{.width = 84, .height = height, .typeSize = 7};
            const QString failure = m_view->exportPicture(file, options);
            QFile svg(file);
            return failure.isEmpty() && svg.open(QIODevice::ReadOnly) ? QString::fromUtf8(svg.readAll()) : failure;
        };
        const auto heightOf = [](const QString& svg) {
            return QRegularExpression(text("height=\"([0-9.]+)mm\"")).match(svg).captured(1).toDouble();
        };
        m_view->resize(1280, 500);
        const double inProportion = 84.0 * 500 / 1280;
        const QString grown = written(0);
        QVERIFY2(heightOf(grown) > inProportion + 5, qPrintable(grown.left(300)));
        QVERIFY(grown.contains(samePlanTitle()));  // the legend
        QCOMPARE(heightOf(written(40)), 40.0);
    }

    void choicesAreAsked()
    {
        auto* numbers = m_view->findChild<QComboBox*>(text("whatIfNumber"));
        auto* figures = m_view->findChild<QComboBox*>(text("whatIfFigure"));
        auto* factors = m_view->findChild<QComboBox*>(text("whatIfFactor"));
        const auto choose = [](QComboBox* box, int row) {
            box->setCurrentIndex(row);
            Q_EMIT box->activated(row);
        };
        choose(figures, figures->findText(text("Step time")));
        QVERIFY(!m_view->isWorking());  // The same plans, drawn otherwise.
        choose(numbers, numbers->findData(text("nodes")));
        choose(factors, factors->findData(4));
        QTRY_VERIFY(m_view->shown()->isComplete());
        const Sweep& nodes = m_view->shown()->sweep();
        QCOMPARE(nodes.points.size(), std::size_t(3));  // 1, 2 and 4: one node has no half
        QVariantMap options = m_view->options();
        QCOMPARE(options[text("number")].toString(), text("nodes"));
        options[text("factor")] = 1e9;
        options[text("figure")] = text("garden");
        m_view->setOptions(options);  // what makes no sense changes nothing
        QCOMPARE(m_view->options()[text("factor")].toInt(), 4);
        QCOMPARE(m_view->options()[text("figure")].toString(), text("step"));
    }

    /// An edit asks no other question, and so nothing anew; another model does.
    void followsTheQuestion()
    {
        const Sweep* before = &m_view->shown()->sweep();
        const auto first = before->points.front().plan;
        m_fixture->document()->setStrategy(0, 1, m_fixture->document()->plan()->strategies[1]);
        QVERIFY(m_view->shown()->isComplete());
        QCOMPARE(m_view->shown()->sweep().points.front().plan, first);
        QTRY_COMPARE(m_view->shown()->plan, m_fixture->document()->plan());
        QTRY_VERIFY(std::ranges::all_of(m_view->shown()->same, [this](const SweepPoint& same) {
            return same.plan->strategies == m_fixture->document()->plan()->strategies;
        }));
    }

private:
    [[nodiscard]] MainWindow* window() const { return m_fixture->window.get(); }

    std::optional<WindowFixture> m_fixture;
    WhatIfView* m_view = nullptr;
};

PGRAM_TEST(TestViewWhatIf)
#include "test_view_what_if.moc"
