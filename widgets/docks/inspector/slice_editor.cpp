// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/slice_editor.h"

#include "core/cost/slice_cost.h"
#include "core/plan/volumes.h"
#include "widgets/kit/on_change.h"
#include "widgets/kit/quantity_edit.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QToolTip>

#include <cmath>
#include <numeric>

namespace pgram {

namespace {

constexpr double reach = 5;  // pixels beside a border that take it
constexpr double lines = 1.6;

QString number(std::int64_t tokens)
{
    return QLocale().toString(static_cast<qlonglong>(tokens));
}

}  // namespace

SliceBar::SliceBar(Document* document, QWidget* parent) : QWidget(parent), m_document(document)
{
    setObjectName(QStringLiteral("sliceBar"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize SliceBar::minimumSizeHint() const
{
    const Theme theme(palette(), font());
    return {static_cast<int>(theme.lineHeight * 8), static_cast<int>(std::ceil(theme.lineHeight * lines))};
}

QSize SliceBar::sizeHint() const
{
    return minimumSizeHint();
}

void SliceBar::refresh()
{
    m_ends.clear();
    if (const auto plan = m_document->plan()) {
        const std::vector<std::int64_t> tokens = sliceTokens(*plan);
        m_ends.resize(tokens.size());
        std::partial_sum(tokens.begin(), tokens.end(), m_ends.begin());
    }
    choose(m_border);
}

void SliceBar::choose(int border)
{
    const int borders = static_cast<int>(m_ends.size()) - 1;
    m_border = std::clamp(border, 0, std::max(0, borders - 1));
    setAccessibleName(tr("Borders of the slices"));
    if (borders > 0) {
        setAccessibleDescription(tr("Border %1 of %2, behind token %3")
                                     .arg(m_border + 1)
                                     .arg(borders)
                                     .arg(number(m_ends[static_cast<std::size_t>(m_border)])));
    }
    update();
}

double SliceBar::leftOf(int slice) const
{
    const bool any = slice > 0 && !m_ends.empty() && m_ends.back() > 0;
    return any ? width() * static_cast<double>(m_ends[static_cast<std::size_t>(slice - 1)]) /
                     static_cast<double>(m_ends.back())
               : 0;
}

double SliceBar::xOf(int border) const
{
    return leftOf(border + 1);
}

int SliceBar::borderAt(double x) const
{
    int nearest = -1;
    for (int border = 0; border + 1 < static_cast<int>(m_ends.size()); ++border) {
        const double off = std::abs(xOf(border) - x);
        if (off <= reach && (nearest < 0 || off < std::abs(xOf(nearest) - x))) {
            nearest = border;
        }
    }
    return nearest;
}

QString SliceBar::tipAt(double x) const
{
    const auto slices = static_cast<int>(m_ends.size());
    for (int slice = 0; slice < slices; ++slice) {
        if (x < leftOf(slice + 1)) {
            const std::int64_t first = slice > 0 ? m_ends[static_cast<std::size_t>(slice - 1)] : 0;
            const std::int64_t end = m_ends[static_cast<std::size_t>(slice)];
            return tr("Slice %1 of %2: %3 tokens, %4–%5")
                .arg(slice + 1)
                .arg(slices)
                .arg(number(end - first), number(first + 1), number(end));
        }
    }
    return {};
}

void SliceBar::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const Theme theme(palette(), font());
    const QColor fill = theme.of(TimelineKind::Forward);
    for (int slice = 0; slice < static_cast<int>(m_ends.size()); ++slice) {
        const QRectF piece(QPointF(leftOf(slice), 0), QPointF(leftOf(slice + 1), height()));
        painter.fillRect(piece.adjusted(slice > 0 ? 1 : 0, 0, 0, 0), fill);
        const std::int64_t first = slice > 0 ? m_ends[static_cast<std::size_t>(slice - 1)] : 0;
        painter.setFont(theme.smallFont);
        painter.setPen(labelColor(fill));
        painter.drawText(piece, Qt::AlignCenter,
                         firstFitting(theme.smallFont, piece.width() - theme.gap,
                                      {number(m_ends[static_cast<std::size_t>(slice)] - first)}));
    }
    if (hasFocus() && m_ends.size() > 1) {
        const double x = xOf(m_border);
        painter.fillRect(QRectF(x - 1, 0, 3, height()), theme.text);
        painter.setPen(QPen(theme.accent, 1));
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

bool SliceBar::event(QEvent* event)
{
    m_gesture.follow(*event);
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tipAt(help->pos().x()), this);
        return true;
    }
    return QWidget::event(event);
}

void SliceBar::move(std::int64_t token)
{
    m_document->moveSliceBorder(m_border, token, m_gesture.number());
}

void SliceBar::keyPressEvent(QKeyEvent* event)
{
    const auto plan = m_document->plan();
    if (!plan || m_ends.size() < 2) {
        QWidget::keyPressEvent(event);
        return;
    }
    const std::int64_t grain = sliceGrain(plan->sequence(), plan->schedule.slices);
    const std::int64_t at = m_ends[static_cast<std::size_t>(m_border)];
    switch (event->key()) {
    case Qt::Key_Up:
        choose(m_border - 1);
        return;
    case Qt::Key_Down:
        choose(m_border + 1);
        return;
    case Qt::Key_Left:
        move(at - grain);
        return;
    case Qt::Key_Right:
        move(at + grain);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void SliceBar::mousePressEvent(QMouseEvent* event)
{
    const int border = borderAt(event->position().x());
    m_dragging = event->button() == Qt::LeftButton && border >= 0;
    if (m_dragging) {
        choose(border);
    }
}

void SliceBar::mouseMoveEvent(QMouseEvent* event)
{
    if (m_dragging && !m_ends.empty()) {
        move(std::llround(event->position().x() / width() * static_cast<double>(m_ends.back())));
        return;
    }
    setCursor(borderAt(event->position().x()) < 0 ? Qt::ArrowCursor : Qt::SplitHCursor);
}

void SliceBar::mouseReleaseEvent(QMouseEvent* /*event*/)
{
    m_dragging = false;
}

SliceEditor::SliceEditor(Document* document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_slices(new QuantityEdit(QuantityEdit::Kind::Count)),
      m_lengths(new QComboBox),
      m_bar(new SliceBar(document))
{
    m_slices->setObjectName(QStringLiteral("slices"));
    m_slices->setRange(1, mostSlices);
    m_lengths->setObjectName(QStringLiteral("sliceLengths"));
    setFocusProxy(m_slices);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins({});
    auto* line = new QHBoxLayout;
    line->addWidget(m_slices);
    line->addWidget(m_lengths, 1);
    all->addLayout(line);
    all->addWidget(m_bar);
    connect(m_slices, &QuantityEdit::valueChanged, this, [this](qint64 slices) {
        if (!m_filling) {
            m_document->setSlices(static_cast<int>(slices));
        }
    });
    connect(m_lengths, &QComboBox::activated, this,
            [this] { m_document->setSliceLengths(static_cast<SliceLengths>(m_lengths->currentData().toInt())); });
    inEveryLanguage(this, [this] { retranslate(); });
}

void SliceEditor::refresh()
{
    const auto plan = m_document->plan();
    if (!plan || !isVisibleTo(parentWidget())) {
        return;
    }
    const QScopedValueRollback filling(m_filling, true);
    m_slices->setValue(plan->schedule.slices);
    const SliceLengths lengths = sliceLengthsOf(*plan);
    const int own = m_lengths->findData(static_cast<int>(SliceLengths::Own));
    if (lengths == SliceLengths::Own && own < 0) {
        m_lengths->addItem(tr("Own"), static_cast<int>(SliceLengths::Own));
    } else if (lengths != SliceLengths::Own && own >= 0) {
        m_lengths->removeItem(own);
    }
    m_lengths->setCurrentIndex(m_lengths->findData(static_cast<int>(lengths)));
    m_bar->refresh();
}

void SliceEditor::retranslate()
{
    m_lengths->clear();
    m_lengths->addItem(tr("Equal work"), static_cast<int>(SliceLengths::EqualWork));
    m_lengths->addItem(tr("Equal lengths"), static_cast<int>(SliceLengths::Equal));
    m_lengths->addItem(tr("Optimal lengths"), static_cast<int>(SliceLengths::Optimal));
    m_lengths->setToolTip(tr("Optimal: as many slices, and as long, as TeraPipe's dynamic programme finds them"));
    m_lengths->setAccessibleName(tr("Lengths of the slices"));
    m_slices->setToolTip(tr("Slices of tokens that each micro-batch is cut into"));
    refresh();
}

}  // namespace pgram
