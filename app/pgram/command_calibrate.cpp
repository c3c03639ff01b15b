// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram calibrate: fits the constants of a device to measured runs, and shows what a suite left out of the fit would
// have been predicted. It also writes the program that measures a node, whose output pgram import reads.
#include "app/pgram/command.h"
#include "app/pgram/model_option.h"
#include "app/pgram/table.h"
#include "core/base/text_file.h"
#include "core/exchange/kernel_log.h"
#include "validation/measurements/calibration.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace pgram::cli {

namespace {

constexpr const char* usualModel = "llama3.1-8b";

struct CalibrateOptions {
    std::string data;
    std::string program;
    std::string model;
    std::string device = "a100-sxm-80gb";
    std::vector<std::string> only;
    bool leaveOut = true;
};

constexpr Field<ErrorStatistics> errorRows[] = {
    figure<&ErrorStatistics::n>("n").atLeast(0),
    figure<&ErrorStatistics::mape>("mape").atLeast(0),
    figure<&ErrorStatistics::median>("median").atLeast(0),
    figure<&ErrorStatistics::p90>("p90").atLeast(0),
    figure<&ErrorStatistics::bias>("bias"),
};

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

/// A fitted constant with its file.
struct CalibratedConstant : FittedConstant {
    std::string file;
};

/// A calibration with the files of its constants.
struct Calibrated {
    const Calibration& calibration;
    std::vector<CalibratedConstant> constants;
};

constexpr Field<CalibratedConstant> constantRows[] = {
    figure<[](const CalibratedConstant& constant) { return constant.name; }>("name").column("Constant"),
    figure<[](const CalibratedConstant& constant) { return constant.unit; }>("unit"),
    figure<&CalibratedConstant::file>("file").says("Preset file of the constant, below the folder of presets"),
    figure<[](const CalibratedConstant& constant) { return constant.before; }>("before").column(
        "before", Measure::Factor,
        [](const CalibratedConstant& constant) { return fmt::format("{:.4g}", constant.before); }),
    figure<[](const CalibratedConstant& constant) { return constant.after; }>("after").column(
        "after", Measure::Factor,
        [](const CalibratedConstant& constant) { return fmt::format("{:.4g}", constant.after); }),
    figure<[](const CalibratedConstant& constant) { return constant.spread; }>("relative_error")
        .atLeast(0)
        .column("± %", Measure::Share,
                [](const CalibratedConstant& constant) {
                    return constant.spread ? percent(*constant.spread) : std::string("–");
                }),
    shown("Unit", Measure::Text, [](const CalibratedConstant& constant) { return constant.unit; }),
    shown("Preset file", Measure::Text, [](const CalibratedConstant& constant) { return constant.file; }),
    figure<[](const CalibratedConstant& constant) { return constant.atLimit; }>("at_limit")
        .column("", Measure::Text,
                [](const CalibratedConstant& constant) { return std::string(constant.atLimit ? "at its limit" : ""); }),
};

constexpr Field<LeftOut> leftOutRows[] = {
    figure<&LeftOut::suite>("suite").column("Suite"),
    nested<errorRows, &LeftOut::within>("fitted").column(
        "n", Measure::Count, [](const LeftOut& suite) { return fmt::to_string(suite.within.n); }),
    nested<errorRows, &LeftOut::without>("without"),
    shown("MAPE %, fitted", Measure::Share, [](const LeftOut& suite) { return percent(suite.within.mape); }),
    shown("left out", Measure::Share, [](const LeftOut& suite) { return percent(suite.without.mape); }),
    shown("bias %, fitted", Measure::Share, [](const LeftOut& suite) { return percent(suite.within.bias); }),
    shown("left out", Measure::Share, [](const LeftOut& suite) { return percent(suite.without.bias); }),
};

constexpr Field<Calibrated> calibrateRows[] = {
    figure<[](const Calibrated& all) { return all.calibration.preset; }>("preset"),
    figure<[](const Calibrated& all) { return all.calibration.rows; }>("rows").atLeast(1),
    nested<errorRows, [](const Calibrated& all) { return all.calibration.before; }>("before"),
    nested<errorRows, [](const Calibrated& all) { return all.calibration.after; }>("after"),
    listed<constantRows, &Calibrated::constants>("constants"),
    listed<leftOutRows, [](const Calibrated& all) { return all.calibration.leftOut; }>("left_out"),
};
constexpr AnswerFormat<Calibrated> calibrateAnswer{
    "calibrate",
    "Constants of a device fitted to measured training runs; errors as fractions.",
    calibrateRows,
    {"constants"}};

/// The answer to --program.
struct WrittenProgram {
    std::string out;
};
constexpr Field<WrittenProgram> programRows[] = {
    figure<&WrittenProgram::out>("out").says("The written file"),
};
constexpr AnswerFormat<WrittenProgram> programAnswer{"calibrate-program", "A program that measures a node.",
                                                     programRows};

Calibrated calibratedOf(const Calibration& calibration, const PresetFiles& files)
{
    Calibrated all{calibration, {}};
    for (const FittedConstant& constant : calibration.constants) {
        all.constants.push_back({constant, files.holding(constant)});
    }
    return all;
}

/// Returns the row of all suites as one, each run counted once.
LeftOut together(const std::vector<LeftOut>& suites)
{
    LeftOut all{"all together", {}, {}};
    for (const LeftOut& suite : suites) {
        all.within.n += suite.within.n;
    }
    const auto mean = [&](ErrorStatistics LeftOut::*errors, double ErrorStatistics::*figure) {
        double sum = 0;
        int runs = 0;
        for (const LeftOut& suite : suites) {
            sum += (suite.*errors).n * (suite.*errors).*figure;
            runs += (suite.*errors).n;
        }
        (all.*errors).*figure = runs > 0 ? sum / runs : 0;
    };
    for (const auto errors : {&LeftOut::within, &LeftOut::without}) {
        mean(errors, &ErrorStatistics::mape);
        mean(errors, &ErrorStatistics::bias);
    }
    return all;
}

std::string toText(const Calibrated& all, const PresetFiles& files)
{
    const Calibration& calibration = all.calibration;
    std::string text = fmt::format("{}: {} runs, MAPE {} % before, {} % after\n\n", files.title(), calibration.rows,
                                   percent(calibration.before.mape), percent(calibration.after.mape));
    text += tableWith<constantRows>(all.constants).text();
    if (calibration.leftOut.empty()) {
        return text;
    }
    std::vector<LeftOut> suites = calibration.leftOut;
    suites.push_back(together(suites));
    return text + "\nEach suite, with it in the fit and with it left out\n" + tableWith<leftOutRows>(suites).text();
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

Result<ExitCode> writeProgram(const CalibrateOptions& options, const Invocation& invocation)
{
    if (!options.data.empty() || !options.only.empty()) {
        return badInput("writes a program, and fits nothing", "--program",
                        "Leave out the other options, or leave out --program");
    }
    PGRAM_TRY(const PresetStore presets, PresetStore::find(invocation.program));
    PGRAM_TRY(const Architecture model, modelOfOption(presets, options.model.empty() ? usualModel : options.model));
    const Result<std::string> program = nodeProgram(model);
    if (!program) {
        Error error = program.error();
        error.where = "--model";
        return tl::unexpected(error);
    }
    PGRAM_CHECK(writeTextFile(options.program, *program));
    const int devices = 8;
    printAnswer(
        invocation, programAnswer, {options.program},
        fmt::format("wrote {0}\nnext, on the node: torchrun --nproc-per-node={1} {0} > node.jsonl; nvidia-smi > "
                    "smi.txt\n  ({1}: its devices; for one device: python3 {0} > node.jsonl)\n"
                    "then: pgram import smi.txt node.jsonl --out mine.json\n",
                    options.program, devices));
    return ExitOk;
}

Result<ExitCode> run(const CalibrateOptions& options, const Invocation& invocation)
{
    if (!options.program.empty()) {
        return writeProgram(options, invocation);
    }
    if (options.data.empty()) {
        return badInput("is missing: a file of measured runs", "--data",
                        "Give one, or --program to write a program that measures a node");
    }
    if (!options.model.empty()) {
        return badInput("is for the program that measures a node", "--model", "Leave it out, or give --program");
    }
    PGRAM_TRY(const PresetStore presets, PresetStore::find(invocation.program));
    PGRAM_TRY(const DeviceCatalogue devices, DeviceCatalogue::load(presets));
    PGRAM_TRY(const PresetFiles files, calibratedFiles(options.device, devices, presets));
    PGRAM_TRY(const std::vector<Measurement> rows, loadMeasurements(options.data));
    PGRAM_TRY(const Calibration calibration,
              calibrate(rows, devices, files.cluster, options.only, options.leaveOut, std::stop_token()));
    const Calibrated all = calibratedOf(calibration, files);
    printAnswer(invocation, calibrateAnswer, all, toText(all, files));
    return ExitOk;
}

}  // namespace

void addCalibrate(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<CalibrateOptions, calibrateAnswer, programAnswer>(
        app, invocation, run, "calibrate", "Fit a device's constants to measured training runs",
        "  pgram calibrate --data measurements.json --device a100-sxm-80gb\n"
        "  pgram calibrate --data measurements.json --device b200-sxm --json\n"
        "  pgram calibrate --program measure_node.py --model llama3.1-8b\n"
        "pgram import reads what the program prints.");
    command->add_option("--data", options->data, "file of measurements")->type_name("FILE");
    addFileToWrite(*command, "--program", options->program,
                   "the program to write, which measures kernels, blocks of a model and collectives of a node with "
                   "PyTorch");
    command
        ->add_option("--model", options->model,
                     fmt::format("the model whose blocks the program measures; else {}", usualModel))
        ->type_name("NAME|FILE");
    command->add_option("--device", options->device, "device preset, or a cluster preset with that device")
        ->type_name("NAME")
        ->capture_default_str();
    command->add_option("--only", options->only, "constants to fit, the others stay as they are")
        ->type_name("LIST")
        ->delimiter(',');
    command->add_flag("!--no-leave-out", options->leaveOut, "skip the fits that leave out one suite each");
}

}  // namespace pgram::cli
