// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/inspector_notes.h"

#include "core/fidelity/fit.h"
#include "widgets/document/core_text.h"
#include "widgets/document/document.h"
#include "widgets/document/preview.h"
#include "widgets/document/texts.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/on_change.h"
#include "widgets/theme/appearance.h"
#include "widgets/theme/icon.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/work/fidelity_library.h"

#include <QAccessible>
#include <QApplication>

#include <array>
#include <cmath>
#include <map>

namespace pgram {

namespace {

constexpr int ghostLines = 5;  // strategies, step, memory, two stages
constexpr int mostStages = 2;

constexpr int restMilliseconds = 150;
constexpr int mostReliefs = 2;

QString reliefText(const Relief& relief)
{
    const QString change = relief.kind == ReliefKind::SequenceParallel ? FillNote::tr("Megatron SP on its layers")
                           : relief.kind == ReliefKind::ShardStates    ? FillNote::tr("SDP on its layers")
                                                                       : FillNote::tr("Recomputing its layers");
    constexpr double shown = 0.0005;  // of a percentage with one digit
    if (std::abs(relief.slower) < shown) {
        return FillNote::tr("%1 frees %2; the step takes as long.").arg(change, bytesText(relief.freed));
    }
    return FillNote::tr("%1 frees %2; step time %3.")
        .arg(change, bytesText(relief.freed), signedPercent(relief.slower));
}

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

GhostLabel::GhostLabel(Document* document, QWidget* parent) : QLabel(parent), m_document(document)
{
    setObjectName(QStringLiteral("ghost"));
    setTopic(this, QStringLiteral("part:preview"));
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    setMinimumHeight(fontMetrics().lineSpacing() * ghostLines);
    connect(document->preview(), &Preview::changed, this, &GhostLabel::refresh);
    onChange(this, {QEvent::LanguageChange, QEvent::PaletteChange}, [this] { refresh(); });
    refresh();
}

void GhostLabel::refresh()
{
    const Preview& preview = *m_document->preview();
    QPalette colors;  // Nothing of its own but one colour: the rest follows the theme.
    setAccessibleName(tr("What the change would cost"));
    if (!preview.isShown()) {
        setText(tr("Hover over a choice, or Tab to it, to preview its cost."));
        colors.setColor(QPalette::WindowText, mutedText(QApplication::palette()));
        setPalette(colors);
        return;
    }
    const Estimate& now = *m_document->estimate();
    const Estimate& ghost = *preview.estimate();
    QStringList shown{ghostStep(now, ghost),
                      QStringLiteral("%1 · %2").arg(ghostMemory(now, ghost), ghostVerdict(*preview.plan(), ghost))};
    if (const QString strategies = ghostStrategy(*m_document->plan(), *preview.plan()); !strategies.isEmpty()) {
        shown.prepend(strategies);
    }
    shown += ghostStages(now, ghost, mostStages);
    setText(shown.join(u'\n'));
    if (!isSound(ghost)) {
        colors.setColor(QPalette::WindowText, toneColor(Tone::Bad, QApplication::palette()));
    }
    setPalette(colors);
    QAccessibleEvent spoken(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&spoken);
}

FillNote::FillNote(Document* document, QWidget* parent)
    : QLabel(parent),
      m_document(document),
      m_reliefs(
          Priority::Answer,
          [](const Ask& of, const std::stop_token& stop) -> Result<std::vector<Relief>> {
              return reliefsOf(*of.plan, *of.estimate, of.stage, stop);
          },
          [this] { showText(); })
{
    setObjectName(QStringLiteral("fillNote"));
    setTopic(this, QStringLiteral("part:fill"));
    setWordWrap(true);
    setTextFormat(Qt::PlainText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_pause.setSingleShot(true);
    m_pause.setInterval(restMilliseconds);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        m_reliefs.ask({m_document->plan(), m_document->estimate(), m_stage});
    });
    connect(document, &Document::planChanged, this, &FillNote::follow);
    onChange(this, {QEvent::LanguageChange}, [this] { showText(); });
    follow();
}

void FillNote::setStage(int stage)
{
    if (m_asked != stage) {
        m_asked = stage;
        follow();
    }
}

void FillNote::follow()
{
    m_reliefs.forget();
    const auto plan = m_document->plan();
    m_stage = !plan ? -1 : m_asked >= 0 && m_asked < plan->pipeline() ? m_asked : fullestStage(*m_document->estimate());
    plan ? m_pause.start() : m_pause.stop();
    showText();
}

void FillNote::showText()
{
    if (m_stage < 0) {
        clear();
        return;
    }
    const Estimate& estimate = *m_document->estimate();
    const Bytes needed = estimate.stages[static_cast<std::size_t>(m_stage)].memory.total();
    QStringList sentences{fillText(*m_document->plan(), estimate, m_stage)};
    const auto reliefs = m_reliefs.answer();
    for (const Relief& relief : reliefs ? *reliefs : std::vector<Relief>()) {
        const bool worthSaying = relief.freed >= needed / 50;
        if (worthSaying && sentences.size() <= mostReliefs) {
            sentences.append(reliefText(relief));
        }
    }
    if (m_reliefs.problem()) {
        sentences.append(errorText(*m_reliefs.problem()));
    }
    setText(sentences.join(QLatin1Char('\n')));
}

IssuesList::IssuesList(Document* document, SelectionModel* selection, const FidelityLibrary* fidelity, QWidget* parent)
    : QListWidget(parent), m_document(document), m_selection(selection), m_fidelity(fidelity)
{
    setObjectName(QStringLiteral("issues"));
    setTopic(this, QStringLiteral("part:issues"));
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
    if (place == Selection()) {
        return;  // An issue of the whole plan has no place.
    }
    m_selection->select(place);
}

}  // namespace pgram
