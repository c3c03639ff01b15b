// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Families of training frameworks: what each adds to the work itself. Shipped as presets/frameworks.json.
#pragma once

#include "core/base/error.h"
#include "core/cluster/cluster.h"
#include "core/fidelity/measurement.h"
#include "core/model/training.h"
#include "core/presets/preset_store.h"

#include <string>
#include <vector>

namespace pgram {

struct FrameworkFamily {
    std::string name;   ///< "megatron-deepspeed"
    std::string title;  ///< "Megatron-DeepSpeed up to 2022"
    std::string what;   ///< it does and does not do
    struct Match {
        std::string part;       ///< part of the framework names in measurements
        std::string precision;  ///< that they train in; empty = any
        bool compiled = false;  ///< by torch.compile; false = any
        std::string gpu;        ///< part of the names that they give their device; empty = any
        std::string since;      ///< first release, as "26.06"; empty = any
        std::string model;      ///< part of the names that they give their model; empty = any
    };
    std::vector<Match> matches;
    Constant dispatch;                  ///< seconds of host time to issue one operator
    Constant elementwisePasses{1, {}};  ///< memory traffic of element-wise work over that of fused kernels
    Constant collectiveShare{1, {}};    ///< share of the links' rate that its collectives reach
    Constant narrowShare{1, {}};        ///< share of the rate of 8-bit products that its own reach
    Constant gatherDispatch;            ///< seconds of host time to gather one matrix of an expert
    /// Ratio of the memory that the allocator reserves to the memory that tensors need.
    Constant cacheShare{Framework().cacheShare,
                        {"fitted", "24 reports of users of ms-swift, PaddleNLP and Transformers (2026-11)"}};
    Constant driverBytes;             ///< bytes that the driver counts besides tensors, context and communicators
    Constant libraryBytes;            ///< workspaces of libraries in the allocator; a plan has them in its context
    Framework rest;                   ///< everything else; the constants above take the place of its own
    int gradientBytes = 4;            ///< bytes per element of the accumulated gradient
    LossKind loss = LossKind::Plain;  ///< loss of its recipes
    bool sequenceParallel = false;    ///< with tensor parallelism, unless a run says otherwise
    bool balancesHead = false;        ///< stages get equal products, the head's among them, and not equal blocks
    bool buffersForSync = false;      ///< flat copies serve gradient sync: none without data parallelism
    [[nodiscard]] Framework framework() const;
};

/// A constant of families: what it is called, and in which range it is read and fitted.
struct FamilyConstant {
    const char* key;
    const char* unit;
    Constant FrameworkFamily::*constant;
    double Framework::*rate;  ///< that it is of a run's framework; null: what is added to memory that was measured
    double least;
    double most;
    double leastFitted = 0;
    double mostFitted = 0;  ///< 0 = not fitted together with a device's constants
    bool always = false;    ///< true if the cost applies to every family
};
[[nodiscard]] const std::vector<FamilyConstant>& familyConstants();

/// Loads the families. Errors: those of the JSON reader.
[[nodiscard]] Result<std::vector<FrameworkFamily>> loadFrameworks(const PresetStore& presets);

/// Returns the family of a name; null for "" and "none". Errors: an unknown family, with the nearest names.
[[nodiscard]] Result<const FrameworkFamily*> parseFramework(std::string_view name,
                                                            const std::vector<FrameworkFamily>& families);

/// Returns the training with the family's framework, loss and, where the precision leaves a choice, format of
/// accumulated gradients; null: without costs of a framework, with a plain loss and gradients in 32 bits.
[[nodiscard]] Training trainedBy(const FrameworkFamily* family, Training training);

/// The first family that a run matches; the last family, which matches all, otherwise.
[[nodiscard]] const FrameworkFamily& familyOf(const std::vector<FrameworkFamily>& families, const Measurement& run);

}  // namespace pgram
