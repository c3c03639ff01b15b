// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From the question to a plan in the session: starts searches, tells how they go, and takes what they found. GUI
// thread only.
#pragma once

#include "widgets/document/session.h"
#include "widgets/runner/plan_runner.h"
#include "widgets/shell/message_bar.h"

#include <QObject>

namespace pgram {

class StatusArea;

class Planning : public QObject {
    Q_OBJECT
public:
    /// All outlive it.
    Planning(SearchFunction search, Session* session, StatusArea* status, MessageBar* messages,
             QObject* parent = nullptr);

    void start(const SearchRequest& request);
    void stop();
    [[nodiscard]] bool isRunning() const { return m_runner.isRunning(); }

Q_SIGNALS:
    void runningChanged(bool running);
    /// Nothing fits, but would with this budget: the user asks for it.
    void budgetWanted(pgram::Bytes budget);

private:
    void finish(const SearchOutcome& outcome);
    void accept(const SearchResult& result);
    void explain(const SearchResult& result);

    PlanRunner m_runner;
    Session* m_session;
    StatusArea* m_status;
    MessageBar* m_messages;
    SearchRequest m_request;
};

}  // namespace pgram
