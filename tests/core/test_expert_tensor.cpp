// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The tensor degree of experts (docs/method/communication.md, Expert tensor parallelism): groups, rules, bytes and
// transfers by hand; what plan files and Megatron's flags mean; the search's variants.
#include "core/frameworks/target.h"
#include "core/model/layer_work.h"
#include "core/plan/strategy_json.h"
#include "core/strategy/decision_tree.h"
#include "core/strategy/sharding.h"
#include "core/strategy/strategy_pattern.h"
#include "core/strategy/strategy_text.h"
#include "tests/core/layer_case.h"
#include "tests/core/written_plans.h"
#include "tests/pgram_test.h"

#include <cmath>
#include <string>
#include <vector>

using namespace pgram;
using namespace pgram::test;

namespace {

/// TP4·DP2 with Megatron's sequence parallelism.
LayerStrategy folded(int expert, int parts, int zero = 0)
{
    LayerStrategy strategy{
        .tensor = 4, .data = 2, .zero = zero, .expert = expert, .sequence = SequenceParallel::Megatron};
    setExpertParts(strategy, parts);
    return strategy;
}

LayerStrategy readJson(const char* text)
{
    const Json json = Json::parse(text);
    JsonObject object(json, "strategy");
    LayerStrategy strategy = readStrategy(object);
    return object.error() ? LayerStrategy{.tensor = 0} : strategy;
}

std::string why(const LayerSpec& layer, const LayerStrategy& strategy)
{
    Training training;
    training.globalBatch = 64;
    const auto refused = refusal(layer, strategy, strategy.groupSize(), training, 512, 1);
    return refused ? explain(*refused).english() : "";
}

/// Bytes that a device sends for a kind of traffic per step.
double sent(const LayerCost& cost, TrafficKind kind)
{
    double bytes = 0;
    for (const Charge& charge : cost.charges) {
        bytes += charge.kind == kind ? charge.times * charge.bytesPerRank : 0;
    }
    return bytes;
}

/// A Megatron-LM script of Qwen3 30B-A3B on 32 devices.
Result<Reading> readScript(const std::string& flags)
{
    const ForeignFile file{"train.sh", false,
                           "torchrun --nproc_per_node 8 --nnodes 4 pretrain_gpt.py --num-layers 48 --hidden-size 2048 "
                           "--num-attention-heads 32 --kv-channels 128 "
                           "--group-query-attention --num-query-groups 4 --seq-length 4096 --vocab-size 151936 "
                           "--num-experts 128 --moe-router-topk 8 --moe-ffn-hidden-size 768 --swiglu --bf16 "
                           "--micro-batch-size 1 --global-batch-size 256 --sequence-parallel " +
                               flags};
    return readAs(formatNamed("megatron"), file, {shippedPresets(), nullptr, nullptr});
}

LayerStrategy strategyOfScript(const std::string& flags)
{
    const Plan plan = std::get<FoundPlan>(loaded(readScript(flags)).found).plan.value();
    return plan.strategies[1];
}

}  // namespace

class TestExpertTensor : public QObject {
    Q_OBJECT

private slots:
    /// Files and texts without a degree mean what they meant before there was one.
    void withoutADegreeItFollowsTheTensorGroup()
    {
        QCOMPARE(expertParts(LayerStrategy{.tensor = 4, .data = 8, .expert = 8}), 4);
        QCOMPARE(expertParts(LayerStrategy{.tensor = 4, .data = 8, .expert = 16}), 2);
        QCOMPARE(expertParts(LayerStrategy{.tensor = 8, .expert = 8}), 1);
        QCOMPARE(expertParts(LayerStrategy{.tensor = 4, .data = 2, .sequence = SequenceParallel::Ulysses}), 1);
        const LayerStrategy read = readJson(R"({"tensor": 4, "data": 8, "expert": 8})");
        QCOMPARE(read, (LayerStrategy{.tensor = 4, .data = 8, .expert = 8}));
    }

    /// Equal strategies compare equal however they are written.
    void equalStrategiesCompareEqual()
    {
        QCOMPARE(readJson(R"({"tensor": 4, "data": 8, "expert": 8, "expert_tensor": 4})"),
                 readJson(R"({"tensor": 4, "data": 8, "expert": 8})"));
        QCOMPARE(readJson(R"({"expert_tensor": 1, "expert": 8, "tensor": 8})"),
                 readJson(R"({"tensor": 8, "expert": 8})"));
        QCOMPARE(parseStrategy("tp4-sp-dp2-ep2-etp4").value(), parseStrategy("TP4+SP·DP2·EP2").value());
        QCOMPARE(parseStrategy("TP4+SP·DP2·EP8·ETP1").value(), folded(8, 1));
        QCOMPARE(shortName(folded(8, 1)), std::string("TP4+SP·DP2·EP8·ETP1"));
        QCOMPARE(shortName(folded(2, 1)), std::string("TP4+SP·DP2·EP2·ETP1"));
        QCOMPARE(shortName(folded(2, 4)), std::string("TP4+SP·DP2·EP2"));
        for (const LayerStrategy& strategy : {folded(8, 1), folded(2, 1), folded(1, 1), folded(4, 2), folded(2, 4)}) {
            Json json = Json::object();
            addStrategy(json, strategy);
            QCOMPARE(readJson(json.dump().c_str()), strategy);
            QCOMPARE(parseStrategy(shortName(strategy)).value(), strategy);
        }
        QVERIFY(!parseStrategy("TP4-ETP0"));
        QVERIFY(!parseStrategy("TP4-DP2-ETP1-ETP2"));
    }

    void patterns()
    {
        const StrategyPattern whole = parsePattern("etp1").value();
        QVERIFY(whole.matches(folded(2, 1)) && !whole.matches(folded(2, 2)) && !whole.matches(folded(2, 4)));
        const StrategyPattern any = parsePattern("etp").value();
        QVERIFY(any.matches(folded(2, 2)) && !any.matches(folded(2, 4)));
        const StrategyPattern none = parsePattern("no etp").value();
        QVERIFY(!none.matches(folded(2, 1)) && none.matches(folded(2, 4)));
        QCOMPARE(shortName(whole), std::string("ETP1"));
        QCOMPARE(shortName(none), std::string("no ETP"));
        QCOMPARE(shortName(parsePattern("tp1").value()), std::string("no TP"));
        QVERIFY(widened({}, whole).etp && !widened({}, none).etp);
    }

    /// Eight ranks as TP4 and DP2. Whole experts begin inside the tensor group; split ones have its ranks together.
    void groupsByHand()
    {
        const MatrixPlacement split = shardingOf(folded(2, 4)).experts;
        QCOMPARE(split.split, (Group{4, 1}));
        QCOMPARE(split.experts, (Group{2, 4}));
        QCOMPARE(split.replicate.size, 1);
        const MatrixPlacement half = shardingOf(folded(2, 2)).experts;
        QCOMPARE(half.split, (Group{2, 1}));
        QCOMPARE(half.experts, (Group{2, 2}));
        QCOMPARE(half.replicate, (Group{2, 4}));
        const MatrixPlacement whole = shardingOf(folded(4, 1, 1)).experts;
        QCOMPARE(whole.split.size, 1);
        QCOMPARE(whole.experts, (Group{4, 1}));
        QCOMPARE(whole.shard, (Group{2, 4}));
        QCOMPARE(whole.replicate.size, 1);
        LayerStrategy hybrid{
            .tensor = 2, .data = 8, .zero = 3, .shard = 4, .expert = 4, .sequence = SequenceParallel::Megatron};
        setExpertParts(hybrid, 1);
        QCOMPARE(shardingOf(hybrid).experts.shard, (Group{2, 4}));
        QCOMPARE(shardingOf(hybrid).experts.replicate, (Group{2, 8}));
    }

    void rulesNameTheirNumbers()
    {
        LayerSpec layer = encoderOfExperts();
        QCOMPARE(why(layer, folded(8, 1)), std::string());
        QCOMPARE(why(layer, folded(2, 2)), std::string());
        QCOMPARE(why(layer, folded(1, 1)), std::string());
        QCOMPARE(why(layer, folded(8, 4)), std::string("8 ranks do not divide by 32, the expert degree times the "
                                                       "expert tensor degree"));
        QCOMPARE(why(layer, folded(2, 3)), std::string("tensor degree 4 does not divide by expert tensor degree 3"));
        QCOMPARE(why(layer, folded(2, 8)), std::string("tensor degree 4 does not divide by expert tensor degree 8"));
        LayerStrategy alike = folded(2, 1);
        alike.sequence = SequenceParallel::None;
        QCOMPARE(why(layer, alike),
                 std::string("expert tensor degree 1 below tensor degree 4 needs sequence parallelism"));
        layer.experts = 6;
        QCOMPARE(why(layer, folded(4, 1)), std::string("6 experts do not divide by expert degree 4"));
        layer.experts = 48;
        QCOMPARE(why(layer, {.tensor = 8, .expert = 16}),
                 std::string("the 8 ranks that share out the experts do not divide by expert degree 16"));
        layer = encoderOfExperts();
        layer.ffn = 1023 * 4;
        QCOMPARE(why(layer, folded(2, 1)), std::string());
        layer.sharedFfn = 6;  // which the tensor group still divides
        QCOMPARE(why(layer, folded(2, 1)), std::string("FFN width 6 does not divide among 4 ranks"));
        layer = encoderOfExperts();
        layer.ffn = 6;  // nothing divides whole experts
        QCOMPARE(why(layer, folded(2, 1)), std::string());
        QCOMPARE(why(layer, folded(2, 4)), std::string("FFN width 6 does not divide among 4 ranks"));
        layer.ffn = 7;
        QCOMPARE(why(layer, folded(2, 2)), std::string("FFN width 7 does not divide among 2 ranks"));
        QVERIFY(!why(encoder(), folded(1, 1)).empty());  // a dense layer has none to fold
    }

    /// b·n/t = 4·512/4 tokens of a rank, two copies of 1,024 elements of 2 bytes, 7/8 of them away, among neighbours.
    void tokensOfWholeExperts()
    {
        const LayerCost cost = LayerCase(8).cost(folded(8, 1), encoderOfExperts());
        const Charge* tokens = find(cost, TrafficKind::ExpertParallel, CollectiveKind::AllToAll);
        QVERIFY(tokens != nullptr);
        QCOMPARE(tokens->group, (Group{8, 1}));
        QCOMPARE(tokens->bytesPerRank, 2097152.0 * 7 / 8);
        QCOMPARE(tokens->times, 4.0 * 2);
        QVERIFY(find(cost, TrafficKind::ExpertParallel, CollectiveKind::AllGather) == nullptr);
    }

    /// Half of the same tokens leave to the other data rank; the tensor group gathers and scatters 3/4 of 8,388,608.
    void tokensOfSplitExperts()
    {
        const LayerCost cost = LayerCase(8).cost(folded(2, 4), encoderOfExperts());
        const Charge* tokens = find(cost, TrafficKind::ExpertParallel, CollectiveKind::AllToAll);
        QCOMPARE(tokens->group, (Group{2, 4}));
        QCOMPARE(tokens->bytesPerRank, 1048576.0);
        const Charge* shared = find(cost, TrafficKind::ExpertParallel, CollectiveKind::AllGather);
        QVERIFY(shared != nullptr);
        QCOMPARE(shared->group, (Group{4, 1}));
        QCOMPARE(shared->bytesPerRank, 6291456.0);
        const LayerCost half = LayerCase(8).cost(folded(2, 2), encoderOfExperts());
        QCOMPARE(find(half, TrafficKind::ExpertParallel, CollectiveKind::AllGather)->bytesPerRank, 2097152.0);
    }

    /// Two of eight experts of 8·1,024² parameters on a device; under ZeRO-1 their states are divided by two copies,
    /// the others by the two data ranks; without it the copies all-reduce, and ZeRO-3 divides the weights as well.
    void statesOfWholeExperts()
    {
        constexpr double experts = 2.0 * 8 * 1024 * 1024;
        LayerSpec dense = encoderOfExperts();
        dense.experts = dense.topK = 0;
        dense.ffn = 0;
        const auto ofExperts = [&](const LayerStrategy& strategy, Bytes LayerMemory::*part) {
            LayerStrategy others = strategy;
            others.expert = 1;
            others.expertTensor = 0;
            const auto all = LayerCase(8).cost(strategy, encoderOfExperts()).memory.*part;
            const auto rest = LayerCase(8).cost(others, dense).memory.*part;
            // A layer with experts also has a router and a norm: h·E + 2·h parameters, which the t ranks divide.
            return static_cast<double>(all - rest);
        };
        const double router = 1024.0 * (8 + 2) / 4;
        QCOMPARE(ofExperts(folded(4, 1, 1), &LayerMemory::weights), 2 * (experts + router));
        QCOMPARE(ofExperts(folded(4, 1, 1), &LayerMemory::optimizer), 12 * (experts + router) / 2);
        QCOMPARE(ofExperts(folded(4, 1, 0), &LayerMemory::optimizer), 12 * (experts + router));
        QCOMPARE(ofExperts(folded(8, 1, 1), &LayerMemory::optimizer), 12 * (experts / 2 + router / 2));
        QCOMPARE(ofExperts(folded(1, 1, 1), &LayerMemory::optimizer), 12 * (4 * experts / 8 + router / 2));
        QCOMPARE(ofExperts(folded(4, 1, 3), &LayerMemory::weights), 2 * (experts + router) / 2);
    }

    /// Gradients of two experts go to the other copy; of experts that are on one device each nowhere.
    void gradientsGoToTheCopies()
    {
        LayerCase run(8);
        const double expert = 4.0 * 8 * 1024 * 1024;  // gradient bytes of one expert
        const double dense = sent(run.cost(folded(8, 1), encoderOfExperts()), TrafficKind::GradientSync);
        const double copied = sent(run.cost(folded(4, 1), encoderOfExperts()), TrafficKind::GradientSync);
        QCOMPARE(copied, dense + 2 * expert);  // 2·1/2 of two experts
        const double everywhere = sent(run.cost(folded(1, 1), encoderOfExperts()), TrafficKind::GradientSync);
        QCOMPARE(everywhere, dense + 1.75 * 8 * expert);  // 2·7/8 of all
        const double split = sent(run.cost(folded(1, 4), encoderOfExperts()), TrafficKind::GradientSync);
        QCOMPARE(split, dense + 8 * expert / 4);  // a quarter of all, to one other copy
    }

    /// Whole experts multiply b·n·k/t rows by f columns, split ones t times as many by f/t.
    void productsOfWholeExperts()
    {
        const auto largest = [](int expert, int parts) {
            ShardShape shard;
            shard.samples = 4;
            shard.sequence = 512;
            shard.tensor = 4;
            shard.tokensSplit = true;
            shard.expert = expert;
            shard.expertTensor = parts;
            const LayerWork work = layerWork(encoderOfExperts(), shard, Training(), 1);
            return *std::ranges::find_if(work.operators, [](const Operator& op) { return op.ofExperts; });
        };
        const Operator whole = largest(8, 1);
        QCOMPARE(whole.rows, 1024.0);
        QCOMPARE(whole.columns, 4096.0);
        QCOMPARE(whole.groups, 1.0);
        const Operator split = largest(2, 4);
        QCOMPARE(split.rows, 4096.0);
        QCOMPARE(split.columns, 1024.0);
        QCOMPARE(split.groups, 4.0);
        QCOMPARE(whole.flops, split.flops);
    }

    /// Degrees between 1 and t are left out of the search. With as many expert weights per device, whole experts send
    /// less and take at most as long.
    void degreesBetweenBringNothing()
    {
        for (const int zero : {0, 1, 3}) {
            for (const auto& [expert, parts] : {std::pair{2, 2}, {4, 2}, {1, 2}}) {
                const LayerCost between = LayerCase(8).cost(folded(expert, parts, zero), encoderOfExperts());
                const LayerCost whole = LayerCase(8).cost(folded(expert * parts, 1, zero), encoderOfExperts());
                QCOMPARE(whole.memory.states(), between.memory.states());
                QVERIFY(whole.memory.kept <= between.memory.kept);
                QVERIFY(sent(whole, TrafficKind::ExpertParallel) < sent(between, TrafficKind::ExpertParallel));
                QVERIFY(whole.forward < between.forward && whole.backward < between.backward);
                QCOMPARE(whole.sync, between.sync);
            }
        }
    }

    /// On 8 devices TP2·DP4 and TP4·DP2, in both orders, and TP8 have EP 1 to d with SP; whole experts take t times as
    /// many ranks, and over the ring of TP2·CP4 also 2 and 4 times that.
    void variantsOfTheSearch()
    {
        const auto count = [](const char* space) { return searchedStrategies(8, 1, parseSpace(space).value()).size(); };
        QCOMPARE(count("dp,tp,sp,ep,etp"), count("dp,tp,sp,ep") + 2 * 3 + 2 * 2 + 1);
        QCOMPARE(count("tp,cp,sp,ep,etp"), count("tp,cp,sp,ep") + 2 * 3 + 2 * 2 + 1);
        QCOMPARE(count("dp,tp,sp,etp"), count("dp,tp,sp"));  // whole experts need EP
        QCOMPARE(count("dp,tp,ep,etp"), count("dp,tp,ep"));  // and SP
        LayerSpec layer = encoderOfExperts();
        for (const LayerStrategy& strategy : searchedStrategies(8, 1, parseSpace("dp,zero1,tp,sp,cp,ep,etp").value())) {
            if (foldsExperts(strategy)) {
                QCOMPARE(why(layer, strategy), std::string());
                QCOMPARE(expertParts(strategy), 1);
            }
        }
    }

    /// --expert-tensor-parallel-size, whose absence means the tensor degree.
    void megatronsFlag()
    {
        const std::string layout =
            "--tensor-model-parallel-size 4 --pipeline-model-parallel-size 2 --expert-model-parallel-size 4 ";
        QCOMPARE(expertParts(strategyOfScript(layout)), 4);
        QCOMPARE(strategyOfScript(layout + "--expert-tensor-parallel-size 4"), strategyOfScript(layout));
        const LayerStrategy whole = strategyOfScript(layout + "--expert-tensor-parallel-size 1");
        QCOMPARE(expertParts(whole), 1);
        QCOMPARE(shortName(whole), std::string("TP4+SP·DP4·EP4·ETP1"));
        QVERIFY(loaded(readScript(layout + "--expert-tensor-parallel-size 1")).ignored.empty());
        // TP8 EP8 without the flag is ETP8, which 32 devices in 4 stages do not have room for.
        const std::string wide =
            "--tensor-model-parallel-size 8 --pipeline-model-parallel-size 4 --expert-model-parallel-size 8 ";
        LayerSpec layer = encoderOfExperts();
        layer.experts = 128;
        QCOMPARE(why(layer, strategyOfScript(wide)),
                 std::string("8 ranks do not divide by 64, the expert degree times the expert tensor degree"));
        QCOMPARE(why(layer, strategyOfScript(wide + "--expert-tensor-parallel-size 1")), std::string());
    }

    void writtenForMegatronAndReadBack()
    {
        Plan plan =
            std::get<FoundPlan>(loaded(readScript("--tensor-model-parallel-size 4 --expert-model-parallel-size 8 "
                                                  "--expert-tensor-parallel-size 1"))
                                    .found)
                .plan.value();
        QVERIFY(beyond(*loaded(parseTarget("megatron")), plan).empty());
        const std::string script = loaded(writeAs(formatNamed("megatron"), plan)).front().content;
        QVERIFY(says(script, "--expert-model-parallel-size 8 --expert-tensor-parallel-size 1"));
        QCOMPARE(std::get<FoundPlan>(loaded(readBack(formatNamed("megatron"), plan)).found).plan->strategies,
                 plan.strategies);
        for (LayerStrategy& strategy : plan.strategies) {
            strategy.expert = 1;
        }
        const std::string everywhere = loaded(writeAs(formatNamed("megatron"), plan)).front().content;
        QVERIFY(says(everywhere, "--expert-model-parallel-size 1 --expert-tensor-parallel-size 1"));
    }

    /// Frameworks without it say so.
    void otherTargetsRefuse()
    {
        const Plan plan =
            std::get<FoundPlan>(loaded(readScript("--tensor-model-parallel-size 4 --expert-model-parallel-size 8 "
                                                  "--expert-tensor-parallel-size 1"))
                                    .found)
                .plan.value();
        for (const char* name : {"galvatron", "deepspeed", "fsdp2", "accelerate-megatron"}) {
            const std::vector<Text> lines = beyond(*loaded(parseTarget(name)), plan);
            QVERIFY2(std::ranges::any_of(lines, [](const Text& line) { return line.english().starts_with("ETP, "); }),
                     name);
        }
    }
};

PGRAM_TEST(TestExpertTensor)
#include "test_expert_tensor.moc"
