// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/fidelity/translate.h"

#include "core/base/index.h"
#include "core/fidelity/row_model.h"
#include "core/frameworks/plan_shape.h"
#include "core/model/layer_role.h"
#include "core/strategy/legality.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace pgram {

namespace {

/// Between nodes, where a preset is one node: InfiniBand as the presets of larger clusters have it.
constexpr double networkEfficiency = 0.9;
constexpr Seconds networkLatency = 1.4e-5;

/// Blocks that recompute in full where a run does so for "every k-th" and does not say which: every other one.
constexpr int recomputedPeriod = 2;

/// Works a row out step by step; the first step that cannot says why.
class Translator {
public:
    Translator(const Measurement& row, const DeviceCatalogue& devices)
        : m_row(row), m_devices(devices), m_family(familyOf(devices.frameworks(), row))
    {}

    Translation take()
    {
        const bool done = checkPublished() && buildModel() && buildCluster() && buildTraining() && buildSchedule() &&
                          buildStrategies() && checkPlan();
        if (done) {
            m_result.plan = std::move(m_plan);
        }
        return std::move(m_result);
    }

private:
    bool skip(Text why)
    {
        m_result.skippedBecause = std::move(why);
        return false;
    }

    void assume(Text what) { m_result.assumptions.push_back(std::move(what)); }

    bool checkPublished()
    {
        if (m_row.devices == 0 || m_row.tensor == 0 || m_row.pipeline == 0 || m_row.data == 0) {
            return skip(Core::tr("device count or parallel degrees not published"));
        }
        if (m_row.globalBatch == 0 || m_row.sequence == 0) {
            return skip(Core::tr("batch not published"));
        }
        if (m_row.microBatch == 0) {
            return skip(Core::tr("micro-batch not published"));
        }
        return true;
    }

    bool buildModel()
    {
        auto model = modelOf(m_row, m_devices, m_result.assumptions);
        if (!model) {
            return skip(model.error());
        }
        m_plan.model = std::move(*model);
        return true;
    }

    /// Devices that the innermost links join: a node's, or a rack's where they reach that far.
    int devicesPerDomain(const Cluster& known) const
    {
        const int rack = DeviceCatalogue::devicesPerRack(m_row.gpu);
        if (rack > 0 && (m_row.devices < rack || m_row.devices % rack == 0)) {
            return rack;
        }
        return m_row.devicesPerNode > 0 ? m_row.devicesPerNode : known.links.front().span;
    }

    bool buildCluster()
    {
        const Cluster* known = m_devices.find(m_row.gpu);
        if (known == nullptr) {
            return skip(Core::tr("no preset of the device {}", m_row.gpu));
        }
        Cluster cluster = *known;
        const int inside = devicesPerDomain(*known);
        cluster.devices = m_row.devices;
        cluster.links = {known->links.front()};
        cluster.links.front().span = std::min(inside, m_row.devices);
        if (m_row.devices > inside) {
            if (m_row.devices % inside != 0) {
                return skip(Core::tr("devices do not fill whole nodes"));
            }
            if (!addNetwork(*known, cluster)) {
                return skip(Core::tr("network speed not published"));
            }
        }
        m_plan.cluster = std::move(cluster);
        return true;
    }

    /// Between nodes: the row's own speed, else the preset's, else what is usual for nodes of the device.
    bool addNetwork(const Cluster& known, Cluster& cluster)
    {
        LinkLevel network{.name = "network",
                          .bandwidth = DeviceCatalogue::usualNetwork(m_row.gpu),
                          .efficiency = {networkEfficiency, {"guessed", "as InfiniBand of other presets"}},
                          .latency = networkLatency};
        if (known.links.size() > 1) {
            network = known.links.back();
        }
        network.span = m_row.devices;
        if (m_row.networkBytes > 0) {
            network.bandwidth = m_row.networkBytes;
        } else {
            assume(Core::tr("network speed not published: taken as {} Gb/s per device, usual for such nodes",
                            fmt::format("{:.0f}", network.bandwidth * 8 / 1e9)));
        }
        cluster.links.push_back(network);
        return network.bandwidth > 0;
    }

    bool buildTraining()
    {
        Training& training = m_plan.training;
        training.globalBatch = m_row.globalBatch;
        training.sequenceLength = m_row.sequence;
        training.fusedAttention = m_row.flashAttention;
        if (m_row.precision == "fp16") {
            training.precision = Precision::Fp16;
        } else if (m_row.precision == "bf16" || m_row.precision == "amp_bf16") {
            training.precision = Precision::Bf16;
        } else if (m_row.precision == "mxfp8") {
            training.precision = Precision::MxFp8;
        } else if (m_row.precision == "fp8_block") {
            training.precision = Precision::Fp8Block;
        } else if (m_row.precision.starts_with("fp8") || m_row.precision == "amp_fp8") {
            training.precision = Precision::Fp8;
        } else if (m_row.precision == "nvfp4") {
            training.precision = Precision::Fp4;
        } else {
            return skip(Core::tr("precision {} is not modelled", m_row.precision));
        }
        training.framework = m_family.framework();
        training.loss = m_family.loss;
        training.framework.overlapActivations |= m_row.asyncTensor;
        if (m_family.buffersForSync && m_row.data == 1) {
            training.framework.bufferBytes = 0;
        }
        // fp16 runs accumulate gradients in the format of the weights.
        training.gradientBytes = m_row.precision == "fp16" ? 2 : m_family.gradientBytes;
        addDocuments(training);
        return true;
    }

    /// Sets the lengths of packed documents, which no source publishes beside its data set.
    void addDocuments(Training& training)
    {
        if (m_row.packedOf == "SQuAD") {
            // Paragraphs of 120 words on average (arXiv 1606.05250, table 1), a question and an answer.
            training.documents = *DocumentLengths::parse("lognormal:170,330");
            assume(Core::tr("lengths of packed documents not published: taken as usual for {}", m_row.packedOf));
        }
    }

    bool buildSchedule()
    {
        const std::int64_t samples = m_row.microBatch * m_row.data;
        if (m_row.globalBatch % samples != 0) {
            return skip(Core::tr("the batch does not divide into the micro-batches given"));
        }
        Schedule& schedule = m_plan.schedule;
        schedule.virtualStages = m_row.pipeline > 1 ? m_row.virtualStages : 1;
        schedule.kind = schedule.virtualStages > 1 ? ScheduleKind::Interleaved : ScheduleKind::OneFOneB;
        if (!m_row.schedule.empty()) {
            const Result<Schedule> named = parseSchedule(m_row.schedule);
            if (!named) {
                return skip(Core::tr("schedule '{}' is not modelled", m_row.schedule));
            }
            schedule = *named;
        }
        schedule.microbatches = static_cast<int>(m_row.globalBatch / samples);
        const Phrase problem = scheduleProblem(schedule, m_row.pipeline);
        if (!problem.empty()) {
            return skip(problem);
        }
        return cutStages();
    }

    [[nodiscard]] int predictions() const { return m_plan.model.runs.back().predictions; }
    [[nodiscard]] int blocksAndPredictions() const { return blockCount(m_plan.model) + predictions(); }

    /// Returns the number of blocks per chunk, including prediction layers. The head's work for each of these counts as
    /// one more head.
    std::vector<int> blocksOfChunks()
    {
        const int chunks = m_row.pipeline * m_plan.schedule.virtualStages;
        const int blocks = blocksAndPredictions();
        const int heads = 1 + predictions();
        if (m_family.balancesHead) {
            return blocksBesideHead(m_plan.model, chunks);
        }
        if (blocks % chunks != 0) {
            assume(chunks > m_row.pipeline
                       ? Core::tr("layers do not divide by the chunks: spread as evenly as they go")
                       : Core::tr("layers do not divide by the stages: spread as evenly as they go"));
        }
        return heads > 1 ? blocksBeforeHeads(blocks, heads, chunks) : blocksPerStage(blocks, chunks);
    }

    bool cutStages()
    {
        std::vector<int> sizes = blocksOfChunks();
        ++sizes.front();
        sizes.back() += m_plan.model.layerCount() - blocksAndPredictions() - 1;
        if (std::ranges::min(sizes) < 1) {
            return skip(Core::tr("fewer layers than chunks"));
        }
        m_plan.chunks = chunksFromSizes(sizes);
        return true;
    }

    bool chooseRecompute(LayerStrategy& strategy)
    {
        const std::string& kind = m_row.recompute;
        if (kind.empty()) {
            assume(Core::tr("recomputation not published: taken as none"));
        } else if (kind == "full" || kind == "full:uniform:1") {
            strategy.kept.part = KeptPart::Input;
        } else if (kind == "selective") {
            strategy.kept.part = KeptPart::WithoutAttention;
        } else if (kind == "selective-op") {
            strategy.kept.part = KeptPart::WithoutModules;
            m_plan.training.recomputedModules = {Module::Operations};
        } else if (kind == "modules") {
            strategy.kept.part = KeptPart::WithoutModules;
        } else if (kind == "selective-block" || kind == "selective-layer") {
            m_recomputedPeriod = recomputedPeriod;
            strategy.kept.part = KeptPart::Input;
            assume(Core::tr("which blocks recompute is not published: taken as every other one"));
        } else if (kind != "none") {
            return skip(Core::tr("recomputation '{}' is not modelled", kind));
        }
        return true;
    }

    /// Ranks that share one copy of the states: all, one node's, or as many as the row says.
    void chooseSharding(LayerStrategy& strategy) const
    {
        strategy.zero = m_row.zero;
        int shard = 0;
        const char* end = m_row.sharding.data() + m_row.sharding.size();
        if (m_row.sharding == "HYBRID_SHARD") {
            shard = m_row.devicesPerNode;
        } else if (std::from_chars(m_row.sharding.data(), end, shard).ptr != end) {
            shard = 0;
        }
        strategy.shard = strategy.zero == 3 && shard > 0 && shard < strategy.data ? shard : 0;
    }

    bool splitsTokens()
    {
        if (m_row.tensor == 1) {
            return false;
        }
        if (!m_row.sequenceParallel && m_family.sequenceParallel) {
            assume(Core::tr("sequence parallelism not published: taken as on, as the framework's recipes have it"));
        }
        return m_row.sequenceParallel.value_or(m_family.sequenceParallel);
    }

    bool buildStrategies()
    {
        LayerStrategy strategy;
        strategy.tensor = m_row.tensor;
        strategy.data = m_row.data;
        strategy.context = m_row.context;
        strategy.sequence = splitsTokens() ? SequenceParallel::Megatron : SequenceParallel::None;
        chooseSharding(strategy);
        LayerStrategy block = strategy;
        if (!chooseRecompute(block)) {
            return false;
        }
        for (int layer = 0; layer < m_plan.model.layerCount(); ++layer) {
            m_plan.strategies.push_back(strategyOf(layer, strategy, block));
        }
        return true;
    }

    [[nodiscard]] LayerStrategy strategyOf(int layer, const LayerStrategy& outer, LayerStrategy block) const
    {
        const LayerSpec& spec = m_plan.model.layer(layer);
        if (!isTransformerBlock(spec)) {
            return outer;
        }
        block.expert = spec.experts > 0 ? m_row.expert : 1;
        block.kept.part = layer % m_recomputedPeriod == 0
                              ? keptOf(spec, block.kept.part, m_plan.training.recomputedModules)
                              : KeptPart::All;
        return block;
    }

    bool checkPlan()
    {
        m_plan.name = m_row.id;
        if (m_row.devices % m_row.pipeline != 0) {
            return skip(Core::tr("the stages do not divide the devices"));
        }
        int layer = 0;
        for (const LayerSpec& run : m_plan.model.runs) {
            const auto refused = refusal(run, m_plan.strategies[at(layer)], m_plan.stageDevices(), m_plan.training,
                                         m_plan.sequence(), m_plan.schedule.microbatches);
            if (refused) {
                return skip(explain(*refused));
            }
            layer += run.count;
        }
        const Result<void> sound = checkStructure(m_plan);
        return sound ? true : skip(sound.error().what);
    }

    const Measurement& m_row;
    const DeviceCatalogue& m_devices;
    const FrameworkFamily& m_family;
    int m_recomputedPeriod = 1;  ///< blocks from one that recomputes to the next
    Plan m_plan;
    Translation m_result;
};

}  // namespace

Translation planOf(const Measurement& row, const DeviceCatalogue& devices)
{
    return Translator(row, devices).take();
}

}  // namespace pgram
