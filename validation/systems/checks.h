// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Compares the expected figures of another system's case with those of our rules, figure by figure.
#pragma once

#include "core/base/json.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pgram::systems {

struct Check {
    std::string system;
    std::string name;
    std::string quantity;
    Json expected;
    Json got;
    bool ok = false;
    std::optional<double> error = {};  ///< ours/measured - 1 of a measured row, which is judged with others of its kind
};

/// Relative, of seconds and bytes that both sides computed.
inline constexpr double exactly = 1e-9;

/// Beyond what cases have: figures, and counts.
inline constexpr double huge = 1e30;
inline constexpr int largestCount = 1 << 24;

/// Returns the value for JSON, which lacks infinity: null if no plan reaches the time.
[[nodiscard]] Json orNull(double value);
/// Both null, or numbers as close; arrays element by element.
[[nodiscard]] bool isNear(const Json& expected, const Json& got, double relative, double absolute = 0);

/// The checks of one case. A quantity that the case does not name is not checked.
class Checks {
public:
    Checks(std::vector<Check>& all, std::string system, std::string name)
        : m_all(&all), m_system(std::move(system)), m_name(std::move(name))
    {}

    void add(const std::string& quantity, Json expected, Json got, bool ok);
    /// Listed with its error, and ok: a check of all rows of its kind judges.
    void measured(const std::string& quantity, double measured, double ours);
    void near(const std::string& quantity, const Json& expected, const Json& got, double relative = exactly,
              double absolute = 0);
    /// Checks the member `key` of `expected`: a number, null or an array of numbers.
    void near(JsonObject& expected, const std::string& key, const Json& got, double relative = exactly,
              double absolute = 0);

private:
    std::vector<Check>* m_all;
    std::string m_system;
    std::string m_name;
};

/// A member array of numbers within the limits; empty after an error.
[[nodiscard]] std::vector<double> numbers(JsonObject& object, const std::string& key, double least, double most);
/// A member array of counts; empty of null, and after an error.
[[nodiscard]] std::vector<int> counts(JsonObject& object, const std::string& key);
[[nodiscard]] int whole(JsonObject& object, const std::string& key, int least, int most);

}  // namespace pgram::systems
