// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the tests of the whole window share: the real window with the presets and the real planner, and the hands of a
// person: keys, the mouse, and answers to the file dialogs that come up.
#pragma once

#include "core/search/search.h"
#include "widgets/docks/scenario_panel.h"
#include "widgets/shell/language.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/planning.h"
#include "widgets/shell/view_area.h"

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <functional>
#include <memory>

namespace pgram {

inline Result<SearchResult> realSearch(const SearchRequest& request, std::stop_token token,
                                       const ProgressSink& progress)
{
    return search(request, std::move(token), progress);
}

struct WindowFixture {
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("settings.ini"))};
    Language language;
    std::unique_ptr<MainWindow> window;

    explicit WindowFixture(const SearchFunction& search = realSearch)
    {
        QStandardPaths::setTestModeEnabled(true);  // Nothing of the person who runs the tests is touched.
        open(search);
    }
    /// As the next start of the program would: with what the window before has left in the settings.
    void open(const SearchFunction& search = realSearch)
    {
        window.reset();
        window = std::make_unique<MainWindow>(PresetStore(std::filesystem::path(PARALLELOGRAM_SOURCE_DIR) / "presets"),
                                              &settings, &language, search);
        window->showTheme(QStringLiteral("light"));
        window->showLanguage(QStringLiteral("en"));
        window->show();
        window->activateWindow();
    }
    [[nodiscard]] QString path(const QString& name) const { return folder.filePath(name); }
    [[nodiscard]] Session* session() const { return window->session(); }
    [[nodiscard]] Document* document() const { return window->session()->document(); }

    /// Plans what the Scenario dock says, and waits for it.
    void planAndWait() const
    {
        window->plan();
        QTRY_VERIFY_WITH_TIMEOUT(!window->planning()->isRunning(), 120'000);
    }
};

inline QString text(const char* latin)
{
    return QString::fromLatin1(latin);
}

/// Every action of the window's menus once.
inline QList<QAction*> menuActions(const MainWindow& window)
{
    QList<QAction*> all;
    QList<QAction*> left = window.menuBar()->actions();
    while (!left.isEmpty()) {
        QAction* action = left.takeFirst();
        if (const QMenu* menu = action->menu()) {
            left.append(menu->actions());
        } else if (!action->isSeparator() && !all.contains(action)) {
            all.append(action);
        }
    }
    return all;
}

/// With PARALLELOGRAM_PICTURES set to a folder: what the widget looks like, to be looked at there.
inline void keepPicture(QWidget* widget, const QString& name)
{
    const QString folder = qEnvironmentVariable("PARALLELOGRAM_PICTURES");
    if (!folder.isEmpty()) {
        QTest::qWait(1500);  // layouts first, then what they change
        QVERIFY(QDir().mkpath(folder) && widget->grab().save(QDir(folder).filePath(name + QStringLiteral(".png"))));
    }
}

/// Types a file name into every file dialog that comes up and accepts it, again until the dialog has read the folder
/// and closes. An empty name: rejects it.
class FileDialogAnswer : public QObject {
public:
    explicit FileDialogAnswer(QString file) : m_file(std::move(file)) { startTimer(50); }
    [[nodiscard]] bool answered() const { return m_answered; }
    /// From the next dialog on.
    void answerWith(const QString& file) { m_file = file; }

protected:
    void timerEvent(QTimerEvent*) override
    {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        auto* name = dialog ? dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit")) : nullptr;
        if (name == nullptr) {
            return;
        }
        m_answered = true;
        if (m_file.isEmpty()) {
            dialog->reject();
            return;
        }
        // In its folder: a path that is typed there has the dialog follow it folder by folder.
        dialog->setDirectory(QFileInfo(m_file).path());
        name->clear();
        QTest::keyClicks(name, QFileInfo(m_file).fileName());
        if (QWidget* completions = QApplication::activePopupWidget()) {
            completions->close();
        }
        QTest::keyClick(name, Qt::Key_Return);
    }

private:
    QString m_file;
    bool m_answered = false;
};

/// Chooses a folder in the dialog that comes up, or rejects it where there is none to choose.
class FolderAnswer : public QObject {
public:
    explicit FolderAnswer(QString folder) : m_folder(std::move(folder)) { startTimer(50); }
    [[nodiscard]] bool answered() const { return m_answered; }

protected:
    void timerEvent(QTimerEvent*) override
    {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        if (dialog == nullptr || dialog->fileMode() != QFileDialog::Directory) {
            return;
        }
        m_answered = true;
        if (m_folder.isEmpty()) {
            dialog->reject();
            return;
        }
        dialog->setDirectory(m_folder);
        dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(m_folder);
        // Not from here: a refusal would be a dialog of its own inside of this timer, which then waits for itself.
        QMetaObject::invokeMethod(dialog, "accept", Qt::QueuedConnection);
    }

private:
    QString m_folder;
    bool m_answered = false;
};

/// Clicks the button of this text in every question that comes up.
class QuestionAnswer : public QObject {
public:
    explicit QuestionAnswer(QString button, std::function<void()> then = {})
        : m_button(std::move(button)), m_then(std::move(then))
    {
        startTimer(50);
    }
    /// What was asked; empty = nothing was.
    [[nodiscard]] QString asked() const { return m_asked; }

protected:
    void timerEvent(QTimerEvent*) override
    {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (box == nullptr) {
            return;
        }
        m_asked = box->text();
        if (m_then) {
            m_then();
        }
        const auto buttons = box->buttons();
        const auto found = std::ranges::find(buttons, m_button, &QAbstractButton::text);
        found != buttons.end() ? (*found)->click() : box->reject();
    }

private:
    QString m_button;
    std::function<void()> m_then;
    QString m_asked;
};

}  // namespace pgram
