// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/measurements/calibration.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

namespace pgram {

namespace {

constexpr double huberWidth = 0.1;  // width in the logarithm: errors beyond 10 % count linearly
constexpr double probe = 0.01;      // step in the logarithm of a constant, for derivatives
constexpr int mostSteps = 8;
constexpr double settled = 1e-3;
constexpr double prior = 1e-2;  // pull towards the start, so that what no row depends on stays where it is

using OfCluster = Constant* (*)(Cluster&);
using OfFamily = Constant FrameworkFamily::*;

/// A constant that can be fitted: where it lives, and the range that makes physical sense.
struct Knob {
    std::string name;
    std::string unit;
    FittedConstant::Owner owner = FittedConstant::Owner::Cluster;
    OfCluster ofCluster = nullptr;  ///< constant of the preset
    OfFamily ofFamily = nullptr;    ///< or constant of framework families
    std::vector<std::string> families;
    double least = 0;
    double most = 1;
};

/// A constant that several families take from one source is one constant, and one knob.
void addFamilyKnobs(std::vector<Knob>& knobs, const std::vector<FrameworkFamily>& frameworks,
                    const std::set<std::string>& families)
{
    for (const FamilyConstant& row : familyConstants()) {
        std::vector<std::pair<Constant, std::size_t>> known;
        for (const FrameworkFamily& family : frameworks) {
            const Constant& constant = family.*row.constant;
            if (!families.contains(family.name) || constant.provenance.kind != "fitted" || row.mostFitted == 0) {
                continue;
            }
            const auto same = std::ranges::find(known, constant, &std::pair<Constant, std::size_t>::first);
            if (same != known.end()) {
                Knob& knob = knobs[same->second];
                knob.families.push_back(family.name);
                knob.name += ", " + family.name;
                continue;
            }
            known.emplace_back(constant, knobs.size());
            knobs.push_back({fmt::format("{} of {}", row.key, family.name),
                             row.unit,
                             FittedConstant::Owner::Frameworks,
                             nullptr,
                             row.constant,
                             {family.name},
                             row.leastFitted,
                             row.mostFitted});
        }
    }
}

std::vector<Knob> knobsOf(const Cluster& cluster, const std::vector<FrameworkFamily>& frameworks,
                          const std::set<std::string>& families)
{
    using Owner = FittedConstant::Owner;
    const char* ofPeak = "share of peak";
    const char* ofBandwidth = "share of bandwidth";
    std::vector<Knob> knobs;
    const auto add = [&knobs](Owner owner, const char* name, const char* unit, OfCluster where, double least,
                              double most) {
        knobs.push_back({name, unit, owner, where, nullptr, {}, least, most});
    };
    add(
        Owner::Device, "gemm_efficiency", ofPeak, [](Cluster& c) { return &c.device.gemmEfficiency; }, 0.2, 0.95);
    add(
        Owner::Device, "attention_efficiency", ofPeak, [](Cluster& c) { return &c.device.attentionEfficiency; }, 0.05,
        0.9);
    add(
        Owner::Device, "memory_efficiency", ofBandwidth, [](Cluster& c) { return &c.device.memoryEfficiency; }, 0.2,
        0.95);
    add(
        Owner::Device, "launch_s", "s", [](Cluster& c) { return &c.device.launchSeconds; }, 5e-7, 2e-5);
    add(
        Owner::Cluster, "overlap_slowdown", "ratio", [](Cluster& c) { return &c.overlapSlowdown; }, 1, 1.6);
    add(
        Owner::Cluster, "inner_link_efficiency", ofBandwidth, [](Cluster& c) { return &c.links.front().efficiency; },
        0.1, 1);
    if (cluster.device.peakFp8 > 0) {
        add(
            Owner::Device, "fp8_efficiency", ofPeak, [](Cluster& c) { return &c.device.fp8Efficiency; }, 0.2, 0.95);
    }
    if (cluster.device.peakFp4 > 0) {
        add(
            Owner::Device, "fp4_efficiency", ofPeak, [](Cluster& c) { return &c.device.fp4Efficiency; }, 0.1, 0.95);
    }
    if (cluster.links.size() > 1) {
        add(
            Owner::Cluster, "outer_link_efficiency", ofBandwidth, [](Cluster& c) { return &c.links.back().efficiency; },
            0.1, 1);
    }
    addFamilyKnobs(knobs, frameworks, families);
    return knobs;
}

/// The fit of one preset's constants to a set of rows.
class KnobFit {
public:
    KnobFit(std::vector<Measurement> rows, DeviceCatalogue devices, std::string preset, std::vector<Knob> knobs,
            const std::stop_token& stop)
        : m_rows(std::move(rows)),
          m_devices(std::move(devices)),
          m_preset(std::move(preset)),
          m_knobs(std::move(knobs)),
          m_stop(stop)
    {
        std::map<std::string, int> sizes;
        for (const Measurement& row : m_rows) {
            ++sizes[row.suite];
        }
        m_weights.resize(static_cast<Eigen::Index>(m_rows.size()));
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            m_weights[static_cast<Eigen::Index>(i)] = 1 / std::sqrt(static_cast<double>(sizes[m_rows[i].suite]));
        }
        m_start.resize(static_cast<Eigen::Index>(m_knobs.size()));
        for (std::size_t k = 0; k < m_knobs.size(); ++k) {
            m_start[static_cast<Eigen::Index>(k)] =
                std::log(std::clamp(value(m_knobs[k]), m_knobs[k].least, m_knobs[k].most));
        }
    }

    /// Levenberg and Marquardt's steps on reweighted least squares.
    void run()
    {
        Eigen::VectorXd place = m_start;
        Eigen::VectorXd residuals = residualsAt(place);
        double damping = 1e-2;
        for (int step = 0; step < mostSteps && !m_stop.stop_requested(); ++step) {
            const Eigen::MatrixXd slopes = slopesAt(place, residuals);
            const Eigen::VectorXd weights = robustWeights(residuals);
            Eigen::MatrixXd normal = slopes.transpose() * weights.asDiagonal() * slopes;
            normal.diagonal().array() += prior;
            m_curvature = normal;
            const Eigen::VectorXd gradient =
                slopes.transpose() * weights.asDiagonal() * residuals + prior * (place - m_start);
            normal.diagonal() *= 1 + damping;
            const Eigen::VectorXd next = clamped(place - normal.ldlt().solve(gradient));
            const Eigen::VectorXd then = residualsAt(next);
            if (loss(then, next) >= loss(residuals, place)) {
                damping *= 10;
                continue;
            }
            const double moved = (next - place).cwiseAbs().maxCoeff();
            place = next;
            residuals = then;
            damping /= 5;
            if (moved < settled) {
                break;
            }
        }
        m_place = place;
        if (m_rows.size() > m_knobs.size()) {
            m_variance = loss(residuals, place) / static_cast<double>(m_rows.size() - m_knobs.size());
        }
        apply(place);
    }

    [[nodiscard]] const DeviceCatalogue& devices() const { return m_devices; }

    [[nodiscard]] std::vector<FittedConstant> constants() const
    {
        const Eigen::MatrixXd unscaled =
            m_curvature.ldlt().solve(Eigen::MatrixXd::Identity(m_place.size(), m_place.size()));
        std::vector<FittedConstant> list;
        for (std::size_t k = 0; k < m_knobs.size(); ++k) {
            const auto i = static_cast<Eigen::Index>(k);
            FittedConstant constant{m_knobs[k].name, m_knobs[k].unit, m_knobs[k].owner, std::exp(m_start[i]),
                                    std::exp(m_place[i])};
            if (m_variance) {
                constant.spread = std::sqrt(std::max(0.0, *m_variance * unscaled(i, i)));
            }
            constant.atLimit = constant.after <= m_knobs[k].least * 1.001 || constant.after >= m_knobs[k].most * 0.999;
            list.push_back(constant);
        }
        return list;
    }

private:
    [[nodiscard]] double value(const Knob& knob) const
    {
        if (knob.ofCluster) {
            Cluster cluster = *m_devices.preset(m_preset);
            return knob.ofCluster(cluster)->value;
        }
        const auto found = std::ranges::find(m_devices.frameworks(), knob.families.front(), &FrameworkFamily::name);
        return (*found.*knob.ofFamily).value;
    }

    void apply(const Eigen::VectorXd& place)
    {
        Cluster cluster = *m_devices.preset(m_preset);
        std::vector<FrameworkFamily> frameworks = m_devices.frameworks();
        for (std::size_t k = 0; k < m_knobs.size(); ++k) {
            const double fitted = std::exp(place[static_cast<Eigen::Index>(k)]);
            if (m_knobs[k].ofCluster) {
                m_knobs[k].ofCluster(cluster)->value = fitted;
                continue;
            }
            for (const std::string& name : m_knobs[k].families) {
                const auto family = std::ranges::find(frameworks, name, &FrameworkFamily::name);
                (*family.*m_knobs[k].ofFamily).value = fitted;
            }
        }
        m_devices.replace(m_preset, cluster);
        m_devices.setFrameworks(std::move(frameworks));
    }

    /// Logarithms of predicted over measured.
    Eigen::VectorXd residualsAt(const Eigen::VectorXd& place)
    {
        apply(place);
        const Validation validation = validate(m_rows, m_devices);
        Eigen::VectorXd residuals(static_cast<Eigen::Index>(m_rows.size()));
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            residuals[static_cast<Eigen::Index>(i)] = std::log1p(*validation.rows[i].timeError());
        }
        return residuals;
    }

    Eigen::MatrixXd slopesAt(const Eigen::VectorXd& place, const Eigen::VectorXd& residuals)
    {
        Eigen::MatrixXd slopes(residuals.size(), place.size());
        for (Eigen::Index k = 0; k < place.size(); ++k) {
            Eigen::VectorXd shifted = place;
            shifted[k] += probe;
            slopes.col(k) = (residualsAt(shifted) - residuals) / probe;
        }
        return slopes;
    }

    [[nodiscard]] Eigen::VectorXd robustWeights(const Eigen::VectorXd& residuals) const
    {
        Eigen::VectorXd weights = m_weights;
        for (Eigen::Index i = 0; i < residuals.size(); ++i) {
            weights[i] *= std::min(1.0, huberWidth / std::max(1e-12, std::abs(residuals[i])));
        }
        return weights;
    }

    [[nodiscard]] double loss(const Eigen::VectorXd& residuals, const Eigen::VectorXd& place) const
    {
        double sum = prior * (place - m_start).squaredNorm();
        for (Eigen::Index i = 0; i < residuals.size(); ++i) {
            const double size = std::abs(residuals[i]);
            sum += m_weights[i] * (size <= huberWidth ? size * size : huberWidth * (2 * size - huberWidth));
        }
        return sum;
    }

    [[nodiscard]] Eigen::VectorXd clamped(Eigen::VectorXd place) const
    {
        for (std::size_t k = 0; k < m_knobs.size(); ++k) {
            double& entry = place[static_cast<Eigen::Index>(k)];
            entry = std::clamp(entry, std::log(m_knobs[k].least), std::log(m_knobs[k].most));
        }
        return place;
    }

    std::vector<Measurement> m_rows;
    DeviceCatalogue m_devices;
    std::string m_preset;
    std::vector<Knob> m_knobs;
    std::stop_token m_stop;
    Eigen::VectorXd m_weights;
    Eigen::VectorXd m_start;
    Eigen::VectorXd m_place;
    Eigen::MatrixXd m_curvature;
    std::optional<double> m_variance;  ///< variance of a residual; unknown if constants use up all runs
};

/// Measured and expressible rows on devices of the preset.
std::vector<Measurement> usableRows(const std::vector<Measurement>& rows, const DeviceCatalogue& devices,
                                    const std::string& preset)
{
    std::vector<Measurement> usable;
    std::ranges::copy_if(rows, std::back_inserter(usable), [&](const Measurement& row) {
        return row.stepTime && DeviceCatalogue::presetOf(row.gpu) == preset && planOf(row, devices).plan;
    });
    return usable;
}

ErrorStatistics errorsOf(const std::vector<Measurement>& rows, const DeviceCatalogue& devices)
{
    return validate(rows, devices).time.overall.errors;
}

}  // namespace

Result<Calibration> calibrate(const std::vector<Measurement>& all, const DeviceCatalogue& devices,
                              const std::string& preset, const std::vector<std::string>& only, bool leaveOut,
                              const std::stop_token& stop)
{
    const std::vector<Measurement> rows = usableRows(all, devices, preset);
    if (rows.empty()) {
        return badInput(Core::tr("no measured run on a device of {} can be expressed", preset));
    }
    std::set<std::string> families;
    std::set<std::string> suites;
    for (const Measurement& row : rows) {
        families.insert(familyOf(devices.frameworks(), row).name);
        suites.insert(row.suite);
    }
    std::vector<Knob> knobs = knobsOf(*devices.preset(preset), devices.frameworks(), families);
    if (only.empty()) {
        Cluster cluster = *devices.preset(preset);
        std::erase_if(knobs, [&cluster](const Knob& knob) {
            return knob.ofCluster != nullptr && knob.ofCluster(cluster)->provenance.kind == "measured";
        });
    } else {
        std::erase_if(knobs, [&only](const Knob& knob) { return std::ranges::find(only, knob.name) == only.end(); });
    }
    KnobFit fit(rows, devices, preset, knobs, stop);
    fit.run();
    if (stop.stop_requested()) {
        return badInput(Core::tr("stopped"));
    }
    Calibration result;
    result.preset = preset;
    result.rows = static_cast<int>(rows.size());
    result.before = errorsOf(rows, devices);
    result.after = errorsOf(rows, fit.devices());
    result.constants = fit.constants();
    result.fitted = fit.devices();
    for (const std::string& suite : suites) {
        if (!leaveOut || suites.size() < 2) {
            break;
        }
        std::vector<Measurement> others = rows;
        std::erase_if(others, [&suite](const Measurement& row) { return row.suite == suite; });
        KnobFit without(others, devices, preset, knobs, stop);
        without.run();
        if (stop.stop_requested()) {
            return badInput(Core::tr("stopped"));
        }
        const std::vector<Measurement> members = rowsOfSuite(rows, suite);
        result.leftOut.push_back({suite, errorsOf(members, fit.devices()), errorsOf(members, without.devices())});
    }
    return result;
}

}  // namespace pgram
