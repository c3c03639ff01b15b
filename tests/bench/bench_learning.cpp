// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Plans a second on one core that the learned search plays and scores besides learning: its decisions drawn at random.
// Then the whole of it, the network and its steps counted in.
#include "core/search/outer/prepared_request.h"
#include "core/search/outer/sampling.h"
#include "core/search/task/scenario.h"
#include "tests/bench/planner.h"
#include "validation/learning/plan_game.h"

using namespace pgram;

namespace {

constexpr std::int64_t plans = 5000;
constexpr double budget = 1.0;  // plans a second: 5,000

/// Plans that were scored.
std::int64_t playRandomly(const SearchRequest& request)
{
    const PreparedRequest ready = bench::loaded(prepared(request));
    Incumbent incumbent({});
    std::optional<SamplingStart> start =
        startSampling(listTasks(request, ready.rules), {ready.source(), ready.usable, 1, {}}, incumbent);
    SampleRecord record(start->tasks, plans, incumbent, {});
    PlanGame game(start->tasks);
    std::mt19937_64 random(1);
    Eigen::VectorXf state(game.inputs());
    while (record.goesOn() && game.begin()) {
        while (!game.isOver()) {
            game.see(state);
            game.play(game.legal()[random() % game.legal().size()]);
        }
        record.score(game.sample());
    }
    return record.finish().evaluations;
}

}  // namespace

int main()
{
    SearchRequest request = bench::loaded(loadScenario(bench::presets(), defaultScenario)).request;
    request.method = Method::AutoMap;
    request.threads = 1;
    std::int64_t scored = 0;
    const bench::Timing played = bench::measure([&] { scored = playRandomly(request); });
    const std::string rate =
        fmt::format(R"("plans": {}, "plans_a_second": {:.4g})", scored, static_cast<double>(scored) / played.median);
    request.samples = plans;
    return bench::report("auto-map-besides-learning", played, budget, rate) |
           bench::reportSearch("auto-map-default", request, 10.0);
}
