// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/work/fidelity_library.h"

#include "core/fidelity/record.h"

#include <algorithm>

namespace pgram {

namespace {

constexpr std::size_t mostBands = 64;

}  // namespace

Result<FidelityData> loadFidelity(const PresetStore& presets)
{
    Result<DeviceCatalogue> devices = DeviceCatalogue::load(presets);
    if (!devices) {
        return tl::unexpected(devices.error());
    }
    Result<std::vector<Measurement>> rows = loadMeasurements(recordFile(presets));
    if (!rows) {
        return tl::unexpected(rows.error());
    }
    FidelityData data;
    data.rows = std::move(*rows);
    data.devices = std::move(*devices);
    data.validation = validate(data.rows, data.devices);
    data.runs = knownRuns(data.rows, data.devices);
    takeRatios(data.runs, data.validation.rows);
    return data;
}

FidelityLibrary::FidelityLibrary(QObject* parent) : QObject(parent)
{
    connect(&m_worker, &Worker::failed, this, [this](quint64, const Error& error) {
        m_problem = error;
        Q_EMIT changed();
    });
}

void FidelityLibrary::load(const PresetStore& presets)
{
    m_problem.reset();
    m_worker.start([this, presets](const std::stop_token&, const Worker::Post& post) -> Result<void> {
        Result<FidelityData> loaded = loadFidelity(presets);
        if (!loaded) {
            return tl::unexpected(loaded.error());
        }
        post([this, data = std::make_shared<const FidelityData>(std::move(*loaded))] { take(data); });
        return {};
    });
}

void FidelityLibrary::follow(const FidelityLibrary* other)
{
    connect(other, &FidelityLibrary::changed, this, [this, other] { take(other->data()); });
    take(other->data());
}

void FidelityLibrary::take(std::shared_ptr<const FidelityData> data)
{
    m_data = std::move(data);
    m_bands.clear();
    Q_EMIT changed();
}

ErrorBands FidelityLibrary::bandsOf(const Plan& plan, const Estimate& estimate) const
{
    if (!m_data || !hasBands(plan, estimate)) {
        return {};
    }
    const RunTraits traits = traitsOf(plan);
    const auto known = std::ranges::find(m_bands, traits, &std::pair<RunTraits, ErrorBands>::first);
    if (known != m_bands.end()) {
        return known->second;
    }
    if (m_bands.size() == mostBands) {
        m_bands.erase(m_bands.begin());
    }
    m_bands.emplace_back(traits, errorBands(traits, m_data->runs));
    return m_bands.back().second;
}

PlanBands FidelityLibrary::bands() const
{
    return [data = m_data](const Plan& plan, const Estimate& estimate) {
        return data && hasBands(plan, estimate) ? errorBands(traitsOf(plan), data->runs) : ErrorBands();
    };
}

}  // namespace pgram
