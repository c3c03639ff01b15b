// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/fidelity/fit.h"

#include "core/base/format.h"
#include "core/plan/issues.h"

#include <fmt/format.h>

namespace pgram {

namespace {

std::string bytes(Bytes count)
{
    return formatBytes(static_cast<double>(count));
}

FitVerdict verdictOf(const Fit& fit)
{
    if (fit.needed > fit.usable) {
        return FitVerdict::DoesNotFit;
    }
    if (fit.host.isExceeded()) {
        return FitVerdict::HostExceeded;
    }
    if (fit.host.isUnknown()) {
        return FitVerdict::HostUnknown;
    }
    return fit.isByFormulaOnly() ? FitVerdict::ByFormula : FitVerdict::Fits;
}

}  // namespace

Fit fitOf(const Plan& plan, const Estimate& estimate, const ErrorBands& bands)
{
    Fit fit;
    fit.needed = estimate.peakMemory;
    fit.usable = estimate.usableBudget;
    fit.budget = plan.budget();
    if (plan.cluster.isMixed()) {
        const StageEstimate& tightest = *std::ranges::max_element(
            estimate.stages, {}, [](const StageEstimate& stage) { return stage.memory.total() - stage.usable; });
        fit.needed = tightest.memory.total();
        fit.usable = tightest.usable;
        fit.budget = budgetFor(fit.usable, plan.cluster);
    }
    if (bands.memory) {
        fit.runMayNeed = wholeBytes(bands.memory->high * static_cast<double>(fit.needed));
    }
    fit.host = estimate.host;
    fit.verdict = verdictOf(fit);
    return fit;
}

const char* shortText(FitVerdict verdict)
{
    switch (verdict) {
    case FitVerdict::Fits:
        return "yes";
    case FitVerdict::ByFormula:
        return "by formula";
    case FitVerdict::HostUnknown:
        return "host not known";
    case FitVerdict::HostExceeded:
        return "host too small";
    case FitVerdict::DoesNotFit:
        break;
    }
    return "no";
}

Text runRemark(const Fit& fit)
{
    if (!fit.isByFormulaOnly()) {
        return {};
    }
    return Core::tr("A run may need up to {}, more than the budget of {}", bytes(*fit.runMayNeed), bytes(fit.budget));
}

std::vector<Text> remarksOf(const Fit& fit)
{
    std::vector<Text> remarks;
    if (fit.needed > fit.usable) {
        remarks.push_back(
            Core::tr("A device needs {}, {} more than it may use", bytes(fit.needed), bytes(fit.needed - fit.usable)));
    }
    if (Text run = runRemark(fit); !run.empty()) {
        remarks.push_back(std::move(run));
    }
    if (Text host = hostRemark(fit.host); !host.empty()) {
        remarks.push_back(std::move(host));
    }
    return remarks;
}

}  // namespace pgram
