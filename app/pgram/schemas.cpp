// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/schemas.h"

#include "core/cluster/cluster_json.h"
#include "core/presets/device_presets.h"
#include "core/search/task/scenario.h"

namespace pgram::cli {

namespace {

constexpr NamedSchema all[] = {
    {"cluster", clusterSchema},
    {"device", deviceFileSchema},
    {"scenario", scenarioSchema},
};

}  // namespace

std::span<const NamedSchema> schemas()
{
    return all;
}

}  // namespace pgram::cli
