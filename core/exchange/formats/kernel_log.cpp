// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/kernel_log.h"

#include "core/base/json.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/found_cluster.h"

namespace pgram {

namespace {

bool recognisesKernelLog(const ForeignFile& file, const Json& /*json*/)
{
    return hasKernelLog(file.text);
}

Result<Reading> readingOfKernelLog(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    return parseKernelLog(file.text, where).and_then([&](const KernelLog& log) {
        return clusterOfKernels(log, where, context);
    });
}

}  // namespace

constinit const Format kernelLogFormat{
    .name = "kernel-log",
    .title = Core::tr("log of kernels"),
    .what = "Seconds of kernels and blocks on one device, and of collectives of its node, as the program of pgram "
            "calibrate --program prints them.",
    .holds = Content::Cluster,
    .usualName = "node.jsonl",
    .limits = "Products of 16 bits; what they do not determine is that of the nearest measured device.",
    .knownBy = "lines of JSON that begin with the member kernel",
    .recognises = recognisesKernelLog,
    .read = readingOfKernelLog,
};

}  // namespace pgram
