// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/scenario/schedule_box.h"

#include "widgets/document/texts.h"

#include <algorithm>

namespace pgram {

namespace {

/// Stands for several schedules among the kinds of one.
constexpr int several = -1;

std::vector<Schedule> everySchedule()
{
    std::vector<Schedule> list;
    for (const ScheduleInfo& entry : schedules()) {
        list.push_back({entry.kind, 1, usualChunks(entry.kind)});
    }
    return list;
}

}  // namespace

ScheduleBox::ScheduleBox(QWidget* parent) : QComboBox(parent), m_several(everySchedule())
{
    setObjectName(QStringLiteral("scenarioSchedule"));
    for (const ScheduleInfo& schedule : schedules()) {
        addItem({}, static_cast<int>(schedule.kind));
    }
    addItem({}, several);
    retranslate();
}

void ScheduleBox::showRequest(const SearchRequest& request)
{
    m_several = request.schedules.empty() ? everySchedule() : request.schedules;
    const int kind = request.schedules.empty() ? static_cast<int>(request.schedule.kind) : several;
    setCurrentIndex(std::max(0, findData(kind)));
    retranslate();
}

void ScheduleBox::applyTo(SearchRequest& request) const
{
    request.schedules.clear();
    if (currentData().toInt() == several) {
        request.schedules = m_several;
        return;
    }
    request.schedule.kind = static_cast<ScheduleKind>(currentData().toInt());
    const bool interleaved = request.schedule.kind == ScheduleKind::Interleaved;
    const int chunks = usualChunks(request.schedule.kind);
    request.schedule.virtualStages = interleaved ? std::max(chunks, request.schedule.virtualStages) : chunks;
}

void ScheduleBox::retranslate()
{
    for (int row = 0; row + 1 < count(); ++row) {
        setItemText(row, scheduleTitle(static_cast<ScheduleKind>(itemData(row).toInt())));
    }
    QStringList names;
    for (const Schedule& schedule : m_several) {
        names.append(QString::fromStdString(toString(schedule)));
    }
    const bool all = m_several == everySchedule();
    setItemText(count() - 1, all ? tr("best of all") : tr("best of %1").arg(names.join(QStringLiteral(", "))));
}

}  // namespace pgram
