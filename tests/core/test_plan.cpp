// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The structure that every function taking a plan relies on, and what is said when it is broken.
#include "core/plan/plan.h"
#include "tests/pgram_test.h"

#include <functional>

using namespace pgram;

namespace {

/// Six decoder layers on two stages of four devices.
Plan soundPlan()
{
    Plan plan;
    plan.model.runs = {
        {.kind = LayerKind::Decoder, .name = "decoder", .count = 6, .hidden = 64, .heads = 4, .kvHeads = 4}};
    plan.cluster.devices = 8;
    plan.cluster.links = {{.name = "link", .span = 8, .bandwidth = 1e9}};
    plan.schedule.microbatches = 2;
    plan.chunks = chunksFromSizes({2, 4});
    plan.strategies.assign(6, {.data = 4});
    return plan;
}

}  // namespace

class TestPlan : public QObject {
    Q_OBJECT

private slots:
    void soundPlanPasses() { QVERIFY(checkStructure(soundPlan()).has_value()); }

    void stagesCoverTheLayers()
    {
        const std::vector<Chunk> stages = chunksFromSizes({2, 1, 3});
        QCOMPARE(stages.size(), std::size_t{3});
        QVERIFY((stages == std::vector<Chunk>{{0, 2}, {2, 1}, {3, 3}}));
        QVERIFY(chunksFromSizes({}).empty());
    }

    void stageOfLayer()
    {
        const Plan plan = soundPlan();
        const int expected[] = {0, 0, 1, 1, 1, 1};
        for (int layer = 0; layer < 6; ++layer) {
            QCOMPARE(plan.stageOf(layer), expected[layer]);
        }
    }

    void brokenPlans()
    {
        struct Broken {
            const char* what;
            std::function<void(Plan&)> breakIt;
            const char* where;
        };
        const std::vector<Broken> all{
            {"no layers", [](Plan& p) { p.model.runs.clear(); }, "/model"},
            {"no stages", [](Plan& p) { p.chunks.clear(); }, "/stages"},
            {"gap", [](Plan& p) { p.chunks[1].firstLayer = 3; }, "/stages/1"},
            {"overlap", [](Plan& p) { p.chunks[1].firstLayer = 1; }, "/stages/1"},
            {"late start", [](Plan& p) { p.chunks[0].firstLayer = 1; }, "/stages/0"},
            {"empty stage",
             [](Plan& p) {
                 p.chunks = chunksFromSizes({6, 0});
             },
             "/stages/1"},
            {"too short",
             [](Plan& p) {
                 p.chunks = chunksFromSizes({2, 3});
             },
             "/stages"},
            {"too long",
             [](Plan& p) {
                 p.chunks = chunksFromSizes({2, 5});
             },
             "/stages/1"},
            {"overflow", [](Plan& p) { p.chunks[1].layerCount = 2147483647; }, "/stages/1"},
            {"P divides N",
             [](Plan& p) {
                 p.chunks = chunksFromSizes({2, 2, 2});
             },
             "/stages"},
            {"a strategy short", [](Plan& p) { p.strategies.pop_back(); }, "/strategies"},
            {"degree 0", [](Plan& p) { p.strategies[3].tensor = 0; }, "/strategies"},
            {"negative degree", [](Plan& p) { p.strategies[3].data = -4; }, "/strategies"},
            {"negative shard", [](Plan& p) { p.strategies[3].shard = -1; }, "/strategies"},
            {"ZeRO-4", [](Plan& p) { p.strategies[0].zero = 4; }, "/strategies"},
            {"no devices", [](Plan& p) { p.cluster.devices = 0; }, "/cluster/devices"},
            {"no links", [](Plan& p) { p.cluster.links.clear(); }, "/cluster/links"},
            {"short links", [](Plan& p) { p.cluster.links[0].span = 4; }, "/cluster/links"},
            {"no micro-batch", [](Plan& p) { p.schedule.microbatches = 0; }, "/schedule"},
            {"odd interleaving",
             [](Plan& p) {
                 p.schedule = {ScheduleKind::Interleaved, 3, 2};
                 p.chunks = chunksFromSizes({1, 2, 1, 2});
             },
             "/schedule"},
            {"odd chunks",
             [](Plan& p) {
                 p.schedule = {ScheduleKind::Interleaved, 2, 2};
                 p.chunks = chunksFromSizes({1, 2, 3});
             },
             "/chunks"},
            {"no batch", [](Plan& p) { p.training.globalBatch = 0; }, "/training/global_batch"},
        };
        for (const Broken& broken : all) {
            Plan plan = soundPlan();
            broken.breakIt(plan);
            const Result<void> checked = checkStructure(plan);
            QVERIFY2(!checked.has_value(), broken.what);
            QCOMPARE(checked.error().kind, ErrorKind::BadInput);
            QCOMPARE(checked.error().where.english(), std::string(broken.where));
            QVERIFY2(!checked.error().what.empty(), broken.what);
        }
    }
};

PGRAM_TEST(TestPlan)
#include "test_plan.moc"
