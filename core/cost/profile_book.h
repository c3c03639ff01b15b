// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Cache of one layer's profiles, shared by all strategies that shard the layer equally. Data degree, ZeRO stage, kept
// activations and location of states do not change a profile.
#pragma once

#include "core/cost/layer_profile.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

namespace pgram {

/// Profiles of one layer for one device and one training. Thread-safe.
class ProfileBook {
public:
    /// Key of a profile: the shard, whether attention's scores are stored regardless of the training, whether the layer
    /// owns a tied table, and whether it only runs forward (as that of a reference model).
    using Key = std::tuple<ShardShape, bool, bool, bool>;
    using Make = std::function<LayerProfile()>;

    [[nodiscard]] std::shared_ptr<const LayerProfile> of(const Key& key, const Make& make);

private:
    std::mutex m_mutex;
    std::map<Key, std::shared_ptr<const LayerProfile>> m_known;
};

}  // namespace pgram
