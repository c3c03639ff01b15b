// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/outer/fault.h"

#include "core/base/format.h"
#include "core/base/json.h"
#include "core/search/task/scenario.h"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

namespace pgram {

namespace {

/// Returns the name of a new file, which the owner alone can read, with the text; empty if it cannot be written.
std::string writtenToNewFile(const std::string& text)
{
    std::error_code problem;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(problem);
    if (problem) {
        return {};
    }
    std::string file = (folder / "parallelogram-request-XXXXXX.json").string();
    const int number = ::mkstemps(file.data(), 5);
    if (number < 0) {
        return {};
    }
    const bool isWritten = ::write(number, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    if (::close(number) != 0 || !isWritten) {
        std::filesystem::remove(file, problem);
        return {};
    }
    return file;
}

}  // namespace

Error faultOf(Text what, const SearchRequest& request)
{
    const std::string text = dumped(toJson(request));
    const std::string file = writtenToNewFile(text);
    return {
        ErrorKind::Internal, std::move(what), Core::tr("the planner"),
        Core::tr("This is a fault of the program; please report it with this request: {}", file.empty() ? text : file)};
}

Result<SearchResult> verified(SearchResult result, const SearchRequest& request)
{
    if (!result.plan) {
        return result;
    }
    const Estimate& figures = *result.estimate;
    if (!figures.fits) {
        return tl::unexpected(faultOf(Core::tr("the plan found needs {}, more than its budget of {}",
                                               formatBytes(figures.peakMemory), formatBytes(figures.usableBudget)),
                                      request));
    }
    const Seconds found = result.worst ? result.worst->step : rankedBy(figures, request.rule);
    if (result.certificate.lowerBound > found * (1 + sumRounding)) {
        return tl::unexpected(
            faultOf(Core::tr("the lower bound, {} s, is above the step of the plan found, {} s",
                             fmt::format("{:.12g}", result.certificate.lowerBound), fmt::format("{:.12g}", found)),
                    request));
    }
    return result;
}

}  // namespace pgram
