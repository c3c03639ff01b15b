// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/issues_list.h"

#include "core/fidelity/fit.h"
#include "widgets/document/core_text.h"
#include "widgets/document/texts.h"
#include "widgets/kit/on_change.h"
#include "widgets/theme/icon.h"
#include "widgets/views/common/table_text.h"
#include "widgets/work/fidelity_library.h"

#include <map>

namespace pgram {

namespace {

QString iconName(Severity severity)
{
    switch (severity) {
    case Severity::Note:
        return QStringLiteral("note");
    case Severity::Warning:
        return QStringLiteral("warning");
    case Severity::Error:
        break;
    }
    return QStringLiteral("error");
}

struct Line {
    QString text;
    QString firstPlace;
    int count = 0;
    int firstIssue = 0;
    Severity severity = Severity::Error;
};

/// The same sentence about many layers is one line with a count.
std::vector<Line> linesOf(const Plan& plan, const Estimate& estimate)
{
    std::vector<Line> lines;
    std::map<QString, std::size_t> known;
    for (std::size_t index = 0; index < estimate.issues.size(); ++index) {
        const Issue& issue = estimate.issues[index];
        const QString text = issueText(plan, estimate, issue);
        const auto [at, isNew] = known.try_emplace(text, lines.size());
        if (isNew) {
            lines.push_back({text, issuePlace(plan, issue), 0, static_cast<int>(index), issue.severity});
        }
        ++lines[at->second].count;
    }
    return lines;
}

}  // namespace

IssuesList::IssuesList(Document* document, SelectionModel* selection, const FidelityLibrary* fidelity, QWidget* parent)
    : QListWidget(parent), m_document(document), m_selection(selection), m_fidelity(fidelity)
{
    setObjectName(QStringLiteral("issues"));
    copyWholeRows(this);
    setWordWrap(true);
    setTextElideMode(Qt::ElideNone);
    setFrameShape(QFrame::NoFrame);
    viewport()->setAutoFillBackground(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setResizeMode(QListView::Adjust);
    setIconSize({16, 16});
    connect(document, &Document::planChanged, this, &IssuesList::refresh);
    connect(fidelity, &FidelityLibrary::changed, this, &IssuesList::refresh);
    connect(this, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) { jump(row(item)); });
    connect(this, &QListWidget::itemClicked, this, [this](const QListWidgetItem* item) { jump(row(item)); });
    inEveryLanguage(this, [this] { refresh(); });
}

/// As high as its lines, five at most.
void IssuesList::fit()
{
    constexpr int mostLines = 5;
    doItemsLayout();
    int height = 2 * frameWidth();
    for (int line = 0; line < std::min(count(), mostLines); ++line) {
        height += visualItemRect(item(line)).height();
    }
    setFixedHeight(height);
}

void IssuesList::resizeEvent(QResizeEvent* event)
{
    QListWidget::resizeEvent(event);
    fit();
}

void IssuesList::refresh()
{
    clear();
    setAccessibleName(tr("Issues"));
    const auto plan = m_document->plan();
    if (!plan) {
        return;
    }
    const std::vector<Line> lines = linesOf(*plan, *m_document->estimate());
    for (const Line& line : lines) {
        QString place = line.firstPlace;
        if (line.count > 1) {
            place = tr("%1 and %n more", nullptr, line.count - 1).arg(place);
        }
        auto* item = new QListWidgetItem(themedIcon(iconName(line.severity)),
                                         QStringLiteral("%1: %2").arg(place, line.text), this);
        item->setData(Qt::UserRole, line.firstIssue);
    }
    const Estimate& estimate = *m_document->estimate();
    const Text run = runRemark(fitOf(*plan, estimate, m_fidelity->bandsOf(*plan, estimate)));
    if (!run.empty()) {
        auto* item = new QListWidgetItem(themedIcon(iconName(Severity::Warning)),
                                         QStringLiteral("%1: %2").arg(issuePlace(*plan, Issue()), coreText(run)), this);
        item->setFlags(Qt::ItemIsEnabled);
    }
    if (count() == 0) {
        auto* item = new QListWidgetItem(themedIcon(QStringLiteral("good")),
                                         tr("None: the plan is legal and fits the budget"), this);
        item->setFlags(Qt::ItemIsEnabled);
    }
    fit();
}

void IssuesList::jump(int row)
{
    const QVariant index = item(row)->data(Qt::UserRole);
    if (!index.isValid()) {
        return;
    }
    const Issue& issue = m_document->estimate()->issues[index.toUInt()];
    Selection place;
    place.firstLayer = issue.layer;
    place.layerCount = issue.layer >= 0 ? 1 : 0;
    place.stage = issue.layer >= 0 ? m_document->plan()->stageOf(issue.layer) : issue.stage;
    m_selection->select(place);
}

}  // namespace pgram
