// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Profiles of one layer, worked out once for all strategies that shard it alike: data degree, ZeRO stage, what is kept
// and where states lie are none of a profile's business.
#pragma once

#include "core/cost/layer_profile.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

namespace pgram {

/// Of one layer, one device and one training. For several threads at once.
class ProfileBook {
public:
    /// What tells profiles apart: the shard, whether attention's scores are stored whatever the training says, and
    /// whether a tied table is the layer's own.
    using Key = std::tuple<ShardShape, bool, bool>;
    using Make = std::function<LayerProfile()>;

    [[nodiscard]] std::shared_ptr<const LayerProfile> of(const Key& key, const Make& make);

private:
    std::mutex m_mutex;
    std::map<Key, std::shared_ptr<const LayerProfile>> m_known;
};

}  // namespace pgram
