// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Published trainings of known layout (tests/cases/published): what we predict of their plans, within the limit that
// each states, and the best plans found next to them. Both are the tables of docs/published.md.
#include "core/base/text_file.h"
#include "core/cluster/cluster_sizes.h"
#include "core/model/layer_role.h"
#include "core/model/model_sizes.h"
#include "core/search/search.h"
#include "core/search/task/scenario.h"
#include "tests/core/document_table.h"
#include "tests/pgram_test.h"
#include "validation/measurements/validation.h"

#include <QLocale>

#include <cmath>
#include <map>
#include <set>

using namespace pgram;

namespace {

const std::filesystem::path& publishedFolder()
{
    static const std::filesystem::path folder = sourceFolder() / "tests/cases/published";
    return folder;
}

const Json& publishedFile()
{
    static const Json file = jsonOf(publishedFolder() / "trainings.json");
    return file;
}

const DeviceCatalogue& publishedDevices()
{
    static const DeviceCatalogue devices = loaded(DeviceCatalogue::load(shippedPresets()));
    return devices;
}

const std::vector<Measurement>& publishedRuns()
{
    static const std::vector<Measurement> runs = loaded(loadMeasurements(publishedFolder() / "trainings.json"));
    return runs;
}

const Measurement& runNamed(const std::string& id)
{
    const auto run = std::ranges::find(publishedRuns(), id, &Measurement::id);
    if (run == publishedRuns().end()) {
        qFatal("no published run %s", id.c_str());
    }
    return *run;
}

std::string seconds(double value)
{
    return fmt::format("{:#.3g} s", value);
}

std::string percent(double share)
{
    return fmt::format("{:+.1f} %", 100 * share);
}

std::string grouped(std::int64_t count)
{
    return QLocale(QLocale::English).toString(static_cast<qlonglong>(count)).toStdString();
}

/// Returns the degrees of a run that are more than one, its schedule and its recomputation.
std::string layoutOf(const Measurement& run)
{
    std::vector<std::string> parts;
    const auto degree = [&parts](const char* name, int value) {
        if (value > 1) {
            parts.push_back(fmt::format("{}{}", name, value));
        }
    };
    degree("TP", run.tensor);
    degree("CP", run.context);
    degree("EP", run.expert);
    degree("PP", run.pipeline);
    degree("DP", run.data);
    if (run.zero > 0) {
        parts.push_back(fmt::format("ZeRO-{}", run.zero));
    }
    if (!run.schedule.empty()) {
        parts.push_back(run.schedule);
    } else if (run.virtualStages > 1) {
        parts.push_back(fmt::format("interleaved:{}", run.virtualStages));
    }
    if (!run.recompute.empty() && run.recompute != "none") {
        parts.push_back("recomputes " + run.recompute);
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

/// Returns the strategy that most of a plan's blocks have, and how many have it.
std::string commonStrategy(const Plan& plan)
{
    std::map<std::string, int> counts;
    int blocks = 0;
    for (int layer = 0; layer < plan.model.layerCount(); ++layer) {
        if (isBlock(plan.model.layer(layer))) {
            ++counts[shortName(plan.strategies[static_cast<std::size_t>(layer)])];
            ++blocks;
        }
    }
    const auto most = std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
    return fmt::format("{} ({} of {} blocks)", most->first, most->second, blocks);
}

struct Best {
    std::string beside;  ///< id of the training whose plan it is compared with
    Seconds their = 0;   ///< predicted step of that training's plan
    bool theirFits = true;
    Plan plan;
    Seconds step = 0;
    bool fits = false;
};

/// Returns the best plan for a training on the software that its own plan is predicted on, so that the two differ in
/// the plan alone. The search is limited to the stages, micro-batches and schedule that the whole search ends with.
const Best& bestOf(const std::string& name)
{
    static std::map<std::string, Best> known;
    const auto [entry, isNew] = known.try_emplace(name);
    Best& best = entry->second;
    if (!isNew) {
        return best;
    }
    const Json& how = publishedFile()["best"][name];
    best.beside = how["beside"].get<std::string>();
    const Measurement& run = runNamed(best.beside);
    const RowResult their = predict(run, publishedDevices());
    best.their = their.predictedStep.value_or(0);
    best.theirFits = !their.predictedOutOfMemory;
    SearchRequest request =
        loaded(loadScenario(shippedPresets(), (publishedFolder() / (name + ".json")).string())).request;
    Training training = request.training;
    training.sequenceLength = run.sequence;
    if (planOf(run, publishedDevices()).plan->training != training) {
        qFatal("%s: the scenario trains otherwise than %s", name.c_str(), best.beside.c_str());
    }
    request.cluster = loaded(withDevices(request.cluster, run.devices));
    request.model = loaded(withSizes(request.model, {.heads = how.value("heads", std::int64_t{0})}));
    request.pipelines = {how["stages"].get<int>()};
    request.microbatches = {how["microbatches"].get<int>()};
    request.schedules = {loaded(parseSchedule(how["schedule"].get<std::string>()))};
    const SearchResult result = loaded(search(request));
    if (result.plan && result.estimate) {
        best.plan = *result.plan;
        best.step = result.estimate->stepTime;
        best.fits = result.estimate->fits;
    }
    return best;
}

}  // namespace

class TestPublished : public QObject {
    Q_OBJECT

private slots:
    void theirPlans_data()
    {
        QTest::addColumn<int>("index");
        QTest::addColumn<double>("within");
        const Json& rows = publishedFile()["rows"];
        QCOMPARE(rows.size(), publishedRuns().size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            QTest::newRow(publishedRuns()[i].id.c_str()) << static_cast<int>(i) << rows[i]["within"].get<double>();
        }
    }

    void theirPlans()
    {
        QFETCH(int, index);
        QFETCH(double, within);
        const Measurement& run = publishedRuns()[static_cast<std::size_t>(index)];
        QVERIFY(!run.source.empty());
        const RowResult result = predict(run, publishedDevices());
        QVERIFY2(result.predictedStep, result.skippedBecause.english().c_str());
        const double error = *result.timeError();
        const std::string text = fmt::format("{:.4g} s, {}", *result.predictedStep, percent(error));
        QVERIFY2(std::abs(error) <= within, text.c_str());
    }

    void tableOfTheirPlans()
    {
        test::DocumentTable table({"run", "devices", "layout", "batch", "published", "ours", "error", "limit"});
        for (std::size_t i = 0; i < publishedRuns().size(); ++i) {
            const Measurement& run = publishedRuns()[i];
            const RowResult result = predict(run, publishedDevices());
            QVERIFY(result.predictedStep && run.stepTime);
            const double within = publishedFile()["rows"][i]["within"].get<double>();
            table.add({fmt::format("`{}`", run.id), fmt::format("{} {}", grouped(run.devices), run.gpu), layoutOf(run),
                       grouped(run.globalBatch), seconds(*run.stepTime), seconds(*result.predictedStep),
                       percent(*result.timeError()), fmt::format("{:.0f} %", 100 * within)});
        }
        const std::string fault = test::documentFault("published.md", "test_published, their plans", table);
        QVERIFY2(fault.empty(), fault.c_str());
    }

    void bestPlans_data()
    {
        QTest::addColumn<QString>("name");
        std::set<std::string> suites;
        for (const Measurement& run : publishedRuns()) {
            suites.insert(run.suite);
        }
        const Json& best = publishedFile()["best"];
        QCOMPARE(best.size(), suites.size());
        for (const auto& [name, how] : best.items()) {
            QVERIFY2(suites.contains(name), name.c_str());
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }

    /// The best plan fits by formula and is faster than the published one, unless that one does not fit by formula.
    void bestPlans()
    {
        QFETCH(QString, name);
        const Best& best = bestOf(name.toStdString());
        QVERIFY(best.fits);
        const std::string steps = fmt::format("{}, theirs {}", seconds(best.step), seconds(best.their));
        QVERIFY2(best.step < best.their || !best.theirFits, steps.c_str());
    }

    void tableOfBestPlans()
    {
        test::DocumentTable table({"training", "next to", "stages, schedule, micro-batches", "strategy of most blocks",
                                   "ours of their plan", "best plan", "change"});
        for (const auto& [name, how] : publishedFile()["best"].items()) {
            const Best& best = bestOf(name);
            QVERIFY(best.fits);
            table.add({fmt::format("`{}`", name), fmt::format("`{}`", best.beside),
                       fmt::format("PP{}, {}, {}", best.plan.pipeline(), toString(best.plan.schedule),
                                   best.plan.schedule.microbatches),
                       commonStrategy(best.plan), seconds(best.their), seconds(best.step),
                       percent(best.step / best.their - 1)});
        }
        const std::string fault = test::documentFault("published.md", "test_published, best plans", table);
        QVERIFY2(fault.empty(), fault.c_str());
    }
};

PGRAM_TEST(TestPublished)
#include "test_published.moc"
