// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Seq1F1B: partitions of equal work, to the token; orders of slices, in seconds and in what is in flight.
#include "core/slicing/equal_work.h"
#include "core/slicing/slice_pipeline.h"
#include "validation/systems/case_kinds.h"

#include <array>
#include <fmt/format.h>

namespace pgram::systems {

namespace {

constexpr std::int64_t largest = 1 << 24;

void checkPartition(CaseList& list)
{
    for (JsonObject& row : list.rows()) {
        JsonObject input = row.object("input");
        const SequenceWork work{.layers = input.integer("num_layers", 1, largest),
                                .hidden = input.integer("hidden_size", 1, largest),
                                .feedForward = input.integer("ffn_size", 0, largest),
                                .heads = input.integer("num_heads", 1, largest),
                                .headSize = input.integer("dim_head", 1, largest),
                                .vocabulary = input.integer("vocab_size", 0, largest)};
        const std::int64_t tokens = input.integer("seq", 1, largest);
        const int slices = whole(input, "splits", 1, 65536);
        const std::int64_t multiple = input.integerOr("mod", 1, 1, largest);
        if (row.error()) {
            return;
        }
        Checks checks = list.of(fmt::format("seq {} in {}", tokens, slices));
        const auto all = static_cast<double>(tokens);
        checks.near(row, "total_tflop", sliceWork(work, all, all) / 1e12);
        checks.near(row, "partition", equalWorkSlices(work, tokens, slices, multiple), 0);
    }
}

struct OrderCase {
    int stages = 1;
    int sequences = 1;
    std::vector<SliceLoad> slices;
};

OrderCase readSlices(JsonObject input)
{
    OrderCase read;
    read.stages = whole(input, "stages", 1, 4096);
    read.sequences = whole(input, "sequences", 1, 65536);
    const std::vector<double> forward = numbers(input, "slice_forward", 0, 1e12);
    const std::vector<double> backward = numbers(input, "slice_backward", 0, 1e12);
    const std::vector<double> share = numbers(input, "slice_token_share", 0, 1);
    if (forward.empty() || backward.size() != forward.size() || share.size() != forward.size()) {
        input.fail({}, Core::tr("has lists of different lengths"));
        return read;
    }
    for (std::size_t i = 0; i < forward.size(); ++i) {
        read.slices.push_back({forward[i], backward[i], share[i]});
    }
    constexpr std::size_t mostPasses = 1 << 22;
    if (forward.size() * static_cast<std::size_t>(read.sequences) * static_cast<std::size_t>(read.stages) >
        mostPasses) {
        input.fail({}, Core::tr("has {} elements, at most {} are read", forward.size(), mostPasses));
    }
    return read;
}

/// All slices of a sequence as one.
SliceLoad wholeSequence(const std::vector<SliceLoad>& slices)
{
    SliceLoad sum{0, 0, 1};
    for (const SliceLoad& slice : slices) {
        sum.forward += slice.forward;
        sum.backward += slice.backward;
    }
    return sum;
}

void checkOrder(const std::string& order, JsonObject expected, const OrderCase& input, SliceOrder kind,
                const std::vector<SliceLoad>& slices, Checks& checks)
{
    const SlicePipeline run = runSlices(kind, input.stages, input.sequences, slices);
    Json inFlight = Json::array();
    for (int stage = 0; stage < input.stages; ++stage) {
        inFlight.push_back(slicesInFlight(kind, input.stages, stage, input.sequences, static_cast<int>(slices.size())));
    }
    const auto near = [&](const char* key, const Json& got, double absolute) {
        if (expected.has(key)) {
            checks.near(order + "." + key, expected.json()[key], got, exactly, absolute);
        }
    };
    near("seconds", run.seconds, 0);
    near("in_flight_slices", inFlight, 0);
    near("in_flight_sequences", run.sequences, 1e-9);  // rounding in the files
}

void checkSchedule(CaseList& list)
{
    for (JsonObject& row : list.rows()) {
        const OrderCase input = readSlices(row.object("input"));
        JsonObject expected = row.object("expected");
        if (row.error()) {
            return;
        }
        Checks checks = list.of(row.stringOr("name", ""));
        const SliceLoad whole = wholeSequence(input.slices);
        checks.near(expected, "ideal_seconds", input.sequences * (whole.forward + whole.backward));
        const auto check = [&](const char* order, SliceOrder kind, const std::vector<SliceLoad>& slices) {
            if (expected.has(order)) {
                checkOrder(order, expected.object(order), input, kind, slices, checks);
            }
        };
        check("terapipe", SliceOrder::TeraPipe, input.slices);
        check("seq1f1b", SliceOrder::Seq1F1B, input.slices);
        check("1f1b", SliceOrder::Seq1F1B, {whole});
    }
}

}  // namespace

std::span<const CaseKind> seq1f1bKinds()
{
    static constexpr std::array kinds{CaseKind{"seq1f1b", "partition", "splits", checkPartition},
                                      CaseKind{"seq1f1b", "schedule", "slice_forward", checkSchedule}};
    return kinds;
}

}  // namespace pgram::systems
