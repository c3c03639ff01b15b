// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/galvatron/profile_folder.h"

#include "core/base/ascii.h"
#include "core/base/text_file.h"
#include "core/galvatron/profile_key.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace pgram::galvatron {

namespace {

constexpr std::size_t batchesOfALine = 8;
constexpr std::size_t lengthsOfACurve = 3;

/// "computation_profiling_{precision}_{model}[_all].json" of the precision; nothing is any.
bool readTimesName(const std::string& name, const std::string& precision, ProfileFolder& folder)
{
    KeyReader reader(name);
    if (!reader.skip("computation_profiling_") || !reader.dropEnd(".json")) {
        return false;
    }
    const std::string_view found = reader.until("_");
    if (!precision.empty() && found != precision) {
        return false;
    }
    reader.dropEnd("_all");
    folder.precision = found;
    folder.model = lowered(reader.rest());
    return true;
}

/// "{start}_{N}nodes_{K}gpus_per_node.json".
std::optional<HardwareShape> shapeOf(const std::string& name, std::string_view start)
{
    KeyReader reader(name);
    if (!reader.skip(start) || !reader.skip("_") || !reader.dropEnd("gpus_per_node.json")) {
        return std::nullopt;
    }
    const auto nodes = wholeNumber(reader.until("nodes_"));
    const auto devices = wholeNumber(reader.rest());
    constexpr std::int64_t most = 1 << 20;
    if (!nodes || !devices || *nodes < 1 || *devices < 1 || *nodes > most || *nodes * *devices > most) {
        return std::nullopt;
    }
    return HardwareShape{static_cast<int>(*nodes), static_cast<int>(*devices)};
}

/// Those that all files are there for.
std::vector<HardwareShape> completeShapes(const std::vector<std::string>& names)
{
    std::vector<HardwareShape> shapes;
    for (const std::string& name : names) {
        const auto shape = shapeOf(name, "allreduce_bandwidth");
        const auto has = [&](std::string_view start) {
            return std::ranges::any_of(names, [&](const std::string& other) { return shapeOf(other, start) == shape; });
        };
        if (shape && has("p2p_bandwidth") && has("sp_time")) {
            shapes.push_back(*shape);
        }
    }
    std::ranges::sort(shapes, {}, [](const HardwareShape& shape) { return std::pair(shape.devices(), shape.nodes); });
    return shapes;
}

Result<HardwareShape> chooseShape(const ProfileFolder& folder, int devices)
{
    std::vector<std::string> known;
    std::vector<HardwareShape> fitting;
    for (const HardwareShape& shape : folder.shapes) {
        known.push_back(fmt::format("{} ({} x {})", shape.devices(), shape.nodes, shape.devicesPerNode));
        if (devices == 0 || shape.devices() == devices) {
            fitting.push_back(shape);
        }
    }
    const std::string where = folder.path.string();
    if (folder.shapes.empty()) {
        return badInput(
            Core::tr("has no hardware profile"), where,
            Core::tr("It needs allreduce_bandwidth_, p2p_bandwidth_ and sp_time_{N}nodes_{K}gpus_per_node.json"));
    }
    if (fitting.empty()) {
        return badInput(Core::tr("has no hardware profile of {} device(s)", devices), where,
                        Core::tr("It has those of {}", fmt::format("{}", fmt::join(known, ", "))));
    }
    if (devices == 0 && fitting.size() > 1) {
        return badInput(Core::tr("has hardware profiles of {} devices", fmt::format("{}", fmt::join(known, ", "))),
                        where, Core::tr("Say which with --devices"));
    }
    return fitting.front();
}

/// The lengths of whole samples that were timed: one of them, or one that the choice names.
Result<Sequence> chooseSequence(const ModelProfile& model, std::int64_t chosen, const std::string& where)
{
    std::set<Sequence> known;
    for (const TimeSample& sample : model.endTimes) {
        known.insert(sample.sequence);
    }
    std::vector<std::string> names;
    for (const Sequence& sequence : known) {
        if (chosen > 0 ? sequence.front() == chosen : known.size() == 1) {
            return sequence;
        }
        names.push_back(fmt::format("{}", fmt::join(sequence, "+")));
    }
    if (chosen > 0 && model.layers.size() == 1) {
        return Sequence{chosen};
    }
    if (known.empty()) {
        return badInput(Core::tr("has no time of the embedding and the head"), where,
                        Core::tr("It needs layertype_other_bsz{b}_seq{n}"));
    }
    return badInput(chosen > 0 ? Core::tr("was not profiled at {} tokens", chosen)
                               : Core::tr("was profiled at {} tokens", fmt::format("{}", fmt::join(names, ", "))),
                    where,
                    chosen > 0 ? Core::tr("It was at {}", fmt::format("{}", fmt::join(names, ", ")))
                               : Core::tr("Choose with --sequence"));
}

TimeMode timeModeFor(const LayerProfile& layer, std::int64_t sequence)
{
    std::set<int> batches;
    std::set<std::int64_t> lengths;
    for (const TimeSample& sample : layer.times) {
        if (sample.sequence.front() == sequence) {
            batches.insert(sample.batch);
        }
        if (sample.batch == 1) {
            lengths.insert(sample.sequence.front());
        }
    }
    return batches.size() >= batchesOfALine    ? TimeMode::Batch
           : lengths.size() >= lengthsOfACurve ? TimeMode::Curve
                                               : TimeMode::Static;
}

}  // namespace

Result<ProfileFolder> openProfileFolder(const std::filesystem::path& path, const std::string& precision)
{
    const auto files = filesIn(path, "", Core::tr("Give a folder of Galvatron's profile files"));
    if (!files) {
        return tl::unexpected(files.error());
    }
    std::vector<std::string> names;
    for (const std::filesystem::path& file : *files) {
        names.push_back(file.filename().string());
    }
    ProfileFolder folder{path, {}, {}, completeShapes(names)};
    const auto found =
        std::ranges::count_if(names, [&](const std::string& name) { return readTimesName(name, precision, folder); });
    if (found != 1) {
        return badInput(Core::tr("holds {} file(s) computation_profiling_{}_*.json, expected one", found,
                                 precision.empty() ? "*" : precision),
                        path.string(),
                        found > 1 && precision.empty() ? Core::tr("Choose one with --precision") : Phrase());
    }
    return folder;
}

Result<Profile> loadProfile(const std::filesystem::path& path, const ProfileChoice& choice)
{
    Result<ProfileFolder> folder = openProfileFolder(path, choice.precision);
    if (!folder) {
        return tl::unexpected(folder.error());
    }
    const Result<HardwareShape> shape = chooseShape(*folder, choice.devices);
    if (!shape) {
        return tl::unexpected(shape.error());
    }
    Result<ModelProfile> model = loadModelProfile(path, folder->precision);
    if (!model) {
        return tl::unexpected(model.error());
    }
    Result<HardwareProfile> hardware = loadHardwareProfile(path, shape->nodes, shape->devicesPerNode);
    if (!hardware) {
        return tl::unexpected(hardware.error());
    }
    if (model->layers.empty()) {
        return badInput(Core::tr("has no layer type"), path.string(), Core::tr("It needs layertype_{i}_bsz{b}_seq{n}"));
    }
    const Result<Sequence> sequence = chooseSequence(*model, choice.sequence, path.string());
    if (!sequence) {
        return tl::unexpected(sequence.error());
    }
    const LayerProfile& first = model->layers.front();
    Profile profile;
    profile.folder = std::move(*folder);
    profile.shape = *shape;
    profile.sequence = *sequence;
    profile.timeMode = choice.timeMode.value_or(timeModeFor(first, sequence->front()));
    profile.memoryMode =
        choice.memoryMode.value_or(first.memory.contains(sequence->front()) ? MemoryMode::Static : MemoryMode::Scaled);
    profile.model = std::move(*model);
    profile.hardware = std::move(*hardware);
    return profile;
}

}  // namespace pgram::galvatron
