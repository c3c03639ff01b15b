// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/launch_devices.h"

#include "core/exchange/launch_doubts.h"
#include "core/exchange/words.h"

#include <algorithm>

namespace pgram {

namespace {

constexpr std::int64_t mostLaunched = 1 << 20;

struct LaunchCount {
    std::optional<std::int64_t> value;
    bool isOpen = false;  ///< only the start of the script knows it
};

/// Returns the first known value of the flags, then of the variables.
LaunchCount countOf(const LaunchArguments& arguments, PlanSettings& settings, std::initializer_list<const char*> flags,
                    std::initializer_list<const char*> variables)
{
    LaunchCount count;
    const auto take = [&count](const std::optional<std::string>& text) {
        const auto whole = text ? wholeNumber(*text) : std::nullopt;
        count.value = whole && *whole >= 1 && *whole <= mostLaunched ? whole : std::nullopt;
        return count.value.has_value();
    };
    for (const char* flag : flags) {
        if (take(arguments.text(flag))) {
            return count;
        }
        count.isOpen = count.isOpen || arguments.isSet(flag);
    }
    for (const char* variable : variables) {
        if (take(arguments.variable(variable))) {
            noteDoubt(variable, arguments, settings);
            return count;
        }
        count.isOpen = count.isOpen || arguments.hasVariable(variable);
    }
    return count;
}

}  // namespace

void readLaunchDevices(const LaunchArguments& arguments, PlanSettings& settings)
{
    if (const LaunchCount all = countOf(arguments, settings, {"num-processes"}, {}); all.value) {
        settings.devices = all.value;
        return;
    }
    const LaunchCount nodes = countOf(arguments, settings, {"nnodes", "num-nodes", "nodes", "num-machines"},
                                      {"NNODES", "NUM_NODES", "NODES"});
    const LaunchCount each =
        countOf(arguments, settings, {"nproc-per-node", "num-gpus", "gpus-per-node", "ntasks-per-node"},
                {"NPROC_PER_NODE", "GPUS_PER_NODE", "NUM_GPUS"});
    const bool knowsNodes = nodes.value.has_value() || !nodes.isOpen;
    if (each.value && knowsNodes && *each.value * nodes.value.value_or(1) <= mostLaunched) {
        settings.devices = *each.value * nodes.value.value_or(1);
        return;
    }
    const std::string included = arguments.text("include").value_or(std::string());
    const auto visible = arguments.variable("CUDA_VISIBLE_DEVICES");
    const std::string listed = included.substr(std::min(included.find(':'), included.size()));
    if (!each.isOpen && knowsNodes && nodes.value.value_or(1) == 1 && (visible || !listed.empty())) {
        settings.devices = std::ranges::count(listed.empty() ? *visible : listed, ',') + 1;
    }
}

}  // namespace pgram
