// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Whether a run will have the memory that it needs: by formula, at the upper end of the error band, in the hosts.
#include "core/fidelity/fit.h"
#include "tests/core/sample_plan.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <set>

using namespace pgram;
using namespace pgram::test;

namespace {

ErrorBands memoryBand(double high)
{
    ErrorBand band;
    band.low = 0.9;
    band.high = high;
    return {.time = {}, .memory = band};
}

/// As the sample, with every layer's optimizer in host memory.
Plan offloading()
{
    Plan plan = samplePlan();
    plan.cluster.host.link = "PCIe";
    plan.cluster.host.bandwidth = 12e9;
    for (LayerStrategy& strategy : plan.strategies) {
        strategy.offloadOptimizer = true;
    }
    return plan;
}

bool says(const std::vector<Text>& remarks, std::string_view text)
{
    return std::ranges::any_of(remarks, [text](const Text& r) { return r.english().find(text) != std::string::npos; });
}

}  // namespace

class TestFit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The band's upper end is held against the budget, whose reserve is what a run's surplus is for.
    void upperEndOfTheBand()
    {
        Plan plan = samplePlan();
        Estimate figures = estimate(plan);
        figures.peakMemory = 20 * GiB;
        plan.memoryBudget = 24 * GiB;
        figures.usableBudget = 22 * GiB;
        QCOMPARE(fitOf(plan, figures, {}).verdict, FitVerdict::Fits);
        QVERIFY(!fitOf(plan, figures, {}).runMayNeed);
        QCOMPARE(fitOf(plan, figures, memoryBand(1.2)).verdict, FitVerdict::Fits);
        QVERIFY(remarksOf(fitOf(plan, figures, memoryBand(1.2))).empty());
        const Fit tight = fitOf(plan, figures, memoryBand(1.25));
        QCOMPARE(tight.verdict, FitVerdict::ByFormula);
        QCOMPARE(*tight.runMayNeed, 25 * GiB);
        QCOMPARE(runRemark(tight).english(),
                 std::string("A run may need up to 25.0 GiB, more than the budget of 24.0 GiB"));
        QCOMPARE(remarksOf(tight), std::vector<Text>{runRemark(tight)});
        figures.peakMemory = 22 * GiB + 1;
        const Fit over = fitOf(plan, figures, memoryBand(1.25));
        QCOMPARE(over.verdict, FitVerdict::DoesNotFit);
        QVERIFY(says(remarksOf(over), "more than it may use") && says(remarksOf(over), "A run may need up to 27.5"));
    }

    void hostMemory()
    {
        Plan plan = offloading();
        QCOMPARE(estimate(samplePlan()).host, HostNeed());
        const Estimate unknown = estimate(plan);
        QVERIFY(unknown.host.needed > 0 && unknown.fits);
        const Fit notKnown = fitOf(plan, unknown, memoryBand(1e6));
        QCOMPARE(notKnown.verdict, FitVerdict::HostUnknown);
        QVERIFY(says(remarksOf(notKnown), "how much it has is not known"));
        QVERIFY(says(remarksOf(notKnown), "A run may need"));
        // Eight devices in nodes of four, four devices a stage: the node is the stage.
        const Bytes needed = std::max(unknown.stages[0].hostMemory, unknown.stages[1].hostMemory);
        QCOMPARE(unknown.host.devices, 4);
        QCOMPARE(unknown.host.needed, 4 * needed);
        plan.cluster.host.memory = needed;
        QCOMPARE(fitOf(plan, estimate(plan), {}).verdict, FitVerdict::Fits);
        plan.cluster.host.memory = needed - 1;
        const Estimate small = estimate(plan);
        const Fit exceeded = fitOf(plan, small, {});
        QCOMPARE(exceeded.verdict, FitVerdict::HostExceeded);
        QVERIFY(says(remarksOf(exceeded), "more than the"));
        QCOMPARE(small.issues.back().message, remarksOf(exceeded).front());
    }

    /// All devices of one host share its memory, whatever stages they run.
    void stagesShareANode()
    {
        Plan plan = offloading();
        plan.cluster.host.devicesPerNode = 8;
        const Estimate figures = estimate(plan);
        QCOMPARE(figures.host.devices, 8);
        QCOMPARE(figures.host.needed, 4 * (figures.stages[0].hostMemory + figures.stages[1].hostMemory));
        plan.cluster.host.devicesPerNode = 1;
        QCOMPARE(estimate(plan).host.needed, std::max(figures.stages[0].hostMemory, figures.stages[1].hostMemory));
        plan.cluster.host.devicesPerNode = 3;  // the middle one has two of each stage's, or one
        const HostNeed odd = estimate(plan).host;
        const Bytes a = figures.stages[0].hostMemory;
        const Bytes b = figures.stages[1].hostMemory;
        QCOMPARE(odd.needed, std::max({3 * a, a + 2 * b, 2 * b}));
    }

    void namesAreDistinct()
    {
        std::set<std::string> names;
        for (const FitVerdict verdict : {FitVerdict::Fits, FitVerdict::ByFormula, FitVerdict::HostUnknown,
                                         FitVerdict::HostExceeded, FitVerdict::DoesNotFit}) {
            names.insert(std::string(name(verdict)));
            names.insert(shortText(verdict));
        }
        QCOMPARE(names.size(), std::size_t{10});
    }
};

PGRAM_TEST(TestFit)
#include "test_fit.moc"
