// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Checks whether a run of a plan will have the memory that it needs: by formula, by the memory that similar measured
// runs needed relative to their formula, and on the hosts. The only verdict behind everything that says "fits". Our
// definition. Plain values; pure.
#pragma once

#include "core/fidelity/error_band.h"

#include <optional>
#include <string>
#include <vector>

namespace pgram {

/// Verdict, from good to bad.
enum class FitVerdict {
    Fits,          ///< also at the upper end of the error band, where there is one
    ByFormula,     ///< at the upper end of the error band it needs more than the budget
    HostUnknown,   ///< it keeps tensors in host memory, and how much there is is not known
    HostExceeded,  ///< it keeps more in host memory than a node has
    DoesNotFit,    ///< by formula
};
template <>
inline constexpr std::array<std::string_view, 5> enumNames<FitVerdict>{"fits", "by-formula", "host-unknown",
                                                                       "host-exceeded", "does-not-fit"};

/// Bytes of one device, but for the host's.
struct Fit {
    FitVerdict verdict = FitVerdict::Fits;
    Bytes needed = 0;                 ///< by formula, of the stage that needs most
    Bytes usable = 0;                 ///< the budget less the reserve
    Bytes budget = 0;                 ///< the reserve included: a run that is measured contains what it is for
    std::optional<Bytes> runMayNeed;  ///< upper end of the error band of `needed`; empty without measured runs
    HostNeed host;

    /// Whatever the verdict says first.
    [[nodiscard]] bool isByFormulaOnly() const { return runMayNeed && *runMayNeed > budget; }
    /// Nothing is to be said against it.
    [[nodiscard]] bool isClear() const { return verdict == FitVerdict::Fits; }
};

/// Returns the fit of a plan. `bands`: error bands of the plan; empty if no run was measured.
[[nodiscard]] Fit fitOf(const Plan& plan, const Estimate& estimate, const ErrorBands& bands);

/// For people, in a table: "yes", "by formula", "host not known", "host too small", "no".
[[nodiscard]] const char* shortText(FitVerdict verdict);

/// Returns "A run may need up to 34.2 GiB, more than the budget of 24.0 GiB"; empty if the run fits.
[[nodiscard]] Text runRemark(const Fit& fit);
/// Returns the objections, a sentence without a full stop each; empty if there are none.
[[nodiscard]] std::vector<Text> remarksOf(const Fit& fit);

}  // namespace pgram
