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

constexpr std::string_view kernelTypes[]{"bf16", "fp8", "fp8_block", "nvfp4", "any"};

constexpr Field<KernelErrors> kernelRows[] = {
    figure<&KernelErrors::device>("device").says("Name of the device in the files").column("device"),
    figure<&KernelErrors::kind>("kind")
        .says("gemm: M, N, K of 512 or more; attention: from 2,048 tokens, without a window; experts: balanced, 128 "
              "tokens an expert or more, 512 or more of its width a rank, up to 16 ranks; -small, -short, -window, "
              "-uneven: the others")
        .column("kind"),
    figure<&KernelErrors::type>("dtype")
        .oneOf(kernelTypes)
        .says("any: the files do not tell types apart")
        .column("type"),
    figure<&KernelErrors::errors, &ErrorStatistics::n>("n").atLeast(1).column("n", Measure::Count),
    figure<&KernelErrors::errors, &ErrorStatistics::mape>("mape").atLeast(0).column(
        "MAPE %", Measure::Share, [](const KernelErrors& row) { return percent(row.errors.mape); }),
    figure<&KernelErrors::errors, &ErrorStatistics::median>("median").atLeast(0).column(
        "median", Measure::Share, [](const KernelErrors& row) { return percent(row.errors.median); }),
    figure<&KernelErrors::errors, &ErrorStatistics::p90>("p90").atLeast(0).column(
        "p90", Measure::Share, [](const KernelErrors& row) { return percent(row.errors.p90); }),
    figure<&KernelErrors::errors, &ErrorStatistics::bias>("bias").column(
        "bias", Measure::Share, [](const KernelErrors& row) { return fmt::format("{:+.1f}", 100 * row.errors.bias); }),
};

constexpr Field<KernelOrder> orderRows[] = {
    figure<&KernelOrder::device>("device").column("device"),
    figure<&KernelOrder::kind>("kind"),
    figure<&KernelOrder::type>("dtype").column("type"),
    figure<&KernelOrder::pairs>("pairs").atLeast(0).column("pairs", Measure::Count),
    figure<&KernelOrder::right>("right").atLeast(0).column(
        "in order %", Measure::Share,
        [](const KernelOrder& order) { return percent(static_cast<double>(order.right) / order.pairs); }),
};

constexpr Field<KernelSkip> skipRows[] = {
    figure<&KernelSkip::file>("file"),
    figure<&KernelSkip::because>("because"),
};

constexpr Field<KernelReport> kernelReportRows[] = {
    listed<kernelRows, &KernelReport::kinds>("kinds"),
    listed<orderRows, &KernelReport::orders>("orders").says(
        "Pairs of products of as many FLOP whose measured times differ by more than a tenth, and the number of "
        "pairs that our times put in the same order"),
    listed<skipRows, &KernelReport::skipped>("skipped"),
};
constexpr AnswerFormat<KernelReport> kernelsAnswer{
    "validate-kernels",
    "Errors of our formulas of single kernels against measured ones, as fractions: predicted/measured - 1.",
    kernelReportRows,
    {"kinds"}};

std::string toText(const KernelReport& report)
{
    std::string text = tableWith<kernelRows>(report.kinds).text();
    std::vector<KernelOrder> orders = report.orders;
    std::erase_if(orders, [](const KernelOrder& order) { return order.pairs == 0; });
    if (!orders.empty()) {
        text += "\nPairs of products of as many FLOP whose times differ by more than a tenth\n" +
                tableWith<orderRows>(orders).text();
    }
    for (const KernelSkip& skip : report.skipped) {
        text += fmt::format("{}{}: {}\n", &skip == report.skipped.data() ? "\nSkipped\n  " : "  ", skip.file,
                            skip.because.english());
    }
    return text;
}

Result<ExitCode> runKernels(const std::string& data, const Invocation& invocation)
{
    PGRAM_TRY(const PresetStore presets, PresetStore::find(invocation.program));
    PGRAM_TRY(const DeviceCatalogue devices, DeviceCatalogue::load(presets));
    PGRAM_TRY(const std::vector<KernelTable> tables, readKernelFolder(data));
    PGRAM_TRY(const KernelReport report, validateKernels(tables, devices));
    printAnswer(invocation, kernelsAnswer, report, toText(report));
    return ExitOk;
}

}  // namespace

void addValidateKernels(CLI::App& app, Invocation& invocation)
{
    const auto [command, data] = addCommand<std::string, kernelsAnswer>(
        validations(app), invocation, runKernels, "kernels",
        "Hold the formulas of single kernels and collectives against measured ones",
        "  pgram validate kernels --data kernels/\n"
        "  pgram validate kernels --data kernels/ --json");
    command->add_option("--data", *data, "folder of measured kernels, in files as h100_sxm-gemm.csv")
        ->required()
        ->type_name("FOLDER");
}

}  // namespace pgram::cli
