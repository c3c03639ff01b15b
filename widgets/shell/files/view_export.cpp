// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/files/view_export.h"

#include "core/base/check.h"
#include "studies/swept.h"
#include "widgets/document/workbench.h"
#include "widgets/shell/files/picture_choices.h"
#include "widgets/shell/files/picture_dialog.h"
#include "widgets/shell/files/plan_files.h"
#include "widgets/shell/files/save_dialog.h"
#include "widgets/shell/frame/view_area.h"
#include "widgets/shell/report/report.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/printing.h"

#include <QFileInfo>
#include <QProgressDialog>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace pgram {

namespace {

constexpr int manyRows = 4000;  // more take longer to write than a frame
const QString studySuffix = QStringLiteral("sqlite");

/// What is meant by a filter of the dialog.
const PictureChoice& choiceOf(const std::vector<PictureChoice>& choices, const QString& filter)
{
    const auto chosen = std::ranges::find(choices, filter, &PictureChoice::filter);
    return chosen == choices.end() ? choices.front() : *chosen;
}

}  // namespace

ViewExport::ViewExport(ViewArea* views, PlanFiles* files, Settings* settings, MessageBar* messages, QWidget* window)
    : QObject(window), m_views(views), m_files(files), m_settings(settings), m_messages(messages), m_window(window)
{}

void ViewExport::savePicture()
{
    PictureDialog size(m_settings, m_window);
    if (size.exec() != QDialog::Accepted) {
        return;
    }
    const std::vector<PictureChoice> choices = pictureChoices();
    QStringList filters;
    for (const PictureChoice& choice : choices) {
        filters.append(choice.filter);
    }
    const QString file = askName({.title = tr("Export Picture"),
                                  .proposal = QStringLiteral("png"),
                                  .filters = filters.join(QStringLiteral(";;")),
                                  .complete = [&choices](const QString& name, const QString& filter) {
                                      return withSuffix(name, choiceOf(choices, filter));
                                  }});
    if (!file.isEmpty()) {
        report(m_views->current()->exportPicture(file, size.options()), file);
    }
}

void ViewExport::saveData()
{
    View* view = m_views->current();
    const std::optional<SweptRequests> swept = view != nullptr ? view->swept() : std::nullopt;
    const QString tables = tr("Tables (*.csv)");
    const QString studies = tr("Results of studies (*.sqlite)");
    const QString file =
        askName({.title = tr("Export Data"),
                 .proposal = QStringLiteral("csv"),
                 .filters = swept ? tables + QStringLiteral(";;") + studies : tables,
                 .complete = [&studies](const QString& name, const QString& filter) {
                     return usualSuffix(filter == studies ? studySuffix : QStringLiteral("csv"))(name, filter);
                 }});
    if (file.isEmpty()) {
        return;
    }
    if (swept && QFileInfo(file).suffix() == studySuffix) {
        writeStudy(*swept, file);
        return;
    }
    if (view->table()->rowCount() >= manyRows && view->isVisible()) {
        writeBehind(view->table()->content(), file);
    } else {
        report(view->exportData(file), file);
    }
}

void ViewExport::start(Worker::Work work)
{
    auto* writing = new Worker(Priority::Immediate, this);
    connect(writing, &Worker::ended, writing, &QObject::deleteLater);
    connect(writing, &Worker::failed, this,
            [this](quint64, const Error& error) { m_messages->post(error, Act::Export); });
    writing->start(std::move(work));
}

void ViewExport::writeStudy(const SweptRequests& swept, const QString& file)
{
    m_messages->begin(Act::Export);
    start([this, swept, file](const std::stop_token&, const Worker::Post& post) -> Result<void> {
        PGRAM_CHECK(saveAsStudy(swept, std::filesystem::path(file.toStdU16String()), PARALLELOGRAM_VERSION));
        post([this, file] {
            report({}, file);
            m_files->remember(file);
        });
        return {};
    });
}

void ViewExport::writeBehind(const FigureContent& content, const QString& file)
{
    start([this, content, file](const std::stop_token&, const Worker::Post& post) -> Result<void> {
        FigureTable written;
        written.reset(content);
        post([this, failure = saveText(file, tableToCsv(written)), file] { report(failure, file); });
        return {};
    });
}

void ViewExport::saveReport(const Workbench& bench, const QString& language)
{
    const QString file = askSaveFile(m_window, {.title = tr("Export Report"),
                                                .proposal = m_files->proposal(QStringLiteral(".html")),
                                                .filters = tr("Reports (*.html)"),
                                                .complete = usualSuffix(QStringLiteral("html"))});
    const std::vector<const PlanDocument*> plans = reportedPlans(bench.session);
    if (file.isEmpty() || plans.empty()) {
        return;
    }
    QProgressDialog progress(tr("Drawing the report's pictures…"), tr("Cancel"), 0, 0, m_window);
    progress.setWindowModality(Qt::WindowModal);
    const QByteArray page = reportOf(plans, bench.scenario.store(), {language, [&progress](int done, int all) {
                                                                         progress.setMaximum(all);
                                                                         progress.setValue(done);
                                                                         return !progress.wasCanceled();
                                                                     }});
    progress.reset();
    if (!page.isEmpty()) {
        report(saveBytes(file, page), file);
    }
}

void ViewExport::copyPicture()
{
    if (View* view = m_views->current()) {
        view->copyPicture();
        m_messages->post(Tone::Good, tr("Copied the picture of %1").arg(view->viewTitle()));
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
        m_messages->post(Tone::Bad, failure);
    }
}

QString ViewExport::askName(SaveQuestion question)
{
    const View* view = m_views->current();
    if (view == nullptr) {
        return {};
    }
    question.proposal = m_files->proposal(QStringLiteral("-%1.%2").arg(view->viewName(), question.proposal));
    return askSaveFile(m_window, question);
}

void ViewExport::report(const QString& failure, const QString& file)
{
    m_messages->begin(Act::Export);
    if (!failure.isEmpty()) {
        m_messages->post(Tone::Bad, failure, Act::Export);
        return;
    }
    m_files->rememberFolder(file);
    m_messages->post(Tone::Good, tr("Saved %1").arg(file));
}

}  // namespace pgram
