// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Members and limits of lesson files, for their reader and their schema.
#pragma once

#include "core/lessons/lesson.h"

#include <cstddef>
#include <span>

namespace pgram {

inline constexpr const char* lessonFormat = "parallelogram-lesson";
inline constexpr std::size_t mostSteps = 200;
inline constexpr std::size_t mostOfStep = 20;  ///< questions, choices, edits

/// Returns the members of a lesson file without its format.
[[nodiscard]] std::span<const Field<Lesson>> lessonMembers();

}  // namespace pgram
