// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Levels of links come and go: spans stay such that islands nest.
#include "core/cluster/cluster_json.h"
#include "core/presets/cluster_edits.h"

#include <fmt/format.h>
#include <utility>

namespace pgram {

namespace {

Place placeOf(int level)
{
    return fmt::format("cluster./links/{}", level);
}

Result<std::size_t> indexOf(const Cluster& cluster, int level)
{
    if (level < 0 || level >= static_cast<int>(cluster.links.size())) {
        return badInput(Core::tr("there is no level {}", level), "cluster./links");
    }
    return static_cast<std::size_t>(level);
}

/// Returns a level whose figures are those of another link until the user sets them.
LinkLevel likeness(const LinkLevel& link, int span)
{
    LinkLevel made = link;
    made.name = "Link";
    made.span = span;
    const Provenance copied{"guessed", "taken from " + link.name};
    made.efficiency.provenance = copied;
    made.startup = {};
    return made;
}

/// The links that kinds have of their own stay at their levels.
template <typename Edit>
void eachOwnLinks(Cluster& cluster, const Edit& edit)
{
    for (DeviceKind& kind : cluster.kinds) {
        edit(kind.links);
    }
}

}  // namespace

Result<Cluster> withLevelBeyond(const Cluster& cluster)
{
    if (!cluster.kinds.empty()) {
        return badInput(Core::tr("a cluster of several kinds cannot be doubled"), "cluster./kinds",
                        Core::tr("Add a kind, or change the number of a kind"));
    }
    Cluster next = cluster;
    next.links.push_back(cluster.network ? *cluster.network : likeness(cluster.links.back(), 0));
    next.links.back().span = 2 * cluster.devices;
    next.network.reset();
    next.devices = 2 * cluster.devices;
    return checkedCluster(next);
}

Result<Cluster> withLevelInside(const Cluster& cluster, int inside)
{
    return indexOf(cluster, inside).and_then([&](std::size_t level) -> Result<Cluster> {
        const int inner = level == 0 ? 1 : cluster.links[level - 1].span;
        const int ratio = cluster.links[level].span / inner;
        int factor = 2;
        while (factor < ratio && ratio % factor != 0) {
            ++factor;
        }
        if (factor >= ratio) {
            return badInput(Core::tr("no islands fit between {} and {} devices", inner, cluster.links[level].span),
                            placeOf(inside));
        }
        Cluster next = cluster;
        next.links.insert(next.links.begin() + inside, likeness(cluster.links[level], inner * factor));
        eachOwnLinks(next, [&](std::vector<LinkLevel>& own) {
            if (level < own.size()) {
                own.insert(own.begin() + inside, likeness(own[level], 0));
            }
        });
        return checkedCluster(next);
    });
}

Result<Cluster> withoutLevel(const Cluster& cluster, int level)
{
    return indexOf(cluster, level).and_then([&](std::size_t index) -> Result<Cluster> {
        if (cluster.links.size() == 1) {
            return badInput(Core::tr("is the only level, and one joins the devices"), placeOf(level));
        }
        Cluster next = cluster;
        next.links.erase(next.links.begin() + level);
        eachOwnLinks(next, [&](std::vector<LinkLevel>& own) {
            if (index < own.size()) {
                own.erase(own.begin() + level);
            }
        });
        next.devices = next.links.back().span;
        return checkedCluster(next);
    });
}

Result<Cluster> withLevelMovedOut(const Cluster& cluster, int level)
{
    return indexOf(cluster, level).and_then([&](std::size_t index) -> Result<Cluster> {
        if (index + 1 == cluster.links.size()) {
            return badInput(Core::tr("is the outermost level"), placeOf(level));
        }
        Cluster next = cluster;
        std::swap(next.links[index], next.links[index + 1]);
        std::swap(next.links[index].span, next.links[index + 1].span);
        eachOwnLinks(next, [&](std::vector<LinkLevel>& own) {
            if (index + 1 == own.size()) {
                own.push_back(cluster.links[index + 1]);
                own.back().span = 0;
            }
            if (index + 1 < own.size()) {
                std::swap(own[index], own[index + 1]);
            }
        });
        return checkedCluster(next);
    });
}

}  // namespace pgram
