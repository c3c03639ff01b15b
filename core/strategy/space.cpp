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

Space spaceOf(std::initializer_list<bool Space::*> dimensions)
{
    Space space;
    for (const DimensionRules* rules : dimensionRules()) {
        space.*rules->on = std::ranges::find(dimensions, rules->on) != dimensions.end();
    }
    return space;
}

Result<Space> parseSpace(std::string_view list)
{
    const auto all = dimensionRules();
    Space space = spaceOf({});
    std::size_t begin = 0;
    while (begin <= list.size()) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        const std::string_view name = list.substr(begin, end - begin);
        const auto known = std::ranges::find(all, name, &DimensionRules::name);
        if (known == all.end()) {
            return badInput(Core::tr("unknown dimension '{}'", name), "space",
                            Core::tr("Known are {}", joined({all.begin(), all.end()}, ", ")));
        }
        space.*(*known)->on = true;
        begin = end + 1;
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
