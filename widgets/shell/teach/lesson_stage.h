// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A lesson in the window: its layout, the view and the page that each step shows, the spotlight, and presenting on a
// wall with the notes in a window of their own. GUI thread only.
#pragma once

#include "widgets/document/lesson_run.h"
#include "widgets/shell/frame/dock_layouts.h"
#include "widgets/shell/teach/spotlight.h"

#include <QObject>
#include <QPointer>

class QShortcut;

namespace pgram {

class MessageBar;
class NotesWindow;
class ViewArea;

/// What the window does for a lesson.
struct StageHands {
    QMainWindow* window;
    ViewArea* views;
    DockLayouts* docks;
    MessageBar* messages;
    std::function<LayoutName()> layout;
    std::function<void(LayoutName)> useLayout;
    std::function<bool()> isFullScreen;
    std::function<void()> toggleFullScreen;
};

class LessonStage : public QObject {
    Q_OBJECT
public:
    /// `run` and all hands outlive it.
    LessonStage(LessonRun* run, StageHands hands);
    ~LessonStage() override;

    [[nodiscard]] LessonRun* run() const { return m_run; }
    /// The dock, with the course or the lesson that is taken.
    void showDock();
    void open(const QString& nameOrFile);
    void next() { m_run->goTo(m_run->position() + 1); }
    void previous() { m_run->goTo(m_run->position() - 1); }
    /// The step's view in front, veiled but for its place; again: the veil lifts.
    void point();
    [[nodiscard]] const Spotlight& spotlight() const { return *m_spotlight; }

    /// Takes the whole screen, with Page Up and Page Down. The notes open on another screen, if there is one.
    void present();
    void endPresenting();
    [[nodiscard]] bool isPresenting() const { return m_presenting; }
    /// Opens the notes. Returns false, and opens nothing, while the lesson is presented on the only screen.
    bool showNotes();

Q_SIGNALS:
    /// What can be done is another.
    void changed();

private:
    void followLesson();
    void followStep();
    void keepBothInSight();
    void showBothDocks();
    void showInspector();
    [[nodiscard]] View* stepView() const;

    LessonRun* m_run;
    StageHands m_hands;
    QPointer<Spotlight> m_spotlight = new Spotlight;  ///< a child of the view that it points at, and gone with that
    QPointer<NotesWindow> m_notes;
    std::vector<QShortcut*> m_keys;
    LayoutName m_layoutBefore = LayoutName::Explore;
    QString m_viewBefore;
    bool m_isOpen = false;
    bool m_presenting = false;
    bool m_wasFullScreen = false;
};

}  // namespace pgram
