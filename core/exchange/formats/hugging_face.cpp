// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/formats/rows.h"
#include "core/exchange/model_shape.h"

#include <fmt/format.h>

namespace pgram {

namespace {

bool recognises(const ForeignFile& /*file*/, const Json& json)
{
    return json.contains("model_type") || json.contains("architectures");
}

/// "llama, 32 layers, 4096 wide".
Text summaryOf(const Json& config, const ModelShape& shape)
{
    const auto type = config.find("model_type");
    const Text kind =
        type != config.end() && type->is_string() ? Text(type->get<std::string>()) : Core::tr("of no named kind");
    return Core::tr("{}, {} layer(s), {} wide", kind, shape.layers, shape.hidden);
}

Result<Reading> read(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    const Result<Json> config = parseJson(file.text, where);
    if (!config) {
        return tl::unexpected(config.error());
    }
    const ModelShape shape = shapeOfConfig(*config);
    const Text summary = summaryOf(*config, shape);
    const auto preset = presetOfShape(shape, context.store);
    if (!preset) {
        return badInput(Core::tr("is a Hugging Face configuration ({}), and no preset has its shape", summary), where,
                        Core::tr("Other models cannot be read from such a file"));
    }
    return context.store.model(preset->name).map([&](Architecture&& model) {
        return Reading{FoundModel{std::move(model), preset->name}, summary, {}};
    });
}

}  // namespace

const Format huggingFaceFormat{
    .name = "huggingface",
    .title = Core::tr("Hugging Face configuration"),
    .what = "The configuration of a Transformer beside its weights.",
    .holds = Content::Model,
    .usualName = "config.json",
    .limits = "Read for the preset that has its shape, and for no other model.",
    .recognises = recognises,
    .read = read,
};

}  // namespace pgram
