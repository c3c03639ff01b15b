// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The plans of a session, one of them shown in the document, and those that were closed lately. Each keeps its own undo
// history, so that looking at another plan, or closing one, loses nothing. GUI thread only.
#pragma once

#include "widgets/document/document.h"

#include <QObject>
#include <QString>

#include <deque>
#include <memory>
#include <vector>

namespace pgram {

class Session : public QObject {
    Q_OBJECT
public:
    /// `document` outlives the session.
    explicit Session(Document* document, QObject* parent = nullptr);
    ~Session() override;

    [[nodiscard]] Document* document() const { return m_document; }
    [[nodiscard]] int count() const { return static_cast<int>(m_plans.size()); }
    [[nodiscard]] const PlanDocument& at(int row) const { return *m_plans[static_cast<std::size_t>(row)]; }
    /// -1 = it is no plan of the session, or not any more.
    [[nodiscard]] int rowOf(const PlanDocument* plan) const;
    [[nodiscard]] int currentRow() const { return m_current; }  ///< -1 = nothing is shown
    /// The plan that the others are compared with: the first one until another is chosen; -1 without plans.
    [[nodiscard]] int referenceRow() const { return m_reference; }
    [[nodiscard]] bool hasModified() const
    {
        return std::ranges::any_of(m_plans, [](const auto& plan) { return plan->isModified(); });
    }
    /// A name that no plan of the session has or gets by Undo or Redo: "name", "name (2)", … `owner` may have it.
    [[nodiscard]] QString freeName(const QString& name, const PlanDocument* owner = nullptr) const;

    /// Adds at the end and shows it; the row. The plan gets a free name.
    int add(Plan plan, std::shared_ptr<const Estimate> estimate = nullptr,
            std::shared_ptr<const SearchRecord> search = nullptr, const QString& file = {});
    void show(int row);  ///< -1 = nothing
    /// Shows a plan that is none of the session's, which outlives the showing: no row is the current one.
    void showGuest(PlanDocument* plan);
    int duplicate(int row);
    void insert(int row, std::unique_ptr<PlanDocument> plan);

    /// How many closed plans are kept when another one is closed.
    static constexpr int mostClosed = 10;
    /// Takes the plan out and keeps it, with its history, so that it can be opened again.
    void close(int row);
    /// Every plan.
    void closeAll();
    /// A plan that was in no row: what another session left, say.
    void addClosed(std::unique_ptr<PlanDocument> plan);
    /// Shows the plan that was closed last, where it was; its row, -1 = there is none.
    int reopenClosed();
    /// The last one last.
    [[nodiscard]] std::vector<const PlanDocument*> closed() const;
    /// Histories say what was done in the language of now.
    void retranslate();

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
    /// Another number of plans can be opened again.
    void closedChanged();

private:
    struct Closed {
        std::unique_ptr<PlanDocument> plan;
        int row = 0;
    };
    [[nodiscard]] std::unique_ptr<PlanDocument> take(int row);
    void watch(PlanDocument* plan);

    Document* m_document;
    std::vector<std::unique_ptr<PlanDocument>> m_plans;
    std::deque<Closed> m_closed;  ///< the last one last
    int m_current = -1;
    int m_reference = -1;
};

}  // namespace pgram
