// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/fidelity/fidelity_figures.h"

#include <algorithm>
#include <map>

namespace pgram {

namespace {

constexpr auto gibibyte = static_cast<double>(GiB);

std::optional<FidelityPoint> pointOf(const RowResult& result, std::size_t row, bool memory)
{
    const auto& predicted = memory ? result.predictedGib : result.predictedStep;
    const auto& measured = memory ? result.measuredGib : result.measuredStep;
    if (!predicted || !measured) {
        return std::nullopt;
    }
    const double unit = memory ? gibibyte : 1;
    return FidelityPoint{row, *predicted * unit, *measured * unit, generationOf(result.gpu)};
}

struct SuiteErrors {
    std::vector<double> errors;
    int skipped = 0;
};

SuiteLine lineOf(const std::string& suite, const SuiteErrors& gathered)
{
    return {suite, errorStatistics(gathered.errors), gathered.skipped};
}

std::vector<SuiteLine> suiteLines(const std::map<std::string, SuiteErrors>& suites)
{
    std::vector<SuiteLine> lines;
    SuiteErrors all;
    for (const auto& [suite, gathered] : suites) {
        lines.push_back(lineOf(suite, gathered));
        all.errors.insert(all.errors.end(), gathered.errors.begin(), gathered.errors.end());
        all.skipped += gathered.skipped;
    }
    std::ranges::stable_sort(lines, std::greater(), [](const SuiteLine& line) { return line.errors.n; });
    lines.push_back(lineOf({}, all));
    return lines;
}

}  // namespace

Generation generationOf(const std::string& gpu)
{
    const auto is = [&gpu](std::initializer_list<std::string_view> names) {
        return std::ranges::any_of(names, [&gpu](std::string_view name) { return gpu.starts_with(name); });
    };
    if (is({"A100", "A800"})) {
        return Generation::Ampere;
    }
    if (is({"H100", "H200", "H800", "GH200"})) {
        return Generation::Hopper;
    }
    return is({"B200", "B300", "GB200", "GB300"}) ? Generation::Blackwell : Generation::Other;
}

FidelityFigures fidelityFigures(std::shared_ptr<const FidelityData> data, const FidelityFilter& filter)
{
    FidelityFigures figures;
    figures.data = std::move(data);
    figures.filter = filter;
    if (!figures.data) {
        return figures;
    }
    std::map<std::string, SuiteErrors> suites;
    const std::vector<RowResult>& results = figures.data->validation.rows;
    for (std::size_t row = 0; row < results.size(); ++row) {
        const RowResult& result = results[row];
        const bool measured = filter.memory ? result.measuredGib.has_value() : result.measuredStep.has_value();
        if (!measured || (filter.generation && *filter.generation != generationOf(result.gpu))) {
            continue;
        }
        const auto point = pointOf(result, row, filter.memory);
        SuiteErrors& suite = suites[result.suite];
        if (point) {
            suite.errors.push_back(point->error());
        } else {
            ++suite.skipped;
        }
        if (!filter.suite.empty() && filter.suite != result.suite) {
            continue;
        }
        figures.rows.push_back(row);
        if (point) {
            figures.points.push_back(*point);
        }
    }
    std::ranges::stable_sort(figures.points, {}, &FidelityPoint::measured);
    figures.suites = suiteLines(suites);
    return figures;
}

QString nameOf(Generation generation)
{
    switch (generation) {
    case Generation::Ampere:
        return QStringLiteral("A100");
    case Generation::Hopper:
        return QStringLiteral("H100, H200");
    case Generation::Blackwell:
        return QStringLiteral("B200, GB200, GB300");
    case Generation::Other:
        break;
    }
    return FidelityText::tr("other devices");
}

}  // namespace pgram
