// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Finds the least memory budget per device, in whole GiB, for which a model has a plan, by bisection. Compares it with
// the smallest budget that the planner reports for a budget that is too small.
#include "core/base/error.h"
#include "core/search/search.h"

#include <parallelogram/presets.h>
#include <parallelogram/search.h>

namespace {

pgram::Result<pgram::SearchResult> planned(pgram::SearchRequest request, int gibibytes)
{
    request.memoryBudget = gibibytes * pgram::GiB;
    return pgram::search(request);
}

}  // namespace

int main(int, char** arguments)
{
    const auto presets = pgram::PresetStore::find(arguments[0]);
    if (!presets) {
        return consumer::fail(presets.error().text());
    }
    const auto model = presets->model("bert-huge-32");
    const auto cluster = presets->cluster("rtx-titan-8");
    if (!model || !cluster) {
        return consumer::fail((model ? cluster.error() : model.error()).text());
    }
    pgram::SearchRequest request;
    request.model = *model;
    request.cluster = *cluster;
    request.training.globalBatch = 8;

    const auto tooSmall = planned(request, 1);
    if (!tooSmall || !tooSmall->infeasibility) {
        return consumer::fail(tooSmall ? "1 GiB is enough" : tooSmall.error().text());
    }
    const int found = consumer::search(1, 24, [&](int gibibytes) {
        const auto result = planned(request, gibibytes);
        return result && result->plan;
    });
    const pgram::Bytes smallest = tooSmall->infeasibility->smallestBudget;
    if (smallest > found * pgram::GiB || smallest <= (found - 1) * pgram::GiB) {
        return consumer::fail("the planner reports " + std::to_string(smallest) + " bytes, and bisection finds " +
                              std::to_string(found) + " GiB");
    }
    std::printf("bert-huge-32 needs %d GiB per device\n", found);
    return 0;
}
