// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where a training framework's settings cut a model into chunks: by a list, by numbers of blocks at the ends, or
// evenly.
#pragma once

#include "core/exchange/plan_settings.h"

namespace pgram {

class SettingsCut {
public:
    /// Of `settings` for `model`; both outlive it.
    SettingsCut(const PlanSettings& settings, const Architecture& model) : m_settings(settings), m_model(model) {}

    /// Chunks of each stage. Errors: layers a chunk that do not go into the model of the file `where`.
    [[nodiscard]] Result<int> chunksOfStage(const std::string& where) const;
    /// Layers of each of so many parts, pipeline order. Empty: it does not go.
    [[nodiscard]] std::vector<int> sizes(int parts) const;
    /// Returns the number of blocks, with the ends that count as one.
    [[nodiscard]] int countedBlocks() const;
    /// Returns true if the settings list parts or ends of their own, rather than an even cut.
    [[nodiscard]] bool isListed() const
    {
        return !m_settings.cut.empty() || m_settings.firstLayers || m_settings.lastLayers;
    }

private:
    [[nodiscard]] std::vector<int> sizesOf(const std::vector<ChunkBlocks>& cut, int parts) const;
    [[nodiscard]] std::vector<int> sizesWithEnds(int parts) const;
    [[nodiscard]] int predictions() const;
    [[nodiscard]] int blocksOf(int begin, int end) const;

    const PlanSettings& m_settings;
    const Architecture& m_model;
};

}  // namespace pgram
