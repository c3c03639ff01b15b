// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files of other programs: what can be read of them goes into the session or the Scenario dock, and a message says
// what was taken from where, or what is missing. GUI thread only.
#pragma once

#include "widgets/document/session.h"
#include "widgets/shell/message_bar.h"

#include <QObject>

namespace pgram {

class ScenarioPanel;

class ForeignFiles : public QObject {
    Q_OBJECT
public:
    /// All outlive it.
    ForeignFiles(ScenarioPanel* scenario, Session* session, MessageBar* messages, QObject* parent = nullptr);

    /// Galvatron's plan, for the model and the cluster of the Scenario dock: the file names neither.
    bool openGalvatronPlan(const QString& file);
    /// Galvatron's profile files as the model and the cluster of the Scenario dock.
    bool openProfiles(const QString& folder);
    /// A Hugging Face configuration: the preset that has its shape.
    bool openHuggingFace(const QString& file);

private:
    ScenarioPanel* m_scenario;
    Session* m_session;
    MessageBar* m_messages;
};

}  // namespace pgram
