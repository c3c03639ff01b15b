// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The kinds of cases that `validate systems` knows: a row each.
#pragma once

#include "validation/systems/checks.h"

#include <span>
#include <string_view>

namespace pgram::systems {

/// A list of cases, or one case of which a file has one.
struct CaseList {
    std::string_view system;
    JsonObject group;  ///< that holds it
    std::string key;   ///< its name there
    const Json* file;  ///< the whole of it
    std::vector<Check>* checks;

    [[nodiscard]] std::vector<JsonObject> rows() { return group.objects(key, 4096); }
    [[nodiscard]] Checks of(std::string name) const { return {*checks, std::string(system), std::move(name)}; }
};

struct CaseKind {
    std::string_view system;
    std::string_view key;  ///< empty: any key, so that the mark decides
    /// Member of each case's input (or of a case without one) that distinguishes the case from another system's cases
    /// of the same key.
    std::string_view mark;
    void (*check)(CaseList& list);
    bool keyIsCommon = false;  ///< unknown systems use the key, too: the mark or the file's name decides
};

[[nodiscard]] std::span<const CaseKind> teraPipeKinds();
[[nodiscard]] std::span<const CaseKind> seq1f1bKinds();
[[nodiscard]] std::span<const CaseKind> karmaKinds();
[[nodiscard]] std::span<const CaseKind> atomKinds();
[[nodiscard]] std::span<const CaseKind> deploymentKinds();
[[nodiscard]] std::span<const CaseKind> colossalKinds();

}  // namespace pgram::systems
