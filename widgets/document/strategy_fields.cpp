// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/strategy_fields.h"

#include "core/base/index.h"
#include "core/strategy/sharding.h"
#include "core/strategy/strategy_keys.h"

#include <QCoreApplication>

#include <algorithm>

namespace pgram {

namespace {

constexpr int none = static_cast<int>(SequenceParallel::None);

const LayerStrategy& strategyOf(const Plan& plan, int layer)
{
    return plan.strategies[at(layer)];
}

int stageDevices(const Plan& plan, int /*layer*/)
{
    return plan.stageDevices();
}

/// The data degree takes what the others leave of the stage.
void fillStage(LayerStrategy& strategy, int devices)
{
    strategy.data = std::max(1, devices / (strategy.tensor * strategy.context));
    strategy.shard = 0;
}

/// A field that plan files have by the same key, with these words for the values of that.
StrategyField named(const char* key, const char* title, const char* tip, std::initializer_list<const char*> texts)
{
    StrategyField field{key, title, tip, [key](const LayerStrategy& s) { return strategyKey(key).of(s); },
                        [key](LayerStrategy& s, int value, int) { strategyKey(key).set(s, value); }};
    for (const char* text : texts) {
        field.values.push_back({static_cast<int>(field.values.size()), text});
    }
    return field;
}

StrategyField tensorField()
{
    StrategyField field{"tensor", QT_TRANSLATE_NOOP("StrategyEditor", "Tensor"),
                        QT_TRANSLATE_NOOP("StrategyEditor", "Devices that share one layer's matrices"),
                        [](const LayerStrategy& s) { return s.tensor; },
                        [](LayerStrategy& s, int value, int devices) {
                            s.tensor = value;
                            fillStage(s, devices);
                        }};
    field.most = stageDevices;
    field.word = [](const LayerStrategy& s) {
        return s.sequence == SequenceParallel::Ulysses ? "U" : s.layout == TensorLayout::Ring ? "RSA" : "TP";
    };
    field.fillsStage = true;
    return field;
}

/// Where they were searched, or somebody has named one: they are historical.
bool offersLayouts(const Plan& plan, int layer)
{
    const auto isLaidOut = [](const LayerStrategy& s) { return s.layout != TensorLayout::Line; };
    const Result<Space> searched = parseSpace(plan.provenance.space);
    return strategyOf(plan, layer).tensor > 1 &&
           ((searched && searched->layouts) || std::ranges::any_of(plan.strategies, isLaidOut));
}

/// What the group's size does not make is refused with that.
StrategyField layoutField()
{
    StrategyField field{
        "tensor_layout", QT_TRANSLATE_NOOP("StrategyEditor", "Layout"),
        QT_TRANSLATE_NOOP(
            "StrategyEditor",
            "How the tensor group shares a layer: a line (1D), square grids (2D and 2.5D), a cube (3D), or "
            "a ring that divides the tokens alone; all but the line are historical"),
        [](const LayerStrategy& s) { return static_cast<int>(s.layout); },
        [](LayerStrategy& s, int value, int) { s.layout = static_cast<TensorLayout>(value); }};
    field.values = {{static_cast<int>(TensorLayout::Line), QT_TRANSLATE_NOOP("StrategyEditor", "1D")},
                    {static_cast<int>(TensorLayout::Grid), QT_TRANSLATE_NOOP("StrategyEditor", "2D")},
                    {static_cast<int>(TensorLayout::Cube), QT_TRANSLATE_NOOP("StrategyEditor", "3D")},
                    {static_cast<int>(TensorLayout::Ring), QT_TRANSLATE_NOOP("StrategyEditor", "ring")}};
    field.isOffered = offersLayouts;
    field.refused = [](const LayerStrategy& now, const LayerStrategy& next, int value) -> std::optional<Verdict> {
        const bool isTaken = static_cast<int>(next.layout) == value;
        const bool isCube = static_cast<TensorLayout>(value) == TensorLayout::Cube;
        return isTaken ? std::nullopt : std::optional(Verdict{Rule::LayoutShape, now.tensor, isCube ? 0 : 1});
    };
    return field;
}

StrategyField depthField()
{
    StrategyField field{
        "tensor_depth", QT_TRANSLATE_NOOP("StrategyEditor", "Grids"),
        QT_TRANSLATE_NOOP("StrategyEditor", "Grids of the tensor group, each with a part of the samples (2.5D)"),
        [](const LayerStrategy& s) { return s.depth; }, [](LayerStrategy& s, int value, int) { s.depth = value; }};
    constexpr int smallest = 4;  // devices of a grid
    field.most = [](const Plan& plan, int layer) { return strategyOf(plan, layer).tensor / smallest; };
    field.isOffered = [](const Plan& plan, int layer) { return strategyOf(plan, layer).layout == TensorLayout::Grid; };
    field.refused = [](const LayerStrategy& now, const LayerStrategy& next, int value) -> std::optional<Verdict> {
        return next.depth == value ? std::nullopt : std::optional(Verdict{Rule::LayoutShape, now.tensor, value});
    };
    return field;
}

/// Data parts cannot be sharded on one device: such a choice is kept as asked, to be refused with its numbers.
StrategyField dataField()
{
    StrategyField field{
        "zero", QT_TRANSLATE_NOOP("StrategyEditor", "Data"),
        QT_TRANSLATE_NOOP("StrategyEditor",
                          "What the data-parallel copies divide: nothing (DP), the optimizer (ZeRO-1), the "
                          "gradients too (ZeRO-2), the weights too (SDP, ZeRO-3)"),
        [](const LayerStrategy& s) { return s.zero; },
        [](LayerStrategy& s, int value, int) {
            s.zero = value;
            s.shard = 0;
        }};
    constexpr int stages = 4;  // of ZeRO, 0 to 3
    for (int stage = 0; stage < stages; ++stage) {
        field.values.push_back({stage, dataRules(stage).title});
    }
    field.refused = [](const LayerStrategy&, const LayerStrategy& next, int value) -> std::optional<Verdict> {
        const bool alone = value > 0 && next.data * tokenRanks(next) == 1;
        return alone ? std::optional(Verdict{Rule::ShardDegree, next.data, 2}) : std::nullopt;
    };
    return field;
}

StrategyField copiesField()
{
    StrategyField field{
        "copies", QT_TRANSLATE_NOOP("StrategyEditor", "Copies"),
        QT_TRANSLATE_NOOP("StrategyEditor",
                          "Hybrid sharding: copies of the states, each divided over its part of the data group"),
        [](const LayerStrategy& s) { return s.replicas(); },
        [](LayerStrategy& s, int value, int) {
            s.shard = value > 1 && s.data % value == 0 && value < s.data ? s.data / value : 0;
            s.shardPlacement = ShardPlacement::Inner;
        }};
    field.most = [](const Plan& plan, int layer) { return strategyOf(plan, layer).data / 2; };
    field.isOffered = [](const Plan& plan, int layer) {
        return strategyOf(plan, layer).zero == 3 && strategyOf(plan, layer).data > 2;
    };
    field.refused = [](const LayerStrategy&, const LayerStrategy& next, int value) -> std::optional<Verdict> {
        const bool cannot = value > 1 && !next.isHybrid();
        return cannot ? std::optional(Verdict{Rule::ShardDegree, next.data, value}) : std::nullopt;
    };
    return field;
}

StrategyField sequenceField()
{
    StrategyField field = named(
        "sequence_parallel", QT_TRANSLATE_NOOP("StrategyEditor", "Sequence"),
        QT_TRANSLATE_NOOP("StrategyEditor", "Tokens divided over the tensor group: between its matrices (Megatron), or "
                                            "everywhere but in attention, with whole matrices (Ulysses)"),
        {QT_TRANSLATE_NOOP("StrategyEditor", "off"), QT_TRANSLATE_NOOP("StrategyEditor", "Megatron SP"),
         QT_TRANSLATE_NOOP("StrategyEditor", "Ulysses")});
    field.refused = [](const LayerStrategy& now, const LayerStrategy&, int value) -> std::optional<Verdict> {
        const bool alone = value != none && now.tensor == 1;
        return alone ? std::optional(Verdict{Rule::SequenceKind, now.tensor, 0}) : std::nullopt;
    };
    return field;
}

StrategyField contextField()
{
    StrategyField field{
        "context", QT_TRANSLATE_NOOP("StrategyEditor", "Context"),
        QT_TRANSLATE_NOOP("StrategyEditor",
                          "Devices that divide a sample's tokens and pass keys and values around a ring"),
        [](const LayerStrategy& s) { return s.context; },
        [](LayerStrategy& s, int value, int devices) {
            s.context = value;
            s.gathersKeys = s.gathersKeys && value > 1;
            fillStage(s, devices);
        }};
    field.most = stageDevices;
    field.isOffered = [](const Plan& plan, int layer) {
        return strategyOf(plan, layer).context > 1 || (plan.model.layer(layer).spatial == 0 && plan.stageDevices() > 1);
    };
    field.word = [](const LayerStrategy&) { return "CP"; };
    field.fillsStage = true;
    return field;
}

StrategyField keysField()
{
    StrategyField field = named(
        "keys", QT_TRANSLATE_NOOP("StrategyEditor", "Keys and values"),
        QT_TRANSLATE_NOOP("StrategyEditor", "How the devices of a context group exchange keys and values: around a "
                                            "ring beside attention, or gathered before it"),
        {QT_TRANSLATE_NOOP("StrategyEditor", "ring"), QT_TRANSLATE_NOOP("StrategyEditor", "gathered")});
    field.isOffered = [](const Plan& plan, int layer) {
        const LayerStrategy& s = strategyOf(plan, layer);
        return s.context > 1 || s.gathersKeys;
    };
    return field;
}

StrategyField weightsField()
{
    StrategyField field = named(
        "weights", QT_TRANSLATE_NOOP("StrategyEditor", "Weights"),
        QT_TRANSLATE_NOOP("StrategyEditor", "Where the weights of ZeRO-3 wait beside an optimizer in host memory"),
        {QT_TRANSLATE_NOOP("StrategyEditor", "on the device"), QT_TRANSLATE_NOOP("StrategyEditor", "on the host")});
    field.isOffered = [](const Plan& plan, int layer) {
        const LayerStrategy& s = strategyOf(plan, layer);
        return (s.zero == 3 && s.offloadOptimizer) || s.offloadWeights;
    };
    return field;
}

StrategyField expertField()
{
    StrategyField field{
        "expert", QT_TRANSLATE_NOOP("StrategyEditor", "Experts"),
        QT_TRANSLATE_NOOP("StrategyEditor", "Devices of the data group that the experts are spread over"),
        [](const LayerStrategy& s) { return s.expert; },
        [](LayerStrategy& s, int value, int) {
            const int parts = expertParts(s);
            const bool keepsParts = foldsExperts(s) && s.sequence == SequenceParallel::Megatron;
            s.expert = value;
            setExpertParts(s, keepsParts ? parts : usualExpertParts(s));
        }};
    field.most = [](const Plan& plan, int layer) {
        const int experts = std::min(static_cast<int>(plan.model.layer(layer).experts), plan.stageDevices());
        return std::max(strategyOf(plan, layer).expert, experts);
    };
    field.isOffered = [](const Plan& plan, int layer) {
        return strategyOf(plan, layer).expert > 1 || (plan.model.layer(layer).experts > 0 && plan.stageDevices() > 1);
    };
    field.word = [](const LayerStrategy&) { return "EP"; };
    return field;
}

/// The tensor group's degree has a name, for it follows that group.
StrategyField expertTensorField()
{
    constexpr int asTensor = 0;
    StrategyField field{
        "expert_tensor", QT_TRANSLATE_NOOP("StrategyEditor", "Expert tensor"),
        QT_TRANSLATE_NOOP("StrategyEditor",
                          "Devices that split one expert: the tensor group, or fewer of them, so that "
                          "the experts spread over the other devices of that group, too"),
        [](const LayerStrategy& s) { return foldsExperts(s) ? expertParts(s) : asTensor; },
        [](LayerStrategy& s, int value, int) { setExpertParts(s, value == asTensor ? weightParts(s) : value); }};
    field.values = {{asTensor, QT_TRANSLATE_NOOP("StrategyEditor", "as TP")}};
    field.most = [](const Plan& plan, int layer) { return weightParts(strategyOf(plan, layer)) / 2; };
    field.isOffered = [](const Plan& plan, int layer) {
        const LayerStrategy& s = strategyOf(plan, layer);
        return foldsExperts(s) || (plan.model.layer(layer).experts > 0 && weightParts(s) > 1);
    };
    return field;
}

StrategyField recomputeField()
{
    constexpr std::size_t modules = 2;
    StrategyField field =
        named("recompute", QT_TRANSLATE_NOOP("StrategyEditor", "Recompute"),
              QT_TRANSLATE_NOOP("StrategyEditor", "Activations thrown away in forward and computed again in backward"),
              {QT_TRANSLATE_NOOP("StrategyEditor", "off"), QT_TRANSLATE_NOOP("StrategyEditor", "selective"),
               QT_TRANSLATE_NOOP("StrategyEditor", "modules"), QT_TRANSLATE_NOOP("StrategyEditor", "full")});
    field.values[modules].offered = [](const LayerSpec& layer, const Training& training) {
        return hasModules(layer, training.recomputedModules);
    };
    return field;
}

StrategyField placementField()
{
    StrategyField field{
        "tensor_placement", QT_TRANSLATE_NOOP("StrategyEditor", "Placement"),
        QT_TRANSLATE_NOOP("StrategyEditor", "Tensor group on neighbouring devices, or spread over the stage"),
        [](const LayerStrategy& s) { return static_cast<int>(s.placement); },
        [](LayerStrategy& s, int value, int) { s.placement = static_cast<TensorPlacement>(value); }};
    field.values = {
        {static_cast<int>(TensorPlacement::Consecutive), QT_TRANSLATE_NOOP("StrategyEditor", "consecutive")},
        {static_cast<int>(TensorPlacement::Strided), QT_TRANSLATE_NOOP("StrategyEditor", "strided")}};
    field.isOffered = [](const Plan& plan, int layer) {
        return strategyOf(plan, layer).tensor > 1 && strategyOf(plan, layer).data > 1;
    };
    return field;
}

QString translated(const char* word)
{
    return QCoreApplication::translate("StrategyEditor", word);
}

}  // namespace

const std::vector<StrategyField>& strategyFields()
{
    static const std::vector<StrategyField> fields{
        tensorField(),
        layoutField(),
        depthField(),
        dataField(),
        copiesField(),
        sequenceField(),
        contextField(),
        keysField(),
        expertField(),
        expertTensorField(),
        placementField(),
        recomputeField(),
        named("offload", QT_TRANSLATE_NOOP("StrategyEditor", "Offload"),
              QT_TRANSLATE_NOOP("StrategyEditor",
                                "What waits in host memory: kept activations, the optimizer's states, or both"),
              {QT_TRANSLATE_NOOP("StrategyEditor", "off"), QT_TRANSLATE_NOOP("StrategyEditor", "activations"),
               QT_TRANSLATE_NOOP("StrategyEditor", "optimizer"), QT_TRANSLATE_NOOP("StrategyEditor", "both")}),
        weightsField()};
    return fields;
}

const StrategyField& strategyField(std::string_view key)
{
    return *std::ranges::find(strategyFields(), key, &StrategyField::key);
}

QString fieldTitle(const StrategyField& field)
{
    return translated(field.title);
}

QString fieldTip(const StrategyField& field)
{
    return translated(field.tip);
}

QString choiceText(const StrategyField& field, int value)
{
    if (field.values.empty()) {
        return QString::number(value);
    }
    const auto known = std::ranges::find(field.values, value, &FieldValue::value);
    if (known == field.values.end() && field.most != nullptr) {
        return QString::number(value);
    }
    // What cannot be chosen by hand is nearest to the last of what can: a tensor group in the middle is spread, too.
    return translated(known == field.values.end() ? field.values.back().text : known->text);
}

}  // namespace pgram
