// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Why this and not that: where a strategy stands, what forbids it, and what the best plan with it costs.
#include "core/questions/why_not.h"
#include "core/strategy/decision_tree.h"
#include "core/strategy/strategy_text.h"
#include "tests/core/small_models.h"
#include "tests/pgram_test.h"

#include <cmath>

using namespace pgram;

namespace {

LayerStrategy strategy(const char* text)
{
    return parseStrategy(text).value();
}

SearchRequest smallRequest(unsigned seed = 1, Bytes budget = 44 * MiB)
{
    std::mt19937 random(seed);
    SearchRequest request;
    request.model = test::smallModel(6, random);
    request.cluster = test::smallCluster(4);
    request.training.globalBatch = 32;
    request.memoryBudget = budget;
    request.method = Method::Joint;
    request.threads = 1;
    return request;
}

/// About the optimum of the request; nothing where there is no plan.
std::optional<WhyNotQuestion> questionOf(const SearchRequest& request)
{
    Result<SearchResult> found = search(request);
    if (!found || !found->plan) {
        return std::nullopt;
    }
    WhyNotQuestion question;
    question.request = request;
    question.reference = std::make_shared<const Plan>(*found->plan);
    question.referenceEstimate = found->estimate;
    return question;
}

WhyNot asked(WhyNotQuestion question, int firstLayer, int layerCount, const LayerStrategy& strategy)
{
    question.firstLayer = firstLayer;
    question.layerCount = layerCount;
    question.strategy = strategy;
    return whyNot(question).value();
}

bool isClose(double a, double b)
{
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

}  // namespace

class TestWhyNot : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void strategiesAreReadAsTheyAreWritten()
    {
        Space space;
        space.takeaway3 = false;
        space.sp = space.zero1 = space.zero2 = space.selective = true;
        space.hsdp = space.ulysses = space.cp = space.ep = true;
        for (const DecisionTree& tree : decisionTrees(16, space)) {
            for (const LayerStrategy& kept : keptStrategies(tree)) {
                const Result<LayerStrategy> read = parseStrategy(shortName(kept));
                QVERIFY2(read, shortName(kept).c_str());
                QVERIFY2(*read == kept, shortName(kept).c_str());
            }
        }
        QVERIFY(strategy("TP4-dp2-CKPT") == strategy("TP4·DP2 ckpt"));
        QVERIFY(strategy("zero1-8") == strategy("ZeRO1-8"));
        QVERIFY(strategy("dp2*tp2").placement == TensorPlacement::Strided);
        QVERIFY(strategy("ulysses4-dp2") == strategy("U4·DP2") && strategy("tp4u-dp2") == strategy("U4·DP2"));
    }

    void brokenStrategiesAreRefused()
    {
        for (const char* text : {"",
                                 "-",
                                 "tp",
                                 "tp1",
                                 "tp4x",
                                 "xp4",
                                 "tp4-tp2",
                                 "dp2-dp4",
                                 "sdp2-sdp2",
                                 "zero4-2",
                                 "dp99999999999",
                                 "ckpt4",
                                 "8",
                                 "dp2-sdp2-dp2",
                                 "TP4+XX",
                                 "single8",
                                 "sdp",
                                 "dp",
                                 "dp2-sdp-cp2",
                                 "u4-tp2",
                                 "u4+sp",
                                 "cp2-tp2-dp2",
                                 "tp1048576-dp1048576",
                                 "sdp1048576-dp1048576",
                                 "cp65536-tp65536"}) {
            const Result<LayerStrategy> read = parseStrategy(text);
            QVERIFY2(!read, text);
            QVERIFY(!read.error().todo.empty());
        }
    }

    void patternsNameAPart()
    {
        const auto matches = [](const char* pattern, const char* whole) {
            return parsePattern(pattern).value().matches(strategy(whole));
        };
        QVERIFY(matches("tp8", "tp8-sdp4") && matches("TP8", "TP8+SP·CP4·SDP ckpt") && !matches("tp8", "tp4-sdp8"));
        QVERIFY(!matches("tp8", "u8-sdp4") && matches("u8", "u8-sdp4") && matches("tp8u", "u8-sdp4"));
        QVERIFY(matches("sdp", "tp8-sdp4") && matches("sdp", "cp8-sdp") && !matches("sdp4", "sdp8"));
        QVERIFY(matches("sdp2-dp4", "sdp2-dp4") && !matches("sdp2", "sdp4-dp2") && matches("dp", "sdp4-dp2"));
        QVERIFY(matches("tp8+sp", "tp8+sp-dp2") && !matches("tp8+sp", "tp8-dp2") && matches("sp", "tp2+sp"));
        QVERIFY(matches("no ckpt", "dp8-sel") && !matches("no-ckpt", "dp8-ckpt") && matches("tp1 cp1", "dp8"));
        QVERIFY(matches("ckpt zero1", "tp2-zero1-4-ckpt") && !matches("ep", "dp8") && matches("ep2", "dp4-ep2"));
        for (const char* text : {"TP8", "TP8+SP·CP4·SDP ckpt", "ZeRO1-4 no ckpt", "U4", "SDP no CP off-act", "no SP"}) {
            QCOMPARE(shortName(parsePattern(text).value()), std::string(text));
        }
        for (const char* text : {"", "no", "no no ckpt", "xp4", "tp8 tp4", "ckpt4", "tp8+xx", "8", "dp4u", "tp8 !"}) {
            QVERIFY2(!parsePattern(text), text);
        }
        QVERIFY(widened({}, parsePattern("cp4-sp").value()).cp);
        QVERIFY(!widened({}, parsePattern("no cp").value()).cp);
    }

    /// Of one layer: the best of all that it matches, each asked about by itself.
    void aPatternIsTheBestOfWhatItMatches()
    {
        const SearchRequest request = smallRequest(2, 92 * MiB);
        const auto question = questionOf(request);
        QVERIFY(question);
        for (const char* text : {"tp2", "ckpt", "sdp", "no-dp", "dp2-ckpt"}) {
            WhyNotQuestion partial = *question;
            partial.firstLayer = 3;
            partial.pattern = parsePattern(text).value();
            const WhyNot answer = whyNot(partial).value();
            QCOMPARE(answer.place.kind, SpacePlace::Kind::Kept);
            Seconds best = std::numeric_limits<Seconds>::infinity();
            for (const DecisionTree& tree : decisionTrees(4, request.space)) {
                for (const LayerStrategy& kept : keptStrategies(tree)) {
                    const WhyNot one = partial.pattern->matches(kept) ? asked(*question, 3, 1, kept) : WhyNot{};
                    best = one.plan ? std::min(best, one.estimate->stepTime) : best;
                }
            }
            QCOMPARE(answer.outcome, WhyNot::Outcome::Costed);
            QVERIFY2(isClose(answer.estimate->stepTime, best), text);
            QVERIFY(partial.pattern->matches(answer.plan->strategies[3]));
        }
    }

    /// Layers may differ in what a pattern leaves free; what it names is not bound by the space.
    void aPatternBindsEachLayer()
    {
        SearchRequest request = smallRequest(2, 48 * MiB);
        const auto question = questionOf(request);
        QVERIFY(question);
        WhyNotQuestion partial = *question;
        partial.layerCount = 8;
        partial.pattern = StrategyPattern{};
        QVERIFY(whyNot(partial)->used);
        QVERIFY(std::abs(whyNot(partial)->relativeExtra()) < 1e-9);
        partial.request.memoryBudget = GiB;
        partial.pattern = parsePattern("zero1").value();
        const WhyNot wider = whyNot(partial).value();
        QCOMPARE(wider.place.kind, SpacePlace::Kind::NoLeaf);
        QCOMPARE(wider.outcome, WhyNot::Outcome::Costed);
        QVERIFY(std::ranges::all_of(wider.plan->strategies, [](const LayerStrategy& s) { return s.zero == 1; }));
        partial.pattern = parsePattern("dp3").value();
        QCOMPARE(whyNot(partial)->outcome, WhyNot::Outcome::NoStage);
        partial.request.model.runs[1].heads = partial.request.model.runs[1].kvHeads = 3;
        partial.pattern = parsePattern("tp4").value();
        const WhyNot refused = whyNot(partial).value();
        QCOMPARE(refused.outcome, WhyNot::Outcome::Illegal);
        QCOMPARE(refused.refusedLayer, 1);
    }

    void theStrategyThatAPlanUsesCostsNothing()
    {
        for (unsigned seed = 1; seed < 5; ++seed) {
            const auto question = questionOf(smallRequest(seed));
            QVERIFY(question);
            const auto& strategies = question->reference->strategies;
            for (int layer = 0; layer < static_cast<int>(strategies.size()); ++layer) {
                const WhyNot answer = asked(*question, layer, 1, strategies[static_cast<std::size_t>(layer)]);
                QVERIFY(answer.used);
                QCOMPARE(answer.outcome, WhyNot::Outcome::Costed);
                QVERIFY(std::abs(answer.relativeExtra()) < 1e-9);
                QCOMPARE(answer.recomputedElsewhere, 0);
            }
        }
    }

    /// No plan of the space beats the joint optimum: one with pinned layers does not either, and it has them.
    void noStrategyOfTheSpaceBeatsTheOptimum()
    {
        int costed = 0;
        for (const Bytes budget : {40 * MiB, 48 * MiB, 92 * MiB}) {
            const SearchRequest request = smallRequest(2, budget);
            const auto question = questionOf(request);
            QVERIFY(question);
            for (const DecisionTree& tree : decisionTrees(request.cluster.devices, request.space)) {
                for (const LayerStrategy& kept : keptStrategies(tree)) {
                    const WhyNot answer = asked(*question, 2, 3, kept);
                    QCOMPARE(answer.place.kind, SpacePlace::Kind::Kept);
                    QCOMPARE(answer.place.pipeline, tree.pipeline);
                    if (answer.outcome != WhyNot::Outcome::Costed) {
                        QCOMPARE(answer.outcome, WhyNot::Outcome::Infeasible);
                        QVERIFY(answer.infeasibility->shortBy > 0);
                        continue;
                    }
                    ++costed;
                    QVERIFY(answer.extra() >= -1e-9 * answer.before.total());
                    QVERIFY(answer.estimate->fits && answer.estimate->legal);
                    QCOMPARE(answer.plan->pipeline(), tree.pipeline);
                    for (std::size_t layer = 2; layer < 5; ++layer) {
                        QVERIFY(answer.plan->strategies[layer] == kept);
                    }
                }
            }
        }
        QVERIFY(costed > 20);
    }

    void partsAreTheStep()
    {
        const auto question = questionOf(smallRequest(3));
        QVERIFY(question);
        for (const char* text : {"dp4-ckpt", "tp2-sdp2", "dp2", "sdp4", "single-ckpt"}) {
            const WhyNot answer = asked(*question, 1, 2, strategy(text));
            if (answer.outcome != WhyNot::Outcome::Costed) {
                continue;
            }
            QVERIFY(isClose(answer.before.total(), question->referenceEstimate->stepTime));
            QVERIFY(isClose(answer.after.total(), answer.estimate->stepTime));
            for (const StepParts& parts : {answer.before, answer.after}) {
                QVERIFY(parts.compute > 0);
                QVERIFY(parts.recompute >= 0);
                QVERIFY(parts.communication >= 0);
                QVERIFY(parts.bubble >= -1e-9 * parts.total());
            }
            QCOMPARE(answer.plan->pipeline() == 1, std::abs(answer.after.bubble) < 1e-9 * answer.after.total());
        }
    }

    /// One stage, one layer kind recomputed: the part is a forward, no more than a third of a step's compute.
    void recomputeIsAForward()
    {
        SearchRequest request = smallRequest(1, 0);
        request.cluster = test::smallCluster(1);
        request.cluster.device.memory = 4 * GiB;
        const auto question = questionOf(request);
        QVERIFY(question);
        const WhyNot plain = asked(*question, 1, 6, strategy("single"));
        const WhyNot again = asked(*question, 1, 6, strategy("single-ckpt"));
        QCOMPARE(plain.after.recompute, 0.0);
        const Plan& plan = *again.plan;
        Seconds forward = 0;
        for (std::size_t layer = 1; layer < 7; ++layer) {
            forward += plan.schedule.microbatches * again.estimate->layers[layer].cost.forward;
        }
        QVERIFY(isClose(again.after.recompute, forward));
    }

    void prunedAndForeignStrategiesGetTheirVerdict()
    {
        SearchRequest request = smallRequest();
        const auto question = questionOf(request);
        QVERIFY(question);
        const WhyNot pruned = asked(*question, 1, 2, strategy("sdp2-dp2"));
        QCOMPARE(pruned.place.kind, SpacePlace::Kind::Pruned);
        QCOMPARE(*pruned.place.rule, (Verdict{Rule::Takeaway3, 2, 2}));
        const WhyNot foreign = asked(*question, 1, 2, strategy("zero1-4"));
        QCOMPARE(foreign.place.kind, SpacePlace::Kind::NoLeaf);
        QVERIFY(!foreign.place.rule);
        const WhyNot noStage = asked(*question, 1, 2, strategy("dp3"));
        QCOMPARE(noStage.outcome, WhyNot::Outcome::NoStage);
        QCOMPARE(*noStage.place.rule, (Verdict{Rule::GroupSize, 3, 4}));
        request.space.pp = false;
        QCOMPARE(placeOf(strategy("dp2"), request.space, 4).kind, SpacePlace::Kind::NoStage);
    }

    void illegalStrategiesNameTheLayer()
    {
        SearchRequest request = smallRequest();
        request.model.runs[1].heads = request.model.runs[1].kvHeads = 3;
        const auto question = questionOf(request);
        QVERIFY(question);
        const WhyNot answer = asked(*question, 0, 3, strategy("tp4"));
        QCOMPARE(answer.outcome, WhyNot::Outcome::Illegal);
        QCOMPARE(answer.refusedLayer, 1);
        QCOMPARE(*answer.refusal, (Verdict{Rule::Heads, 3, 4}));
    }

    void whatDoesNotFitSaysByHowMuch()
    {
        const SearchRequest request = smallRequest(1, 40 * MiB);
        const auto question = questionOf(request);
        QVERIFY(question);
        const WhyNot answer = asked(*question, 0, 8, strategy("dp4"));
        QCOMPARE(answer.outcome, WhyNot::Outcome::Infeasible);
        QVERIFY(answer.infeasibility->shortBy > 0);
        WhyNotQuestion larger = *question;
        larger.request.memoryBudget = answer.infeasibility->smallestBudget;
        QCOMPARE(asked(larger, 0, 8, strategy("dp4")).outcome, WhyNot::Outcome::Costed);
        larger.request.memoryBudget -= 1;
        QCOMPARE(asked(larger, 0, 8, strategy("dp4")).outcome, WhyNot::Outcome::Infeasible);
    }

    void aBaselineGivesWay()
    {
        SearchRequest request = smallRequest(1, 0);
        request.method = Method::Dp;
        request.cluster.device.memory = 1 * GiB;
        const auto question = questionOf(request);
        QVERIFY(question);
        const WhyNot answer = asked(*question, 1, 2, strategy("tp4"));
        QCOMPARE(answer.outcome, WhyNot::Outcome::Costed);
        QVERIFY(answer.plan->strategies[1] == strategy("tp4"));
    }

    void badQuestionsAreErrors()
    {
        auto question = questionOf(smallRequest());
        QVERIFY(question);
        question->strategy = strategy("dp4");
        for (const auto& [first, count] : {std::pair{-1, 1}, {0, 0}, {0, 9}, {8, 1}, {7, 2147483647}}) {
            question->firstLayer = first;
            question->layerCount = count;
            QVERIFY(!whyNot(*question));
        }
        question->firstLayer = 0;
        question->layerCount = 1;
        question->reference.reset();
        QVERIFY(!whyNot(*question));
        question->referenceEstimate.reset();
        const Result<WhyNot> alone = whyNot(*question);
        QVERIFY(alone && alone->outcome == WhyNot::Outcome::Costed);
        QVERIFY(isClose(alone->after.total(), alone->estimate->stepTime));
    }

    void stopsBeforeItStarts()
    {
        auto question = questionOf(smallRequest());
        QVERIFY(question);
        question->strategy = strategy("dp2-tp2-ckpt");
        std::stop_source source;
        source.request_stop();
        QCOMPARE(whyNot(*question, source.get_token()).value().outcome, WhyNot::Outcome::Stopped);
    }
};

PGRAM_TEST(TestWhyNot)
#include "test_why_not.moc"
