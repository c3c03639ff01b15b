// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files of earlier releases (tests/cases/old/RELEASE, written by make.sh beside them): each is read, means what it
// meant, and loses nothing when it is written again. The window's files are in
// tests/widgets/shell/test_old_session.cpp.
#include "core/cluster/cluster_json.h"
#include "core/exchange/format.h"
#include "core/fidelity/framework.h"
#include "core/fidelity/record.h"
#include "core/lessons/lesson_check.h"
#include "core/model/model_json.h"
#include "core/plan/estimate.h"
#include "core/plan/plan_json.h"
#include "core/questions/plan_question.h"
#include "core/search/task/scenario.h"
#include "core/serving/edge.h"
#include "tests/core/shipped_presets.h"
#include "tests/old_files.h"
#include "tests/pgram_test.h"
#include "tests/schema_check.h"

#include <algorithm>
#include <functional>

using namespace pgram;
using namespace pgram::test;
namespace fs = std::filesystem;

namespace {

/// Relative distance up to which a figure of an old plan may move. A release that moves one further says so in
/// CHANGELOG.md and has a reason for it.
constexpr double mostDrift = 0.05;

using Is = std::function<bool(const LayerStrategy&)>;

bool hasLayer(const Plan& plan, const Is& is)
{
    return std::ranges::any_of(plan.strategies, is);
}

bool isNear(double now, double then)
{
    return then > 0 && std::abs(now - then) <= mostDrift * then;
}

/// Checks by the name of the plan: each returns true if the plan has what make.sh asked for.
const std::map<QString, std::function<bool(const Plan&)>> meanings{
    {"pipeline",
     [](const Plan& plan) {
         return plan.pipeline() == 8 && plan.memoryBudget == 8 * GiB && plan.training.globalBatch == 64 &&
                plan.model.title == "BERT-Huge-32" && plan.cluster.devices == 8;
     }},
    {"hybrid",
     [](const Plan& plan) {
         return plan.pipeline() == 2 && hasLayer(plan, [](const auto& s) { return s.context == 2; }) &&
                hasLayer(plan, [](const auto& s) { return s.placement == TensorPlacement::Strided; }) &&
                hasLayer(plan, [](const auto& s) { return s.zero == 1 && s.sequence == SequenceParallel::Megatron; });
     }},
    {"chunks",
     [](const Plan& plan) {
         return plan.schedule.kind == ScheduleKind::Interleaved && plan.chunks.size() == 16 &&
                plan.training.framework.name == "nemo";
     }},
    {"zero",
     [](const Plan& plan) {
         return plan.schedule.kind == ScheduleKind::ZbV && plan.schedule.microbatches == 8 &&
                hasLayer(plan, [](const auto& s) { return s.zero == 1 || s.zero == 2; });
     }},
    {"hsdp", [](const Plan& plan) { return hasLayer(plan, [](const auto& s) { return s.isHybrid(); }); }},
    {"long",
     [](const Plan& plan) {
         return plan.sequence() == 32768 &&
                hasLayer(plan, [](const auto& s) { return s.sequence == SequenceParallel::Ulysses; }) &&
                hasLayer(plan, [](const auto& s) { return s.context == 4; });
     }},
    {"experts", [](const Plan& plan) { return hasLayer(plan, [](const auto& s) { return s.expert > 1; }); }},
    {"grid",
     [](const Plan& plan) {
         return hasLayer(plan, [](const auto& s) { return s.layout == TensorLayout::Cube; }) &&
                hasLayer(plan, [](const auto& s) { return s.layout == TensorLayout::Ring; });
     }},
    {"sliced",
     [](const Plan& plan) { return plan.schedule.kind == ScheduleKind::TeraPipe && plan.schedule.slices == 8; }},
    {"swapped",
     [](const Plan& plan) {
         return plan.model.name == "resnet-200" &&
                hasLayer(plan, [](const auto& s) { return s.kept.recomputesAll() || s.kept.isOnHost(); });
     }},
    {"offloaded",
     [](const Plan& plan) {
         return hasLayer(plan, [](const auto& s) { return s.offloadOptimizer && s.kept.isOnHost(); });
     }},
    {"mixed",
     [](const Plan& plan) {
         return plan.cluster.isMixed() && plan.cluster.devices == 64 && plan.stageBlocks.size() == 8;
     }},
    {"mxfp8", [](const Plan& plan) { return plan.training.precision == Precision::MxFp8; }},
    {"qlora", [](const Plan& plan) { return plan.training.tuning.method == TuningMethod::Qlora; }},
    {"nodes",
     [](const Plan& plan) {
         return plan.cluster.devices == 16 && plan.training.optimizer == Optimizer::Adafactor &&
                plan.training.precision == Precision::Fp16;
     }},
    {"types", [](const Plan& plan) { return plan.model.family == "t5" && plan.model.runs.size() > 3; }},
    {"images", [](const Plan& plan) { return plan.model.name == "swin-huge-32"; }},
    {"sharded",
     [](const Plan& plan) {
         return std::ranges::all_of(plan.strategies, [](const auto& s) { return s.zero == 3 && s.data == 8; });
     }},
    {"tensor", [](const Plan& plan) { return plan.model.name == "gpt2-xl"; }},
    {"small", [](const Plan& plan) { return plan.model.layerCount() == 5 && plan.cluster.devices == 2; }},
};

PresetStore oldStore(const fs::path& release)
{
    return PresetStore(release / "presets");
}

}  // namespace

class TestOldFiles : public QObject {
    Q_OBJECT

    static void releases()
    {
        QTest::addColumn<QString>("release");
        QVERIFY2(!oldReleases().empty(), "tests/cases/old has no release");
        for (const fs::path& release : oldReleases()) {
            QTest::newRow(release.filename().c_str()) << QString::fromStdString(release.string());
        }
    }

    static fs::path release()
    {
        QFETCH_GLOBAL(QString, release);
        return release.toStdString();
    }

private Q_SLOTS:
    static void initTestCase_data() { releases(); }

    /// Reading loses no member, the plan has its question and its meaning, and its figures stay near.
    void plansAreReadAsTheyWereWritten()
    {
        const Json figures = jsonOf(release() / "figures.json");
        const std::vector<fs::path> files = filesBelow(release() / "plans", ".json");
        QCOMPARE(files.size(), figures.size());
        for (const fs::path& file : files) {
            const QString name = QString::fromStdString(file.filename().string()).section('.', 0, 0);
            const Plan plan = loaded(loadPlan(file));
            QVERIFY2(plan.unknown.empty(), qPrintable(name));
            QCOMPARE(firstLoss(jsonOf(file), loaded(parseJson(planToJson(plan), {}))), std::string());
            QVERIFY2(loaded(checkStructure(plan).map([] { return true; })), qPrintable(name));
            QVERIFY2(keptQuestion(plan).has_value(), qPrintable(name));
            const auto meaning = meanings.find(name);
            QVERIFY2(meaning == meanings.end() || meaning->second(plan), qPrintable(name));

            const Json& then = figures.at(file.filename().string());
            const Estimate now = estimate(plan);
            QVERIFY2(now.legal && now.fits, qPrintable(name));
            QVERIFY2(isNear(now.stepTime, then.at("step_time_s").get<double>()), qPrintable(name));
            QVERIFY2(isNear(static_cast<double>(now.peakMemory), then.at("peak_memory_bytes").get<double>()),
                     qPrintable(name));
        }
    }

    void everyPlanThatIsToMeanSomethingIsThere()
    {
        for (const auto& [name, meaning] : meanings) {
            QVERIFY2(fs::exists(release() / "plans" / (name.toStdString() + ".pgplan.json")), qPrintable(name));
        }
    }

    void presetsAreRead()
    {
        const PresetStore store = oldStore(release());
        for (const PresetEntry& entry : store.models()) {
            const Architecture model = loaded(store.model(entry.name));
            QVERIFY(loaded(parseArchitecture(dumped(toJson(model)), "again")) == model);
        }
        for (const PresetEntry& entry : store.clusters()) {
            const Cluster cluster = loaded(store.cluster(entry.name));
            QVERIFY(loaded(parseCluster(dumped(toJson(cluster)), "again")) == cluster);
        }
        for (const PresetEntry& entry : store.devices()) {
            QVERIFY(loaded(store.device(entry.name)).memory > 0);
        }
        QVERIFY(!store.devices().empty());
        for (const PresetEntry& entry : store.devices()) {
            // A file holds a whole device, or changes of another one. The device has them, so that they change nothing.
            const Json file = jsonOf(entry.file).at("device");
            const Json read = toJson(loaded(store.device(entry.name)));
            Json again = read;
            again.merge_patch(file.contains("preset") ? file.value("change", Json::object()) : file);
            QCOMPARE(firstLoss(again, read), std::string());
        }
        const auto billions = [&](const char* model) { return parameterCount(loaded(store.model(model))) / 1e9; };
        QVERIFY(billions("deepseek-v3") > 670 && billions("deepseek-v3") < 673);
        QVERIFY(billions("mixtral-8x7b") > 46.5 && billions("mixtral-8x7b") < 47);
        QVERIFY(billions("resnet-200") > 0.064 && billions("resnet-200") < 0.065);
        QCOMPARE(loaded(store.cluster("rtx-titan-8")).device.memory, Bytes(25396510720));
        QCOMPARE(loaded(store.cluster("gb200-nvl72")).devices, 72);
        QCOMPARE(loaded(store.cluster("a100-32-v100-32")).kinds.size(), std::size_t{2});
        QVERIFY(loaded(store.cluster("dgx-h100-64")).device.products.has_value());
    }

    void scenariosAreRead()
    {
        const PresetStore store = oldStore(release());
        QCOMPARE(store.scenarios().size(), std::size_t{3});
        for (const PresetEntry& entry : store.scenarios()) {
            const Scenario scenario = loaded(loadScenario(store, entry.name));
            QCOMPARE(firstLoss(jsonOf(entry.file), toJson(scenario)), std::string());
        }
        const SearchRequest request = loaded(loadScenario(store, defaultScenario)).request;
        QCOMPARE(request.model.name, std::string("bert-huge-32"));
        QCOMPARE(request.cluster.name, std::string("rtx-titan-8"));
    }

    void aLessonIsReadAndCanBeTaught()
    {
        const PresetStore store = oldStore(release());
        const Lesson lesson = loaded(loadLesson(store, "memory-in-training"));
        QVERIFY(lesson.problems.empty());
        QVERIFY(lesson.steps.size() > 2);
        QCOMPARE(lesson.texts.size(), lessonLanguages().size());
        const std::vector<Error> wrong = checkLesson(lesson, store).problems;
        QVERIFY2(wrong.empty(), wrong.empty() ? "" : wrong.front().text().c_str());
    }

    void tiersFrameworksAndRunsAreRead()
    {
        const PresetStore store = oldStore(release());
        const auto tiers = loaded(loadTiers(store.root() / "tiers/rram-sram.json"));
        QCOMPARE(tiers.size(), std::size_t{4});
        const auto families = loaded(loadFrameworks(store));
        const FrameworkFamily* nemo = loaded(parseFramework("nemo", families));
        QVERIFY(nemo != nullptr && nemo->dispatch.value > 0);
        const auto runs = loaded(loadMeasurements(recordFile(store)));
        QCOMPARE(runs.size(), std::size_t{15});
        QVERIFY(std::ranges::all_of(runs, [](const Measurement& run) {
            return run.suite == "nanotron" && run.framework.find("nanotron") != std::string::npos && run.devices > 0;
        }));
    }

    void whatWasMeasuredIsRead()
    {
        for (const char* file : {"measured-model.json", "profiled.json"}) {
            const Architecture model = loaded(loadArchitecture(release() / file));
            QCOMPARE(firstLoss(jsonOf(release() / file), toJson(model)), std::string());
        }
        const Architecture model = loaded(loadArchitecture(release() / "measured-model.json"));
        QVERIFY(std::ranges::any_of(model.runs, [](const LayerSpec& run) { return run.measured.has_value(); }));
        const Cluster cluster = loaded(loadCluster(release() / "measured-cluster.json"));
        QCOMPARE(firstLoss(jsonOf(release() / "measured-cluster.json"), toJson(cluster)), std::string());

        const ForeignFile profile = loaded(openForeign(release() / "profile"));
        const Format* format = recognise(profile);
        QVERIFY(format != nullptr && format->holds == Content::Profile);
        const Architecture profiled = loaded(loadArchitecture(release() / "profiled.json"));
        const Reading read = loaded(readAs(*format, profile, {oldStore(release()), &profiled, &cluster}));
        QCOMPARE(std::get<SearchRequest>(read.found).cluster.devices, cluster.devices);
    }

    /// The folders are exports/PLAN/FORMAT.
    void exportedFoldersAreReadBackAsTheirPlans()
    {
        int read = 0;
        for (const auto& planFolder : fs::directory_iterator(release() / "exports")) {
            const std::string name = planFolder.path().filename().string();
            const Plan plan = loaded(loadPlan(release() / "plans" / (name + ".pgplan.json")));
            for (const auto& folder : fs::directory_iterator(planFolder)) {
                const std::string formatName = folder.path().filename().string();
                const Format& format = *loaded(parseFormat(formatName));
                const ForeignFile file = loaded(openForeign(folder.path() / format.usualName));
                const Reading reading = loaded(readAs(format, file, {oldStore(release()), &plan.model, &plan.cluster}));
                const auto& again = std::get<FoundPlan>(reading.found).plan;
                QVERIFY2(again.has_value(), formatName.c_str());
                QVERIFY2(again->chunks == plan.chunks && again->schedule == plan.schedule &&
                             again->strategies == plan.strategies &&
                             again->training.globalBatch == plan.training.globalBatch,
                         formatName.c_str());
                ++read;
            }
        }
        QVERIFY(read >= 9);
    }

    /// Scripts keep the answers of commands: the schemas of today still describe them.
    void answersKeepToTheirSchemas()
    {
        const std::vector<fs::path> files = filesBelow(release() / "answers", ".json");
        QVERIFY(files.size() > 25);
        for (const fs::path& file : files) {
            const QString problem = schemaProblem(loaded(readTextFile(file)), file.stem().c_str());
            QVERIFY2(problem.isEmpty(), qPrintable(QString::fromStdString(file.filename().string()) + ": " + problem));
        }
    }
};

PGRAM_TEST(TestOldFiles)
#include "test_old_files.moc"
