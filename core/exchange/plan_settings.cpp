// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/plan_settings.h"

#include "core/base/ascii.h"
#include "core/cluster/cluster_sizes.h"
#include "core/exchange/hub_name.h"
#include "core/exchange/settings_cut.h"
#include "core/fidelity/framework.h"
#include "core/frameworks/plan_shape.h"
#include "core/model/encoder.h"
#include "core/model/layer_role.h"
#include "core/model/optimizer.h"
#include "core/strategy/sharding.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace pgram {

namespace {

constexpr std::int64_t nodeDevices = 8;
constexpr std::int64_t mostDevices = 1 << 20;
constexpr std::int64_t mostMicrobatches = 1 << 20;  ///< the limit of plan files
constexpr const char* oneNode = "dgx-h100";
constexpr const char* manyNodes = "dgx-h100-64";

/// Returns a product, at most one device more than can be planned for.
std::int64_t cappedProduct(std::int64_t a, std::int64_t b)
{
    return b > 0 && a > mostDevices / b ? mostDevices + 1 : a * b;
}

/// Takes the settings apart into a plan, step by step; the first error sticks.
class PlanMaker {
public:
    PlanMaker(PlanSettings&& settings, const std::string& where, const ReadContext& context)
        : m_settings(std::move(settings)), m_where(where), m_context(context)
    {}

    Result<Reading> make()
    {
        if (!m_settings.asked.empty()) {
            takeModel();
            return readingWith(saidDegrees());
        }
        takeModel();
        for (const auto& degree : {m_settings.tensor, m_settings.pipeline, m_settings.context, m_settings.ulysses}) {
            m_parts = cappedProduct(m_parts, degree.value_or(1));
        }
        for (auto step :
             {&PlanMaker::takeDevices, &PlanMaker::takeData, &PlanMaker::takeBatch, &PlanMaker::takeFramework}) {
            if (const Result<void> done = (this->*step)(); !done) {
                return tl::unexpected(done.error());
            }
        }
        if (!m_settings.precision) {
            assumeOpen("precision", "bf16");
        }
        std::optional<Plan> plan;
        if (m_model) {
            Result<Plan> made = planOf();
            if (!made) {
                return tl::unexpected(made.error());
            }
            plan = std::move(*made);
        }
        Reading reading = readingWith(degrees());
        std::get<FoundPlan>(reading.found).plan = std::move(plan);
        return reading;
    }

private:
    [[nodiscard]] Reading readingWith(const Degrees& degrees)
    {
        Reading reading{.found = FoundPlan{std::nullopt, degrees}};
        reading.assumed = std::move(m_settings.assumed);
        reading.asked = std::move(m_settings.asked);
        reading.ignored = std::move(m_settings.ignored);
        reading.unknown = std::move(m_settings.unknown);
        reading.refused = std::move(m_settings.refused);
        return reading;
    }

    /// By the file's own key where it has "auto" there.
    void assumeOpen(const char* what, std::string value)
    {
        const auto key = m_settings.autoKeys.find(what);
        const bool isAuto = key != m_settings.autoKeys.end();
        m_settings.assume(isAuto ? key->second : what, std::move(value),
                          isAuto ? Core::tr("the file has \"auto\"") : Core::tr("the file does not say"));
    }

    void takePreset(const std::string& hubName, Text why)
    {
        const std::string own = presetOfHub(hubName, m_context.store);
        if (Result<Architecture> preset = m_context.store.model(own); preset && !own.empty()) {
            m_model = std::move(*preset);
            m_settings.assume("model", m_model->title, std::move(why));
        }
    }

    /// Takes the preset of a checkpoint or a tokenizer, and reports the names that help nothing.
    void takeHints()
    {
        for (const auto& [flag, name] : m_settings.hints) {
            const bool wasOpen = !m_model;
            if (wasOpen) {
                takePreset(name, Core::tr("the preset of the name {}, which {} has; the file has no sizes",
                                          name.substr(0, 80), flag));
            }
            if (!wasOpen || !m_model) {
                m_settings.ignore(flag, name.substr(0, 80),
                                  wasOpen ? Core::tr("no preset has the name of this checkpoint or tokenizer")
                                          : Core::tr("another name in the file gives the model"));
            }
        }
    }

    /// Takes the model of a config.json: in the folder that the file names, or next to the file.
    void takeConfigBeside()
    {
        namespace fs = std::filesystem;
        const fs::path folder = fs::path(m_where).parent_path();
        const fs::path named = m_settings.preset;
        const Result<const Format*> format = parseFormat("huggingface");
        for (const fs::path& place : {folder / named, folder / named.filename(), folder}) {
            const Result<ForeignFile> file = openForeign(place / "config.json");
            const Result<Reading> read = file && !file->isFolder && format
                                             ? readAs(**format, *file, {.store = m_context.store})
                                             : Result<Reading>(tl::unexpected(Error{}));
            if (read && std::holds_alternative<FoundModel>(read->found)) {
                m_model = std::get<FoundModel>(read->found).model;
                m_settings.assume("model", m_model->title, Core::tr("read from {}", file->path.string()));
                return;
            }
        }
    }

    void takeModel()
    {
        if (m_context.model != nullptr) {
            m_model = *m_context.model;
        } else if (m_settings.model) {
            m_model = std::move(m_settings.model);
        } else if (!m_settings.preset.empty()) {
            takePreset(m_settings.preset, Core::tr("the preset of the name in the file"));
        }
        takeHints();
        if (!m_model) {
            takeConfigBeside();
        }
        if (!m_model) {
            m_settings.ask("model", m_settings.preset.empty()
                                        ? Core::tr("the file does not describe it; --model names one")
                                        : Core::tr("the file names {}, and no preset has that name; --model names one",
                                                   m_settings.preset.substr(0, 80)));
        }
    }

    /// Takes the cluster at hand, with the file's number of devices unless the user has chosen one.
    void takeGivenCluster(std::int64_t least)
    {
        m_cluster = *m_context.cluster;
        m_devices = m_cluster.devices;
        const std::int64_t said = m_settings.devices.value_or(m_devices);
        if (said == m_devices) {
            return;
        }
        const auto resized = m_context.devices == 0 && said % least == 0
                                 ? withDevices(m_cluster, static_cast<int>(said))
                                 : Result<Cluster>(tl::unexpected(Error{}));
        if (resized) {
            m_settings.assume("devices", std::to_string(said),
                              Core::tr("those of the file; the cluster given has {}", m_devices));
            m_cluster = *resized;
            m_cluster.title = fmt::format("{} × {}", said, m_cluster.device.name);
            m_devices = said;
            return;
        }
        m_settings.assume("devices", std::to_string(m_devices),
                          Core::tr("those of the cluster given; the file has {}", said));
    }

    /// Those of the cluster at hand, of the file, or as many machines of eight as the degrees fill.
    Result<void> takeDevices()
    {
        const std::int64_t least = cappedProduct(m_parts, m_settings.data.value_or(1));
        if (least > mostDevices) {
            return badInput(
                Core::tr("has degrees of {} device(s) in all, at most {} are planned for", least, mostDevices),
                m_where);
        }
        if (m_context.cluster != nullptr) {
            takeGivenCluster(least);
            return {};
        }
        const std::int64_t experts = m_settings.expert.value_or(1) * m_settings.pipeline.value_or(1);
        const bool exact = m_settings.data.has_value();
        const std::int64_t usual =
            exact ? least : least * partsInBatch(std::lcm(least, std::lcm(nodeDevices, experts)) / least);
        const std::int64_t said = m_context.devices > 0 ? m_context.devices : m_settings.devices.value_or(0);
        const bool fits = said > 0 && said % least == 0 && (!exact || said == least);
        if (m_context.devices > 0 && !fits) {
            return degreesDiffer(least, said);
        }
        m_devices = fits ? said : std::min(usual, mostDevices);
        if (said > 0 && !fits) {
            m_settings.assume("devices", std::to_string(m_devices),
                              Core::tr("the file has {} device(s), which its degrees do not go into", said));
        } else if (said == 0 && !exact) {
            m_settings.assume("devices", std::to_string(m_devices), Core::tr("the file does not say"));
        }
        return takeCluster();
    }

    /// Returns how many of the data-parallel parts divide the batch.
    [[nodiscard]] std::int64_t partsInBatch(std::int64_t parts) const
    {
        const std::int64_t samples = m_settings.microBatch.value_or(1) * m_settings.microbatches.value_or(1);
        const std::int64_t batch = m_settings.globalBatch.value_or(samples * parts);
        return batch % samples == 0 ? std::gcd(parts, batch / samples) : parts;
    }

    /// NVLink inside machines of eight, InfiniBand between.
    Result<void> takeCluster()
    {
        const bool one = m_devices <= nodeDevices;
        Result<Cluster> cluster = m_context.store.cluster(one ? oneNode : manyNodes);
        if (!cluster) {
            return tl::unexpected(cluster.error());
        }
        const auto devices = static_cast<int>(m_devices);
        const int inside = std::gcd(devices, static_cast<int>(nodeDevices));
        cluster->devices = devices;
        cluster->links.back().span = devices;
        if (!one && inside > 1) {
            cluster->links.front().span = inside;
        } else if (!one) {
            cluster->links.erase(cluster->links.begin());
        }
        cluster->measured.clear();
        cluster->title = fmt::format("{} × {}", devices, cluster->device.name);
        m_settings.assume("cluster", cluster->title, Core::tr("the file does not say; --cluster names one"));
        m_cluster = std::move(*cluster);
        return {};
    }

    /// Returns the error of degrees that do not go into the devices at hand.
    [[nodiscard]] tl::unexpected<Error> degreesDiffer(std::int64_t parts, std::int64_t devices) const
    {
        return badInput(Core::tr("has degrees of {} device(s), and the cluster has {}", parts, devices), m_where,
                        m_settings.data ? Core::tr("Give a cluster of {} device(s)", parts)
                                        : Core::tr("Give a cluster of a multiple of {} device(s)", parts));
    }

    Result<void> takeData()
    {
        const std::int64_t parts = m_parts * m_settings.data.value_or(1);
        const bool exact = m_settings.data.has_value();
        if (m_devices % parts != 0 || (exact && m_devices != parts)) {
            return degreesDiffer(parts, m_devices);
        }
        m_data = m_devices / m_parts;
        return {};
    }

    Result<void> takeBatch()
    {
        const std::int64_t pipeline = m_settings.pipeline.value_or(1);
        const bool derives = m_settings.globalBatch && m_settings.microbatches && !m_settings.microBatch;
        if (!m_settings.microBatch && !derives) {
            m_settings.microBatch = 1;
            assumeOpen("micro_batch", "1");
        }
        if (!m_settings.globalBatch) {
            if (!m_settings.microbatches) {
                m_settings.microbatches = pipeline > 1 ? 4 * pipeline : 1;
                assumeOpen("micro_batches", std::to_string(*m_settings.microbatches));
            }
            m_settings.globalBatch = *m_settings.microBatch * m_data * *m_settings.microbatches;
            assumeOpen("global_batch", std::to_string(*m_settings.globalBatch));
        }
        if (derives) {
            m_settings.microBatch =
                std::max<std::int64_t>(1, *m_settings.globalBatch / (m_data * *m_settings.microbatches));
        }
        const std::int64_t step = *m_settings.microBatch * m_data;
        if (*m_settings.globalBatch % step != 0 || *m_settings.globalBatch > std::int64_t{1} << 30) {
            return badInput(Core::tr("has a global batch of {}, which is not a multiple of the micro-batch {} times {} "
                                     "data-parallel part(s)",
                                     *m_settings.globalBatch, *m_settings.microBatch, m_data),
                            m_where, Core::tr("Give a cluster whose devices go into the batch"));
        }
        m_microbatches = *m_settings.globalBatch / step;
        if (m_microbatches > mostMicrobatches) {
            return badInput(
                Core::tr("has {} micro-batches a step, at most {} are planned for", m_microbatches, mostMicrobatches),
                m_where);
        }
        return {};
    }

    /// Sets the costs of the framework that the user has chosen or the file names, and the habits that the file has.
    Result<void> takeFramework()
    {
        const bool isChosen = !m_context.framework.empty();
        const std::string& name = isChosen ? m_context.framework : m_settings.family;
        if (!name.empty()) {
            const auto families = loadFrameworks(m_context.store);
            if (!families) {
                return tl::unexpected(families.error());
            }
            const auto family = parseFramework(name, *families);
            if (!family) {
                return tl::unexpected(family.error());
            }
            m_framework = *family != nullptr ? (*family)->framework() : Framework();
            m_loss = *family != nullptr ? (*family)->loss : LossKind::Plain;
            if (!isChosen) {
                m_settings.assume("framework", name,
                                  Core::tr("its costs are counted, as the file is for it; --framework names another"));
            }
        }
        for (const Habit& habit : m_settings.habits) {
            m_framework.*habit.member = habit.value;
        }
        return {};
    }

    /// Returns the degrees of the file alone.
    [[nodiscard]] Degrees saidDegrees() const
    {
        return {.tensor = m_settings.tensor,
                .pipeline = m_settings.pipeline,
                .data = m_settings.data,
                .context = m_settings.context,
                .expert = m_settings.expert,
                .expertTensor = m_settings.expert ? m_settings.expertTensor : std::nullopt,
                .zero = m_settings.zero,
                .microBatch = m_settings.microBatch,
                .globalBatch = m_settings.globalBatch};
    }

    [[nodiscard]] Degrees degrees() const
    {
        return {.tensor = m_settings.tensor.value_or(1),
                .pipeline = m_settings.pipeline.value_or(1),
                .data = m_data,
                .context = m_settings.context.value_or(1) * m_settings.ulysses.value_or(1),
                .expert = m_settings.expert.value_or(1),
                .expertTensor = m_settings.expert.value_or(1) > 1 ? m_settings.expertTensor : std::nullopt,
                .zero = m_settings.zero.value_or(0),
                .microBatch = m_settings.microBatch,
                .globalBatch = m_settings.globalBatch};
    }

    [[nodiscard]] LayerStrategy strategyOf(const LayerSpec& layer) const
    {
        LayerStrategy strategy;
        const std::int64_t ulysses = m_settings.ulysses.value_or(1);
        strategy.tensor = static_cast<int>(m_settings.tensor.value_or(1) * ulysses);
        strategy.data = static_cast<int>(m_data);
        strategy.context = static_cast<int>(m_settings.context.value_or(1));
        strategy.zero = static_cast<int>(m_settings.zero.value_or(0));
        strategy.expert = layer.experts > 0 ? static_cast<int>(m_settings.expert.value_or(1)) : 1;
        const std::int64_t shard = m_settings.shard.value_or(m_data / m_settings.copies.value_or(1));
        if (shard > 0 && shard < m_data && strategy.zero > 0) {
            strategy.shard = static_cast<int>(shard);
        }
        strategy.sequence = ulysses > 1                                          ? SequenceParallel::Ulysses
                            : m_settings.sequenceParallel && strategy.tensor > 1 ? SequenceParallel::Megatron
                                                                                 : SequenceParallel::None;
        if (layer.experts > 0 && m_settings.expertTensor && ulysses == 1) {
            setExpertParts(strategy, static_cast<int>(*m_settings.expertTensor));
        }
        strategy.offloadOptimizer = m_settings.offloadOptimizer;
        strategy.gathersKeys = m_settings.gathersKeys && strategy.context > 1;
        if (strategy.data * tokenRanks(strategy) == 1) {
            strategy.zero = 0;  // a lone copy has nothing to divide
        }
        strategy.offloadWeights = m_settings.offloadWeights && m_settings.offloadOptimizer && strategy.zero == 3;
        return strategy;
    }

    /// Notes an expert tensor degree of the file that no strategy has.
    void noteExperts(const Plan& plan)
    {
        for (std::size_t i = 0; i < plan.strategies.size() && m_settings.expertTensor; ++i) {
            const bool sparse = plan.model.layer(static_cast<int>(i)).experts > 0;
            if (sparse && expertParts(plan.strategies[i]) != *m_settings.expertTensor) {
                m_settings.assume("expert tensor degree", std::to_string(expertParts(plan.strategies[i])),
                                  Core::tr("the file has {}", *m_settings.expertTensor));
                return;
            }
        }
    }

    /// Returns which layers the file recomputes, for a plan with its cut.
    [[nodiscard]] std::vector<bool> recomputed(const Plan& plan) const
    {
        if (!m_settings.recomputed.empty()) {
            std::vector<bool> given = m_settings.recomputed;
            given.resize(plan.strategies.size());
            return given;
        }
        if (m_settings.recomputeEvery > 1) {
            return recomputedBy({SomeBlocks::EveryNth, static_cast<int>(m_settings.recomputeEvery)}, plan);
        }
        const std::int64_t first = m_settings.recomputeFirst.value_or(plan.model.layerCount());
        std::vector<bool> again = recomputedBy({SomeBlocks::FirstOfChunk, static_cast<int>(first)}, plan);
        for (std::size_t i = 0; i < again.size(); ++i) {
            // Megatron-LM's block method leaves them out, whatever the number.
            const bool predicts = isPrediction(plan.model.layer(static_cast<int>(i)));
            again[i] = again[i] || (predicts && !m_settings.recomputeFirst);
        }
        return again;
    }

    void setStrategies(Plan& plan) const
    {
        for (int i = 0; i < plan.model.layerCount(); ++i) {
            plan.strategies.push_back(strategyOf(plan.model.layer(i)));
        }
        const std::vector<bool> again = recomputed(plan);
        for (std::size_t i = 0; i < again.size(); ++i) {
            const LayerSpec& layer = plan.model.layer(static_cast<int>(i));
            plan.strategies[i].kept.part =
                again[i] ? keptOf(layer, m_settings.kept, m_settings.modules) : KeptPart::All;
        }
    }

    /// Notes the rules of Megatron-LM that refuse the file: arguments.py, transformer_block.py and parallel_state.py of
    /// d98e8a64.
    void noteRefusals(const Plan& plan, const SettingsCut& cut)
    {
        const int pipeline = plan.pipeline();
        const int parts = static_cast<int>(plan.chunks.size());
        const int blocks = cut.countedBlocks();
        const bool asksForChunks = m_settings.chunks.value_or(1) > 1 || m_settings.layersPerChunk.has_value();
        if (pipeline == 1 && asksForChunks) {
            m_settings.refuse("virtual-stages", Core::tr("Megatron-LM has virtual stages only of several stages"));
        }
        const std::int64_t perChunk = m_settings.layersPerChunk.value_or(1);
        if (pipeline > 1 && !cut.isListed() && blocks % pipeline == 0 && blocks / pipeline % perChunk != 0) {
            m_settings.refuse("layers-by-virtual-stages",
                              Core::tr("{} layers per stage do not divide by {} layers per virtual stage: Megatron-LM "
                                       "stops. The figures are of {} chunks per stage",
                                       blocks / pipeline, perChunk, parts / pipeline));
        } else if (pipeline > 1 && !cut.isListed() && blocks % parts != 0) {
            const bool byStages = blocks % pipeline != 0;
            m_settings.refuse(
                byStages ? "layers-by-stages" : "layers-by-virtual-stages",
                byStages ? Core::tr("{} layers do not divide by {} stages: Megatron-LM stops. It runs this cut with "
                                    "--pipeline-model-parallel-layout, which pgram export writes",
                                    blocks, pipeline)
                         : Core::tr("{} layers do not divide by {} virtual stages: Megatron-LM stops or leaves layers "
                                    "out. It runs this cut with --pipeline-model-parallel-layout, which pgram export "
                                    "writes",
                                    blocks, parts));
        }
        const bool sparse = std::ranges::any_of(plan.model.runs, [](const LayerSpec& run) { return run.experts > 0; });
        const std::int64_t expertTensor = m_settings.expertTensor.value_or(m_settings.tensor.value_or(1));
        const std::int64_t expert = m_settings.expert.value_or(1);
        if (sparse && m_devices % cappedProduct(cappedProduct(expertTensor, expert), pipeline) != 0) {
            m_settings.refuse(
                "expert-group",
                Core::tr("{} devices do not divide by expert tensor degree {} times expert degree {} "
                         "times {} stage(s). Without --expert-tensor-parallel-size it is the tensor degree",
                         m_devices, expertTensor, expert, pipeline));
        }
    }

    Result<Plan> planOf()
    {
        Plan plan;
        plan.name = m_where;
        plan.model = std::move(*m_model);
        if (m_settings.encoderFrozen && encoderRuns(plan.model) > 0) {
            plan.model = withEncoderFrozen(std::move(plan.model), *m_settings.encoderFrozen);
        }
        if (m_settings.projectorFrozen && encoderRuns(plan.model) > 0) {
            plan.model = withProjectorFrozen(std::move(plan.model), *m_settings.projectorFrozen);
        }
        m_model = plan.model;
        plan.cluster = m_cluster;
        plan.training.globalBatch = *m_settings.globalBatch;
        const std::int64_t sequence = m_settings.sequence.value_or(plan.model.sequenceLength);
        plan.training.sequenceLength = sequence == plan.model.sequenceLength ? 0 : sequence;
        plan.training.precision = m_settings.precision.value_or(Precision::Bf16);
        plan.training.optimizer = m_settings.optimizer;
        plan.training.framework = m_framework;
        plan.training.loss = m_settings.loss.value_or(m_loss);
        plan.training.recomputedModules = m_settings.modules;
        plan.training.offloadShare = m_settings.offloadShare;
        plan.training.gradientBytes = plan.training.precision == Precision::Fp32 ? 4 : m_settings.gradientBytes;
        plan.training.stateBytes = m_settings.stateBytes;
        plan.training.masterWeights = m_settings.masterWeights;
        plan.training.fusedAttention = m_settings.fusedAttention;
        plan.training.tuning = m_settings.tuning;
        plan.training.preference = m_settings.preference;
        const SettingsCut cut(m_settings, plan.model);
        const Result<int> chunks = cut.chunksOfStage(m_where);
        if (!chunks) {
            return tl::unexpected(chunks.error());
        }
        const auto pipeline = static_cast<int>(m_settings.pipeline.value_or(1));
        plan.schedule.kind = pipeline == 1                                                  ? ScheduleKind::OneFOneB
                             : *chunks > 1 && m_settings.schedule == ScheduleKind::OneFOneB ? ScheduleKind::Interleaved
                                                                                            : m_settings.schedule;
        if (plan.schedule.kind == ScheduleKind::Interleaved && *chunks == 1) {
            plan.schedule.kind = ScheduleKind::OneFOneB;
        }
        plan.schedule.virtualStages = *chunks;
        plan.schedule.microbatches = static_cast<int>(m_microbatches);
        const std::vector<int> sizes = cut.sizes(pipeline * *chunks);
        if (sizes.empty()) {
            return badInput(Core::tr("cuts {} layer(s) into {} stage(s) of {} chunk(s), which does not go",
                                     plan.model.layerCount(), pipeline, *chunks),
                            m_where, Core::tr("Give the model that the file is for"));
        }
        plan.chunks = chunksFromSizes(sizes);
        setStrategies(plan);
        noteExperts(plan);
        if (m_settings.offloadWeights && std::ranges::none_of(plan.strategies, &LayerStrategy::offloadWeights)) {
            m_settings.assume("offload_param", "none",
                              Core::tr("plans have weights wait on the host beside ZeRO-3 and an offloaded optimizer"));
        }
        if (m_settings.isMegatron) {
            noteRefusals(plan, cut);
        }
        plan.provenance.madeBy = m_where;
        plan.provenance.method = m_settings.method;
        if (const Result<void> structure = checkStructure(plan); !structure) {
            const Text& what = structure.error().what;
            const bool isSchedule = plan.schedule.kind == ScheduleKind::Interleaved;
            return badInput(isSchedule ? Core::tr("has {} micro-batch(es) per step on {} stage(s) of {} chunk(s): {}",
                                                  m_microbatches, pipeline, *chunks, what)
                                       : what,
                            m_where, structure.error().todo);
        }
        return plan;
    }

    PlanSettings m_settings;
    const std::string& m_where;
    const ReadContext& m_context;
    std::optional<Architecture> m_model;
    Cluster m_cluster;
    Framework m_framework;
    LossKind m_loss = LossKind::Plain;
    std::int64_t m_parts = 1;  ///< devices of a data-parallel part
    std::int64_t m_devices = 0;
    std::int64_t m_data = 1;
    std::int64_t m_microbatches = 1;
};

}  // namespace

void PlanSettings::takeOptimizer(const std::string& said, std::span<const NamedOptimizer> known, const char* what)
{
    if (said.empty()) {
        return;
    }
    const auto found = std::ranges::find(known, lowered(said), &NamedOptimizer::name);
    optimizer = found == known.end() ? Optimizer::Adam : found->optimizer;
    if (found == known.end() || found->isLike) {
        assume(what, optimizerRow(optimizer).name, Core::tr("plans have no optimizer {}", said.substr(0, 40)));
    }
}

Result<Reading> planOfSettings(PlanSettings settings, const std::string& where, const ReadContext& context)
{
    return PlanMaker(std::move(settings), where, context).make();
}

}  // namespace pgram
