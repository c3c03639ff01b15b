// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The measured runs that the program carries, predicted by it: read and worked out once, in the background. GUI thread
// only.
#pragma once

#include "core/fidelity/margin.h"
#include "validation/measurements/validation.h"
#include "widgets/work/worker.h"

#include <QObject>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace pgram {

struct FidelityData {
    std::vector<Measurement> rows;
    DeviceCatalogue devices;
    Validation validation;  ///< of the rows, in their order
    std::vector<KnownRun> runs;
};

/// Errors: those of the presets and of the record.
[[nodiscard]] Result<FidelityData> loadFidelity(const PresetStore& presets);

class FidelityLibrary : public QObject {
    Q_OBJECT
public:
    explicit FidelityLibrary(QObject* parent = nullptr);

    void load(const PresetStore& presets);
    /// Has the data of another one, which outlives it, now and whenever those change.
    void follow(const FidelityLibrary* other);
    [[nodiscard]] bool isRunning() const { return m_worker.isRunning(); }
    /// Null until they are loaded, and where they cannot be.
    [[nodiscard]] std::shared_ptr<const FidelityData> data() const { return m_data; }
    /// Why there are none; none while nothing is wrong.
    [[nodiscard]] const std::optional<Error>& problem() const { return m_problem; }
    /// None while nothing is loaded, and of plans of which no run tells.
    [[nodiscard]] ErrorBands bandsOf(const Plan& plan, const Estimate& estimate) const;
    /// Returns bandsOf() of the runs that are loaded now, for any thread.
    [[nodiscard]] PlanBands bands() const;

Q_SIGNALS:
    void changed();

private:
    void take(std::shared_ptr<const FidelityData> data);

    std::shared_ptr<const FidelityData> m_data;
    std::optional<Error> m_problem;
    /// Of the last plans: after an edit several widgets ask for the same, and a table for those of all its rows.
    mutable std::vector<std::pair<RunTraits, ErrorBands>> m_bands;
    Worker m_worker{Priority::Study};
};

}  // namespace pgram
