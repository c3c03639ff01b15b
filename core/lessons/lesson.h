// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A lesson: steps that each show a plan, explain it, and may ask for an edit or an answer. It consists of a small JSON
// file (`parallelogram-lesson`, version 1) and its texts, NAME.en.md and NAME.zh_CN.md. The file contains no answers:
// conditions and answers are formulas over the figures of the current plans (formula.h, plan_figures.h). A course is a
// lesson whose steps are pages of other lessons.
#pragma once

#include "core/base/error.h"
#include "core/base/fields.h"
#include "core/plan/plan.h"
#include "core/presets/preset_store.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgram {

inline constexpr int lessonVersion = 1;
inline constexpr int lastLesson = 1000;

/// One change of a plan; exactly one of the optional ones.
struct LessonEdit {
    int firstLayer = 0;
    int layerCount = 0;  ///< 0 = to the last one
    std::optional<LayerStrategy> strategy;
    std::optional<int> microbatches;
    std::optional<std::int64_t> batch;
    std::optional<ScheduleKind> schedule;
    std::optional<int> boundary;  ///< the cut behind this chunk moves to `cutAt`
    int cutAt = 0;
};

/// Origin of a lesson's plan: a scenario to plan, a file next to the lesson, or without either the plan of this step or
/// of the one before; then edits.
struct LessonPlan {
    std::string scenario;
    /// Merge patch (RFC 7386) of the scenario's JSON, null if there is none. A model or a cluster may be
    /// {"preset": NAME, "change": {…}} as well.
    std::shared_ptr<const Json> change;
    std::string file;
    Bytes budget = 0;  ///< per device, of the plan that was found; 0 = as planned
    std::vector<LessonEdit> edits;
};

enum class LessonQuestionKind { Choice, Number, Order };
template <>
inline constexpr std::array<std::string_view, 3> enumNames<LessonQuestionKind>{"choice", "number", "order"};

struct LessonQuestion {
    struct Choice {
        std::string id;
        /// For a choice: true if the choice is right; for an order: a value that rises with the position.
        std::string formula;
    };
    std::string id;
    LessonQuestionKind kind = LessonQuestionKind::Choice;
    std::vector<Choice> choices;
    std::string answer;      ///< a number
    double tolerance = 0.1;  ///< relative
    std::string unit;        ///< in which the number is asked for: what the answer is divided by; empty: none
};

/// Condition on the plan, and edits that fulfil it.
struct LessonTask {
    std::string condition;
    std::vector<LessonEdit> solution;
};

/// Target of the spotlight; the view determines its position.
struct LessonPlace {
    std::string kind;  ///< "stage", "layer", "cut", "device" or "view"; empty: nowhere
    int index = 0;
};

struct LessonStep {
    std::string id;
    std::optional<LessonPlan> plan;            ///< none: that of the step before
    std::map<std::string, LessonPlan> others;  ///< that formulas name: "sharded.peak_memory"
    std::string view;
    std::string page;     ///< page of the view
    std::string drawing;  ///< one of lessonDrawings(), below the text; empty: none
    LessonPlace place;
    std::optional<LessonTask> task;
    std::vector<LessonQuestion> questions;
    std::string next;  ///< id; empty: the next one
};

/// The texts of a language, Markdown, by the place that they belong to: "" the lesson's summary, "title", "STEP",
/// "STEP/title", "STEP/task", "STEP/hint", "STEP/explain", "STEP/try", "STEP/notes", "STEP/QUESTION",
/// "STEP/QUESTION/CHOICE", "STEP/QUESTION/explain".
using LessonTexts = std::map<std::string, std::string>;

/// Steps of a lesson that a course takes.
struct CoursePages {
    std::string lesson;              ///< name
    std::vector<std::string> steps;  ///< ids in the order of the course; empty: all steps
};

struct Lesson {
    std::string name;
    std::string title;
    int order = lastLesson;          ///< in the list of lessons: the least first
    std::vector<CoursePages> pages;  ///< steps of other lessons that a course takes; empty: not a course
    std::vector<LessonStep> steps;
    std::map<std::string, LessonTexts> texts;  ///< by language: "en", "zh_CN"
    std::string file;                          ///< that it was read from
    std::vector<Error> problems;               ///< texts that cannot be read
    std::vector<Error> notes;                  ///< texts that are missing in one language
};

[[nodiscard]] std::span<const Field<LessonEdit>> fieldsOf(const LessonEdit*);
[[nodiscard]] std::span<const Field<LessonPlan>> fieldsOf(const LessonPlan*);
[[nodiscard]] std::span<const Field<LessonQuestion>> fieldsOf(const LessonQuestion*);
[[nodiscard]] std::span<const Field<LessonTask>> fieldsOf(const LessonTask*);
[[nodiscard]] std::span<const Field<LessonStep>> fieldsOf(const LessonStep*);
[[nodiscard]] std::span<const Field<CoursePages>> fieldsOf(const CoursePages*);

/// Returns the JSON schema of lesson files.
[[nodiscard]] Json lessonSchema();

/// Returns true for a name of a lesson, a step or a question: 1 to 60 lower-case letters, digits, - and _.
[[nodiscard]] bool isLessonId(std::string_view name);
/// Returns the languages of the texts: "en", "zh_CN". A lesson has at least one of them.
[[nodiscard]] const std::vector<std::string>& lessonLanguages();
/// Returns the names of the drawings that a step may show.
[[nodiscard]] std::span<const char* const> lessonDrawings();

/// Reads a lesson or a course by its name, or by the path of its JSON file; a course without its steps. Errors: those
/// of JsonObject, with the place; a plan file outside the lesson's folder. `all`: receives the errors of all steps and
/// questions, not the first one alone. An unreadable text is one of the lesson's problems.
[[nodiscard]] Result<Lesson> readLessonFile(const PresetStore& store, std::string_view nameOrFile,
                                            std::vector<Error>* all = nullptr);

/// Reads a lesson, or a course with the steps that its pages name and their texts; such a step is called LESSON-STEP.
/// Errors: those of readLessonFile(); a course as a page, an unknown step, a step that needs the plan of a step that is
/// not the page before.
[[nodiscard]] Result<Lesson> loadLesson(const PresetStore& store, std::string_view nameOrFile,
                                        std::vector<Error>* all = nullptr);

/// A lesson or a course of the store, or why it cannot be read.
struct ListedLesson {
    std::string name;
    std::string file;
    Result<Lesson> lesson;
};
/// Returns all that the store has, in their order: lessons, courses, and those that cannot be read.
[[nodiscard]] std::vector<ListedLesson> loadLessons(const PresetStore& store);

/// Returns the minutes of a lesson: 1 for reading each page, 2 for each task, 1 for each question.
[[nodiscard]] int minutesOf(const Lesson& lesson);

/// Parses the Markdown of a file: "# Title", "## STEP: its title", "### task", "### q QUESTION" with "- CHOICE: text",
/// "### q QUESTION explain". Errors: an unknown heading, text before the first heading, a duplicate part.
[[nodiscard]] Result<LessonTexts> parseLessonTexts(std::string_view text, const std::string& where);

/// The steps in the order in which they are taught: by "next" from the first, each once.
[[nodiscard]] std::vector<int> lessonPath(const Lesson& lesson);

/// Applies the edits to a plan. An edit of a layer or a stage that the plan does not have is left out. A changed plan
/// has the certificate "edited".
[[nodiscard]] Plan withEdits(Plan plan, const std::vector<LessonEdit>& edits);

}  // namespace pgram
