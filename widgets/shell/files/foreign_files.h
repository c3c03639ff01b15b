// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files of other programs: what can be read of them goes into the session or the Scenario dock, and a message says
// what was taken from where, or what is missing. GUI thread only.
#pragma once

#include "core/exchange/format.h"
#include "widgets/document/session.h"
#include "widgets/shell/frame/message_bar.h"

#include <QObject>

namespace pgram {

class ScenarioModel;

class ForeignFiles : public QObject {
    Q_OBJECT
public:
    /// All outlive it.
    ForeignFiles(ScenarioModel* scenario, Session* session, MessageBar* messages, QObject* parent = nullptr);

    /// What the file or folder of the format holds: a plan, which is for the model and the cluster of the Scenario dock
    /// where it names none, or what that dock is to have. False, with a message, when it cannot be read.
    bool open(const QString& path, const Format& format);

private:
    void refuse(const QString& name, const Format& format, const Error& error);
    /// False, with a message, where the file leaves open what a plan needs.
    bool takePlan(Reading&& read, const QString& path, const Format& format);
    void takeModel(const Reading& read, const QString& name, const Format& format);
    void takeCluster(const Reading& read, const QString& name, const Format& format);
    void takeMeasured(const SearchRequest& measured, const QString& name);

    ScenarioModel* m_scenario;
    Session* m_session;
    MessageBar* m_messages;
};

}  // namespace pgram
