// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Optimizers, adapters and frozen layers: states, activations and seconds of one layer worked by hand, files, and what
// runs of fine-tuning, published and our own, needed and took.
#include "core/cluster/cluster_sizes.h"
#include "core/fidelity/framework.h"
#include "core/frameworks/target.h"
#include "core/model/model_json.h"
#include "core/model/training_json.h"
#include "core/model/tuning.h"
#include "core/plan/estimate.h"
#include "tests/core/document_table.h"
#include "tests/core/layer_case.h"
#include "tests/pgram_test.h"
#include "validation/measurements/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace pgram;

namespace {

constexpr double h = 1024;
constexpr double all = 12'596'224;        // 12h² + 13h
constexpr double adapters = 294'912;      // of rank 16: 16·(3·2h + 2h + 2·5h)
constexpr Bytes ofActivations = 4194304;  // b·n·h

LayerCase caseOf(TuningMethod method, AdapterTargets targets = AdapterTargets::Linear, int devices = 1)
{
    LayerCase run(devices);
    run.context.training.tuning = {method, 16, targets};
    return run;
}

LayerSpec frozen(bool below)
{
    LayerSpec layer = encoder();
    layer.frozen = true;
    layer.frozenBelow = below;
    return layer;
}

bool hasCharge(const LayerCost& cost, TrafficKind kind)
{
    return std::ranges::find(cost.charges, kind, &Charge::kind) != cost.charges.end();
}

Training read(const char* text)
{
    const Json json = loaded(parseJson(text, "training.json"));
    JsonObject object(json, "training.json");
    Training training = trainingFromJson(object);
    if (const auto error = object.error()) {
        QTest::qFail(error->text().c_str(), __FILE__, __LINE__);
    }
    return training;
}

std::string errorOf(const char* text)
{
    const Json json = loaded(parseJson(text, "training.json"));
    JsonObject object(json, "training.json");
    (void)trainingFromJson(object);
    const auto error = object.error();
    return error ? error->text() : std::string();
}

/// A run of the file: blocks computed again, all devices in one sharded group.
Plan planOf(const Json& suite, const Json& row)
{
    Plan plan;
    const int devices = row["devices"].get<int>();
    plan.model = loaded(shippedPresets().model(row["model"].get<std::string>()));
    if (row.contains("frozen")) {
        plan.model = loaded(withFrozen(plan.model, row["frozen"].get<int>()));
    }
    plan.cluster = loaded(withDevices(loaded(shippedPresets().cluster(suite["cluster"].get<std::string>())), devices));
    Json training = suite["ways"][row["how"].get<std::string>()];
    plan.schedule.microbatches = row.value("microbatches", 1);
    training["global_batch"] = devices * row["micro_batch"].get<int>() * plan.schedule.microbatches;
    training["sequence_length"] = row.value("sequence", suite.value("sequence", 0));
    const Json& framework = suite["framework"];
    if (framework.is_object()) {
        training["framework"] = framework;
    }
    plan.training = read(training.dump().c_str());
    if (framework.is_string()) {
        static const auto families = loaded(loadFrameworks(shippedPresets()));
        plan.training.framework = loaded(parseFramework(framework.get<std::string>(), families))->framework();
    }
    plan.chunks = chunksFromSizes({plan.model.layerCount()});
    for (int layer = 0; layer < plan.model.layerCount(); ++layer) {
        LayerStrategy strategy{.data = devices, .zero = devices > 1 ? suite["zero"].get<int>() : 0};
        strategy.kept.part =
            plan.model.layer(layer).heads > 0 && !row.value("keeps_all", false) ? KeptPart::Input : KeptPart::All;
        plan.strategies.push_back(strategy);
    }
    return plan;
}

}  // namespace

class TestTuning : public QObject {
    Q_OBJECT

private slots:
    /// A loss of two kinds was among the framework's traits before.
    void lossesOfFiles()
    {
        QVERIFY(read("{}").loss == LossKind::Plain);
        QVERIFY(read(R"({"loss": "chunked"})").loss == LossKind::Chunked);
        QVERIFY(read(R"({"framework": {"fused_loss": true}})").loss == LossKind::Fused);
        QVERIFY(read(R"({"framework": {"fused_loss": false}})").loss == LossKind::Plain);
        QVERIFY(QString::fromStdString(errorOf(R"({"loss": "liger"})")).contains("chunked"));
    }

    void modulesOfFiles()
    {
        QVERIFY(read("{}").recomputedModules == cheapModules);
        const Training training = read(R"({"recompute_modules": ["mlp", "core_attn"], "offload_share": 0.5})");
        QVERIFY(training.recomputedModules == (ModuleSet{Module::Attention, Module::Mlp}));
        QCOMPARE(training.offloadShare, 0.5);
        QVERIFY(read(toJson(training).dump().c_str()) == training);
        QVERIFY(QString::fromStdString(errorOf(R"({"recompute_modules": ["attention"]})")).contains("core_attn"));
        QVERIFY(!errorOf(R"({"recompute_modules": []})").empty());
    }

    void statesByOptimizer_data()
    {
        QTest::addColumn<int>("optimizer");
        QTest::addColumn<int>("stateBytes");
        QTest::addColumn<bool>("master");
        QTest::addColumn<qint64>("bytes");
        // A copy of 4 bytes beside: 2 · 4 and 2 · 2 of each parameter; 2 · (1 + 4/256); of 12h² in matrices with 18h
        // rows and columns and 13h in vectors, 4 · (18h + 13h), and 4 · (12h² + 2 · 13h).
        const auto row = [](const char* name, Optimizer optimizer, int stateBytes, bool master, double bytes) {
            QTest::newRow(name) << static_cast<int>(optimizer) << stateBytes << master << qint64(bytes);
        };
        row("Adam", Optimizer::Adam, 4, true, 12 * all);
        row("Adam, BF16", Optimizer::Adam, 2, true, 8 * all);
        row("Adam, BF16 alone", Optimizer::Adam, 2, false, 4 * all);
        row("Adam, 8 bit", Optimizer::Adam8, 4, true, 6.03125 * all);
        row("Adafactor", Optimizer::Adafactor, 4, true, 4 * all + 4 * 31 * h);
        row("Muon", Optimizer::Muon, 4, true, 4 * all + 4 * (12 * h * h + 26 * h));
        row("SGD with momentum", Optimizer::Sgd, 4, true, 8 * all);
        row("SGD", Optimizer::PlainSgd, 4, true, 4 * all);
        row("SGD alone", Optimizer::PlainSgd, 4, false, 0);
    }

    void statesByOptimizer()
    {
        QFETCH(int, optimizer);
        QFETCH(int, stateBytes);
        QFETCH(bool, master);
        QFETCH(qint64, bytes);
        LayerCase run(1);
        Training& training = run.context.training;
        training.optimizer = static_cast<Optimizer>(optimizer);
        training.stateBytes = stateBytes;
        training.masterWeights = master;
        const Bytes found = run.cost({}).memory.optimizer;
        QVERIFY2(std::abs(found - bytes) <= 1, std::to_string(found).c_str());
    }

    /// A table's states are factored and momentum's two: V·h of it, V + h rows and columns.
    void statesOfTables()
    {
        const LayerSpec table{.kind = LayerKind::Embedding, .name = "table", .hidden = 1024, .vocabulary = 51200};
        LayerCase run(1);
        run.context.training.optimizer = Optimizer::Muon;
        QCOMPARE(run.cost({}, table).memory.optimizer, Bytes{12} * 51200 * 1024);
        run.context.training.optimizer = Optimizer::Adafactor;
        const Bytes found = run.cost({}, table).memory.optimizer;
        QVERIFY(std::abs(found - (Bytes{4} * 51200 * 1024 + 4 * (51200 + 1024))) <= 1);
    }

    /// Four matrices of h x h take 6h³ FLOP an iteration each, two of h x 4h 18h³: 60h³, five times. Ranks that share
    /// the states share the matrices.
    void muonComputes()
    {
        LayerCase run(8);
        run.context.training.optimizer = Optimizer::Muon;
        const double flops = 300 * h * h * h;
        QVERIFY(std::abs(run.cost({.data = 8}).optimizer / (flops / 1e12) - 1) < 1e-9);
        QVERIFY(std::abs(run.cost({.data = 8, .zero = 1}).optimizer / (flops / 8e12) - 1) < 1e-9);
        run.context.training.optimizer = Optimizer::Adam;
        QVERIFY(run.cost({.data = 8}).optimizer < 1e-9);
    }

    void adaptersHaveTheStates()
    {
        const LayerMemory lora = caseOf(TuningMethod::Lora).cost({}).memory;
        QCOMPARE(lora.weights, Bytes(2 * (all + adapters)));
        QCOMPARE(lora.gradients, Bytes(4 * adapters));
        QCOMPARE(lora.optimizer, Bytes(12 * adapters));
        // 12h² in 4 bits with scales of 8, and of 256 of these one in 32; 13h in vectors.
        const LayerMemory qlora = caseOf(TuningMethod::Qlora).cost({}).memory;
        QVERIFY(std::abs(qlora.weights - Bytes(6'491'136 + 2 * 13 * h + 2 * adapters)) <= 1);
        QCOMPARE(qlora.gradients, lora.gradients);
        QCOMPARE(qlora.transient - lora.transient, Bytes(2 * 4 * h * h));  // the widest matrix in 16 bits
    }

    void adaptersAreSharded()
    {
        const LayerMemory memory =
            caseOf(TuningMethod::Lora, AdapterTargets::Linear, 8).cost({.data = 8, .zero = 3}).memory;
        QCOMPARE(memory.weights, Bytes(2 * (all + adapters) / 8));
        QCOMPARE(memory.optimizer, Bytes(12 * adapters / 8));
    }

    /// 34 b·n·h: without adapters the inputs of QKV (2), of the MLP (2) and of its second product (8) are not kept.
    /// Each adapter keeps what its second matrix reads.
    void kept()
    {
        const auto ofAdapters = [](int count) { return Bytes{8} * 512 * 16 * 2 * count; };
        QCOMPARE(caseOf(TuningMethod::Lora).cost({}).memory.kept, 34 * ofActivations + ofAdapters(6));
        QCOMPARE(caseOf(TuningMethod::Lora, AdapterTargets::Attention).cost({}).memory.kept,
                 24 * ofActivations + ofAdapters(4));
        QCOMPARE(caseOf(TuningMethod::Lora, AdapterTargets::Mlp).cost({}).memory.kept,
                 32 * ofActivations + ofAdapters(2));
        LayerCase run(1);
        QCOMPARE(run.cost({}, frozen(false)).memory.kept, 22 * ofActivations);
        QCOMPARE(run.cost({}, frozen(true)).memory.kept, Bytes{0});
    }

    void frozenLayers()
    {
        LayerCase run(8);
        const LayerStrategy strategy{.data = 8};
        const LayerCost full = run.cost(strategy);
        const LayerCost above = run.cost(strategy, frozen(false));
        QCOMPARE(above.forward, full.forward);
        QVERIFY(std::abs(above.backward - (full.backward - full.weightGradient)) < 1e-12);
        QCOMPARE(above.weightGradient, 0.0);
        QCOMPARE(above.sync + above.optimizer, 0.0);
        QCOMPARE(above.memory.states(), above.memory.weights);
        QVERIFY(!hasCharge(above, TrafficKind::GradientSync));
        QVERIFY(above.modelFlops < full.modelFlops);
        const LayerCost below = run.cost(strategy, frozen(true));
        QCOMPARE(below.backward, 0.0);
        QCOMPARE(below.forward, full.forward);
        QVERIFY(std::abs(3 * below.modelFlops - full.modelFlops) < 1e-3);
    }

    /// Weights are gathered in forward, and in backward where there is one.
    void frozenLayersAreGathered()
    {
        LayerCase run(8);
        const auto gathers = [&run](const LayerSpec& layer) {
            const LayerCost cost = run.cost({.data = 8, .zero = 3, .kept = {KeptPart::Input}}, layer);
            return std::ranges::find(cost.charges, TrafficKind::WeightGather, &Charge::kind)->times;
        };
        QCOMPARE(gathers(encoder()), 4.0);
        QCOMPARE(gathers(frozen(false)), 4.0);
        QCOMPARE(gathers(frozen(true)), 2.0);
    }

    /// A step of LoRA is shorter than one of all parameters, and syncs what it trains alone.
    void loraIsShorter()
    {
        LayerCase full(8);
        LayerCase lora = caseOf(TuningMethod::Lora, AdapterTargets::Linear, 8);
        const LayerStrategy strategy{.data = 8};
        const LayerCost all = full.cost(strategy);
        const LayerCost adapted = lora.cost(strategy);
        QVERIFY(adapted.backward < all.backward);
        QVERIFY(adapted.forward > all.forward);
        QVERIFY(adapted.weightGradient < 0.1 * all.weightGradient);
        const auto bytes = [](const LayerCost& cost) {
            return std::ranges::find(cost.charges, TrafficKind::GradientSync, &Charge::kind)->bytesPerRank;
        };
        QVERIFY(std::abs(bytes(adapted) / bytes(all) - adapters / ::all) < 1e-9);
    }

    void modelsAreDivided()
    {
        const Architecture model = loaded(shippedPresets().model("llama2-7b"));
        const Architecture frozen = loaded(withFrozen(model, 8));
        QCOMPARE(frozen.layerCount(), model.layerCount());
        QCOMPARE(parameterCount(frozen), parameterCount(model));
        QCOMPARE(frozen.runs.size(), model.runs.size() + 1);
        QVERIFY(frozen.runs[0].frozenBelow && frozen.runs[1].frozenBelow);
        QCOMPARE(frozen.runs[1].count, 8);
        QVERIFY(!frozen.runs[2].frozen && !frozen.runs[2].frozenBelow);
        QCOMPARE(loaded(parseArchitecture(toJson(frozen).dump(), "model.json")), frozen);
        QCOMPARE(loaded(withFrozen(model, 32)).runs.size(), model.runs.size());
        QVERIFY(!withFrozen(model, 33));
        // The head reads the embedding's table.
        QVERIFY(loaded(withFrozen(loaded(shippedPresets().model("gpt2-small")), 1)).runs.back().frozen);
        QVERIFY(!withFrozen(loaded(shippedPresets().model("albert-base")), 1));
    }

    void filesSayWhatIsUnusual()
    {
        const Json usual = toJson(Training());
        for (const char* key : {"state_bytes", "master_weights", "tuning"}) {
            QVERIFY2(!usual.contains(key), key);
        }
        Training training;
        training.optimizer = Optimizer::Muon;
        training.stateBytes = 2;
        training.masterWeights = false;
        training.tuning = {TuningMethod::Qlora, 64, AdapterTargets::Mlp};
        QCOMPARE(read(toJson(training).dump().c_str()), training);
        QCOMPARE(read(R"({"tuning": {"method": "all", "rank": 8}})"), Training());
        QVERIFY(errorOf(R"({"tuning": {"method": "lora", "rank": 0}})").find("/tuning/rank") != std::string::npos);
        QVERIFY(errorOf(R"({"tuning": {"method": "prefix"}})").find("/tuning/method") != std::string::npos);
        QVERIFY(errorOf(R"({"state_bytes": 3})").find("/state_bytes") != std::string::npos);
        QVERIFY(errorOf(R"({"optimizer": "lion"})").find("adafactor") != std::string::npos);
    }

    /// Five frameworks train adapters, of which torchtune has no copies in 32 bits beside its weights.
    void targetsRefuse()
    {
        const Architecture model = loaded(shippedPresets().model("llama2-7b"));
        Training training;
        training.tuning.method = TuningMethod::Lora;
        for (const Target* target : targets()) {
            constexpr std::array adapted{"accelerate", "accelerate-deepspeed", "deepspeed", "megatron-bridge"};
            const bool takes = std::ranges::find(adapted, std::string_view(target->name)) != adapted.end();
            QVERIFY2(beyond(*target, model, training).empty() == takes, target->name);
            QVERIFY2(!beyond(*target, loaded(withFrozen(model, 4)), Training()).empty(), target->name);
        }
    }

    /// At no moment of its only backward a device holds more than the formula says, and nearly as much at one.
    void gradientsTakeThePlaceOfActivations()
    {
        const Json file = jsonOf(sourceFolder() / "tests/cases/tuning/runs.json");
        const Json& suite = file["suites"].back();
        int runs = 0;
        for (const Json& run : suite["rows"]) {
            const Plan plan = planOf(suite, run);
            if (plan.schedule.microbatches > 1) {
                continue;
            }
            const Estimate ours = estimate(plan);
            Bytes standing = plan.cluster.contextBytes;
            Bytes kept = 0;
            for (const LayerEstimate& layer : ours.layers) {
                standing += layer.cost.memory.weights + layer.cost.memory.optimizer;
                kept += layer.cost.memory.kept;
            }
            Bytes made = 0;
            Bytes most = 0;
            for (std::size_t i = ours.layers.size(); i-- > 0;) {
                const LayerMemory& memory = ours.layers[i].cost.memory;
                most = std::max(most, standing + kept + made + memory.transient);
                kept -= memory.kept;
                made += memory.gradients;
            }
            most = std::max(most, standing + made);
            const Bytes formula = ours.stages.front().memory.total();
            // What is drawn over the step: up to the formula, and down to states with all gradients.
            const std::vector<MemoryPoint>& drawn = ours.timeline->stages.front().memory;
            QCOMPARE(drawn.back().bytes, standing + made);
            QCOMPARE(std::ranges::max(drawn, {}, &MemoryPoint::bytes).bytes, formula);
            QVERIFY2(most <= formula, run["id"].get<std::string>().c_str());
            QVERIFY2(static_cast<double>(most) >= 0.85 * static_cast<double>(formula),
                     run["id"].get<std::string>().c_str());
            ++runs;
        }
        QCOMPARE(runs, 18);
    }

    void runsOfOthersAndOurs_data()
    {
        QTest::addColumn<int>("suite");
        QTest::addColumn<int>("row");
        const Json file = jsonOf(sourceFolder() / "tests/cases/tuning/runs.json");
        for (std::size_t suite = 0; suite < file["suites"].size(); ++suite) {
            const Json& rows = file["suites"][suite]["rows"];
            for (std::size_t row = 0; row < rows.size(); ++row) {
                QTest::newRow(rows[row]["id"].get<std::string>().c_str())
                    << static_cast<int>(suite) << static_cast<int>(row);
            }
        }
    }

    void runsOfOthersAndOurs()
    {
        QFETCH(int, suite);
        QFETCH(int, row);
        const Json file = jsonOf(sourceFolder() / "tests/cases/tuning/runs.json");
        const Json& of = file["suites"][static_cast<std::size_t>(suite)];
        const Json& run = of["rows"][static_cast<std::size_t>(row)];
        const Estimate ours = estimate(planOf(of, run));
        const MemoryBreakdown& memory = ours.stages.front().memory;
        const auto isWithin = [&run](const char* key, double own, double within) {
            const double error = own / run[key].get<double>() - 1;
            qInfo("%s: %g, measured %g, %.1f %%", key, own, run[key].get<double>(), 100 * error);
            return std::abs(error) <= within;
        };
        QVERIFY(isWithin("peak_bytes", static_cast<double>(memory.total() - memory.context), run.value("within", 0.1)));
        QVERIFY(!run.contains("step_s") || isWithin("step_s", ours.stepTime, run.value("step_within", 0.1)));
    }

    void tableOfOurRuns()
    {
        const Json file = jsonOf(sourceFolder() / "tests/cases/tuning/runs.json");
        const Json& suite = file["suites"].back();
        struct Errors {
            std::vector<double> memory;
            std::vector<double> step;
        };
        const std::array<const char*, 4> kinds{"all, 16 bits", "adapters", "all but frozen blocks",
                                               "all, weights in 32 bits under autocast"};
        std::array<Errors, 4> errors;
        for (const Json& run : suite["rows"]) {
            const std::string how = run["how"].get<std::string>();
            const std::size_t kind = how == "mixed" ? 3 : run.contains("frozen") ? 2 : how == "bf16" ? 0 : 1;
            const Estimate ours = estimate(planOf(suite, run));
            const MemoryBreakdown& memory = ours.stages.front().memory;
            const auto bytes = static_cast<double>(memory.total() - memory.context);
            errors[kind].memory.push_back(bytes / run["peak_bytes"].get<double>() - 1);
            errors[kind].step.push_back(ours.stepTime / run["step_s"].get<double>() - 1);
        }
        test::DocumentTable table(
            {"trained parameters", "runs", "memory, mean error", "largest", "step, mean error", "largest"});
        const auto cells = [](const std::vector<double>& of) {
            double most = 0;
            for (const double error : of) {
                most = std::max(most, std::abs(error));
            }
            return std::pair(fmt::format("{:.1f} %", 100 * errorStatistics(of).mape),
                             fmt::format("{:.1f} %", 100 * most));
        };
        for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
            const auto [memory, mostMemory] = cells(errors[kind].memory);
            const auto [step, mostStep] = cells(errors[kind].step);
            table.add({kinds[kind], fmt::to_string(errors[kind].step.size()), memory, mostMemory, step, mostStep});
        }
        const std::string fault = test::documentFault("accuracy.md", "test_tuning", table);
        QVERIFY2(fault.empty(), fault.c_str());
    }
};

PGRAM_TEST(TestTuning)
#include "test_tuning.moc"
