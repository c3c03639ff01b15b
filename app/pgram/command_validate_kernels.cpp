// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram validate kernels: our formulas of single kernels and collectives against measured ones.
#include "app/pgram/command.h"
#include "app/pgram/table.h"
#include "validation/measurements/kernel_errors.h"

#include <fmt/format.h>
#include <memory>

namespace pgram::cli {

namespace {

Json toJson(const KernelReport& report)
{
    Json json = outputObject("validate-kernels");
    json["kinds"] = Json::array();
    for (const KernelErrors& row : report.kinds) {
        json["kinds"].push_back({{"device", row.device},
                                 {"kind", row.kind},
                                 {"dtype", row.type},
                                 {"n", row.errors.n},
                                 {"mape", row.errors.mape},
                                 {"median", row.errors.median},
                                 {"p90", row.errors.p90},
                                 {"bias", row.errors.bias}});
    }
    json["orders"] = Json::array();
    for (const KernelOrder& order : report.orders) {
        json["orders"].push_back({{"device", order.device},
                                  {"kind", order.kind},
                                  {"dtype", order.type},
                                  {"pairs", order.pairs},
                                  {"right", order.right}});
    }
    json["skipped"] = Json::array();
    for (const KernelSkip& skip : report.skipped) {
        json["skipped"].push_back({{"file", skip.file}, {"because", skip.because}});
    }
    return json;
}

std::string toText(const KernelReport& report)
{
    Table kinds({{"device", Align::Left},
                 {"kind", Align::Left},
                 {"type", Align::Left},
                 {"n"},
                 {"MAPE %"},
                 {"median"},
                 {"p90"},
                 {"bias"}});
    for (const KernelErrors& row : report.kinds) {
        kinds.addRow({row.device, row.kind, row.type, fmt::to_string(row.errors.n), percent(row.errors.mape),
                      percent(row.errors.median), percent(row.errors.p90),
                      fmt::format("{:+.1f}", 100 * row.errors.bias)});
    }
    std::string text = kinds.text();
    Table orders({{"device", Align::Left}, {"type", Align::Left}, {"pairs"}, {"in order %"}});
    for (const KernelOrder& order : report.orders) {
        if (order.pairs > 0) {
            orders.addRow({order.device, order.type, fmt::to_string(order.pairs),
                           percent(static_cast<double>(order.right) / order.pairs)});
        }
    }
    if (!orders.isEmpty()) {
        text += "\nPairs of products of as many FLOP whose times differ by more than a tenth\n" + orders.text();
    }
    for (const KernelSkip& skip : report.skipped) {
        text += fmt::format("{}{}: {}\n", &skip == report.skipped.data() ? "\nSkipped\n  " : "  ", skip.file,
                            skip.because.english());
    }
    return text;
}

Result<ExitCode> runKernels(const std::string& data, const Invocation& invocation)
{
    const Result<PresetStore> presets = PresetStore::find(invocation.program);
    if (!presets) {
        return tl::unexpected(presets.error());
    }
    const Result<DeviceCatalogue> devices = DeviceCatalogue::load(*presets);
    if (!devices) {
        return tl::unexpected(devices.error());
    }
    const Result<std::vector<KernelTable>> tables = readKernelFolder(data);
    if (!tables) {
        return tl::unexpected(tables.error());
    }
    const Result<KernelReport> report = validateKernels(*tables, *devices);
    if (!report) {
        return tl::unexpected(report.error());
    }
    invocation.json ? printJson(toJson(*report)) : printText(toText(*report));
    return ExitOk;
}

}  // namespace

void addValidateKernels(CLI::App& app, Invocation& invocation)
{
    const auto data = std::make_shared<std::string>();
    CLI::App* command = addCommand(validations(app), invocation, "kernels",
                                   "Hold the formulas of single kernels and collectives against measured ones",
                                   "  pgram validate kernels --data kernels/\n"
                                   "  pgram validate kernels --data kernels/ --json");
    command->add_option("--data", *data, "folder of measured kernels, in files as h100_sxm-gemm.csv")
        ->required()
        ->type_name("FOLDER");
    command->callback(
        [data, &invocation] { invocation.run = [data, &invocation] { return runKernels(*data, invocation); }; });
}

}  // namespace pgram::cli
