// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/strategy/space.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <vector>

namespace pgram {

namespace {

constexpr std::array all{
    DimensionInfo{"dp", "DP", "data parallel: whole copies, gradients all-reduced", &Space::dp},
    DimensionInfo{"sdp", "SDP", "sharded data parallel: ZeRO-3", &Space::sdp},
    DimensionInfo{"tp", "TP", "tensor parallel: a layer's matrices divided", &Space::tp},
    DimensionInfo{"pp", "PP", "pipeline parallel: the model cut into stages", &Space::pp},
    DimensionInfo{"ckpt", "CKPT", "full recomputation of activations", &Space::ckpt},
    DimensionInfo{"sp", "SP", "Megatron's sequence parallelism on tensor groups", &Space::sp},
    DimensionInfo{"zero1", "ZeRO-1", "optimizer states divided over the data group", &Space::zero1},
    DimensionInfo{"zero2", "ZeRO-2", "gradients divided as well", &Space::zero2},
    DimensionInfo{"hsdp", "HSDP", "hybrid sharding: SDP inside, copies outside", &Space::hsdp},
    DimensionInfo{"ulysses", "Ulysses", "tokens divided, heads inside attention, whole matrices", &Space::ulysses},
    DimensionInfo{"cp", "CP", "context parallel: tokens divided, keys and values in a ring", &Space::cp},
    DimensionInfo{"ep", "EP", "expert parallel: experts spread over the data group", &Space::ep},
    DimensionInfo{"selective", "Selective", "recomputation of attention alone", &Space::selective},
    DimensionInfo{"offload-activations", "OFF-ACT", "kept activations wait in host memory", &Space::offloadActivations},
    DimensionInfo{"offload-optimizer", "OFF-OPT", "optimizer states in host memory, weights updated there",
                  &Space::offloadOptimizer}};

std::string namesOf(std::span<const DimensionInfo> dimensions, const char* separator)
{
    std::vector<const char*> names;
    for (const DimensionInfo& dimension : dimensions) {
        names.push_back(dimension.name);
    }
    return fmt::format("{}", fmt::join(names, separator));
}

bool turnOn(Space& space, std::string_view name)
{
    const auto known = std::ranges::find(all, name, &DimensionInfo::name);
    if (known == all.end()) {
        return false;
    }
    space.*known->on = true;
    return true;
}

}  // namespace

std::span<const DimensionInfo> dimensions()
{
    return all;
}

Result<Space> parseSpace(std::string_view list)
{
    Space space;
    for (const DimensionInfo& dimension : all) {
        space.*dimension.on = false;
    }
    std::size_t begin = 0;
    while (begin <= list.size()) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        const std::string_view name = list.substr(begin, end - begin);
        if (!turnOn(space, name)) {
            return badInput(fmt::format("unknown dimension '{}'", name), "space", "Known are " + namesOf(all, ", "));
        }
        begin = end + 1;
    }
    return space;
}

std::string toString(const Space& space)
{
    std::vector<DimensionInfo> on;
    std::ranges::copy_if(all, std::back_inserter(on), [&space](const DimensionInfo& d) { return space.*d.on; });
    return namesOf(on, ",");
}

}  // namespace pgram
