// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/profile_book.h"

namespace pgram {

namespace {

/// Limit of the cache, a megabyte or two. A sweep over batches meets few shards, again and again.
constexpr std::size_t mostKnown = 1 << 12;

}  // namespace

std::shared_ptr<const LayerProfile> ProfileBook::of(const Key& key, const Make& make)
{
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_known.find(key); known != m_known.end()) {
            return known->second;
        }
    }
    auto made = std::make_shared<const LayerProfile>(make());
    const std::lock_guard lock(m_mutex);
    if (m_known.size() >= mostKnown) {
        m_known.clear();
    }
    m_known.emplace(key, made);
    return made;
}

}  // namespace pgram
