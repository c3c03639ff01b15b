// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/schedule_rules.h"

#include "core/base/index.h"
#include "core/schedule/kinds/kinds.h"

#include <array>

namespace pgram {

std::span<const ScheduleRules* const> scheduleRules()
{
    static constexpr std::array<const ScheduleRules*, 11> all{
        &oneFOneBRules, &gpipeRules, &interleavedRules, &zbH1Rules,     &zbH2Rules,   &zbVRules,
        &vHalfRules,    &vMinRules,  &dualPipeVRules,   &teraPipeRules, &seq1f1bRules};
    return all;
}

const ScheduleRules& rulesOf(ScheduleKind kind)
{
    return *scheduleRules()[at(kind)];
}

std::string_view nameOf(const ScheduleRules& rules)
{
    const std::string_view usual = rules.usual;
    return usual.substr(0, usual.find(':'));
}

}  // namespace pgram
