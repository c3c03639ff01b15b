// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A law of slice times as case files write it: "t0 + max(floor, b*(beta*l + gamma*l*c))", "2e-5 + 1e-7 b l".
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgram::systems {

/// Returns the value of a name that is not a variable; nothing if it is unknown.
using Constants = std::function<std::optional<double>(std::string_view name)>;

/// A formula in the variables b, l, c and tokens.
using Variables = std::array<double, 4>;
using Formula = std::function<double(const Variables& variables)>;

/// Sums, products (with or without a sign), quotients, parentheses, max and min of two. Nothing, where the text is
/// none; `rest` is what follows it, from a comma or a semicolon on.
[[nodiscard]] std::optional<Formula> readFormula(std::string_view text, const Constants& constants,
                                                 std::string_view* rest = nullptr);

/// "NAME = FORMULA, TEXT; NAME(tokens) = FORMULA": the parts, by name.
struct NamedFormula {
    std::string name;
    Formula formula;
    std::string remark;
};
/// Nothing, where a part is none.
[[nodiscard]] std::optional<std::vector<NamedFormula>> readFormulas(std::string_view text, const Constants& constants);

}  // namespace pgram::systems
