// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/serving/deployment.h"

#include "core/base/format.h"
#include "core/base/index.h"
#include "core/cluster/collective.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pgram {

namespace {

constexpr double mostBatch = 1024;
constexpr double logitBytes = 4;
constexpr double restBytes = 2;

/// 1, 2, 4, … up to `most`, or the one that was asked for.
std::vector<int> degreesUpTo(int most, int asked)
{
    if (asked > 0) {
        return {asked};
    }
    std::vector<int> degrees;
    for (int degree = 1; degree <= most; degree *= 2) {
        degrees.push_back(degree);
    }
    return degrees;
}

/// Load of the fullest stage. Stages have as equal numbers of blocks as possible; later stages have the additional
/// block.
struct StageLoad {
    double weights = 0;
    double cache = 0;  ///< elements of a sequence
};

StageLoad fullestStage(const Server& server, double tokens)
{
    const ServedModel& model = server.model;
    const int stages = server.pipeline;
    const double bytes = storedBytes(server.format);
    std::vector<StageLoad> loads(static_cast<std::size_t>(stages));
    int block = 0;
    for (const ServedBlocks& run : model.blocks) {
        ServedModel one;
        one.blocks = {run};
        one.blocks.front().count = 1;
        const StageLoad each{one.body() * bytes, one.cacheElements(tokens, server.tensor)};
        for (int i = 0; i < run.count; ++i, ++block) {
            StageLoad& stage = loads[at(std::int64_t{block} * stages / model.layers)];
            stage.weights += each.weights;
            stage.cache += each.cache;
        }
    }
    // The table is looked up in 16 bits; a projection that owns it too is of the format.
    loads.front().weights += model.embedding * restBytes * keptShare(server.format);
    loads.back().weights += model.head * bytes;
    StageLoad most;
    for (const StageLoad& stage : loads) {
        most.weights = std::max(most.weights, stage.weights + model.rest * restBytes / stages);
        most.cache = std::max(most.cache, stage.cache);
    }
    return most;
}

ServedMemory memoryOf(const DeploymentQuestion& question, const Server& server)
{
    const Cluster& cluster = question.cluster;
    const ServedModel& model = server.model;
    const auto tokens = static_cast<double>(std::max(question.prompt + question.output, question.context));
    const StageLoad stage = fullestStage(server, tokens);
    ServedMemory memory;
    memory.weights = stage.weights / server.tensor;
    memory.perSequence = stage.cache * cacheBytesPerElement(server.format) * keptShare(server.format);
    memory.cache = question.batch * memory.perSequence;
    double inner = 0;
    for (const ServedBlocks& run : model.blocks) {
        inner = std::max(inner, run.innerWidth);
    }
    const double piece =
        std::min(serving::promptPiece, static_cast<double>(question.batch) * static_cast<double>(question.prompt));
    memory.workspace = static_cast<double>(cluster.contextBytes) +
                       question.batch * model.vocabulary * logitBytes / server.tensor +
                       piece * restBytes * (2 * model.hidden + inner / server.tensor);
    memory.budget = static_cast<double>(question.budget > 0 ? question.budget : cluster.device.memory) *
                    (1 - cluster.reserve.value);
    return memory;
}

Deployment deploymentOf(const DeploymentQuestion& question, const Server& server)
{
    const auto prompt = static_cast<double>(question.prompt);
    const auto output = static_cast<double>(question.output);
    const double batch = question.batch;
    const double context = question.stepContext();
    Deployment row;
    row.format = server.format;
    row.tensor = server.tensor;
    row.pipeline = server.pipeline;
    row.memory = memoryOf(question, server);
    row.prompt = promptTime(server, 1, prompt);
    row.decode = decodeTime(server, batch / std::min(batch, static_cast<double>(server.pipeline)), context);
    row.firstToken = row.prompt.total();
    row.perToken = tokenSeconds(server, batch, context);
    row.servedToken = servedTokenSeconds(server, batch, prompt, output, context);
    row.throughput = staticThroughput(server, batch, prompt, output, context);
    row.servedThroughput = batch / row.servedToken;
    row.copies = std::max(1, question.cluster.devices / row.devices());
    return row;
}

Result<void> checkQuestion(const DeploymentQuestion& question, const ServedModel& model)
{
    if (question.tensor > 0 && model.heads % question.tensor != 0) {
        return badInput(Core::tr("{} heads cannot be shared out to {} devices", model.heads, question.tensor), {},
                        Core::tr("Give a tensor degree that divides the heads"));
    }
    if (question.pipeline > model.layers) {
        return badInput(Core::tr("{} stages are more than the model's {} blocks", question.pipeline, model.layers), {},
                        Core::tr("Give fewer stages"));
    }
    const std::int64_t devices = std::int64_t{std::max(1, question.tensor)} * std::max(1, question.pipeline);
    if (devices > question.cluster.devices) {
        return badInput(Core::tr("{} devices are more than the cluster's {}", devices, question.cluster.devices), {},
                        Core::tr("Give lower degrees, or a larger cluster"));
    }
    return {};
}

/// Returns the index of the fastest deployment among those that fit on the fewest devices; -1 if none fits.
int chosenOf(const std::vector<Deployment>& degrees)
{
    int chosen = -1;
    for (std::size_t i = 0; i < degrees.size(); ++i) {
        const Deployment& row = degrees[i];
        if (!row.memory.fits()) {
            continue;
        }
        const Deployment* best = chosen < 0 ? nullptr : &degrees[at(chosen)];
        if (best == nullptr || row.devices() < best->devices() ||
            (row.devices() == best->devices() && row.perToken < best->perToken)) {
            chosen = static_cast<int>(i);
        }
    }
    return chosen;
}

FormatAnswer answerOf(const DeploymentQuestion& question, const ServedModel& model, const WeightFormat& format)
{
    FormatAnswer answer;
    answer.format = format;
    const int devices = question.cluster.devices;
    for (const int tensor : degreesUpTo(std::min(devices, model.heads), question.tensor)) {
        if (model.heads % tensor != 0) {
            continue;
        }
        for (const int pipeline : degreesUpTo(std::min(devices / tensor, model.layers), question.pipeline)) {
            if (tensor * pipeline <= devices) {
                answer.degrees.push_back(deploymentOf(question, serverOf(question, model, format, tensor, pipeline)));
            }
        }
    }
    std::ranges::stable_sort(answer.degrees, [](const Deployment& a, const Deployment& b) {
        return a.devices() != b.devices() ? a.devices() < b.devices() : a.tensor < b.tensor;
    });
    answer.chosen = chosenOf(answer.degrees);
    return answer;
}

}  // namespace

double ServedMemory::mostSequences() const
{
    const double left = budget - weights - workspace;
    return left < 0 ? 0 : perSequence > 0 ? std::floor(left / perSequence) : std::numeric_limits<double>::infinity();
}

Server serverOf(const DeploymentQuestion& question, const ServedModel& model, const WeightFormat& format, int tensor,
                int pipeline)
{
    const Cluster& cluster = question.cluster;
    Server server;
    server.model = model;
    server.format = format;
    server.memory = cluster.device.memoryBandwidth;
    server.peak16 = cluster.device.peak(Precision::Bf16);
    server.peak8 = cluster.device.peakFp8;
    server.tensor = tensor;
    server.pipeline = pipeline;
    const auto latencyOf = [&cluster](Group group) { return cluster.links[at(linkLevel(cluster, group))].latency; };
    if (tensor > 1) {
        const Group group{tensor, 1};
        server.bus = groupBandwidth(cluster, group);
        server.reduceLatency = latencyOf(group);
    }
    if (pipeline > 1) {
        const Group group{pipeline, tensor};
        server.hop = groupBandwidth(cluster, group);
        server.hopLatency = latencyOf(group);
    }
    return server;
}

Result<std::vector<FormatAnswer>> deploy(const DeploymentQuestion& question)
{
    const Result<ServedModel> model = servedModel(question.model);
    if (!model) {
        return tl::unexpected(model.error());
    }
    if (const Result<void> checked = checkQuestion(question, *model); !checked) {
        return tl::unexpected(checked.error());
    }
    std::vector<FormatAnswer> answers;
    for (const WeightFormat& format : question.formats) {
        answers.push_back(answerOf(question, *model, format));
    }
    return answers;
}

std::vector<RooflinePoint> rooflineOf(const DeploymentQuestion& question, const Deployment& row)
{
    const Result<ServedModel> model = servedModel(question.model);
    if (!model) {
        return {};
    }
    const Server server = serverOf(question, *model, row.format, row.tensor, row.pipeline);
    const auto pointOf = [](const ServingTime& time) {
        RooflinePoint point;
        point.intensity = time.flops / time.bytes;
        point.reached = time.flops / time.total();
        return point;
    };
    std::vector<RooflinePoint> points{pointOf(row.prompt)};
    const double most = row.memory.mostSequences();
    const double context = question.stepContext();
    for (double batch = 1; batch <= mostBatch; batch *= 2) {
        const double group = batch / std::min(batch, static_cast<double>(row.pipeline));
        RooflinePoint point = pointOf(decodeTime(server, group, context));
        point.batch = batch;
        point.perToken = tokenSeconds(server, batch, context);
        point.throughput = batch / point.perToken;
        point.fits = batch <= most;
        points.push_back(point);
    }
    return points;
}

}  // namespace pgram
