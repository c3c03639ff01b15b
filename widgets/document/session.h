// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The plans of a session, one of them shown in the document. Each keeps its own undo history, so that looking at
// another plan loses nothing. GUI thread only.
#pragma once

#include "widgets/document/document.h"
#include "widgets/document/search_record.h"

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace pgram {

struct SessionPlan {
    std::shared_ptr<const Plan> plan;
    std::shared_ptr<const Estimate> estimate;
    std::shared_ptr<const SearchRecord> search;  ///< that made it; null = opened from a file
    QString file;                                ///< empty = never saved
    bool compared = false;                       ///< ticked: shown beside the others that are
    std::unique_ptr<QUndoStack> history = std::make_unique<QUndoStack>();

    /// Edited since it was made, opened or saved.
    [[nodiscard]] bool isModified() const { return !history->isClean(); }
};

/// The question that a plan of the session answers, as it is now: that of its search where it had one, for the model,
/// batch, budget and schedule that it has by now.
[[nodiscard]] SearchRequest questionOf(const SessionPlan& plan);

/// Figures of two plans say something about each other only when they train one model.
[[nodiscard]] bool isComparable(const SessionPlan& a, const SessionPlan& b);

class FidelityLibrary;

class Session : public QObject {
    Q_OBJECT
public:
    /// `document` outlives the session.
    explicit Session(Document* document, QObject* parent = nullptr);
    ~Session() override;

    [[nodiscard]] Document* document() const { return m_document; }
    /// The measured runs that its estimates are held against; never null.
    [[nodiscard]] FidelityLibrary* fidelity() const { return m_fidelity; }
    [[nodiscard]] int count() const { return static_cast<int>(m_plans.size()); }
    [[nodiscard]] const SessionPlan& at(int row) const { return m_plans[static_cast<std::size_t>(row)]; }
    [[nodiscard]] int currentRow() const { return m_current; }  ///< -1 = nothing is shown
    /// The plan that the others are compared with: the first one until another is chosen; -1 without plans.
    [[nodiscard]] int referenceRow() const { return m_reference; }
    [[nodiscard]] bool hasModified() const;
    /// A name that no plan of the session has: "name", "name (2)", …
    [[nodiscard]] QString freeName(const QString& name) const;

    /// Adds at the end and shows it; the row. The plan gets a free name.
    int add(Plan plan, std::shared_ptr<const Estimate> estimate = nullptr,
            std::shared_ptr<const SearchRecord> search = nullptr, const QString& file = {});
    void show(int row);  ///< -1 = nothing
    int duplicate(int row);
    /// Takes the plan out, with its history, so that it can be put back.
    [[nodiscard]] SessionPlan take(int row);
    void insert(int row, SessionPlan plan);
    void clear();
    void setReference(int row);
    void setCompared(int row, bool compared);
    /// The ticked plans in the session's order, the reference before them all where it is one of them.
    [[nodiscard]] std::vector<int> comparedRows() const;
    /// The file says what the plan says; another plan that was saved there is in no file any more.
    void setSaved(int row, const QString& file);

Q_SIGNALS:
    void aboutToInsert(int row);
    void inserted(int row);
    void aboutToRemove(int row);
    void removed(int row);
    void changed(int row);
    void currentChanged(int row);
    void referenceChanged(int row);
    void comparedChanged(int row);
    /// The shown plan became modified or clean, or was saved elsewhere.
    void stateChanged();

private:
    void followDocument();
    void watch(SessionPlan& plan);

    Document* m_document;
    FidelityLibrary* m_fidelity;
    std::vector<SessionPlan> m_plans;
    int m_current = -1;
    int m_reference = -1;
    bool m_switching = false;
};

}  // namespace pgram
