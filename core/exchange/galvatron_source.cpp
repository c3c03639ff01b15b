// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/galvatron_source.h"

#include "core/base/ascii.h"
#include "core/cost/layer_profile.h"
#include "core/model/layer_role.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr double mebibyte = static_cast<double>(MiB);
constexpr double millisecond = 1e-3;
constexpr double bytesOfParameter = 4;    // fp32
constexpr double bytesOfStates = 16;      // weight, gradient and two moments in fp32
constexpr double ratePerBandwidth = 100;  // FLOP a byte: between the data-centre GPUs of 2020 and of 2023
/// The rules take a megabyte of the files for a mebibyte.
constexpr Bandwidth bytesPerSecond(double mebibytesPerMillisecond)
{
    return mebibytesPerMillisecond * mebibyte / millisecond;
}

std::string folderName(const galvatron::Profile& profile)
{
    const auto path = std::filesystem::absolute(profile.folder.path).lexically_normal();
    return (path.has_filename() ? path : path.parent_path()).filename().string();
}

std::string sourceText(const galvatron::Profile& profile)
{
    return fmt::format("Galvatron profile {}", folderName(profile));
}

/// A preset's name from a folder's: lower case letters, digits, points and dashes.
std::string presetName(const std::string& folder)
{
    std::string name;
    for (const char c : folder) {
        name += isLetterOrDigit(c) || c == '.' ? lowered(c) : '-';
    }
    return name.empty() || !isLetterOrDigit(name.front()) ? "profile" + name : name;
}

MeasuredLayer layerOf(const MeasuredSource& source, const galvatron::Line& milliseconds, std::int64_t sequence)
{
    MeasuredLayer measured;
    measured.sequence = sequence;
    measured.precision = precisionOf(*source.profile);
    measured.tokensSplit = source.figures->sequenceParallel;
    measured.secondsPerSample = milliseconds.slope * millisecond;
    measured.seconds = milliseconds.constant * millisecond;
    measured.source = sourceText(*source.profile);
    return measured;
}

std::map<int, double> inBytes(const std::map<int, double>& mebibytes)
{
    std::map<int, double> bytes;
    for (const auto& [degree, value] : mebibytes) {
        bytes[degree] = value * mebibyte;
    }
    return bytes;
}

MeasuredLayer bodyLayer(const MeasuredSource& source, std::size_t type)
{
    const galvatron::LayerFigures& figures = source.figures->layers[type];
    MeasuredLayer measured = layerOf(source, figures.forward, source.profile->sequence[type]);
    measured.parameters = figures.parameters * mebibyte / bytesOfParameter;
    measured.keptPerSample = inBytes(figures.activation);
    measured.inputPerSample = figures.checkpoint * mebibyte;
    return measured;
}

/// `share` of the time of both ends.
MeasuredLayer endLayer(const MeasuredSource& source, const galvatron::EndMemory& memory, double share, bool front)
{
    const galvatron::Line& both = source.figures->endForward;
    const galvatron::Sequence& sequence = source.profile->sequence;
    MeasuredLayer measured =
        layerOf(source, {both.slope * share, both.constant * share}, front ? sequence.front() : sequence.back());
    const auto& [degree, states] = *memory.states.begin();
    measured.parameters = degree * states * mebibyte / bytesOfStates;
    measured.keptPerSample = inBytes(memory.activation);
    return measured;
}

LayerSpec* endOf(Architecture& model, LayerRole role)
{
    const auto found =
        std::ranges::find_if(model.runs, [role](const LayerSpec& run) { return layerRole(run.kind) == role; });
    return found == model.runs.end() ? nullptr : &*found;
}

/// Forward of one sample as the dimensions have it.
Seconds analyticForward(const LayerSpec* layer, std::int64_t sequence, const Training& training, const Device& device)
{
    const ShardShape shard{.samples = 1, .sequence = sequence};
    return layer == nullptr ? 0 : analyticProfile(*layer, shard, training, device, 1).forward;
}

void measureEnds(Architecture& model, const MeasuredSource& source, const Device& device)
{
    LayerSpec* front = endOf(model, LayerRole::Front);
    LayerSpec* back = endOf(model, LayerRole::Back);
    Training training;
    training.precision = precisionOf(*source.profile);
    const galvatron::Sequence& sequence = source.profile->sequence;
    const Seconds first = analyticForward(front, sequence.front(), training, device);
    const Seconds last = analyticForward(back, sequence.back(), training, device);
    const double share = first + last > 0 ? first / (first + last) : 0.5;
    if (front != nullptr) {
        front->measured = endLayer(source, source.figures->first, share, true);
    }
    if (back != nullptr) {
        back->measured = endLayer(source, source.figures->last, 1 - share, false);
    }
}

Provenance measuredIn(const galvatron::Profile& profile)
{
    return {"measured", sourceText(profile)};
}

MeasuredTimes timesOf(bool allToAll, int size, const galvatron::SizeTable& table)
{
    MeasuredTimes times{allToAll, size, {}};
    for (const auto& [mebibytes, milliseconds] : table) {
        if (mebibytes > 0) {
            times.points.push_back({static_cast<double>(mebibytes) * mebibyte, milliseconds * millisecond});
        }
    }
    return times;
}

void addTables(const galvatron::HardwareProfile& hardware, Cluster& cluster)
{
    for (const bool consecutive : {true, false}) {
        for (const auto& [size, rate] : consecutive ? hardware.consecutive : hardware.strided) {
            if (size <= cluster.devices) {
                cluster.measured.push_back({size, consecutive, bytesPerSecond(rate)});
            }
        }
    }
    for (const bool allToAll : {false, true}) {
        for (const auto& [size, table] : allToAll ? hardware.allToAll : hardware.allReduce) {
            MeasuredTimes times = timesOf(allToAll, size, table);
            if (size <= cluster.devices && !times.points.empty()) {
                cluster.measuredTimes.push_back(std::move(times));
            }
        }
    }
    for (const auto& [stages, rate] : hardware.pipeline) {
        if (stages <= cluster.devices) {
            cluster.measuredPipelines.push_back({stages, bytesPerSecond(rate)});
        }
    }
}

/// The rate of the widest group inside `span` neighbours, over the members that share the way out.
Bandwidth linkRate(const galvatron::HardwareProfile& hardware, int span, int sharing)
{
    auto rate = hardware.consecutive.upper_bound(span);
    if (rate == hardware.consecutive.begin()) {
        return bytesPerSecond(hardware.pipeline.empty() ? 1 : hardware.pipeline.begin()->second) / sharing;
    }
    return bytesPerSecond(std::prev(rate)->second) / sharing;
}

void addLinks(const galvatron::Profile& profile, Cluster& cluster)
{
    const Constant whole{1, measuredIn(profile)};
    const int inside = profile.shape.devicesPerNode;
    if (inside > 1 || profile.shape.nodes == 1) {
        cluster.links.push_back({"inside a node", inside, linkRate(profile.hardware, inside, 1), whole, 0});
    }
    if (profile.shape.nodes > 1) {
        cluster.links.push_back(
            {"between nodes", cluster.devices, linkRate(profile.hardware, cluster.devices, inside), whole, 0});
    }
}

}  // namespace

Precision precisionOf(const galvatron::Profile& profile)
{
    return profile.folder.precision == "fp32"   ? Precision::Fp32
           : profile.folder.precision == "fp16" ? Precision::Fp16
                                                : Precision::Bf16;
}

Result<Architecture> measuredModel(Architecture model, const MeasuredSource& source, const Device& device)
{
    std::size_t type = 0;
    for (LayerSpec& run : model.runs) {
        if (layerRole(run.kind) == LayerRole::Body) {
            run.measured = bodyLayer(source, type++);
        }
    }
    measureEnds(model, source, device);
    for (const LayerSpec& run : model.runs) {
        if (run.measured && run.measured->secondsPerSample < 0) {
            return badInput(Core::tr("has times of {} that fall with the batch", run.name),
                            source.profile->folder.path.string(), Core::tr("Use the time mode static"));
        }
    }
    model.source = fmt::format("{}; costs: {}", model.source, sourceText(*source.profile));
    return model;
}

Device profiledDevice(const Architecture& model, const MeasuredSource& source, Bytes memory)
{
    Training training;
    training.precision = precisionOf(*source.profile);
    FlopRate rate = 1;
    std::size_t type = 0;
    for (const LayerSpec& run : model.runs) {
        if (layerRole(run.kind) != LayerRole::Body) {
            continue;
        }
        const ShardShape shard{.samples = 1, .sequence = source.profile->sequence[type]};
        const Seconds forward = source.figures->layers[type].forward.slope * millisecond;
        const Flops work = layerWork(run, shard, training, 1).modelFlops / 3;
        rate = forward > 0 ? std::max(rate, work / forward) : rate;
        ++type;
    }
    const Provenance measured{"measured", "the rate of the layers in the " + sourceText(*source.profile)};
    Device device;
    device.name = "as profiled";
    device.memory = memory;
    device.peakFp32 = device.peakFp16 = device.peakBf16 = rate;
    device.memoryBandwidth = rate / ratePerBandwidth;
    device.gemmEfficiency = {1, measured};
    device.attentionEfficiency = {1, measured};
    device.memoryEfficiency = {1, {"guessed", "100 FLOP a byte, as data-centre GPUs have; the profile does not say"}};
    device.launchSeconds = {0, measured};
    return device;
}

Cluster measuredCluster(const MeasuredSource& source, Device device)
{
    const galvatron::Profile& profile = *source.profile;
    Cluster cluster;
    cluster.name = presetName(folderName(profile));
    cluster.title = fmt::format("{} × {}, profile {}", profile.shape.devices(), device.name, folderName(profile));
    cluster.devices = profile.shape.devices();
    cluster.device = std::move(device);
    cluster.measuredProvenance = measuredIn(profile);
    cluster.overlapSlowdown = {profile.hardware.overlap, measuredIn(profile)};
    cluster.reserve = {0, {"guessed", "none, as Galvatron below 20 GiB"}};
    cluster.source = sourceText(profile);
    addTables(profile.hardware, cluster);
    addLinks(profile, cluster);
    return cluster;
}

}  // namespace pgram
