// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A formula as it is written in the help, read into a tree: a small part of TeX's notation.
//
//     T = \sum_i "once"_i + \max_i (m t_i - c_i)          letters are italic, what is quoted is upright
//     \frac{a}{b}  \sqrt{a}  x_i^2  x'  \max \min \log    scripts take one sign or a group in braces
//     ( ) [ ] ⌈ ⌉ ⌊ ⌋ | |                                 come in pairs and grow with what they hold
//     a &= b \\ &+ c                                      lines, aligned where "&" is
//
// Blanks say nothing; "\quad" is a wide one. Plain functions.
#pragma once

#include "core/base/error.h"

#include <QString>

#include <vector>

namespace pgram {

struct FormulaNode;
using FormulaRow = std::vector<FormulaNode>;

struct FormulaNode {
    enum class Kind {
        Letter,    ///< italic
        Text,      ///< upright: a number, a word
        Relation,  ///< = ≤ →
        Binary,    ///< + − ·
        Comma,
        Space,
        Operator,  ///< Σ max min: in a display its scripts stand below and above
        Group,     ///< parts: what is in braces
        Scripts,   ///< parts: base, below, above; empty where there is none
        Fraction,  ///< parts: above and below the line
        Root,      ///< parts: what is under it
        Fenced,    ///< text: both signs; parts: what is between
    };
    Kind kind = Kind::Letter;
    QString text;
    std::vector<FormulaRow> parts;
};

struct Formula {
    std::vector<std::vector<FormulaRow>> lines;  ///< of cells
};

/// Or what is wrong with it, and where.
[[nodiscard]] Result<Formula> parseFormula(const QString& source);

/// In one line of plain text, for those who hear it and for what is copied: "T = (a + b)/c".
[[nodiscard]] QString formulaText(const Formula& formula);

}  // namespace pgram
