// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/systems/checks.h"

#include <algorithm>
#include <cmath>

namespace pgram::systems {

Json orNull(double value)
{
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

bool isNear(const Json& expected, const Json& got, double relative, double absolute)
{
    if (expected.is_number() && got.is_number()) {
        const auto a = expected.get<double>();
        const auto b = got.get<double>();
        return std::abs(a - b) <= absolute + relative * std::max(std::abs(a), std::abs(b));
    }
    if (expected.is_array() && got.is_array()) {
        return std::ranges::equal(expected, got,
                                  [&](const Json& a, const Json& b) { return isNear(a, b, relative, absolute); });
    }
    return expected == got;
}

void Checks::add(const std::string& quantity, Json expected, Json got, bool ok)
{
    m_all->push_back({m_system, m_name, quantity, std::move(expected), std::move(got), ok, {}});
}

void Checks::measured(const std::string& quantity, double measured, double ours)
{
    m_all->push_back({m_system, m_name, quantity, measured, ours, true, ours / measured - 1});
}

void Checks::near(const std::string& quantity, const Json& expected, const Json& got, double relative, double absolute)
{
    add(quantity, expected, got, isNear(expected, got, relative, absolute));
}

void Checks::near(JsonObject& expected, const std::string& key, const Json& got, double relative, double absolute)
{
    if (expected.has(key)) {
        near(key, expected.json()[key], got, relative, absolute);
    }
}

std::vector<double> numbers(JsonObject& object, const std::string& key, double least, double most)
{
    if (!object.has(key) || !object.json()[key].is_array()) {
        (void)object.objects(key);  // says what is wrong
        return {};
    }
    std::vector<double> all;
    for (const Json& element : object.json()[key]) {
        all.push_back(object.number(key, element, least, most));
    }
    return all;
}

std::vector<int> counts(JsonObject& object, const std::string& key)
{
    if (object.json()[key].is_null()) {
        return {};
    }
    const std::vector<std::int64_t> all = object.integersOr(key, 1, largestCount);
    return {all.begin(), all.end()};
}

int whole(JsonObject& object, const std::string& key, int least, int most)
{
    return static_cast<int>(object.integer(key, least, most));
}

}  // namespace pgram::systems
