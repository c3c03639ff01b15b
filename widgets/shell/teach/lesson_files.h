// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What of a lesson is written to files that somebody names. GUI thread only.
#pragma once

#include <QObject>

namespace pgram {

class LessonRun;
class MessageBar;
class PresetStore;

class LessonFiles : public QObject {
    Q_OBJECT
public:
    /// All outlive it.
    LessonFiles(const LessonRun* run, const PresetStore* store, MessageBar* messages, QWidget* window);

    void saveHandout(const QString& language, bool solutions);
    void saveResults();

private:
    void report(const QString& failure, const QString& file);

    const LessonRun* m_run;
    const PresetStore* m_store;
    MessageBar* m_messages;
    QWidget* m_window;
};

}  // namespace pgram
