// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The one selection that links all views: a range of layers, a stage, a device, a micro-batch, a
// strategy. GUI thread only.
#pragma once

#include "core/strategy/layer_strategy.h"

#include <QObject>

#include <optional>

namespace pgram {

struct Selection {
    int firstLayer = -1;  ///< -1 = no layer
    int layerCount = 0;
    int stage = -1;
    int device = -1;
    int microbatch = -1;
    std::optional<LayerStrategy> strategy;  ///< one that is looked at; the layers need not run it
    bool operator==(const Selection&) const = default;
};

class SelectionModel : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    [[nodiscard]] const Selection& current() const { return m_current; }
    /// Emits changed() when it differs from the current one.
    void select(const Selection& selection);

Q_SIGNALS:
    void changed(const pgram::Selection& selection);

private:
    Selection m_current;
};

}  // namespace pgram
