// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/fidelity/translate.h"

#include "core/strategy/legality.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace pgram {

namespace {

struct KnownDevice {
    const char* gpu;
    const char* preset;
    bool joinsNodes = false;  ///< its inner link reaches over the nodes of a rack
};

constexpr KnownDevice knownDevices[] = {
    {"A100-SXM4-80GB", "dgx-a100-64"}, {"A800-SXM4-80GB", "dgx-a100-64"},
    {"A100-SXM4-40GB", "a100-64"},     {"A100-PCIe-80GB", "a100-pcie-8"},
    {"H100-SXM5-80GB", "dgx-h100-64"}, {"H200-SXM-141GB", "dgx-h200"},
    {"B200-SXM-180GB", "hgx-b200"},    {"GB200", "gb200-nvl72", true},
    {"GB300", "gb300-nvl72", true},    {"H100-SXM 96GB HBM2e (500 W)", "h100-96gb-64"},
    {"V100-SXM2-32GB", "dgx-1v"},      {"V100-SXM3-32GB", "dgx-1v"},
};

/// Between nodes, where a preset is one node: InfiniBand as the presets of larger clusters have it.
constexpr double networkEfficiency = 0.9;
constexpr Seconds networkLatency = 1.4e-5;

const KnownDevice* knownDevice(const std::string& gpu)
{
    const auto known = std::ranges::find_if(knownDevices, [&gpu](const KnownDevice& d) { return gpu == d.gpu; });
    return known == std::end(knownDevices) ? nullptr : known;
}

/// Devices that one inner link joins: a node's, or as many whole nodes of a rack as divide the run.
int islandOf(const Measurement& row, int span)
{
    const int perNode = row.devicesPerNode > 0 ? row.devicesPerNode : span;
    if (!knownDevice(row.gpu)->joinsNodes) {
        return perNode;
    }
    if (row.devices <= span) {
        return row.devices;
    }
    int island = perNode;
    for (int nodes = 2; nodes * perNode <= span; ++nodes) {
        if (row.devices % (nodes * perNode) == 0) {
            island = nodes * perNode;
        }
    }
    return island;
}

bool contains(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

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
    bool skip(std::string why)
    {
        m_result.skippedBecause = std::move(why);
        return false;
    }

    [[nodiscard]] bool remarks(std::string_view what) const
    {
        return std::ranges::any_of(m_row.flags, [what](const std::string& flag) { return contains(flag, what); });
    }

    void assume(std::string what) { m_result.assumptions.push_back(std::move(what)); }

    bool checkPublished()
    {
        const bool dimensions =
            m_row.layers > 0 && m_row.hidden > 0 && m_row.heads > 0 && m_row.ffn > 0 && m_row.vocabulary > 0;
        if (!dimensions || (m_row.isMoe && m_row.experts == 0)) {
            return skip("model dimensions not published");
        }
        if (m_row.devices == 0 || m_row.tensor == 0 || m_row.pipeline == 0 || m_row.data == 0) {
            return skip("device count or parallel degrees not published");
        }
        if (m_row.globalBatch == 0 || m_row.sequence == 0) {
            return skip("batch not published");
        }
        if (m_row.microBatch == 0) {
            return skip("micro-batch not published");
        }
        return true;
    }

    LayerSpec part(LayerKind kind, std::string name) const
    {
        LayerSpec spec;
        spec.kind = kind;
        spec.name = std::move(name);
        spec.hidden = m_row.hidden;
        // Llama-like models have neither biases nor dropout; MPT neither, with LayerNorm.
        const bool llama = m_row.activation == "swiglu";
        const bool plain = llama || m_row.activation == "relu2" || contains(m_row.model, "MPT");
        spec.dropout = !plain;
        spec.linearBias = !plain;
        spec.qkvBias = !plain;
        spec.norm = llama ? Norm::RmsNorm : Norm::LayerNorm;
        return spec;
    }

    void giveVocabulary(LayerSpec& spec) const
    {
        const std::int64_t multiple = 128 * static_cast<std::int64_t>(m_row.tensor);
        spec.vocabulary = (m_row.vocabulary + multiple - 1) / multiple * multiple;
        spec.publishedVocabulary = spec.vocabulary == m_row.vocabulary ? 0 : m_row.vocabulary;
    }

    bool buildModel()
    {
        LayerSpec embedding = part(LayerKind::Embedding, "embedding");
        giveVocabulary(embedding);
        embedding.learnedPositions = m_row.activation == "gelu" ? m_row.sequence : 0;
        LayerSpec block = part(LayerKind::Decoder, "decoder");
        block.count = static_cast<int>(m_row.layers);
        block.heads = m_row.heads;
        block.kvHeads = m_row.kvHeads > 0 ? m_row.kvHeads : m_row.heads;
        block.headDim = m_row.hidden / m_row.heads;
        block.gatedMlp = m_row.activation == "swiglu";
        block.ffn = m_row.ffn;
        if (m_row.experts > 0) {
            block.experts = m_row.experts;
            block.topK = m_row.topK;
            block.ffn = m_row.expertFfn > 0 ? m_row.expertFfn : m_row.ffn;
        }
        LayerSpec head = part(LayerKind::Head, "head");
        giveVocabulary(head);
        head.tied = m_row.tied;
        m_plan.model.name = m_row.model;
        m_plan.model.title = m_row.model;
        m_plan.model.sequenceLength = m_row.sequence;
        m_plan.model.runs = {embedding, block, head};
        return true;
    }

    bool buildCluster()
    {
        const Cluster* known = m_devices.find(m_row.gpu);
        if (known == nullptr) {
            return skip(fmt::format("no preset of the device {}", m_row.gpu));
        }
        Cluster cluster = *known;
        const int perNode = islandOf(m_row, known->links.front().span);
        cluster.devices = m_row.devices;
        cluster.links = {known->links.front()};
        cluster.links.front().span = std::min(perNode, m_row.devices);
        if (m_row.devices > perNode) {
            if (m_row.devices % perNode != 0) {
                return skip("devices do not fill whole nodes");
            }
            LinkLevel network = known->links.size() > 1 ? known->links.back() : LinkLevel();
            if (known->links.size() == 1) {
                network = {"network",
                           0,
                           0,
                           {networkEfficiency, {"guessed", "as InfiniBand of other presets"}},
                           networkLatency};
            }
            network.span = m_row.devices;
            if (m_row.networkBytes > 0) {
                network.bandwidth = m_row.networkBytes;
            } else if (network.bandwidth > 0) {
                assume("network speed not published: taken from the preset");
            } else {
                return skip("network speed not published");
            }
            cluster.links.push_back(network);
        }
        m_plan.cluster = std::move(cluster);
        return true;
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
        } else if (m_row.precision.starts_with("fp8") || m_row.precision == "amp_fp8" || m_row.precision == "mxfp8") {
            training.precision = Precision::Fp8;
        } else {
            return skip(fmt::format("precision {} is not modelled", m_row.precision));
        }
        training.framework = m_family.framework();
        training.framework.overlapActivations |= remarks("AsyncTP");
        // fp16 runs accumulate gradients in the format of the weights.
        training.gradientBytes = m_row.precision == "fp16" ? 2 : m_family.gradientBytes;
        return true;
    }

    bool buildSchedule()
    {
        const std::int64_t samples = m_row.microBatch * m_row.data;
        if (m_row.globalBatch % samples != 0) {
            return skip("the batch does not divide into the micro-batches given");
        }
        Schedule& schedule = m_plan.schedule;
        schedule.microbatches = static_cast<int>(m_row.globalBatch / samples);
        schedule.virtualStages = m_row.pipeline > 1 ? m_row.virtualStages : 1;
        schedule.kind = schedule.virtualStages > 1 ? ScheduleKind::Interleaved : ScheduleKind::OneFOneB;
        const std::string_view problem = scheduleProblem(schedule, m_row.pipeline);
        if (!problem.empty()) {
            return skip(std::string(problem));
        }
        const int blocks = static_cast<int>(m_row.layers);
        if (blocks < m_row.pipeline) {
            return skip("fewer layers than stages");
        }
        std::vector<int> sizes = m_family.balancesHead ? blocksBesideHead(m_plan.model, m_row.pipeline)
                                                       : blocksPerStage(blocks, m_row.pipeline);
        if (blocks % m_row.pipeline != 0 && !m_family.balancesHead) {
            assume("layers do not divide by the stages: spread as evenly as they go");
        }
        ++sizes.front();
        ++sizes.back();
        m_plan.stages = stagesFromSizes(sizes);
        return true;
    }

    bool chooseRecompute(LayerStrategy& strategy)
    {
        const std::string& kind = m_row.recompute;
        if (kind.empty()) {
            assume("recomputation not published: taken as none");
        } else if (kind == "full" || kind == "full:uniform:1") {
            strategy.recompute = Recompute::Full;
        } else if (kind == "selective" || kind == "selective-op") {
            strategy.recompute = Recompute::Selective;
        } else if (kind != "none") {
            return skip(fmt::format("recomputation '{}' is not modelled", kind));
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
            assume("sequence parallelism not published: taken as on, as the framework's recipes have it");
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
        block.expert = m_row.experts > 0 ? m_row.expert : 1;
        m_plan.strategies.assign(static_cast<std::size_t>(m_plan.model.layerCount()), block);
        m_plan.strategies.front() = strategy;
        m_plan.strategies.back() = strategy;
        return true;
    }

    bool checkPlan()
    {
        m_plan.name = m_row.id;
        if (m_row.devices % m_row.pipeline != 0) {
            return skip("the stages do not divide the devices");
        }
        for (int layer = 0; layer < m_plan.model.layerCount(); layer += std::max(1, m_plan.model.layerCount() / 2)) {
            const auto refused =
                refusal(m_plan.model.layer(layer), m_plan.strategies[static_cast<std::size_t>(layer)],
                        m_plan.stageDevices(), m_plan.training, m_plan.sequence(), m_plan.schedule.microbatches);
            if (refused) {
                return skip(explain(*refused));
            }
        }
        const Result<void> sound = checkStructure(m_plan);
        return sound ? true : skip(sound.error().what);
    }

    const Measurement& m_row;
    const DeviceCatalogue& m_devices;
    const FrameworkFamily& m_family;
    Plan m_plan;
    Translation m_result;
};

}  // namespace

Result<DeviceCatalogue> DeviceCatalogue::load(const PresetStore& presets)
{
    DeviceCatalogue catalogue;
    for (const KnownDevice& known : knownDevices) {
        if (catalogue.m_clusters.contains(known.preset)) {
            continue;
        }
        Result<Cluster> cluster = presets.cluster(known.preset);
        if (!cluster) {
            return tl::unexpected(cluster.error());
        }
        catalogue.m_clusters.emplace(known.preset, std::move(*cluster));
    }
    Result<std::vector<FrameworkFamily>> frameworks = loadFrameworks(presets.root() / "frameworks.json");
    if (!frameworks) {
        return tl::unexpected(frameworks.error());
    }
    catalogue.m_frameworks = std::move(*frameworks);
    return catalogue;
}

std::string DeviceCatalogue::presetOf(const std::string& gpu)
{
    const KnownDevice* known = knownDevice(gpu);
    return known == nullptr ? std::string() : known->preset;
}

const Cluster* DeviceCatalogue::find(const std::string& gpu) const
{
    return preset(presetOf(gpu));
}

const Cluster* DeviceCatalogue::preset(const std::string& name) const
{
    const auto found = m_clusters.find(name);
    return found == m_clusters.end() ? nullptr : &found->second;
}

void DeviceCatalogue::replace(const std::string& preset, const Cluster& cluster)
{
    m_clusters[preset] = cluster;
}

Translation planOf(const Measurement& row, const DeviceCatalogue& devices)
{
    return Translator(row, devices).take();
}

std::vector<int> blocksBesideHead(const Architecture& model, int stages)
{
    const LayerSpec& block = model.runs[1];
    const double cost = parameterCount(block);
    LayerSpec table = model.runs.back();
    table.tied = false;
    const double share = (block.count * cost + parameterCount(table)) / stages;
    std::vector<int> sizes(static_cast<std::size_t>(stages), 0);
    std::size_t stage = 0;
    for (int i = 0; i < block.count; ++i) {
        if (stage + 1 < sizes.size() && i * cost >= static_cast<double>(stage + 1) * share) {
            ++stage;
        }
        ++sizes[stage];
    }
    return sizes;
}

std::vector<int> blocksPerStage(int blocks, int stages)
{
    std::vector<int> sizes(static_cast<std::size_t>(stages), blocks / stages);
    if (blocks % stages == 0) {
        return sizes;
    }
    if ((blocks + 2) % stages == 0) {
        std::ranges::fill(sizes, (blocks + 2) / stages);
        --sizes.front();
        --sizes.back();
        return sizes;
    }
    const int extra = blocks % stages;
    const int first = (stages - extra) / 2;
    for (int i = first; i < first + extra; ++i) {
        ++sizes[static_cast<std::size_t>(i)];
    }
    return sizes;
}

}  // namespace pgram
