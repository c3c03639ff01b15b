// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Texts of the programs and files in launch folders: the templates of resources/programs, which the build embeds.
#pragma once

#include "core/plan/plan.h"

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// Value that replaces `{{name}}` in a template.
struct TemplateValue {
    std::string_view name;
    std::string text;

    TemplateValue(std::string_view key, std::string value) : name(key), text(std::move(value)) {}
    TemplateValue(std::string_view key, std::string_view value) : name(key), text(value) {}
    TemplateValue(std::string_view key, const char* value) : name(key), text(value) {}
    TemplateValue(std::string_view key, std::integral auto value) : name(key), text(std::to_string(value)) {}
};
using TemplateValues = std::vector<TemplateValue>;

/// Returns the template resources/programs/`name`.in with its values. A value on a line of its own replaces the whole
/// line if it is empty or ends with a line break.
[[nodiscard]] std::string programText(std::string_view name, const TemplateValues& values = {});
/// Returns a template with its values and those of the plan, which `values` precede: title, stages, micro_batch,
/// micro_batches, global_batch, sequence, tensor, context, expert, expert_tensor, devices, machines, machine_devices.
[[nodiscard]] std::string programText(std::string_view name, const Plan& plan, TemplateValues values);

}  // namespace pgram
