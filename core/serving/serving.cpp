// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/serving/serving.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr double activationBytes = 2;  // bytes per element between blocks and stages
constexpr int reducesPerBlock = 2;

/// Bytes of all weights that a pass of so many tokens reads.
double readWeights(const Server& server, double tokens)
{
    return (server.model.readBody(tokens) + server.model.head) * readBytes(server.format);
}

/// Products of pruned weights: of fewer dimensions, or of two in four, which gain little where nothing else is read.
double productShare(const WeightFormat& format)
{
    return format.pruning.kind == Pruning::Kind::TwoOfFour ? 1 / serving::sparseProducts : keptShare(format);
}

bool isWeightOnly(const Server& server)
{
    return server.format.kind == WeightKind::Int8 || server.format.kind == WeightKind::Int4 ||
           (server.format.kind == WeightKind::Fp8 && server.peak8 == 0);
}

double reduceShare(int ranks)
{
    return 2.0 * (ranks - 1) / ranks;
}

/// Adds the exchanges of a pass of `tokens` tokens: in each block over the tensor group, and from stage to stage.
void addExchange(ServingTime& time, const Server& server, double tokens, Seconds reduceLatency)
{
    const double bytes = tokens * server.model.hidden * activationBytes;
    const double reduces = reducesPerBlock * server.model.layers;
    if (server.tensor > 1) {
        time.exchange += reduces * reduceShare(server.tensor) * bytes / server.bus;
        time.latency += reduces * reduceLatency;
    }
    time.exchange += (server.pipeline - 1) * bytes / server.hop;
    time.latency += (server.pipeline - 1) * server.hopLatency;
}

/// The groups that the stages work on at once.
double groupsOf(const Server& server, double batch)
{
    return std::clamp(batch, 1.0, static_cast<double>(server.pipeline));
}

/// All groups, of which one takes `time` through all stages.
Seconds pipelined(const Server& server, const ServingTime& time, double groups)
{
    return std::max(time.total(), groups * slowestStage(server) * time.total());
}

}  // namespace

ServingBound ServingTime::bound() const
{
    const Seconds work = std::max(bandwidth, compute);
    if (latency > work && latency >= exchange) {
        return ServingBound::Latency;
    }
    if (exchange > work) {
        return ServingBound::Exchange;
    }
    return compute > bandwidth ? ServingBound::Compute : ServingBound::Reading;
}

double cacheBytesPerElement(const WeightFormat& format)
{
    return format.kind == WeightKind::Fp8 ? 1 : 2;
}

FlopRate peakOf(const Server& server)
{
    return server.format.kind == WeightKind::Fp8 && server.peak8 > 0 ? server.peak8 : server.peak16;
}

double efficiencyOf(const Server& server)
{
    return server.format.kind == WeightKind::Fp8 && server.peak8 > 0 ? serving::efficiency8 : serving::efficiency16;
}

double readShareOf(const Server& server)
{
    return !isWeightOnly(server)                    ? serving::readShare
           : server.format.kind == WeightKind::Int4 ? serving::readShareInt4
                                                    : serving::readShareInt8;
}

ServingTime decodeTime(const Server& server, double batch, double context)
{
    const ServedModel& model = server.model;
    const double weights = readWeights(server, batch) / server.tensor;
    const double cache = batch * model.cacheElements(context, server.tensor) * cacheBytesPerElement(server.format) *
                         keptShare(server.format);
    ServingTime time;
    time.bandwidth = weights / (readShareOf(server) * server.memory) + cache / (serving::readShare * server.memory);
    time.bytes = weights + cache;
    time.flops = 2 * (model.activeBody() + model.head) * keptShare(server.format) * batch / server.tensor;
    time.compute = 2 * (model.activeBody() + model.head) * batch * productShare(server.format) /
                   (server.tensor * efficiencyOf(server) * peakOf(server));
    time.latency = model.layers * serving::blockStep;
    addExchange(time, server, batch, std::max(serving::reduceStep, server.reduceLatency) * std::log2(server.tensor));
    return time;
}

ServingTime promptTime(const Server& server, double sequences, double tokens)
{
    const ServedModel& model = server.model;
    const double weights = readWeights(server, sequences * tokens) / server.tensor;
    const double products = sequences * tokens * 2 * model.activeBody();
    const double attention = sequences * model.promptAttentionFlops(tokens) * keptShare(server.format);
    ServingTime time;
    time.bandwidth =
        weights / ((isWeightOnly(server) ? readShareOf(server) : serving::readSharePrompt) * server.memory);
    time.bytes = weights;
    time.flops = (products * keptShare(server.format) + attention) / server.tensor;
    time.compute =
        (products * productShare(server.format) + attention) / (server.tensor * efficiencyOf(server) * peakOf(server));
    time.latency = model.layers * serving::blockPrompt;
    addExchange(time, server, sequences * tokens, std::max(serving::reducePrompt, server.reduceLatency));
    return time;
}

double slowestStage(const Server& server)
{
    const int layers = server.model.layers;
    return std::ceil(static_cast<double>(layers) / server.pipeline) / layers;
}

Seconds tokenSeconds(const Server& server, double batch, double context)
{
    const double groups = groupsOf(server, batch);
    return pipelined(server, decodeTime(server, batch / groups, context), groups);
}

Seconds promptSeconds(const Server& server, double sequences, double tokens)
{
    const double groups = groupsOf(server, sequences);
    const ServingTime time = promptTime(server, sequences / groups, tokens);
    return time.total() * (1 + (groups - 1) * slowestStage(server));  // they go in, and come out, one behind another
}

double staticThroughput(const Server& server, double batch, double input, double output, double context)
{
    return batch * output / (promptSeconds(server, batch, input) + output * tokenSeconds(server, batch, context));
}

Seconds servedTokenSeconds(const Server& server, double users, double input, double output, double context)
{
    // Stages take a prompt each: one that comes holds up the others by its time in the slowest.
    const Seconds prompt = promptTime(server, 1, input).total() * (server.pipeline > 1 ? slowestStage(server) : 1);
    return tokenSeconds(server, users, context) + (users - 1) * prompt / output;
}

}  // namespace pgram
