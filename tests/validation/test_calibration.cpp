// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Devices calibrated from three of their measured products, as the program of pgram calibrate --program prints them,
// against all others: with the constants of the nearest measured device for what three products do not determine.
#include "core/fidelity/product_fit.h"
#include "core/presets/machine_name.h"
#include "core/presets/nearest_device.h"
#include "tests/core/data_sets.h"
#include "tests/core/document_table.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"
#include "validation/measurements/kernel_errors.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

using namespace pgram;

namespace {

constexpr double largeSide = 512;  ///< from here on a product is like those of training
constexpr std::size_t draws = 12;

/// A device of the set of measured kernels.
struct Case {
    const char* name;      ///< in the files
    const char* device;    ///< preset with the data sheet
    const char* relative;  ///< preset whose constants complete the fit; empty: as nearestMeasured() says
    double mostError;      ///< limit of the mean error with three products
};
constexpr Case cases[]{
    {"l40s", "l40s", "", 0.15},
    {"rtx_pro_6000_server", "rtx-pro-6000", "", 0.08},
    {"a100_sxm", "a100-sxm-80gb", "h100-sxm", 0.12},
    {"h100_sxm", "h100-sxm", "a100-sxm-80gb", 0.11},
    {"b200_sxm", "b200-sxm", "h100-sxm", 0.12},
};

std::vector<KernelSample> productsOf(const std::string& device)
{
    const std::filesystem::path file = dataFile(fmt::format("kernels/{}-gemm.csv", device));
    const KernelTable table = loaded(parseKernelTable(loaded(readTextFile(file)), file.string()));
    std::vector<KernelSample> products = loaded(samplesOf(table, kernelKinds().front()));
    std::erase_if(products, [](const KernelSample& sample) { return sample.type != ProductType::Bf16; });
    std::ranges::sort(products, {}, &KernelSample::key);
    return products;
}

const ProductShape& shapeOf(const KernelSample& sample)
{
    return std::get<ProductShape>(sample.shape);
}

bool isLarge(const ProductShape& shape)
{
    return std::min({shape.rows, shape.inner, shape.columns}) >= 4 * largeSide &&
           shape.rows * shape.inner * shape.columns >= 6e10;
}

bool isThin(const ProductShape& shape)
{
    return shape.rows <= 256 && shape.inner * shape.columns >= 3e7;
}

bool isSmall(const ProductShape& shape)
{
    return shape.rows * shape.inner * shape.columns <= 1.4e8;
}

/// The products of a kind, in an order that does not know their times.
std::vector<MeasuredProduct> kindOf(const std::vector<KernelSample>& samples, bool (*isKind)(const ProductShape&))
{
    std::vector<MeasuredProduct> products;
    for (const KernelSample& sample : samples) {
        if (isKind(shapeOf(sample))) {
            products.push_back({shapeOf(sample), sample.seconds});
        }
    }
    return products;
}

bool isSame(const ProductShape& a, const ProductShape& b)
{
    return a.rows == b.rows && a.inner == b.inner && a.columns == b.columns;
}

/// Mean of |predicted/measured - 1| of large products but for `known` ones.
double meanError(const std::vector<KernelSample>& samples, const std::vector<MeasuredProduct>& known,
                 const std::function<Seconds(const KernelSample&)>& predict)
{
    double sum = 0;
    int count = 0;
    for (const KernelSample& sample : samples) {
        const bool isKnown = std::ranges::any_of(
            known, [&sample](const MeasuredProduct& product) { return isSame(product.shape, shapeOf(sample)); });
        const ProductShape& shape = shapeOf(sample);
        if (!isKnown && std::min({shape.rows, shape.inner, shape.columns}) >= largeSide) {
            sum += std::abs(predict(sample) / sample.seconds - 1);
            ++count;
        }
    }
    return sum / count;
}

std::string percentOf(double share)
{
    return fmt::format("{:.1f} %", 100 * share);
}

/// Mean and largest mean error over the draws.
struct Drawn {
    double mean = 0;
    double largest = 0;
};

/// Calibrates with `each` products of every kind, and predicts the others.
Drawn calibrated(const std::vector<KernelSample>& samples, const Device& device, const ProductConstants& start,
                 std::size_t each)
{
    const FlopRate peak = device.peak(Precision::Bf16);
    Drawn drawn;
    for (std::size_t draw = 0; draw < draws; ++draw) {
        std::vector<MeasuredProduct> known;
        for (const auto& kind : {kindOf(samples, isLarge), kindOf(samples, isThin), kindOf(samples, isSmall)}) {
            for (std::size_t i = 0; i < each; ++i) {
                known.push_back(kind[(draw * 7 + i * 5) % kind.size()]);
            }
        }
        const ProductFit fit = fitProducts(device, start, peak, known);
        const double error = meanError(samples, known, [&](const KernelSample& sample) {
            return burstSeconds(device, fit.constants, shapeOf(sample), peak);
        });
        drawn.mean += error / draws;
        drawn.largest = std::max(drawn.largest, error);
    }
    return drawn;
}

}  // namespace

class TestCalibration : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void threeProductsPredictTheOthers()
    {
        test::DocumentTable table({"device", "products", "preset", "relative", "its constants", "three products",
                                   "largest of 12 draws", "nine products"});
        for (const Case& one : cases) {
            const std::vector<KernelSample> samples = productsOf(one.name);
            const Device device = loaded(shippedPresets().device(one.device));
            const Device relative = *one.relative == '\0' ? *nearestMeasured(device, shippedPresets())
                                                          : loaded(shippedPresets().device(one.relative));
            const ProductConstants& start = *relative.products->of(ProductType::Bf16);
            Cluster uncalibrated = loaded(shippedPresets().cluster("dgx-a100"));
            uncalibrated.device = device;
            uncalibrated.device.products.reset();
            const double guess = meanError(samples, {}, [&](const KernelSample& sample) {
                return kernelKinds().front().predict(sample, uncalibrated);
            });
            const double asTheyAre = meanError(samples, {}, [&](const KernelSample& sample) {
                return burstSeconds(device, start, shapeOf(sample), device.peak(Precision::Bf16));
            });
            const Drawn three = calibrated(samples, device, start, 1);
            const Drawn nine = calibrated(samples, device, start, 3);
            QVERIFY2(three.mean < one.mostError, fmt::format("{}: {}", one.name, three.mean).c_str());
            const bool isUnmeasured = *one.relative == '\0';
            QVERIFY2(!isUnmeasured || three.mean < guess / 2, one.name);
            QVERIFY2(nine.mean < three.mean + 0.01, fmt::format("{}: {} {}", one.name, three.mean, nine.mean).c_str());
            table.add({device.name, fmt::to_string(samples.size()), isUnmeasured ? percentOf(guess) : "–",
                       relative.name, percentOf(asTheyAre), percentOf(three.mean), percentOf(three.largest),
                       percentOf(nine.mean)});
        }
        const std::string fault = test::documentFault("accuracy.md", "test_calibration", table);
        QVERIFY2(fault.empty(), fault.c_str());
    }
};

PGRAM_TEST(TestCalibration)
#include "test_calibration.moc"
