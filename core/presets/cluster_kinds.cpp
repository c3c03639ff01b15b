// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/presets/cluster_kinds.h"

#include "core/base/index.h"
#include "core/base/measure.h"
#include "core/cluster/cluster_fields.h"
#include "core/cluster/cluster_notes.h"
#include "core/cluster/cluster_sizes.h"
#include "core/cluster/stage_clusters.h"
#include "core/presets/cluster_edits.h"
#include "core/presets/preset_store.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>
#include <sstream>

namespace pgram {

namespace {

constexpr double usualSlowSpeed = 0.7;

Result<std::size_t> kindAt(const Cluster& cluster, int kind)
{
    if (kind < 0 || kind >= static_cast<int>(cluster.kinds.size())) {
        return badInput(Core::tr("there is no kind {}", kind), "cluster./kinds");
    }
    return static_cast<std::size_t>(kind);
}

/// Returns a device's name without its maker and its board: "A100" for "NVIDIA A100 SXM4 40GB".
std::string shortName(const std::string& device)
{
    std::istringstream words(device);
    std::vector<std::string> kept;
    for (std::string word; words >> word;) {
        const bool isBoard = word.starts_with("SXM") || word.starts_with("PCIe") || word.starts_with('(') ||
                             word.starts_with("NVL") || word.ends_with("GB");
        if (isBoard && kept.size() > 1) {
            break;
        }
        kept.push_back(word);
    }
    const std::size_t maker = kept.size() > 1 ? 1 : 0;
    return fmt::format("{}", fmt::join(kept.begin() + static_cast<std::ptrdiff_t>(maker), kept.end(), " "));
}

/// The first name that no kind has: the short one, all of the device's, or that with a number.
std::string nameFor(const Cluster& cluster, const std::string& device)
{
    const auto isTaken = [&cluster](const std::string& name) {
        return std::ranges::find(cluster.kinds, name, &DeviceKind::name) != cluster.kinds.end();
    };
    std::string name = shortName(device);
    name = isTaken(name) ? device : name;
    for (int number = 2; isTaken(name); ++number) {
        name = fmt::format("{} {}", device, number);
    }
    return name;
}

/// Ranks of slow devices follow the devices when kinds have other numbers.
void moveSlow(Cluster& cluster, const std::vector<int>& counts)
{
    const auto moved = [&](int device, int end) {
        int begin = 0;
        int now = 0;
        for (std::size_t kind = 0; kind < cluster.kinds.size(); ++kind) {
            if (device < begin + cluster.kinds[kind].devices) {
                return now + std::min(end - begin, counts[kind]);
            }
            begin += cluster.kinds[kind].devices;
            now += counts[kind];
        }
        return now;
    };
    for (SlowDevices& slow : cluster.slow) {
        const int last = slow.first + slow.devices - 1;
        const int first = moved(slow.first, slow.first);
        slow.devices = moved(last, last + 1) - first;
        slow.first = first;
    }
    std::erase_if(cluster.slow, [](const SlowDevices& slow) { return slow.devices <= 0; });
}

std::vector<int> countsOf(const Cluster& cluster)
{
    std::vector<int> counts;
    for (const DeviceKind& kind : cluster.kinds) {
        counts.push_back(kind.devices);
    }
    return counts;
}

/// With these numbers of each kind; those of none are no more. `asked` is the kind that an error speaks of.
Result<Cluster> withCounts(const Cluster& cluster, const std::vector<int>& counts, std::size_t asked)
{
    const int devices = std::accumulate(counts.begin(), counts.end(), 0);
    Cluster next = cluster;
    moveSlow(next, counts);
    for (std::size_t kind = 0; kind < counts.size(); ++kind) {
        next.kinds[kind].devices = counts[kind];
    }
    std::erase_if(next.kinds, [](const DeviceKind& kind) { return kind.devices == 0; });
    return resized(next, devices, devices - counts[asked]);
}

/// The device that no kind has is none; a kind alone is the cluster.
void settle(Cluster& cluster)
{
    const auto isShared = [](const DeviceKind& kind) { return !kind.device; };
    const std::string front = kindNote(cluster.kinds.front().name);
    if (std::ranges::none_of(cluster.kinds, isShared)) {
        dropNotes(cluster.source, "/device");
        renameNotes(cluster.source, front + "/device", "/device");
        cluster.device = *cluster.kinds.front().device;
        cluster.kinds.front().device.reset();
    }
    if (cluster.kinds.size() == 1) {
        std::vector<SlowDevices> slow = std::move(cluster.slow);
        renameNotes(cluster.source, front + "/links", "/links");
        renameNotes(cluster.source, front, "/device");
        cluster = plainOf(cluster, cluster.kinds.front());
        cluster.slow = std::move(slow);
    }
}

Result<Cluster> retitled(Cluster next, const Cluster& before)
{
    std::string source = next.source;
    markEdited(next, before);
    next.source = std::move(source);
    next.title = next.kinds.empty() ? fmt::format("{} × {}", next.devices, next.device.name) : kindsTitle(next);
    return checkedCluster(next);
}

}  // namespace

std::vector<Cluster> kindChoices(const PresetStore& store)
{
    std::vector<Cluster> choices;
    for (const PresetEntry& entry : store.clusters()) {
        const Result<Cluster> preset = store.cluster(entry.name);
        if (preset && !preset->isMixed() &&
            std::ranges::find(choices, preset->device, &Cluster::device) == choices.end()) {
            choices.push_back(*preset);
        }
    }
    for (const PresetEntry& entry : store.devices()) {
        const Result<Device> device = store.device(entry.name);
        if (device && std::ranges::find(choices, *device, &Cluster::device) == choices.end()) {
            Cluster alone = blankCluster();
            alone.name = entry.name;
            alone.title = device->name;
            alone.devices = 1;
            alone.links.front().span = 1;
            alone.device = *device;
            choices.push_back(std::move(alone));
        }
    }
    std::ranges::stable_sort(choices, {}, [](const Cluster& choice) { return choice.device.name; });
    return choices;
}

Result<Cluster> withKind(const Cluster& cluster, const Cluster& like)
{
    const int island = cluster.network            ? cluster.devices
                       : cluster.links.size() > 1 ? cluster.links[cluster.links.size() - 2].span
                                                  : 1;
    const int added = std::lcm(cluster.nodeDevices(), island);
    if (added > mostClusterDevices - cluster.devices) {
        return badInput(Core::tr("is {}, expected from 1 to {}", std::int64_t{cluster.devices} + added,
                                 std::int64_t{mostClusterDevices}),
                        "cluster./devices");
    }
    Cluster next = cluster;
    if (next.kinds.empty()) {
        next.kinds.push_back({shortName(cluster.device.name), cluster.devices, {}, {}});
    }
    DeviceKind kind{nameFor(next, like.device.name), added, like.device, {}};
    LinkLevel inside = like.links.front();
    inside.span = cluster.links.front().span;
    if (like.nodeDevices() > 1 && inside != cluster.links.front()) {
        inside.span = 0;
        kind.links.push_back(inside);
    }
    next.source += fmt::format("; {} = {} of {}", kindNote(kind.name), like.device.name, like.name);
    next.kinds.push_back(std::move(kind));
    return resized(next, cluster.devices + added).and_then([&](const Cluster& sized) {
        return retitled(sized, cluster);
    });
}

Result<Cluster> withoutKind(const Cluster& cluster, int kind)
{
    return kindAt(cluster, kind).and_then([&](std::size_t index) -> Result<Cluster> {
        std::vector<int> counts = countsOf(cluster);
        counts[index] = counts.size() > 1 ? 0 : counts[index];
        return withCounts(cluster, counts, index).and_then([&](Cluster next) {
            if (counts[index] == 0) {
                dropNotes(next.source, kindNote(cluster.kinds[index].name));
            }
            settle(next);
            return retitled(std::move(next), cluster);
        });
    });
}

Result<Cluster> withKindDevices(const Cluster& cluster, int kind, int devices)
{
    return kindAt(cluster, kind).and_then([&](std::size_t index) -> Result<Cluster> {
        std::vector<int> counts = countsOf(cluster);
        const std::int64_t most = mostClusterDevices - (cluster.devices - counts[index]);
        if (devices < 1 || devices > most) {
            return badInput(Core::tr("is {}, expected from 1 to {}", devices, most), "devices");
        }
        if (devices == counts[index]) {
            return cluster;
        }
        counts[index] = devices;
        return withCounts(cluster, counts, index).and_then([&](Cluster next) {
            return retitled(std::move(next), cluster);
        });
    });
}

Result<Cluster> withKindNodes(const Cluster& cluster, int kind, int nodes)
{
    const int most = static_cast<int>(mostClusterDevices) / cluster.nodeDevices();
    return nodes > most ? badInput(Core::tr("is {}, expected from 1 to {}", nodes, most), "nodes")
                        : withKindDevices(cluster, kind, nodes * cluster.nodeDevices());
}

int kindNodes(const Cluster& cluster, int kind)
{
    const int node = cluster.nodeDevices();
    return (cluster.kinds[at(kind)].devices + node - 1) / node;
}

bool sharesDevice(const Cluster& cluster, int kind)
{
    const auto isShared = [](const DeviceKind& each) { return !each.device; };
    return kind >= 0 && kind < static_cast<int>(cluster.kinds.size()) && isShared(cluster.kinds[at(kind)]) &&
           std::ranges::count_if(cluster.kinds, isShared) > 1;
}

Result<Cluster> withOwnDevice(const Cluster& cluster, int kind)
{
    return kindAt(cluster, kind).and_then([&](std::size_t index) {
        Cluster next = cluster;
        next.kinds[index].device = cluster.deviceOf(cluster.kinds[index]);
        return checkedCluster(next);
    });
}

Result<Cluster> withOwnLink(const Cluster& cluster, int kind)
{
    return kindAt(cluster, kind).and_then([&](std::size_t index) -> Result<Cluster> {
        Cluster next = cluster;
        std::vector<LinkLevel>& own = next.kinds[index].links;
        if (own.size() == cluster.links.size()) {
            return badInput(Core::tr("has its own on all levels"), fmt::format("cluster./kinds/{}/links", kind));
        }
        own.push_back(cluster.links[own.size()]);
        own.back().span = 0;
        return checkedCluster(next);
    });
}

Result<Cluster> withoutOwnLink(const Cluster& cluster, int kind)
{
    return kindAt(cluster, kind).and_then([&](std::size_t index) -> Result<Cluster> {
        Cluster next = cluster;
        DeviceKind& own = next.kinds[index];
        if (own.links.empty()) {
            return badInput(Core::tr("has no links of its own"), fmt::format("cluster./kinds/{}/links", kind));
        }
        dropNotes(next.source, fmt::format("{}/links/{}", kindNote(own.name), own.links.back().name));
        own.links.pop_back();
        return checkedCluster(next);
    });
}

Result<Cluster> withSlow(const Cluster& cluster)
{
    Cluster next = cluster;
    const int behind = cluster.slow.empty() ? 0 : cluster.slow.back().first + cluster.slow.back().devices;
    next.slow.push_back({behind % cluster.devices, 1, usualSlowSpeed});
    markEdited(next, cluster);
    return checkedCluster(next);
}

Result<Cluster> withoutSlow(const Cluster& cluster, int number)
{
    if (number < 0 || number >= static_cast<int>(cluster.slow.size())) {
        return badInput(Core::tr("there is no row {}", number), "cluster./slow");
    }
    Cluster next = cluster;
    next.slow.erase(next.slow.begin() + number);
    markEdited(next, cluster);
    return checkedCluster(next);
}

std::string kindsTitle(const Cluster& cluster)
{
    std::string title;
    for (const DeviceKind& kind : cluster.kinds) {
        title += fmt::format("{}{} × {}", title.empty() ? "" : " + ", kind.devices, kind.name);
    }
    return title.empty() ? std::to_string(cluster.devices) : title;
}

std::string slowTitle(const Cluster& cluster)
{
    std::string title;
    for (const SlowDevices& slow : cluster.slow) {
        const int last = slow.first + slow.devices - 1;
        title +=
            fmt::format("{}{}{}: {}", title.empty() ? "" : ", ", slow.first,
                        last > slow.first ? fmt::format("–{}", last) : "", measureToType(slow.speed, Measure::Share));
    }
    return title;
}

}  // namespace pgram
