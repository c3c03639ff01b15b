// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/found_cluster.h"

namespace pgram {

namespace {

bool recognisesDeviceList(const ForeignFile& file, const Json& /*json*/)
{
    return hasDeviceList(file.text);
}

Result<Reading> readingOfDeviceList(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    return parseDeviceList(file.text, where).and_then([&](const DeviceList& list) {
        return clusterOfDevices(list, where, context);
    });
}

}  // namespace

constinit const Format deviceListFormat{
    .name = "device-list",
    .title = Core::tr("list of devices"),
    .what = "Names and memory of a machine's devices, as nvidia-smi and rocm-smi print them.",
    .holds = Content::Cluster,
    .usualName = "smi.txt",
    .limits = "Devices of one kind, whose figures are those of the shipped cluster with such a device.",
    .knownBy = "the table of nvidia-smi, or lines of nvidia-smi -L, -q, --query-gpu=name,memory.total --format=csv or "
               "rocm-smi --showproductname",
    .recognises = recognisesDeviceList,
    .read = readingOfDeviceList,
};

}  // namespace pgram
