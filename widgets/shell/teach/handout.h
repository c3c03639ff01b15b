// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a teacher prints and what a student hands in: a lesson on paper, with pictures, tasks and questions, the sheet
// of its solutions, and the results as a table. GUI thread only; the event loop runs while plans and pictures are made.
#pragma once

#include "core/presets/preset_store.h"
#include "widgets/document/lesson_run.h"
#include "widgets/views/common/figure_table.h"

#include <QString>

namespace pgram {

struct HandoutOptions {
    QString lesson;                           ///< a name or a file
    QString language = QStringLiteral("en");  ///< the one that is installed
    bool solutions = false;
};

/// Into an HTML file that stands alone, or by its suffix a PDF. Empty = done, else what went wrong.
[[nodiscard]] QString writeHandout(const QString& file, const PresetStore& store, const HandoutOptions& options);

/// Of the lesson that is taken: a row for each task and question.
[[nodiscard]] FigureContent resultsOf(const LessonRun& run);

}  // namespace pgram
