// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/fidelity/product_fit.h"

#include "core/fidelity/log_fit.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

namespace pgram {

namespace {

constexpr double operandBytes = 2;

ProductConstants withValues(ProductConstants constants, std::span<const double> values)
{
    for (std::size_t row = 0; row < values.size(); ++row) {
        constants.*fittedProductConstants[row].member = values[row];
    }
    return constants;
}

}  // namespace

Seconds burstSeconds(const Device& device, const ProductConstants& constants, const ProductShape& shape, FlopRate peak)
{
    return productTime(device, constants, shape, peak, constants.rateShare, operandBytes, false);
}

double productError(const Device& device, const ProductConstants& constants, FlopRate peak,
                    const MeasuredProduct& product)
{
    return std::log(burstSeconds(device, constants, product.shape, peak) / product.seconds);
}

ProductFit fitProducts(const Device& device, const ProductConstants& start, FlopRate peak,
                       std::span<const MeasuredProduct> products)
{
    ProductFit fit{.constants = start};
    if (products.empty()) {
        return fit;
    }
    std::array<FitRange, fittedProductConstants.size()> ranges;
    std::array<double, fittedProductConstants.size()> values{};
    for (std::size_t row = 0; row < values.size(); ++row) {
        ranges[row] = {fittedProductConstants[row].least, fittedProductConstants[row].most};
        values[row] = start.*fittedProductConstants[row].member;
    }
    const LogFit found = fitLogs(ranges, values, [&](std::span<const double> given) {
        const ProductConstants constants = withValues(start, given);
        std::vector<double> errors;
        std::ranges::transform(products, std::back_inserter(errors), [&](const MeasuredProduct& product) {
            return productError(device, constants, peak, product);
        });
        return errors;
    });
    fit.constants = withValues(start, found.values);
    std::ranges::copy(found.isDetermined, fit.isDetermined.begin());
    fit.meanError = found.meanError;
    fit.largestError = found.largestError;
    return fit;
}

}  // namespace pgram
