// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/schemas.h"

#include "app/pgram/command.h"
#include "app/pgram/edge_output.h"
#include "core/cluster/cluster_json.h"
#include "core/fidelity/record.h"
#include "core/lessons/lesson.h"
#include "core/model/model_json.h"
#include "core/plan/plan_json.h"
#include "core/presets/device_presets.h"
#include "core/search/task/scenario.h"
#include "core/serving/edge.h"

namespace pgram::cli {

namespace {

constexpr NamedSchema all[] = {
    {"cluster", clusterSchema},
    {"device", deviceFileSchema},
    {"fidelity", recordSchema},
    {"lesson", lessonSchema},
    {"model", modelSchema},
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
    {"plan", planSchema},
    {"scenario", scenarioSchema},
    {"tiers", tiersSchema},
};

}  // namespace

std::span<const NamedSchema> schemas()
{
    return all;
}

}  // namespace pgram::cli
