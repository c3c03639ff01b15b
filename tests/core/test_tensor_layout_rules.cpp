// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which tensor groups may be grids, cubes and rings, and why not; their words, their places in plan files and in the
// tree; which part of the boundary activation each rank holds.
#include "core/cost/layout.h"
#include "core/cost/relayout.h"
#include "core/plan/strategy_json.h"
#include "core/search/search.h"
#include "core/search/task/scenario.h"
#include "core/strategy/decision_tree.h"
#include "core/strategy/dimensions/dimensions.h"
#include "core/strategy/sharding.h"
#include "core/strategy/strategy_pattern.h"
#include "core/strategy/strategy_text.h"
#include "tests/core/layer_case.h"
#include "tests/core/random_plan.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <map>
#include <set>

using namespace pgram;

namespace {

std::string reasonOf(const LayerSpec& layer, const LayerStrategy& strategy, std::int64_t samples = 64)
{
    Training training;
    training.globalBatch = samples;
    const auto verdict = refusal(layer, strategy, strategy.groupSize(), training, 512, 1);
    return verdict ? explain(*verdict).english() : "";
}

std::string reasonOf(const std::string& strategy, const LayerSpec& layer = encoder(), std::int64_t samples = 64)
{
    return reasonOf(layer, parseStrategy(strategy).value(), samples);
}

std::vector<LayerStrategy> keptOf(int devices, const Space& space)
{
    return keptStrategies(decisionTrees(devices, space).front());
}

}  // namespace

class TestTensorLayoutRules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void words()
    {
        const std::vector<std::pair<LayerStrategy, std::string>> named{
            {{.tensor = 4, .layout = TensorLayout::Grid}, "TP4+2D"},
            {{.tensor = 8, .layout = TensorLayout::Grid, .depth = 2}, "TP8+2.5D2"},
            {{.tensor = 8, .data = 2, .zero = 1, .layout = TensorLayout::Cube}, "TP8+3D·ZeRO1-2"},
            {{.tensor = 4, .layout = TensorLayout::Ring}, "RSA4"},
            {{.tensor = 4, .zero = 3, .layout = TensorLayout::Ring}, "RSA4·SDP"},
            {{.tensor = 4, .data = 2, .kept = {KeptPart::Input}, .layout = TensorLayout::Ring}, "RSA4·DP2 ckpt"},
        };
        for (const auto& [strategy, name] : named) {
            QCOMPARE(shortName(strategy), name);
            QCOMPARE(parseStrategy(name).value(), strategy);
        }
        QCOMPARE(parseStrategy("tp4+1d").value(), (LayerStrategy{.tensor = 4}));
        for (const char* wrong : {"TP8+2D", "TP6+2.5D2", "TP4+3D", "TP4+2.5D", "TP4+2.5D1", "TP4+4D", "U4+2D", "DP4+2D",
                                  "TP4+2.5Dx", "RSA1"}) {
            QVERIFY2(!parseStrategy(wrong), wrong);
        }
        QVERIFY(parseStrategy("TP8+2D").error().what.english().ends_with("8 devices are no square"));
        QVERIFY(parseStrategy("TP12+2.5D2").error().what.english().ends_with("12 devices are not 2 squares"));
        QVERIFY(parseStrategy("TP9+3D").error().what.english().ends_with("9 devices are no cube"));
    }

    void patterns()
    {
        const LayerStrategy grid = parseStrategy("TP8+2.5D2·DP2").value();
        const auto matches = [&](const char* text, const LayerStrategy& strategy) {
            return parsePattern(text).value().matches(strategy);
        };
        QVERIFY(matches("tp8+2.5d2", grid) && matches("tp8", grid));
        QVERIFY(!matches("tp8+3d", grid) && !matches("rsa8", grid) && !matches("rsa", grid));
        QVERIFY(matches("no rsa", grid) && matches("rsa4", parseStrategy("RSA4").value()));
        QVERIFY(!matches("no rsa", parseStrategy("RSA4").value()));
        for (const char* text : {"TP8+2.5D2", "TP4+2D·DP2", "RSA4", "no RSA"}) {
            QCOMPARE(shortName(parsePattern(text).value()), std::string(text));
        }
        QVERIFY(widened(Space(), parsePattern("tp4+2d").value()).layouts);
        QVERIFY(!widened(Space(), parsePattern("tp4").value()).layouts);
    }

    /// SYSTEMS 4.2, each with its numbers.
    void reasons()
    {
        LayerSpec narrow = encoder();
        narrow.hidden = 1026;
        LayerSpec fewKeys = encoder();
        fewKeys.kvHeads = 2;
        LayerSpec experts = encoder();
        experts.experts = 8;
        QCOMPARE(reasonOf("TP4+2D"), std::string());
        QCOMPARE(reasonOf("TP8+2.5D2"), std::string());
        QCOMPARE(reasonOf("TP8+3D"), std::string());
        QCOMPARE(reasonOf("RSA64"), std::string());  // more than there are heads
        QCOMPARE(reasonOf("TP16+2D", encoder(), 6),
                 std::string("6 samples of a micro-batch do not divide by the 4 parts of the tensor group"));
        QCOMPARE(reasonOf("TP8+2.5D2", encoder(), 6),
                 std::string("6 samples of a micro-batch do not divide by the 4 parts of the tensor group"));
        QCOMPARE(reasonOf("TP8+3D", encoder(), 6),
                 std::string("6 samples of a micro-batch do not divide by the 4 parts of the tensor group"));
        QCOMPARE(reasonOf("TP9+2D", encoder(), 9), std::string("16 heads do not divide among 3 ranks"));
        QCOMPARE(reasonOf("TP16+2D", fewKeys), std::string("2 heads do not divide among 4 ranks"));
        QCOMPARE(reasonOf("TP4+2D", narrow), std::string());
        QCOMPARE(reasonOf("TP8+3D", narrow),
                 std::string("a width of 1026 does not divide by 4 parts of the tensor group"));
        QCOMPARE(reasonOf("RSA3"), std::string("512 tokens do not divide by 3 parts"));
        QCOMPARE(reasonOf("TP4+2D", experts),
                 std::string("a layer of this kind is not laid out over a grid, a cube or a ring of 4"));
        QCOMPARE(reasonOf("TP4+2D ckpt"), std::string());
        QCOMPARE(reasonOf("TP4+2D sel"), std::string("SEL is not there beside a grid, a cube or a ring"));
        QCOMPARE(reasonOf("TP4+2D off-act"), std::string("OFF-ACT is not there beside a grid, a cube or a ring"));
        QCOMPARE(reasonOf("TP4+2D·CP2"), std::string("CP is not there beside a grid, a cube or a ring"));
        QCOMPARE(reasonOf("TP4+2D·SDP2·DP2"), std::string("HSDP is not there beside a grid, a cube or a ring"));
        QCOMPARE(reasonOf("DP2·TP4+2D"), std::string("the 4 devices of a grid, a cube or a ring follow each other"));
        QCOMPARE(reasonOf(encoder(), {.tensor = 8, .layout = TensorLayout::Grid}),
                 std::string("8 devices are no square"));
        Training training;
        training.globalBatch = 64;
        const std::vector<std::int64_t> slices{256, 256};
        LayerSpec decoder = encoder();
        decoder.kind = LayerKind::Decoder;
        const auto sliced = sliceRefusal(decoder, parseStrategy("RSA4").value(), 4, training, slices, 1);
        QVERIFY(sliced && sliced->rule == Rule::LayoutSlices);
    }

    /// Rules have codes of their own.
    void codes()
    {
        std::set<std::string> codes;
        for (const Rule rule : {Rule::LayoutShape, Rule::LayoutPlacement, Rule::LayoutBeside, Rule::LayoutSlices,
                                Rule::LayoutLayer, Rule::LayoutBatch, Rule::LayoutWidth}) {
            codes.insert(std::string(name(rule)));
        }
        QCOMPARE(codes.size(), std::size_t{7});
    }

    void plansKeepThem()
    {
        Space space = spaceOf({&Space::dp, &Space::sdp, &Space::tp, &Space::ckpt, &Space::layouts});
        for (const LayerStrategy& strategy : keptOf(64, space)) {
            Json json = Json::object();
            addStrategy(json, strategy);
            QCOMPARE(json.contains("tensor_layout"), strategy.layout != TensorLayout::Line);
            JsonObject object(json, "strategy");
            QCOMPARE(readStrategy(object), strategy);
            QVERIFY(!object.error());
            QCOMPARE(parseStrategy(shortName(strategy)).value(), strategy);
        }
        Json wrong{{"tensor", 8}, {"tensor_layout", "2d"}};
        JsonObject object(wrong, "strategy");
        (void)readStrategy(object);
        QVERIFY(object.error());
        QVERIFY(object.error()->what.english().find("8 devices are no square") != std::string::npos);
    }

    /// Off, the tree is what it was; on, each leaf with a line of neighbours has the layouts of its degree too.
    void treeHasThemWhereAsked()
    {
        Space space = spaceOf({&Space::dp, &Space::tp, &Space::ckpt});
        const std::vector<LayerStrategy> lines = keptOf(8, space);
        space.layouts = true;
        std::map<std::string, int> names;
        std::vector<LayerStrategy> rest;
        for (const LayerStrategy& strategy : keptOf(8, space)) {
            ++names[shortName(strategy)];
            if (strategy.layout == TensorLayout::Line) {
                rest.push_back(strategy);
            }
        }
        QCOMPARE(rest, lines);
        const std::set<std::string> added{"TP8+2.5D2", "TP8+3D", "RSA8", "TP4+2D·DP2", "RSA4·DP2", "RSA2·DP4"};
        QCOMPARE(names.size(), lines.size() + 2 * added.size());
        for (const std::string& name : added) {
            QVERIFY2(names[name] == 1 && names[name + " ckpt"] == 1, name.c_str());
        }
        space.sdp = true;  // a ring's ranks share gradients
        const std::vector<LayerStrategy> sharded = keptOf(8, space);
        QVERIFY(std::ranges::find(sharded, parseStrategy("RSA8·SDP").value()) != sharded.end());
    }

    /// Every part of the boundary activation is somewhere, once; a row of a grid has the same samples.
    void gridsHoldParts()
    {
        for (const char* text : {"TP4+2D·DP2", "TP9+2D", "TP8+2.5D2·DP2", "TP8+3D·DP3", "TP27+3D", "RSA6·DP2"}) {
            const LayerStrategy strategy = parseStrategy(text).value();
            const Layout layout = listedLayoutOf(strategy);
            const std::set<Parts> held(layout.held.begin(), layout.held.end());
            for (const Parts& part : held) {
                QVERIFY(part[0] < layout.parts[0] && part[1] < layout.parts[1] && part[2] < layout.parts[2]);
            }
            QCOMPARE(held.size(), static_cast<std::size_t>(strategy.groupSize()));
        }
        const Placement grid = shardingOf(parseStrategy("TP4+2D").value()).boundary;
        QCOMPARE(grid.part(Axis::Samples, 0), grid.part(Axis::Samples, 1));
        QVERIFY(grid.part(Axis::Samples, 0) != grid.part(Axis::Samples, 2));
    }

    /// From a line, whose ranks have all, nothing moves; back, all but a rank's own quarter does. Between a grid and
    /// data parallelism each rank has half the widths of its samples.
    void relayoutByHand()
    {
        const LayerStrategy line{.tensor = 4};
        const LayerStrategy data{.data = 4};
        const LayerStrategy grid = parseStrategy("TP4+2D").value();
        QCOMPARE(missingShares(line, grid).total, 0.0);
        QCOMPARE(missingShares(grid, line).worst, 3.0 / 4);
        QCOMPARE(missingShares(grid, line).total, 3.0);
        QCOMPARE(missingShares(grid, data).worst, 1.0 / 8);
        double share = 0;
        eachRelayoutFlow(grid, data, [&share](const ShareFlow& flow) { share += flow.share; });
        QCOMPARE(share, missingShares(grid, data).total);
        std::mt19937 random(3);
        const Space space = spaceOf({&Space::dp, &Space::tp, &Space::sp, &Space::layouts});
        const std::vector<LayerStrategy> all = keptOf(64, space);
        for (int i = 0; i < 1000; ++i) {
            const LayerStrategy& before = all[random() % all.size()];
            const LayerStrategy& after = all[random() % all.size()];
            const Missing byBit = missingShares(before, after);
            const Missing listed = missingShares(listedLayoutOf(before), listedLayoutOf(after));
            QCOMPARE(byBit.worst, listed.worst);
            QVERIFY(std::abs(byBit.total - listed.total) < 1e-9);
            QCOMPARE(byBit.block, listed.block);
        }
    }

    /// One scenario where cubes are much faster than lines, one where a line is faster than all others.
    void scenariosShowBothSides()
    {
        const auto stepsOf = [](const char* name) {
            SearchRequest request = loaded(loadScenario(shippedPresets(), name)).request;
            const SearchResult best = loaded(search(request));
            request.space.layouts = false;
            return std::pair(best, loaded(search(request)).estimate->stepTime);
        };
        const auto layersLaidOut = [](const SearchResult& result, TensorLayout layout) {
            return std::ranges::count(result.plan->strategies, layout, &LayerStrategy::layout);
        };
        const auto [grids, withoutGrids] = stepsOf("grid-bert-large");
        QVERIFY(layersLaidOut(grids, TensorLayout::Cube) > 20);
        QVERIFY(grids.estimate->stepTime < 0.75 * withoutGrids);
        const auto [line, withoutLayouts] = stepsOf("line-gpt3-13b");
        QVERIFY(layersLaidOut(line, TensorLayout::Line) > 30);
        QVERIFY(line.estimate->stepTime > 0.97 * withoutLayouts);
    }
};

PGRAM_TEST(TestTensorLayoutRules)
#include "test_tensor_layout_rules.moc"
