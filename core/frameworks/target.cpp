// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/frameworks/target.h"

#include "core/frameworks/plan_shape.h"
#include "core/frameworks/rows/rows.h"
#include "core/model/encoder.h"
#include "core/model/layer_role.h"
#include "core/model/mixers.h"
#include "core/model/training_json.h"
#include "core/strategy/dimension_rules.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>

namespace pgram {

namespace {

/// "3–7, 12": the layers of which `is` holds, counted from 1; empty when of none.
template <typename Is>
std::string layersWhere(const Plan& plan, const Is& is)
{
    const auto layers = static_cast<int>(plan.strategies.size());
    std::string text;
    for (int first = 0; first < layers; ++first) {
        if (!is(first)) {
            continue;
        }
        int last = first;
        while (last + 1 < layers && is(last + 1)) {
            ++last;
        }
        text += fmt::format("{}{}", text.empty() ? "" : ", ", first + 1);
        text += last > first ? fmt::format("–{}", last + 1) : "";
        first = last;
    }
    return text;
}

/// Rules of models that no target runs.
constexpr std::array ofAll{
    TargetRule{Core::tr("layers that share parameters"), "the exported models have a set of parameters for each layer",
               [](const TargetCase& c) { return c.layer.sharedBy > 0; }},
    TargetRule{Core::tr("skips between layers"), "the exported models have none",
               [](const TargetCase& c) { return !c.layer.skipFrom.empty(); }},
};

constexpr const char* exportedBlocks = "the exported programs build attention and an MLP, and no such part";

bool hasState(const TargetCase& c)
{
    return stateMixerOf(c.layer) != nullptr;
}

/// Parts of blocks that programs may not build, those that no program builds first. The last one is for whatever else.
constexpr std::array blockParts{
    TargetRule{Core::tr("several residual streams"), exportedBlocks,
               [](const TargetCase& c) { return c.layer.streams > 1; }},
    TargetRule{Core::tr("attention to compressed keys"), exportedBlocks,
               [](const TargetCase& c) { return c.layer.compression > 0; }},
    TargetRule{
        Core::tr("queries or outputs of a rank"), exportedBlocks,
        [](const TargetCase& c) { return c.layer.outputRank > 0 || (c.layer.queryRank > 0 && !c.layer.keyValueRank); }},
    TargetRule{Core::tr("keys and values of one product"), exportedBlocks,
               [](const TargetCase& c) { return c.layer.valuesAreKeys; }},
    TargetRule{Core::tr("values of another width than keys"), exportedBlocks,
               [](const TargetCase& c) {
                   return c.layer.mixer == Mixer::Attention && c.layer.keyValueRank == 0 && c.layer.valueDim > 0 &&
                          c.layer.valueDim != c.layer.headDim;
               }},
    TargetRule{Core::tr("state-space layers or linear attention other than gated delta nets"), exportedBlocks,
               [](const TargetCase& c) { return hasState(c) && c.layer.mixer != Mixer::GatedDelta; }},
    TargetRule{Core::tr("blocks of a mixer or an MLP alone"), exportedBlocks,
               [](const TargetCase& c) {
                   return isTransformerBlock(c.layer) && (c.layer.mixer == Mixer::None || c.layer.ffn == 0);
               }},
    TargetRule{Core::tr("linear attention"), exportedBlocks, hasState},
    TargetRule{Core::tr("sparse attention"), exportedBlocks, [](const TargetCase& c) { return c.layer.selected > 0; }},
    TargetRule{Core::tr("gates of attention's output"), exportedBlocks,
               [](const TargetCase& c) { return c.layer.outputGate; }},
    TargetRule{Core::tr("latent experts"), exportedBlocks, [](const TargetCase& c) { return c.layer.expertWidth > 0; }},
    TargetRule{Core::tr("blocks of other parts than attention and an MLP"), exportedBlocks,
               [](const TargetCase&) { return true; }},
};

bool isBuilt(const Target& target, const LayerSpec& layer)
{
    return target.builds != nullptr ? target.builds(layer) : isPlain(layer);
}

/// Returns the part of a layer that keeps the target's programs from building it; null: they build it.
const TargetRule* unbuiltPart(const Target& target, const TargetCase& layer)
{
    if (isBuilt(target, layer.layer)) {
        return nullptr;
    }
    return &*std::ranges::find_if(blockParts, [&layer](const TargetRule& part) { return part.refuses(layer); });
}

bool runs(const Numbers& numbers, TuningMethod method)
{
    return std::ranges::find(numbers.tunings, method) != numbers.tunings.end();
}

/// Adds what refuses 16-bit weights: those that are updated themselves, or copies beside them.
void addHalfLines(const Numbers& numbers, const Training& training, std::vector<Text>& lines)
{
    if (!numbers.onlyHalf && !training.masterWeights) {
        lines.emplace_back(Core::tr("16-bit weights without a copy of 32 bits"));
    }
    if (numbers.onlyHalf && training.masterWeights) {
        lines.emplace_back(Core::tr("16-bit weights with a copy of 32 bits (--master-weights none has none)"));
    }
    if (numbers.onlyHalf && training.gradientBytes != 2) {
        lines.emplace_back(Core::tr("gradients of 32 bits beside weights of 16 (--gradients 16)"));
    }
    if (numbers.onlyHalf && training.stateBytes != 2) {
        lines.emplace_back(Core::tr("optimizer states of 32 bits beside weights of 16 (--states 16)"));
    }
}

/// A plan held against a target.
class Held {
public:
    Held(const Target& target, const Plan& plan) : m_target(target), m_plan(plan) {}

    std::vector<Text> run()
    {
        m_lines = beyond(m_target, m_plan.model, m_plan.training);
        checkSchedule();
        checkOrder();
        checkCuts();
        checkDimensions();
        checkRules();
        if (m_target.reach.value == Reach::Plan) {
            checkIsOne();
        }
        checkKinds();
        checkEnds();
        checkRecompute();
        checkPredictions();
        return m_lines;
    }

private:
    [[nodiscard]] const LayerStrategy& at(int layer) const
    {
        return m_plan.strategies[static_cast<std::size_t>(layer)];
    }
    [[nodiscard]] const LayerSpec& spec(int layer) const { return m_plan.model.layer(layer); }
    [[nodiscard]] LayerStrategy shape(int layer) const { return shapeOf(at(layer)); }

    template <typename Is>
    void refuse(const Text& what, const Is& is)
    {
        if (const std::string layers = layersWhere(m_plan, is); !layers.empty()) {
            m_lines.push_back(Core::tr("{} (layers {})", what, layers));
        }
    }

    void checkSchedule()
    {
        const auto isKind = [this](const Schedule& schedule) { return schedule.kind == m_plan.schedule.kind; };
        if (m_plan.pipeline() > 1 && std::ranges::none_of(m_target.schedules.value, isKind)) {
            m_lines.push_back(Core::tr("the schedule {}", toString(m_plan.schedule)));
        }
        if (m_plan.pipeline() > 1 && !m_target.space.value.pp) {
            m_lines.push_back(Core::tr("{} pipeline stages", m_plan.pipeline()));
        }
    }

    void checkOrder()
    {
        if (!m_plan.stageBlocks.empty()) {
            m_lines.emplace_back(Core::tr("stages on devices in another order than that of ranks"));
        }
    }

    void checkCuts()
    {
        std::set<int> counts;
        for (std::size_t chunk = 0; chunk < m_plan.chunks.size(); ++chunk) {
            const Chunk& own = m_plan.chunks[chunk];
            int blocks = 0;
            for (int layer = own.firstLayer; layer < own.end(); ++layer) {
                blocks += isBlock(spec(layer)) ? 1 : 0;
            }
            counts.insert(blocks);
            if (blocks == 0 && m_target.cuts.value == Cuts::WithBlocks) {
                m_lines.push_back(Core::tr("a stage without transformer layers (stage {})", chunk + 1));
            }
            if (layerRole(spec(own.firstLayer).kind) == LayerRole::Follower) {
                m_lines.push_back(Core::tr("a stage that begins with a patch merging (stage {})", chunk + 1));
            }
        }
        if (m_target.cuts.value == Cuts::Even && counts.size() > 1) {
            m_lines.push_back(
                Core::tr("stages of different numbers of blocks ({} to {})", *counts.begin(), *counts.rbegin()));
        }
    }

    void checkDimensions()
    {
        for (const DimensionRules* rules : dimensionRules()) {
            if (m_target.space.value.*rules->on || rules->has == nullptr) {
                continue;
            }
            refuse(Core::tr("{}, {}", rules->title, rules->what), [&](int layer) { return needs(*rules, layer); });
        }
    }

    /// A hybrid counts neither as DP nor as SDP, and the name of a single rank does not matter.
    [[nodiscard]] bool needs(const DimensionRules& rules, int layer) const
    {
        const LayerStrategy own = shape(layer);
        LayerStrategy asked = own;
        asked.kept = at(layer).kept;
        const bool isData = rules.zero >= 0;
        return rules.has(asked) && !(isData && (own.isHybrid() || copiesOf(own) == 1));
    }

    void checkRules()
    {
        const auto caseOf = [this](int layer) {
            return TargetCase{spec(layer), m_plan.strategies[static_cast<std::size_t>(layer)], m_plan.training,
                              m_plan.pipeline(), m_plan.sequence()};
        };
        for (const TargetRule& part : blockParts) {
            refuse(part.what, [&](int layer) { return unbuiltPart(m_target, caseOf(layer)) == &part; });
        }
        for (const std::span<const TargetRule> rules : {std::span<const TargetRule>(ofAll), m_target.rules}) {
            for (const TargetRule& rule : rules) {
                refuse(rule.what, [&](int layer) {
                    return rule.refuses(
                        {spec(layer), shape(layer), m_plan.training, m_plan.pipeline(), m_plan.sequence()});
                });
            }
        }
    }

    /// If two strategies differ, the one that fewer layers have is reported.
    void checkIsOne()
    {
        std::map<LayerStrategy, int> dense;
        std::map<LayerStrategy, int> withExperts;
        for (int layer = 0; layer < m_plan.model.layerCount(); ++layer) {
            LayerStrategy own = shape(layer);
            ++(spec(layer).experts > 0 ? withExperts : dense)[own];
        }
        const auto usual = [](const std::map<LayerStrategy, int>& counts) {
            return std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
        };
        LayerStrategy ofDense = dense.empty() ? LayerStrategy() : usual(dense)->first;
        LayerStrategy ofExperts = withExperts.empty() ? ofDense : usual(withExperts)->first;
        if (dense.empty() || withExperts.empty()) {
            ofDense = ofExperts = withExperts.empty() ? ofDense : ofExperts;
        } else {
            const LayerStrategy own = ofExperts;
            ofExperts = ofDense;
            ofExperts.expert = own.expert;
            ofExperts.expertTensor = own.expertTensor;
        }
        refuse(Core::tr("layers with a strategy of their own beside {}", shortName(ofDense)),
               [&](int layer) { return shape(layer) != (spec(layer).experts > 0 ? ofExperts : ofDense); });
    }

    /// DP or ZeRO-2, which the framework chooses once for all layers, each of which has its own strategy otherwise.
    void checkKinds()
    {
        std::set<int> unsharded;
        for (const LayerStrategy& strategy : m_plan.strategies) {
            if (copiesOf(strategy) > 1 && strategy.zero != 3) {
                unsharded.insert(strategy.zero);
            }
        }
        if (m_target.oneKindOfCopies && unsharded.contains(0) && unsharded.contains(2)) {
            refuse(Core::tr("ZeRO-2 beside DP: it has one default for all layers"),
                   [this](int layer) { return copiesOf(at(layer)) > 1 && at(layer).zero == 2; });
        }
    }

    void checkEnds()
    {
        refuse(Core::tr("recomputation of embedding or head"),
               [this](int layer) { return isEnd(spec(layer)) && at(layer).kept.recomputes(); });
        if (!m_target.endsAlike) {
            return;
        }
        const int layers = m_plan.model.layerCount();
        int first = 0;
        while (first < layers && !isEnd(spec(first))) {
            ++first;
        }
        refuse(Core::tr("embedding and head with different strategies"),
               [&](int layer) { return isEnd(spec(layer)) && shape(layer) != shape(first); });
        refuse(Core::tr("a patch merging with another strategy than the layer before it"), [this](int layer) {
            return layerRole(spec(layer).kind) == LayerRole::Follower && layer > 0 && at(layer) != at(layer - 1);
        });
    }

    void checkRecompute()
    {
        const auto isOf = [this](int layer, KeptPart part) {
            return isBlock(spec(layer)) && at(layer).kept.part == part;
        };
        const auto some = [&](KeptPart part) {
            return !layersWhere(m_plan, [&](int layer) { return isOf(layer, part); }).empty();
        };
        for (const KeptPart part : {KeptPart::WithoutAttention, KeptPart::WithoutModules}) {
            const auto otherwise = [&](int layer) {
                return isBlock(spec(layer)) &&
                       at(layer).kept.part != keptOf(spec(layer), part, m_plan.training.recomputedModules);
            };
            if (m_target.reach.value == Reach::Plan && some(part) && !layersWhere(m_plan, otherwise).empty()) {
                refuse(part == KeptPart::WithoutAttention ? Core::tr("recomputation of attention in some layers alone")
                                                          : Core::tr("recomputation of modules in some layers alone"),
                       [&](int layer) { return isOf(layer, part); });
            }
        }
        if (!some(KeptPart::Input) || !some(KeptPart::All) || m_target.recompute.value == SomeBlocks::Any) {
            return;
        }
        if (m_target.recompute.value == SomeBlocks::None) {
            refuse(Core::tr("recomputation of some blocks alone"),
                   [&](int layer) { return isOf(layer, KeptPart::Input); });
            return;
        }
        const RecomputePattern pattern = patternOf(m_plan, m_target.recompute.value);
        const std::vector<bool> expected = recomputedBy(pattern, m_plan);
        const Text what =
            pattern.blocks == SomeBlocks::FirstOfChunk
                ? Core::tr("recomputation of other blocks than the first {} of each stage", pattern.number)
                : Core::tr("recomputation of other blocks than every {}. of a stage", pattern.number);
        refuse(what, [&](int layer) {
            return isBlock(spec(layer)) && isOf(layer, KeptPart::Input) != expected[static_cast<std::size_t>(layer)];
        });
    }

    /// Prediction layers are in one chunk. They compute again what all blocks do, or keep all where blocks compute
    /// again in full.
    void checkPredictions()
    {
        const auto predicts = [this](int layer) { return isPrediction(spec(layer)); };
        const auto with = std::ranges::count_if(m_plan.chunks, [&](const Chunk& chunk) {
            int layer = chunk.firstLayer;
            while (layer < chunk.end() && !predicts(layer)) {
                ++layer;
            }
            return layer < chunk.end();
        });
        if (with > 1) {
            refuse(Core::tr("prediction layers on several stages"), predicts);
        }
        std::set<KeptPart> parts;
        for (int layer = 0; layer < m_plan.model.layerCount(); ++layer) {
            if (isBlock(spec(layer))) {
                parts.insert(at(layer).kept.part);
            }
        }
        const KeptPart ofBlocks = parts.size() == 1 ? *parts.begin() : KeptPart::All;
        refuse(Core::tr("prediction layers that recompute otherwise than all blocks"), [&](int layer) {
            const KeptPart own = at(layer).kept.part;
            return predicts(layer) && own != ofBlocks && !(own == KeptPart::All && ofBlocks == KeptPart::Input);
        });
    }

    const Target& m_target;
    const Plan& m_plan;
    std::vector<Text> m_lines;
};

}  // namespace

std::span<const Target* const> targets()
{
    static constexpr std::array all{
        &galvatronTarget,          &megatronTarget,       &megatronBridgeTarget, &deepSpeedTarget,
        &torchtitanTarget,         &torchtitanTomlTarget, &accelerateTarget,     &accelerateDeepSpeedTarget,
        &accelerateMegatronTarget, &torchtuneTarget,      &fsdp2Target,          &colossalAiTarget};
    return all;
}

Result<const Target*> parseTarget(std::string_view name)
{
    const auto found =
        std::ranges::find(targets(), name, [](const Target* target) { return std::string_view(target->name); });
    if (found != targets().end()) {
        return *found;
    }
    std::vector<const char*> names;
    for (const Target* target : targets()) {
        names.push_back(target->name);
    }
    return badInput(Core::tr("unknown target '{}'", name.substr(0, 40)), "target",
                    Core::tr("Known are {}", fmt::format("{}", fmt::join(names, ", "))));
}

std::vector<Text> beyond(const Target& target, const Plan& plan)
{
    return Held(target, plan).run();
}

std::vector<const Target*> runnersOf(const Plan& plan)
{
    std::vector<const Target*> runners;
    std::ranges::copy_if(targets(), std::back_inserter(runners),
                         [&plan](const Target* target) { return beyond(*target, plan).empty(); });
    return runners;
}

Text runnersText(const std::vector<const Target*>& runners)
{
    constexpr std::size_t mostNamed = 3;
    if (runners.empty()) {
        return Core::tr("no framework here runs it");
    }
    std::vector<const char*> names;
    for (const Target* target : runners) {
        names.push_back(target->title);
    }
    names.resize(std::min(names.size(), mostNamed));
    const std::string named = fmt::format("{}", fmt::join(names, ", "));
    const std::size_t others = runners.size() - names.size();
    return others == 0 ? Core::tr("runs on {}", named) : Core::tr("runs on {} and {} more", named, others);
}

bool hasModel(const Target& target, const Architecture& model)
{
    if (target.models.value == nullptr) {
        return true;
    }
    const std::vector<std::string_view> names = target.models.value();
    return std::ranges::find(names, model.name) != names.end();
}

std::vector<Text> beyond(const Target& target, const Architecture& model, const Training& training)
{
    std::vector<Text> lines;
    const Numbers& numbers = target.numbers.value;
    if (!hasModel(target, model)) {
        lines.push_back(Core::tr("the model {}", model.name));
    }
    if (std::ranges::find(numbers.precisions, training.precision) == numbers.precisions.end()) {
        lines.push_back(Core::tr("numbers in {}", precisionNames()[static_cast<std::size_t>(training.precision)]));
    }
    if (training.gradientBytes == 2 && !numbers.halfGradients) {
        lines.emplace_back(Core::tr("gradients of 16 bits"));
    }
    if (std::ranges::find(numbers.optimizers, training.optimizer) == numbers.optimizers.end()) {
        lines.push_back(Core::tr("the optimizer {}", optimizerRow(training.optimizer).title));
    }
    if (training.stateBytes != 4 && !numbers.halfStates && optimizerRow(training.optimizer).blockwiseBytes == 0) {
        lines.emplace_back(Core::tr("optimizer states of 16 bits"));
    }
    const bool attends = std::ranges::any_of(model.runs, [](const LayerSpec& run) { return run.heads > 0; });
    if (!training.fusedAttention && training.elementBytes() == 2 && attends && !numbers.storedAttention) {
        lines.emplace_back(Core::tr("attention that stores its matrix"));
    }
    const bool hasHead =
        std::ranges::any_of(model.runs, [](const LayerSpec& run) { return run.kind == LayerKind::Head; });
    if (hasHead && std::ranges::find(numbers.losses, training.loss) == numbers.losses.end()) {
        lines.emplace_back(training.loss == LossKind::Chunked ? Core::tr("a loss that is computed in chunks")
                           : training.loss == LossKind::Fused ? Core::tr("a loss in one kernel")
                                                              : Core::tr("a loss in single steps"));
    }
    if (training.elementBytes() == 2) {
        addHalfLines(numbers, training, lines);
    }
    if (!target.predicts && std::ranges::any_of(model.runs, isPrediction)) {
        lines.emplace_back(Core::tr("multi-token prediction"));
    }
    if (const TuningMethod method = training.tuning.method; !runs(numbers, method)) {
        lines.emplace_back(method == TuningMethod::Qlora && runs(numbers, TuningMethod::Lora)
                               ? Core::tr("adapters, base in 4 bits (QLoRA)")
                               : Core::tr("adapters (LoRA)"));
    }
    if (std::ranges::find(numbers.preferences, training.preference) == numbers.preferences.end()) {
        lines.emplace_back(numbers.preferences.size() == 1 ? Core::tr("preference tuning (DPO)")
                                                           : Core::tr("a reference model in host memory"));
    }
    if (encoderRuns(model) > 0) {
        lines.emplace_back(Core::tr("an encoder in front of a language model (--encoder none leaves it out)"));
    }
    if (std::ranges::any_of(model.runs, &LayerSpec::frozen)) {
        lines.emplace_back(Core::tr("frozen layers"));
    }
    return lines;
}

const TargetRule* refusal(const Target& target, const TargetCase& layer)
{
    if (const TargetRule* part = unbuiltPart(target, layer)) {
        return part;
    }
    const auto refuses = [&layer](const TargetRule& rule) { return rule.refuses(layer); };
    if (const auto common = std::ranges::find_if(ofAll, refuses); common != ofAll.end()) {
        return &*common;
    }
    const auto rule = std::ranges::find_if(target.rules, refuses);
    return rule != target.rules.end() ? &*rule : nullptr;
}

Phrase wordsFor(Reach reach)
{
    return reach == Reach::Plan ? Core::tr("one strategy for all layers") : Core::tr("each layer its own strategy");
}

Phrase wordsFor(SomeBlocks blocks)
{
    switch (blocks) {
    case SomeBlocks::None:
        return Core::tr("all blocks or none");
    case SomeBlocks::FirstOfChunk:
        return Core::tr("the first N blocks of each stage");
    case SomeBlocks::EveryNth:
        return Core::tr("every n-th block of a stage");
    case SomeBlocks::Any:
        return Core::tr("any blocks");
    }
    return {};
}

Phrase wordsFor(Cuts cuts)
{
    switch (cuts) {
    case Cuts::Any:
        return Core::tr("any cut");
    case Cuts::WithBlocks:
        return Core::tr("any cut, a block in each stage");
    case Cuts::Even:
        return Core::tr("equally many blocks per stage");
    }
    return {};
}

}  // namespace pgram
