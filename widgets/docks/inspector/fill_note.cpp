// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/fill_note.h"

#include "widgets/document/core_text.h"
#include "widgets/document/quantity_text.h"
#include "widgets/document/texts.h"
#include "widgets/kit/on_change.h"

#include <cmath>

namespace pgram {

namespace {

constexpr int restMilliseconds = 150;
constexpr int mostReliefs = 2;

QString partText(MemoryPart part)
{
    switch (part) {
    case MemoryPart::Weights:
        return FillNote::tr("weights");
    case MemoryPart::Gradients:
        return FillNote::tr("gradients");
    case MemoryPart::Optimizer:
        return FillNote::tr("optimizer states");
    case MemoryPart::Activations:
        return FillNote::tr("activations");
    case MemoryPart::Transient:
        return FillNote::tr("transient tensors");
    case MemoryPart::Context:
        break;
    }
    return FillNote::tr("device context");
}

QString fillText(const Plan& plan, const Estimate& estimate, int stage)
{
    const StageEstimate& figures = estimate.stages[static_cast<std::size_t>(stage)];
    const Bytes total = figures.memory.total();
    const MemoryPart largest = largestPart(figures.memory);
    QString text = FillNote::tr("Stage %1 uses %2 of %3, most of it %4 (%5).")
                       .arg(QString::number(stage), bytesText(total), bytesText(estimate.usableBudget),
                            partText(largest), bytesText(partOf(figures.memory, largest)));
    if (largest == MemoryPart::Activations && plan.pipeline() > 1) {
        text +=
            QLatin1Char(' ') + FillNote::tr("It keeps those of %n micro-batch(es) at once.", nullptr, figures.inFlight);
    }
    return text;
}

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

}  // namespace

FillNote::FillNote(Document* document, QWidget* parent) : QLabel(parent), m_document(document)
{
    setObjectName(QStringLiteral("fillNote"));
    setWordWrap(true);
    setTextFormat(Qt::PlainText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_pause.setSingleShot(true);
    m_pause.setInterval(restMilliseconds);
    connect(&m_pause, &QTimer::timeout, this, &FillNote::work);
    connect(document, &Document::planChanged, this, &FillNote::follow);
    connect(&m_worker, &Worker::failed, this, [this](quint64, const Error& error) {
        m_problem = error;
        showText();
    });
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
    m_worker.drop();
    m_reliefs.clear();
    m_problem.reset();
    const auto plan = m_document->plan();
    m_stage = !plan ? -1 : m_asked >= 0 && m_asked < plan->pipeline() ? m_asked : fullestStage(*m_document->estimate());
    plan ? m_pause.start() : m_pause.stop();
    showText();
}

void FillNote::work()
{
    m_worker.start([this, plan = m_document->plan(), estimate = m_document->estimate(),
                    stage = m_stage](const auto& stop, const auto& post) -> Result<void> {
        post([this, found = reliefsOf(*plan, *estimate, stage, stop)] {
            m_reliefs = found;
            showText();
        });
        return {};
    });
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
    for (const Relief& relief : m_reliefs) {
        const bool worthSaying = relief.freed >= needed / 50;
        if (worthSaying && sentences.size() <= mostReliefs) {
            sentences.append(reliefText(relief));
        }
    }
    if (m_problem) {
        sentences.append(errorText(*m_problem));
    }
    setText(sentences.join(QLatin1Char('\n')));
}

}  // namespace pgram
