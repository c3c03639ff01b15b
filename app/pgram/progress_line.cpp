// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/progress_line.h"

#include "app/pgram/console.h"
#include "core/base/format.h"

#include <cmath>
#include <fmt/format.h>
#include <unistd.h>

namespace pgram::cli {

namespace {

constexpr Seconds quiet = 0.3;
constexpr Seconds betweenLines = 60;
constexpr const char* wipe = "\r\033[K";

}  // namespace

ProgressLine::ProgressLine()
    : m_isHosted(host() != nullptr), m_isTerminal(::isatty(STDERR_FILENO) == 1), m_lines(betweenLines)
{}

ProgressLine::~ProgressLine()
{
    if (m_shown) {
        printStatus(wipe);
    }
}

void ProgressLine::show(const Progress& progress)
{
    show(progress.seconds, progressText(progress), "stops and keeps the best");
}

void ProgressLine::show(Seconds seconds, const std::string& text, const char* onStop)
{
    if (m_isHosted) {
        return;
    }
    if (!m_isTerminal) {
        if (m_lines.isDue(seconds)) {
            printMessage(text);
        }
        return;
    }
    if (seconds < quiet) {
        return;
    }
    m_shown = true;
    printStatus(fmt::format("{}{} (Ctrl+C {})", wipe, text, onStop));
}

std::string progressText(const Progress& progress)
{
    std::string text = fmt::format("{} of {} tasks", progress.tasksDone, progress.tasksTotal);
    if (std::isfinite(progress.incumbent) && progress.incumbent > 0) {
        text += fmt::format(", best {} samples/s", formatNumber(1 / progress.incumbent));
    }
    if (std::isfinite(progress.gap)) {
        text += fmt::format(", gap {}", formatPercent(progress.gap));
    }
    return text + fmt::format(", {}", formatSeconds(progress.seconds));
}

}  // namespace pgram::cli
