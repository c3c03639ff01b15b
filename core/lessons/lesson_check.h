// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Checks whether a lesson can be taught, with messages for its author.
#pragma once

#include "core/lessons/lesson_state.h"

#include <span>

namespace pgram {

/// The views of the window by name, of which a lesson may show one.
[[nodiscard]] std::span<const char* const> lessonViews();

struct LessonFindings {
    std::vector<Error> problems;  ///< empty: the lesson runs
    std::vector<Error> notes;     ///< missing texts that a lesson can do without
};

/// Returns what is wrong, each with the file and the JSON pointer or the part of the text. Problems: a text that is
/// missing in every language, a step that cannot be reached or leads back, an unknown view or drawing, a place that is
/// not there, a plan that cannot be made, a condition that holds at once or that its solution does not fulfil, a
/// question that has no one answer, or another one when the task is done, a figure or a table in a text that cannot be
/// worked out, HTML, a picture or a link that does not lead to the web. Notes: a language, a hint, an explanation or a
/// summary that is missing, and a text that is missing in one language.
[[nodiscard]] LessonFindings checkLesson(const Lesson& lesson, const PresetStore& store,
                                         const std::stop_token& stop = {});

}  // namespace pgram
