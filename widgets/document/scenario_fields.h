// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The fields of the scenario that take one of a few values, or a number: one row each, which the dock shows, the
// history says and the finder offers. GUI thread only, for its texts.
#pragma once

#include "core/fidelity/framework.h"
#include "core/questions/usual_request.h"

#include <QString>

#include <vector>

namespace pgram {

/// A question, and what a choice stands for that is taken back.
struct ScenarioState {
    SearchRequest request;
    std::vector<Schedule> several;  ///< what is searched where no one schedule is chosen
    std::vector<int> microbatches;  ///< the candidates where no one number is chosen; empty = all divisors of the batch
    int gradientBytes = 4;          ///< where the precision leaves a choice
    const std::vector<FrameworkFamily>* frameworks = nullptr;  ///< that there are; null = none
    OpenParts open{.batch = false, .search = false};           ///< parts that another model or cluster chooses anew
    bool ownOverheads = false;  ///< the overheads were chosen: they do not follow the target
    /// The search before a target narrowed it.
    struct FreeSearch {
        Space space;
        Method method = Method::Joint;
        Schedule schedule;
        std::vector<Schedule> schedules;
        std::vector<int> microbatches;
        bool isOpen = false;
        bool operator==(const FreeSearch&) const = default;
    };
    std::optional<FreeSearch> free;  ///< present while there is a target that was chosen here
    bool operator==(const ScenarioState&) const = default;
};

/// The parts of the form. The first is always open, the others fold.
enum class ScenarioSection { Main, Training, Search };

struct ScenarioField {
    enum class Kind { Choice, Count, Percent, Text };

    const char* label;  ///< "Optimizer"
    const char* name;   ///< of its widget
    Kind kind;
    /// Returns the value; of a text a number that differs where the texts do.
    qint64 (*get)(const ScenarioState& state);
    /// Null of a text.
    void (*set)(ScenarioState& state, qint64 value) = nullptr;
    /// In the window's language. Null of a number: as it is.
    QString (*text)(const ScenarioState& state, qint64 value) = nullptr;

    // Of a choice.
    std::vector<qint64> (*values)(const ScenarioState& state) = nullptr;
    QString (*valueTip)(const ScenarioState& state, qint64 value) = nullptr;  ///< null: none
    QString (*topic)(qint64 value) = nullptr;  ///< of the value's own page of help; null: they have none

    // Of a number.
    const char* tip = nullptr;
    qint64 least = 0;
    qint64 most = 0;
    qint64 step = 1;
    bool leastIsWord = false;  ///< text() of the least value stands in its place

    // The field is a text.
    QString (*typed)(const ScenarioState& state) = nullptr;  ///< the typed text; empty: text() is shown
    Result<void> (*read)(ScenarioState& state, const QString& typed) = nullptr;

    /// Null: always.
    bool (*isShown)(const SearchRequest& request) = nullptr;
    bool (*isEnabled)(const SearchRequest& request) = nullptr;
    /// The field that another value of follows from: a change of that one says enough. Null: none.
    const char* follows = nullptr;
    ScenarioSection section = ScenarioSection::Training;
    bool isInSummary = false;  ///< true: the line of the folded section has the value also where it is the default
};

/// In the order in which they stand.
[[nodiscard]] const std::vector<ScenarioField>& scenarioFields();
/// The one whose widget has this name.
[[nodiscard]] const ScenarioField& scenarioField(const char* name);

/// "Optimizer", in the window's language: of these fields and of the dock's others.
[[nodiscard]] QString fieldName(const char* label);
/// What the field says of the state, "AdamW" or "64".
[[nodiscard]] QString valueText(const ScenarioField& field, const ScenarioState& state);
[[nodiscard]] QString valueText(const ScenarioField& field, const ScenarioState& state, qint64 value);

/// Returns the line of a folded section: the values of its main fields, and of those that are not at their default.
[[nodiscard]] QString sectionText(ScenarioSection section, const ScenarioState& state);

/// Returns true if the overheads are others than none and those of the target.
[[nodiscard]] bool hasOwnOverheads(const ScenarioState& state);
/// Gradients follow where the precision leaves no choice.
void choosePrecision(ScenarioState& state, Precision precision);

}  // namespace pgram
