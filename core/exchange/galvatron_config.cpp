// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/galvatron_config.h"

#include "core/base/json.h"
#include "core/base/text_file.h"

#include <algorithm>
#include <utility>

namespace pgram {

namespace {

constexpr std::int64_t mostLayers = 4096;
constexpr std::int64_t widest = 1 << 18;
constexpr std::size_t mostStages = 8;           ///< stages of a Swin: each doubles the width
constexpr std::size_t largestConfig = 4 << 20;  ///< bytes; configurations are of kilobytes, vocabularies of megabytes

LayerCounts swinCounts(JsonObject& object)
{
    LayerCounts counts;
    std::int64_t width = object.integer("embed_dim", 1, widest >> mostStages);
    for (const std::int64_t depth : object.integersOr("depths", 1, mostLayers)) {
        counts.layers.push_back(static_cast<int>(depth));
        counts.hidden.push_back(width);
        width *= 2;
    }
    if (counts.layers.empty() || counts.layers.size() > mostStages) {
        object.fail("depths", Core::tr("names no stage, or more than eight"));
    }
    return counts;
}

LayerCounts t5Counts(JsonObject& object)
{
    const std::int64_t encoder = object.integer("num_layers", 1, mostLayers);
    const bool own = object.has("num_decoder_layers") && !object.json()["num_decoder_layers"].is_null();
    const std::int64_t decoder = own ? object.integer("num_decoder_layers", 1, mostLayers) : encoder;
    const std::int64_t width = object.integer("d_model", 1, widest);
    return {{static_cast<int>(encoder), static_cast<int>(decoder)}, {width, width}};
}

LayerCounts plainCounts(JsonObject& object, const char* layers, const char* hidden)
{
    return {{static_cast<int>(object.integer(layers, 1, mostLayers))}, {object.integer(hidden, 1, widest)}};
}

std::optional<LayerCounts> countsOf(JsonObject& object)
{
    if (object.has("depths") && object.has("embed_dim")) {
        return swinCounts(object);
    }
    if (object.has("num_layers") && object.has("d_model")) {
        return t5Counts(object);
    }
    for (const auto& [layers, hidden] :
         {std::pair("num_hidden_layers", "hidden_size"), std::pair("n_layer", "n_embd")}) {
        if (object.has(layers) && object.has(hidden)) {
            return plainCounts(object, layers, hidden);
        }
    }
    return std::nullopt;
}

/// config.json first: a folder of a model has large files beside it.
std::vector<std::filesystem::path> jsonFiles(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files = filesIn(folder, ".json").value_or(std::vector<std::filesystem::path>());
    std::ranges::sort(
        files, {}, [](const std::filesystem::path& file) { return std::pair(file.filename() != "config.json", file); });
    return files;
}

}  // namespace

Result<std::optional<LayerCounts>> layerCountsBeside(const std::filesystem::path& folder)
{
    for (const std::filesystem::path& file : jsonFiles(folder)) {
        const Result<Json> json =
            checkIsNoPipe(file)
                .and_then([&] { return readTextFile(file, largestConfig); })
                .and_then([&](const std::string& text) { return parseJson(text, file.string()); });
        if (!json || !json->is_object()) {
            continue;  // no configuration that could be meant
        }
        JsonObject object(*json, file.string());
        std::optional<LayerCounts> counts = countsOf(object);
        if (const auto error = object.error()) {
            return tl::unexpected(*error);
        }
        if (counts) {
            return counts;
        }
    }
    return std::optional<LayerCounts>();
}

}  // namespace pgram
