// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Published measurements of real training runs, as their file contains them: one row per run. Plain values; nothing is
// guessed, and a field that was not published is empty.
#pragma once

#include "core/base/error.h"
#include "core/base/names.h"
#include "core/base/units.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// Whose figure a memory peak is.
enum class PeakKind {
    Allocator,  ///< the tensors of the fullest rank
    LastRank,   ///< the tensors of the last stage's
    Driver,     ///< all that the driver counts
    Reserved,   ///< the tensors of the fullest rank and what its allocator reserves beyond them
};
template <>
inline constexpr std::array<std::string_view, 4> enumNames<PeakKind>{"allocator", "last-rank", "driver", "reserved"};

struct Measurement {
    std::string id;
    std::string suite;   ///< runs of one source and one method
    std::string source;  ///< publication
    std::string framework;
    std::string release;       ///< release of the framework, by year and month: "26.06"; empty = not published
    bool compiled = false;     ///< by torch.compile
    bool asyncTensor = false;  ///< tensor-parallel transfers beside the products that need them
    bool mayOffload = false;   ///< true if the source does not say whether states were offloaded to host memory

    std::string model;        ///< name in the source
    std::int64_t layers = 0;  ///< 0 = not published, here and below
    std::int64_t hidden = 0;
    std::int64_t heads = 0;
    std::int64_t kvHeads = 0;
    std::int64_t ffn = 0;
    std::int64_t vocabulary = 0;
    std::string activation;  ///< gelu, swiglu, relu2
    bool tied = false;
    bool latentAttention = false;
    bool isMoe = false;
    std::int64_t experts = 0;  ///< 0 beside isMoe: dimensions not published
    std::int64_t topK = 0;
    std::int64_t expertFfn = 0;
    /// FLOP of the model, forward and backward, by the source's own count; 0 = not published.
    double flopsPerToken = 0;

    std::string gpu;
    int devices = 0;
    int devicesPerNode = 0;
    double networkBytes = 0;  ///< bytes/s that one device has towards other nodes

    int tensor = 0;
    int pipeline = 0;
    int data = 0;
    int context = 1;
    int expert = 1;
    int virtualStages = 1;
    /// Schedule of the pipeline, in the form of parseSchedule(); empty = 1F1B, or interleaved if virtual.
    std::string schedule;
    std::optional<bool> sequenceParallel;
    int zero = 0;
    std::string sharding;  ///< FULL_SHARD, HYBRID_SHARD, SHARD_GRAD_OP, or the shard degree

    std::int64_t sequence = 0;
    std::int64_t microBatch = 0;  ///< samples of one micro-batch on one data-parallel rank
    std::int64_t globalBatch = 0;
    std::string packedOf;   ///< data set whose documents share packed samples; empty: a sample is one document
    std::string recompute;  ///< empty = not published
    bool flashAttention = false;
    std::string precision;

    std::optional<Seconds> stepTime;
    std::optional<double> peakGib;
    PeakKind peakKind = PeakKind::Allocator;
    bool outOfMemory = false;  ///< the run ended so

    bool operator==(const Measurement&) const = default;
};

/// Reads a file of measurements, or a record of them (record.h). Errors: those of the JSON reader, with the row's
/// pointer.
[[nodiscard]] Result<std::vector<Measurement>> parseMeasurements(std::string_view text, const std::string& where);
[[nodiscard]] Result<std::vector<Measurement>> loadMeasurements(const std::filesystem::path& file);

}  // namespace pgram
