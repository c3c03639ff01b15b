// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Scenarios and their files: what the Scenario dock says, kept for another day. GUI thread only.
#pragma once

#include "widgets/shell/frame/message_bar.h"

#include <QObject>

class QWidget;

namespace pgram {

class ScenarioModel;

class ScenarioFiles : public QObject {
    Q_OBJECT
public:
    /// All outlive it; dialogs stand before `window`.
    ScenarioFiles(ScenarioModel* scenario, MessageBar* messages, QWidget* window);

    /// Asks where; the user's own presets are proposed.
    void saveAsked();
    /// False, with a message, when it cannot be written or refers to no preset.
    bool saveTo(const QString& file);

Q_SIGNALS:
    void saved(const QString& file);

private:
    ScenarioModel* m_scenario;
    MessageBar* m_messages;
    QWidget* m_window;
};

}  // namespace pgram
