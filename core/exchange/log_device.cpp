// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A cluster whose device has the constants of measured kernels, declared in found_cluster.h (docs/method/time.md,
// Calibration).
#include "core/base/format.h"
#include "core/cluster/cluster_sizes.h"
#include "core/exchange/found_cluster.h"
#include "core/exchange/node_constants.h"
#include "core/fidelity/log_fit.h"
#include "core/presets/machine_name.h"
#include "core/presets/nearest_device.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram {

namespace {

/// Products in boost may exceed the peak of a data sheet, which is at the usual clock, by little.
constexpr double mostOfPeak = 1.05;
constexpr double mostOfBandwidth = 1.05;

/// Returns the cluster at hand if its device has the printed name, else the shipped one.
Result<Cluster> clusterOfLogged(const KernelLog& log, const std::string& where, const ReadContext& context,
                                std::vector<ValueNote>& assumed)
{
    if (context.cluster != nullptr && isPrintedAs(context.cluster->device.name, log.device)) {
        return context.cluster->kinds.empty()
                   ? Result<Cluster>(*context.cluster)
                   : badInput(Core::tr("measures {}, and the cluster has several kinds of devices", log.device), where,
                              Core::tr("Name a cluster of one kind"));
    }
    auto printed = printedDevice(context.store, log.device, log.memory);
    if (!printed) {
        return noSuchDevice(log.device, where);
    }
    notePrinted(*printed, log.device, assumed);
    if (log.devices > 0 && log.devices < printed->cluster.nodeDevices()) {
        return withDevices(printed->cluster, log.devices);
    }
    return std::move(printed->cluster);
}

std::string percentOf(double share)
{
    return fmt::format("{:.1f} %", 100 * share);
}

std::string teraFlops(FlopRate rate)
{
    constexpr double tera = 1e12;
    return fmt::format("{:.4g} TFLOP/s", rate / tera);
}

/// Errors: a kernel that is faster than the data sheet allows, with its line.
Result<void> checkRates(const KernelLog& log, const Device& device, const std::string& where)
{
    const FlopRate peak = device.peak(log.numbers);
    for (const LoggedProduct& product : log.products) {
        const ProductShape& shape = product.shape;
        const FlopRate rate = 2 * shape.rows * shape.inner * shape.columns / product.seconds;
        if (rate > mostOfPeak * peak) {
            return badInput(
                Core::tr("reaches {}, more than the peak of {}, {}", teraFlops(rate), device.name, teraFlops(peak)),
                fmt::format("{}:{}", where, product.line),
                Core::tr("Give measurements of this device, or name another cluster"));
        }
    }
    std::vector<LoggedStream> streams = log.streams;
    streams.insert(streams.end(), log.updates.begin(), log.updates.end());
    for (const LoggedStream& stream : streams) {
        if (stream.bytes / stream.seconds > mostOfBandwidth * device.memoryBandwidth) {
            return badInput(
                Core::tr("reaches {}, more than the memory of {}, {}", formatBandwidth(stream.bytes / stream.seconds),
                         device.name, formatBandwidth(device.memoryBandwidth)),
                fmt::format("{}:{}", where, stream.line), Core::tr("Measure a tensor that is larger than the caches"));
        }
    }
    return {};
}

/// Puts measured constants in place of the device's, and notes where the others are from.
class Calibration {
public:
    explicit Calibration(NodeConstants& node)
        : m_node(node), m_log(node.log), m_device(node.cluster.device), m_assumed(node.reading.assumed)
    {}

    /// `relative`: device whose constants complete the fit; the device itself if it is measured.
    void takeProducts(const Device& relative)
    {
        const ProductConstants& start = *relative.products->of(ProductType::Bf16);
        std::vector<MeasuredProduct> products;
        for (const LoggedProduct& logged : m_log.products) {
            if (logged.graph || logged.seconds >= leastWithoutGraph) {
                products.push_back({logged.shape, logged.seconds});
            } else {
                m_assumed.push_back({fmt::format("product in line {}", logged.line),
                                     {},
                                     Core::tr("left out: its seconds include the host, as no graph launched it")});
            }
        }
        const FlopRate peak = m_device.peak(m_log.numbers);
        const ProductFit fit = fitProducts(m_device, start, peak, products);
        checkProducts(start, products, fit);
        std::vector<std::string> kept{"tile_inner", "partial_wave", "norm"};
        for (std::size_t row = 0; row < fittedProductConstants.size(); ++row) {
            const FittedProductConstant& constant = fittedProductConstants[row];
            if (!fit.isDetermined[row]) {
                kept.emplace_back(constant.name);
                m_assumed.push_back({constant.name, fmt::format("{:.3g}", fit.constants.*constant.member),
                                     Core::tr("as on {}: {} would determine it", relative.name, constant.needs)});
            }
        }
        m_assumed.push_back({"tile_inner, partial_wave, norm",
                             fmt::format("{:.3g}, {:.3g}, {:.3g}", fit.constants.tileInner, fit.constants.partialWave,
                                         fit.constants.norm),
                             Core::tr("as on {}", relative.name)});
        ProductKernels kernels = m_device.products.value_or(ProductKernels());
        kernels.types[static_cast<std::size_t>(ProductType::Bf16)] = fit.constants;
        kernels.provenance = {measuredHere,
                              fmt::format("{} product(s) in {}, {}; mean error of the fit {}; {} as on {}{}",
                                          products.size(), precisionRow(m_log.numbers).name, m_node.origin(),
                                          percentOf(fit.meanError), fmt::join(kept, ", "), relative.name,
                                          m_device.products ? "; other formats as before" : "")};
        m_device.products = kernels;
        for (std::size_t row = 0; row < fittedProductConstants.size(); ++row) {
            if (fit.isDetermined[row]) {
                m_node.say(fittedProductConstants[row].name, fit.constants.*fittedProductConstants[row].member);
            }
        }
        m_meanError = fit.meanError;
        takeLevel(relative, fit);
    }

    void takeStreams()
    {
        double share = 0;
        for (const LoggedStream& stream : m_log.streams) {
            share = std::max(share, stream.bytes / stream.seconds / m_device.memoryBandwidth);
        }
        if (share > 0) {
            take("memory_efficiency", m_device.memoryEfficiency, std::min(share, 1.0));
        }
    }

    void takeLaunches()
    {
        const auto least = std::ranges::min_element(m_log.launches, {}, &LoggedKernel::seconds);
        if (least == m_log.launches.end()) {
            return;
        }
        if (least->graph) {
            take("launch_s", m_device.launchSeconds, least->seconds);
        } else {
            m_assumed.push_back({"launch_s", fmt::format("{:.3g}", m_device.launchSeconds.value),
                                 Core::tr("kept: the program could not launch from a graph, and the {} s that it "
                                          "measured include the host",
                                          fmt::format("{:.3g}", least->seconds))});
        }
    }

    /// Returns "9 products, mean error of the fit 2.1 %: rate_share 0.81, …".
    [[nodiscard]] Text summary() const
    {
        const std::string measured = fmt::format("{}", fmt::join(m_node.measured, ", "));
        return m_log.products.empty() ? Text(measured)
                                      : Core::tr("{} product(s), mean error of the fit {}: {}", m_log.products.size(),
                                                 percentOf(m_meanError), measured);
    }

private:
    /// Notes the errors of products in the fit, and of each half by a fit to the other.
    void checkProducts(const ProductConstants& start, const std::vector<MeasuredProduct>& products,
                       const ProductFit& fit)
    {
        const FlopRate peak = m_device.peak(m_log.numbers);
        const auto half = [&](std::span<const std::size_t> known, std::span<const std::size_t> left) {
            std::vector<MeasuredProduct> some;
            std::ranges::transform(known, std::back_inserter(some), [&](std::size_t place) { return products[place]; });
            const ProductConstants constants = fitProducts(m_device, start, peak, some).constants;
            std::vector<double> errors;
            std::ranges::transform(left, std::back_inserter(errors), [&](std::size_t place) {
                return productError(m_device, constants, peak, products[place]);
            });
            return errors;
        };
        m_node.reading.checks.push_back({Core::tr("matrix products"), static_cast<int>(products.size()), fit.meanError,
                                         leftOutError(products.size(), half)});
    }

    /// Runs reach less than a product alone. The share is that of the relative, whose runs were measured.
    void takeLevel(const Device& relative, const ProductFit& fit)
    {
        const double ofBurst = relative.gemmEfficiency.value / relative.products->of(ProductType::Bf16)->rateShare;
        if (!fit.isDetermined.front()) {
            return;
        }
        const double level = std::clamp(fit.constants.rateShare * ofBurst, leastLevel, 1.0);
        m_node.say("gemm_efficiency", level);
        m_device.gemmEfficiency = {
            level,
            {"fitted", fmt::format("rate_share {:.3g} of {}, times {:.3g}: the part of it that "
                                   "runs reach on {}",
                                   fit.constants.rateShare, m_node.where, ofBurst, relative.name)}};
    }

    /// Takes a measured constant, unless the device's own was fitted on runs, which reach less than a kernel alone.
    void take(const char* name, Constant& constant, double measured)
    {
        if (constant.provenance.kind == "fitted") {
            m_assumed.push_back({name, fmt::format("{:.3g}", constant.value),
                                 Core::tr("kept, as it is fitted on runs ({}); the kernel alone: {}",
                                          constant.provenance.source, fmt::format("{:.3g}", measured))});
            return;
        }
        m_node.set(name, constant, measured, "a kernel alone");
    }

    static constexpr double leastLevel = 0.01;
    /// Below it the host's time for a launch is a large part of a kernel that no graph launches.
    static constexpr Seconds leastWithoutGraph = 5e-5;

    NodeConstants& m_node;
    const KernelLog& m_log;
    Device& m_device;
    std::vector<ValueNote>& m_assumed;
    double m_meanError = 0;  ///< mean error of the fit to products
};

}  // namespace

Result<Reading> clusterOfKernels(const KernelLog& log, const std::string& where, const ReadContext& context)
{
    Reading reading{.found = FoundCluster(), .ignored = log.ignored, .unknown = log.unknown};
    Result<Cluster> found = clusterOfLogged(log, where, context, reading.assumed);
    if (!found) {
        return tl::unexpected(found.error());
    }
    Cluster cluster = std::move(*found);
    Device& device = cluster.device;
    if (log.multiprocessors > 0 && device.multiprocessors != log.multiprocessors) {
        if (device.multiprocessors > 0) {
            reading.assumed.push_back({"multiprocessors", std::to_string(log.multiprocessors),
                                       Core::tr("as the file counts; {} has {}: is it another variant?", device.name,
                                                device.multiprocessors)});
        }
        device.multiprocessors = log.multiprocessors;
    }
    if (const Result<void> rates = checkRates(log, device, where); !rates) {
        return tl::unexpected(rates.error());
    }
    reading.ignored.insert(reading.ignored.end(), log.skipped.begin(), log.skipped.end());
    NodeConstants node{log, where, cluster, reading, {}};
    Calibration calibration(node);
    if (!log.products.empty()) {
        const bool isOwn = isMeasured(device) && device.products && device.products->of(ProductType::Bf16);
        const std::optional<Device> relative = isOwn ? std::optional(device) : nearestMeasured(device, context.store);
        if (!relative || device.multiprocessors == 0) {
            return badInput(relative ? Core::tr("does not say how many multiprocessors {} has", device.name)
                                     : Core::tr("no preset of a device has measured products"),
                            where);
        }
        calibration.takeProducts(*relative);
    }
    calibration.takeStreams();
    calibration.takeLaunches();
    takeCollectives(node);
    if (const Result<void> blocks = takeBlocks(node, context.store); !blocks) {
        return tl::unexpected(blocks.error());
    }
    noteGuesses(device, reading.assumed);
    cluster.name = "measured";
    cluster.title = fmt::format("{} × {}, calibrated", cluster.devices, device.name);
    cluster.source = cluster.source.empty() ? where : fmt::format("{}; kernels: {}", cluster.source, where);
    reading.summary = calibration.summary();
    return checkedCluster(cluster, where).map([&](Cluster&& checked) {
        reading.found = FoundCluster{.cluster = std::move(checked), .printedDevice = log.device};
        return std::move(reading);
    });
}

}  // namespace pgram
