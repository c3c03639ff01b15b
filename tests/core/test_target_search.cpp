// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Searches inside of a target against every plan that the target can run: all strategies of all layers on all cuts of
// small models, those that the target refuses left out, the others scored by the simulator.
#include "core/plan/estimate.h"
#include "core/questions/nearest_plan.h"
#include "core/strategy/decision_tree.h"
#include "core/strategy/dimension_rules.h"
#include "tests/core/small_request.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"

#include <cmath>
#include <functional>
#include <random>

using namespace pgram;

namespace {

constexpr double mostPlans = 1e5;

struct Scored {
    Seconds step = 0;
    Bytes memory = 0;
    bool recomputes = false;
};

/// Every plan of a request within its target.
class EveryPlan {
public:
    explicit EveryPlan(const SearchRequest& request) : m_request(request) {}

    [[nodiscard]] double count()
    {
        double plans = 0;
        forEachTask([&](const Plan& frame, const std::vector<std::vector<LayerStrategy>>& options) {
            double own = cutsOf(frame.model.layerCount(), frame.schedule.virtualStages * m_stages);
            for (const auto& layer : options) {
                own *= static_cast<double>(layer.size());
            }
            plans += own;
        });
        return plans;
    }

    /// That the target runs, fitting or not.
    std::vector<Scored> scored()
    {
        forEachTask([this](Plan frame, const std::vector<std::vector<LayerStrategy>>& options) {
            std::vector<int> sizes;
            cut(frame, options, sizes, frame.schedule.virtualStages * m_stages, frame.model.layerCount());
        });
        return std::move(m_scored);
    }

private:
    static double cutsOf(int layers, int parts)
    {
        double cuts = 1;
        for (int part = 1; part < parts; ++part) {
            cuts *= static_cast<double>(layers - part) / part;
        }
        return std::max(0.0, cuts);
    }

    template <typename Visit>
    void forEachTask(const Visit& visit)
    {
        const int devices = m_request.cluster.devices;
        const int layers = m_request.model.layerCount();
        for (const int pipeline : pipelineDegrees(devices, m_request.space)) {
            const std::vector<LayerStrategy> strategies = searchedStrategies(devices, pipeline, m_request.space);
            for (int m = 1; m <= m_request.training.globalBatch; ++m) {
                for (const Schedule& schedule : m_request.schedules) {
                    Plan frame;
                    frame.model = m_request.model;
                    frame.cluster = m_request.cluster;
                    frame.training = m_request.training;
                    frame.schedule = {schedule.kind, m, schedule.virtualStages};
                    if (pipeline == 1) {  // one micro-batch after the other
                        frame.schedule = {ScheduleKind::OneFOneB, m, 1};
                    }
                    if (m_request.training.globalBatch % m != 0 || frame.schedule.virtualStages * pipeline > layers ||
                        !scheduleProblem(frame.schedule, pipeline).empty()) {
                        continue;
                    }
                    m_stages = pipeline;
                    visit(frame, optionsOf(strategies, pipeline, m));
                }
            }
        }
    }

    [[nodiscard]] std::vector<std::vector<LayerStrategy>> optionsOf(const std::vector<LayerStrategy>& strategies,
                                                                    int pipeline, int m) const
    {
        std::vector<std::vector<LayerStrategy>> options;
        for (int layer = 0; layer < m_request.model.layerCount(); ++layer) {
            std::vector<LayerStrategy> own;
            for (const LayerStrategy& strategy : strategies) {
                if (!refusal(m_request.model.layer(layer), strategy, m_request.cluster.devices / pipeline,
                             m_request.training, m_request.model.sequenceLength, m) &&
                    !hostRefusal(strategy, m_request.cluster)) {
                    own.push_back(strategy);
                }
            }
            options.push_back(std::move(own));
        }
        return options;
    }

    void cut(Plan& frame, const std::vector<std::vector<LayerStrategy>>& options, std::vector<int>& sizes, int parts,
             int left)
    {
        if (parts == 1) {
            sizes.push_back(left);
            frame.chunks = chunksFromSizes(sizes);
            frame.strategies.clear();
            choose(frame, options);
            sizes.pop_back();
            return;
        }
        for (int size = 1; size <= left - (parts - 1); ++size) {
            sizes.push_back(size);
            cut(frame, options, sizes, parts - 1, left - size);
            sizes.pop_back();
        }
    }

    void choose(Plan& plan, const std::vector<std::vector<LayerStrategy>>& options)
    {
        if (plan.strategies.size() == options.size()) {
            score(plan);
            return;
        }
        for (const LayerStrategy& strategy : options[plan.strategies.size()]) {
            plan.strategies.push_back(strategy);
            choose(plan, options);
            plan.strategies.pop_back();
        }
    }

    void score(const Plan& plan)
    {
        if (!beyond(*m_request.target, plan).empty()) {
            return;
        }
        const StepAndMemory figures = stepAndMemory(plan);
        m_scored.push_back(
            {figures.step, figures.memory,
             std::ranges::any_of(plan.strategies, [](const LayerStrategy& s) { return s.kept.recomputes(); })});
    }

    const SearchRequest& m_request;
    int m_stages = 1;
    std::vector<Scored> m_scored;
};

/// A model that the target runs: of a name that all know, and of GPT-2's shape where it has to be.
void suit(Architecture& model, const Target& target)
{
    model.name = "llama3.1-8b";
    const bool gpt2 = std::string_view(target.name) == "accelerate-megatron";
    for (LayerSpec& run : model.runs) {
        run.norm = gpt2 ? Norm::LayerNorm : Norm::RmsNorm;
        run.gatedMlp = !gpt2 && run.heads > 0;
        run.ffn = gpt2 && run.heads > 0 ? 4 * run.hidden : run.ffn;
        run.learnedPositions = gpt2 && run.kind == LayerKind::Embedding ? model.sequenceLength : 0;
    }
}

/// Numbers that the target trains in.
void suit(Training& training, const Target& target)
{
    training.precision = target.numbers.value.precisions.front();
    if (target.numbers.value.onlyHalf) {
        training.masterWeights = false;
        training.gradientBytes = training.stateBytes = 2;
    }
}

/// A few of the target's dimensions and one or two of its schedules.
SearchRequest randomRequest(const Target& target, unsigned seed)
{
    std::mt19937 random(seed);
    const int devices = 1 << (random() % 3);
    const int blocks = 2 + static_cast<int>(random() % 3);
    SearchRequest request = test::smallRequest(devices, blocks, seed);
    suit(request.model, target);
    request.target = &target;
    request.training.globalBatch = 4 << (random() % 2);
    suit(request.training, target);
    request.space = Space();
    for (const DimensionRules* rules : dimensionRules()) {
        request.space.*rules->on = target.space.value.*rules->on && random() % 2 == 0;
    }
    request.space.pp = target.space.value.pp && random() % 4 != 0;
    request.space.ckpt = random() % 4 != 0;
    const auto& schedules = target.schedules.value;
    request.schedules = {schedules[random() % schedules.size()]};
    if (const Schedule& other = schedules[random() % schedules.size()]; other != request.schedules.front()) {
        request.schedules.push_back(other);
    }
    return request;
}

/// Between the least that any plan needs, and a little less, and what the fastest one does.
Bytes randomBudget(const SearchRequest& request, const std::vector<Scored>& plans, unsigned seed)
{
    std::mt19937 random(~seed);
    const Bytes least = std::ranges::min_element(plans, {}, &Scored::memory)->memory;
    const Bytes most = std::ranges::min_element(plans, {}, &Scored::step)->memory;
    const double share = std::generate_canonical<double, 20>(random);
    const Bytes asked =
        random() % 16 == 0 ? least - 1 : least + static_cast<Bytes>(share * static_cast<double>(most - least));
    return static_cast<Bytes>(static_cast<double>(asked + request.target->keeps.value) /
                              (1 - request.cluster.reserve.value)) +
           1;
}

/// The fastest that fits; step 0: none does.
Scored bestOf(const SearchRequest& request, const std::vector<Scored>& plans)
{
    const Bytes usable = usableBudget(request.budget(), request.cluster) - request.target->keeps.value;
    Scored best;
    for (const Scored& plan : plans) {
        if (plan.memory <= usable && (best.step == 0 || plan.step < best.step)) {
            best = plan;
        }
    }
    return best;
}

}  // namespace

class TestTargetSearch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithEveryPlan_data()
    {
        QTest::addColumn<QString>("name");
        for (const Target* target : targets()) {
            QTest::newRow(target->name) << target->name;
        }
    }

    void agreesWithEveryPlan()
    {
        QFETCH(QString, name);
        const Target& target = **parseTarget(name.toStdString());
        int plans = 0;
        int optimal = 0;
        int gaps = 0;
        int recomputing = 0;
        const int wanted = test::casesOf(20, 300);
        for (unsigned seed = test::firstSeed(); plans < wanted; ++seed) {
            SearchRequest request = randomRequest(target, seed);
            EveryPlan every(request);
            if (const double count = every.count(); count < 1 || count > mostPlans) {
                continue;
            }
            const std::vector<Scored> all = every.scored();
            if (all.empty()) {
                continue;
            }
            ++plans;
            request.memoryBudget = randomBudget(request, all, seed);
            const Scored best = bestOf(request, all);
            const Result<SearchResult> result = search(request);
            const QByteArray where =
                QString("problem %1: %2 s the best of %3 in %4 devices of %5 B, space %6, %7 layers")
                    .arg(seed)
                    .arg(best.step)
                    .arg(all.size())
                    .arg(request.cluster.devices)
                    .arg(request.memoryBudget)
                    .arg(toString(request.space).c_str())
                    .arg(request.model.layerCount())
                    .toUtf8();
            QVERIFY2(result, where);
            QVERIFY2(result->plan.has_value() == (best.step > 0), where);
            if (!result->plan) {
                continue;
            }
            QVERIFY2(beyond(target, *result->plan).empty(), where);
            const Seconds found = result->estimate->stepTime;
            const QByteArray figures = where + QString(": %1 s found, %2 s the best, at least %3 s")
                                                   .arg(found, 0, 'g', 17)
                                                   .arg(best.step, 0, 'g', 17)
                                                   .arg(result->certificate.lowerBound, 0, 'g', 17)
                                                   .toUtf8();
            QVERIFY2(found >= best.step * (1 - 1e-9), figures);
            QVERIFY2(result->certificate.lowerBound <= best.step * (1 + 1e-9), figures);
            if (result->certificate.status == Certificate::Status::Optimal) {
                ++optimal;
                QVERIFY2(found <= best.step * (1 + 1e-9), figures);
            } else {
                ++gaps;
            }
            recomputing += best.recomputes ? 1 : 0;
        }
        qInfo("%d problems: %d optimal, %d with a gap, %d recompute", plans, optimal, gaps, recomputing);
        QVERIFY(plans < 20 || optimal > plans / 4);
    }

    /// A plan that a target cannot run is planned again: what comes of it, it can.
    void nearestPlansRun()
    {
        for (const Target* target : targets()) {
            SearchRequest request = test::smallRequest(4, 3);
            suit(request.model, *target);
            suit(request.training, *target);
            request.method = Method::Zero1;
            request.memoryBudget = target->keeps.value + 200 * MiB;
            const Result<SearchResult> found = search(request);
            QVERIFY2(found && found->plan, target->name);
            Plan plan = *found->plan;
            plan.strategies[2].tensor = 2;
            plan.strategies[2].data = 2;
            plan.strategies[2].placement = TensorPlacement::Strided;
            plan.strategies[3].zero = 0;
            QVERIFY2(!beyond(*target, plan).empty(), target->name);
            const Result<SearchResult> nearest = nearestPlan(plan, *target);
            QVERIFY2(nearest && nearest->plan, target->name);
            QVERIFY2(beyond(*target, *nearest->plan).empty(), target->name);
            QCOMPARE(nearest->plan->training.globalBatch, plan.training.globalBatch);
            QVERIFY(!costOfNearest(*nearest, found->estimate->stepTime).empty());
        }
    }

    void aSpaceWithoutItsDimensionsIsRefused()
    {
        SearchRequest request = test::smallRequest(4, 3);
        request.target = *parseTarget("accelerate");
        request.space = spaceOf({&Space::pp, &Space::sp});
        const Result<SearchResult> result = search(request);
        QVERIFY(!result);
        QCOMPARE(result.error().what.english(), std::string("Accelerate has none of the dimensions"));
    }

    /// GPipe keeps all micro-batches of a stage; without stages frameworks add up their gradients one by one.
    void oneStageHasNoGPipe()
    {
        SearchRequest request = test::smallRequest(2, 3);
        request.target = *parseTarget("galvatron");
        request.space = spaceOf({&Space::dp, &Space::sdp});
        request.schedules = {request.schedule = Schedule{ScheduleKind::GPipe, 1, 1}};
        request.microbatches = {4};
        const Result<SearchResult> result = search(request);
        QVERIFY(result && result->plan);
        QVERIFY((result->plan->schedule == Schedule{ScheduleKind::OneFOneB, 4, 1}));
    }

    /// Whatever a target can run, any runtime can.
    void anyRuntimeIsNoSlower()
    {
        int faster = 0;
        for (unsigned seed = 1; seed <= static_cast<unsigned>(test::casesOf(200, 2000)); ++seed) {
            const Target& target = *targets()[seed % targets().size()];
            std::mt19937 random(seed);
            SearchRequest request = randomRequest(target, seed);
            request.memoryBudget = target.keeps.value + static_cast<Bytes>((40 + random() % 100) * MiB);
            const Result<SearchResult> own = search(request);
            request.target = nullptr;
            request.method = Method::Joint;
            request.schedules.push_back({ScheduleKind::OneFOneB, 1, 1});  // as which one stage runs in any framework
            const Result<SearchResult> any = search(request);
            const QByteArray where = QString("problem %1, %2").arg(seed).arg(target.name).toUtf8();
            QVERIFY2(own && any, where);
            QVERIFY2(!own->plan || any->plan, where);
            if (own->plan) {
                QVERIFY2(
                    any->estimate->stepTime <= own->estimate->stepTime * (1 + 1e-9),
                    where +
                        QString(": %1 s, any %2 s").arg(own->estimate->stepTime).arg(any->estimate->stepTime).toUtf8());
                faster += any->estimate->stepTime < own->estimate->stepTime * (1 - 1e-9) ? 1 : 0;
            }
        }
        qInfo("any runtime is faster in %d", faster);
        QVERIFY(faster > 10 / test::slowdown);
    }
};

PGRAM_TEST(TestTargetSearch)
#include "test_target_search.moc"
