// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/frameworks/properties.h"

#include "core/base/format.h"
#include "core/base/index.h"
#include "core/model/training_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram {

namespace {

Text schedulesOf(const Target& target)
{
    std::vector<std::string> names;
    for (const Schedule& schedule : target.schedules.value) {
        names.push_back(toString(schedule));
    }
    return Text(fmt::format("{}", fmt::join(names, ", ")));
}

/// "bf16, fp32; gradients of 16/32 bits; Adam".
Text numbersOf(const Numbers& numbers)
{
    std::vector<std::string_view> names;
    for (const Precision precision : numbers.precisions) {
        names.push_back(precisionNames()[at(precision)]);
    }
    std::vector<std::string_view> titles;
    for (const Optimizer optimizer : numbers.optimizers) {
        titles.emplace_back(optimizerRow(optimizer).title);
    }
    Text text = Core::tr("{}; gradients of {} bits; {}", fmt::format("{}", fmt::join(names, ", ")),
                         numbers.halfGradients ? "16/32" : "32", fmt::format("{}", fmt::join(titles, ", ")));
    if (numbers.tunings.size() == 1) {
        return text;
    }
    const bool hasPairs = numbers.preferences.size() > 1;
    const char* tunings = numbers.tunings.size() == 2 ? "LoRA" : hasPairs ? "LoRA, QLoRA, DPO" : "LoRA, QLoRA";
    return Core::tr("{}; {}", text, tunings);
}

}  // namespace

std::vector<TargetProperty> propertiesOf(const Target& target)
{
    std::vector<TargetProperty> list{
        {Core::tr("dimensions"), Text(toString(target.space.value)), target.space.source},
        {Core::tr("strategies"), wordsFor(target.reach.value), target.reach.source},
        {Core::tr("recomputation"), wordsFor(target.recompute.value), target.recompute.source},
        {Core::tr("stages"), wordsFor(target.cuts.value), target.cuts.source},
        {Core::tr("schedules"), schedulesOf(target), target.schedules.source},
        {Core::tr("trains in"), numbersOf(target.numbers.value), target.numbers.source}};
    if (target.models.value != nullptr) {
        list.push_back({Core::tr("models"), Text(fmt::format("{}", fmt::join(target.models.value(), ", "))),
                        target.models.source});
    }
    if (target.keeps.value > 0) {
        list.push_back({Core::tr("keeps"),
                        Core::tr("{} per device", formatBytes(static_cast<double>(target.keeps.value))),
                        target.keeps.source});
    }
    return list;
}

}  // namespace pgram
