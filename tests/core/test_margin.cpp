// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Searches whose plan fits at the upper end of its memory band.
#include "core/fidelity/fit.h"
#include "core/fidelity/margin.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

using namespace pgram;

namespace {

SearchRequest question()
{
    SearchRequest request;
    request.model = loaded(shippedPresets().model("llama2-7b"));
    request.cluster = loaded(shippedPresets().cluster("a100-8"));
    request.training.globalBatch = 64;
    request.method = Method::Joint;
    request.fit = FitRule::Runs;
    return request;
}

/// Returns bands whose runs need up to `high` times the estimate.
PlanBands bandsUpTo(double high)
{
    return [high](const Plan&, const Estimate&) {
        ErrorBands bands;
        bands.memory = ErrorBand{.low = 1, .high = high, .runs = 1};
        return bands;
    };
}

}  // namespace

class TestMargin : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void upperEndFits_data()
    {
        QTest::addColumn<double>("high");
        QTest::newRow("a tenth more") << 1.1;
        QTest::newRow("half as much more") << 1.5;
        QTest::newRow("twice as much") << 2.0;
    }
    void upperEndFits()
    {
        QFETCH(double, high);
        const SearchRequest request = question();
        const SearchResult plain = loaded(search(request));
        const SearchResult result = loaded(searchWithMargin(request, bandsUpTo(high)));
        QVERIFY(result.plan && result.estimate->fits);
        QVERIFY(static_cast<double>(result.estimate->peakMemory) * high <= static_cast<double>(request.budget()));
        QVERIFY(result.estimate->stepTime >= plain.estimate->stepTime);
        QCOMPARE(result.plan->budget(), request.budget());
        QCOMPARE(result.estimate->usableBudget, plain.estimate->usableBudget);
        QVERIFY(result.certificate.scope.find("margin") != std::string::npos);
    }

    void formulaIsTheSearch()
    {
        SearchRequest request = question();
        request.fit = FitRule::Formula;
        const SearchResult result = loaded(searchWithMargin(request, bandsUpTo(2.0)));
        QCOMPARE(result.estimate->peakMemory, loaded(search(request)).estimate->peakMemory);
    }

    void withoutMeasuredRunsItIsTheSearch()
    {
        const SearchRequest request = question();
        const SearchResult result =
            loaded(searchWithMargin(request, [](const Plan&, const Estimate&) { return ErrorBands(); }));
        const SearchResult plain = loaded(search(request));
        QVERIFY(result.plan->strategies == plain.plan->strategies);
        QCOMPARE(result.certificate.scope, plain.certificate.scope);
    }
};

PGRAM_TEST(TestMargin)
#include "test_margin.moc"
