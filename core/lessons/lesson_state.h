// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// State of a lesson's step: the plans that its formulas name, and the plans' figures.
#pragma once

#include "core/lessons/lesson.h"
#include "core/lessons/lesson_tables.h"
#include "core/plan/estimate.h"

#include <memory>
#include <stop_token>

namespace pgram {

/// The plan as the lesson says: planned, read, or `start` where it has neither scenario nor file; edited. Errors: those
/// of the scenario with its changes and of the file; nothing fits; no start.
[[nodiscard]] Result<Plan> lessonPlan(const LessonPlan& wanted, const Lesson& lesson, const PresetStore& store,
                                      const Plan* start = nullptr, const std::stop_token& stop = {});

struct PlanWithFigures {
    std::shared_ptr<const Plan> plan;
    std::shared_ptr<const Estimate> figures;
};

/// Writes a number in the style of lessons: whole numbers below a million without decimals, others as everywhere.
[[nodiscard]] std::string lessonNumber(double value);

/// Values; copies share the plans.
class LessonState {
public:
    /// The step's plan and the others that its formulas name; where the step has none, `before` is its plan.
    static Result<LessonState> of(const Lesson& lesson, const LessonStep& step, const PresetStore& store,
                                  const PlanWithFigures& before, const std::stop_token& stop = {});

    /// Another plan in the place of the step's, which "start" goes on to name.
    void setPlan(std::shared_ptr<const Plan> plan, std::shared_ptr<const Estimate> figures);
    [[nodiscard]] const PlanWithFigures& plan() const { return m_now; }
    [[nodiscard]] const PlanWithFigures& start() const { return m_start; }

    /// Errors: those of evaluate().
    [[nodiscard]] Result<double> value(std::string_view formula) const;
    /// `text` with each {{formula | unit}} worked out: of bytes, seconds, percent, count or number (the default), and
    /// each {{name | table}} in Markdown with the table's words by `inWords`.
    /// Errors: those of evaluate() and lessonTable(), an unknown unit, braces that do not close.
    [[nodiscard]] Result<std::string> filled(std::string_view text, const InWords& inWords = &Text::english) const;
    /// Returns true if the condition holds; false if it cannot be evaluated.
    [[nodiscard]] bool holds(std::string_view condition) const;

    /// Answer to a question: the right choice, the number, or the choices in order. Errors: those of evaluate(); no
    /// right choice, or more than one; two choices of an order are equal.
    struct Answer {
        int choice = -1;
        double number = 0;
        std::vector<int> order;
        bool operator==(const Answer&) const = default;
    };
    [[nodiscard]] Result<Answer> answerOf(const LessonQuestion& question) const;

private:
    /// "start.peak_memory": the plan that the name begins with, which loses it; null: there is none of that name.
    [[nodiscard]] const PlanWithFigures* planOf(std::string_view& name) const;

    std::shared_ptr<const PresetStore> m_store;
    PlanWithFigures m_now;
    PlanWithFigures m_start;
    std::map<std::string, PlanWithFigures, std::less<>> m_others;
};

}  // namespace pgram
