// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/scenario/schedule_box.h"

#include "widgets/document/scenario_text.h"
#include "widgets/document/texts.h"

namespace pgram {

namespace {

/// Stands for several schedules among the kinds of one.
constexpr int several = -1;

}  // namespace

ScheduleBox::ScheduleBox(QWidget* parent) : QComboBox(parent)
{
    setObjectName(QStringLiteral("scenarioSchedule"));
    for (const ScheduleInfo& schedule : schedules()) {
        addItem({}, static_cast<int>(schedule.kind));
    }
    addItem({}, several);
}

void ScheduleBox::showState(const ScenarioState& state)
{
    for (int row = 0; row + 1 < count(); ++row) {
        setItemText(row, scheduleTitle(static_cast<ScheduleKind>(itemData(row).toInt())));
    }
    setItemText(count() - 1, severalText(state.several));
    const bool one = state.request.schedules.empty();
    setCurrentIndex(findData(one ? static_cast<int>(state.request.schedule.kind) : several));
}

std::optional<ScheduleKind> ScheduleBox::kind() const
{
    const int chosen = currentData().toInt();
    return chosen == several ? std::nullopt : std::optional(static_cast<ScheduleKind>(chosen));
}

}  // namespace pgram
