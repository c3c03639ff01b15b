// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/strategy/space.h"

#include <array>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace pgram {

namespace {

using Switch = std::pair<const char*, bool Space::*>;

constexpr std::array<Switch, 10> switches{{{"dp", &Space::dp},
                                           {"sdp", &Space::sdp},
                                           {"tp", &Space::tp},
                                           {"pp", &Space::pp},
                                           {"ckpt", &Space::ckpt},
                                           {"sp", &Space::sp},
                                           {"zero1", &Space::zero1},
                                           {"zero2", &Space::zero2},
                                           {"offload-activations", &Space::offloadActivations},
                                           {"offload-optimizer", &Space::offloadOptimizer}}};

std::string knownNames()
{
    std::vector<const char*> names;
    for (const Switch& entry : switches) {
        names.push_back(entry.first);
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

bool turnOn(Space& space, std::string_view name)
{
    for (const auto& [known, member] : switches) {
        if (name == known) {
            space.*member = true;
            return true;
        }
    }
    return false;
}

}  // namespace

Result<Space> parseSpace(std::string_view list)
{
    Space space;
    for (const Switch& entry : switches) {
        space.*entry.second = false;
    }
    std::size_t begin = 0;
    while (begin <= list.size()) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        const std::string_view name = list.substr(begin, end - begin);
        if (!turnOn(space, name)) {
            return badInput(fmt::format("unknown dimension '{}'", name), "space", "Known are " + knownNames());
        }
        begin = end + 1;
    }
    return space;
}

std::string toString(const Space& space)
{
    std::vector<const char*> names;
    for (const auto& [name, member] : switches) {
        if (space.*member) {
            names.push_back(name);
        }
    }
    return fmt::format("{}", fmt::join(names, ","));
}

}  // namespace pgram
