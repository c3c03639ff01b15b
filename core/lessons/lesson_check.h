// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Checks whether a lesson can be taught, with messages for its author.
#pragma once

#include "core/lessons/lesson_state.h"

#include <span>

namespace pgram {

/// The views of the window by name, of which a lesson may show one.
[[nodiscard]] std::span<const char* const> lessonViews();

/// Everything that is wrong, each with the file and the JSON pointer or the part of the text: a language or a text that
/// is missing, a step that cannot be reached or leads back, an unknown view, a place that is not there, a plan that
/// cannot be made, a condition that holds at once or that its solution does not fulfil, a question that has no one
/// answer, or another one when the task is done, a figure or a table in a text that cannot be worked out, HTML, a
/// picture or a link that does not lead to the web. Empty: the lesson runs.
[[nodiscard]] std::vector<Error> checkLesson(const Lesson& lesson, const PresetStore& store,
                                             const std::stop_token& stop = {});

}  // namespace pgram
