// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/schedule_rules.h"

#include "core/schedule/kinds/kinds.h"

#include <array>

namespace pgram {

std::span<const ScheduleRules* const> scheduleRules()
{
    static constexpr std::array<const ScheduleRules*, 5> all{&oneFOneBRules, &gpipeRules, &interleavedRules, &zbH1Rules,
                                                             &zbVRules};
    return all;
}

const ScheduleRules& rulesOf(ScheduleKind kind)
{
    return *scheduleRules()[static_cast<std::size_t>(kind)];
}

std::string_view nameOf(const ScheduleRules& rules)
{
    const std::string_view usual = rules.usual;
    return usual.substr(0, usual.find(':'));
}

ChunkPlace neighbour(const Schedule& schedule, int stages, int stage, int chunk, bool down)
{
    const int last = stages - 1;
    const int chunks = schedule.virtualStages;
    if (rulesOf(schedule.kind).path == ChunkPath::Turns) {
        const int next = down ? chunk + 1 : chunk - 1;
        if (down == (chunk == 0)) {
            return stage < last ? ChunkPlace{stage + 1, chunk, true}
                                : ChunkPlace{last, next, next >= 0 && next < chunks};
        }
        return stage > 0 ? ChunkPlace{stage - 1, chunk, true} : ChunkPlace{};
    }
    if (down) {
        return stage < last ? ChunkPlace{stage + 1, chunk, true} : ChunkPlace{0, chunk + 1, chunk + 1 < chunks};
    }
    return stage > 0 ? ChunkPlace{stage - 1, chunk, true} : ChunkPlace{last, chunk - 1, chunk > 0};
}

namespace {

template <typename IsThere>
int receivesFrom(const Schedule& schedule, int stages, int stage, const IsThere& isThere)
{
    int count = 0;
    for (int chunk = 0; chunk < schedule.virtualStages; ++chunk) {
        for (const bool down : {false, true}) {
            const ChunkPlace source = neighbour(schedule, stages, stage, chunk, down);
            count += source.exists && isThere(source.stage) ? 1 : 0;
        }
    }
    return count;
}

}  // namespace

int receivesInFront(const Schedule& schedule, int stages, int stage)
{
    return receivesFrom(schedule, stages, stage, [stage](int source) { return source < stage; });
}

int receivesBehind(const Schedule& schedule, int stages, int stage)
{
    return receivesFrom(schedule, stages, stage, [stage](int source) { return source > stage; });
}

}  // namespace pgram
