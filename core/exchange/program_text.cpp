// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/program_text.h"

#include "core/base/quoting.h"
#include "core/exchange/launch_folder.h"
#include "core/exchange/uniform_plan.h"

#include <algorithm>

namespace pgram {

/// Returns a template by its name, from the source file that the build makes of resources/programs.
std::string_view programTemplate(std::string_view name);

std::string programText(std::string_view name, const TemplateValues& values)
{
    constexpr std::string_view opening = "{{";
    constexpr std::string_view closing = "}}";
    std::string text;
    std::string_view rest = programTemplate(name);
    for (std::size_t at = rest.find(opening); at != std::string_view::npos; at = rest.find(opening)) {
        const std::size_t begin = at + opening.size();
        const std::size_t end = std::min(rest.find(closing, begin), rest.size());
        const auto value = std::ranges::find(values, rest.substr(begin, end - begin), &TemplateValue::name);
        text += rest.substr(0, at);
        if (value == values.end()) {  // braces of the program itself
            text += opening;
            rest.remove_prefix(begin);
            continue;
        }
        text += value->text;
        rest.remove_prefix(end + closing.size());
        const bool isWholeLine = text.empty() || text.back() == '\n';
        rest.remove_prefix(isWholeLine && rest.starts_with('\n') ? 1 : 0);
    }
    return text.append(rest);
}

std::string programText(std::string_view name, const Plan& plan, TemplateValues values)
{
    const UniformPlan uniform = uniformOf(plan);
    const Machines machines = machinesOf(plan.cluster);
    values.insert(values.end(), {{"title", plainLine(plan.name)},
                                 {"stages", plan.pipeline()},
                                 {"micro_batch", uniform.microBatch},
                                 {"micro_batches", plan.schedule.microbatches},
                                 {"global_batch", plan.training.globalBatch},
                                 {"sequence", plan.sequence()},
                                 {"tensor", uniform.strategy.tensor},
                                 {"context", uniform.strategy.context},
                                 {"expert", uniform.expert},
                                 {"expert_tensor", uniform.expertTensor},
                                 {"devices", plan.cluster.devices},
                                 {"machines", machines.count},
                                 {"machine_devices", machines.devices}});
    return programText(name, values);
}

}  // namespace pgram
