// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Constants of matrix products from a few measured ones (docs/method/time.md, Calibration). Plain values; pure.
#pragma once

#include "core/base/text.h"
#include "core/cost/product_time.h"

#include <array>
#include <span>

namespace pgram {

/// A measured product of operands of 16 bits.
struct MeasuredProduct {
    ProductShape shape;   ///< its rows, inner width and columns
    Seconds seconds = 0;  ///< seconds per launch
};

/// A constant that products are fitted to.
struct FittedProductConstant {
    const char* name;                  ///< name in device files
    double ProductConstants::*member;  ///< the constant
    Phrase needs;                      ///< the product that determines it, in a few words
    double least;                      ///< least value of a fit
    double most;                       ///< largest value of a fit
};
inline constexpr std::array<FittedProductConstant, 3> fittedProductConstants{{
    {"rate_share", &ProductConstants::rateShare, Core::tr("a large product"), 0.01, 1},
    {"memory_share", &ProductConstants::memoryShare, Core::tr("a product of few rows with a large matrix"), 0.01, 2},
    {"start_s", &ProductConstants::start, Core::tr("a small product"), 1e-7, 1e-2},
}};

/// Result of a fit.
struct ProductFit {
    ProductConstants constants;                                      ///< fitted ones, and the others as they were
    std::array<bool, fittedProductConstants.size()> isDetermined{};  ///< by the row of fittedProductConstants
    double meanError = 0;                                            ///< mean of |predicted/measured - 1|
    double largestError = 0;                                         ///< largest of them
};

/// Returns the seconds of a product of 16 bits alone on the device, at the burst rate of the constants.
[[nodiscard]] Seconds burstSeconds(const Device& device, const ProductConstants& constants, const ProductShape& shape,
                                   FlopRate peak);

/// Returns log(predicted/measured) of a product.
[[nodiscard]] double productError(const Device& device, const ProductConstants& constants, FlopRate peak,
                                  const MeasuredProduct& product);
/// Fits the constants that the products determine (fitLogs()), and keeps the others of `start`.
[[nodiscard]] ProductFit fitProducts(const Device& device, const ProductConstants& start, FlopRate peak,
                                     std::span<const MeasuredProduct> products);

}  // namespace pgram
