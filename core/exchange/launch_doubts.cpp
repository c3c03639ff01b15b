// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/launch_doubts.h"

#include <algorithm>

namespace pgram {

void noteDoubts(const LaunchArguments& arguments, const SettingTable& table, char gap, PlanSettings& settings,
                const char* prefix)
{
    const SettingLedger ledger(table);
    const auto named = [gap](std::string flag) {
        std::ranges::replace(flag, '-', gap);
        return flag;
    };
    for (const ValueNote& doubt : arguments.doubts()) {
        const std::string name = named(doubt.what);
        const SettingNames* group = ledger.find(name);
        if (group != nullptr && group->use == SettingUse::Used) {
            settings.assume(prefix + name, doubt.value, doubt.why);
        }
    }
    for (const ValueNote& skipped : arguments.skipped()) {
        settings.ignore(prefix + named(skipped.what), skipped.value, skipped.why);
    }
}

void noteDoubt(const std::string& variable, const LaunchArguments& arguments, PlanSettings& settings)
{
    const auto isNoted = [&variable](const ValueNote& note) { return note.what == variable; };
    const auto doubt = arguments.doubtOf(variable);
    if (doubt && std::ranges::none_of(settings.assumed, isNoted)) {
        settings.assume(variable, arguments.variable(variable).value_or(std::string()), *doubt);
    }
}

}  // namespace pgram
