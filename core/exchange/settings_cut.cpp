// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/settings_cut.h"

#include "core/frameworks/plan_shape.h"
#include "core/model/layer_role.h"

#include <algorithm>
#include <numeric>

namespace pgram {

Result<int> SettingsCut::chunksOfStage(const std::string& where) const
{
    const std::int64_t pipeline = m_settings.pipeline.value_or(1);
    std::int64_t chunks = m_settings.chunks.value_or(usualChunks(m_settings.schedule));
    if (!m_settings.cut.empty()) {
        chunks = static_cast<std::int64_t>(m_settings.cut.size()) / pipeline;
    } else if (m_settings.layersPerChunk) {
        const int blocks = countedBlocks();
        const std::int64_t layers = *m_settings.layersPerChunk * pipeline;
        if (blocks % layers != 0 && !m_settings.isMegatron) {
            return badInput(Core::tr("puts {} layer(s) into each chunk of {} stage(s), and the model has {}",
                                     *m_settings.layersPerChunk, pipeline, blocks),
                            where);
        }
        chunks = (blocks + layers - 1) / layers;
    }
    return static_cast<int>(pipeline > 1 ? std::min<std::int64_t>(chunks, 4096) : 1);
}

/// A cut with the layers before and behind the blocks. Empty: of another model.
std::vector<int> SettingsCut::sizesOf(const std::vector<ChunkBlocks>& cut, int parts) const
{
    const std::vector<bool> isBlock = blockFlags(m_model);
    const auto front = static_cast<int>(std::ranges::find(isBlock, true) - isBlock.begin());
    const auto behind = static_cast<int>(std::find(isBlock.rbegin(), isBlock.rend(), true) - isBlock.rbegin());
    const int back = behind - predictions();
    std::vector<int> sizes;
    for (const ChunkBlocks& chunk : cut) {
        sizes.push_back(chunk.blocks + (chunk.front ? front : 0) + chunk.predictions + (chunk.back ? back : 0));
    }
    const bool covers = std::accumulate(sizes.begin(), sizes.end(), 0) == m_model.layerCount();
    const bool cuts = sizes.size() == static_cast<std::size_t>(parts) && std::ranges::count(sizes, 0) == 0;
    return covers && cuts ? sizes : std::vector<int>();
}

/// Gives the first and the last stage their numbers of blocks, and the others equal numbers.
std::vector<int> SettingsCut::sizes(int parts) const
{
    if (!m_settings.cut.empty()) {
        return sizesOf(m_settings.cut, parts);
    }
    std::vector<int> sizes = evenCut(m_model, parts);
    if ((m_settings.countsFront || m_settings.countsBack) && parts > 1) {
        return sizesWithEnds(parts);
    }
    if ((!m_settings.firstLayers && !m_settings.lastLayers) || parts < 2 || sizes.empty()) {
        return sizes;
    }
    std::vector<int> even = sizes;
    const int front = sizes.front() - blocksOf(0, sizes.front());
    const int back = sizes.back() - blocksOf(m_model.layerCount() - sizes.back(), m_model.layerCount());
    const int blocks = blocksOf(0, m_model.layerCount());
    const int first = static_cast<int>(std::min<std::int64_t>(m_settings.firstLayers.value_or(0), blocks));
    const int last = static_cast<int>(std::min<std::int64_t>(m_settings.lastLayers.value_or(0), blocks));
    const int others = parts - (first > 0 ? 1 : 0) - (last > 0 ? 1 : 0);
    const int left = blocks - first - last;
    if (others < 0 || left < others || (others == 0 && left != 0) || (others > 0 && left % others != 0)) {
        return {};
    }
    even.assign(even.size(), others > 0 ? left / others : 0);
    even.front() = (first > 0 ? first : even.front()) + front;
    even.back() = (last > 0 ? last : even.back()) + back;
    return even;
}

int SettingsCut::countedBlocks() const
{
    return blocksOf(0, m_model.layerCount()) + (m_settings.countsFront ? 1 : 0) + (m_settings.countsBack ? 1 : 0);
}

/// All parts alike, an end in the place of a block. Empty: it does not go.
std::vector<int> SettingsCut::sizesWithEnds(int parts) const
{
    const int counted = countedBlocks();
    std::vector<ChunkBlocks> cut(static_cast<std::size_t>(parts), {.blocks = counted / parts});
    cut.front() = {cut.front().blocks - (m_settings.countsFront ? 1 : 0), true, false};
    cut.back() = {cut.back().blocks - (m_settings.countsBack ? 1 : 0), false, true, predictions()};
    return counted % parts == 0 ? sizesOf(cut, parts) : std::vector<int>();
}

int SettingsCut::predictions() const
{
    return static_cast<int>(std::ranges::count_if(m_model.runs, isPrediction));
}

int SettingsCut::blocksOf(int begin, int end) const
{
    int blocks = 0;
    for (int i = begin; i < end; ++i) {
        blocks += layerRole(m_model.layer(i).kind) == LayerRole::Body ? 1 : 0;
    }
    return blocks;
}

}  // namespace pgram
