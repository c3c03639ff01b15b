// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Devices and the links between them: the contents of a cluster preset. Plain values. Every constant that is not a
// vendor's figure has its provenance, which the window shows.
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

/// A constant of the cost model, with its provenance.
struct Constant {
    double value = 0;       ///< in SI units, or a share
    Provenance provenance;  ///< origin of the value
    bool operator==(const Constant&) const = default;
};

/// A figure that somebody published on some day: a price, or a value of a data sheet.
struct Quote {
    double value = 0;    ///< 0 = not known
    std::string source;  ///< who says so
    std::string date;    ///< "2026-04-01"; empty where it does not change
    bool operator==(const Quote&) const = default;

    /// Returns true if the value is known.
    [[nodiscard]] bool isKnown() const { return value > 0; }
};

/// One accelerator: peaks, memory, and the measured constants of its kernels.
struct Device {
    std::string name;         ///< "NVIDIA TITAN RTX"
    Bytes memory = 0;         ///< bytes that the driver offers
    FlopRate peakFp32 = 0;    ///< dense peaks; 0 = the device has no such unit
    FlopRate peakTf32 = 0;    ///< 0 = no such unit, here and below
    FlopRate peakFp16 = 0;    ///< FLOP/s, dense
    FlopRate peakBf16 = 0;    ///< FLOP/s, dense
    FlopRate peakFp8 = 0;     ///< FLOP/s, dense
    FlopRate peakFp4 = 0;     ///< FLOP/s, dense
    int multiprocessors = 0;  ///< that a product's tiles are dealt to; 0 = not known, edges of products cost nothing
    Bandwidth memoryBandwidth = 0;          ///< bytes/s
    Constant gemmEfficiency{0.6, {}};       ///< share of the peak that a large GEMM reaches, in runs
    Constant fp8Efficiency{0.5, {}};        ///< the same for the 8-bit peak, with casts and scales
    Constant fp4Efficiency{0.3, {}};        ///< the same of the 4-bit peak
    Constant attentionEfficiency{0.4, {}};  ///< share of the peak that fused attention reaches, masked pairs left out
    Constant scanEfficiency{0.08, {}};      ///< share of the peak that kernels of linear attention and Mamba-2 reach
    Constant memoryEfficiency{0.8, {}};     ///< share of the bandwidth that element-wise work reaches
    Constant updateEfficiency{0, {}};       ///< the same of the optimizer's update; 0 = as element-wise work
    /// Bytes that the driver and the libraries take in each process.
    Constant driverContext{5.4e8, {"guessed", "usual distance of nvidia-smi from what PyTorch reserves on one device"}};
    Constant launchSeconds{5e-6, {}};               ///< between two kernels on the device, per operator
    std::optional<ProductKernels> products;         ///< measured; without them products take the form that needs none
    std::optional<ProductKernels> groupedProducts;  ///< measured, of routed experts; without them as `products`
    std::optional<AttentionKernels> attention;      ///< the same of fused attention
    std::vector<Precision> blockFormats;            ///< narrow precisions with block scales that the device has
    std::string blockFormatsSource;                 ///< who says so
    Quote hourPrice;   ///< US dollars for one device for an hour, its share of the host inside
    Quote power;       ///< watts that one device draws at most
    double speed = 1;  ///< all that it computes takes 1/speed as long (Cluster::slow); in no file
    bool operator==(const Device&) const = default;

    /// Returns the FLOP/s of the first of the precision's units that the device has (PrecisionRow::units).
    [[nodiscard]] FlopRate peak(Precision precision) const;
    /// Returns true if the device has the precision's own units and, for a format with block scales, lists the format.
    [[nodiscard]] bool has(Precision precision) const;
};

/// The member of Device that holds the dense peak of one precision's units.
struct DevicePeak {
    Precision units;           ///< whose units the peak belongs to
    FlopRate Device::*member;  ///< the member of Device that holds the peak
};
/// Returns one row for each peak of a device, in the order of files.
[[nodiscard]] std::span<const DevicePeak> devicePeaks();

/// One level of the hierarchy: islands of `span` consecutive devices joined by this link.
struct LinkLevel {
    std::string name;              ///< "PCIe 3.0 x16", "NVLink 3", "InfiniBand HDR"
    int span = 0;                  ///< devices inside one island of this level; levels grow outwards
    Bandwidth bandwidth = 0;       ///< bytes/s out of one device when all of its island send across this level
    Constant efficiency{0.8, {}};  ///< share of the bandwidth that large messages reach
    Seconds latency = 0;           ///< per step of a collective
    Constant startup;  ///< seconds before a collective's large messages flow at the full rate; 0 = not known
    std::optional<CollectiveKernels> collectives;  ///< measured among devices of one island of the innermost level
    bool operator==(const LinkLevel&) const = default;
};

/// A measured bus bandwidth that replaces the model for groups of this shape: consecutive ranks (stride 1), or spread
/// over the whole cluster (stride N/size).
struct MeasuredGroup {
    int size = 0;                ///< ranks of the group
    bool consecutive = true;     ///< true: stride 1; false: spread over the whole cluster
    Bandwidth busBandwidth = 0;  ///< bytes/s
    bool operator==(const MeasuredGroup&) const = default;
};

/// Measured seconds of one size.
struct MeasuredPoint {
    Volume bytes = 0;     ///< bytes of the buffer
    Seconds seconds = 0;  ///< seconds of the collective
    bool operator==(const MeasuredPoint&) const = default;
};

/// Measured seconds of a collective on `size` consecutive ranks by the bytes of its buffer: on the line between two
/// sizes, as the smallest below it, in proportion above the largest. An all-gather or a reduce-scatter is half an
/// all-reduce.
struct MeasuredTimes {
    bool allToAll = false;              ///< else all-reduce
    int size = 0;                       ///< ranks of the group
    std::vector<MeasuredPoint> points;  ///< by rising bytes; not empty
    bool operator==(const MeasuredTimes&) const = default;
};

/// Measured bytes/s from one stage of a pipeline to the next, by the number of stages.
struct MeasuredPipeline {
    int stages = 0;           ///< stages of the pipeline, P
    Bandwidth bandwidth = 0;  ///< bytes/s from one stage to the next
    bool operator==(const MeasuredPipeline&) const = default;
};

/// The memory of the machine that holds the devices, and the link to it: where offloaded tensors wait.
struct Host {
    std::string link;              ///< "PCIe 4.0 x16"
    Bandwidth bandwidth = 0;       ///< bytes/s of one link one way; 0 = not known: nothing can be offloaded
    int devicesPerLink = 1;        ///< devices that share a link, and its bandwidth where all transfer at once
    Bytes memory = 0;              ///< one device's share of the host; 0 = not known
    int devicesPerNode = 0;        ///< devices that share a host's memory; 0 = those that the innermost links join
    std::string source;            ///< source of the figures
    Constant efficiency{0.8, {}};  ///< share of the bandwidth that large copies reach
    Constant updateBandwidth{4e10, {}};  ///< bytes/s of host memory that the update of one device's states streams
    bool operator==(const Host&) const = default;

    /// Returns true if the link to the host is known, so that tensors can be offloaded.
    [[nodiscard]] bool isKnown() const { return bandwidth > 0; }
    /// Returns the seconds that one device needs to copy `bytes` one way while all other devices copy as many.
    [[nodiscard]] Seconds copySeconds(double bytes) const
    {
        return bytes * devicesPerLink / (bandwidth * efficiency.value);
    }
};

/// Neighbouring devices of a mixed cluster that are alike.
struct DeviceKind {
    std::string name;              ///< "A100"
    int devices = 0;               ///< number of devices, behind those of the kinds before it
    std::optional<Device> device;  ///< none: the cluster's
    std::vector<LinkLevel> links;  ///< its own, of the innermost levels, with these spans; the others are the cluster's
    bool operator==(const DeviceKind&) const = default;
};

/// Neighbouring devices that compute at a share of the speed that their kind has.
struct SlowDevices {
    int first = 0;     ///< rank of the first one
    int devices = 1;   ///< number of neighbouring devices
    double speed = 1;  ///< in (0, 1]: compute takes 1/speed as long
    bool operator==(const SlowDevices&) const = default;
};

/// A cluster: its devices, the hierarchy of links between them, and its host memory.
struct Cluster {
    std::string name;                                 ///< preset name
    std::string title;                                ///< name on the screen
    int devices = 0;                                  ///< N
    Device device;                                    ///< that all are, or those of the kinds that name none
    std::vector<LinkLevel> links;                     ///< innermost first; the last spans all devices
    std::vector<DeviceKind> kinds;                    ///< in the order of ranks, all devices together; empty: one kind
    std::vector<SlowDevices> slow;                    ///< the speeds of one that is named twice multiply
    std::optional<LinkLevel> network;                 ///< that joins several clusters like this one; its span is 0
    Host host;                                        ///< host memory, and the link to it
    std::vector<MeasuredGroup> measured;              ///< bus bandwidths that replace the model
    std::vector<MeasuredTimes> measuredTimes;         ///< times of collectives that replace the model
    std::vector<MeasuredPipeline> measuredPipelines;  ///< bandwidths between stages that replace the model
    Provenance measuredProvenance;                    ///< origin of the three lists above
    Constant overlapSlowdown{1.15, {}};               ///< κ: compute beside communication
    Bytes contextBytes = 1 * GiB;                     ///< device context and communication buffers
    Constant reserve{0.0, {}};                        ///< share of the memory budget kept free for fragmentation
    std::string source;                               ///< source of the description
    bool operator==(const Cluster&) const = default;

    /// Returns true if not all devices are alike. StageClusters describes such a cluster as one stage sees it.
    [[nodiscard]] bool isMixed() const { return !kinds.empty() || !slow.empty(); }
    /// Returns the device of a kind: its own, or that of the cluster.
    [[nodiscard]] const Device& deviceOf(const DeviceKind& kind) const { return kind.device ? *kind.device : device; }
    /// Returns the memory of the device that has most.
    [[nodiscard]] Bytes mostMemory() const;
    /// Returns the sum of the peaks of all devices, at full speed.
    [[nodiscard]] FlopRate peak(Precision precision) const;
    /// Returns true if all devices have the precision.
    [[nodiscard]] bool has(Precision precision) const;
    /// Returns the mean of a figure per device; unknown if the figure of one kind is unknown.
    [[nodiscard]] Quote mean(Quote Device::*quote) const;
    /// Returns the name of the devices that mean() covers: one name, or "A100 + V100 (mean)".
    [[nodiscard]] Text meanDevice() const;
    /// Returns the number of devices that share a host and its memory.
    [[nodiscard]] int nodeDevices() const
    {
        return host.devicesPerNode > 0 ? host.devicesPerNode : links.empty() ? devices : links.front().span;
    }
    /// Returns the index of the link to the host, which follows the indices of `links`.
    [[nodiscard]] int hostLink() const { return static_cast<int>(links.size()); }
    /// Returns the name of a link, by its index in `links` or hostLink().
    [[nodiscard]] const std::string& linkName(int link) const
    {
        return link == hostLink() ? host.link : links[static_cast<std::size_t>(link)].name;
    }
};

/// Checks that all devices can compute in the precision. Errors, at "precision": a narrow precision for which a device
/// has no units; the message lists the precisions that all devices have, and the devices that have this one. Wider
/// precisions fall back to units that the device has.
[[nodiscard]] Result<void> checkPrecision(const Cluster& cluster, Precision precision);

}  // namespace pgram
