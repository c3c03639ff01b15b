// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Error bands: cases worked by hand, and how many of the measured runs lie inside of the bands that the others make.
#include "core/base/workers.h"
#include "core/fidelity/error_band.h"
#include "core/fidelity/record.h"
#include "tests/core/sample_plan.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <cmath>

using namespace pgram;

namespace {

KnownRun runAt(double distanceUnits, double ratio, std::size_t row, const std::string& suite = "suite")
{
    KnownRun run;
    run.row = row;
    run.suite = suite;
    run.gpu = "gpu";
    run.traits.parameters = std::exp2(6 * distanceUnits);  // a sixth of a unit for each doubling
    run.timeRatio = ratio;
    return run;
}

RunTraits asked()
{
    RunTraits traits;
    traits.parameters = 1;
    return traits;
}

struct Library {
    std::vector<Measurement> rows;
    DeviceCatalogue devices;
    std::vector<KnownRun> runs;
};

const Library& library()
{
    static const Library shipped = [] {
        Library library;
        library.rows = loaded(loadMeasurements(recordFile(shippedPresets())));
        library.devices = loaded(DeviceCatalogue::load(shippedPresets()));
        library.runs = knownRuns(library.rows, library.devices);
        std::vector<RowResult> predicted(library.rows.size());
        forEachInOrder(workersFor(0), predicted.size(),
                       [&](std::size_t i) { predicted[i] = predict(library.rows[i], library.devices); });
        takeRatios(library.runs, predicted);
        return library;
    }();
    return shipped;
}

using Ratio = std::optional<double> KnownRun::*;

bool holds(const std::optional<ErrorBand>& band, const std::optional<double>& ratio)
{
    return band && band->low <= *ratio && *ratio <= band->high;
}

/// Share of the runs with that ratio, or of those of experts among them, that lie in the band of the runs that are left
/// when `leftOut` goes.
template <typename LeftOut>
double coverage(Ratio ratio, std::optional<ErrorBand> ErrorBands::*side, const LeftOut& leftOut,
                bool expertsAlone = false)
{
    int inside = 0;
    int all = 0;
    for (const KnownRun& run : library().runs) {
        if (!(run.*ratio) || (expertsAlone && !run.traits.experts)) {
            continue;
        }
        std::vector<KnownRun> others;
        for (const KnownRun& other : library().runs) {
            if (other.*ratio && !leftOut(run, other)) {
                others.push_back(other);
            }
        }
        inside += holds(errorBands(run.traits, others).*side, run.*ratio) ? 1 : 0;
        ++all;
    }
    return static_cast<double>(inside) / all;
}

}  // namespace

class TestErrorBand : public QObject {
    Q_OBJECT

private slots:
    void distances()
    {
        RunTraits a = traitsOf(test::samplePlan());
        QCOMPARE(distance(a, a), 0.0);
        RunTraits b = a;
        b.devices *= 8;
        QCOMPARE(distance(a, b), 0.5);  // three doublings
        b.loss = LossKind::Fused;
        QCOMPARE(distance(a, b), 1.5);
        QCOMPARE(distance(b, a), 1.5);
        RunTraits hopper = a;
        hopper.peak = 16 * a.peak;
        QCOMPARE(distance(a, hopper), 3.0);  // four doublings, but no further than that
        hopper.peak = a.peak;
        hopper.memoryBandwidth = std::sqrt(2.0) * a.memoryBandwidth;
        QVERIFY(std::abs(distance(a, hopper) - 1.0) < 1e-9);
    }

    /// Five runs alike, with ratios 0.8 … 1.2: each has a fifth of the weight, whose middles are at 0.1, 0.3, … 0.9.
    /// The quantiles 0.1 and 0.9 are the first and the last.
    void fiveRunsAlike()
    {
        std::vector<KnownRun> runs;
        for (const double ratio : {1.0, 0.8, 1.2, 0.9, 1.1}) {
            runs.push_back(runAt(0, ratio, runs.size()));
        }
        const auto band = errorBands(asked(), runs).time;
        QVERIFY(band);
        QVERIFY(std::abs(band->low - 0.8) < 1e-12);
        QVERIFY(std::abs(band->high - 1.2) < 1e-12);
        QCOMPARE(band->runs, 5);
        QVERIFY(band->isNear());
        QVERIFY(!errorBands(asked(), runs).memory);
    }

    /// The same runs two units away: 2.5 % of the logarithm a unit, to either side, and 15 % as none is near.
    void bandsWidenWithDistance()
    {
        std::vector<KnownRun> runs;
        for (const double ratio : {1.0, 0.8, 1.2, 0.9, 1.1}) {
            runs.push_back(runAt(2, ratio, runs.size()));
        }
        const auto band = errorBands(asked(), runs).time;
        QVERIFY(std::abs(band->low - 0.8 * std::exp(-0.2)) < 1e-12);
        QVERIFY(std::abs(band->high - 1.2 * std::exp(0.2)) < 1e-12);
        QCOMPARE(band->nearest, 2.0);
        QVERIFY(!band->isNear());
    }

    /// A guessed rate of products widens bands as if no run was near, unless a run is of a device with the same
    /// figures.
    void guessedRatesWiden()
    {
        std::vector<KnownRun> runs;
        for (const double ratio : {1.0, 0.8, 1.2, 0.9, 1.1}) {
            runs.push_back(runAt(0, ratio, runs.size()));
            runs.back().memoryRatio = ratio;
            runs.back().traits.peak = 2e14;
            runs.back().traits.memoryBandwidth = 1e12;
        }
        RunTraits traits = asked();
        traits.peak = 2e14;
        traits.memoryBandwidth = 1e12;
        traits.guessedRate = true;
        QVERIFY(std::abs(errorBands(traits, runs).time->low - 0.8) < 1e-12);  // devices of the same figures
        traits.memoryBandwidth *= std::exp2(0.25);                            // half a unit away
        const ErrorBands guessed = errorBands(traits, runs);
        QVERIFY(guessed.time->guessed && guessed.time->isNear());
        QVERIFY(std::abs(guessed.time->low - 0.8 * std::exp(-0.1625)) < 1e-12);
        QVERIFY(std::abs(guessed.time->high - 1.2 * std::exp(0.1625)) < 1e-12);
        QVERIFY(std::abs(guessed.memory->high - 1.2 * std::exp(0.0125)) < 1e-12);
        traits.guessedRate = false;
        const ErrorBands measured = errorBands(traits, runs);
        QVERIFY(!measured.time->guessed);
        QVERIFY(std::abs(measured.time->high - 1.2 * std::exp(0.0125)) < 1e-12);
    }

    /// Traits take the provenance of the constant that the precision uses.
    void ratesOfPlans()
    {
        Plan plan = test::samplePlan();
        plan.cluster.device.gemmEfficiency.provenance.kind = "fitted";
        plan.cluster.device.fp8Efficiency.provenance.kind = "guessed";
        plan.training.precision = Precision::Bf16;
        QVERIFY(!traitsOf(plan).guessedRate);
        plan.training.precision = Precision::Fp8;
        QVERIFY(traitsOf(plan).guessedRate);
    }

    /// Bands of models of experts that runs of dense ones make, by what nobody publishes of their runs.
    void denseRunsSayLessOfExperts()
    {
        std::vector<KnownRun> runs;
        for (const double ratio : {1.0, 0.8, 1.2, 0.9, 1.1}) {
            runs.push_back(runAt(0, ratio, runs.size()));
            runs.back().memoryRatio = ratio;
        }
        RunTraits traits = asked();
        traits.experts = true;
        const ErrorBands bands = errorBands(traits, runs);
        QVERIFY(std::abs(bands.time->low - 0.8 * std::exp(-0.125)) < 1e-12);
        QVERIFY(std::abs(bands.time->high - 1.2 * std::exp(0.125)) < 1e-12);
        QVERIFY(std::abs(bands.memory->high - 1.2 * std::exp(0.025)) < 1e-12);
    }

    /// Forty near runs with one ratio leave no room for forty far ones with another.
    void theNearestRunsMakeTheBand()
    {
        std::vector<KnownRun> runs;
        for (int i = 0; i < 40; ++i) {
            runs.push_back(runAt(1.0, 3.0, runs.size(), "far"));
            runs.push_back(runAt(0.0, 1.5, runs.size(), "near"));
        }
        const auto band = errorBands(asked(), runs).time;
        QCOMPARE(band->runs, 32);
        QCOMPARE(band->suites, std::vector<std::string>{"near"});
        QVERIFY(std::abs(band->low - 1.5) < 1e-12 && std::abs(band->high - 1.5) < 1e-12);
    }

    void tooFewRunsMakeNone()
    {
        QVERIFY(!errorBands(asked(), {}).time);
        const std::vector<KnownRun> three(3, runAt(0, 1, 0));
        QVERIFY(!errorBands(asked(), three).time);
    }

    /// What predicts the nearest alone comes to the same as what predicts all.
    void predictingTheNearestIsEnough()
    {
        for (const std::size_t index : {std::size_t{3}, library().runs.size() / 2, library().runs.size() - 2}) {
            const RunTraits traits = library().runs[index].traits;
            std::vector<KnownRun> runs = knownRuns(library().rows, library().devices);
            predictNearest(runs, traits, library().rows, library().devices);
            const ErrorBands few = errorBands(traits, runs);
            const ErrorBands all = errorBands(traits, library().runs);
            QVERIFY(few.time && all.time && few.memory && all.memory);
            QCOMPARE(few.time->low, all.time->low);
            QCOMPARE(few.time->high, all.time->high);
            QCOMPARE(few.memory->low, all.memory->low);
            QCOMPARE(few.memory->suites, all.memory->suites);
        }
    }

    /// Of a run among others of its suite, and of a run of a suite of which nothing is known.
    void bandsHoldWhatTheyPromise()
    {
        const auto itself = [](const KnownRun& run, const KnownRun& other) { return run.row == other.row; };
        const auto suite = [](const KnownRun& run, const KnownRun& other) { return run.suite == other.suite; };
        const double time = coverage(&KnownRun::timeRatio, &ErrorBands::time, itself);
        const double timeOfSuite = coverage(&KnownRun::timeRatio, &ErrorBands::time, suite);
        const double memory = coverage(&KnownRun::memoryRatio, &ErrorBands::memory, itself);
        const double memoryOfSuite = coverage(&KnownRun::memoryRatio, &ErrorBands::memory, suite);
        qInfo("80 %% bands hold %.1f %% of step times, %.1f %% with the suite left out; %.1f %% and %.1f %% of peaks",
              100 * time, 100 * timeOfSuite, 100 * memory, 100 * memoryOfSuite);
        const double experts = coverage(&KnownRun::timeRatio, &ErrorBands::time, suite, true);
        qInfo("%.1f %% of step times of models of experts with the suite left out", 100 * experts);
        for (const double share : {time, timeOfSuite, memory, memoryOfSuite, experts}) {
            QVERIFY2(share > 0.7 && share < 0.93, qPrintable(QString::number(share)));
        }
        QVERIFY2(experts >= bandCoverage, qPrintable(QString::number(experts)));
    }
};

PGRAM_TEST(TestErrorBand)
#include "test_error_band.moc"
