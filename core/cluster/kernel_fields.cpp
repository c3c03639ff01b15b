// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/cluster_fields.h"
#include "core/cluster/collective.h"

namespace pgram {

namespace {

/// Largest share of a figure of a data sheet, which caches and reductions in the network exceed.
constexpr double mostShare = 2;
constexpr std::size_t mostHeadWidths = 64;
constexpr double widestHead = 1e5;

constexpr Field<ProductConstants> productRows[] = {
    field<&ProductConstants::rateShare>("rate_share")
        .between(leastEfficiency, 1)
        .required()
        .says("Share of the peak that full tiles reach in a burst"),
    field<&ProductConstants::tileInner>("tile_inner")
        .between(0, 1e4)
        .required()
        .says("Elements of the inner width that the start and the end of a tile cost as much as"),
    field<&ProductConstants::partialWave>("partial_wave")
        .between(0, 1)
        .required()
        .says("Part of a last wave without tiles that is paid all the same"),
    field<&ProductConstants::memoryShare>("memory_share")
        .between(leastEfficiency, mostShare)
        .required()
        .says("Share of the memory bandwidth for operands and result"),
    field<&ProductConstants::norm>("norm").between(1, 20).required().says(
        "Exponent of the norm of compute and memory time: 1 is the sum"),
    field<&ProductConstants::start>("start_s").between(0, longestLatency).required().says("The smallest product"),
    field<&ProductConstants::castShare>("cast_share")
        .between(leastEfficiency, mostShare)
        .sparse()
        .says("Share of the memory bandwidth at which rows become narrow, or are put in order for experts"),
};

constexpr Field<AttentionConstants::Width> widthRows[] = {
    field<&AttentionConstants::Width::headDim>("head_dim").between(1, widestHead).required(),
    field<&AttentionConstants::Width::rateShare>("rate_share")
        .between(leastEfficiency, 1)
        .required()
        .says("Share of the peak"),
    field<&AttentionConstants::Width::fallback>("fallback")
        .sparse()
        .says("The kernel is not used in training: plans use the widths around it"),
};

}  // namespace

std::span<const Field<ProductConstants>> fieldsOf(const ProductConstants*)
{
    return productRows;
}

std::span<const Field<AttentionConstants::Width>> fieldsOf(const AttentionConstants::Width*)
{
    return widthRows;
}

namespace {

void readWidths(const FieldRules& rules, JsonObject& object, AttentionConstants& constants, UnknownKeys* unknown)
{
    for (JsonObject& head : object.objects(rules.key, rules.mostElements)) {
        AttentionConstants::Width width;
        readFields(fieldsOf(&width), head, width, unknown);
        if (!constants.widths.empty() && width.headDim <= constants.widths.back().headDim) {
            head.fail("head_dim", Core::tr("is not larger than the one before it"));
        }
        takeUnknown(head, unknown);
        constants.widths.push_back(width);
    }
    if (std::ranges::all_of(constants.widths, &AttentionConstants::Width::fallback)) {
        object.fail(rules.key, Core::tr("names no width"));
    }
}

constexpr Field<AttentionConstants> attentionRows[] = {
    field<&AttentionConstants::tileQueries>("tile_queries")
        .between(1, 1e4)
        .required()
        .says("Queries of one head in the tile of a multiprocessor"),
    field<&AttentionConstants::partialWave>("partial_wave")
        .between(0, 1)
        .required()
        .says("Part of a last wave without tiles that is paid all the same"),
    field<&AttentionConstants::memoryShare>("memory_share")
        .between(leastEfficiency, mostShare)
        .required()
        .says("Share of the memory bandwidth for queries, keys, values and output"),
    field<&AttentionConstants::start>("start_s").between(0, longestLatency).required().says("The smallest one"),
    field<&AttentionConstants::backwardShare>("backward_share")
        .between(leastEfficiency, mostShare)
        .sparse()
        .says("Rate of backward, with its 2.5 times as many FLOP, relative to forward"),
    field<&AttentionConstants::olderShare>("older_share")
        .between(leastEfficiency, 1)
        .sparse()
        .says("Relative rate of kernels for the previous architecture"),
    field<&AttentionConstants::widths>("heads")
        .upTo(mostHeadWidths)
        .required()
        .readBy(readWidths)
        .says("By rising head width, at least one that is not a fallback"),
};

constexpr Field<CollectiveConstants> collectiveRows[] = {
    field<&CollectiveConstants::start>("start_s")
        .between(0, longestLatency)
        .required()
        .says("The smallest message on two ranks, less one start_s_per_rank"),
    field<&CollectiveConstants::startPerRank>("start_s_per_rank")
        .between(0, longestLatency)
        .required()
        .says("Each rank beyond the first"),
    field<&CollectiveConstants::rate>("rate")
        .between(leastEfficiency, 4)
        .required()
        .says("Rate of large messages on many ranks, relative to bandwidth times efficiency of the link"),
    field<&CollectiveConstants::rateLoss>("rate_loss")
        .between(0, 1.9)
        .required()
        .says("Part of the rate that is lost, times the ranks"),
    field<&CollectiveConstants::ramp>("ramp").between(0, 4).required().says(
        "Factor of the root of the product of both parts"),
};

constexpr Field<DispatchConstants> dispatchRows[] = {
    field<&DispatchConstants::start>("start_s").between(0, longestLatency).required().says("The smallest one"),
    field<&DispatchConstants::ownShare>("own_share")
        .between(leastEfficiency, mostShare)
        .required()
        .says("Share of the memory bandwidth at which a rank handles each of its tokens"),
    field<&DispatchConstants::rate>("rate")
        .between(leastEfficiency, 4)
        .required()
        .says("Rate to other ranks, relative to bandwidth times efficiency of the link"),
    field<&DispatchConstants::perCopy>("s_per_copy")
        .between(0, longestLatency)
        .required()
        .says("Each token on each rank"),
    field<&DispatchConstants::ranks>("ranks")
        .between(2, 1 << 20)
        .required()
        .says("Ranks of the measurement: larger groups run other kernels"),
};

}  // namespace

std::span<const Field<AttentionConstants>> fieldsOf(const AttentionConstants*)
{
    return attentionRows;
}

std::span<const Field<CollectiveConstants>> fieldsOf(const CollectiveConstants*)
{
    return collectiveRows;
}

std::span<const Field<DispatchConstants>> fieldsOf(const DispatchConstants*)
{
    return dispatchRows;
}

namespace {

constexpr Field<ProductKernels> productKernelRows[] = {
    provenanceKind<&ProductKernels::provenance>(),
    provenanceSource<&ProductKernels::provenance>(),
    element<&ProductKernels::types, 0>("bf16").sparse(),
    element<&ProductKernels::types, 1>("fp8").sparse(),
    element<&ProductKernels::types, 2>("fp8_block").sparse(),
    element<&ProductKernels::types, 3>("nvfp4").sparse(),
};
static_assert(std::size(productKernelRows) == 2 + productTypes);

constexpr Field<AttentionKernels> attentionKernelRows[] = {
    provenanceKind<&AttentionKernels::provenance>(),
    provenanceSource<&AttentionKernels::provenance>(),
    element<&AttentionKernels::types, 0>("bf16").sparse(),
    element<&AttentionKernels::types, 1>("fp8").sparse(),
    element<&AttentionKernels::types, 2>("fp8_block").sparse(),
    element<&AttentionKernels::types, 3>("nvfp4").sparse(),
};

constexpr Field<CollectiveKernels> collectiveKernelRows[] = {
    provenanceKind<&CollectiveKernels::provenance>(),
    provenanceSource<&CollectiveKernels::provenance>(),
    element<&CollectiveKernels::kinds, 0>("all-reduce").sparse(),
    element<&CollectiveKernels::kinds, 1>("all-gather").sparse(),
    element<&CollectiveKernels::kinds, 2>("reduce-scatter").sparse(),
    element<&CollectiveKernels::kinds, 3>("all-to-all").sparse(),
    element<&CollectiveKernels::dispatch, 0>("dispatch").sparse(),
    element<&CollectiveKernels::dispatch, 1>("combine").sparse(),
};
static_assert(std::size(collectiveKernelRows) == 4 + measuredCollectives);

}  // namespace

std::span<const Field<ProductKernels>> fieldsOf(const ProductKernels*)
{
    return productKernelRows;
}

std::span<const Field<AttentionKernels>> fieldsOf(const AttentionKernels*)
{
    return attentionKernelRows;
}

std::span<const Field<CollectiveKernels>> fieldsOf(const CollectiveKernels*)
{
    return collectiveKernelRows;
}

}  // namespace pgram
