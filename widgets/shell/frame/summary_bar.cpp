// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/frame/summary_bar.h"

#include "core/base/quantity.h"
#include "core/fidelity/fit.h"
#include "core/plan/step_parts.h"
#include "widgets/document/core_text.h"
#include "widgets/document/preview.h"
#include "widgets/document/texts.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/on_change.h"
#include "widgets/views/common/words.h"
#include "widgets/work/fidelity_library.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QPainter>
#include <QStyleOptionToolButton>
#include <QToolTip>
#include <QWhatsThis>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr int padding = 8;  // left and right of a figure, in pixels
constexpr double valueSize = 1.25;
constexpr double captionSize = 0.9;

/// Returns the width in which the text is not cut off.
int widthOf(const QString& text, const QFont& font)
{
    constexpr int rounding = 2;
    return static_cast<int>(std::ceil(QFontMetricsF(font).horizontalAdvance(text))) + rounding;
}

/// Returns the height of the text, whose letters may be of another font.
int heightOf(const QString& text, const QFont& font)
{
    const QFontMetrics metrics(font);
    return std::max(metrics.height(), metrics.boundingRect({0, 0, QWIDGETSIZE_MAX, QWIDGETSIZE_MAX}, 0, text).height());
}

QString figureTopic(const char* key)
{
    return QStringLiteral("figure:") + QLatin1StringView(key);
}

QString verdictText(FitVerdict verdict)
{
    switch (verdict) {
    case FitVerdict::Fits:
        return SummaryBar::tr("fits");
    case FitVerdict::ByFormula:
        return SummaryBar::tr("fits by formula");
    case FitVerdict::HostUnknown:
        return SummaryBar::tr("host memory not known");
    case FitVerdict::HostExceeded:
        return SummaryBar::tr("host memory too small");
    case FitVerdict::DoesNotFit:
        return SummaryBar::tr("does not fit");
    }
    return {};
}

std::optional<Tone> toneOf(FitVerdict verdict)
{
    return verdict == FitVerdict::Fits        ? std::nullopt
           : verdict == FitVerdict::ByFormula ? std::optional(Tone::Warning)
                                              : std::optional(Tone::Bad);
}

SummaryFigure speedOf(const Estimate& estimate)
{
    return {SummaryBar::tr("Speed"),
            SummaryBar::tr("%1 samples/s").arg(numberText(estimate.throughput)),
            SummaryBar::tr("%1 a step").arg(secondsText(estimate.stepTime)),
            figureTopic("step_time_s"),
            {SummaryBar::tr("A step takes %1. The stage that waits most for communication waits %2.")
                 .arg(secondsText(estimate.stepTime), secondsText(estimate.exposedCommunication))}};
}

SummaryFigure mfuOf(const Estimate& estimate)
{
    return {SummaryBar::tr("MFU"),
            percentText(estimate.mfu),
            SummaryBar::tr("MFU"),
            figureTopic("mfu"),
            {SummaryBar::tr("The model's FLOP take this share of what all devices can compute at their peak.")}};
}

SummaryFigure bubblesOf(const Estimate& estimate)
{
    return {SummaryBar::tr("Bubbles"),
            percentText(estimate.bubbleFraction),
            SummaryBar::tr("bubbles"),
            figureTopic("bubble_fraction"),
            {SummaryBar::tr("Stages wait for other stages this share of the time.")}};
}

/// Returns lines that divide the step of an average device by its use.
QStringList timeLines(const Plan& plan, const Estimate& estimate)
{
    const StepParts parts = stepParts(plan, estimate);
    const auto share = [&](Seconds part) { return percentText(part / estimate.stepTime); };
    QStringList lines{
        SummaryBar::tr("Of the step an average device computes %1, waits %2 for communication and %3 for "
                       "other stages.")
            .arg(share(parts.compute + parts.recompute), share(parts.communication), share(parts.bubble))};
    if (parts.recompute > 0) {
        lines.append(SummaryBar::tr("%1 of the step is recomputation.").arg(share(parts.recompute)));
    }
    if (parts.compute > 0) {
        const double efficiency = estimate.mfu * estimate.stepTime / parts.compute;
        lines.append(SummaryBar::tr("While it computes, it reaches %1 of its peak.").arg(percentText(efficiency)));
    }
    lines.append(SummaryBar::tr("Step shows the same for any part of the step."));
    return lines;
}

/// Returns a line on the stage that waits most.
QStringList bubbleLines(const Plan& plan, const Estimate& estimate)
{
    if (plan.pipeline() < 2 || estimate.stepTime <= 0) {
        return {};
    }
    const auto most = std::ranges::max_element(estimate.stages, {}, &StageEstimate::bubble);
    return {SummaryBar::tr("%1 waits most: %2 of the step.")
                .arg(stageTitle(plan, static_cast<int>(most - estimate.stages.begin())),
                     percentText(most->bubble / estimate.stepTime))};
}

QString memoryValue(const Estimate& estimate)
{
    return SummaryBar::tr("%1 of %2").arg(bytesText(estimate.peakMemory), bytesText(estimate.usableBudget));
}

SummaryFigure memoryOf(const Plan& plan, const Estimate& estimate, const ErrorBands& bands)
{
    const Fit fit = fitOf(plan, estimate, bands);
    SummaryFigure figure{SummaryBar::tr("Memory"),
                         memoryValue(estimate),
                         verdictText(fit.verdict),
                         figureTopic("peak_memory_bytes"),
                         {SummaryBar::tr("Memory: %1").arg(budgetText(plan))},
                         toneOf(fit.verdict)};
    const auto fullest =
        std::ranges::max_element(estimate.stages, {}, [](const StageEstimate& stage) { return stage.memory.total(); });
    if (fullest != estimate.stages.end()) {
        figure.lines.append(fillText(plan, estimate, static_cast<int>(fullest - estimate.stages.begin())));
    }
    figure.lines.append(SummaryBar::tr("The driver would show %1.").arg(bytesText(estimate.driverMemory)));
    if (fit.verdict == FitVerdict::ByFormula && fit.runMayNeed) {
        figure.caption = SummaryBar::tr("fits, may need %1").arg(bytesText(*fit.runMayNeed));
    }
    for (const Text& remark : remarksOf(fit)) {
        figure.lines.append(coreText(remark));
    }
    if (!estimate.legal || !estimate.issues.empty()) {
        figure.caption +=
            QStringLiteral(" · ") + SummaryBar::tr("%n issue(s)", nullptr, static_cast<int>(estimate.issues.size()));
    }
    if (!estimate.legal) {
        figure.caption = SummaryBar::tr("not legal") + QStringLiteral(" · ") + figure.caption;
        figure.tone = Tone::Bad;
    }
    return figure;
}

SummaryFigure expectedOf(const ErrorBands& bands)
{
    return {SummaryBar::tr("Expected"), bandRange(*bands.time),
            bands.time->isNear() ? SummaryBar::tr("in measured runs") : SummaryBar::tr("no measured run is near"),
            figureTopic("band"), bandLines(bands)};
}

std::optional<SummaryFigure> optimumOf(const Plan& plan, const SearchRecord* search)
{
    SummaryFigure figure{SummaryBar::tr("Optimum"), {}, {}, QStringLiteral("column:certificate"), {}};
    const std::string& known = plan.provenance.certificate;
    // "optimal", "gap 0.012", "stopped, gap 0.2", each with the ranking behind it; "edited".
    constexpr std::string_view gapWord = "gap ";
    const std::size_t gap = known.find(gapWord);
    if (known.starts_with("optimal")) {
        figure.value = SummaryBar::tr("optimal");
        figure.caption = SummaryBar::tr("in its space");
    } else if (gap != std::string::npos) {
        const std::string number = known.substr(gap + gapWord.size());
        const double share = decimalNumber(number.substr(0, number.find_first_of(" ,;"))).value_or(0);
        figure.value = SummaryBar::tr("within %1").arg(percentText(share));
        figure.caption = known.starts_with("stopped") ? SummaryBar::tr("of the optimum, stopped early")
                                                      : SummaryBar::tr("of the optimum");
    } else if (known == "edited") {
        figure.value = SummaryBar::tr("edited");
        figure.caption = SummaryBar::tr("by hand since it was found");
    } else {
        return std::nullopt;
    }
    if (search != nullptr && known != "edited") {
        figure.lines.append(certificateText(search->result.certificate, &search->request));
    } else {
        figure.lines.append(SummaryBar::tr("%1 %2", "value and caption").arg(figure.value, figure.caption));
    }
    return figure;
}

}  // namespace

std::vector<SummaryFigure> summaryOf(const Plan& plan, const Estimate& estimate, const ErrorBands& bands,
                                     const SearchRecord* search)
{
    std::vector<SummaryFigure> figures{speedOf(estimate), memoryOf(plan, estimate, bands), mfuOf(estimate),
                                       bubblesOf(estimate)};
    figures[2].lines += timeLines(plan, estimate);
    figures[3].lines += bubbleLines(plan, estimate);
    std::optional<SummaryFigure> optimum = isSound(estimate) ? optimumOf(plan, search) : std::nullopt;
    if (optimum) {
        figures.push_back(std::move(*optimum));
    }
    if (bands.time) {
        figures.push_back(expectedOf(bands));
    }
    return figures;
}

std::vector<SummaryFigure> summaryOfChange(const Estimate& now, const Plan& plan, const Estimate& next)
{
    SummaryFigure speed = speedOf(next);
    speed.value = secondsText(next.stepTime);
    SummaryFigure memory{SummaryBar::tr("Memory"),
                         memoryValue(next),
                         ghostVerdict(plan, next),
                         figureTopic("peak_memory_bytes"),
                         {ghostMemory(now, next)}};
    memory.tone = isSound(next) ? std::nullopt : std::optional(Tone::Bad);
    speed.caption =
        SummaryBar::tr("was %1 (%2)").arg(secondsText(now.stepTime), signedPercent(next.stepTime / now.stepTime - 1));
    SummaryFigure mfu = mfuOf(next);
    mfu.caption = SummaryBar::tr("was %1").arg(percentText(now.mfu));
    SummaryFigure bubbles = bubblesOf(next);
    bubbles.caption = SummaryBar::tr("was %1").arg(percentText(now.bubbleFraction));
    return {std::move(speed), std::move(memory), std::move(mfu), std::move(bubbles)};
}

SummaryButton::SummaryButton(QWidget* parent) : QAbstractButton(parent)
{
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    connect(this, &QAbstractButton::clicked, this, &SummaryButton::explain);
    onChange(this, {QEvent::FontChange}, [this] { updateGeometry(); });
}

void SummaryButton::setFigure(const SummaryFigure& figure)
{
    m_figure = figure;
    setAccessibleName(QStringLiteral("%1: %2, %3").arg(figure.name, figure.value, figure.caption));
    setAccessibleDescription(figure.lines.join(QLatin1Char('\n')));
    setTopic(this, figure.topic);
    updateGeometry();
    update();
}

QFont SummaryButton::valueFont() const
{
    QFont own = font();
    own.setPointSizeF(own.pointSizeF() * valueSize);
    own.setBold(true);
    return own;
}

QFont SummaryButton::captionFont() const
{
    QFont own = font();
    own.setPointSizeF(own.pointSizeF() * captionSize);
    return own;
}

QSize SummaryButton::sizeHint() const
{
    const int width = std::max(widthOf(m_figure.value, valueFont()), widthOf(m_figure.caption, captionFont()));
    return {width + 2 * padding, heightOf(m_figure.value, valueFont()) + heightOf(m_figure.caption, captionFont()) + 4};
}

QSize SummaryButton::minimumSizeHint() const
{
    return {widthOf(m_figure.value, valueFont()) + 2 * padding, sizeHint().height()};
}

void SummaryButton::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    if (underMouse() || hasFocus()) {
        QStyleOptionToolButton option;
        option.initFrom(this);
        option.state |= QStyle::State_Raised | QStyle::State_AutoRaise;
        style()->drawPrimitive(QStyle::PE_PanelButtonTool, &option, &painter, this);
    }
    const QFontMetrics value(valueFont());
    const QFontMetrics caption(captionFont());
    const QRect room = rect().adjusted(padding, 2, -padding, -2);
    painter.setFont(valueFont());
    painter.setPen(m_figure.tone ? toneColor(*m_figure.tone, palette()) : palette().color(QPalette::WindowText));
    painter.drawText(room, Qt::AlignLeft | Qt::AlignTop,
                     value.elidedText(m_figure.value, Qt::ElideRight, room.width()));
    painter.setFont(captionFont());
    painter.setPen(mutedText(palette()));
    painter.drawText(room, Qt::AlignLeft | Qt::AlignBottom,
                     caption.elidedText(m_figure.caption, Qt::ElideRight, room.width()));
}

bool SummaryButton::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), (QStringList{accessibleName()} + m_figure.lines).join(QLatin1Char('\n')),
                           this);
        return true;
    }
    return QAbstractButton::event(event);
}

void SummaryButton::explain()
{
    QString text = QStringLiteral("<b>%1: %2</b>").arg(m_figure.name.toHtmlEscaped(), m_figure.value.toHtmlEscaped());
    for (const QString& line : m_figure.lines) {
        text += QStringLiteral("<p>%1</p>").arg(line.toHtmlEscaped());
    }
    QWhatsThis::showText(mapToGlobal(QPoint(0, height())), text, this);
}

SummaryBar::SummaryBar(Document* document, FidelityLibrary* fidelity, QWidget* parent)
    : QWidget(parent), m_document(document), m_fidelity(fidelity)
{
    setTopic(this, QStringLiteral("part:summary"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addStretch(1);
    inEveryLanguage(this, [this] {
        setAccessibleName(tr("Summary of the plan"));
        refresh();
    });
    connect(m_document, &Document::planChanged, this, &SummaryBar::refresh);
    connect(m_document->preview(), &Preview::changed, this, &SummaryBar::refresh);
    connect(fidelity, &FidelityLibrary::changed, this, &SummaryBar::refresh);
}

void SummaryBar::refresh()
{
    m_figures.clear();
    if (const std::shared_ptr<const Plan> plan = m_document->plan()) {
        const Estimate& estimate = *m_document->estimate();
        const Preview& weighed = *m_document->preview();
        m_figures = weighed.isShown() ? summaryOfChange(estimate, *weighed.plan(), *weighed.estimate())
                                      : summaryOf(*plan, estimate, m_fidelity->bandsOf(*plan, estimate),
                                                  m_document->shown()->search().get());
    }
    auto* row = static_cast<QHBoxLayout*>(layout());
    while (m_buttons.size() < m_figures.size()) {
        m_buttons.push_back(new SummaryButton);
        row->insertWidget(row->count() - 1, m_buttons.back());
    }
    for (std::size_t i = 0; i < m_figures.size(); ++i) {
        m_buttons[i]->setFigure(m_figures[i]);
    }
    showWhatFits();
}

/// Hides the last figures if the values of all do not fit.
void SummaryBar::showWhatFits()
{
    int end = 0;
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        end += m_buttons[i]->minimumSizeHint().width() + layout()->spacing();
        m_buttons[i]->setVisible(i < m_figures.size() && (i == 0 || end <= width()));
    }
}

void SummaryBar::resizeEvent(QResizeEvent* event)
{
    showWhatFits();
    QWidget::resizeEvent(event);
}

/// In a narrow window, figures are hidden before the bar leaves its row.
QSize SummaryBar::minimumSizeHint() const
{
    return {1, QWidget::minimumSizeHint().height()};
}

QString SummaryBar::text() const
{
    QStringList parts;
    for (const SummaryFigure& figure : m_figures) {
        parts.append(QStringLiteral("%1 (%2)").arg(figure.value, figure.caption));
    }
    return parts.join(QStringLiteral(" · "));
}

QString SummaryBar::explanation() const
{
    QStringList lines;
    for (const SummaryFigure& figure : m_figures) {
        lines += figure.lines;
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace pgram
