// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/view_export.h"

#include "widgets/shell/picture_choices.h"
#include "widgets/shell/plan_files.h"
#include "widgets/shell/printing.h"
#include "widgets/shell/view_area.h"

#include <QFileDialog>

#include <algorithm>

namespace pgram {

ViewExport::ViewExport(ViewArea* views, PlanFiles* files, MessageBar* messages, QWidget* window)
    : QObject(window), m_views(views), m_files(files), m_messages(messages), m_window(window)
{}

void ViewExport::savePicture()
{
    const std::vector<PictureChoice> choices = pictureChoices();
    QStringList filters;
    for (const PictureChoice& choice : choices) {
        filters.append(choice.filter);
    }
    QString filter;
    const QString named =
        askName(tr("Export Picture"), QStringLiteral("png"), filters.join(QStringLiteral(";;")), &filter);
    if (named.isEmpty()) {
        return;
    }
    const auto chosen = std::ranges::find(choices, filter, &PictureChoice::filter);
    const PictureChoice& choice = chosen == choices.end() ? choices.front() : *chosen;
    const QString file = withSuffix(named, choice);
    report(m_views->current()->exportPicture(file, choice.options), file);
}

void ViewExport::saveData()
{
    const QString file = askName(tr("Export Data"), QStringLiteral("csv"), tr("Tables (*.csv)"), nullptr);
    if (!file.isEmpty()) {
        report(m_views->current()->exportData(file), file);
    }
}

void ViewExport::copyPicture()
{
    if (View* view = m_views->current()) {
        view->copyPicture();
        m_messages->post({Tone::Good, tr("Copied the picture of %1").arg(view->viewTitle()), {}, {}});
    }
}

void ViewExport::print()
{
    View* view = m_views->current();
    if (view == nullptr) {
        return;
    }
    const QString plan = m_files->planName();
    const QString failure = askAndPrint(m_window, plan, QPageLayout::Landscape,
                                        [&](QPrinter& printer) { return printView(*view, plan, printer); });
    if (!failure.isEmpty()) {
        m_messages->post({Tone::Bad, failure, {}, {}});
    }
}

QString ViewExport::askName(const QString& title, const QString& suffix, const QString& filter, QString* selected)
{
    const View* view = m_views->current();
    if (view == nullptr) {
        return {};
    }
    return QFileDialog::getSaveFileName(
        m_window, title, m_files->proposal(QStringLiteral("-%1.%2").arg(view->viewName(), suffix)), filter, selected);
}

void ViewExport::report(const QString& failure, const QString& file)
{
    if (!failure.isEmpty()) {
        m_messages->post({Tone::Bad, failure, {}, {}});
        return;
    }
    m_files->rememberFolder(file);
    m_messages->post({Tone::Good, tr("Written: %1").arg(file), {}, {}});
}

}  // namespace pgram
