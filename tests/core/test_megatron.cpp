// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What Megatron-LM's arguments say beyond a plan's degrees: its environment, its layouts, and which transfers run
// beside what, there and back.
#include "core/exchange/megatron_layout.h"
#include "core/exchange/megatron_settings.h"
#include "core/model/attention.h"
#include "tests/core/error_of.h"
#include "tests/core/written_plans.h"
#include "tests/pgram_test.h"

using namespace pgram;
using namespace pgram::test;

namespace {

const Format& megatronFormat()
{
    return formatNamed("megatron");
}

std::string megatronScript(const Plan& plan)
{
    return loaded(writeAs(megatronFormat(), plan)).front().content;
}

Framework frameworkBack(const Plan& plan)
{
    return std::get<FoundPlan>(loaded(readBack(megatronFormat(), plan)).found).plan->training.framework;
}

/// Of experts, shared ones among them, on eight devices that hold them together.
Plan planOfExperts()
{
    Plan plan = uniformPlanOf("deepseek-v2-lite", "dgx-h100");
    plan.chunks = chunksFromSizes({plan.model.layerCount()});
    plan.schedule = {};
    plan.schedule.microbatches = 4;
    plan.training.globalBatch = 64;
    for (int layer = 0; layer < plan.model.layerCount(); ++layer) {
        LayerStrategy& strategy = plan.strategies[static_cast<std::size_t>(layer)];
        strategy = {.data = 8};
        strategy.expert = plan.model.layer(layer).experts > 0 ? 8 : 1;
    }
    return plan;
}

/// Llama on eight devices: two that exchange heads, in a ring of two, twice.
Plan planOfContext()
{
    Plan plan = uniformPlanOf("llama2-7b", "dgx-h100");
    plan.chunks = chunksFromSizes({plan.model.layerCount()});
    plan.schedule = {};
    plan.schedule.microbatches = 4;
    plan.training.globalBatch = 64;
    for (LayerStrategy& strategy : plan.strategies) {
        strategy = {.tensor = 2, .data = 2, .zero = 1, .context = 2, .sequence = SequenceParallel::Ulysses};
    }
    return plan;
}

}  // namespace

class TestMegatron : public QObject {
    Q_OBJECT

private slots:
    /// Demanded before Blackwell of tensor and context parallelism, forbidden to Megatron-FSDP, needless elsewhere.
    void megatronsEnvironment()
    {
        const auto demands = [](const Plan& plan) {
            return says(loaded(writeAs(formatNamed("megatron"), plan)).front().content,
                        "\nexport CUDA_DEVICE_MAX_CONNECTIONS=1\n");
        };
        Plan plan = uniformPlanOf("llama3.1-8b", "dgx-h100");
        const auto set = [&plan](LayerStrategy strategy) { plan.strategies.assign(plan.strategies.size(), strategy); };
        plan.chunks = chunksFromSizes({plan.model.layerCount()});
        plan.schedule = {};
        plan.training.globalBatch = 8;
        set({.data = 8});
        QVERIFY(!demands(plan));
        set({.tensor = 2, .data = 4});
        QVERIFY(demands(plan));
        set({.data = 4, .context = 2});
        QVERIFY(demands(plan));
        set({.tensor = 2, .data = 4});
        plan.cluster.device = loaded(shippedPresets().cluster("hgx-b200")).device;
        QVERIFY(!demands(plan));
    }

    void megatronHasNoEvaluation()
    {
        const Plan plan = uniformPlanOf("gpt2-small", "a100-8");
        QVERIFY(says(loaded(writeAs(formatNamed("megatron"), plan)).front().content, "--eval-iters 0"));
    }

    void layouts()
    {
        const std::vector<ChunkBlocks> cut{{7, true, false}, {8, false, false}, {1, false, false}, {9, false, true}};
        QCOMPARE(layoutText(cut), std::string("Et*7|t*8|t|t*9L"));
        QCOMPARE(parseLayout("Et*7|t*8|t|t*9L"), std::optional(cut));
        QCOMPARE(parseLayout("E,(t|)*3,t*2|L")->size(), std::size_t{5});
        QCOMPARE(layoutText(*parseLayout("Et*2|(t*2|)*2,t*3|tL")), std::string("Et*2|t*2|t*2|t*3|tL"));
        QCOMPARE(layoutText(*parseLayout("Et*2|t,m*2|L")), std::string("Et*2|tmm|L"));
        for (const char* wrong : {"", "t*3", "Et", "tL", "EtL|t", "EEtL", "Et m|tL", "EtLm", "E(t*L", "E((t)*2)L",
                                  "Et*0L", "Et*L", "Et*99999999999L", "E(t*9999)*9999L", "tE|L"}) {
            QVERIFY2(!parseLayout(wrong), wrong);
        }
    }

    /// As the figures have it, so that the run is the one that was estimated.
    void transfersRunBesideWhatTheFiguresSay()
    {
        Plan plan = planOfExperts();
        Framework& framework = plan.training.framework;
        QVERIFY(says(megatronScript(plan), "--moe-token-dispatcher-type alltoall"));
        QVERIFY(!says(megatronScript(plan), "--moe-shared-expert-overlap"));
        QVERIFY(frameworkBack(plan) == framework);

        framework.overlapsSharedExperts = true;
        QVERIFY(says(megatronScript(plan), "--moe-shared-expert-overlap"));
        QVERIFY(frameworkBack(plan) == framework);

        framework.fusedDispatch = true;
        framework.overlapGradients = false;
        QVERIFY(says(megatronScript(plan), "--moe-token-dispatcher-type flex --moe-flex-dispatcher-backend deepep"));
        QVERIFY(!says(megatronScript(plan), "--overlap-grad-reduce"));
        QVERIFY(frameworkBack(plan) == framework);
        plan.cluster.device = loaded(shippedPresets().cluster("hgx-b200")).device;
        QVERIFY(says(megatronScript(plan), "--moe-flex-dispatcher-backend hybridep"));

        framework.overlapsSharedExperts = false;
        framework.overlapsDispatch = true;
        QVERIFY(says(megatronScript(plan), "--overlap-moe-expert-parallel-comm"));
        QVERIFY(frameworkBack(plan) == framework);
    }

    /// Of all layers that have modules. What plans do not have is kept, and said.
    /// Gated delta nets with gated attention, and sparse attention: what is written is read back as the same layers.
    void mixersThereAndBack()
    {
        const std::pair<const char*, const char*> models[] = {
            {"qwen3-next-80b-a3b", "--experimental-attention-variant gated_delta_net --linear-attention-freq "},
            {"deepseek-v3.2", "--experimental-attention-variant dsa --no-rope-fusion --dsa-indexer-n-heads 64"}};
        for (const auto& [name, flags] : models) {
            Plan plan = uniformPlanOf(name, "dgx-h100");
            plan.chunks = chunksFromSizes({plan.model.layerCount()});
            plan.schedule = {};
            plan.training.globalBatch = 64;
            plan.strategies.assign(plan.strategies.size(), LayerStrategy{.data = 8});
            QVERIFY2(says(megatronScript(plan), flags), megatronScript(plan).c_str());
            const Plan back = *std::get<FoundPlan>(loaded(readBack(megatronFormat(), plan)).found).plan;
            QCOMPARE(back.model.layerCount(), plan.model.layerCount());
            for (int layer = 1; layer + 1 < plan.model.layerCount(); ++layer) {
                const LayerSpec& was = plan.model.layer(layer);
                const LayerSpec& is = back.model.layer(layer);
                const auto sizes = [](const LayerSpec& l) {
                    return std::tuple(l.mixer, l.heads, l.kvHeads, l.headDim, valueWidthOf(l), l.convolution,
                                      l.outputGate, l.selected, l.indexHeads, l.indexWidth, l.ffn, l.experts,
                                      l.sharedFfn);
                };
                QVERIFY2(sizes(is) == sizes(was), plan.model.layerName(layer).c_str());
            }
            QVERIFY(std::abs(parameterCount(back.model) / parameterCount(plan.model) - 1) < 1e-4);
        }
        const Plan mamba = uniformPlanOf("mamba2-2.7b", "dgx-h100");
        QVERIFY(errorOf(writeAs(megatronFormat(), mamba)).contains("state-space layers"));
    }

    /// A pattern of letters gives each layer one part: a mixer or a feed-forward part.
    void patternsOfHybridModels()
    {
        const std::string script =
            "torchrun pretrain_hybrid.py --hybrid-layer-pattern 'M-M*E|M-/MM' --hidden-size 256 "
            "--num-attention-heads 8 --group-query-attention --num-query-groups 2 "
            "--ffn-hidden-size 512 --num-experts 4 --moe-router-topk 2 --moe-ffn-hidden-size 128 "
            "--moe-latent-size 64 --mamba-state-dim 64 --mamba-head-dim 32 --mamba-num-groups 2 "
            "--seq-length 512 --max-position-embeddings 512 --micro-batch-size 1 "
            "--global-batch-size 8 --vocab-size 1000 --bf16 --disable-bias-linear\n";
        const ForeignFile file{"train.sh", false, script};
        const Cluster cluster = loaded(shippedPresets().cluster("dgx-h100"));
        const Reading read = loaded(readAs(megatronFormat(), file, {shippedPresets(), nullptr, &cluster}));
        const Plan& plan = *std::get<FoundPlan>(read.found).plan;
        std::string letters;
        for (int layer = 1; layer + 1 < plan.model.layerCount(); ++layer) {
            const LayerSpec& l = plan.model.layer(layer);
            letters += l.mixer == Mixer::Mamba2 ? 'M' : l.mixer == Mixer::Attention ? '*' : l.experts > 0 ? 'E' : '-';
            QCOMPARE(l.ffn > 0, l.mixer == Mixer::None);
        }
        QCOMPARE(letters, std::string("M-M*EM-"));
        QCOMPARE(plan.model.layer(1).heads, 16);  // 2 * 256 / 32
        QCOMPARE(plan.model.layer(1).kvHeads, 2);
        QCOMPARE(plan.model.layer(5).expertWidth, 64);
    }

    void modulesAreRecomputed()
    {
        Plan plan = planOfExperts();
        for (int layer = 0; layer < plan.model.layerCount(); ++layer) {
            if (hasModules(plan.model.layer(layer), cheapModules)) {
                plan.strategies[static_cast<std::size_t>(layer)].kept.part = KeptPart::WithoutModules;
            }
        }
        QVERIFY(says(megatronScript(plan),
                     "--recompute-granularity selective --recompute-modules layernorm moe_act mla_up_proj"));
        const Plan back = *std::get<FoundPlan>(loaded(readBack(megatronFormat(), plan)).found).plan;
        QVERIFY(back.strategies == plan.strategies);
        plan.strategies[3].kept.part = KeptPart::All;
        const QString refused = errorOf(writeAs(megatronFormat(), plan));
        QVERIFY2(refused.contains("recomputation of modules in some layers alone"), qPrintable(refused));
    }

    void modulesOfScripts()
    {
        const auto kept = [](const std::string& modules) {
            const LaunchArguments arguments =
                argumentsOfText("torchrun pretrain_gpt.py --recompute-granularity selective --recompute-modules " +
                                modules + " --micro-batch-size 1");
            const PlanSettings settings = loaded(settingsOfMegatron(arguments, "train.sh", true));
            return std::pair(settings.kept, settings.assumed.size());
        };
        const auto assumed = kept("core_attn").second;
        QCOMPARE(kept("core_attn").first, KeptPart::WithoutAttention);
        QCOMPARE(kept("layernorm moe_act"), std::pair(KeptPart::WithoutModules, assumed));
        QCOMPARE(kept("moe_act"), std::pair(KeptPart::WithoutModules, assumed));
        QCOMPARE(kept("core_attn mlp"), std::pair(KeptPart::WithoutModules, assumed));
        QCOMPARE(kept("gdn"), std::pair(KeptPart::All, assumed + 1));
    }

    /// The flags of sail-sg's fork, zbpp_utils.py: pending backwards of one or two times the stages.
    void zeroBubbleOfScripts()
    {
        const auto scheduleOf = [](const std::string& flags) {
            const LaunchArguments arguments = argumentsOfText(
                "torchrun pretrain_gpt.py --pipeline-model-parallel-size 4 --micro-batch-size 1 " + flags);
            return settingsOfMegatron(arguments, "train.sh", true)
                .map([](const PlanSettings& settings) { return settings.schedule; })
                .value_or(ScheduleKind::GPipe);
        };
        QCOMPARE(scheduleOf(""), ScheduleKind::OneFOneB);
        QCOMPARE(scheduleOf("--enable-zero-bubble"), ScheduleKind::ZbH1);
        QCOMPARE(scheduleOf("--enable-zero-bubble --zero-bubble-max-pending-backward 7"), ScheduleKind::ZbH1);
        QCOMPARE(scheduleOf("--enable-zero-bubble --zero-bubble-max-pending-backward 8"), ScheduleKind::ZbH2);
        QCOMPARE(scheduleOf("--zero-bubble-v-schedule"), ScheduleKind::ZbV);
        QCOMPARE(scheduleOf("--zero-bubble-v-schedule --zero-bubble-v-schedule-mem-setup half"), ScheduleKind::VHalf);
        QCOMPARE(scheduleOf("--zero-bubble-v-schedule --zero-bubble-v-schedule-mem-setup min"), ScheduleKind::VMin);
        QCOMPARE(scheduleOf("--zero-bubble-v-schedule --zero-bubble-v-schedule-mem-setup most"), ScheduleKind::GPipe);
    }

    /// Ulysses inside of a ring is one context group of two levels, the inner one first.
    void ulyssesInsideOfARing()
    {
        const Plan plan = planOfContext();
        QVERIFY(says(megatronScript(plan), "--context-parallel-size 4 --cp-comm-type a2a+p2p "
                                           "--hierarchical-context-parallel-sizes 2 2"));
        const Plan back = *std::get<FoundPlan>(loaded(readBack(megatronFormat(), plan)).found).plan;
        QVERIFY(back.strategies == plan.strategies);
    }

    void unknownContextsAreSaid()
    {
        const auto assumed = [](const std::string& kind) {
            const LaunchArguments arguments = argumentsOfText(
                "torchrun pretrain_gpt.py --context-parallel-size 2 --micro-batch-size 1 --cp-comm-type " + kind);
            return loaded(settingsOfMegatron(arguments, "train.sh", true)).assumed.size();
        };
        QCOMPARE(assumed("a2a"), assumed("p2p"));
        QCOMPARE(assumed("allgather"), assumed("p2p"));
        QCOMPARE(assumed("ring"), assumed("p2p") + 1);
    }

    void gatheredKeysOfAContextGroup()
    {
        Plan plan = planOfContext();
        for (LayerStrategy& strategy : plan.strategies) {
            strategy = {.data = 4, .zero = 1, .context = 2, .gathersKeys = true};
        }
        QVERIFY(says(megatronScript(plan), "--context-parallel-size 2 --cp-comm-type allgather"));
        const Plan back = *std::get<FoundPlan>(loaded(readBack(megatronFormat(), plan)).found).plan;
        QVERIFY(back.strategies == plan.strategies);
        for (LayerStrategy& strategy : plan.strategies) {
            strategy = {.tensor = 2,
                        .data = 2,
                        .zero = 1,
                        .context = 2,
                        .gathersKeys = true,
                        .sequence = SequenceParallel::Ulysses};
        }
        QVERIFY(errorOf(writeAs(megatronFormat(), plan)).contains("Ulysses beside gathered keys"));
    }

    /// Half of the optimizer on the host: Megatron-LM needs sharded states and Adam of 32 bits.
    void aFractionOfTheOptimizerOnTheHost()
    {
        Plan plan = planOfContext();
        for (LayerStrategy& strategy : plan.strategies) {
            strategy = {.data = 8, .zero = 1};
            strategy.offloadOptimizer = true;
        }
        plan.training.offloadShare = 0.5;
        QVERIFY(says(megatronScript(plan), "--optimizer-cpu-offload --optimizer-offload-fraction 0.5 "
                                           "--use-precision-aware-optimizer"));
        const Plan back = *std::get<FoundPlan>(loaded(readBack(megatronFormat(), plan)).found).plan;
        QVERIFY(back.strategies == plan.strategies);
        QCOMPARE(back.training.offloadShare, 0.5);
        plan.training.stateBytes = 2;
        QVERIFY(errorOf(writeAs(megatronFormat(), plan)).contains("other than Adam with states of 32 bits"));
        plan.training.stateBytes = 4;
        for (LayerStrategy& strategy : plan.strategies) {
            strategy.zero = 0;
        }
        QVERIFY(errorOf(writeAs(megatronFormat(), plan)).contains("without sharded states"));
    }

    /// Megatron asserts it; the README says that the run is another one than the estimated.
    void whatMegatronRefusesIsLeftOut()
    {
        Plan plan = planOfExperts();
        plan.training.framework.overlapsDispatch = true;
        const auto refuses = [&plan](const char* unless) {
            const auto files = loaded(writeFolder(megatronFormat(), plan));
            return !says(contentOf(files, "train.sh"), "--overlap-moe-expert-parallel-comm") &&
                   says(contentOf(files, "README.md"), std::string("Megatron-LM does so only ") + unless);
        };
        QVERIFY(!refuses(""));
        const Plan good = plan;
        for (int layer = 0; layer < plan.model.layerCount(); ++layer) {
            if (plan.model.layer(layer).heads > 0) {
                plan.strategies[static_cast<std::size_t>(layer)].kept.part = KeptPart::Input;
            }
        }
        QVERIFY(refuses("without full recomputation"));
        plan = good;
        plan.training.precision = Precision::Fp32;
        QVERIFY(refuses("in bf16 or fp16"));
        plan = good;
        const int layers = plan.model.layerCount();
        plan.chunks = chunksFromSizes({layers / 2, layers - layers / 2});
        for (LayerStrategy& strategy : plan.strategies) {
            strategy.data = 4;
            strategy.expert = strategy.expert > 1 ? 4 : 1;
        }
        QVERIFY(refuses("with virtual stages"));
    }
};

PGRAM_TEST(TestMegatron)
#include "test_megatron.moc"
