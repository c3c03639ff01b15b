// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One plan of the session: the only home of the plan, its estimate, its undo history, its file and the search that made
// it. Plan and estimate are immutable snapshots; an edit makes new ones, is one undo command, and emits changed(). GUI
// thread only.
// A search as the session remembers it: what was asked, and what came of it. Immutable once made.
#pragma once

#include "core/plan/estimate.h"
#include "core/plan/plan.h"
#include "core/search/search.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <functional>
#include <memory>

namespace pgram {

struct SearchRecord {
    SearchRequest request;
    SearchResult result;
};

class ChangePlan;

class PlanDocument : public QObject {
    Q_OBJECT
public:
    /// Never null; without an estimate the plan is estimated here.
    explicit PlanDocument(std::shared_ptr<const Plan> plan, std::shared_ptr<const Estimate> estimate = nullptr);

    [[nodiscard]] const std::shared_ptr<const Plan>& plan() const { return m_plan; }
    [[nodiscard]] const std::shared_ptr<const Estimate>& estimate() const { return m_estimate; }
    [[nodiscard]] QUndoStack* history() { return &m_history; }
    [[nodiscard]] const QUndoStack* history() const { return &m_history; }
    /// Edited since it was made, opened or saved.
    [[nodiscard]] bool isModified() const { return !m_history.isClean(); }
    /// That made it; null = opened from a file.
    [[nodiscard]] const std::shared_ptr<const SearchRecord>& search() const { return m_search; }
    void setSearch(std::shared_ptr<const SearchRecord> search) { m_search = std::move(search); }
    /// Empty = never saved.
    [[nodiscard]] const QString& file() const { return m_file; }
    /// The file says what the plan says.
    void setSaved(const QString& file);
    /// What the plan says is in no file, or in one that says something else.
    void setUnsaved(const QString& file = {});
    /// Ticked: shown beside the others that are.
    [[nodiscard]] bool isCompared() const { return m_compared; }
    void setCompared(bool compared) { m_compared = compared; }
    /// Before it is shown: gives the name to the plan, and to all states of its history that have the plan's name.
    void setName(const QString& name);
    /// Before it is shown: gives the name `nameOf(its name)` to every state of its history.
    void renameStates(const std::function<QString(const QString&)>& nameOf);
    /// True for the plan's name, and for the names that Undo and Redo would give it.
    [[nodiscard]] bool hasName(const QString& name) const;

    /// Makes `next` the plan, as one command; an unchanged one is none. Commands of one `gesture`, a drag, merge (0 =
    /// never); `name` is what it is called, null = what the edit did. `estimate`: of `next`, where it is known already.
    void edit(Plan next, int gesture = 0, const char* name = nullptr,
              std::shared_ptr<const Estimate> estimate = nullptr);

    /// Its history says what was done in the language of now.
    void retranslate();

Q_SIGNALS:
    void changed();
    /// It became modified or clean.
    void modifiedChanged();

private:
    friend class ChangePlan;
    void setNext(std::shared_ptr<const Plan> plan, std::shared_ptr<const Estimate> estimate);
    void applyNext();
    [[nodiscard]] ChangePlan* commandAt(int index) const;

    std::shared_ptr<const Plan> m_plan;
    std::shared_ptr<const Estimate> m_estimate;
    std::shared_ptr<const SearchRecord> m_search;
    QString m_file;
    bool m_compared = false;
    std::shared_ptr<const Plan> m_next;              ///< state of the last command, until it is applied
    std::shared_ptr<const Estimate> m_nextEstimate;  ///< its estimate; null = not known
    QUndoStack m_history;
};

/// The question that a plan of the session answers, as it is now: that of its search where it had one, for the model,
/// batch, budget and schedule that it has by now.
[[nodiscard]] SearchRequest questionOf(const PlanDocument& plan);

/// Figures of two plans say something about each other only when they train one model.
[[nodiscard]] bool isComparable(const PlanDocument& a, const PlanDocument& b);

}  // namespace pgram
