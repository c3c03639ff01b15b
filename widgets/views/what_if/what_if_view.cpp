// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/what_if/what_if_view.h"

#include "core/base/index.h"
#include "core/questions/plan_question.h"
#include "widgets/document/core_text.h"
#include "widgets/document/preview.h"
#include "widgets/document/texts.h"
#include "widgets/views/common/painting.h"
#include "widgets/work/fidelity_library.h"

#include <QComboBox>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace pgram {

namespace {

int plansOf(const std::vector<SweepPoint>& points)
{
    return static_cast<int>(
        std::ranges::count_if(points, [](const SweepPoint& point) { return point.plan != nullptr; }));
}

}  // namespace

WhatIfView::WhatIfView(Document* document, SelectionModel* selection, const FidelityLibrary* fidelity, QWidget* parent,
                       WhatIfWork work)
    : PlotView(document, selection, 1, parent), m_fidelity(fidelity), m_work(std::move(work)), m_planner(m_work.search)
{
    makePages(QStringLiteral("whatIfPages"),
              {QStringLiteral("curve"), QStringLiteral("map"), QStringLiteral("tornado"), QStringLiteral("sliders")});
    makeControls();
    connect(&m_worker, &Worker::failed, this, [this](quint64, const Error& error) {
        m_problem = error;
        follow();
    });
    connect(&m_worker, &Worker::ended, this, &WhatIfView::moreIsKnown);
    connect(&m_planner, &SliderPlanner::changed, this, &WhatIfView::showAnswer);
    connect(fidelity, &FidelityLibrary::changed, this, [this] {
        m_bands.clear();
        follow();
    });
    follow();
}

void WhatIfView::refresh()
{
    const auto plan = document()->plan();
    if (!plan) {
        m_worker.drop();
        m_same.drop();
        m_question.reset();
    } else if (SearchRequest question = requestOf(*plan); !m_question || *m_question != question) {
        m_question = std::move(question);
        m_worker.drop();
        m_same.drop();
        m_planner.drop();
        m_shown.reset();
        m_map.reset();
        m_tornado.reset();
        m_stopped.fill(false);
        m_bands.clear();
    }
    if (!m_question) {
        m_shown.reset();
        m_map.reset();
        m_tornado.reset();
    }
    titlePages(tr("Pages of the What-if view"),
               {tr("One number"), tr("Two numbers"), tr("What it hangs on"), tr("Sliders")});
    if (page() != SliderPage && !m_sliders->moved().empty()) {
        returnSliders();
    }
    if (m_workPage != page()) {
        m_worker.drop();  // what is seen comes first; it is asked again when its page is
        m_problem.reset();
    }
    fillControls();
    if (m_question && !isAnswered()) {
        // Where nobody looks it waits until somebody does.
        isWindow() || isVisible() || m_isWanted ? ask() : follow();
    }
    if (m_shown && page() == CurvePage && m_shown->plan != document()->plan()) {
        askSame();  // it was edited
    }
    table()->reset(tableNow());
    plotsChanged();
}

SweepPoint WhatIfView::pointOfNow() const
{
    SweepPoint point;
    point.plan = document()->plan();
    point.figures = document()->estimate();
    point.kind = point.plan ? kindOf(*point.plan) : std::string();
    return point;
}

const WhatIfNumber& WhatIfView::offered(const std::string& what) const
{
    static const WhatIfNumber none;
    const auto found = std::ranges::find(m_offered, what, &WhatIfNumber::what);
    return found == m_offered.end() ? none : *found;
}

ShownSliders WhatIfView::shownSliders() const
{
    ShownSliders shown{pointOfNow(), m_planner.answer(), {}};
    for (const auto& [what, value] : m_sliders->moved()) {
        shown.moved.emplace_back(offered(what), value);
    }
    return shown;
}

/// Of a plan that is met again and again while the picture is drawn.
ErrorBands WhatIfView::bandsOf(const SweepPoint& point) const
{
    if (!point.plan) {
        return {};
    }
    const auto known = m_bands.find(point.plan);
    return known != m_bands.end()
               ? known->second
               : m_bands.emplace(point.plan, m_fidelity->bandsOf(*point.plan, *point.figures)).first->second;
}

FigureContent WhatIfView::tableNow() const
{
    return !m_question                          ? FigureContent()
           : page() == CurvePage && m_shown     ? whatIfTable(*m_shown)
           : page() == MapPage && m_map         ? mapTable(*m_map)
           : page() == TornadoPage && m_tornado ? tornadoTable(*m_tornado)
           : page() == SliderPage               ? slidersTable(shownSliders())
                                                : FigureContent();
}

std::vector<WhatIfNumber> WhatIfView::variedNumbers() const
{
    if (page() == CurvePage && m_shown) {
        return {m_shown->number};
    }
    if (page() == MapPage && m_map) {
        return {m_map->first, m_map->second};
    }
    std::vector<WhatIfNumber> numbers;
    for (const std::string& what : page() == SliderPage ? m_chosen : std::vector<std::string>()) {
        numbers.push_back(offered(what));
    }
    return numbers;
}

QString WhatIfView::progressText() const
{
    const bool isStopped = m_stopped[at(page())];
    QString text;
    if (page() == CurvePage && m_shown) {
        const auto all = static_cast<int>(m_shown->curves.size()) * m_shown->axis.points;
        std::size_t done = 0;
        int plans = 0;
        for (const WhatIfCurve& curve : m_shown->curves) {
            done += curve.sweep.points.size();
            plans += plansOf(curve.sweep.points);
        }
        text = m_shown->isComplete() ? tr("%n plan(s), each the best at its value", nullptr, plans)
                                     : tr("%1 of %2 values planned").arg(done).arg(all);
    } else if (page() == MapPage && m_map) {
        text = m_map->isComplete ? tr("%n plan(s), each the best at its values", nullptr, plansOf(m_map->cells))
                                 : tr("%1 of %2 cells planned").arg(m_map->cells.size()).arg(m_map->all());
    } else if (page() == TornadoPage && m_tornado) {
        text = m_tornado->tornado.complete ? tr("each constant less and more, planned anew at both ends")
                                           : tr("%1 of %2 constants varied").arg(m_tornado->done).arg(m_tornado->all);
    } else if (page() == SliderPage) {
        return tr("Enter or letting go plans with these numbers, Escape returns");
    }
    return isStopped ? tr("%1, stopped").arg(text) : text;
}

QString WhatIfView::basis() const
{
    if (!m_question || page() == TornadoPage) {
        return {};  // beside each constant
    }
    const ErrorBands bands = page() == MapPage ? ErrorBands() : bandsOf(pointOfNow());
    return whatIfBasis(*m_question, variedNumbers(), figure(), bands);
}

std::vector<QRectF> WhatIfView::panelsIn(const QRectF& rect) const
{
    const Theme theme(palette(), font());
    const bool isDrawn = (page() == CurvePage && m_shown) || (page() == MapPage && m_map) ||
                         (page() == TornadoPage && m_tornado && !m_tornado->tornado.bars.empty());
    const QRectF inner = inside(theme, rect);
    const double below = footOf(theme, inner, basis()).height() + theme.gap;
    return {isDrawn ? inner.adjusted(0, 2.2 * theme.lineHeight, 0, -below) : QRectF()};
}

void WhatIfView::fillPlots(const Theme& theme)
{
    plot(0).begin(theme);
    if (page() == CurvePage && m_shown) {
        fillWhatIf(plot(0), theme, *m_shown, figure(), [this](const SweepPoint& point) { return bandsOf(point); });
    } else if (page() == MapPage && m_map) {
        fillMap(plot(0), theme, *m_map, figure());
    } else if (page() == TornadoPage && m_tornado && !m_tornado->tornado.bars.empty()) {
        fillTornado(plot(0), theme, *m_tornado);
    }
}

void WhatIfView::paintPicture(QPainter& painter, const QRectF& rect)
{
    const Theme theme(palette(), font());
    painter.fillRect(rect, theme.surface);
    const QRectF inner = inside(theme, rect);
    const QRectF below = paintHeading(painter, theme, inner, {pageTitle(), progressText(), {}});
    if (m_problem || !m_question) {
        paintNote(painter, theme, inner, m_problem ? errorText(*m_problem) : QString());
        return;
    }
    if (page() == SliderPage) {
        paintSliders(painter, theme, below, shownSliders());
    } else if (page() == TornadoPage && m_tornado && m_tornado->tornado.bars.empty()) {
        paintNote(painter, theme, inner,
                  m_tornado->tornado.complete && !m_tornado->tornado.base.plan
                      ? tr("Nothing fits: there is no step that could change")
                      : QString());
    } else {
        placePlots(rect);
        plot(0).paint(painter);
    }
    paintFoot(painter, theme, inner, basis());
}

QString WhatIfView::markTip(int, int mark) const
{
    if (mark < 0) {
        return {};
    }
    const int index = plotNow(0).marks()[at(mark)].index;
    if (page() == CurvePage) {
        const SweepPoint& point = pointOf(*m_shown, index);
        return pointTip(point, {{m_shown->number, point.value}}, bandsOf(point));
    }
    if (page() == MapPage) {
        const SweepPoint& cell = m_map->cells[at(index)];
        return pointTip(cell, {{m_map->first, cell.value}, {m_map->second, cell.second.value_or(0)}}, bandsOf(cell));
    }
    const SweepPoint& end = endOf(*m_tornado, index);
    return pointTip(end, {{m_tornado->numbers[at(index / 2)], end.value}}, bandsOf(end));
}

std::optional<SearchRequest> WhatIfView::requestAt(int mark) const
{
    const int index = plotNow(0).marks()[at(mark)].index;
    const auto value = [](const Result<SearchRequest>& request) {
        return request ? std::optional(*request) : std::nullopt;
    };
    if (page() == CurvePage) {
        const WhatIfCurve& curve = m_shown->curves[at(index / marksOfCurve)];
        return value(withNumber(curve.request, m_shown->number.what, pointOf(*m_shown, index).value));
    }
    if (page() == MapPage) {
        const SweepPoint& cell = m_map->cells[at(index)];
        return value(
            withNumber(m_map->request, m_map->first.what, cell.value).and_then([&](const SearchRequest& column) {
                return withNumber(column, m_map->second.what, cell.second.value_or(0));
            }));
    }
    return value(
        withNumber(m_tornado->request, m_tornado->numbers[at(index / 2)].what, endOf(*m_tornado, index).value));
}

void WhatIfView::openMark(int, int mark)
{
    if (!plotNow(0).marks()[at(mark)].adds) {
        return;
    }
    if (const std::optional<SearchRequest> request = requestAt(mark)) {
        QToolTip::hideText();
        Q_EMIT planRequested(*request);
    }
}

bool WhatIfView::ownsEscape() const
{
    return PlotView::ownsEscape() || (page() == SliderPage && m_question && !m_sliders->moved().empty());
}

std::vector<ViewKey> WhatIfView::keys()
{
    if (page() == SliderPage) {
        return {{{Qt::Key_Return, Qt::Key_Enter},
                 ViewKeys::tr("Plan with these numbers"),
                 [this](auto&) { commitSliders(); }},
                {{Qt::Key_Escape}, ViewKeys::tr("Back to the numbers of now"), [this](auto&) { returnSliders(); }}};
    }
    return plotKeys(ViewKeys::tr("Value before or after"), ViewKeys::tr("First or last value"),
                    ViewKeys::tr("Plan with this value"), [] {});
}

QVariantMap WhatIfView::options() const
{
    QVariantMap options = View::options();
    QStringList sliders;
    for (const std::string& what : m_chosen) {
        sliders.append(qs(what));
    }
    options[QStringLiteral("number")] = qs(m_number);
    options[QStringLiteral("second")] = qs(m_second);
    options[QStringLiteral("factor")] = m_factor;
    options[QStringLiteral("figure")] = QString::fromLatin1(figure().key);
    options[QStringLiteral("besides")] = m_besides;
    options[QStringLiteral("share")] = m_share;
    options[QStringLiteral("sliders")] = sliders;
    return options;
}

void WhatIfView::setOptions(const QVariantMap& options)
{
    const auto text = [&options](const QString& key, const std::string& usual) {
        return options.value(key, qs(usual)).toString().toStdString();
    };
    m_number = text(QStringLiteral("number"), m_number);
    m_second = text(QStringLiteral("second"), m_second);
    if (const int factor = options.value(QStringLiteral("factor")).toInt();
        std::ranges::count(whatIfFactors, factor) > 0) {
        m_factor = factor;
    }
    const std::string key = text(QStringLiteral("figure"), {});
    const auto figure = std::ranges::find(whatIfFigures(), key, &WhatIfFigure::key);
    m_figure = figure == whatIfFigures().end() ? m_figure : static_cast<int>(figure - whatIfFigures().begin());
    m_besides = options.value(QStringLiteral("besides"), m_besides).toStringList();
    const int share = options.value(QStringLiteral("share"), m_share).toInt();
    m_share = m_shares->findData(share) >= 0 ? share : m_share;
    if (options.contains(QStringLiteral("sliders"))) {
        m_chosen.clear();
        for (const QString& what : options.value(QStringLiteral("sliders")).toStringList()) {
            m_chosen.push_back(what.toStdString());
        }
    }
    View::setOptions(options);
    follow();
}

}  // namespace pgram
