// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rules of adapters and of preference tuning that several frameworks share, because all of them train with PEFT and
// TRL.
#include "core/frameworks/rows/rows.h"
#include "core/model/tuning.h"

namespace pgram {

bool adaptsExperts(const TargetCase& layer)
{
    return layer.layer.experts > 0 && trainsIn(layer.layer, layer.training) == Trains::Adapters &&
           isTarget(layer.training.tuning.targets, LayerPart::Mlp);
}

bool quantisesExperts(const TargetCase& layer)
{
    return layer.layer.experts > 0 && isQuantised(layer.layer, layer.training);
}

bool quantisesInFp16(const TargetCase& layer)
{
    return layer.training.precision == Precision::Fp16 && isQuantised(layer.layer, layer.training);
}

bool dividesPairs(const TargetCase& layer)
{
    return layer.strategy.tensor * layer.strategy.context > 1 && layer.training.preference != Preference::None;
}

bool dividesAdapters(const TargetCase& layer)
{
    return layer.strategy.tensor > 1 && layer.training.tuning.method != TuningMethod::All;
}

}  // namespace pgram
