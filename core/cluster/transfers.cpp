// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/transfers.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace pgram {

namespace {

/// The rank of index `index` in the group of `rank`.
int memberOf(Group group, int rank, int index)
{
    const int own = rank / group.stride % group.size;
    return rank + (index - own) * group.stride;
}

void ringTransfers(Group group, int base, int ranks, const TransferSink& sink)
{
    for (int rank = 0; rank < ranks; ++rank) {
        const int next = (rank / group.stride + 1) % group.size;
        sink(base + rank, base + memberOf(group, rank, next), 1.0 / ranks);
    }
}

void pairwiseTransfers(Group group, int base, int ranks, const TransferSink& sink)
{
    const double share = 1.0 / ranks / (group.size - 1);
    for (int rank = 0; rank < ranks; ++rank) {
        for (int index = 0; index < group.size; ++index) {
            if (const int other = memberOf(group, rank, index); other != rank) {
                sink(base + rank, base + other, share);
            }
        }
    }
}

/// Both ways over each edge of the tree of `members`, which stand in an order that keeps islands together.
void treeTransfers(const Cluster& cluster, std::vector<int> members, double share, const TransferSink& sink)
{
    const int last = static_cast<int>(cluster.links.size()) - 1;
    for (int level = 0; members.size() > 1; ++level) {
        std::vector<int> heads;
        for (auto begin = members.begin(); begin != members.end();) {
            const auto end = std::find_if(begin, members.end(), [&](int rank) {
                return level < last && linkBetween(cluster, *begin, rank) > level;
            });
            for (auto child = begin + 1; child != end; ++child) {
                const int parent = *(begin + (child - begin - 1) / 2);
                sink(*child, parent, share);
                sink(parent, *child, share);
            }
            heads.push_back(*begin);
            begin = end;
        }
        members = std::move(heads);
    }
}

void doubleTreeTransfers(const Cluster& cluster, Group group, int base, int ranks, const TransferSink& sink)
{
    std::vector<int> firsts;
    for (int rank = 0; rank < ranks; ++rank) {
        if (rank / group.stride % group.size == 0) {
            firsts.push_back(rank);
        }
    }
    const double share = 1.0 / (4.0 * (group.size - 1) * static_cast<double>(firsts.size()));
    for (const int first : firsts) {
        std::vector<int> members;
        for (int index = 0; index < group.size; ++index) {
            members.push_back(base + first + index * group.stride);
        }
        treeTransfers(cluster, members, share, sink);
        std::ranges::reverse(members);
        treeTransfers(cluster, std::move(members), share, sink);
    }
}

}  // namespace

int linkBetween(const Cluster& cluster, int a, int b)
{
    const auto holdsBoth = [=](const LinkLevel& link) { return a / link.span == b / link.span; };
    const auto level = std::ranges::find_if(cluster.links, holdsBoth);
    return std::min(static_cast<int>(level - cluster.links.begin()), static_cast<int>(cluster.links.size()) - 1);
}

void eachTransfer(const Cluster& cluster, Route route, Group group, int base, int ranks, const TransferSink& sink)
{
    if (group.size <= 1) {
        return;
    }
    switch (route) {
    case Route::Ring:
    case Route::Direct:
        ringTransfers(group, base, ranks, sink);
        break;
    case Route::Pairwise:
        pairwiseTransfers(group, base, ranks, sink);
        break;
    case Route::Tree:
        doubleTreeTransfers(cluster, group, base, ranks, sink);
        break;
    }
}

}  // namespace pgram
