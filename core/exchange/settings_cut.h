// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Cuts a model into chunks by a training framework's settings: by a list, by numbers of blocks at the ends, or evenly.
#pragma once

#include "core/exchange/plan_settings.h"

namespace pgram {

class SettingsCut {
public:
    /// `settings` and `model` outlive the cut.
    SettingsCut(const PlanSettings& settings, const Architecture& model) : m_settings(settings), m_model(model) {}

    /// Returns the chunks per stage. Errors, at `where`: layers per chunk that do not divide the layers of the model.
    [[nodiscard]] Result<int> chunksOfStage(const std::string& where) const;
    /// Returns the layers of each of `parts` parts, in pipeline order. Empty: no such cut.
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
