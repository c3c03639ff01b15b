// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A model served by a cluster: by format and by how many devices share it, what fits, how fast it is and what bounds
// it.
#pragma once

#include "core/serving/serving.h"

#include <array>
#include <vector>

namespace pgram {

struct DeploymentQuestion {
    Architecture model;
    Cluster cluster;
    std::vector<WeightFormat> formats;
    int tensor = 0;    ///< 0: of all degrees that fit, the fastest of those on the fewest devices
    int pipeline = 0;  ///< the same
    int batch = 1;     ///< sequences at once
    std::int64_t prompt = 2048;
    std::int64_t output = 256;
    std::int64_t context = 0;  ///< tokens behind which steps are counted; 0 = prompt + output/2
    Bytes budget = 0;          ///< per device; 0 = its memory
    bool operator==(const DeploymentQuestion&) const = default;

    [[nodiscard]] double stepContext() const
    {
        return context > 0 ? static_cast<double>(context)
                           : static_cast<double>(prompt) + static_cast<double>(output) / 2;
    }
};

/// Bytes on the fullest device.
struct ServedMemory {
    double weights = 0;
    double cache = 0;        ///< bytes for all sequences at their full length
    double workspace = 0;    ///< context of the device, logits, activations of a piece of a prompt
    double budget = 0;       ///< without what is kept free
    double perSequence = 0;  ///< bytes of the cache
    [[nodiscard]] double needed() const { return weights + cache + workspace; }
    [[nodiscard]] bool fits() const { return needed() <= budget; }
    /// Returns the number of sequences that fit next to the weights; 0 if the weights do not fit.
    [[nodiscard]] double mostSequences() const;
};

/// A format on so many devices.
struct Deployment {
    WeightFormat format;
    int tensor = 1;
    int pipeline = 1;
    ServedMemory memory;
    ServingTime prompt;           ///< one sequence alone
    ServingTime decode;           ///< one group of the batch, at prompt + output/2
    Seconds firstToken = 0;       ///< one sequence alone
    Seconds perToken = 0;         ///< for the whole batch
    Seconds servedToken = 0;      ///< with other users' prompts in between
    double throughput = 0;        ///< tokens/s of the batch, read and generated as one; of one copy of the model
    double servedThroughput = 0;  ///< tokens/s of users who come and go
    int copies = 1;               ///< replicas of the model that the cluster holds
    [[nodiscard]] int devices() const { return tensor * pipeline; }
};

/// A point under the roof: of one device.
struct RooflinePoint {
    double batch = 0;      ///< 0: the prompt
    double intensity = 0;  ///< FLOP per byte
    FlopRate reached = 0;
    double throughput = 0;  ///< tokens/s of decoding, the prompts left out
    Seconds perToken = 0;
    bool fits = true;
};

struct FormatAnswer {
    WeightFormat format;
    std::vector<Deployment> degrees;  ///< by devices, then by tensor degree; all that divide the model
    /// Index of the chosen deployment; -1: none fits, or the requested degree does not divide the model.
    int chosen = -1;
    [[nodiscard]] const Deployment* best() const
    {
        return chosen < 0 ? nullptr : &degrees[static_cast<std::size_t>(chosen)];
    }
};

/// Returns the deployments. Errors: those of servedModel(); degrees that do not divide the model or exceed the
/// cluster's devices.
[[nodiscard]] Result<std::vector<FormatAnswer>> deploy(const DeploymentQuestion& question);

/// The server of an answer's row.
[[nodiscard]] Server serverOf(const DeploymentQuestion& question, const ServedModel& model, const WeightFormat& format,
                              int tensor, int pipeline);
/// Batches 1, 2, 4, … to where the memory ends or 1,024, and the prompt.
[[nodiscard]] std::vector<RooflinePoint> rooflineOf(const DeploymentQuestion& question, const Deployment& row);

/// Describes the gain of a format over 16 bits on equally many devices, and the parts that the format and its pruning
/// do not speed up. Empty for plain bf16.
[[nodiscard]] std::vector<Text> limitsOf(const DeploymentQuestion& question, const Deployment& row);
[[nodiscard]] Text qualityNote();

/// How far our figures are from measured ones: of the shared rows of public measurements.
struct ServingBand {
    enum class Figure { Decode, FirstToken, Throughput, Served };
    Figure figure = Figure::Decode;
    int rows = 0;
    double mean = 0;    ///< mean of |ours/measured - 1|
    double median = 0;  ///< the same
    double low = 0;     ///< ours/measured - 1
    double high = 0;
};
[[nodiscard]] const std::array<ServingBand, 4>& servingBands();

}  // namespace pgram
