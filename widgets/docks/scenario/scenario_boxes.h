// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Combo boxes of the scenario: of presets, whose name is typed as one remembers it ("llama2 7b", "LLAMA-2"), what
// contains it is offered and Return takes the best of that; and of the choices of its fields. GUI thread only.
#pragma once

#include "widgets/document/scenario_fields.h"

#include <QComboBox>

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

/// Shows the field's values for the state, and which of them it has; emits nothing.
void showChoice(QComboBox* box, const ScenarioField& field, const ScenarioState& state);

}  // namespace pgram
