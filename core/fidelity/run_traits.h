// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Traits of a training run on which the error of its estimate depends, and the distance between two runs. Our
// definition. Plain values; pure.
#pragma once

#include "core/plan/plan.h"

namespace pgram {

struct RunTraits {
    FlopRate peak = 0;  ///< peak of 16-bit products
    Bandwidth memoryBandwidth = 0;
    bool guessedRate = false;  ///< the rate of the device's products in this precision is a guess
    Framework framework;
    LossKind loss = LossKind::Plain;
    int elementBytes = 2;
    int operandBits = 16;                 ///< bits of the operands of products in blocks
    LayerKind body = LayerKind::Decoder;  ///< kind of the run of layers with most parameters
    bool experts = false;
    double parameters = 0;
    int devices = 1;
    std::int64_t sequence = 0;
    int tensor = 1;  ///< degree of the strategy that most layers have; likewise the next two
    bool sharded = false;
    KeptPart kept = KeptPart::All;
    bool pipelined = false;
    bool operator==(const RunTraits&) const = default;
};

[[nodiscard]] RunTraits traitsOf(const Plan& plan);

/// Returns true for devices of the same 16-bit peak and memory bandwidth.
[[nodiscard]] bool haveSameDevice(const RunTraits& a, const RunTraits& b);

/// 0 for runs alike. A unit each: another framework or loss, another precision, other layers, experts in one alone. Up
/// to three for another device. Half a unit each: a pipeline, or sharded parameters, in one alone; a quarter: another
/// recomputation. A sixth of a unit for each doubling of parameters, devices, sequence and tensor degree.
[[nodiscard]] double distance(const RunTraits& a, const RunTraits& b);

}  // namespace pgram
