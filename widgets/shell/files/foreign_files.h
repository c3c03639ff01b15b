// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files of other programs in the window. GUI thread only.
#pragma once

#include "core/exchange/format.h"
#include "widgets/work/worker.h"

#include <QObject>
#include <QString>

namespace pgram {

class MessageBar;
class PlanDocument;
class ScenarioModel;
class Session;
struct SearchRequest;

/// Files of other programs: what can be read of them goes into the session or the Scenario dock, and a message says
/// what was taken from where, or what is missing.
class ForeignFiles : public QObject {
    Q_OBJECT
public:
    /// All outlive it.
    ForeignFiles(ScenarioModel* scenario, Session* session, MessageBar* messages, QObject* parent = nullptr);

    /// Takes what the file or folder of the format holds: a plan of the file's own model and number of devices, or of
    /// the Scenario dock's where it names none; or what that dock is to have. False, with a message, when it cannot be
    /// read.
    bool open(const QString& path, const Format& format);
    /// Gives the Scenario dock the cluster of several files about one machine. Returns false, with a message, if they
    /// cannot be read together.
    bool openMachine(const QStringList& paths);

private:
    void refuse(const QString& name, const Format& format, const Error& error);
    /// False, with a message, where the file leaves open what a plan needs.
    bool takePlan(Reading&& read, const QString& path, const Format& format);
    /// Looks for the best plan that the framework runs, to be shown in the place of the plan.
    void offerBest(const PlanDocument& opened, const Target& target);
    void takeModel(const Reading& read, const QString& name, const Format& format);
    void takeCluster(const Reading& read, const QString& name, const Format& format);
    void takeMeasured(const SearchRequest& measured, const QString& name);

    ScenarioModel* m_scenario;
    Session* m_session;
    MessageBar* m_messages;
    Worker m_search{Priority::Answer};  ///< for the plan that was opened last
};

}  // namespace pgram
