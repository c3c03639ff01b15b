// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/search/search_figures.h"

#include "core/base/format.h"
#include "core/search/pipeline/balance.h"
#include "widgets/views/common/words.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace pgram {

const SearchResult& SearchFigures::walkSource() const
{
    static const SearchResult none;
    if (hasOwnWalk()) {
        return record->result;
    }
    const MethodRow* bmw = row(Method::Bmw);
    if (bmw != nullptr && !bmw->result.walk.empty()) {
        return bmw->result;
    }
    return methods->pipelined ? *methods->pipelined : none;
}

const MethodRow* SearchFigures::row(Method method) const
{
    const auto found = std::ranges::find(methods->rows, method, &MethodRow::method);
    return found == methods->rows.end() ? nullptr : &*found;
}

QString plotTip(SearchPlot plot)
{
    switch (plot) {
    case SearchPlot::Progress: {
        Tip tip(SearchText::tr("Best plan and bound"));
        tip.note(SearchText::tr("The step time of a sample of the best plan that the search had, and the lower bound "
                                "that no plan of its space goes below. The gap between them is shaded; the dotted "
                                "line is where the search ended."));
        tip.note(SearchText::tr("Dashed: other searches of the same scenario."));
        return tip.html();
    }
    case SearchPlot::Walk: {
        Tip tip(SearchText::tr("BMW's walk"));
        tip.note(SearchText::tr("Every partition that BMW solved, by how evenly it spreads the time (α_t) and the "
                                "memory (α_m) over the stages. From p_m on, each step moves one layer out of the "
                                "slowest stage."));
        tip.note(SearchText::tr("The square is this plan; the strips below show its layers by stage."));
        return tip.html();
    }
    case SearchPlot::Frontier: {
        Tip tip(SearchText::tr("Throughput against memory"));
        tip.note(SearchText::tr("The best plan of the space for every memory budget per device. The square is this "
                                "plan, at the least budget that it fits."));
        return tip.html();
    }
    case SearchPlot::Methods:
        break;
    }
    Tip tip(SearchText::tr("Methods side by side"));
    tip.note(
        SearchText::tr("What each method finds for the same scenario, beside the optimum over all cuts and "
                       "strategies. Methods that find nothing say how many bytes they miss. Hollow bars are of methods "
                       "that leave the searched space: they may stand above its optimum."));
    return tip.html();
}

BalanceDegrees degreesOf(const Estimate& estimate)
{
    std::vector<double> times;
    std::vector<double> bytes;
    for (const StageEstimate& stage : estimate.stages) {
        times.push_back(stage.time);
        bytes.push_back(static_cast<double>(stage.memory.total()));
    }
    return {balanceDegree(times), balanceDegree(bytes)};
}

QString sizesText(const std::vector<int>& sizes)
{
    QStringList parts;
    for (const int size : sizes) {
        parts.append(QString::number(size));
    }
    return parts.join(QStringLiteral(" · "));
}

std::vector<int> sizesOf(const Plan& plan)
{
    std::vector<int> sizes;
    for (const Chunk& chunk : plan.chunks) {
        sizes.push_back(chunk.layerCount);
    }
    return sizes;
}

QString throughputText(double samplesPerSecond)
{
    return SearchText::tr("%1 samples/s").arg(QString::fromStdString(formatNumber(samplesPerSecond)));
}

QString shortCertificate(const Certificate& certificate)
{
    switch (certificate.status) {
    case Certificate::Status::Optimal:
        return SearchText::tr("optimal");
    case Certificate::Status::Gap:
        return SearchText::tr("gap %1").arg(percentText(certificate.gap));
    case Certificate::Status::Stopped:
        return std::isfinite(certificate.gap) ? SearchText::tr("stopped, gap %1").arg(percentText(certificate.gap))
                                              : SearchText::tr("stopped");
    case Certificate::Status::Infeasible:
        break;
    }
    return SearchText::tr("nothing fits");
}

}  // namespace pgram
