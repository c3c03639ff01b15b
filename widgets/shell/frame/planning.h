// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From the question to a plan in the session: starts searches, tells how they go, and takes what they found. GUI
// thread only.
#pragma once

#include "core/questions/what_fits.h"
#include "widgets/document/selection.h"
#include "widgets/document/session.h"
#include "widgets/document/workbench.h"
#include "widgets/shell/frame/message_bar.h"
#include "widgets/work/plan_runner.h"
#include "widgets/work/worker.h"

#include <QObject>

#include <optional>

namespace pgram {

class StatusArea;

/// Returns the changes of an offer, its figures and the frameworks that run it: "SP + CP: 590 s per step, 74 GiB per
/// device; runs on Megatron-LM".
[[nodiscard]] QString offerText(const Offer& offer);

class Planning : public QObject {
    Q_OBJECT
public:
    /// All outlive it.
    Planning(Workbench* bench, StatusArea* status, MessageBar* messages, QObject* parent = nullptr);

    /// What stays when the planner fixes the rest of the shown plan.
    enum class Kept { SelectedLayers, Stages };

    /// `search`: another one than the planner's.
    void start(const SearchRequest& request, const SearchFunction& search = {});
    /// Searches, and goes on improving plan and bound until stopped.
    void startUntilStopped(const SearchRequest& request);
    /// Searches what is not kept; the result replaces the shown plan as one undoable step.
    void planRest(Kept kept, const Selection& selection);
    /// Its plans so far still come.
    void stop();
    /// Stops, and nothing of it comes any more.
    void drop();
    [[nodiscard]] bool isRunning() const { return m_runner->isRunning(); }

Q_SIGNALS:
    void runningChanged(bool running);
    /// The user asks for this instead: it fits, or it is faster.
    void requestWanted(const pgram::SearchRequest& request);

private:
    /// Returns a search whose plan fits as similar measured runs used memory.
    [[nodiscard]] SearchFunction searchForRuns(const SearchEnd& end = {}) const;
    void finish(const SearchOutcome& outcome);
    /// How the search of the shown plan ended, as long as the plan is what that found.
    void tellShown();
    void accept(const SearchResult& result);
    void explain(const SearchResult& result);
    /// Searches for a faster plan that the request did not allow, and posts it with a button that plans it.
    void lookForFaster(const SearchResult& found);
    void dropFaster();
    void dropOffers();
    /// Searches for changes that make the request fit, and posts them below the message `said`.
    void lookForOffers(const Message& said);
    void showOffers(Message said, const Offers& offers);
    /// The shown plan with what was found for its rest.
    struct Rest {
        Kept kept = Kept::SelectedLayers;
        std::shared_ptr<const Plan> asked;
        std::shared_ptr<const Estimate> estimate;
    };
    void acceptRest(const Rest& rest, const SearchResult& result);
    void explainRest(const Rest& rest, const SearchResult& result);

    PlanRunner* m_runner;
    Session* m_session;
    FidelityLibrary* m_fidelity;
    StatusArea* m_status;
    MessageBar* m_messages;
    SearchRequest m_request;
    std::optional<Rest> m_rest;  ///< what the running search keeps, if it plans a rest
    Worker m_offers{Priority::Answer};
    Worker m_faster{Priority::Answer};
    QString m_fasterText;        ///< message on a faster plan
    QString m_said;              ///< message on what does not fit
    bool m_isOwnSearch = false;  ///< the search that runs is another one than the planner's
    bool m_isTeaching = false;   ///< a lesson is open, which has the window to itself
    bool m_dropped = false;      ///< nobody waits for what the search that runs finds
};

}  // namespace pgram
