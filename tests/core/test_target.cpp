// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What each training framework can run: the rows, and plans held against them.
#include "core/fidelity/framework.h"
#include "core/frameworks/rows/rows.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <functional>
#include <set>

using namespace pgram;

namespace {

/// Llama 3.1 8B on eight devices, TP2 and DP2 in two stages.
Plan uniformPlan()
{
    Plan plan;
    plan.name = "uniform";
    plan.model = loaded(shippedPresets().model("llama3.1-8b"));
    plan.cluster = loaded(shippedPresets().cluster("a100-8"));
    plan.training.globalBatch = 32;
    plan.schedule.microbatches = 4;
    plan.chunks = chunksFromSizes(evenCut(plan.model, 2));
    LayerStrategy strategy;
    strategy.tensor = 2;
    strategy.data = 2;
    plan.strategies.assign(static_cast<std::size_t>(plan.model.layerCount()), strategy);
    return plan;
}

using Change = std::function<void(Plan&)>;

void forBlocks(Plan& plan, int first, int count, const std::function<void(LayerStrategy&)>& change)
{
    for (int i = first; i < first + count; ++i) {
        change(plan.strategies[static_cast<std::size_t>(i)]);
    }
}

void recompute(LayerStrategy& strategy)
{
    strategy.kept.part = KeptPart::Input;
}

}  // namespace

class TestTarget : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsAreWhole()
    {
        const std::vector<FrameworkFamily> families = loaded(loadFrameworks(shippedPresets()));
        std::set<std::string> names;
        for (const Target* target : targets()) {
            QVERIFY2(names.insert(target->name).second, target->name);
            QCOMPARE(*parseTarget(target->name), target);
            for (const char* source : {target->space.source, target->reach.source, target->recompute.source,
                                       target->cuts.source, target->schedules.source, target->numbers.source}) {
                QVERIFY2(source != nullptr && *source != '\0', target->name);
            }
            QVERIFY2(target->models.value == nullptr || target->models.source != nullptr, target->name);
            QVERIFY2(target->overheads == nullptr ||
                         std::ranges::count(families, target->overheads, &FrameworkFamily::name) == 1,
                     target->name);
            QVERIFY2(target->keeps.value == 0 || target->keeps.source != nullptr, target->name);
            QVERIFY2(!target->schedules.value.empty(), target->name);
            for (const TargetRule& rule : target->rules) {
                QVERIFY2(!rule.what.empty() && *rule.source != '\0' && rule.refuses != nullptr, target->name);
            }
        }
        QVERIFY(!parseTarget("megatronn"));
    }

    /// A part of a block that no program builds is named, and not the parts that the framework has.
    void unbuiltPartsAreNamed()
    {
        const std::pair<const char*, const char*> models[] = {
            {"gemma4-31b", "keys and values of one product"},
            {"deepseek-v4-flash", "several residual streams"},
            {"mamba2-2.7b", "state-space layers"},
            {"nemotron-3-super-120b-a12b", "of a mixer or an MLP alone"},
            {"minimax-text-01", "other than gated delta nets"}};
        for (const auto& [name, part] : models) {
            Plan plan = uniformPlan();
            plan.model = loaded(shippedPresets().model(name));
            plan.chunks = chunksFromSizes(evenCut(plan.model, 2));
            plan.strategies.assign(static_cast<std::size_t>(plan.model.layerCount()), plan.strategies.front());
            std::string lines;
            for (const Text& line : beyond(**parseTarget("megatron"), plan)) {
                lines += line.english() + "\n";
            }
            QVERIFY2(lines.find(part) != std::string::npos, lines.c_str());
            QVERIFY2(lines.find("of other parts") == std::string::npos, lines.c_str());
        }
    }

    void runs_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("refused");  // the lines; empty: it runs
        const auto row = [](const char* name, const char* target, const Change& change, const char* refused) {
            QTest::newRow(name) << QString(target) << change << QString::fromUtf8(refused);
        };
        const Change nothing = [](Plan&) {};
        row("megatron", "megatron", nothing, "");
        const Change withTokens = [](Plan& plan) {
            forBlocks(plan, 0, 34, [](LayerStrategy& s) { s.sequence = SequenceParallel::Megatron; });
        };
        row("galvatron", "galvatron", withTokens, "");
        row("galvatron without divided tokens", "galvatron", nothing,
            "tensor parallelism without sequence parallelism (layers 1–34)");
        row("fsdp2", "fsdp2", nothing, "");
        row("torchtitan", "torchtitan", nothing, "");
        row("torchtitan 0.2", "torchtitan-toml", nothing,
            "copies without shards beside another dimension (layers 1–34)\n"
            "tensor parallelism without sequence parallelism (layers 1–34)");
        row("deepspeed", "deepspeed", nothing,
            "tensor parallelism or Ulysses inside a pipeline (layers 1–34)\n"
            "whole copies with gradients of 32 bits beside weights of 16 (layers 1–34)");
        row("accelerate", "accelerate", nothing,
            "2 pipeline stages\ncopies without shards beside tensor or context ranks (layers 1–34)");
        const Change oneOther = [](Plan& plan) {
            plan.strategies[3].tensor = 4;
            plan.strategies[3].data = 1;
        };
        row("one other layer", "megatron", oneOther, "layers with a strategy of their own beside TP2·DP2 (layers 4)");
        row("one other layer of fsdp2", "fsdp2", oneOther, "");
        const Change firstTwo = [](Plan& plan) {
            forBlocks(plan, 1, 2, recompute);
            forBlocks(plan, 17, 2, recompute);
        };
        row("the first two", "megatron", firstTwo, "");
        row("the first two of torchtitan", "torchtitan", firstTwo, "");
        row(
            "the first two of galvatron", "galvatron",
            [withTokens, firstTwo](Plan& plan) {
                withTokens(plan);
                firstTwo(plan);
            },
            "");
        row(
            "a stage other", "megatron", [](Plan& plan) { forBlocks(plan, 1, 2, recompute); },
            "recomputation of other blocks than the first 2 of each stage (layers 18–19)");
        row(
            "some of deepspeed", "deepspeed",
            [](Plan& plan) {
                forBlocks(plan, 0, 34, [](LayerStrategy& s) { s = {.data = 4, .zero = 1}; });
                forBlocks(plan, 1, 2, recompute);
            },
            "recomputation of some blocks alone (layers 2–3)");
        row(
            "all of deepspeed", "deepspeed",
            [](Plan& plan) {
                forBlocks(plan, 0, 34, [](LayerStrategy& s) { s = {.data = 4, .zero = 1}; });
                forBlocks(plan, 1, 32, recompute);
            },
            "");
        row(
            "uneven of deepspeed", "deepspeed",
            [](Plan& plan) {
                forBlocks(plan, 0, 34, [](LayerStrategy& s) { s = {.data = 4, .zero = 1}; });
                plan.chunks = chunksFromSizes({15, 19});
            },
            "stages of different numbers of blocks (14 to 18)");
        row(
            "zero 3 in a pipeline of deepspeed", "deepspeed",
            [](Plan& plan) { forBlocks(plan, 0, 34, [](LayerStrategy& s) { s = {.data = 4, .zero = 3}; }); },
            "ZeRO-2 or 3 inside a pipeline (layers 1–34)");
        row(
            "the head recomputes", "megatron", [](Plan& plan) { recompute(plan.strategies.back()); },
            "recomputation of embedding or head (layers 34)");
        row(
            "zero bubble", "megatron", [](Plan& plan) { plan.schedule.kind = ScheduleKind::ZbH1; },
            "the schedule zb-h1");
        row(
            "strided", "galvatron",
            [withTokens](Plan& plan) {
                withTokens(plan);
                plan.strategies[3].placement = TensorPlacement::Strided;
            },
            "a tensor group of ranks that do not follow each other (layers 4)");
        row(
            "a model that it has not", "torchtitan", [](Plan& plan) { plan.model.name = "mine"; }, "the model mine");
        row(
            "numbers", "torchtitan",
            [](Plan& plan) {
                plan.training.precision = Precision::Fp8;
                plan.training.gradientBytes = 2;
                plan.training.optimizer = Optimizer::Sgd;
            },
            "numbers in fp8\ngradients of 16 bits\nthe optimizer SGD, momentum");
        row(
            "whole copies of bf16", "deepspeed",
            [](Plan& plan) {
                forBlocks(plan, 0, 34, [](LayerStrategy& s) { s = {.data = 4}; });
                plan.training.gradientBytes = 2;
            },
            "");
        row(
            "experts of copies", "torchtitan",
            [](Plan& plan) {
                plan.model = loaded(shippedPresets().model("qwen3-30b-a3b"));
                plan.chunks = chunksFromSizes({plan.model.layerCount()});
                plan.strategies.assign(static_cast<std::size_t>(plan.model.layerCount()), {.data = 8});
                forBlocks(plan, 1, 48, [](LayerStrategy& s) { s.expert = 8; });
            },
            "experts spread over ranks that do not divide the shards (layers 2–49)");
        const auto adapters = [](TuningMethod method, const Change& more) {
            return [method, more](Plan& plan) {
                plan.chunks = chunksFromSizes({plan.model.layerCount()});
                plan.strategies.assign(static_cast<std::size_t>(plan.model.layerCount()), {.data = 8, .zero = 3});
                plan.training.tuning.method = method;
                more(plan);
            };
        };
        const auto mixtral = [](Plan& plan) {
            plan.model = loaded(shippedPresets().model("mixtral-8x7b"));
            plan.chunks = chunksFromSizes({plan.model.layerCount()});
            plan.strategies.assign(static_cast<std::size_t>(plan.model.layerCount()), {.data = 8, .zero = 3});
        };
        row("adapters", "accelerate", adapters(TuningMethod::Lora, nothing), "");
        row("adapters on 4 bits", "accelerate", adapters(TuningMethod::Qlora, nothing), "");
        row("adapters of deepspeed", "accelerate-deepspeed", adapters(TuningMethod::Qlora, nothing), "");
        row("adapters of deepspeed alone", "deepspeed", adapters(TuningMethod::Lora, nothing), "");
        const auto pairs = [](Preference preference, const Change& more) {
            return [preference, more](Plan& plan) {
                plan.chunks = chunksFromSizes({plan.model.layerCount()});
                plan.strategies.assign(static_cast<std::size_t>(plan.model.layerCount()), {.data = 8, .zero = 3});
                plan.training.preference = preference;
                more(plan);
            };
        };
        row("pairs", "accelerate", pairs(Preference::Device, nothing), "");
        row("pairs of deepspeed", "deepspeed", pairs(Preference::Precomputed, nothing), "");
        row("reference in host memory", "accelerate-deepspeed", pairs(Preference::Host, nothing),
            "a reference model in host memory");
        row("pairs that no files have", "torchtitan", pairs(Preference::Precomputed, nothing),
            "preference tuning (DPO)");
        row("pairs of a tensor group", "accelerate",
            pairs(Preference::Device,
                  [](Plan& plan) {
                      plan.strategies.assign(plan.strategies.size(), {.tensor = 2, .data = 4, .zero = 3});
                  }),
            "preference tuning beside tensor or sequence ranks (layers 1–34)");
        const auto sharded = [](Plan& plan) {
            forBlocks(plan, 0, plan.model.layerCount(),
                      [](LayerStrategy& s) { s = {.tensor = 2, .data = 4, .zero = 1}; });
        };
        row("adapters of bridge", "megatron-bridge", adapters(TuningMethod::Lora, sharded), "");
        row("4 bits of bridge", "megatron-bridge", adapters(TuningMethod::Qlora, sharded),
            "adapters, base in 4 bits (QLoRA)");
        row(
            "muon of bridge", "megatron-bridge", [](Plan& plan) { plan.training.optimizer = Optimizer::Muon; },
            "the optimizer Muon");
        const auto half = [](TuningMethod method) {
            return [method](Plan& plan) {
                plan.chunks = chunksFromSizes({plan.model.layerCount()});
                plan.strategies.assign(static_cast<std::size_t>(plan.model.layerCount()), {.data = 8, .zero = 3});
                plan.training.tuning.method = method;
                plan.training.masterWeights = false;
                plan.training.gradientBytes = plan.training.stateBytes = 2;
            };
        };
        row("torchtune", "torchtune", half(TuningMethod::All), "");
        row("qlora of torchtune", "torchtune", half(TuningMethod::Qlora), "");
        row("copies of torchtune", "torchtune", adapters(TuningMethod::Lora, nothing),
            "16-bit weights with a copy of 32 bits (--master-weights none has none)\n"
            "gradients of 32 bits beside weights of 16 (--gradients 16)\n"
            "optimizer states of 32 bits beside weights of 16 (--states 16)");
        row("weights of 16 bits alone", "accelerate", half(TuningMethod::Lora),
            "gradients of 16 bits\noptimizer states of 16 bits\n16-bit weights without a copy of 32 bits");
        row("adapters that no files have", "torchtitan", adapters(TuningMethod::Lora, nothing), "adapters (LoRA)");
        row("adapters in a pipeline", "deepspeed",
            adapters(TuningMethod::Lora,
                     [](Plan& plan) {
                         plan.chunks = chunksFromSizes({17, 17});
                         forBlocks(plan, 0, 34, [](LayerStrategy& s) { s = {.data = 4, .zero = 1}; });
                     }),
            "adapters inside a pipeline (layers 1–34)");
        row("adapters of a tensor group", "accelerate",
            adapters(TuningMethod::Lora,
                     [](Plan& plan) {
                         forBlocks(plan, 0, 34, [](LayerStrategy& s) { s = {.tensor = 2, .data = 4, .zero = 3}; });
                     }),
            "adapters beside tensor parallelism (layers 1–34)");
        row("adapters of experts", "accelerate", adapters(TuningMethod::Lora, mixtral),
            "adapters at experts (layers 2–33)");
        row("adapters beside experts", "accelerate",
            adapters(TuningMethod::Lora,
                     [mixtral](Plan& plan) {
                         mixtral(plan);
                         plan.training.tuning.targets = AdapterTargets::Attention;
                     }),
            "");
        row("experts of 4 bits", "accelerate-deepspeed", adapters(TuningMethod::Qlora, mixtral),
            "adapters at experts (layers 2–33)\nexperts of 4 bits (layers 2–33)");
        row("4 bits in fp16", "accelerate",
            adapters(TuningMethod::Qlora, [](Plan& plan) { plan.training.precision = Precision::Fp16; }),
            "a base of 4 bits in fp16 (layers 2–33)");
        row(
            "ulysses", "accelerate",
            [](Plan& plan) {
                plan.chunks = chunksFromSizes({34});
                forBlocks(plan, 0, 34, [](LayerStrategy& s) {
                    s = {.tensor = 4, .data = 2, .zero = 3, .sequence = SequenceParallel::Ulysses};
                });
            },
            "Ulysses, tokens divided, heads inside attention, whole matrices (layers 1–34)");
    }

    void runs()
    {
        QFETCH(QString, target);
        QFETCH(Change, change);
        QFETCH(QString, refused);
        Plan plan = uniformPlan();
        change(plan);
        QVERIFY(checkStructure(plan));
        QStringList lines;
        for (const Text& line : beyond(**parseTarget(target.toStdString()), plan)) {
            lines << QString::fromStdString(line.english());
        }
        QCOMPARE(lines.join('\n'), refused);
    }
};

PGRAM_TEST(TestTarget)
#include "test_target.moc"
