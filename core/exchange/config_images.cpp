// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Encoders of images in front of language models: Qwen-VL, LLaVA, InternVL, Gemma 3, Llama 4. Formulas are of the
// vision classes in transformers that the model's type selects.
#include "core/base/index.h"
#include "core/exchange/config_models.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace pgram {

namespace {

/// One encoder as it is read: its own configuration, that of the whole model, and the width of the language model.
struct Tower {
    ConfigReader& vision;
    ConfigReader& outer;
    std::int64_t width;
    std::vector<LayerSpec> runs;
};

/// Side of an image in patches where the model takes images of any size: 1,024 tokens of 2 x 2 patches.
constexpr std::int64_t usualSide = 64;

/// Returns a size that some files give for both sides.
std::int64_t sideOf(ConfigReader& config, const char* name, std::int64_t most)
{
    const bool isPair = config.has(name) && config.json()[name].is_array();
    const std::vector<std::int64_t> sides = isPair ? config.sizes(name, most) : std::vector<std::int64_t>();
    if (isPair && (sides.size() != 2 || sides[0] != sides[1] || sides[0] < 1)) {
        config.fail(name, Core::tr("is not the size of a square"));
        return 1;
    }
    return isPair ? sides[0] : config.size({name}, most);
}

/// Returns the patches along a side of an image of the file's size.
std::int64_t patchesOf(ConfigReader& config)
{
    const std::int64_t image = sideOf(config, "image_size", 1 << 14);
    const std::int64_t patch = sideOf(config, "patch_size", 1 << 10);
    if (image < patch) {
        config.fail("patch_size", Core::tr("is {}, of an image of {}", patch, image));
        return 1;
    }
    return image / patch;
}

/// Returns a block with biases, LayerNorm and an MLP of two products.
LayerSpec blockOf(Tower& tower, const EncoderKeys& keys)
{
    LayerSpec block = encoderBlock(tower.vision, keys);
    block.name = "vision";
    block.dropout = false;
    return block;
}

/// Returns the projection of patches, without a norm.
LayerSpec patchesOf(Tower& tower, const LayerSpec& block, std::int64_t frames, bool hasBias)
{
    const std::int64_t patch = sideOf(tower.vision, "patch_size", 1 << 10);
    const std::int64_t colours = tower.vision.optionalSize({"num_channels", "in_channels", "in_chans"}, 3, 64);
    LayerSpec patches{.kind = LayerKind::PatchEmbedding, .name = "vision patches", .hidden = block.hidden};
    patches.inputChannels = colours * frames * patch * patch;
    patches.linearBias = hasBias;
    patches.norm = Norm::None;
    patches.dropout = false;
    patches.tokens = block.tokens;
    return patches;
}

/// Returns a projector of two products: `merged` patches to one token of `hidden`.
LayerSpec projectorOf(const LayerSpec& block, std::int64_t merged, std::int64_t inner, std::int64_t hidden)
{
    LayerSpec projector{.kind = LayerKind::PatchMerging, .name = "projector", .hidden = hidden};
    projector.inputChannels = merged * block.hidden;
    projector.ffn = inner;
    projector.tokens = block.tokens / merged;
    projector.dropout = false;
    return projector;
}

/// Sizes that the three generations of Qwen-VL have under the same names.
struct QwenImages {
    std::int64_t merged = 4;  ///< patches of one token
    std::int64_t frames = 2;  ///< frames of a patch
};

QwenImages imagesOfQwen(Tower& tower)
{
    const std::int64_t side = tower.vision.optionalSize({"spatial_merge_size"}, 2, 16);
    const std::int64_t patch = tower.vision.size({"patch_size"}, 1 << 10);
    tower.outer.assume("image_size", std::to_string(usualSide * patch),
                       Core::tr("the model takes images of any size; one of {} tokens is taken for each sample",
                                usualSide * usualSide / std::max<std::int64_t>(1, side * side)));
    return {std::max<std::int64_t>(1, side * side), tower.vision.optionalSize({"temporal_patch_size"}, 2, 64)};
}

void readQwen2Vl(Tower& tower)
{
    const QwenImages images = imagesOfQwen(tower);
    LayerSpec block{.kind = LayerKind::Encoder, .name = "vision", .dropout = false};
    block.count = static_cast<int>(tower.vision.size({"depth"}, mostConfigLayers));
    block.hidden = tower.vision.size({"embed_dim"}, widestConfig);
    block.heads = block.kvHeads = tower.vision.size({"num_heads"}, 1 << 14);
    block.headDim = block.hidden / block.heads;
    block.ffn = block.hidden * tower.vision.optionalSize({"mlp_ratio"}, 4, 64);
    block.tokens = usualSide * usualSide;
    checkHeads(tower.vision, "num_heads", block);
    LayerSpec projector = projectorOf(block, images.merged, images.merged * block.hidden, tower.width);
    tower.runs = {patchesOf(tower, block, images.frames, false), block, projector};
}

/// Blocks attend within windows, but for those that the file lists.
void readQwen25Vl(Tower& tower)
{
    const QwenImages images = imagesOfQwen(tower);
    LayerSpec block = blockOf(tower, {.layers = "depth", .heads = "num_heads"});
    block.gatedMlp = true;
    block.norm = Norm::RmsNorm;
    block.tokens = usualSide * usualSide;
    const std::int64_t patch = tower.vision.size({"patch_size"}, 1 << 10);
    const std::int64_t side = tower.vision.size({"window_size"}, 1 << 14) / std::max<std::int64_t>(1, patch);
    const std::vector<std::int64_t> full = tower.vision.sizes("fullatt_block_indexes", mostConfigLayers);
    tower.runs.push_back(patchesOf(tower, block, images.frames, false));
    for (int layer = 0; layer < block.count; ++layer) {
        const bool isFull = std::ranges::find(full, layer) != full.end();
        LayerSpec one = block;
        one.window = isFull ? 0 : side * side;
        one.count = 1;
        if (layer > 0 && tower.runs.back().window == one.window) {
            ++tower.runs.back().count;
        } else {
            one.name = fmt::format("vision_{}", layer);
            tower.runs.push_back(one);
        }
    }
    LayerSpec projector = projectorOf(block, images.merged, images.merged * block.hidden, tower.width);
    projector.norm = Norm::RmsNorm;
    tower.runs.push_back(projector);
}

/// Features of some blocks go past the others into the first blocks of the language model (DeepStack): their
/// projectors count as parameters alone.
void readQwen3Vl(Tower& tower)
{
    const QwenImages images = imagesOfQwen(tower);
    LayerSpec block = blockOf(tower, {.layers = "depth", .heads = "num_heads"});
    block.tokens = usualSide * usualSide;
    LayerSpec patches = patchesOf(tower, block, images.frames, true);
    patches.learnedPositions = tower.vision.size({"num_position_embeddings"}, 1 << 24);
    const std::int64_t inner = images.merged * block.hidden;
    LayerSpec projector = projectorOf(block, images.merged, inner, tower.width);
    const auto taps =
        static_cast<std::int64_t>(tower.vision.sizes("deepstack_visual_indexes", mostConfigLayers).size());
    const std::int64_t ofOne = inner * (inner + tower.width) + 3 * inner + tower.width;
    projector.extraParameters = taps * ofOne;
    if (taps > 0) {
        tower.outer.assume("deepstack_visual_indexes", "no work",
                           Core::tr("the {} projectors of features from inner blocks count as parameters alone", taps));
    }
    tower.runs = {patches, block, projector};
}

/// CLIP or SigLIP in front of a projector of two products. The class token, where there is one, is dropped.
void readLlava(Tower& tower)
{
    const bool isClip = tower.vision.word("model_type") != "siglip_vision_model";
    const std::int64_t side = patchesOf(tower.vision);
    LayerSpec block = blockOf(tower, {});
    block.tokens = side * side + (isClip ? 1 : 0);
    LayerSpec patches = patchesOf(tower, block, 1, !isClip);
    patches.learnedPositions = block.tokens;
    patches.extraParameters = isClip ? block.hidden : 0;         // the class token
    patches.extraParameters += (isClip ? 4 : 2) * block.hidden;  // norms in front of and behind the blocks
    LayerSpec projector = projectorOf(block, 1, tower.width, tower.width);
    projector.tokens = side * side;
    projector.linearBias = tower.outer.optionalFlag("multimodal_projector_bias", true);
    projector.norm = Norm::None;
    tower.runs = {patches, block, projector};
}

void readInternVl(Tower& tower)
{
    ConfigReader& vision = tower.vision;
    const std::int64_t side = patchesOf(vision);
    LayerSpec block = blockOf(tower, {});
    block.qkvBias = vision.optionalFlag(vision.has("qkv_bias") ? "qkv_bias" : "attention_bias", true);
    const bool isNormed = vision.optionalFlag(vision.has("use_qk_norm") ? "use_qk_norm" : "qk_normalization", false);
    block.norm = vision.word("norm_type") == "rms_norm" ? Norm::RmsNorm : Norm::LayerNorm;
    block.extraParameters = (isNormed ? 4 : 2) * block.hidden;  // scales of both residuals, norms of queries and keys
    block.tokens = side * side + 1;
    LayerSpec patches = patchesOf(tower, block, 1, true);
    patches.learnedPositions = block.tokens;
    patches.extraParameters = block.hidden;
    const double share = tower.outer.number({"downsample_ratio"}, 0.1, 1).value_or(0.5);
    const auto merged = std::max<std::int64_t>(1, std::llround(1 / (share * share)));
    LayerSpec projector = projectorOf(block, merged, tower.width, tower.width);
    projector.tokens = side * side / merged;
    tower.runs = {patches, block, projector};
}

/// SigLIP, whose patches are averaged in front of a norm and one product.
void readGemma3(Tower& tower)
{
    const std::int64_t side = patchesOf(tower.vision);
    LayerSpec block = blockOf(tower, {});
    block.tokens = side * side;
    LayerSpec patches = patchesOf(tower, block, 1, true);
    patches.learnedPositions = block.tokens;
    patches.extraParameters = 2 * block.hidden;  // the norm behind the blocks
    LayerSpec projector = projectorOf(block, 1, 0, tower.width);
    projector.tokens = tower.outer.sizeOr({"mm_tokens_per_image"}, 256, 1 << 20);
    projector.norm = Norm::RmsNorm;
    tower.runs = {patches, block, projector};
}

void readLlama4(Tower& tower)
{
    const std::int64_t side = patchesOf(tower.vision);
    LayerSpec block = blockOf(tower, {});
    block.tokens = side * side + 1;
    LayerSpec patches = patchesOf(tower, block, 1, false);
    patches.learnedPositions = block.tokens;
    patches.extraParameters = 5 * block.hidden;  // the class token, norms in front of and behind the blocks
    const double share = tower.vision.number({"pixel_shuffle_ratio"}, 0.1, 1).value_or(0.5);
    const auto merged = std::max<std::int64_t>(1, std::llround(1 / (share * share)));
    LayerSpec adapter = projectorOf(block, merged, tower.vision.size({"projector_input_dim"}, widestConfig),
                                    tower.vision.size({"projector_output_dim"}, widestConfig));
    adapter.name = "adapter";
    adapter.tokens = side * side / merged;
    adapter.linearBias = false;
    adapter.norm = Norm::None;
    LayerSpec projector = projectorOf(adapter, 1, 0, tower.width);
    projector.tokens = adapter.tokens;
    projector.norm = Norm::None;
    tower.runs = {patches, block, adapter, projector};
}

struct TowerFamily {
    std::string_view name;
    void (*read)(Tower& tower);
};

constexpr std::array towerFamilies{
    TowerFamily{"qwen2_vl", readQwen2Vl},
    TowerFamily{"qwen2_5_vl", readQwen25Vl},
    TowerFamily{"qwen3_vl", readQwen3Vl},
    TowerFamily{"qwen3_vl_moe", readQwen3Vl},
    TowerFamily{"llava", readLlava},
    TowerFamily{"internvl", readInternVl},
    TowerFamily{"internvl_chat", readInternVl},
    TowerFamily{"gemma3", readGemma3},
    TowerFamily{"llama4", readLlama4},
};

/// Adds what the encoder's configuration has and the reader did not ask for.
void leaveUnread(const ConfigReader& vision, ConfigReader& outer)
{
    for (const SaidSetting& said : vision.unread()) {
        outer.leave("vision_config/" + said.name, said.value);
    }
}

}  // namespace

bool readImageEncoder(const Json& json, const std::string& where, ConfigReader& config, Architecture& model)
{
    constexpr const char* member = "vision_config";
    const Json type = json.value("model_type", Json());
    const auto family = std::ranges::find(towerFamilies, type.is_string() ? type.get<std::string>() : std::string(),
                                          &TowerFamily::name);
    const auto inside = json.find(member);
    (void)config.has(member);  // its own members are listed one by one
    if (family == towerFamilies.end() || inside == json.end() || !inside->is_object() || inside->empty()) {
        return false;
    }
    ConfigReader vision(*inside, where + "/" + member);
    Tower tower{vision, config, model.runs.front().hidden, {}};
    family->read(tower);
    if (const auto error = vision.error()) {
        config.assume(member, "left out", Core::tr("its sizes are not read: {}", error->what));
        return true;
    }
    leaveUnread(vision, config);
    model.runs.insert(model.runs.begin(), tower.runs.begin(), tower.runs.end());
    return true;
}

}  // namespace pgram
