// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// On every shipped model: Joint is no slower than BMW, BMW no slower than Base, and Base no slower than any baseline of
// a narrower space. Each model is tried on one cluster of this list and at a tight or an ample budget, in turn; the
// deep tier tries all of them.
#include "tests/core/certificate_checker.h"
#include "tests/core/shipped_presets.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"

#include <limits>
#include <map>
#include <vector>

using namespace pgram;

namespace {

struct Place {
    const char* cluster;
    std::int64_t batch;
};
/// One to three levels of links, four to sixty-four devices, batches with few and with many divisors.
constexpr Place clusterPlaces[] = {{"rtx-titan-8", 32}, {"a100-8", 64},      {"rtx-titan-16", 48},
                                   {"ethernet-4", 20},  {"dgx-a100-64", 64}, {"mi300x-8", 24}};

/// Budgets over the least that works.
constexpr double shares[] = {1.1, 3};

/// Baselines whose every plan is one of Base's: their cuts are even, and what GPipe keeps 1F1B has room for.
constexpr Method narrower[] = {Method::Galvatron, Method::Dp,   Method::Tp,   Method::Pp,
                               Method::Sdp,       Method::DpTp, Method::DpPp, Method::Zero3};

SearchRequest requestOf(const Architecture& model, const Place& place)
{
    SearchRequest request;
    request.model = model;
    request.cluster = loaded(shippedPresets().cluster(place.cluster));
    request.training.globalBatch = place.batch;
    return request;
}

/// The least budget, 0 = no plan is legal.
Bytes smallestBudget(SearchRequest request)
{
    request.method = Method::Base;
    request.memoryBudget = 1;
    return loaded(search(request)).infeasibility->smallestBudget;
}

}  // namespace

class TestSearchOrder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void methodsKeepTheirOrder_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<int>("place");
        const bool all = test::isDeep();
        std::size_t count = 0;
        for (const PresetEntry& entry : shippedPresets().models()) {
            const std::size_t index = count++;
            if (index % test::slowdown != 0) {
                continue;
            }
            for (std::size_t place = 0; place < std::size(clusterPlaces); ++place) {
                if (all || place == index % std::size(clusterPlaces)) {
                    QTest::addRow("%s on %s", entry.name.c_str(), clusterPlaces[place].cluster)
                        << QByteArray::fromStdString(entry.name) << static_cast<int>(place);
                }
            }
        }
    }

    void methodsKeepTheirOrder()
    {
        QFETCH(QByteArray, model);
        QFETCH(int, place);
        SearchRequest request = requestOf(loaded(shippedPresets().model(model.constData())), clusterPlaces[place]);
        const Bytes least = smallestBudget(request);
        QVERIFY(least > 0);
        ++m_models;
        for (const double share : shares) {
            if (!test::isDeep() && share != shares[static_cast<std::size_t>(m_models % 2)]) {
                continue;
            }
            request.memoryBudget = static_cast<Bytes>(static_cast<double>(least) * share);
            checkOrder(request);
            QVERIFY(m_base < std::numeric_limits<double>::infinity());
        }
    }

    void papersModelsAndBudgets_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<int>("gibibytes");
        int index = 0;
        for (const char* model : {"bert-huge-32", "bert-huge-48", "vit-huge-32", "vit-huge-48", "t5-large-32",
                                  "t5-large-48", "swin-huge-32", "swin-huge-48"}) {
            for (const int gibibytes : {8, 12, 16, 20}) {
                if (test::isDeep() || 8 + 4 * (index % 4) == gibibytes) {
                    QTest::addRow("%s in %d GiB", model, gibibytes) << QByteArray(model) << gibibytes;
                }
            }
            ++index;
        }
    }

    /// Of some models no method has a plan in the least budgets.
    void papersModelsAndBudgets()
    {
        QFETCH(QByteArray, model);
        QFETCH(int, gibibytes);
        SearchRequest request = requestOf(loaded(shippedPresets().model(model.constData())), {"rtx-titan-8", 64});
        request.memoryBudget = gibibytes * GiB;
        checkOrder(request);
    }

    /// What was compared: the order says nothing where nearly all methods find the same, or nothing.
    void cleanupTestCase()
    {
        qInfo("%d plans; slower than Joint: BMW %d times, Base %d times", m_plans, m_slower[Method::Bmw],
              m_slower[Method::Base]);
        if (m_rounds > 50) {
            QVERIFY(m_plans > 5 * m_rounds);
            QVERIFY(m_slower[Method::Base] > 20);
        }
    }

private:
    void checkOrder(const SearchRequest& request)
    {
        const Seconds joint = stepTime(request, Method::Joint);
        const Seconds bmw = stepTime(request, Method::Bmw);
        m_base = stepTime(request, Method::Base);
        QVERIFY2(joint <= bmw * (1 + 1e-12), qPrintable(QString("%1 > %2").arg(joint).arg(bmw)));
        QVERIFY2(bmw <= m_base * (1 + 1e-12), qPrintable(QString("%1 > %2").arg(bmw).arg(m_base)));
        for (const Method method : narrower) {
            const Seconds baseline = stepTime(request, method);
            QVERIFY2(m_base <= baseline * (1 + 1e-12),
                     qPrintable(QString("%1: %2 < %3").arg(info(method).name).arg(baseline).arg(m_base)));
        }
    }

    /// Infinity = nothing fits.
    Seconds stepTime(SearchRequest request, Method method)
    {
        request.method = method;
        const SearchResult result = loaded(search(request));
        const std::string faults = test::faultsOf(request, result);
        if (!faults.empty()) {
            qFatal("%s: %s%s", info(method).name, faults.c_str(), test::requestText(request).c_str());
        }
        const Seconds found = result.plan ? result.estimate->stepTime : std::numeric_limits<double>::infinity();
        m_joint = method == Method::Joint ? found : m_joint;
        m_rounds += method == Method::Joint;
        m_plans += result.plan.has_value();
        m_slower[method] += found > m_joint * (1 + 1e-9);
        return found;
    }

    int m_models = 0;
    Seconds m_joint = 0;
    Seconds m_base = 0;  ///< of the last order that was checked
    int m_rounds = 0;
    int m_plans = 0;
    std::map<Method, int> m_slower;
};

PGRAM_TEST(TestSearchOrder)
#include "test_search_order.moc"
