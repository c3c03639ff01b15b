// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Constants of attention, update and blocks from the measurements of a node, declared in node_constants.h.
#include "core/cost/operator_time.h"
#include "core/exchange/node_constants.h"
#include "core/fidelity/framework.h"
#include "core/fidelity/log_fit.h"
#include "core/model/layer_role.h"
#include "core/model/work_counter.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>

namespace pgram {

namespace {

constexpr FitRange efficiencyRange{0.01, 1};
constexpr const char* plainPyTorch = "fsdp";  ///< family of frameworks whose kernels the program runs

/// Measurements of one kind, each of which a constant alone predicts.
struct LevelFit {
    std::vector<Seconds> measured;
    /// Returns the seconds of a measurement at a value of the constant.
    std::function<Seconds(std::size_t place, double level)> predicted;

    /// Returns the geometric mean of the values at which each measurement but the one at `left` is met; nothing if one
    /// of them has none.
    [[nodiscard]] std::optional<double> level(std::optional<std::size_t> left = {}) const
    {
        double sum = 0;
        int count = 0;
        for (std::size_t place = 0; place < measured.size(); ++place) {
            if (place == left) {
                continue;
            }
            const auto value =
                solvedFor(measured[place], efficiencyRange, [&](double own) { return predicted(place, own); });
            if (!value) {
                return std::nullopt;
            }
            sum += std::log(*value);
            ++count;
        }
        return count > 0 ? std::optional(std::exp(sum / count)) : std::nullopt;
    }

    [[nodiscard]] double error(std::size_t place, double own) const
    {
        return std::abs(predicted(place, own) / measured[place] - 1);
    }

    [[nodiscard]] double meanError(double own) const
    {
        double sum = 0;
        for (std::size_t place = 0; place < measured.size(); ++place) {
            sum += error(place, own);
        }
        return sum / static_cast<double>(measured.size());
    }

    /// Returns the mean error of measurements that are left out one after the other.
    [[nodiscard]] std::optional<double> leftOut() const
    {
        double sum = 0;
        for (std::size_t place = 0; place < measured.size(); ++place) {
            const auto others = level(place);
            if (!others) {
                return std::nullopt;
            }
            sum += error(place, *others);
        }
        return sum / static_cast<double>(measured.size());
    }
};

/// Training of a block alone in plain PyTorch, with gradients in the format of the weights.
Result<Training> trainingOf(const KernelLog& log, const PresetStore& store)
{
    return loadFrameworks(store).and_then([&log](const auto& families) {
        return parseFramework(plainPyTorch, families).map([&log](const FrameworkFamily* family) {
            Training training;
            training.precision = log.numbers;
            training = trainedBy(family, training);
            training.gradientBytes = 2;
            return training;
        });
    });
}

Seconds attentionSeconds(const LoggedAttention& logged, const Device& device, const Training& training)
{
    LayerSpec layer;
    layer.heads = static_cast<std::int64_t>(logged.heads);
    layer.kvHeads = layer.heads;
    layer.headDim = static_cast<std::int64_t>(logged.headDim);
    layer.tokens = static_cast<std::int64_t>(logged.tokens);
    WorkCounter counter(layer, {.samples = logged.samples}, training);
    counter.attention(logged.samples * logged.tokens, logged.tokens, logged.causal ? 0.5 : 1);
    Seconds seconds = 0;
    for (const Operator& op : counter.take().operators) {
        seconds += operatorSeconds(op, Pass::Forward, device, training) +
                   operatorSeconds(op, Pass::InputGradient, device, training);
    }
    return seconds;
}

Seconds layerSeconds(const LayerSpec& layer, const LoggedPass& pass, const Device& device, Training training)
{
    training.sequenceLength = static_cast<std::int64_t>(pass.tokens);
    const ShardShape shard{.samples = pass.samples, .sequence = training.sequenceLength};
    const LayerProfile profile = analyticProfile(layer, shard, training, device, 1);
    return profile.forward + profile.backwardInput + profile.backwardWeight;
}

Device withLevel(Device device, Constant Device::*constant, double level)
{
    (device.*constant).value = level;
    return device;
}

void takeAttention(NodeConstants& node, const Training& training)
{
    const std::vector<LoggedAttention>& logged = node.log.attention;
    Device& device = node.cluster.device;
    LevelFit fit{{}, [&](std::size_t place, double level) {
                     return attentionSeconds(logged[place], withLevel(device, &Device::attentionEfficiency, level),
                                             training);
                 }};
    std::ranges::transform(logged, std::back_inserter(fit.measured), &LoggedPass::total);
    const auto level = fit.level();
    if (!level) {
        node.reading.assumed.push_back({"attention_efficiency", fmt::format("{:.3g}", device.attentionEfficiency.value),
                                        Core::tr("kept: no rate explains the seconds of attention")});
        return;
    }
    node.reading.checks.push_back(
        {Core::tr("attention"), static_cast<int>(logged.size()), fit.meanError(*level), fit.leftOut()});
    node.set("attention_efficiency", device.attentionEfficiency, *level,
             fmt::format("{} attention(s), forward and backward", logged.size()));
}

void takeUpdate(NodeConstants& node)
{
    Device& device = node.cluster.device;
    double share = 0;
    double error = 0;
    for (const LoggedStream& update : node.log.updates) {
        const double own = update.bytes / update.seconds / device.memoryBandwidth;
        share = std::max(share, own);
        error += std::abs(own / device.memoryEfficiency.value - 1) / static_cast<double>(node.log.updates.size());
    }
    node.reading.checks.push_back({Core::tr("update of the optimizer, as a stream through memory"),
                                   static_cast<int>(node.log.updates.size()),
                                   {},
                                   error});
    node.set("update_efficiency", device.updateEfficiency, std::min(share, 1.0), "an update by AdamW");
}

/// Two blocks less one, of equal samples and tokens.
std::vector<LoggedPass> singleBlocks(const KernelLog& log)
{
    std::vector<LoggedPass> found;
    for (const LoggedBlocks& two : log.blocks) {
        const auto one = std::ranges::find_if(log.blocks, [&two](const LoggedBlocks& other) {
            return other.blocks == 1 && other.samples == two.samples && other.tokens == two.tokens;
        });
        if (two.blocks != 2 || one == log.blocks.end()) {
            continue;
        }
        LoggedPass block = two;
        block.forward -= one->forward;
        block.backward -= one->backward;
        if (block.forward > 0 && block.backward > 0) {
            found.push_back(block);
        }
    }
    return found;
}

const LayerSpec* lastRun(const Architecture& model, bool (*isWanted)(const LayerSpec&))
{
    const auto found = std::find_if(model.runs.rbegin(), model.runs.rend(), isWanted);
    return found == model.runs.rend() ? nullptr : &*found;
}

bool isBodyBlock(const LayerSpec& run)
{
    return isTransformerBlock(run) && !isPrediction(run);
}

const std::string& modelTitle(const Architecture& model)
{
    return model.title.empty() ? model.name : model.title;
}

std::string sizeOf(const LoggedPass& pass)
{
    return fmt::format("{:.0f} x {:.0f} tokens", pass.samples, pass.tokens);
}

/// Checks embedding, head and loss, which are in no fit.
void checkEnds(NodeConstants& node, const Training& training)
{
    const auto isEnd = [](const LayerSpec& run) {
        return run.kind == LayerKind::Embedding || run.kind == LayerKind::Head;
    };
    for (const LoggedBlocks& head : node.log.blocks) {
        if (head.blocks > 0) {
            continue;
        }
        Seconds predicted = 0;
        for (const LayerSpec& run : node.log.model->runs) {
            predicted += isEnd(run) ? layerSeconds(run, head, node.cluster.device, training) : 0;
        }
        node.reading.checks.push_back(
            {Core::tr("embedding, head and loss of {}", sizeOf(head)), 1, {}, std::abs(predicted / head.total() - 1)});
    }
}

}  // namespace

std::string NodeConstants::origin() const
{
    return log.software.empty() ? where : fmt::format("{} ({})", where, log.software);
}

void NodeConstants::say(const std::string& name, double value)
{
    std::erase_if(measured, [&name](const std::string& known) { return known.starts_with(name + ' '); });
    measured.push_back(fmt::format("{} {:.3g}", name, value));
}

void NodeConstants::set(const std::string& name, Constant& constant, double value, const std::string& measurements)
{
    say(name, value);
    constant = {value, {measuredHere, fmt::format("{}, {}", measurements, origin())}};
}

Result<void> takeBlocks(NodeConstants& node, const PresetStore& store)
{
    const KernelLog& log = node.log;
    if (!log.updates.empty()) {
        takeUpdate(node);
    }
    if (log.attention.empty() && log.blocks.empty()) {
        return {};
    }
    const Result<Training> training = trainingOf(log, store);
    if (!training) {
        return tl::unexpected(training.error());
    }
    if (!log.attention.empty()) {
        takeAttention(node, *training);
    }
    const std::vector<LoggedPass> blocks = singleBlocks(log);
    const LayerSpec* layer = log.model ? lastRun(*log.model, isBodyBlock) : nullptr;
    Device& device = node.cluster.device;
    if (!blocks.empty() && layer != nullptr) {
        LevelFit fit{{}, [&](std::size_t place, double level) {
                         return layerSeconds(*layer, blocks[place], withLevel(device, &Device::gemmEfficiency, level),
                                             *training);
                     }};
        std::ranges::transform(blocks, std::back_inserter(fit.measured), &LoggedPass::total);
        const int count = static_cast<int>(blocks.size());
        node.reading.checks.push_back({Core::tr("block of {}, by the kernels alone", modelTitle(*log.model)),
                                       count,
                                       {},
                                       fit.meanError(device.gemmEfficiency.value)});
        if (const auto level = fit.level()) {
            node.reading.checks.push_back(
                {Core::tr("block of {}, with gemm_efficiency fitted to it", modelTitle(*log.model)), count,
                 fit.meanError(*level), fit.leftOut()});
            node.set(
                "gemm_efficiency", device.gemmEfficiency, *level,
                fmt::format("{} block(s) of {}, forward and backward in plain PyTorch", count, modelTitle(*log.model)));
            const bool isAboveBurst = device.products && device.products->of(ProductType::Bf16) &&
                                      *level > device.products->of(ProductType::Bf16)->rateShare;
            if (isAboveBurst) {
                node.reading.assumed.push_back(
                    {"gemm_efficiency", fmt::format("{:.3g}", *level),
                     Core::tr("above the rate of a product alone: the other work of a block is faster than counted")});
            }
        } else {
            node.reading.assumed.push_back({"gemm_efficiency", fmt::format("{:.3g}", device.gemmEfficiency.value),
                                            Core::tr("kept: no rate of products explains the seconds of a block")});
        }
    }
    if (log.model) {
        checkEnds(node, *training);
    }
    return {};
}

}  // namespace pgram
