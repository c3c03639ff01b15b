// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram calibrate: fits the constants of a device to measured runs, and shows what a suite left out of the fit would
// have been predicted.
#include "app/pgram/command.h"
#include "app/pgram/table.h"
#include "validation/measurements/calibration.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace pgram::cli {

namespace {

struct CalibrateOptions {
    std::string data;
    std::string device;
    std::vector<std::string> only;
    bool leaveOut = true;
};

Json toJson(const ErrorStatistics& errors)
{
    return Json{
        {"n", errors.n}, {"mape", errors.mape}, {"median", errors.median}, {"p90", errors.p90}, {"bias", errors.bias}};
}

/// The preset files that hold the constants of a fit.
struct PresetFiles {
    std::string device;   ///< name of the device preset; empty: the file of the cluster holds the whole device
    std::string cluster;  ///< name of the cluster preset

    [[nodiscard]] const std::string& title() const { return device.empty() ? cluster : device; }
    /// Returns the file of a constant, below the folder of presets.
    [[nodiscard]] std::string holding(const FittedConstant& constant) const
    {
        using Owner = FittedConstant::Owner;
        return constant.owner == Owner::Frameworks                  ? "frameworks.json"
               : constant.owner == Owner::Device && !device.empty() ? fmt::format("devices/{}.json", device)
                                                                    : fmt::format("clusters/{}.json", cluster);
    }
};

Json toJson(const Calibration& calibration, const PresetFiles& files)
{
    Json json = outputObject("calibrate");
    json["preset"] = calibration.preset;
    json["rows"] = calibration.rows;
    json["before"] = toJson(calibration.before);
    json["after"] = toJson(calibration.after);
    json["constants"] = Json::array();
    for (const FittedConstant& constant : calibration.constants) {
        json["constants"].push_back({{"name", constant.name},
                                     {"unit", constant.unit},
                                     {"file", files.holding(constant)},
                                     {"before", constant.before},
                                     {"after", constant.after},
                                     {"relative_error", constant.spread ? Json(*constant.spread) : Json()},
                                     {"at_limit", constant.atLimit}});
    }
    json["left_out"] = Json::array();
    for (const LeftOut& suite : calibration.leftOut) {
        json["left_out"].push_back(
            {{"suite", suite.suite}, {"fitted", toJson(suite.within)}, {"without", toJson(suite.without)}});
    }
    return json;
}

/// All suites as one, each run counted once.
std::vector<std::string> together(const std::vector<LeftOut>& suites)
{
    const auto mean = [&suites](ErrorStatistics LeftOut::*errors, double ErrorStatistics::*figure) {
        double sum = 0;
        int runs = 0;
        for (const LeftOut& suite : suites) {
            sum += (suite.*errors).n * (suite.*errors).*figure;
            runs += (suite.*errors).n;
        }
        return runs > 0 ? sum / runs : 0;
    };
    int runs = 0;
    for (const LeftOut& suite : suites) {
        runs += suite.within.n;
    }
    return {"all together",
            fmt::to_string(runs),
            percent(mean(&LeftOut::within, &ErrorStatistics::mape)),
            percent(mean(&LeftOut::without, &ErrorStatistics::mape)),
            percent(mean(&LeftOut::within, &ErrorStatistics::bias)),
            percent(mean(&LeftOut::without, &ErrorStatistics::bias))};
}

std::string toText(const Calibration& calibration, const PresetFiles& files)
{
    std::string text = fmt::format("{}: {} runs, MAPE {} % before, {} % after\n\n", files.title(), calibration.rows,
                                   percent(calibration.before.mape), percent(calibration.after.mape));
    Table constants({{"Constant", Align::Left},
                     {"before"},
                     {"after"},
                     {"± %"},
                     {"Unit", Align::Left},
                     {"Preset file", Align::Left},
                     {"", Align::Left}});
    for (const FittedConstant& constant : calibration.constants) {
        constants.addRow({constant.name, fmt::format("{:.4g}", constant.before), fmt::format("{:.4g}", constant.after),
                          constant.spread ? percent(*constant.spread) : "–", constant.unit, files.holding(constant),
                          constant.atLimit ? "at its limit" : ""});
    }
    text += constants.text();
    if (calibration.leftOut.empty()) {
        return text;
    }
    Table suites({{"Suite", Align::Left}, {"n"}, {"MAPE %, fitted"}, {"left out"}, {"bias %, fitted"}, {"left out"}});
    for (const LeftOut& suite : calibration.leftOut) {
        suites.addRow({suite.suite, fmt::to_string(suite.within.n), percent(suite.within.mape),
                       percent(suite.without.mape), percent(suite.within.bias), percent(suite.without.bias)});
    }
    suites.addRow(together(calibration.leftOut));
    return text + "\nEach suite, with it in the fit and with it left out\n" + suites.text();
}

/// Returns the files behind a device preset, or behind the cluster preset of a device with measured runs.
Result<PresetFiles> calibratedFiles(const std::string& name, const DeviceCatalogue& devices, const PresetStore& presets)
{
    if (const Result<Device> device = presets.device(name)) {
        if (const std::string cluster = devices.presetWith(*device); !cluster.empty()) {
            return PresetFiles{name, cluster};
        }
    }
    if (const Cluster* cluster = devices.preset(name)) {
        for (const PresetEntry& entry : presets.devices()) {
            if (presets.device(entry.name) == cluster->device) {
                return PresetFiles{entry.name, name};
            }
        }
        return PresetFiles{{}, name};
    }
    std::vector<std::string> measured;
    for (const PresetEntry& entry : presets.devices()) {
        const Result<Device> device = presets.device(entry.name);
        if (device && !devices.presetWith(*device).empty()) {
            measured.push_back(entry.name);
        }
    }
    return badInput(fmt::format("there are no measured runs of a device '{}'", name), "--device",
                    fmt::format("Choose one of {}", fmt::join(measured, ", ")));
}

Result<ExitCode> run(const CalibrateOptions& options, const Invocation& invocation)
{
    const Result<PresetStore> presets = PresetStore::find(invocation.program);
    if (!presets) {
        return tl::unexpected(presets.error());
    }
    const Result<DeviceCatalogue> devices = DeviceCatalogue::load(*presets);
    if (!devices) {
        return tl::unexpected(devices.error());
    }
    const Result<PresetFiles> files = calibratedFiles(options.device, *devices, *presets);
    if (!files) {
        return tl::unexpected(files.error());
    }
    const Result<std::vector<Measurement>> rows = loadMeasurements(options.data);
    if (!rows) {
        return tl::unexpected(rows.error());
    }
    const Result<Calibration> calibration =
        calibrate(*rows, *devices, files->cluster, options.only, options.leaveOut, std::stop_token());
    if (!calibration) {
        return tl::unexpected(calibration.error());
    }
    invocation.json ? printJson(toJson(*calibration, *files)) : printText(toText(*calibration, *files));
    return ExitOk;
}

}  // namespace

void addCalibrate(CLI::App& app, Invocation& invocation)
{
    const auto options = std::make_shared<CalibrateOptions>();
    options->device = "a100-sxm-80gb";
    CLI::App* command = addCommand(app, invocation, "calibrate", "Fit a device's constants to measured training runs",
                                   "  pgram calibrate --data measurements.json --device a100-sxm-80gb\n"
                                   "  pgram calibrate --data measurements.json --device b200-sxm --json");
    command->add_option("--data", options->data, "file of measurements")->required()->type_name("FILE");
    command->add_option("--device", options->device, "device preset, or a cluster preset with that device")
        ->type_name("NAME")
        ->capture_default_str();
    command->add_option("--only", options->only, "constants to fit, the others stay as they are")
        ->type_name("LIST")
        ->delimiter(',');
    command->add_flag("!--no-leave-out", options->leaveOut, "skip the fits that leave out one suite each");
    command->callback(
        [options, &invocation] { invocation.run = [options, &invocation] { return run(*options, invocation); }; });
}

}  // namespace pgram::cli
