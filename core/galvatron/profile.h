// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Profiles that Hetu-Galvatron's profilers write about a model and a cluster, as values in the files' own units: ms,
// MiB, and MB/ms, which its rules take as MiB/ms. Keys that the rules do not use are ignored.
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pgram::galvatron {

/// Tokens of a sample, one figure per layer type: {2048}; {512, 512} for an encoder and a decoder.
using Sequence = std::vector<std::int64_t>;

/// One measured forward pass.
struct TimeSample {
    int batch = 1;
    Sequence sequence;
    double perSample = 0;  ///< ms per sample (and per layer, if layers were timed)
};

/// In MiB; activations by tensor or Ulysses degree, of one sample.
struct LayerMemory {
    double parameters = 0;  ///< size of the fp32 weights
    std::map<int, double> activation;
    double checkpoint = 0;  ///< activation kept under recomputation
};

/// Embedding and head together or one of them, in MiB, by their tensor (states) or split (activation) degree.
struct EndMemory {
    std::map<int, double> states;
    std::map<int, double> activation;
};

struct LayerProfile {
    std::vector<TimeSample> times;               ///< in the file's order
    std::map<std::int64_t, LayerMemory> memory;  ///< by sequence length
};

struct ModelProfile {
    std::vector<LayerProfile> layers;     ///< by layer type
    std::vector<TimeSample> endTimes;     ///< embedding and head
    bool sequenceParallel = false;        ///< the tables are of Megatron's sequence parallelism
    std::map<Sequence, EndMemory> whole;  ///< embedding and head on one stage
    std::map<Sequence, EndMemory> first;  ///< on the first of several stages
    std::map<Sequence, EndMemory> last;
};

/// Milliseconds of a collective by the size of its buffer in MiB.
using SizeTable = std::map<std::int64_t, double>;

struct HardwareProfile {
    std::map<int, double> consecutive;   ///< all-reduce bandwidth of a group of neighbours, MiB/ms, by group size
    std::map<int, double> strided;       ///< times of a group spread over the devices
    std::map<int, double> pipeline;      ///< bandwidth between stages, by their number
    double overlap = 1;                  ///< slowdown of compute that overlaps communication
    std::map<int, SizeTable> allReduce;  ///< by group size
    std::map<int, SizeTable> allToAll;
};

/// `where` names the file in errors.
[[nodiscard]] Result<void> readTimes(std::string_view text, const std::string& where, ModelProfile& profile);
[[nodiscard]] Result<void> readMemory(std::string_view text, const std::string& where, ModelProfile& profile);
[[nodiscard]] Result<void> readAllReduce(std::string_view text, const std::string& where, HardwareProfile& profile);
[[nodiscard]] Result<void> readPipeline(std::string_view text, const std::string& where, HardwareProfile& profile);
[[nodiscard]] Result<void> readOverlap(std::string_view text, const std::string& where, HardwareProfile& profile);
[[nodiscard]] Result<void> readSizes(std::string_view text, const std::string& where, HardwareProfile& profile);

/// From the folder's one `computation_profiling_{precision}_…` and `memory_profiling_{precision}_…`.
[[nodiscard]] Result<ModelProfile> loadModelProfile(const std::filesystem::path& folder, const std::string& precision);
/// From the folder's files for that many nodes of that many devices each.
[[nodiscard]] Result<HardwareProfile> loadHardwareProfile(const std::filesystem::path& folder, int nodes,
                                                          int devicesPerNode);

}  // namespace pgram::galvatron
