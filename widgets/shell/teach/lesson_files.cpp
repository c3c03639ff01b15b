// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/teach/lesson_files.h"

#include "widgets/shell/files/save_dialog.h"
#include "widgets/shell/frame/message_bar.h"
#include "widgets/shell/teach/handout.h"
#include "widgets/views/common/picture_export.h"

#include <QDir>
#include <QFileInfo>

namespace pgram {

LessonFiles::LessonFiles(const LessonRun* run, const PresetStore* store, MessageBar* messages, QWidget* window)
    : QObject(window), m_run(run), m_store(store), m_messages(messages), m_window(window)
{}

void LessonFiles::saveHandout(const QString& language, bool solutions)
{
    const QString name = QString::fromStdString(m_run->lesson().name);
    const QString proposal = name + (solutions ? QStringLiteral("-solutions.html") : QStringLiteral("-handout.html"));
    const QString file =
        askSaveFile(m_window, {.title = solutions ? tr("Save Solution Sheet") : tr("Save Handout"),
                               .proposal = QDir::home().filePath(proposal),
                               .filters = tr("Web pages (*.html)") + QStringLiteral(";;") + tr("PDF documents (*.pdf)"),
                               .complete = [](const QString& chosen, const QString& filter) {
                                   return usualSuffix(filter.contains(QStringLiteral("*.pdf"))
                                                          ? QStringLiteral("pdf")
                                                          : QStringLiteral("html"))(chosen, filter);
                               }});
    if (!file.isEmpty()) {
        report(
            writeHandout(
                file, *m_store,
                {.lesson = QString::fromStdString(m_run->lesson().file), .language = language, .solutions = solutions}),
            file);
    }
}

void LessonFiles::saveResults()
{
    const QString name = QString::fromStdString(m_run->lesson().name);
    const QString file = askSaveFile(m_window, {.title = tr("Save Results"),
                                                .proposal = QDir::home().filePath(name + QStringLiteral(".csv")),
                                                .filters = tr("Tables (*.csv)"),
                                                .complete = usualSuffix(QStringLiteral("csv"))});
    if (!file.isEmpty()) {
        FigureTable table;
        table.reset(resultsOf(*m_run));
        report(saveText(file, tableToCsv(table)), file);
    }
}

void LessonFiles::report(const QString& failure, const QString& file)
{
    if (failure.isEmpty()) {
        m_messages->post(Tone::Good, tr("Saved %1").arg(QFileInfo(file).fileName()));
    } else {
        m_messages->post(Tone::Bad, tr("%1: %2").arg(QFileInfo(file).fileName(), failure));
    }
}

}  // namespace pgram
