// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The choice of a schedule, or of several to search. GUI thread only.
#pragma once

#include "widgets/document/scenario_model.h"

#include <QComboBox>

namespace pgram {

class ScheduleBox : public QComboBox {
    Q_OBJECT
public:
    explicit ScheduleBox(QWidget* parent = nullptr);

    void showState(const ScenarioState& state);
    /// None = the best of several.
    [[nodiscard]] std::optional<ScheduleKind> kind() const;
};

}  // namespace pgram
