// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The plan whose logs and scalars the tests write.
#pragma once

#include "core/plan/plan.h"
#include "tests/core/shipped_presets.h"

namespace pgram::test {

/// Returns a plan of 8 devices with a batch of 64 samples of 512 tokens.
inline Plan smallPlan()
{
    Plan plan;
    plan.model = loaded(shippedPresets().model("bert-huge-32"));
    plan.cluster = loaded(shippedPresets().cluster("rtx-titan-8"));
    plan.training.globalBatch = 64;
    return plan;
}

}  // namespace pgram::test
