// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/search_figures.h"

#include "core/base/format.h"
#include "core/search/balance.h"
#include "widgets/views/words.h"

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
    for (const Stage& stage : plan.stages) {
        sizes.push_back(stage.layerCount);
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
