// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/found_cluster.h"

namespace pgram {

namespace {

bool recognisesNcclTests(const ForeignFile& file, const Json& /*json*/)
{
    return hasCollectiveLog(file.text);
}

Result<Reading> readingOfNcclTests(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    return parseCollectiveLog(file.text, where).and_then([&](const CollectiveLog& log) {
        return clusterOfLog(log, where, context);
    });
}

}  // namespace

constinit const Format ncclTestsFormat{
    .name = "nccl-tests",
    .title = Core::tr("nccl-tests log"),
    .what = "Seconds and bandwidth of a collective by size, as nccl-tests and rccl-tests print them.",
    .holds = Content::Cluster,
    .usualName = "all_reduce_perf.txt",
    .limits =
        "One collective of all ranks at once: links inside a machine are assumed, and --cluster says them better.",
    .knownBy = "rows of size, count, type, time, algbw and busbw",
    .recognises = recognisesNcclTests,
    .read = readingOfNcclTests,
};

}  // namespace pgram
