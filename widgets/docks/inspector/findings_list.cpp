// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/findings_list.h"

#include "core/base/index.h"
#include "widgets/document/document.h"
#include "widgets/document/preview.h"
#include "widgets/document/texts.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/labels.h"
#include "widgets/kit/on_change.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgram {

namespace {

constexpr int restMilliseconds = 150;
constexpr double shownShare = 0.0005;  // of a percentage with one digit

QString changeText(const Finding& finding, const Plan& plan)
{
    switch (finding.kind) {
    case FindingKind::SequenceParallel:
        return FindingsList::tr("Megatron SP");
    case FindingKind::ShardStates:
        return FindingsList::tr("SDP");
    case FindingKind::RecomputeAttention:
        return FindingsList::tr("recomputing attention");
    case FindingKind::Recompute:
        return FindingsList::tr("recomputing its layers");
    case FindingKind::Keep:
        return FindingsList::tr("without recomputation");
    case FindingKind::MoveLayer:
        return FindingsList::tr("with one layer less");
    case FindingKind::Microbatches:
        break;
    }
    return FindingsList::tr("%1 micro-batches instead of %2")
        .arg(finding.plan.schedule.microbatches)
        .arg(plan.schedule.microbatches);
}

bool isRelief(const Finding& finding)
{
    return finding.kind <= FindingKind::Recompute;
}

QString stepText(const Finding& finding)
{
    return std::abs(finding.slower) < shownShare ? FindingsList::tr("step time as before")
                                                 : FindingsList::tr("step time %1").arg(signedPercent(finding.slower));
}

/// Returns "SDP frees 1.46 GiB, step +2.6 %".
QString effectText(const Finding& finding, const Plan& plan)
{
    const QString change = changeText(finding, plan);
    return isRelief(finding)
               ? FindingsList::tr("%1 frees %2, %3").arg(change, bytesText(finding.freed), stepText(finding))
               : FindingsList::tr("%1: %2", "change: effect").arg(change, stepText(finding));
}

}  // namespace

QString findingText(const Finding& finding, const Plan& plan, const Estimate& estimate)
{
    QString effect = effectText(finding, plan);
    if (finding.stage < 0) {
        return effect;
    }
    const StageEstimate& stage = estimate.stages[at(finding.stage)];
    const QString place = isRelief(finding) && stage.memory.total() > stage.usable
                              ? FindingsList::tr("Stage %1 is too full")
                          : isRelief(finding) ? FindingsList::tr("Stage %1 is full")
                                              : FindingsList::tr("Stage %1 is the slowest");
    return FindingsList::tr("%1: %2", "change: effect").arg(place.arg(finding.stage), effect);
}

FindingsList::FindingsList(Document* document, Qt::Orientation orientation, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_none(new QLabel),
      m_isRow(orientation == Qt::Horizontal),
      m_question(
          Priority::Answer,
          [](const Ask& of, const std::stop_token& stop) -> Result<std::vector<Finding>> {
              const bool isOfStage = of.stage >= 0 && of.stage < of.plan->pipeline();
              return isOfStage ? bestReliefs(*of.plan, *of.estimate, of.stage, stop)
                               : findingsOf(*of.plan, *of.estimate, stop);
          },
          [this] { showFindings(); })
{
    setObjectName(m_isRow ? QStringLiteral("findings") : QStringLiteral("reliefs"));
    setTopic(this, QStringLiteral("part:findings"));
    auto* line = new QBoxLayout(m_isRow ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom, this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    m_none->setForegroundRole(QPalette::PlaceholderText);
    m_none->hide();
    if (m_isRow) {
        setMinimumHeight(WrappedButton(QStringLiteral("X")).sizeHint().height());  // Nothing below it moves.
    }
    line->addWidget(m_none);
    line->addStretch(m_isRow ? 1 : 0);
    m_pause.setSingleShot(true);
    m_pause.setInterval(restMilliseconds);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        m_question.ask({m_document->plan(), m_document->estimate(), m_stage});
    });
    connect(document, &Document::planChanged, this, &FindingsList::follow);
    inEveryLanguage(this, [this] { showFindings(); });
    follow();
}

void FindingsList::setStage(int stage)
{
    if (m_stage != stage) {
        m_stage = stage;
        follow();
    }
}

void FindingsList::setAdvising(bool advises)
{
    if (m_advises != advises) {
        m_advises = advises;
        follow();
    }
}

void FindingsList::follow()
{
    m_question.forget();
    m_advises && m_document->plan() ? m_pause.start() : m_pause.stop();
    showFindings();
}

void FindingsList::addButton()
{
    const std::size_t index = m_buttons.size();
    auto* button = new WrappedButton({});
    button->setFocusPolicy(Qt::TabFocus);
    button->installEventFilter(this);
    connect(button, &QPushButton::clicked, this, [this, index] { m_document->takeChoice(m_findings[index].plan); });
    static_cast<QBoxLayout*>(layout())->insertWidget(static_cast<int>(index), button);
    m_buttons.push_back(button);
}

void FindingsList::showFindings()
{
    const auto known = m_question.answer();
    m_findings = known ? *known : std::vector<Finding>();
    m_none->setText(tr("No single change makes the step shorter."));
    m_none->setVisible(m_isRow && known && m_findings.empty());
    while (m_buttons.size() < m_findings.size()) {
        addButton();
    }
    for (std::size_t index = 0; index < m_buttons.size(); ++index) {
        QPushButton* button = m_buttons[index];
        button->setVisible(index < m_findings.size());
        if (index < m_findings.size()) {
            const Finding& finding = m_findings[index];
            QString text = m_isRow ? findingText(finding, *m_document->plan(), *m_document->estimate())
                                   : effectText(finding, *m_document->plan());
            text[0] = text[0].toUpper();
            button->setText(text);
            button->setToolTip(tr("Make this change. Undo takes it back."));
        }
    }
}

/// Previews the finding under the pointer or with the focus.
bool FindingsList::eventFilter(QObject* watched, QEvent* event)
{
    const bool begins = event->type() == QEvent::Enter || event->type() == QEvent::FocusIn;
    const bool ends = event->type() == QEvent::Leave || event->type() == QEvent::FocusOut;
    const auto button = static_cast<std::size_t>(std::ranges::find(m_buttons, watched) - m_buttons.begin());
    if (begins && button < m_findings.size()) {
        m_document->preview()->show(m_findings[button].plan);
    } else if (ends) {
        m_document->preview()->clear();
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace pgram
