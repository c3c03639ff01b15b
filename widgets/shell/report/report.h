// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A report of plans, one or several side by side: one HTML file with their figures, the views' pictures in light and
// dark, tables of stages and layers, what the figures rest on, and the plans themselves as attachments. In the language
// that is installed. GUI thread only; the event loop runs while views work in the background.
#pragma once

#include "core/presets/preset_store.h"
#include "widgets/document/session.h"

#include <QByteArray>

#include <functional>
#include <vector>

namespace pgram {

/// Told how many pictures of all are drawn; false = nobody wants the report any more.
using ReportProgress = std::function<bool(int done, int all)>;

struct ReportOptions {
    QString language = QStringLiteral("en");  ///< the one that is installed
    ReportProgress progress = {};
};

/// `plans`: one at least. `store`: for the measured runs. Empty = the progress ended it.
[[nodiscard]] QByteArray reportOf(const std::vector<const PlanDocument*>& plans, const PresetStore& store,
                                  const ReportOptions& options = {});

/// Those that are compared, or the one that is shown; none where there is none.
[[nodiscard]] std::vector<const PlanDocument*> reportedPlans(const Session& session);

}  // namespace pgram
