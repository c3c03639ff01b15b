// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A whole session as a value that can be written down and read again: its plans, which of them is shown, and the
// scenario beside them (`parallelogram-session`, version 2: version 1 kept neither searches nor closed plans). Taken on
// the GUI thread; writing and reading need none.
#pragma once

#include "core/search/task/scenario.h"
#include "widgets/document/plan_document.h"

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

class Session;

struct KeptPlan {
    std::shared_ptr<const Plan> plan;
    QString file;           ///< empty = never saved
    bool modified = false;  ///< edited since it was made, opened or saved
    bool compared = false;
    std::shared_ptr<const SearchRecord> search;        ///< that made it; null = opened from a file
    bool operator==(const KeptPlan&) const = default;  ///< one and the same snapshot of the plan
};

struct KeptSession {
    std::vector<KeptPlan> plans;
    std::vector<KeptPlan> closedPlans;  ///< that can be opened again, the last one last
    int shown = -1;                     ///< -1 = nothing
    int reference = -1;                 ///< -1 = none
    QString view;                       ///< View::viewName() of the one in front
    QString study;                      ///< file of a study's results that is open; empty = none
    QStringList traces;                 ///< files of the measured run, if one is open
    std::optional<SearchRequest> scenario;
    bool closed = false;         ///< its window ended as it should: the next one shows it again unasked
    int interval = 0;            ///< seconds that may have passed since without another being written
    QDateTime written;           ///< set when it is written down
    std::vector<Error> missing;  ///< plans that could not be read

    /// Whether anything of it would be lost with the program: a plan that is in no file as it is.
    [[nodiscard]] bool isAtRisk() const;
    /// Whether it says the same, no matter when.
    [[nodiscard]] bool saysTheSameAs(const KeptSession& other) const;
};

/// The plans of the session; the rest is for the caller to add.
[[nodiscard]] KeptSession keptSession(const Session& session);

[[nodiscard]] std::string toText(const KeptSession& session);
/// `where` names the source in errors. A plan that cannot be read is left out and named in `missing`.
[[nodiscard]] Result<KeptSession> keptSessionFromText(std::string_view text, const std::string& where);

}  // namespace pgram
