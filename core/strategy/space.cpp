// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/strategy/space.h"

#include "core/strategy/dimension_rules.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <vector>

namespace pgram {

namespace {

std::string joined(const std::vector<const DimensionRules*>& dimensions, const char* separator)
{
    std::vector<const char*> names;
    std::ranges::transform(dimensions, std::back_inserter(names), &DimensionRules::name);
    return fmt::format("{}", fmt::join(names, separator));
}

}  // namespace

std::span<const SpaceGroup> spaceGroups()
{
    static constexpr SpaceGroup groups[] = {
        {"paper", [](const DimensionRules& rules) { return Space().*rules.on; }},
        {"modern", [](const DimensionRules& rules) { return rules.isModern; }},
        {"all", [](const DimensionRules&) { return true; }},
    };
    return groups;
}

Result<Space> parseSpace(std::string_view list)
{
    const auto all = dimensionRules();
    Space space = spaceOf({});
    std::size_t begin = 0;
    while (begin <= list.size()) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        std::string_view name = list.substr(begin, end - begin);
        begin = end + 1;
        const bool on = !name.starts_with('-');
        name.remove_prefix(on ? 0 : 1);
        const auto group = std::ranges::find(spaceGroups(), name, &SpaceGroup::name);
        const auto known = std::ranges::find(all, name, &DimensionRules::name);
        if (group == spaceGroups().end() && known == all.end()) {
            std::vector<std::string_view> groups;
            std::ranges::transform(spaceGroups(), std::back_inserter(groups), &SpaceGroup::name);
            return badInput(Core::tr("unknown dimension '{}'", name), "space",
                            Core::tr("Known are {}; and {} for several at once", joined({all.begin(), all.end()}, ", "),
                                     fmt::format("{}", fmt::join(groups, ", "))));
        }
        for (const DimensionRules* rules : all) {
            if (known != all.end() ? rules == *known : group->holds(*rules)) {
                space.*rules->on = on;
            }
        }
    }
    if (space == spaceOf({})) {
        return badInput(Core::tr("no dimension is left of '{}'", list), "space", Core::tr("Name one to search in"));
    }
    return space;
}

std::string toString(const Space& space)
{
    std::vector<const DimensionRules*> on;
    std::ranges::copy_if(dimensionRules(), std::back_inserter(on),
                         [&space](const DimensionRules* rules) { return space.*rules->on; });
    return joined(on, ",");
}

}  // namespace pgram
