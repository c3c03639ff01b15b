// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/measurements/kernel_kinds.h"

#include "core/base/index.h"
#include "core/cluster/dispatch.h"
#include "core/cost/operator_time.h"
#include "core/model/work_counter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <initializer_list>
#include <map>
#include <numeric>
#include <optional>
#include <random>

namespace pgram {

namespace {

/// From here on a kernel is like those of training; below it is judged by itself.
constexpr double largeSide = 512;
constexpr double longSequence = 2048;
constexpr double tokensOfExpert = 128;
constexpr double widthOfExpert = 512;
constexpr double ranksOfExperts = 16;

/// Routing of which the busiest rank was measured: the loads of experts follow a power law of exponent 1.2.
constexpr std::string_view powerLaw = "p1.2";

/// DeepEP is run on 20 to 24 multiprocessors in training, and on no fewer tokens.
constexpr double dispatchProcessors[] = {20, 24};
constexpr double dispatchTokens = 512;

std::string keyOf(KernelLine& line, std::initializer_list<const char*> columns)
{
    std::vector<std::string> cells;
    for (const char* column : columns) {
        cells.push_back(line.text(column));
    }
    return fmt::to_string(fmt::join(cells, " "));
}

Training trainingIn(ProductType type)
{
    Training training;
    // Bf16 is the last of those that take the constants of Bf16, the others are the first of theirs.
    training.precision = type == ProductType::Bf16
                             ? Precision::Bf16
                             : std::ranges::find(precisions(), type, &PrecisionRow::measured)->precision;
    return training;
}

/// Counts what a layer of `heads` heads does on one device, a part of it alone.
LayerWork workOf(const LayerSpec& layer, ProductType type, const auto& part, double samples = 1)
{
    const ShardShape shard{.samples = samples};
    const Training training = trainingIn(type);
    WorkCounter counter(layer, shard, training);
    part(counter);
    return counter.take();
}

LayerSpec layerWith(double heads, double headDim, double hidden)
{
    LayerSpec layer;
    layer.heads = static_cast<std::int64_t>(heads);
    layer.headDim = static_cast<std::int64_t>(headDim);
    layer.hidden = static_cast<std::int64_t>(hidden);
    return layer;
}

/// The device as a kernel that runs alone finds it: full tiles and heads of the usual width reach the rate that was
/// measured of them, not that of runs, and no kernel is left out.
Device inBurst(const Device& device, ProductType type, bool ofExperts)
{
    Device burst = device;
    if (ofExperts && device.groupedProducts && device.groupedProducts->of(type)) {
        burst.products = device.groupedProducts;
        burst.memoryEfficiency.value = burst.products->of(type)->castShare;
        burst.launchSeconds.value = 0;  // in `start`
    }
    if (burst.products && burst.products->of(type)) {
        const ProductConstants& constants = *burst.products->of(type);
        Constant& level = type == ProductType::Bf16  ? burst.gemmEfficiency
                          : type == ProductType::Fp4 ? burst.fp4Efficiency
                                                     : burst.fp8Efficiency;
        level.value = constants.rateShare;
    }
    if (burst.attention) {
        if (auto& constants = burst.attention->types[at(type)]) {
            for (AttentionConstants::Width& width : constants->widths) {
                width.fallback = false;
            }
            burst.attentionEfficiency.value = constants->rateShare(usualHeadDim);
        }
    }
    return burst;
}

Seconds secondsOf(const LayerWork& work, ProductType type, const Cluster& cluster)
{
    const bool ofExperts = std::ranges::any_of(work.operators, &Operator::ofExperts);
    const Device device = inBurst(cluster.device, type, ofExperts);
    Seconds seconds = 0;
    for (const Operator& op : work.operators) {
        seconds += forwardSeconds(op, device, trainingIn(type));
    }
    return seconds;
}

// --- products -------------------------------------------------------------------------------------------------------

void readProduct(KernelLine& line, std::vector<KernelSample>& samples)
{
    const ProductShape shape{line.size("m"), line.size("k"), line.size("n")};
    const Seconds seconds = line.microseconds("us");
    if (const auto type = parse<ProductType>(line.text("dtype"))) {
        const bool large = std::min({shape.rows, shape.inner, shape.columns}) >= largeSide;
        samples.push_back({large ? "gemm" : "gemm-small", *type, false, keyOf(line, {"m", "n", "k"}), shape, seconds});
    }
}

Seconds predictProduct(const KernelSample& sample, const Cluster& cluster)
{
    const auto& shape = std::get<ProductShape>(sample.shape);
    const LayerWork work = workOf(layerWith(1, 0, 0), sample.type, [&shape](WorkCounter& counter) {
        counter.gemm(shape.rows, shape.inner, shape.columns);
    });
    return secondsOf(work, sample.type, cluster);
}

// --- attention ------------------------------------------------------------------------------------------------------

void readAttention(KernelLine& line, std::vector<KernelSample>& samples)
{
    const AttentionShape shape{line.size("batch"),    line.size("seq"),      line.size("heads"),
                               line.size("kv_heads"), line.size("head_dim"), line.number("window", 0, 1e15)};
    const Seconds seconds = line.microseconds("us");
    if (const auto type = parse<ProductType>(line.text("dtype"))) {
        const char* kind = shape.window > 0               ? "attention-window"
                           : shape.tokens >= longSequence ? "attention"
                                                          : "attention-short";
        samples.push_back({kind, *type, false, keyOf(line, {"batch", "seq", "heads", "kv_heads", "head_dim", "window"}),
                           shape, seconds, line.textOr("fw", "")});
    }
}

/// Attention's products by the second, of nine in ten of a library's long kernels with heads of this width at most; 0:
/// too few.
double rateOf(const std::vector<KernelSample>& samples, const KernelSample& like, double headDim)
{
    constexpr std::size_t fewest = 10;
    std::vector<double> rates;
    for (const KernelSample& sample : samples) {
        const auto& shape = std::get<AttentionShape>(sample.shape);
        if (sample.kind == "attention" && sample.type == like.type && sample.library == like.library &&
            shape.headDim == headDim) {
            rates.push_back(shape.batch * shape.heads * shape.pairs() * shape.headDim / sample.seconds);
        }
    }
    std::ranges::sort(rates);
    return rates.size() < fewest ? 0 : rates[rates.size() * 9 / 10];
}

/// Heads of half the width take half of the products and all of the exponentials. A library that runs them at a much
/// higher rate did not do the work: no kernel of it with heads of this width is taken.
void setFastNarrowHeadsAside(std::vector<KernelSample>& samples)
{
    constexpr double narrow = 64;
    constexpr double margin = 1.25;
    std::map<std::pair<ProductType, std::string>, bool> doubtful;
    for (const KernelSample& sample : samples) {
        const auto [found, isNew] = doubtful.try_emplace({sample.type, sample.library});
        if (isNew) {
            const double usual = rateOf(samples, sample, 2 * narrow);
            found->second = usual > 0 && rateOf(samples, sample, narrow) > margin * usual;
        }
    }
    for (KernelSample& sample : samples) {
        const auto& shape = std::get<AttentionShape>(sample.shape);
        if (shape.window == 0 && shape.headDim == narrow && doubtful.at({sample.type, sample.library})) {
            sample.kind = "attention-doubtful";
        }
    }
}

Seconds predictAttention(const KernelSample& sample, const Cluster& cluster)
{
    const auto& shape = std::get<AttentionShape>(sample.shape);
    LayerSpec layer = layerWith(shape.heads, shape.headDim, 0);
    layer.kvHeads = static_cast<std::int64_t>(shape.keyHeads);
    layer.tokens = static_cast<std::int64_t>(shape.tokens);
    layer.window = static_cast<std::int64_t>(shape.window);
    LayerWork work = workOf(
        layer, sample.type,
        [&shape](WorkCounter& counter) {
            counter.attention(shape.batch * shape.tokens, shape.span(), shape.pairs() / (shape.tokens * shape.span()));
        },
        shape.batch);
    // Training computes attention in 16 bits; a kernel of 8 is held against the same share of its own peak.
    work.operators.front().quantised = isNarrow(trainingIn(sample.type).precision);
    return secondsOf(work, sample.type, cluster);
}

// --- experts --------------------------------------------------------------------------------------------------------

/// Tokens of the busiest rank over the mean, on average, where the loads of experts are drawn from a power law: x from
/// 1 to 0.8 of the tokens with density x^-exponent, scaled to all copies of tokens, none with more than there are
/// tokens; a rank has neighbouring experts. The draws behind the files are not published.
double busiestLoad(const ExpertsShape& shape)
{
    constexpr double exponent = 1.2;
    constexpr int draws = 32;
    const auto experts = static_cast<int>(shape.experts);
    const int ofRank = std::max(1, static_cast<int>(shape.experts / shape.ranks));
    const double power = 1 - exponent;
    const double most = std::pow(std::max(1.0, 0.8 * shape.tokens), power) - 1;
    std::mt19937_64 random(1);
    std::vector<double> loads(static_cast<std::size_t>(experts));
    double busiest = 0;
    for (int i = 0; i < draws; ++i) {
        for (double& load : loads) {
            const double uniform = static_cast<double>(random() >> 11) * 0x1p-53;
            load = std::pow(1 + uniform * most, 1 / power);
        }
        const double copies = shape.tokens * shape.topK;
        const double scale = copies / std::accumulate(loads.begin(), loads.end(), 0.0);
        double largest = 0;
        for (int first = 0; first + ofRank <= experts; first += ofRank) {
            double rows = 0;
            for (int expert = first; expert < first + ofRank; ++expert) {
                rows += std::min(shape.tokens, scale * loads[at(expert)]);
            }
            largest = std::max(largest, rows);
        }
        busiest += std::max(1.0, largest * shape.ranks / copies) / draws;
    }
    return busiest;
}

void readExperts(KernelLine& line, std::vector<KernelSample>& samples)
{
    constexpr double mostExperts = 1 << 16;
    ExpertsShape shape{line.size("tokens"),
                       line.size("hidden"),
                       line.size("inter"),
                       line.size("topk"),
                       line.number("experts", 1, mostExperts),
                       line.size("tp"),
                       line.size("ep"),
                       line.number("gated", 0, 1) > 0};
    const Seconds seconds = line.microseconds("us");
    const std::string routing = line.text("dist");
    const bool even = routing == "b";
    const auto type = parse<ProductType>(line.text("dtype"));
    if (type && !line.error()) {
        if (routing == powerLaw) {
            // Files have thousands of lines of few routings.
            thread_local std::map<std::array<double, 4>, double> loads;
            const auto [found, isNew] = loads.try_emplace({shape.tokens, shape.topK, shape.experts, shape.ranks});
            shape.load = found->second = isNew ? busiestLoad(shape) : found->second;
        }
        const bool large = shape.tokens * shape.topK / shape.experts >= tokensOfExpert &&
                           shape.inner / shape.tensor >= widthOfExpert && shape.ranks <= ranksOfExperts;
        samples.push_back({!even   ? "experts-uneven"
                           : large ? "experts"
                                   : "experts-small",
                           *type, false,
                           keyOf(line, {"tokens", "hidden", "inter", "topk", "experts", "tp", "ep", "dist", "gated"}),
                           shape, seconds});
    }
}

/// Work of a kernel of experts besides products and activation. In training a rank has its own tokens; these kernels
/// read and write those of all ranks.
struct RoutingWork {
    double ofRows;         ///< passes over the rank's own rows
    double ofTokens;       ///< passes over the tokens of all ranks
    Seconds orderingCopy;  ///< for each copy of a token on another rank, each time that the experts double
};

/// Rows are permuted, weighed and summed on the way back; in 4 bits the product gathers them, of tokens that are cast
/// and whose copies are put in order on all ranks (fitted on B200 to GB300, which differ by a tenth).
RoutingWork routingOf(ProductType type)
{
    return type == ProductType::Fp4 ? RoutingWork{0, 5, 5.7e-11} : RoutingWork{3, 2, 0};
}

Seconds predictExperts(const KernelSample& sample, const Cluster& cluster)
{
    const auto& shape = std::get<ExpertsShape>(sample.shape);
    const RoutingWork routing = routingOf(sample.type);
    LayerSpec layer = layerWith(1, 0, shape.hidden);
    layer.gatedMlp = shape.gated;
    const LayerWork work = workOf(layer, sample.type, [&](WorkCounter& counter) {
        counter.elementwise(shape.routed() * shape.hidden, routing.ofRows);
        counter.elementwise(shape.tokens * shape.hidden, routing.ofTokens);
        counter.expertMlp(shape.routed(), shape.inner / shape.tensor, shape.experts / shape.ranks);
    });
    const double copiesElsewhere = shape.tokens * shape.topK * (1 - 1 / shape.ranks);
    return secondsOf(work, sample.type, cluster) + copiesElsewhere * std::log2(shape.experts) * routing.orderingCopy;
}

// --- transfers ------------------------------------------------------------------------------------------------------

struct CollectiveName {
    const char* inFiles;
    CollectiveKind kind;
};
constexpr CollectiveName collectiveNames[] = {{"all_reduce", CollectiveKind::AllReduce},
                                              {"all_gather", CollectiveKind::AllGather},
                                              {"reduce_scatter", CollectiveKind::ReduceScatter},
                                              {"alltoall", CollectiveKind::AllToAll}};

/// NCCL's alone: what training uses.
void readCollective(KernelLine& line, std::vector<KernelSample>& samples)
{
    constexpr double mostRanks = 1 << 20;
    const auto ranks = static_cast<int>(line.number("ranks", 2, mostRanks));
    const Volume bytes = line.size("bytes");
    const Seconds seconds = line.microseconds("us");
    const auto found = std::ranges::find(collectiveNames, line.text("op"), &CollectiveName::inFiles);
    if (line.text("library") == "nccl" && found != std::end(collectiveNames)) {
        samples.push_back({std::string(name(found->kind)), ProductType::Bf16, true,
                           keyOf(line, {"op", "ranks", "bytes"}), CollectiveShape{found->kind, ranks, bytes}, seconds});
    }
}

Seconds predictCollective(const KernelSample& sample, const Cluster& cluster)
{
    const auto& shape = std::get<CollectiveShape>(sample.shape);
    return collectiveCost(cluster, shape.kind, {shape.ranks, 1}, shape.bytes).seconds;
}

/// Within a node, by the count of multiprocessors that is faster.
void readDispatch(KernelLine& line, std::vector<KernelSample>& samples)
{
    DispatchShape shape{line.size("tokens_per_rank"), line.size("hidden"), line.size("topk"), line.size("experts")};
    const bool within = line.size("nodes") == 1;
    const bool usual = std::ranges::count(dispatchProcessors, line.size("sms")) > 0 && shape.tokens >= dispatchTokens;
    const Seconds there = line.microseconds("dispatch_us");
    const Seconds back = line.microseconds("combine_us");
    if (!within || !usual || line.text("library") != "deepep_normal") {
        return;
    }
    const std::string key = keyOf(line, {"hidden", "topk", "experts", "tokens_per_rank"});
    samples.push_back({"dispatch", ProductType::Bf16, true, key, shape, there});
    shape.back = true;
    samples.push_back({"combine", ProductType::Bf16, true, key, shape, back});
}

/// By measured constants; else as a framework with fused dispatch sends: once to each rank that holds some of a token's
/// experts.
Seconds predictDispatch(const KernelSample& sample, const Cluster& cluster)
{
    const auto& shape = std::get<DispatchShape>(sample.shape);
    const int ranks = cluster.nodeDevices();
    const Dispatch dispatch{shape.tokens, Training().elementBytes() * shape.hidden, shape.topK};
    const Volume sent = dispatch.tokens * dispatch.tokenBytes * placesHit(ranks, shape.topK);
    return dispatchTime(cluster, ranks, dispatch, shape.back)
        .value_or(collectiveCost(cluster, CollectiveKind::AllToAll, {ranks, 1}, sent).seconds);
}

// --- casts ----------------------------------------------------------------------------------------------------------

/// Scales are worked out in no time that was measured: those lines are 0.
void readCast(KernelLine& line, std::vector<KernelSample>& samples)
{
    const CastShape shape{line.size("m"), line.size("k")};
    const auto type = parse<ProductType>(line.text("dtype"));
    if (type && line.text("kind") == "scale") {
        samples.push_back({"cast", *type, false, keyOf(line, {"m", "k"}), shape, line.microseconds("us")});
    }
}

Seconds predictCast(const KernelSample& sample, const Cluster& cluster)
{
    constexpr double readAndWritten = 2 + 1;
    const auto& shape = std::get<CastShape>(sample.shape);
    return streamSeconds(cluster.device, readAndWritten * shape.rows * shape.columns) +
           cluster.device.launchSeconds.value;
}

constexpr KernelKind kinds[] = {
    {"gemm", readProduct, predictProduct},
    {"attention", readAttention, predictAttention, setFastNarrowHeadsAside},
    {"moe", readExperts, predictExperts},
    {"collective", readCollective, predictCollective},
    {"dispatch", readDispatch, predictDispatch},
    {"quantize", readCast, predictCast},
};

}  // namespace

std::span<const KernelKind> kernelKinds()
{
    return kinds;
}

}  // namespace pgram
