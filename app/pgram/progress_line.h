// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Shows the progress of long work in one line of the terminal; if stderr is not a terminal, in a new line every minute.
// Quick work ends before the first line.
#pragma once

#include "core/base/progress.h"

#include <string>

namespace pgram::cli {

class ProgressLine {
public:
    ProgressLine();
    /// Wipes the line.
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// From any thread, one call at a time.
    void show(const Progress& progress);
    /// Shows a text. `seconds`: since the work began; `onStop`: what Ctrl+C does.
    void show(Seconds seconds, const std::string& text, const char* onStop);

private:
    bool m_isHosted;  ///< another program contains the command, and shows no progress
    bool m_isTerminal;
    ProgressPace m_lines;
    bool m_shown = false;
};

/// "45 of 122 tasks, best 11.2 samples/s, gap 3.1 %, 1.2 s".
[[nodiscard]] std::string progressText(const Progress& progress);

}  // namespace pgram::cli
