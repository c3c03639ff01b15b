// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Networks of pictures: ViT, DeiT, Swin.
#include "core/exchange/config_models.h"

#include <fmt/format.h>

namespace pgram {

namespace {

struct Picture {
    std::int64_t side = 0;      ///< in patches
    std::int64_t channels = 0;  ///< channels of a patch
};

Picture pictureOf(ConfigReader& config)
{
    const std::int64_t image = config.sizeOr({"image_size"}, 224, 1 << 14);
    const std::int64_t patch = config.size({"patch_size"}, 1 << 10);
    const std::int64_t colours = config.sizeOr({"num_channels"}, 3, 64);
    if (image < patch) {
        config.fail("patch_size", Core::tr("is {}, of an image of {}", patch, image));
        return {1, 1};
    }
    return {image / patch, colours * patch * patch};
}

LayerSpec classifierOf(ConfigReader& config, std::int64_t hidden, std::int64_t tokens)
{
    LayerSpec last{.kind = LayerKind::Classifier, .name = "classifier", .hidden = hidden, .tokens = tokens};
    const Json& json = config.json();
    const bool named = json.contains("id2label") && json["id2label"].is_object() && !json["id2label"].empty();
    last.vocabulary = named ? static_cast<std::int64_t>(json["id2label"].size())
                            : config.sizeOr({"num_labels", "num_classes"}, 2, 1 << 20);
    last.dropout = false;
    return last;
}

}  // namespace

void readVit(ConfigReader& config, const std::string& family, Architecture& model)
{
    const Picture picture = pictureOf(config);
    const std::int64_t special = family == "deit" ? 2 : 1;  // class token, and DeiT's second one
    LayerSpec block = encoderBlock(config, {});
    block.qkvBias = config.optionalFlag("qkv_bias", true);
    block.dropout = config.anyAboveZero({"hidden_dropout_prob", "attention_probs_dropout_prob"}, false);
    block.tokens = picture.side * picture.side + special;
    LayerSpec patches{.kind = LayerKind::PatchEmbedding, .name = "patches", .hidden = block.hidden};
    patches.tokens = patches.learnedPositions = block.tokens;
    patches.inputChannels = picture.channels;
    patches.extraParameters = special * block.hidden;
    patches.dropout = block.dropout;
    LayerSpec last{.kind = LayerKind::Classifier, .name = "classifier", .hidden = block.hidden, .tokens = block.tokens};
    if (architectureOf(config) == "ViTModel") {
        last.vocabulary = 1;
        last.extraParameters = block.hidden * block.hidden + block.hidden;  // the pooler
        config.assume("num_labels", "1", Core::tr("{} has no classes", architectureOf(config)));
    } else {
        last = classifierOf(config, block.hidden, block.tokens);
    }
    last.dropout = false;
    model.runs = {patches, block, last};
    model.sequenceLength = block.tokens;
}

void readSwin(ConfigReader& config, const std::string& /*family*/, Architecture& model)
{
    const Picture picture = pictureOf(config);
    const std::vector<std::int64_t> depths = config.sizes("depths", mostConfigLayers);
    const std::vector<std::int64_t> heads = config.sizes("num_heads", 1 << 10);
    if (depths.empty() || depths.size() > 8 || heads.size() != depths.size()) {
        config.fail("depths", Core::tr("and num_heads are to name from 1 to 8 stages each, as many"));
        return;
    }
    const std::int64_t window = config.sizeOr({"window_size"}, 7, 256);
    std::int64_t width = config.size({"embed_dim"}, widestConfig >> 8);
    const Json& ratioAsSaid = config.json().contains("mlp_ratio") ? config.json()["mlp_ratio"] : Json(4);
    const double ratio = ratioAsSaid.is_number() ? ratioAsSaid.get<double>() : 0;
    if (!(ratio > 0 && ratio <= 64)) {
        config.fail("mlp_ratio", Core::tr("is not a ratio"));
    }
    const bool dropout = config.anyAboveZero({"hidden_dropout_prob", "attention_probs_dropout_prob"}, false);
    std::int64_t side = picture.side;
    model.sequenceLength = side * side;
    model.runs.push_back({.kind = LayerKind::PatchEmbedding,
                          .name = "patches",
                          .hidden = width,
                          .dropout = dropout,
                          .tokens = side * side,
                          .inputChannels = picture.channels});
    for (std::size_t i = 0; i < depths.size(); ++i) {
        if (i > 0) {
            side = std::max<std::int64_t>(1, side / 2);
            width *= 2;
            model.runs.push_back({.kind = LayerKind::PatchMerging,
                                  .name = fmt::format("merging {}", i),
                                  .hidden = width,
                                  .dropout = dropout,
                                  .tokens = side * side,
                                  .inputChannels = 2 * width});
        }
        LayerSpec stage{.kind = LayerKind::Swin, .name = fmt::format("stage {}", i + 1), .hidden = width};
        stage.count = static_cast<int>(depths[i]);
        stage.heads = stage.kvHeads = heads[i];
        if (depths[i] < 1 || heads[i] < 1 || width % heads[i] != 0) {
            config.fail("num_heads",
                        Core::tr("does not divide the width {} of stage {}, or that has no layer", width, i + 1));
            return;
        }
        stage.headDim = width / heads[i];
        stage.ffn = static_cast<std::int64_t>(ratio * static_cast<double>(width));
        stage.tokens = side * side;
        stage.window = window * window;
        stage.qkvBias = config.optionalFlag("qkv_bias", true);
        stage.dropout = dropout;
        model.runs.push_back(stage);
    }
    model.runs.push_back(classifierOf(config, width, side * side));
}

}  // namespace pgram
