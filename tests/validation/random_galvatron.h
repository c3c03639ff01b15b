// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Small random problems under the galvatron-3 rules: any bandwidths, so that gradient sync is hidden in some and
// dwarfs all else in others.
#pragma once

#include "validation/galvatron/rules.h"

#include <cmath>
#include <random>

namespace pgram::test {

inline galvatron::Rules randomRules(std::mt19937& random, const std::vector<int>& layersOfType)
{
    using namespace galvatron;
    const auto between = [&random](double low, double high) {
        return low * std::pow(high / low, std::uniform_real_distribution<>(0, 1)(random));
    };
    Setting setting;
    setting.devices = 8;
    setting.memoryGb = between(2, 18);
    setting.gpipe = random() % 4 == 0;
    setting.asyncGradients = random() % 2 == 0;
    setting.elementBytes = random() % 4 == 0 ? 4 : 2;
    Figures figures;
    figures.hardware.overlap = between(1.01, 1.4);
    for (const int size : {2, 4, 8}) {
        figures.hardware.consecutive[size] = between(0.5, 200);
        figures.hardware.strided[size] = between(0.5, 200);
        figures.hardware.pipeline[size] = between(5, 200);
        figures.allReduce[size] = {{{1, between(0.05, 0.2)}}, {between(0.005, 0.5), between(0.01, 0.1)}};
        figures.allToAll[size] = {{}, {between(0.002, 0.2), between(0.01, 0.1)}};
    }
    const auto table = [&](double atOne) {
        return std::map<int, double>{
            {1, atOne}, {2, atOne * between(0.4, 0.7)}, {4, atOne * between(0.2, 0.4)}, {8, atOne * between(0.1, 0.2)}};
    };
    for (const int count : layersOfType) {
        setting.layers.push_back({count, 1024, 1 << (9 + random() % 3)});
        figures.layers.push_back(
            {{between(1, 8), between(0.01, 2)}, between(100, 1500), table(between(50, 600)), between(4, 40)});
    }
    figures.endForward = {between(0.5, 6), between(0.01, 2)};
    for (EndMemory* ends : {&figures.whole, &figures.first, &figures.last}) {
        *ends = {table(between(100, 3000)), table(between(50, 500))};
    }
    return {std::move(figures), std::move(setting)};
}

}  // namespace pgram::test
