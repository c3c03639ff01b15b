// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/model_edits.h"

#include "core/model/convolution.h"
#include "core/model/encoder.h"
#include "core/model/model_json.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr std::string_view runsPrefix = "/runs/";

Result<Architecture> checked(const Json& json, const std::string& name)
{
    JsonObject object(json, name);
    return architectureFromJson(object);
}

Result<Architecture> checked(const Architecture& model)
{
    return checked(toJson(model), model.name);
}

/// "decoder", "decoder 2", …: the first that no run has.
std::string freeName(const Architecture& model, const std::string& wanted)
{
    const auto isTaken = [&model](const std::string& name) {
        return std::ranges::find(model.runs, name, &LayerSpec::name) != model.runs.end();
    };
    if (!isTaken(wanted)) {
        return wanted;
    }
    const std::size_t end = wanted.find_last_not_of("0123456789 ");
    const std::string stem = wanted.substr(0, end == std::string::npos ? 0 : end + 1);
    for (int number = 2;; ++number) {
        std::string name = fmt::format("{} {}", stem, number);
        if (!isTaken(name)) {
            return name;
        }
    }
}

/// The nearest run to `at` for which `has` holds, those before it first; null: there is none.
template <typename Has>
const LayerSpec* nearestRun(const Architecture& model, std::size_t at, const Has& has)
{
    const LayerSpec* found = nullptr;
    for (std::size_t run = 0; run < model.runs.size(); ++run) {
        if (has(model.runs[run]) && (run < at || found == nullptr)) {
            found = &model.runs[run];
        }
    }
    return found;
}

void fillConvolution(LayerSpec& run, const LayerSpec* before)
{
    constexpr std::int64_t usualSide = 56;
    constexpr std::int64_t usualChannels = 64;
    const bool follows = before != nullptr && isConvolution(*before);
    const std::int64_t side = follows ? before->spatial : usualSide;
    run.inputChannels = follows ? before->outputChannels : before != nullptr ? before->hidden : usualChannels;
    run.outputChannels = run.inputChannels;
    run.spatial = side;
    run.kernel = 3;
    switch (run.kind) {
    case LayerKind::ConvStem:
        run.inputChannels = 3;
        run.outputChannels = usualChannels;
        run.kernel = 7;
        run.stride = 2;
        run.spatial = 2 * usualSide;
        break;
    case LayerKind::UpConvolution:
        run.kernel = 2;
        run.spatial = 2 * side;
        break;
    case LayerKind::Bottleneck:
        run.midChannels = std::max<std::int64_t>(1, run.outputChannels / 4);
        run.kernel = 0;
        break;
    case LayerKind::BasicBlock:
        run.kernel = 0;
        break;
    default:
        break;
    }
}

/// Attention and MLP as the nearest block has them where that is as wide; else heads of 128, or of what divides.
void fillBlock(LayerSpec& run, const LayerSpec* like)
{
    if (like != nullptr && like->hidden == run.hidden) {
        const LayerSpec own = run;
        run = *like;
        run.kind = own.kind;
        run.name = own.name;
        run.count = 1;
        run.tokens = own.tokens;
        run.window = 0;
        run.sharedBy = 0;
        run.measured.reset();
    } else {
        run.headDim = 128;
        while (run.hidden % run.headDim != 0) {
            run.headDim /= 2;
        }
        run.heads = run.kvHeads = run.hidden / run.headDim;
        run.ffn = 4 * run.hidden;
    }
    if (run.kind == LayerKind::Swin) {
        run.window = 49;
    }
}

void fillTransformer(LayerSpec& run, const Architecture& model, std::size_t at)
{
    constexpr std::int64_t usualHidden = 4096;
    constexpr std::int64_t usualVocabulary = 32000;
    constexpr std::int64_t usualPatches = 196;
    const LayerSpec* before = at > 0 ? &model.runs[at - 1] : nullptr;
    const LayerSpec* wide = nearestRun(model, at, [](const LayerSpec& other) { return other.hidden > 0; });
    const auto isBlock = [](const LayerSpec& other) {
        return other.heads > 0 && other.ffn > 0 && other.mixer == Mixer::Attention;
    };
    const bool image =
        run.kind == LayerKind::PatchEmbedding || run.kind == LayerKind::Swin || run.kind == LayerKind::PatchMerging;
    run.hidden = before != nullptr && isConvolution(*before) ? before->outputChannels
                 : wide != nullptr                           ? wide->hidden
                                                             : usualHidden;
    run.tokens = before != nullptr && before->tokens > 0 ? before->tokens : image ? usualPatches : 0;
    const LayerSpec* encoder = nearestRun(
        model, at, [](const LayerSpec& other) { return other.kind == LayerKind::Encoder && other.tokens > 0; });
    run.images = run.kind == LayerKind::Encoder && run.tokens > 0 && encoder != nullptr ? encoder->images : 1;
    if (run.kind == LayerKind::PatchMerging) {
        run.inputChannels = 4 * run.hidden;
        run.hidden *= 2;
        run.tokens = std::max<std::int64_t>(1, run.tokens / 4);
    } else if (run.kind == LayerKind::PatchEmbedding) {
        run.inputChannels = std::int64_t{3} * 16 * 16;
    } else if (runField("heads")->isUsedBy(run.kind)) {
        fillBlock(run, nearestRun(model, at, isBlock));
    } else {
        const bool isClassifier = run.kind == LayerKind::Classifier;
        const LayerSpec* table = isClassifier ? nullptr : nearestRun(model, at, [](const LayerSpec& other) {
            return other.vocabulary > 0 && other.kind != LayerKind::Classifier;
        });
        run.vocabulary = isClassifier ? 1000 : table != nullptr ? table->vocabulary : usualVocabulary;
        run.publishedVocabulary = table != nullptr ? table->publishedVocabulary : 0;
        const LayerSpec* block = nearestRun(model, at, isBlock);
        run.norm = block != nullptr && runField("norm")->isUsedBy(run.kind) ? block->norm : run.norm;
        run.dropout = block == nullptr || block->dropout;
    }
}

/// Sets the images of all runs of an encoder, and the tokens of so many. `before`: images of the runs now.
std::vector<ModelEdit> imageEdits(const Architecture& model, std::int64_t before, std::int64_t images)
{
    const std::size_t runs = encoderRuns(model) > 0 ? encoderRuns(model) : model.runs.size();
    std::vector<ModelEdit> edits;
    for (std::size_t run = 0; run < runs; ++run) {
        const LayerSpec& spec = model.runs[run];
        if (runField("images")->isUsedBy(spec)) {
            edits.push_back({runPointer(run, "images"), images});
        }
        if (spec.tokens > 0) {
            edits.push_back({runPointer(run, "tokens"), spec.tokens / before * images});
        }
    }
    return edits;
}

}  // namespace

std::string runPointer(std::size_t run, std::string_view key)
{
    return fmt::format("{}{}/{}", runsPrefix, run, key);
}

Result<Architecture> edited(const Architecture& model, std::span<const ModelEdit> edits)
{
    Json json = toJson(model);
    for (const ModelEdit& edit : edits) {
        const Json::json_pointer pointer(edit.pointer);
        if (!json.contains(pointer.parent_pointer())) {
            return badInput(Core::tr("there is no such member"), model.name + edit.pointer);
        }
        Json& parent = json.at(pointer.parent_pointer());
        if (edit.value.is_null()) {
            parent.erase(pointer.back());
        } else {
            parent[pointer.back()] = edit.value;
        }
    }
    return checked(json, model.name);
}

std::vector<ModelEdit> inAllRuns(const Architecture& model, std::size_t run, const RunField& field, const Json& value)
{
    const bool isShared = field.size == &LayerSpec::hidden || field.key == std::string_view("vocabulary") ||
                          field.key == std::string_view("vocabulary_multiple") || field.size == &LayerSpec::tableWidth;
    const std::string before = shownValue(model.runs[run], field);
    std::vector<ModelEdit> edits;
    if (field.size == &LayerSpec::images && value.is_number_integer()) {
        return imageEdits(model, model.runs[run].images, value.get<std::int64_t>());
    }
    for (std::size_t other = 0; isShared && other < model.runs.size(); ++other) {
        if (field.isUsedBy(model.runs[other].kind) && shownValue(model.runs[other], field) == before) {
            edits.push_back({runPointer(other, field.key), value});
        }
    }
    return edits.size() > 1 ? edits : std::vector<ModelEdit>();
}

std::optional<std::size_t> runOf(const Error& error)
{
    const std::string where = error.where.english();
    const std::size_t at = where.rfind(runsPrefix);
    std::size_t run = 0;
    if (at == std::string::npos ||
        std::from_chars(where.data() + at + runsPrefix.size(), where.data() + where.size(), run).ec != std::errc()) {
        return std::nullopt;
    }
    return run;
}

const RunField* fieldOf(const Error& error)
{
    const std::string where = error.where.english();
    const std::size_t at = where.rfind(runsPrefix);
    const std::size_t key = at == std::string::npos ? at : where.find('/', at + runsPrefix.size());
    return key == std::string::npos ? nullptr : runField(std::string_view(where).substr(key + 1));
}

std::string shownValue(const LayerSpec& run, const RunField& field)
{
    const auto number = [](std::int64_t value) { return value > 0 ? std::to_string(value) : std::string(); };
    switch (field.type) {
    case RunField::Type::Name:
        return run.name;
    case RunField::Type::Count:
        return number(run.count);
    case RunField::Type::Size:
        return number(run.*field.size);
    case RunField::Type::Vocabulary:
        break;
    case RunField::Type::Switch:
        return run.*field.flag ? "true" : "false";
    case RunField::Type::Norm:
        return std::string(name(run.norm));
    case RunField::Type::Mixer:
        return std::string(name(run.mixer));
    case RunField::Type::Sharing:
        return run.sharedBy > 0 ? "true" : "false";
    case RunField::Type::Run:
        return run.skipFrom;
    }
    if (run.vocabulary == 0) {
        return {};
    }
    const Json json = toJson(run);
    return std::to_string(json.value(field.key, usualVocabularyMultiple));
}

Architecture blankModel()
{
    Architecture model;
    model.name = "own-decoder";
    model.title = "Own decoder";
    model.family = "llama";
    model.sequenceLength = 4096;
    for (const LayerKind kind : {LayerKind::Embedding, LayerKind::Decoder, LayerKind::Head}) {
        LayerSpec run = usualRun(kind, model, model.runs.size());
        run.norm = runField("norm")->isUsedBy(kind) ? Norm::RmsNorm : run.norm;
        run.dropout = run.linearBias = run.qkvBias = false;
        if (kind == LayerKind::Decoder) {
            run.count = 32;
            run.gatedMlp = true;
            run.ffn = 11008;
        }
        model.runs.push_back(run);
    }
    // The reader of files derives the rest.
    return checked(model).value_or(model);
}

LayerSpec usualRun(LayerKind kind, const Architecture& model, std::size_t at)
{
    LayerSpec run;
    run.kind = kind;
    run.name = freeName(model, std::string(name(kind)));
    if (isConvolution(run)) {
        fillConvolution(run, at > 0 ? &model.runs[at - 1] : nullptr);
    } else {
        fillTransformer(run, model, at);
    }
    return run;
}

Result<Architecture> withRun(Architecture model, std::size_t at, LayerSpec run)
{
    run.name = freeName(model, run.name);
    model.runs.insert(model.runs.begin() + static_cast<std::ptrdiff_t>(at), std::move(run));
    return checked(model);
}

Result<Architecture> withoutRun(Architecture model, std::size_t run)
{
    model.runs.erase(model.runs.begin() + static_cast<std::ptrdiff_t>(run));
    return checked(model);
}

Result<Architecture> withRunMoved(Architecture model, std::size_t run, std::size_t to)
{
    LayerSpec moved = std::move(model.runs[run]);
    model.runs.erase(model.runs.begin() + static_cast<std::ptrdiff_t>(run));
    model.runs.insert(model.runs.begin() + static_cast<std::ptrdiff_t>(to), std::move(moved));
    return checked(model);
}

Result<Architecture> withKind(Architecture model, std::size_t run, LayerKind kind)
{
    const LayerSpec old = model.runs[run];
    if (old.kind == kind) {
        return model;
    }
    LayerSpec made = usualRun(kind, model, run);
    for (const RunField& field : runFields()) {
        const bool common = field.isUsedBy(kind) && field.isUsedBy(old.kind);
        if (common && field.size != nullptr && (old.*field.size > 0 || !field.isRequiredBy(kind))) {
            made.*field.size = old.*field.size;
        } else if (common && field.flag != nullptr) {
            made.*field.flag = old.*field.flag;
        }
    }
    made.mixer = runField("mixer")->isUsedBy(kind) ? old.mixer : made.mixer;
    const RunField& norm = *runField("norm");
    made.norm = norm.isUsedBy(kind) && norm.isUsedBy(old.kind) ? old.norm : made.norm;
    made.name = old.name == name(old.kind) ? made.name : old.name;
    made.count = old.count;
    model.runs[run] = std::move(made);
    return checked(model);
}

Result<Architecture> withBlocksSplit(const Architecture& model)
{
    const auto isWhole = [](const LayerSpec& run) {
        const bool isBlock = run.kind == LayerKind::Encoder || run.kind == LayerKind::Decoder;
        return isBlock && run.mixer != Mixer::None && run.ffn > 0;
    };
    Architecture split = model;
    split.runs.clear();
    for (int layer = 0; const LayerSpec& run : model.runs) {
        if (!isWhole(run)) {
            split.runs.push_back(run);
            layer += run.count;
            continue;
        }
        if (run.measured || run.sharedBy > 0) {
            return badInput(run.measured ? Core::tr("the costs of its blocks are measured as a whole")
                                         : Core::tr("its blocks have one set of parameters"),
                            run.name, Core::tr("Leave its blocks whole"));
        }
        for (int i = 0; i < run.count; ++i) {
            const std::string block = model.layerName(layer++);
            LayerSpec mixer = run;
            mixer.name = block + " mixer";
            mixer.count = 1;
            mixer.ffn = mixer.experts = mixer.topK = mixer.expertGroups = mixer.topGroups = 0;
            mixer.sharedFfn = mixer.expertWidth = 0;
            LayerSpec rest = run;
            rest.name = block + " mlp";
            rest.count = 1;
            rest.mixer = Mixer::None;
            rest.extraParameters = 0;
            for (const RunField& field : runFields()) {
                if (field.size != nullptr && !field.isUsedBy(rest)) {
                    rest.*field.size = LayerSpec().*field.size;
                } else if (field.flag != nullptr && !field.isUsedBy(rest)) {
                    rest.*field.flag = LayerSpec().*field.flag;
                }
            }
            split.runs.push_back(std::move(mixer));
            split.runs.push_back(std::move(rest));
        }
    }
    if (split.runs.size() == model.runs.size()) {
        return badInput(Core::tr("no block has both a mixer and a feed-forward part"), model.name,
                        Core::tr("Leave its blocks whole"));
    }
    return checked(split);
}

}  // namespace pgram
