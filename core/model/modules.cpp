// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/modules.h"

#include "core/model/layer_role.h"

namespace pgram {

namespace {

bool hasModule(const LayerSpec& layer, Module module)
{
    const bool isTransformer = isTransformerBlock(layer);
    switch (module) {
    case Module::Norms:
        return layer.experts > 0 || layer.keyValueRank > 0 || layer.queryRank > 0;
    case Module::ExpertActivations:
    case Module::Experts:
        return layer.experts > 0;
    case Module::LatentUp:
        return layer.keyValueRank > 0 || layer.queryRank > 0;
    case Module::Attention:
        return isTransformer && layer.mixer == Mixer::Attention;
    case Module::Operations:
        return isTransformer;
    case Module::Mlp:
        return isTransformer && layer.experts == 0 && layer.ffn > 0;
    case Module::SharedExperts:
        return layer.experts > 0 && layer.sharedFfn > 0;
    }
    return false;
}

}  // namespace

std::vector<std::string_view> namesOf(const ModuleSet& modules)
{
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < enumNames<Module>.size(); ++i) {
        if (modules.has(static_cast<Module>(i))) {
            names.push_back(enumNames<Module>[i]);
        }
    }
    return names;
}

bool hasModules(const LayerSpec& layer, const ModuleSet& modules)
{
    for (std::size_t i = 0; i < enumNames<Module>.size(); ++i) {
        const auto module = static_cast<Module>(i);
        if (modules.has(module) && hasModule(layer, module)) {
            return true;
        }
    }
    return false;
}

}  // namespace pgram
