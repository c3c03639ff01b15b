// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How far a run is expected to be from an estimate, in the window's language.
#pragma once

#include "core/fidelity/error_band.h"

#include <QString>
#include <QStringList>

namespace pgram {

/// "−8.0 % … +11.2 %".
[[nodiscard]] QString bandRange(const ErrorBand& band);
/// "80 % of the 32 nearest measured runs: vtrain-multi, korthikanti-tab5", or that no run is near.
[[nodiscard]] QString bandEvidence(const ErrorBand& band);
/// A line each for step time and peak memory: the range and its evidence.
[[nodiscard]] QStringList bandLines(const ErrorBands& bands);

}  // namespace pgram
