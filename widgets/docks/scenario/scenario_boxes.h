// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A combo box for presets: a name is typed as one remembers it ("llama2 7b", "LLAMA-2"), and what contains it is
// offered; Return takes the best of that. GUI thread only.
#pragma once

#include "widgets/document/scenario_model.h"

#include <QComboBox>

#include <array>
#include <utility>

namespace pgram {

[[nodiscard]] QComboBox* presetBox(const QString& name);
/// A preset to choose from, found by its name and by its title.
void addEntry(QComboBox* box, const QString& name, const QString& title);
/// Shows an entry, added when it is none of the presets; emits nothing.
void showEntry(QComboBox* box, const QString& name, const QString& title);

/// What names have in common however they are written: letters and digits, in lower case.
[[nodiscard]] QString presetKey(const QString& text);
/// The row of the preset that somebody means who writes `text`: named so, or beginning so, or containing it; -1 = none.
[[nodiscard]] int presetRow(const QComboBox& box, const QString& text);
/// Up to three titles that share a word with `text`, else those that are spelt nearly so.
[[nodiscard]] QStringList nearestTitles(const QComboBox& box, const QString& text);

/// The choices of optimizer states: bytes of each, and whether 16-bit weights have a copy of 32 bits beside them.
inline constexpr std::array statesChoices{std::pair(4, true), std::pair(2, true), std::pair(4, false),
                                          std::pair(2, false)};

/// The choice of a schedule, or of several to search.
class ScheduleBox : public QComboBox {
    Q_OBJECT
public:
    explicit ScheduleBox(QWidget* parent = nullptr);

    void showState(const ScenarioState& state);
    /// None = the best of several.
    [[nodiscard]] std::optional<ScheduleKind> kind() const;
};

}  // namespace pgram
