// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/model_differences.h"

#include "core/base/edited.h"
#include "core/model/model_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram {

namespace {

const LayerSpec* runNamed(const Architecture& model, const std::string& name)
{
    const auto found = std::ranges::find(model.runs, name, &LayerSpec::name);
    return found != model.runs.end() ? &*found : nullptr;
}

/// Returns the value of a field in a file; null if a reader assumes it.
Json saidOf(const Json& run, const RunField& field)
{
    return run.contains(field.key) ? run[field.key] : Json();
}

std::string runText(const LayerSpec& run)
{
    return fmt::format("{} × {}", run.count, name(run.kind));
}

/// Names of the runs of `model` that `other` has, too, in their order.
std::vector<std::string> commonNames(const Architecture& model, const Architecture& other)
{
    std::vector<std::string> names;
    for (const LayerSpec& run : model.runs) {
        if (runNamed(other, run.name) != nullptr) {
            names.push_back(run.name);
        }
    }
    return names;
}

/// Beside another one of the same values in other runs, or as a line of its own.
void add(std::vector<ModelDifference>& found, ModelDifference difference)
{
    const auto same = std::ranges::find_if(found, [&](const ModelDifference& other) {
        return other.type == difference.type && other.field == difference.field && other.before == difference.before &&
               other.after == difference.after && difference.type == ModelDifference::Type::Member &&
               !difference.runs.empty();
    });
    if (same != found.end()) {
        same->runs.push_back(difference.runs.front());
    } else {
        found.push_back(std::move(difference));
    }
}

void compareRun(std::vector<ModelDifference>& found, const LayerSpec& before, const LayerSpec& after)
{
    using enum ModelDifference::Type;
    if (before.kind != after.kind) {
        add(found, {Kind, {after.name}, false, nullptr, std::string(name(before.kind)), std::string(name(after.kind))});
    }
    const Json was = toJson(before);
    const Json is = toJson(after);
    for (const RunField& field : runFields()) {
        if (field.isUsedBy(after) && saidOf(was, field) != saidOf(is, field)) {
            add(found, {Member, {after.name}, false, &field, shownValue(before, field), shownValue(after, field)});
        }
    }
    if (before.measured != after.measured && before.measured) {
        add(found, {Member, {after.name}, false, nullptr, "measured", {}});
    }
}

Text valueText(const RunField* field, const std::string& value)
{
    const bool isSwitch =
        field != nullptr && (field->type == RunField::Type::Switch || field->type == RunField::Type::Sharing);
    if (isSwitch) {
        return value == "true" ? Core::tr("on") : Core::tr("off");
    }
    return value.empty() ? Text(Core::tr("none")) : Text(value);
}

std::string listOf(const std::vector<std::string>& names)
{
    return fmt::format("{}", fmt::join(names, ", "));
}

/// Returns `after` with its runs in the order in which `before` has the runs of the same names.
Architecture ordered(const Architecture& before, Architecture after)
{
    std::vector<LayerSpec> runs;
    const std::vector<std::string> names = commonNames(before, after);
    std::size_t next = 0;
    for (const LayerSpec& run : after.runs) {
        runs.push_back(runNamed(before, run.name) != nullptr ? *runNamed(after, names[next++]) : run);
    }
    after.runs = std::move(runs);
    return after;
}

/// Behind the run that it follows in `before`, or in front.
Result<Architecture> withRunBack(const Architecture& before, const Architecture& after, const std::string& name)
{
    std::size_t at = 0;
    for (const LayerSpec& run : before.runs) {
        if (run.name == name) {
            return withRun(after, at, run);
        }
        const auto same = std::ranges::find(after.runs, run.name, &LayerSpec::name);
        at = same != after.runs.end() ? static_cast<std::size_t>(same - after.runs.begin()) + 1 : at;
    }
    return after;
}

std::size_t indexOf(const Architecture& model, const std::string& name)
{
    return static_cast<std::size_t>(std::ranges::find(model.runs, name, &LayerSpec::name) - model.runs.begin());
}

Result<Architecture> withMembersOf(const Architecture& before, const Architecture& after,
                                   const ModelDifference& difference)
{
    std::vector<ModelEdit> edits;
    for (const std::string& name : difference.runs) {
        const LayerSpec* was = runNamed(before, name);
        const std::string key = difference.field != nullptr ? difference.field->key : "measured";
        const Json json = toJson(*was);
        edits.push_back({runPointer(indexOf(after, name), key), json.contains(key) ? json[key] : Json()});
    }
    return edited(after, edits);
}

/// The name in front of a word at the end of a source: "…; llama2-13b edited".
std::string nameBefore(std::string_view source, std::string_view word)
{
    const std::size_t end = source.rfind(word);
    if (end == std::string_view::npos) {
        return {};
    }
    const std::size_t begin = source.substr(0, end).find_last_of("; ");
    return std::string(source.substr(begin == std::string_view::npos ? 0 : begin + 1, end - (begin + 1)));
}

}  // namespace

std::vector<ModelDifference> differences(const Architecture& before, const Architecture& after)
{
    using enum ModelDifference::Type;
    std::vector<ModelDifference> found;
    if (before.sequenceLength != after.sequenceLength) {
        found.push_back(
            {Sequence, {}, true, nullptr, std::to_string(before.sequenceLength), std::to_string(after.sequenceLength)});
    }
    for (const LayerSpec& run : after.runs) {
        if (const LayerSpec* was = runNamed(before, run.name)) {
            compareRun(found, *was, run);
        } else {
            found.push_back({Added, {run.name}, false, nullptr, {}, runText(run)});
        }
    }
    for (const LayerSpec& run : before.runs) {
        if (runNamed(after, run.name) == nullptr) {
            found.push_back({Removed, {run.name}, false, nullptr, runText(run), {}});
        }
    }
    if (commonNames(before, after) != commonNames(after, before)) {
        found.push_back({Order, {}, true, nullptr, {}, {}});
    }
    for (ModelDifference& difference : found) {
        const auto has = [&difference](const LayerSpec& run) {
            return difference.field != nullptr && !shownValue(run, *difference.field).empty() &&
                   difference.field->isUsedBy(run);
        };
        difference.inAll =
            difference.inAll || (difference.field != nullptr && difference.field->type != RunField::Type::Count &&
                                 std::ranges::count_if(after.runs, has) <= std::ssize(difference.runs));
    }
    return found;
}

Text textOf(const ModelDifference& difference)
{
    const std::string names = listOf(difference.runs);
    switch (difference.type) {
    case ModelDifference::Type::Added:
        return Core::tr("{} is new: {}", names, difference.after);
    case ModelDifference::Type::Removed:
        return Core::tr("{} is gone: {}", names, difference.before);
    case ModelDifference::Type::Order:
        return Core::tr("the runs stand in another order");
    case ModelDifference::Type::Sequence:
        return Core::tr("Sequence {} → {}", difference.before, difference.after);
    case ModelDifference::Type::Kind:
        return Core::tr("{}: {} → {}", names, difference.before, difference.after);
    case ModelDifference::Type::Member:
        break;
    }
    if (difference.field == nullptr) {
        return Core::tr("{}: computed and no longer measured", names);
    }
    const Text before = valueText(difference.field, difference.before);
    const Text after = valueText(difference.field, difference.after);
    return difference.inAll ? Core::tr("{} {} → {}", difference.field->title, before, after)
                            : Core::tr("{}: {} {} → {}", names, difference.field->title, before, after);
}

Result<Architecture> reverted(const Architecture& before, const Architecture& after, const ModelDifference& difference)
{
    const std::string name = difference.runs.empty() ? std::string() : difference.runs.front();
    switch (difference.type) {
    case ModelDifference::Type::Member:
        return withMembersOf(before, after, difference);
    case ModelDifference::Type::Kind: {
        Architecture back = after;
        back.runs[indexOf(after, name)] = *runNamed(before, name);
        return edited(back, {});
    }
    case ModelDifference::Type::Sequence: {
        const ModelEdit edit{"/sequence_length", before.sequenceLength};
        return edited(after, std::span(&edit, 1));
    }
    case ModelDifference::Type::Added:
        return withoutRun(after, indexOf(after, name));
    case ModelDifference::Type::Removed:
        return withRunBack(before, after, name);
    case ModelDifference::Type::Order:
        return edited(ordered(before, after), {});
    }
    return after;
}

Architecture markedAsEdited(Architecture model, const Architecture& of)
{
    model.title += model.title == of.title ? editedTitle : "";
    model.name += model.name == of.name ? editedName : "";
    model.source = fmt::format("{}{}{} edited", of.source, of.source.empty() ? "" : "; ", of.name);
    return model;
}

std::string madeOf(const Architecture& model)
{
    for (const std::string_view word : {" edited", " resized"}) {
        if (std::string name = nameBefore(model.source, word); !name.empty()) {
            return name;
        }
    }
    const std::size_t mark = model.name.find(editedName);
    return mark == std::string::npos ? std::string() : model.name.substr(0, mark);
}

}  // namespace pgram
