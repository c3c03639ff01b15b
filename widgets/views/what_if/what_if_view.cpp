// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/what_if/what_if_view.h"

#include "core/search/questions/plan_question.h"
#include "widgets/document/core_text.h"
#include "widgets/document/texts.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/words.h"

#include <QComboBox>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace pgram {

WhatIfView::WhatIfView(Document* document, SelectionModel* selection, QWidget* parent)
    : PlotView(document, selection, 1, parent),
      m_numbers(new QComboBox(this)),
      m_factors(new QComboBox(this)),
      m_figures(new QComboBox(this))
{
    m_numbers->setObjectName(QStringLiteral("whatIfNumber"));
    m_factors->setObjectName(QStringLiteral("whatIfFactor"));
    m_figures->setObjectName(QStringLiteral("whatIfFigure"));
    for (QComboBox* box : {m_numbers, m_factors, m_figures}) {
        connect(box, &QComboBox::activated, this, &WhatIfView::choose);
    }
    connect(&m_worker, &Worker::failed, this, [this](quint64, const Error& error) {
        m_problem = error;
        follow();
    });
    follow();
}

void WhatIfView::choose()
{
    m_number = m_numbers->currentData().toString().toStdString();
    m_factor = m_factors->currentData().toInt();
    m_figure = m_figures->currentIndex();
    refresh();
    pictureChanged();
}

void WhatIfView::refresh()
{
    const auto plan = document()->plan();
    if (!plan) {
        m_worker.drop();
        m_question.reset();
        m_shown.reset();
    } else if (SearchRequest question = requestOf(*plan); !m_question || *m_question != question) {
        m_question = std::move(question);
        m_shown.reset();
    }
    fillBoxes();
    if (m_question &&
        (!m_shown || m_shown->number.what != m_number || m_shown->axis != whatIfAxis(m_shown->number, m_factor))) {
        ask();
    }
    table()->reset(m_shown ? whatIfTable(*m_shown) : FigureContent());
    plotsChanged();
}

void WhatIfView::ask()
{
    m_worker.drop();
    m_problem.reset();
    forgetMarks(0);
    const std::vector<WhatIfNumber> numbers = whatIfNumbers(*m_question);
    const auto number = std::ranges::find(numbers, m_number, &WhatIfNumber::what);
    if (number == numbers.end()) {
        m_shown.reset();
        return;
    }
    m_shown = ShownWhatIf{*m_question, *number, whatIfAxis(*number, m_factor), {}};
    m_worker.start([this, request = *m_question, axis = m_shown->axis](const std::stop_token& stop,
                                                                       const Worker::Post& post) {
        return sweep(request, axis, {}, stop, [&](const SweepPoint& point) { post([this, point] { take(point); }); })
            .map([&](Sweep found) { post([this, found = std::move(found)]() mutable { finish(std::move(found)); }); });
    });
}

/// The curve grows as the values are planned.
void WhatIfView::take(const SweepPoint& point)
{
    std::vector<SweepPoint>& points = m_shown->sweep.points;
    const auto at = std::ranges::lower_bound(points, point.value, {}, &SweepPoint::value);
    if (at == points.end() || at->value != point.value) {
        points.insert(at, point);
    } else {
        *at = point;
    }
    table()->reset(whatIfTable(*m_shown));
    plotsChanged();
    pictureChanged();
}

void WhatIfView::finish(Sweep sweep)
{
    m_shown->sweep = std::move(sweep);
    table()->reset(whatIfTable(*m_shown));
    plotsChanged();
    pictureChanged();
}

QVariantMap WhatIfView::options() const
{
    QVariantMap options = View::options();
    options[QStringLiteral("number")] = QString::fromStdString(m_number);
    options[QStringLiteral("factor")] = m_factor;
    options[QStringLiteral("figure")] = QString::fromLatin1(whatIfFigures()[static_cast<std::size_t>(m_figure)].key);
    return options;
}

void WhatIfView::setOptions(const QVariantMap& options)
{
    View::setOptions(options);
    m_number = options.value(QStringLiteral("number"), QString::fromStdString(m_number)).toString().toStdString();
    if (const int factor = options.value(QStringLiteral("factor")).toInt();
        std::ranges::count(whatIfFactors, factor) > 0) {
        m_factor = factor;
    }
    const std::string key = options.value(QStringLiteral("figure")).toString().toStdString();
    const auto figure = std::ranges::find(whatIfFigures(), key, &WhatIfFigure::key);
    m_figure = figure == whatIfFigures().end() ? m_figure : static_cast<int>(figure - whatIfFigures().begin());
    follow();
}

void WhatIfView::fillBoxes()
{
    m_numbers->clear();
    for (const WhatIfNumber& number : m_question ? whatIfNumbers(*m_question) : std::vector<WhatIfNumber>()) {
        m_numbers->addItem(number.title, QString::fromStdString(number.what));
    }
    const int chosen = m_numbers->findData(QString::fromStdString(m_number));
    m_numbers->setCurrentIndex(std::max(0, chosen));
    if (chosen < 0 && m_numbers->count() > 0) {
        m_number = m_numbers->itemData(0).toString().toStdString();
    }
    m_numbers->setAccessibleName(tr("What is varied"));
    m_factors->clear();
    for (const int factor : whatIfFactors) {
        m_factors->addItem(tr("÷ %1 … × %1").arg(factor), factor);
    }
    m_factors->setCurrentIndex(m_factors->findData(m_factor));
    m_factors->setAccessibleName(tr("How far"));
    m_figures->clear();
    for (const WhatIfFigure& figure : whatIfFigures()) {
        m_figures->addItem(figure.title());
    }
    m_figures->setCurrentIndex(m_figure);
    m_figures->setAccessibleName(tr("What is drawn"));
    placeBoxes();
}

void WhatIfView::placeBoxes()
{
    const Theme theme(palette(), font());
    int right = width() - static_cast<int>(theme.margin);
    for (QComboBox* box : {m_figures, m_factors, m_numbers}) {
        box->adjustSize();
        box->resize(std::min(box->width(), width() / 4), box->height());
        right -= box->width();
        box->move(right, static_cast<int>(theme.margin * 0.5));
        right -= static_cast<int>(theme.gap);
    }
}

QRectF WhatIfView::headIn(const QRectF& rect) const
{
    const double boxes = m_numbers->width() + m_factors->width() + m_figures->width() + Theme(palette(), font()).margin;
    return inside(Theme(palette(), font()), rect).adjusted(0, 0, -boxes, 0);
}

std::vector<QRectF> WhatIfView::panelsIn(const QRectF& rect) const
{
    const Theme theme(palette(), font());
    const QRectF inner = inside(theme, rect);
    return {m_shown ? inner.adjusted(0, 3 * theme.lineHeight, 0, 0) : QRectF()};
}

void WhatIfView::fillPlots(const Theme& theme)
{
    plot(0).begin(theme);
    if (m_shown) {
        fillWhatIf(plot(0), theme, *m_shown, whatIfFigures()[static_cast<std::size_t>(m_figure)]);
    }
}

void WhatIfView::paintPicture(QPainter& painter, const QRectF& rect)
{
    const Theme theme(palette(), font());
    painter.fillRect(rect, theme.surface);
    Heading heading;
    heading.title = tr("What if");
    if (m_shown) {
        const Sweep& sweep = m_shown->sweep;
        const int all = m_shown->axis.points;
        heading.subtitle = sweep.complete ? tr("%n plan(s), each the best at its value", nullptr, all)
                                          : tr("%1 of %2 values planned").arg(sweep.points.size()).arg(all);
    }
    paintHeading(painter, theme, headIn(rect), heading);
    if (m_problem || !m_shown) {
        paintNote(painter, theme, inside(theme, rect), m_problem ? errorText(*m_problem) : QString());
        return;
    }
    placePlots(rect);
    plot(0).paint(painter);
}

QString WhatIfView::markTip(int, int mark) const
{
    if (mark < 0 || !m_shown) {
        return {};
    }
    const SweepPoint& point =
        m_shown->sweep.points[static_cast<std::size_t>(plotNow(0).marks()[static_cast<std::size_t>(mark)].index)];
    Tip tip(QString::fromStdString(point.kind));
    tip.add(m_shown->number.title, numberText(m_shown->number, point.value));
    for (const WhatIfFigure& figure : whatIfFigures()) {
        tip.add(figure.title(), figure.text(figure.value(*point.figures)));
    }
    tip.note(certificateText(point.certificate));
    tip.note(tr("Click to plan with this value"));
    return tip.html();
}

void WhatIfView::openMark(int, int mark)
{
    const auto index = static_cast<std::size_t>(plotNow(0).marks()[static_cast<std::size_t>(mark)].index);
    const SweepPoint& point = m_shown->sweep.points[index];
    if (const auto request = withNumber(m_shown->request, m_shown->number.what, point.value)) {
        QToolTip::hideText();
        Q_EMIT planRequested(*request);
    }
}

void WhatIfView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    placeBoxes();
}

std::vector<ViewKey> WhatIfView::keys()
{
    return plotKeys(ViewKeys::tr("Value before or after"), ViewKeys::tr("First or last value"),
                    ViewKeys::tr("Plan with this value"), [] {});
}

}  // namespace pgram
