// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/measurements/kernel_errors.h"

#include <algorithm>
#include <map>
#include <random>
#include <tuple>

namespace pgram {

namespace {

constexpr std::size_t mostPairs = 1000;
constexpr double differing = 1.1;

/// A sample with what is predicted of it.
struct Judged {
    const KernelSample* sample = nullptr;
    Seconds predicted = 0;
};

/// The samples of a kind and a type.
using Groups = std::map<std::pair<std::string, std::string>, std::vector<Judged>>;

ErrorStatistics errorsOf(const std::vector<Judged>& judged)
{
    std::vector<double> errors;
    for (const Judged& one : judged) {
        errors.push_back(one.predicted / one.sample->seconds - 1);
    }
    return errorStatistics(errors);
}

/// A number below `count`; std::uniform_int_distribution differs between libraries.
std::size_t draw(std::mt19937_64& random, std::size_t count)
{
    return static_cast<std::size_t>(random() % count);
}

/// Returns the order of all pairs with equal FLOP whose times differ, or of a random sample of them, drawn with a fixed
/// seed.
KernelOrder orderOf(const std::vector<Judged>& judged)
{
    std::map<double, std::vector<const Judged*>> byFlops;
    std::vector<std::pair<const Judged*, const Judged*>> pairs;  // the slower first
    for (const Judged& one : judged) {
        const auto& shape = std::get<ProductShape>(one.sample->shape);
        std::vector<const Judged*>& alike = byFlops[shape.rows * shape.inner * shape.columns];
        for (const Judged* other : alike) {
            const double ratio = one.sample->seconds / other->sample->seconds;
            if (std::max(ratio, 1 / ratio) > differing) {
                pairs.emplace_back(ratio > 1 ? &one : other, ratio > 1 ? other : &one);
            }
        }
        alike.push_back(&one);
    }
    KernelOrder order;
    std::mt19937_64 random(1);
    for (std::size_t place = 0; place < std::min(pairs.size(), mostPairs); ++place) {
        ++order.pairs;
        std::swap(pairs[place], pairs[place + draw(random, pairs.size() - place)]);
        order.right += pairs[place].first->predicted > pairs[place].second->predicted ? 1 : 0;
    }
    return order;
}

void judge(const std::string& device, const Groups& groups, KernelReport& report)
{
    for (const auto& [name, judged] : groups) {
        const auto& [kind, type] = name;
        report.kinds.push_back({device, kind, type, errorsOf(judged)});
        if (kind == "gemm") {
            KernelOrder order = orderOf(judged);
            order.device = device;
            order.kind = kind;
            order.type = type;
            report.orders.push_back(order);
        }
    }
}

}  // namespace

Result<std::vector<KernelSample>> samplesOf(const KernelTable& table, const KernelKind& kind)
{
    std::vector<KernelSample> all;
    for (const KernelTable::Line& line : table.lines) {
        KernelLine cells(table, line);
        kind.read(cells, all);
        if (cells.error()) {
            return tl::unexpected(*cells.error());
        }
    }
    std::vector<KernelSample> samples;
    std::map<std::tuple<std::string, ProductType, std::string>, std::size_t> known;
    for (KernelSample& sample : all) {
        const auto [place, isNew] = known.try_emplace({sample.kind, sample.type, sample.key}, samples.size());
        if (isNew) {
            samples.push_back(std::move(sample));
        } else if (sample.seconds < samples[place->second].seconds) {
            samples[place->second] = std::move(sample);
        }
    }
    if (kind.setAside != nullptr) {
        kind.setAside(samples);
    }
    return samples;
}

Result<KernelReport> validateKernels(const std::vector<KernelTable>& tables, const DeviceCatalogue& devices)
{
    KernelReport report;
    for (const KernelTable& table : tables) {
        const auto kind =
            std::ranges::find(kernelKinds(), table.kind, [](const KernelKind& k) { return std::string(k.name); });
        if (kind == kernelKinds().end()) {
            report.skipped.push_back(
                {table.file, Core::tr("no formula is held against kernels of the kind '{}'", table.kind)});
            continue;
        }
        const Cluster* cluster = devices.find(table.device);
        const Result<std::vector<KernelSample>> samples = samplesOf(table, *kind);
        if (!samples) {
            return tl::unexpected(samples.error());
        }
        if (cluster == nullptr) {
            report.skipped.push_back({table.file, Core::tr("no preset matches the device '{}'", table.device)});
            continue;
        }
        Groups groups;
        for (const KernelSample& sample : *samples) {
            groups[{sample.kind, sample.typeName()}].push_back({&sample, kind->predict(sample, *cluster)});
        }
        judge(table.device, groups, report);
    }
    return report;
}

}  // namespace pgram
