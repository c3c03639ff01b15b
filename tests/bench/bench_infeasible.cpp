// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How long a search takes to say that nothing fits, and what would.
#include "tests/bench/planner.h"

using namespace pgram;

int main()
{
    struct Case {
        const char* model;
        const char* cluster;
        std::int64_t batch;
        Bytes memory;
    };
    int missed = 0;
    for (const Case& one : {Case{"bert-huge-32", "rtx-titan-8", 64, GiB}, Case{"t5-512-4-48", "rtx-titan-16", 64, GiB},
                            Case{"llama2-7b", "a100-8", 64, 10 * GiB}, Case{"gpt3-175b", "dgx-h100", 1024, 0},
                            Case{"gpt3-175b", "dgx-h100-1024", 1024, 3 * GiB}}) {
        for (const Method method : {Method::Joint, Method::Bmw, Method::Base, Method::DpPp}) {
            SearchRequest request = bench::requestOf(one.model, one.cluster, one.batch, method);
            request.memoryBudget = one.memory;
            missed |= bench::reportSearch("infeasible", request, 0.020);
        }
    }
    return missed;
}
