// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How much slower the plan found is than the best that the optima of all tasks simulate: every (B, P, m, schedule) task
// of a scenario solved on its own, however slow its bound says that it is. Regret above a thousandth, or a bound above
// a simulated step, is a miss. Arguments: names of scenarios; else all.
#include "core/search/task/method_rules.h"
#include "core/search/task/task_list.h"
#include "tests/bench/planner.h"

#include <cstdio>
#include <functional>
#include <string_view>

using namespace pgram;

namespace {

constexpr double mostRegret = 1e-3;

struct Case {
    std::string name;
    SearchRequest request;
};

SearchRequest asked(const char* model, const char* cluster, std::int64_t batch, Bytes memory = 0,
                    const char* schedules = "1f1b", const char* space = "dp,sdp,tp,pp,ckpt")
{
    SearchRequest request = bench::requestOf(model, cluster, batch, Method::Joint);
    // Devices without fast 16-bit formats train in fp32, as the shipped scenarios do.
    const bool isOld = std::string_view(cluster).starts_with("rtx-titan");
    request.training.precision = isOld ? Precision::Fp32 : Precision::Bf16;
    request.memoryBudget = memory;
    request.schedules = *parseSchedules(schedules);
    request.space = *parseSpace(space);
    return request;
}

std::vector<Case> cases()
{
    constexpr const char* offload = "dp,sdp,tp,pp,ckpt,offload-activations,offload-optimizer";
    constexpr const char* every = "1f1b,gpipe,interleaved:2,zb-h1,zb-v";
    return {
        {"default", asked("bert-huge-32", "rtx-titan-8", 64, 8 * GiB)},
        {"offload-16gib", asked("llama2-7b", "rtx-4090-8", 16, 16 * GiB, "1f1b,zb-v", offload)},
        {"offload-8gib", asked("llama2-7b", "rtx-4090-8", 16, 8 * GiB, "1f1b,zb-v", offload)},
        {"bert-huge-32-on-16", asked("bert-huge-32", "rtx-titan-16", 128, 8 * GiB)},
        {"bert-huge-48", asked("bert-huge-48", "rtx-titan-8", 64, 12 * GiB)},
        {"bert-large-ethernet", asked("bert-large", "ethernet-4", 64)},
        {"t5-512-4-48", asked("t5-512-4-48", "rtx-titan-8", 64, 8 * GiB)},
        {"gpt3-1.3b-ethernet", asked("gpt3-1.3b", "ethernet-4", 64)},
        {"swin-huge-32", asked("swin-huge-32", "rtx-titan-8", 64, 8 * GiB)},
        {"llama2-7b", asked("llama2-7b", "a100-8", 64)},
        {"llama2-13b", asked("llama2-13b", "a100-16", 64)},
        {"llama3-8b", asked("llama3-8b", "a100-8", 64)},
        {"gpt3-2.7b", asked("gpt3-2.7b", "a100-8", 64)},
        {"gpt3-13b", asked("gpt3-13b", "a100-16", 64)},
        {"vit-huge-32", asked("vit-huge-32", "rtx-titan-8", 64, 8 * GiB)},
        {"t5-512-4-32", asked("t5-512-4-32", "rtx-titan-8", 64, 8 * GiB)},
        {"bert-xhuge", asked("bert-xhuge", "rtx-titan-16", 32, 16 * GiB)},
        {"gpt3-1.3b-four-schedules", asked("gpt3-1.3b", "ethernet-4", 64, 0, "1f1b,gpipe,interleaved:2,zb-h1")},
        {"bert-huge-32-16gib", asked("bert-huge-32", "rtx-titan-8", 64, 16 * GiB)},
        // Slow networks, offload, uneven models, every schedule.
        {"bert-large-ethernet-every", asked("bert-large", "ethernet-4", 64, 0, every)},
        {"gpt3-2.7b-ethernet-every", asked("gpt3-2.7b", "ethernet-4", 32, 0, every, offload)},
        {"default-every", asked("bert-huge-32", "rtx-titan-8", 64, 8 * GiB, every)},
        {"t5-512-4-48-every", asked("t5-512-4-48", "rtx-titan-8", 64, 8 * GiB, every)},
        {"swin-huge-48-on-16", asked("swin-huge-48", "rtx-titan-16", 64, 8 * GiB, every)},
        {"llama2-7b-every", asked("llama2-7b", "a100-8", 64, 40 * GiB, every)},
        {"llama3-8b-offload", asked("llama3-8b", "rtx-4090-8", 16, 0, "1f1b,zb-h1", offload)},
        {"t5-imbalanced", asked("t5-large-32", "rtx-titan-16", 32, 10 * GiB)},
        {"mixtral-8x7b", asked("mixtral-8x7b", "dgx-a100-64", 64, 0, "1f1b,interleaved:2")},
        {"gpt3-13b-ring", asked("gpt3-13b", "dgx-a100-64", 64, 0, "1f1b", "dp,sdp,tp,pp,ckpt,sp,cp")},
    };
}

/// The request of one task alone.
SearchRequest alone(SearchRequest request, const TaskKey& key)
{
    request.schedules = {request.schedules[static_cast<std::size_t>(key.schedule)]};
    request.batches = {key.batch};
    request.pipelines = {key.pipeline};
    request.microbatches = {key.microbatches};
    return request;
}

int report(const Case& entry)
{
    const SearchRequest& request = entry.request;
    const SearchResult found = bench::loaded(search(request));
    if (!found.plan) {
        fmt::print(R"({{"bench": "regret", "scenario": "{}", "within": false, "note": "nothing fits"}})"
                   "\n",
                   entry.name);
        return 1;
    }
    Seconds best = found.estimate->stepTime;
    int tasks = 0;
    int bounds = 0;
    const MethodRules rules = rulesOf(request.method, request.space, request.schedules, request.cluster.devices);
    for (const Subproblem& listed : listTasks(request, rules)) {
        const SearchResult one = bench::loaded(search(alone(request, listed.key)));
        if (one.plan) {
            ++tasks;
            best = std::min(best, one.estimate->stepTime);
            bounds += found.certificate.lowerBound > one.estimate->stepTime * (1 + 1e-9) ? 1 : 0;
        }
    }
    const double regret = found.estimate->stepTime / best - 1;
    const bool within = regret <= mostRegret && bounds == 0;
    fmt::print(R"({{"bench": "regret", "scenario": "{}", "step_s": {:.6g}, "best_s": {:.6g}, "regret": {:.3g}, )"
               R"("bound_s": {:.6g}, "gap": {:.3g}, "bounds_broken": {}, "tasks": {}, "search_s": {:.3g}, )"
               R"("plan": "P{} m{} {}", "within": {}}})"
               "\n",
               entry.name, found.estimate->stepTime, best, regret, found.certificate.lowerBound, found.certificate.gap,
               bounds, tasks, found.certificate.seconds, found.plan->pipeline(), found.plan->schedule.microbatches,
               toString(found.plan->schedule), within);
    std::fflush(stdout);
    return within ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments)
{
    int missed = 0;
    for (const Case& entry : cases()) {
        bool isWanted = count == 1;
        for (int i = 1; i < count; ++i) {
            isWanted = isWanted || entry.name == std::string_view(arguments[i]);
        }
        missed |= isWanted ? report(entry) : 0;
    }
    return missed;
}
