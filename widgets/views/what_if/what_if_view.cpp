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

WhatIfView::WhatIfView(Workbench* bench, QWidget* parent, WhatIfWork work)
    : PlotView(&bench->document, &bench->selection, 1, parent),
      m_fidelity(&bench->fidelity),
      m_scenario(&bench->scenario),
      m_terms(&bench->run),
      m_fields(this, &bench->run),
      m_bar(this),
      m_curves(
          Priority::Answer, [work](const SweepAsk& asked) { return curvesWork(work, asked); },
          [this] { moreIsKnown(); }),
      m_same(Priority::Immediate, &WhatIfView::samePlan,
             [this] {
                 m_curves.change([this](ShownWhatIf& shown) {
                     shown.plan = m_same.asked()->plan;
                     shown.same = *m_same.answer();
                 });
             }),
      m_map(Priority::Answer, mapWork(work), [this] { moreIsKnown(); }),
      m_tornado(Priority::Answer, tornadoWork(work), [this] { moreIsKnown(); }),
      m_moved(Priority::Planner, sliderWork(std::move(work.search)), [this] { showAnswer(); })
{
    makePages(QStringLiteral("whatIfPages"),
              {QStringLiteral("curve"), QStringLiteral("map"), QStringLiteral("tornado"), QStringLiteral("sliders")});
    makeControls();
    connect(m_terms, &RunTerms::changed, this, &WhatIfView::follow);
    connect(m_scenario, &ScenarioModel::presetsChanged, this, [this] {
        m_presets.clear();
        follow();
    });
    connect(m_fidelity, &FidelityLibrary::changed, this, [this] {
        m_bands.clear();
        follow();
    });
    follow();
}

void WhatIfView::refresh()
{
    const auto plan = document()->plan();
    std::optional<SearchRequest> question = plan ? std::optional(requestOf(*plan)) : std::nullopt;
    if (question != m_question) {
        m_question = std::move(question);
        m_curves.forget();
        m_same.forget();
        m_map.forget();
        m_tornado.forget();
        if (m_moved.asked() != nullptr) {
            dropSliders();
        }
        m_bands.clear();
    }
    titlePages(tr("Pages of the What-if view"),
               {tr("One number"), tr("Two numbers"), tr("Sensitivity"), tr("Sliders")});
    if (page() != SliderPage && !m_sliders->moved().empty()) {
        returnSliders();
    }
    for (int other = 0; other <= SliderPage; ++other) {
        if (QuestionWork* work = pageWork(other); work != nullptr && other != page()) {
            work->cancel();  // its page asks again when it is shown
        }
    }
    fillControls();
    if (m_question) {
        // Where nobody looks it waits until somebody does.
        isWindow() || isVisible() || m_isWanted ? ask() : follow();
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
    const auto answer = m_moved.answer();
    ShownSliders shown{pointOfNow(), answer ? std::optional(*answer) : std::nullopt, {}, m_terms->now().question};
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
    return !m_question                                          ? FigureContent()
           : page() == CurvePage && shown() != nullptr          ? whatIfTable(*shown(), reading())
           : page() == MapPage && shownMap() != nullptr         ? mapTable(*shownMap(), reading())
           : page() == TornadoPage && shownTornado() != nullptr ? tornadoTable(*shownTornado())
           : page() == SliderPage                               ? slidersTable(shownSliders())
                                                                : FigureContent();
}

std::vector<WhatIfNumber> WhatIfView::variedNumbers() const
{
    if (page() == CurvePage && shown() != nullptr) {
        return {shown()->number};
    }
    if (page() == MapPage && shownMap() != nullptr) {
        return {shownMap()->first, shownMap()->second};
    }
    std::vector<WhatIfNumber> numbers;
    for (const std::string& what : page() == SliderPage ? m_chosen : std::vector<std::string>()) {
        numbers.push_back(offered(what));
    }
    return numbers;
}

QString WhatIfView::progressText() const
{
    QString text;
    if (page() == CurvePage && shown() != nullptr) {
        const auto all = static_cast<int>(shown()->curves.size()) * shown()->axis.points;
        std::size_t done = 0;
        int plans = 0;
        for (const WhatIfCurve& curve : shown()->curves) {
            done += curve.sweep.points.size();
            plans += plansOf(curve.sweep.points);
        }
        text = shown()->isComplete() ? tr("%n plan(s), each the best at its value", nullptr, plans)
                                     : tr("%1 of %2 values planned").arg(done).arg(all);
    } else if (page() == MapPage && shownMap() != nullptr) {
        text = shownMap()->isComplete
                   ? tr("%n plan(s), each the best at its values", nullptr, plansOf(shownMap()->cells))
                   : tr("%1 of %2 cells planned").arg(shownMap()->cells.size()).arg(shownMap()->all());
    } else if (page() == TornadoPage && shownTornado() != nullptr) {
        text = shownTornado()->tornado.complete
                   ? tr("each constant less and more, planned anew at both ends")
                   : tr("%1 of %2 constants varied").arg(shownTornado()->done).arg(shownTornado()->all);
    } else if (page() == SliderPage) {
        return tr("Enter or letting go plans with these numbers, Escape returns");
    }
    const QuestionWork* work = pageWork(page());
    return work->isStopped() ? tr("%1, stopped").arg(text) : text;
}

QString WhatIfView::basis() const
{
    if (!m_question || page() == TornadoPage) {
        return {};  // beside each constant
    }
    return whatIfBasis(*m_question, variedNumbers(), reading(), page() == MapPage ? SweepPoint() : pointOfNow());
}

FigureReading WhatIfView::reading() const
{
    return {&figure(), m_terms->now(), [this](const SweepPoint& point) { return bandsOf(point); }};
}

QString WhatIfView::choices() const
{
    return page() == CurvePage && shown() != nullptr && figure().isOfRun ? choicesText(*shown(), m_terms->now())
                                                                         : QString();
}

/// Returns as many lines below the heading as the choices take.
QRectF WhatIfView::choicesIn(const Theme& theme, const QRectF& inner) const
{
    constexpr double headingLines = 2.2;
    QRectF area = inner.adjusted(0, headingLines * theme.lineHeight, 0, 0);
    const QString text = choices();
    area.setHeight(
        text.isEmpty() ? 0 : QFontMetricsF(theme.font).boundingRect(area, Qt::TextWordWrap, text).height() + theme.gap);
    return area;
}

std::vector<QRectF> WhatIfView::panelsIn(const QRectF& rect) const
{
    const Theme theme(palette(), font());
    const bool isDrawn = (page() == CurvePage && shown() != nullptr) || (page() == MapPage && shownMap() != nullptr) ||
                         (page() == TornadoPage && shownTornado() != nullptr && !shownTornado()->tornado.bars.empty());
    const QRectF inner = inside(theme, rect);
    const double below = footOf(theme, inner, basis()).height() + theme.gap;
    QRectF area = inner.adjusted(0, 0, 0, -below);
    area.setTop(choicesIn(theme, inner).bottom());
    return {isDrawn ? area : QRectF()};
}

void WhatIfView::fillPlots(const Theme& theme)
{
    plot(0).begin(theme);
    if (page() == CurvePage && shown() != nullptr) {
        figure().isOverDays ? fillTrade(plot(0), theme, *shown(), reading())
                            : fillWhatIf(plot(0), theme, *shown(), reading());
    } else if (page() == MapPage && shownMap() != nullptr) {
        fillMap(plot(0), theme, *shownMap(), reading());
    } else if (page() == TornadoPage && shownTornado() != nullptr && !shownTornado()->tornado.bars.empty()) {
        fillTornado(plot(0), theme, *shownTornado());
    }
}

void WhatIfView::paintPicture(QPainter& painter, const QRectF& rect)
{
    const Theme theme(palette(), font());
    painter.fillRect(rect, theme.surface);
    const QRectF inner = inside(theme, rect);
    const QRectF below = paintHeading(painter, theme, inner, {pageTitle(), progressText(), {}});
    const QuestionWork* work = pageWork(page());
    if (const bool isRefused = work != nullptr && work->problem(); isRefused || !m_question) {
        paintNote(painter, theme, inner, isRefused ? errorText(*work->problem()) : QString());
        return;
    }
    if (page() == SliderPage) {
        paintSliders(painter, theme, below, shownSliders());
    } else if (page() == TornadoPage && shownTornado() != nullptr && shownTornado()->tornado.bars.empty()) {
        paintNote(painter, theme, inner,
                  shownTornado()->tornado.complete && !shownTornado()->tornado.base.plan
                      ? tr("Nothing fits: there is no step that could change")
                      : QString());
    } else {
        paintText(painter, theme.font, theme.text, choicesIn(theme, inner), Qt::TextWordWrap, choices());
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
        const SweepPoint& point = pointOf(*shown(), index);
        return pointTip(point, {{shown()->number, point.value}}, reading());
    }
    if (page() == MapPage) {
        const SweepPoint& cell = shownMap()->cells[at(index)];
        return pointTip(cell, {{shownMap()->first, cell.value}, {shownMap()->second, cell.second.value_or(0)}},
                        reading());
    }
    const SweepPoint& end = endOf(*shownTornado(), index);
    return pointTip(end, {{shownTornado()->numbers[at(index / 2)], end.value}}, reading());
}

std::optional<SearchRequest> WhatIfView::requestAt(int mark) const
{
    const int index = plotNow(0).marks()[at(mark)].index;
    const auto value = [](const Result<SearchRequest>& request) {
        return request ? std::optional(*request) : std::nullopt;
    };
    if (page() == CurvePage) {
        const WhatIfCurve& curve = shown()->curves[at(index / marksOfCurve)];
        return value(withNumber(curve.request, shown()->number.what, pointOf(*shown(), index).value));
    }
    if (page() == MapPage) {
        const SweepPoint& cell = shownMap()->cells[at(index)];
        return value(withNumber(shownMap()->request, shownMap()->first.what, cell.value)
                         .and_then([&](const SearchRequest& column) {
                             return withNumber(column, shownMap()->second.what, cell.second.value_or(0));
                         }));
    }
    return value(withNumber(shownTornado()->request, shownTornado()->numbers[at(index / 2)].what,
                            endOf(*shownTornado(), index).value));
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
                {{Qt::Key_Escape}, ViewKeys::tr("Back to the current values"), [this](auto&) { returnSliders(); }}};
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
