// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/stage_clusters.h"

#include "core/base/index.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr std::array efficiencies{&Device::gemmEfficiency,      &Device::fp8Efficiency,  &Device::fp4Efficiency,
                                  &Device::attentionEfficiency, &Device::scanEfficiency, &Device::memoryEfficiency};

/// The least of each figure. A number format that one of them lacks runs as the other does it there.
Device slowerOf(const Device& a, const Device& b)
{
    Device slower = a;
    slower.name = a.name == b.name ? a.name : a.name + " + " + b.name;
    slower.memory = std::min(a.memory, b.memory);
    for (const auto& [precision, peak] : devicePeaks()) {
        const bool either = a.*peak > 0 || b.*peak > 0;
        slower.*peak = either ? std::min(a.peak(precision), b.peak(precision)) : 0;
    }
    std::erase_if(slower.blockFormats, [&b](Precision format) { return !b.has(format); });
    slower.memoryBandwidth = std::min(a.memoryBandwidth, b.memoryBandwidth);
    slower.multiprocessors = std::min(a.multiprocessors, b.multiprocessors);
    for (const auto& efficiency : efficiencies) {
        slower.*efficiency = (a.*efficiency).value <= (b.*efficiency).value ? a.*efficiency : b.*efficiency;
    }
    const bool haveUpdate = a.updateEfficiency.value > 0 && b.updateEfficiency.value > 0;
    const Constant& update =
        a.updateEfficiency.value <= b.updateEfficiency.value ? a.updateEfficiency : b.updateEfficiency;
    slower.updateEfficiency = haveUpdate ? update : Constant{0, {}};
    const Device& weaker = a.peak(Precision::Bf16) <= b.peak(Precision::Bf16) ? a : b;
    const bool hasTiles = slower.multiprocessors > 0;
    slower.products = hasTiles ? weaker.products : std::nullopt;
    slower.groupedProducts = hasTiles ? weaker.groupedProducts : std::nullopt;
    slower.attention = hasTiles ? weaker.attention : std::nullopt;
    slower.launchSeconds = a.launchSeconds.value >= b.launchSeconds.value ? a.launchSeconds : b.launchSeconds;
    return slower;
}

/// All that it computes takes 1/speed as long.
Device atSpeed(Device device, double speed)
{
    device.speed *= speed;
    return device;
}

LinkLevel slowerOf(const LinkLevel& a, const LinkLevel& b)
{
    const auto rate = [](const LinkLevel& link) { return link.bandwidth * link.efficiency.value; };
    LinkLevel slower = rate(a) <= rate(b) ? a : b;
    slower.latency = std::max(a.latency, b.latency);
    slower.startup = a.startup.value >= b.startup.value ? a.startup : b.startup;
    return slower;
}

/// Removes measured figures, which are valid for the measured links alone.
void forgetMeasured(Cluster& cluster)
{
    cluster.measured.clear();
    cluster.measuredTimes.clear();
    cluster.measuredPipelines.clear();
}

Cluster slowerLinks(Cluster a, const Cluster& b)
{
    for (std::size_t level = 0; level < a.links.size(); ++level) {
        const LinkLevel slower = slowerOf(a.links[level], b.links[level]);
        if (a.links[level] != slower) {
            a.links[level] = slower;
            forgetMeasured(a);
        }
    }
    return a;
}

/// Calls with each kind that some of ranks [first, end) are of.
template <typename Visit>
void eachKind(const Cluster& cluster, int first, int end, const Visit& visit)
{
    int begin = 0;
    for (const DeviceKind& kind : cluster.kinds) {
        if (begin < end && first < begin + kind.devices) {
            visit(kind);
        }
        begin += kind.devices;
    }
}

/// Returns the least speed of ranks [first, end).
double leastSpeed(const Cluster& cluster, int first, int end)
{
    double least = 1;
    for (const SlowDevices& slow : cluster.slow) {
        if (slow.first < end && first < slow.first + slow.devices) {
            least = std::min(least, speedOf(cluster, std::max(first, slow.first)));
        }
    }
    return least;
}

Cluster seenBy(const Cluster& cluster, int first, int end)
{
    Cluster seen = plainOf(cluster, {});
    bool isFirst = true;
    eachKind(cluster, first, end, [&](const DeviceKind& kind) {
        const Cluster own = plainOf(cluster, kind);
        if (isFirst) {
            seen = own;
        } else if (seen != own) {
            seen = slowerLinks(std::move(seen), own);
            seen.device = slowerOf(seen.device, own.device);
        }
        isFirst = false;
    });
    seen.device = atSpeed(std::move(seen.device), leastSpeed(cluster, first, end));
    return seen;
}

}  // namespace

Cluster plainOf(const Cluster& cluster, const DeviceKind& kind)
{
    Cluster plain = cluster;
    plain.kinds.clear();
    plain.slow.clear();
    plain.device = cluster.deviceOf(kind);
    for (std::size_t level = 0; level < kind.links.size(); ++level) {
        LinkLevel own = kind.links[level];
        own.span = plain.links[level].span;
        if (plain.links[level] != own) {
            plain.links[level] = std::move(own);
            forgetMeasured(plain);
        }
    }
    return plain;
}

double speedOf(const Cluster& cluster, int device)
{
    double speed = 1;
    for (const SlowDevices& slow : cluster.slow) {
        speed *= slow.first <= device && device < slow.first + slow.devices ? slow.speed : 1;
    }
    return speed;
}

StageClusters::StageClusters(const Cluster& cluster, int stages) : m_mostMemory(cluster.mostMemory())
{
    const int devices = cluster.devices / stages;
    for (int block = 0; block < stages; ++block) {
        Cluster seen = seenBy(cluster, block * devices, (block + 1) * devices);
        const auto alike = std::ranges::find(m_classes, seen);
        m_classOf.push_back(static_cast<int>(alike - m_classes.begin()));
        if (alike == m_classes.end()) {
            m_classes.push_back(std::move(seen));
        }
    }
    m_slowest = m_classes.front();
    for (const Cluster& a : m_classes) {
        m_slowest = slowerLinks(std::move(m_slowest), a);
        for (const Cluster& b : m_classes) {
            m_between.push_back(slowerLinks(a, b));
        }
    }
}

const Cluster& StageClusters::between(int from, int to) const
{
    return m_between[at(classOf(from) * classes() + classOf(to))];
}

Bytes StageClusters::budgetOf(int classIndex, Bytes asked) const
{
    const Bytes own = ofClass(classIndex).device.memory;
    return own < m_mostMemory ? std::min(own, asked) : asked;
}

bool devicesDiffer(const Cluster& cluster)
{
    const auto isSlow = [](const SlowDevices& slow) { return slow.speed < 1; };
    const auto isUnlike = [&, first = plainOf(cluster, cluster.kinds.empty() ? DeviceKind() : cluster.kinds.front())](
                              const DeviceKind& kind) { return plainOf(cluster, kind) != first; };
    return std::ranges::any_of(cluster.slow, isSlow) || std::ranges::any_of(cluster.kinds, isUnlike);
}

Text kindsText(const Cluster& cluster, int first, int count)
{
    std::string kinds;
    eachKind(cluster, first, first + count,
             [&kinds](const DeviceKind& kind) { kinds += (kinds.empty() ? "" : " + ") + kind.name; });
    if (const double speed = leastSpeed(cluster, first, first + count); speed < 1) {
        return Core::tr("{} at {} %", kinds.empty() ? cluster.device.name : kinds, fmt::format("{:.3g}", 100 * speed));
    }
    return Text(kinds);
}

}  // namespace pgram
