// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/schemas.h"

#include "app/pgram/command.h"
#include "app/pgram/edge_output.h"
#include "core/cluster/cluster_json.h"
#include "core/presets/device_presets.h"
#include "core/search/task/scenario.h"

namespace pgram::cli {

namespace {

constexpr NamedSchema all[] = {
    {"cluster", clusterSchema},
    {"device", deviceFileSchema},
    {"pgram-calibrate", calibrateSchema},
    {"pgram-deploy-tiers", deployTiersSchema},
    {"pgram-error", errorSchema},
    {"pgram-frontier", frontierSchema},
    {"pgram-keep", keepSchema},
    {"pgram-slice", sliceSchema},
    {"pgram-space", spaceSchema},
    {"pgram-targets", targetsSchema},
    {"pgram-tree", treeSchema},
    {"pgram-validate-kernels", validateKernelsSchema},
    {"pgram-validate-plans", validatePlansSchema},
    {"pgram-validate-systems", validateSystemsSchema},
    {"scenario", scenarioSchema},
};

}  // namespace

std::span<const NamedSchema> schemas()
{
    return all;
}

}  // namespace pgram::cli
