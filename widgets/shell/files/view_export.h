// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The view in front as a picture or as a table: in a file that the user names, on the clipboard, on paper; and reports
// of plans. GUI thread only.
#pragma once

#include "widgets/shell/frame/message_bar.h"
#include "widgets/work/worker.h"

#include <QObject>

class QWidget;

namespace pgram {

class PlanFiles;
class Settings;
class ViewArea;
struct FigureContent;
struct SaveQuestion;
struct SweptRequests;
struct Workbench;

class ViewExport : public QObject {
    Q_OBJECT
public:
    /// All outlive it; dialogs stand before `window`.
    ViewExport(ViewArea* views, PlanFiles* files, Settings* settings, MessageBar* messages, QWidget* window);

    void savePicture();
    /// Writes the view as a table, or its searches as a study.
    void saveData();
    /// Of the plans that are compared, or of the one that is shown.
    void saveReport(const Workbench& bench, const QString& language);
    void copyPicture();
    /// Asks for the printer.
    void print();

private:
    /// `question` proposes a suffix; the rest of the name follows from the view. Empty when there is nothing to export
    /// or nothing was named.
    [[nodiscard]] QString askName(SaveQuestion question);
    void writeBehind(const FigureContent& content, const QString& file);
    void writeStudy(const SweptRequests& swept, const QString& file);
    /// Runs to the end, even when the window is closed meanwhile: the file was asked for.
    void start(Worker::Work work);
    void report(const QString& failure, const QString& file);

    ViewArea* m_views;
    PlanFiles* m_files;
    Settings* m_settings;
    MessageBar* m_messages;
    QWidget* m_window;
};

}  // namespace pgram
