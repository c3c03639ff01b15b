// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/architecture.h"

#include "core/base/index.h"
#include "core/model/encoder.h"
#include "core/model/layer_kinds.h"

#include <algorithm>
#include <charconv>

namespace pgram {

bool hasExperts(const Architecture& model)
{
    return std::ranges::any_of(model.runs, [](const LayerSpec& run) { return run.experts > 0; });
}

bool isCausal(const LayerSpec& layer)
{
    return rulesOf(layer.kind).isCausal;
}

void resolvePredictions(Architecture& model)
{
    const bool hasTiedHead =
        std::ranges::any_of(model.runs, [](const LayerSpec& run) { return run.kind == LayerKind::Head && run.tied; });
    int before = 0;
    for (LayerSpec& run : model.runs) {
        run.predictions = before;
        if (run.kind != LayerKind::Prediction) {
            continue;
        }
        run.tied = before == 0 && !hasTiedHead;
        const LayerSpec* table = embeddingOf(model.runs);
        run.vocabulary = run.tied && table != nullptr ? table->vocabulary : 0;
        run.tableWidth = run.tied && table != nullptr ? table->tableWidth : 0;
        before += run.count;
    }
}

int Architecture::layerCount() const
{
    int count = 0;
    for (const LayerSpec& run : runs) {
        count += run.count;
    }
    return count;
}

int Architecture::runOf(int layer) const
{
    int run = 0;
    for (int end = runs.front().count; layer >= end; end += runs[at(run)].count) {
        ++run;
    }
    return run;
}

/// A run whose name ends in a number, "conv2_2", counts on from there.
std::string Architecture::layerName(int layer) const
{
    const int run = runOf(layer);
    int first = 0;
    for (int i = 0; i < run; ++i) {
        first += runs[at(i)].count;
    }
    const LayerSpec& spec = runs[at(run)];
    if (spec.count == 1) {
        return spec.name;
    }
    const std::size_t number = spec.name.find_last_not_of("0123456789") + 1;
    constexpr std::size_t mostDigits = 4;
    int from = 0;
    if (number > 0 && spec.name[number - 1] == '_' && spec.name.size() - number <= mostDigits &&
        std::from_chars(spec.name.data() + number, spec.name.data() + spec.name.size(), from).ec == std::errc()) {
        return spec.name.substr(0, number) + std::to_string(from + layer - first);
    }
    return spec.name + ' ' + std::to_string(layer - first + 1);
}

double parameterCount(const LayerSpec& layer)
{
    return rulesOf(layer.kind).parameters(layer) + asDouble(layer.extraParameters);
}

double parameterCount(const Architecture& model)
{
    double count = 0;
    for (const LayerSpec& run : model.runs) {
        count += parameterSets(run) * parameterCount(run);
    }
    return count;
}

double publishedParameterCount(const Architecture& model)
{
    double count = 0;
    for (LayerSpec run : model.runs) {
        run.vocabulary = run.publishedVocabulary > 0 ? run.publishedVocabulary : run.vocabulary;
        count += parameterSets(run) * parameterCount(run);
    }
    return count;
}

}  // namespace pgram
