// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/fidelity/device_catalogue.h"

#include "core/base/ascii.h"

#include <algorithm>

namespace pgram {

namespace {

struct KnownDevice {
    const char* gpu;
    const char* preset;
    double usualNetwork = 0;
    int perRack = 0;
};

/// A DGX-1 has four cards of 100 Gb/s for its eight devices.
constexpr double networkOfDgx1 = 6.25e9;

/// A rack has 72, but runs use powers of two.
constexpr int devicesOfNvl72 = 64;

constexpr KnownDevice knownDevices[] = {
    {"A100-SXM4-80GB", "dgx-a100-64"},
    {"A800-SXM4-80GB", "dgx-a100-64"},
    {"A100-SXM4-40GB", "a100-64"},
    {"A100-PCIe-80GB", "a100-pcie-8"},
    {"H100-SXM5-80GB", "dgx-h100-64"},
    {"H800-SXM5-80GB", "h800-2048"},
    {"H200-SXM-141GB", "dgx-h200"},
    {"B200-SXM-180GB", "hgx-b200"},
    {"B300", "dgx-b300"},
    {"GB200", "gb200-nvl72", 0, devicesOfNvl72},
    {"GB300", "gb300-nvl72", 0, devicesOfNvl72},
    {"H100-SXM 96GB HBM2e (500 W)", "h100-96gb-64"},
    {"V100-SXM2-32GB", "dgx-1v", networkOfDgx1},
    {"V100-SXM3-32GB", "dgx-1v", networkOfDgx1},
    // Names in files of measured kernels.
    {"a100_sxm", "dgx-a100-64"},
    {"h100_sxm", "dgx-h100-64"},
    {"h200_sxm", "dgx-h200"},
    {"b200_sxm", "hgx-b200"},
    {"b300_sxm", "dgx-b300"},
    {"gb200", "gb200-nvl72"},
    {"gb300", "gb300-nvl72"},
};

const KnownDevice* knownDevice(const std::string& gpu)
{
    const auto known = std::ranges::find_if(knownDevices, [&gpu](const KnownDevice& d) { return gpu == d.gpu; });
    return known == std::end(knownDevices) ? nullptr : &*known;
}

std::string presetName(std::string name)
{
    std::ranges::transform(name, name.begin(), [](char c) { return c == ' ' || c == '_' ? '-' : lowered(c); });
    return name;
}

}  // namespace

Result<DeviceCatalogue> DeviceCatalogue::load(const PresetStore& presets)
{
    DeviceCatalogue catalogue;
    for (const KnownDevice& known : knownDevices) {
        if (catalogue.m_clusters.contains(known.preset)) {
            continue;
        }
        Result<Cluster> cluster = presets.cluster(known.preset);
        if (!cluster) {
            return tl::unexpected(cluster.error());
        }
        catalogue.m_clusters.emplace(known.preset, std::move(*cluster));
    }
    for (const PresetEntry& entry : presets.models()) {
        if (Result<Architecture> model = presets.model(entry.name)) {
            catalogue.m_models.emplace(entry.name, std::move(*model));
        }
    }
    Result<std::vector<FrameworkFamily>> frameworks = loadFrameworks(presets);
    if (!frameworks) {
        return tl::unexpected(frameworks.error());
    }
    catalogue.m_frameworks = std::move(*frameworks);
    return catalogue;
}

std::string DeviceCatalogue::presetOf(const std::string& gpu)
{
    const KnownDevice* known = knownDevice(gpu);
    return known == nullptr ? std::string() : known->preset;
}

double DeviceCatalogue::usualNetwork(const std::string& gpu)
{
    const KnownDevice* known = knownDevice(gpu);
    return known == nullptr ? 0 : known->usualNetwork;
}

int DeviceCatalogue::devicesPerRack(const std::string& gpu)
{
    const KnownDevice* known = knownDevice(gpu);
    return known == nullptr ? 0 : known->perRack;
}

const Cluster* DeviceCatalogue::find(const std::string& gpu) const
{
    return preset(presetOf(gpu));
}

const Cluster* DeviceCatalogue::preset(const std::string& name) const
{
    const auto found = m_clusters.find(name);
    return found == m_clusters.end() ? nullptr : &found->second;
}

std::string DeviceCatalogue::presetWith(const Device& device) const
{
    const auto found =
        std::ranges::find_if(m_clusters, [&device](const auto& named) { return named.second.device == device; });
    return found == m_clusters.end() ? std::string() : found->first;
}

void DeviceCatalogue::replace(const std::string& preset, const Cluster& cluster)
{
    m_clusters[preset] = cluster;
}

const Architecture* DeviceCatalogue::model(const std::string& name) const
{
    const auto found = m_models.find(presetName(name));
    return found == m_models.end() ? nullptr : &found->second;
}

}  // namespace pgram
