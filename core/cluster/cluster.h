// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Devices and the links between them: what a cluster preset describes. Plain values.
// Every constant that is not a vendor's figure carries where it came from, and the window shows it.
#pragma once

#include "core/base/error.h"
#include "core/base/precision.h"
#include "core/base/units.h"
#include "core/cluster/kernel_constants.h"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pgram {

struct Constant {
    double value = 0;
    Provenance provenance;
    bool operator==(const Constant&) const = default;
};

/// A figure of a market or of a data sheet: somebody's, of a day.
struct Quote {
    double value = 0;    ///< 0 = not known
    std::string source;  ///< who says so
    std::string date;    ///< "2026-04-01"; empty where it does not change
    bool operator==(const Quote&) const = default;

    [[nodiscard]] bool isKnown() const { return value > 0; }
};

struct Device {
    std::string name;       ///< "NVIDIA TITAN RTX"
    Bytes memory = 0;       ///< what the driver offers
    FlopRate peakFp32 = 0;  ///< dense peaks; 0 = the device has no such unit
    FlopRate peakTf32 = 0;
    FlopRate peakFp16 = 0;
    FlopRate peakBf16 = 0;
    FlopRate peakFp8 = 0;
    FlopRate peakFp4 = 0;
    int multiprocessors = 0;  ///< that a product's tiles are dealt to; 0 = not known, edges of products cost nothing
    Bandwidth memoryBandwidth = 0;
    Constant gemmEfficiency{0.6, {}};        ///< share of the peak that a large GEMM reaches, in runs
    Constant fp8Efficiency{0.5, {}};         ///< as gemmEfficiency, of the 8-bit peak; casts and scales inside
    Constant fp4Efficiency{0.3, {}};         ///< the same of the 4-bit peak
    Constant attentionEfficiency{0.4, {}};   ///< share of the peak that fused attention reaches, masked pairs left out
    Constant memoryEfficiency{0.8, {}};      ///< share of the bandwidth that element-wise work reaches
    Constant launchSeconds{5e-6, {}};        ///< between two kernels on the device, per operator
    std::optional<ProductKernels> products;  ///< measured; without them products take the form that needs none
    std::optional<ProductKernels> groupedProducts;  ///< measured, of routed experts; without them as `products`
    std::optional<AttentionKernels> attention;      ///< the same of fused attention
    std::vector<Precision> blockFormats;  ///< of narrow precisions with a scale for each block, those that it has
    std::string blockFormatsSource;       ///< who says so
    Quote hourPrice;                      ///< US dollars for one device for an hour, its share of the host inside
    Quote power;                          ///< watts that one device draws at most
    double speed = 1;                     ///< all that it computes takes 1/speed as long (Cluster::slow); in no file
    bool operator==(const Device&) const = default;

    /// FLOP/s of the first of the precision's units that it has (PrecisionRow::units).
    [[nodiscard]] FlopRate peak(Precision precision) const;
    /// It has the precision's own units and, of formats with a scale for each block, knows this one.
    [[nodiscard]] bool has(Precision precision) const;
};

/// A dense peak, of the units of one precision.
struct DevicePeak {
    Precision units;
    FlopRate Device::*member;
};
[[nodiscard]] std::span<const DevicePeak> devicePeaks();

/// One level of the hierarchy: islands of `span` consecutive devices joined by this link.
struct LinkLevel {
    std::string name;         ///< "PCIe 3.0 x16", "NVLink 3", "InfiniBand HDR"
    int span = 0;             ///< devices inside one island of this level; levels grow outwards
    Bandwidth bandwidth = 0;  ///< bytes/s out of one device when all of its island send across this level
    Constant efficiency{0.8, {}};
    Seconds latency = 0;  ///< per step of a collective
    Constant startup;     ///< seconds before a collective's large messages flow at the full rate; 0 = not known
    std::optional<CollectiveKernels> collectives;  ///< measured among devices of one island of the innermost level
    bool operator==(const LinkLevel&) const = default;
};

/// A measured bus bandwidth that replaces the model for groups of this shape: consecutive ranks (stride 1), or spread
/// over the whole cluster (stride N/size).
struct MeasuredGroup {
    int size = 0;
    bool consecutive = true;
    Bandwidth busBandwidth = 0;
    bool operator==(const MeasuredGroup&) const = default;
};

/// Measured seconds of a collective on `size` consecutive ranks by the bytes of its buffer: on the line between two
/// sizes, as the smallest below it, in proportion above the largest. An all-gather or a reduce-scatter is half an
/// all-reduce.
struct MeasuredTimes {
    bool allToAll = false;  ///< else all-reduce
    int size = 0;
    std::vector<std::pair<Volume, Seconds>> points;  ///< by rising bytes; not empty
    bool operator==(const MeasuredTimes&) const = default;
};

/// Measured bytes/s from one stage of a pipeline to the next, by the number of stages.
struct MeasuredPipeline {
    int stages = 0;
    Bandwidth bandwidth = 0;
    bool operator==(const MeasuredPipeline&) const = default;
};

/// The memory of the machine that holds the devices, and the link to it: where offloaded tensors wait.
struct Host {
    std::string link;         ///< "PCIe 4.0 x16"
    Bandwidth bandwidth = 0;  ///< bytes/s of one link one way; 0 = not known: nothing can be offloaded
    int devicesPerLink = 1;   ///< devices that share a link, and its bandwidth where all transfer at once
    Bytes memory = 0;         ///< of the host, one device's share; 0 = not known
    int devicesPerNode = 0;   ///< devices that share a host's memory; 0 = those that the innermost links join
    std::string source;
    Constant efficiency{0.8, {}};        ///< share of the bandwidth that large copies reach
    Constant updateBandwidth{4e10, {}};  ///< bytes/s of host memory that the update of one device's states streams
    bool operator==(const Host&) const = default;

    [[nodiscard]] bool isKnown() const { return bandwidth > 0; }
    /// Seconds that one device copies `bytes` one way while all others do the same.
    [[nodiscard]] Seconds copySeconds(double bytes) const
    {
        return bytes * devicesPerLink / (bandwidth * efficiency.value);
    }
};

/// Neighbouring devices of a mixed cluster that are alike.
struct DeviceKind {
    std::string name;              ///< "A100"
    int devices = 0;               ///< so many, behind those of the kinds before
    std::optional<Device> device;  ///< none: the cluster's
    std::vector<LinkLevel> links;  ///< its own, of the innermost levels, with these spans; the others are the cluster's
    bool operator==(const DeviceKind&) const = default;
};

/// Neighbouring devices that compute at a share of the speed that their kind has.
struct SlowDevices {
    int first = 0;
    int devices = 1;
    double speed = 1;  ///< in (0, 1]: compute takes 1/speed as long
    bool operator==(const SlowDevices&) const = default;
};

struct Cluster {
    std::string name;
    std::string title;
    int devices = 0;                   ///< N
    Device device;                     ///< that all are, or those of the kinds that name none
    std::vector<LinkLevel> links;      ///< innermost first; the last spans all devices
    std::vector<DeviceKind> kinds;     ///< in the order of ranks, all devices together; empty: one kind
    std::vector<SlowDevices> slow;     ///< the speeds of one that is named twice multiply
    std::optional<LinkLevel> network;  ///< that joins several clusters like this one; its span is 0
    Host host;
    std::vector<MeasuredGroup> measured;
    std::vector<MeasuredTimes> measuredTimes;
    std::vector<MeasuredPipeline> measuredPipelines;
    Provenance measuredProvenance;
    Constant overlapSlowdown{1.15, {}};  ///< κ: compute beside communication
    Bytes contextBytes = 1 * GiB;        ///< device context and communication buffers
    Constant reserve{0.0, {}};           ///< share of the memory budget kept free for fragmentation
    std::string source;
    bool operator==(const Cluster&) const = default;

    /// Some devices are unlike others: stage_clusters.h says what a stage on them sees.
    [[nodiscard]] bool isMixed() const { return !kinds.empty() || !slow.empty(); }
    [[nodiscard]] const Device& deviceOf(const DeviceKind& kind) const { return kind.device ? *kind.device : device; }
    /// Of the device that has most.
    [[nodiscard]] Bytes mostMemory() const;
    /// Of all devices together, whatever their speed.
    [[nodiscard]] FlopRate peak(Precision precision) const;
    /// All devices have it.
    [[nodiscard]] bool has(Precision precision) const;
    /// A device's mean; not known where that of some kind is not.
    [[nodiscard]] Quote mean(Quote Device::*quote) const;
    /// Whose figures those are: the device's name, of kinds "A100 + V100 (mean)".
    [[nodiscard]] Text meanDevice() const;
    /// Devices that share a host and its memory.
    [[nodiscard]] int nodeDevices() const
    {
        return host.devicesPerNode > 0 ? host.devicesPerNode : links.empty() ? devices : links.front().span;
    }
    /// Links are numbered as in `links`, and the one to the host behind them.
    [[nodiscard]] int hostLink() const { return static_cast<int>(links.size()); }
    [[nodiscard]] const std::string& linkName(int link) const
    {
        return link == hostLink() ? host.link : links[static_cast<std::size_t>(link)].name;
    }
};

/// Whether all devices compute in it. Errors: a narrow precision that a device has no units for, at "precision", with
/// what they all have and who has this one. Wider precisions fall back to what a device has.
[[nodiscard]] Result<void> checkPrecision(const Cluster& cluster, Precision precision);

}  // namespace pgram
