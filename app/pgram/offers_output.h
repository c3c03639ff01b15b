// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Changes that make a request fit, as lines to type and as JSON.
#pragma once

#include "core/base/fields.h"
#include "core/questions/what_fits.h"

#include <string>
#include <vector>

namespace pgram::cli {

/// Returns the typed arguments with the options of `offer` in place of theirs, quoted for a shell.
[[nodiscard]] std::string lineToType(const std::vector<std::string>& arguments, const Offer& offer);

/// Returns a line on a plan that is faster than `rate` seconds per sample, and the command that plans it.
[[nodiscard]] std::string fasterText(const Offer& offer, Seconds rate, const std::vector<std::string>& arguments);

/// An offer with the command that plans it.
struct TypedOffer {
    Offer offer;
    std::string command;
};
/// Changes that make a request fit.
struct OffersAnswer {
    /// `arguments`: words of the typed command, the name of the program first.
    OffersAnswer(Offers found, const std::vector<std::string>& arguments);

    Offers offers;
    std::vector<TypedOffer> here;
    std::vector<TypedOffer> moreNodes;
};
[[nodiscard]] std::span<const Field<OffersAnswer>> fieldsOf(const OffersAnswer*);
[[nodiscard]] std::string offersText(const OffersAnswer& answer);

}  // namespace pgram::cli
