// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/files/export_dialog.h"

#include "core/base/format.h"
#include "core/base/index.h"
#include "core/questions/nearest_plan.h"
#include "core/questions/plan_question.h"
#include "widgets/document/core_text.h"
#include "widgets/document/texts.h"
#include "widgets/shell/files/save_dialog.h"
#include "widgets/shell/frame/status_area.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace pgram {

namespace {

constexpr QSize usualSize{940, 640};
constexpr qsizetype mostShown = 1 << 18;  // bytes of a file
constexpr int mostRefused = 5;            // lines that are seen at once

std::vector<const Format*> writtenFormats()
{
    std::vector<const Format*> written;
    std::ranges::copy_if(formats(), std::back_inserter(written),
                         [](const Format* format) { return format->write != nullptr; });
    return written;
}

QString nameOf(const Format& format)
{
    return format.target != nullptr ? QString::fromUtf8(format.target->title) : coreText(format.title);
}

/// The plan itself, where the framework runs it.
PlanExport asItIs(const Format& format, const Plan& plan, const WriteContext& context)
{
    PlanExport found;
    found.refused = format.target != nullptr ? beyond(*format.target, plan) : std::vector<Text>();
    if (!found.refused.empty()) {
        return found;
    }
    Result<std::vector<NamedFile>> files = writeFolder(format, plan, context);
    if (files) {
        found.files = std::move(*files);
    } else {
        found.remark = files.error().what;
    }
    return found;
}

/// Adds the best plan that the framework runs to an export of a plan that it does not run.
void planAgain(const Format& format, const Plan& plan, Seconds stepTime, const PlanBands& bandsOf,
               const std::stop_token& stop, const ProgressSink& progress, PlanExport& found)
{
    auto record = std::make_shared<SearchRecord>();
    Result<SearchResult> nearest = nearestPlan(plan, *format.target, stop, progress);
    if (!nearest) {
        found.remark = nearest.error().what;
        return;
    }
    found.remark = costOfNearest(*nearest, stepTime);
    found.stopped = nearest->certificate.status == Certificate::Status::Stopped;
    if (!nearest->plan) {
        return;
    }
    record->request = requestWithin(requestOf(plan), *format.target);
    record->result = std::move(*nearest);
    const Estimate& estimate = *record->result.estimate;
    const ErrorBands bands = bandsOf(*record->result.plan, estimate);
    Result<std::vector<NamedFile>> files = writeFolder(
        format, *record->result.plan, {.estimate = &estimate, .timeline = estimate.timeline.get(), .bands = &bands});
    if (files) {
        found.files = std::move(*files);
        found.nearest = std::move(record);
    } else {
        found.remark = files.error().what;
    }
}

QLabel* wrapped()
{
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    return label;
}

}  // namespace

ExportDialog::ExportDialog(const PlanDocument& plan, const FidelityLibrary* fidelity, Settings* settings,
                           const QString& proposal, QWidget* parent)
    : QDialog(parent),
      m_plan(plan.plan()),
      m_estimate(plan.estimate()),
      m_fidelity(fidelity),
      m_settings(settings),
      m_proposal(proposal),
      m_formats(new QListWidget),
      m_head(wrapped()),
      m_verdict(wrapped()),
      m_refused(new QListWidget),
      m_remark(wrapped()),
      m_files(new QListWidget),
      m_preview(new QPlainTextEdit),
      m_path(new QLineEdit),
      m_alone(new QCheckBox),
      m_export(new QPushButton(tr("&Export"))),
      m_status(new StatusArea)
{
    setObjectName(QStringLiteral("exportDialog"));
    setWindowTitle(tr("Export Plan"));
    build();
    const std::vector<const Format*> written = writtenFormats();
    for (const Format* format : written) {
        m_formats->addItem(nameOf(*format));
    }
    m_formats->setFixedWidth(m_formats->sizeHintForColumn(0) + 2 * fontMetrics().height());
    connect(m_formats, &QListWidget::currentRowChanged, this, [this, written](int row) { choose(*written[at(row)]); });
    // The framework that the plan was searched for, or else the one of the last time.
    const Target* target = plan.search() ? plan.search()->request.target : nullptr;
    const std::string last = settings->text(SettingId::ExportFormat).toStdString();
    const auto usual = std::ranges::find_if(written, [&](const Format* format) {
        return target != nullptr ? format->target == target : format->name == last;
    });
    m_formats->setCurrentRow(usual == written.end() ? 0 : static_cast<int>(usual - written.begin()));
    m_formats->setFocus();
}

void ExportDialog::build()
{
    resize(usualSize);
    auto* column = new QVBoxLayout(this);
    auto* sides = new QHBoxLayout;
    sides->addWidget(m_formats);
    auto* side = new QVBoxLayout;
    QFont bold = font();
    bold.setBold(true);
    m_head->setFont(bold);
    m_refused->setWordWrap(true);
    for (QWidget* part : std::initializer_list<QWidget*>{m_head, m_verdict, m_refused, m_remark, m_status}) {
        side->addWidget(part);
    }
    side->addWidget(buildPreview(), 1);
    sides->addLayout(side, 1);
    column->addLayout(sides, 1);
    auto* place = new QHBoxLayout;
    auto* label = new QLabel(tr("&To"));
    label->setBuddy(m_path);
    auto* other = new QPushButton(tr("&Browse…"));
    other->setAutoDefault(false);
    place->addWidget(label);
    place->addWidget(m_path, 1);
    place->addWidget(other);
    column->addLayout(place);
    column->addWidget(m_alone);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->addButton(m_export, QDialogButtonBox::AcceptRole);
    buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
    m_export->setDefault(true);
    column->addWidget(buttons);
    m_formats->setAccessibleName(tr("Frameworks and programs"));
    m_refused->setAccessibleName(tr("What it cannot run"));
    connect(other, &QPushButton::clicked, this, &ExportDialog::browse);
    connect(m_alone, &QCheckBox::toggled, this, [this] {
        propose();
        refreshFiles();
    });
    connect(m_path, &QLineEdit::textChanged, this, &ExportDialog::refresh);
    connect(m_status, &StatusArea::stopRequested, &m_search, &Worker::stop);
    connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &ExportDialog::reject);
}

QWidget* ExportDialog::buildPreview()
{
    auto* preview = new QSplitter;
    preview->setChildrenCollapsible(false);
    m_files->setAccessibleName(tr("Files"));
    m_preview->setAccessibleName(tr("Contents of the file"));
    m_preview->setReadOnly(true);
    m_preview->setTabChangesFocus(true);
    m_preview->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_preview->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    preview->addWidget(m_files);
    preview->addWidget(m_preview);
    preview->setStretchFactor(1, 1);
    preview->setSizes({usualSize.width() / 5, usualSize.width() / 2});
    connect(m_files, &QListWidget::currentRowChanged, this, &ExportDialog::refreshPreview);
    return preview;
}

void ExportDialog::choose(const Format& format)
{
    m_format = &format;
    m_head->setText(format.target == nullptr
                        ? coreText(format.title)
                        : QStringLiteral("%1 (%2)").arg(QString::fromUtf8(format.target->title),
                                                        QString::fromUtf8(format.target->version)));
    m_alone->setVisible(format.launch != nullptr);
    m_alone->setText(tr("&Only %1").arg(QString::fromUtf8(format.usualName)));
    propose();
    m_writer.drop();
    m_search.drop();
    if (found() == nullptr) {
        prepare();
    } else {
        searchNearest();
    }
    refreshFiles();
    refresh();
}

/// Finds what the framework refuses, and writes the files of a plan that it runs.
void ExportDialog::prepare()
{
    const ErrorBands bands = m_fidelity->bandsOf(*m_plan, *m_estimate);
    m_writer.start([this, format = m_format, plan = m_plan, estimate = m_estimate,
                    bands](const std::stop_token&, const Worker::Post& post) -> Result<void> {
        const WriteContext context{.estimate = estimate.get(), .timeline = estimate->timeline.get(), .bands = &bands};
        post([this, format, answer = asItIs(*format, *plan, context)] {
            take(format, answer);
            searchNearest();
        });
        return {};
    });
}

/// Searches the nearest plan unless the framework runs this one, or the search has ended before.
void ExportDialog::searchNearest()
{
    PlanExport answer = *found();
    if (answer.refused.empty() || answer.nearest || !(answer.remark.empty() || answer.stopped)) {
        return;
    }
    answer.remark = {};
    answer.stopped = false;
    m_found[m_format] = answer;
    m_search.start([this, format = m_format, plan = m_plan, stepTime = m_estimate->stepTime,
                    bands = m_fidelity->bands(),
                    answer](const std::stop_token& stop, const Worker::Post& post) mutable -> Result<void> {
        const auto tell = [&](const Progress& now) { post([this, now] { m_status->showProgress(now); }); };
        planAgain(*format, *plan, stepTime, bands, stop, tell, answer);
        post([this, format, answer] { take(format, answer); });
        return {};
    });
    m_status->showRunning();
    refresh();
}

bool ExportDialog::isSearching() const
{
    return m_search.isRunning() && found() != nullptr && !found()->refused.empty() && found()->remark.empty();
}

void ExportDialog::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Cancel) && isSearching()) {
        m_search.stop();
        return;
    }
    QDialog::keyPressEvent(event);
}

void ExportDialog::take(const Format* format, PlanExport found)
{
    m_found[format] = std::move(found);
    refreshFiles();
    refresh();
}

const PlanExport* ExportDialog::found() const
{
    const auto known = m_found.find(m_format);
    return known == m_found.end() ? nullptr : &known->second;
}

std::vector<NamedFile> ExportDialog::files() const
{
    if (found() == nullptr) {
        return {};
    }
    std::vector<NamedFile> files = found()->files;
    if (m_alone->isChecked() && m_format->launch != nullptr) {
        files.resize(std::min<std::size_t>(files.size(), 1));
    }
    return files;
}

void ExportDialog::refresh()
{
    const PlanExport* known = found();
    const QString name = nameOf(*m_format);
    const bool refused = known != nullptr && !known->refused.empty();
    m_verdict->setText(known == nullptr       ? tr("Preparing the files…")
                       : refused              ? tr("%1 cannot run this plan:").arg(name)
                       : known->files.empty() ? tr("The plan cannot be written: %1.").arg(coreText(known->remark))
                       : m_format->target == nullptr ? QString()
                                                     : tr("%1 can run this plan.").arg(name));
    m_verdict->setVisible(!m_verdict->text().isEmpty());
    m_refused->clear();
    for (const Text& line : known == nullptr ? std::vector<Text>() : known->refused) {
        m_refused->addItem(coreText(line));
    }
    const int lines = std::min(m_refused->count(), mostRefused);
    m_refused->setFixedHeight(lines * m_refused->sizeHintForRow(0) + 2 * m_refused->frameWidth());
    m_refused->setVisible(refused);
    m_remark->setVisible(refused);
    m_remark->setText(
        !refused                            ? QString()
        : known->remark.empty()             ? tr("Searching the nearest plan that %1 runs…").arg(name)
        : known->stopped && !known->nearest ? tr("The search was stopped before it found a plan.")
        : known->stopped
            ? tr("The search was stopped: %1 per step with the best plan by then. That plan is exported, and added to "
                 "the plans.")
                  .arg(secondsText(known->nearest->result.estimate->stepTime))
        : known->nearest
            ? tr("Planned again: %1. That plan is exported, and added to the plans.").arg(coreText(known->remark))
            : tr("There is no plan in its place: %1.").arg(coreText(known->remark)));
    m_status->setVisible(isSearching());
    m_export->setText(known != nullptr && known->nearest ? tr("&Export That Plan") : tr("&Export"));
    m_export->setEnabled(known != nullptr && !known->files.empty() && !m_path->text().isEmpty());
}

void ExportDialog::refreshFiles()
{
    const QString before = m_files->currentItem() != nullptr ? m_files->currentItem()->text() : QString();
    m_files->clear();
    for (const NamedFile& file : files()) {
        m_files->addItem(qs(file.name));
    }
    const QList<QListWidgetItem*> same = m_files->findItems(before, Qt::MatchExactly);
    m_files->setCurrentRow(same.isEmpty() ? 0 : m_files->row(same.front()));
    refreshPreview();
}

void ExportDialog::refreshPreview()
{
    const std::vector<NamedFile> all = files();
    const auto row = static_cast<std::size_t>(m_files->currentRow());
    if (row >= all.size()) {
        m_preview->clear();
        return;
    }
    const QByteArray content = QByteArray::fromStdString(all[row].content);
    QString text = QString::fromUtf8(content.left(mostShown));
    if (content.size() > mostShown) {
        text += QStringLiteral("\n… ") + tr("%1 more").arg(bytesText(static_cast<Bytes>(content.size() - mostShown)));
    }
    m_preview->setPlainText(text);
}

void ExportDialog::propose()
{
    const bool folder = m_format->launch != nullptr && !m_alone->isChecked();
    const QString suffix = QFileInfo(QString::fromUtf8(m_format->usualName)).suffix();
    const QString stem = QStringLiteral("%1-%2").arg(m_proposal, QString::fromUtf8(m_format->name));
    m_path->setText(QDir::toNativeSeparators(folder ? stem : QStringLiteral("%1.%2").arg(stem, suffix)));
}

QString ExportDialog::path() const
{
    return QDir::fromNativeSeparators(m_path->text());
}

void ExportDialog::browse()
{
    const QFileInfo now(path());
    const QString folder = QFileDialog::getExistingDirectory(this, windowTitle(), now.path());
    if (!folder.isEmpty()) {
        m_path->setText(QDir::toNativeSeparators(QDir(folder).filePath(now.fileName())));
    }
}

void ExportDialog::accept()
{
    if (QFileInfo::exists(path()) && !mayReplace(this, windowTitle(), path())) {
        return;
    }
    m_settings->set(SettingId::ExportFormat, QString::fromUtf8(m_format->name));
    QDialog::accept();
}

}  // namespace pgram
