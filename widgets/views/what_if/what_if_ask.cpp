// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the What-if view has worked out in the background, and what comes of it.
#include "studies/swept.h"
#include "widgets/document/core_text.h"
#include "widgets/document/preview.h"
#include "widgets/document/scenario_text.h"
#include "widgets/views/what_if/what_if_view.h"

#include <QRegularExpression>

#include <algorithm>

namespace pgram {

namespace {

constexpr int mapPoints = 9;  // of an axis that is no count
constexpr double percent = 100;

/// The curve grows as the values are planned.
void takePoint(std::vector<SweepPoint>& points, const SweepPoint& point)
{
    const auto at = std::ranges::lower_bound(points, point.value, {}, &SweepPoint::value);
    if (at == points.end() || at->value != point.value) {
        points.insert(at, point);
    } else {
        *at = point;
    }
}

/// Returns the points of a curve with both sides of its crossings, by rising value.
std::vector<SweepPoint> withCrossings(const Sweep& sweep)
{
    std::vector<SweepPoint> points = sweep.points;
    for (const Crossing& crossing : sweep.crossings) {
        takePoint(points, crossing.below);
        takePoint(points, crossing.above);
    }
    return points;
}

}  // namespace

std::optional<SweptRequests> WhatIfView::swept() const
{
    SweptRequests swept{pageTitle().toStdString(), {}};
    if (page() == CurvePage && shown() != nullptr) {
        for (const WhatIfCurve& curve : shown()->curves) {
            swept.all.push_back({curve.request, {shown()->axis.what}, withCrossings(curve.sweep)});
        }
    } else if (page() == MapPage && shownMap() != nullptr) {
        swept.all.push_back({shownMap()->request, {shownMap()->across.what, shownMap()->up.what}, shownMap()->cells});
    } else if (page() == TornadoPage && shownTornado() != nullptr) {
        swept.all.push_back({shownTornado()->request, {}, {shownTornado()->tornado.base}});
        for (const TornadoBar& bar : shownTornado()->tornado.bars) {
            swept.all.push_back({shownTornado()->request, {bar.what}, {bar.less, bar.more}});
        }
    }
    std::erase_if(swept.all, [](const SweptRequest& each) { return each.points.empty(); });
    return swept.all.empty() ? std::nullopt : std::optional(std::move(swept));
}

/// The question itself, then those of its variants that are chosen.
std::vector<WhatIfCurve> WhatIfView::curvesNow() const
{
    // The own curve is called by what the others differ in.
    const auto has = [this](const char* kind) {
        return m_besides.indexOf(QRegularExpression(QLatin1StringView(kind) + QStringLiteral(":.*"))) >= 0;
    };
    const QString own = has("model")     ? presetText(m_question->model.title)
                        : has("cluster") ? presetText(m_question->cluster.title)
                                         : ownTitle(*m_question);
    std::vector<WhatIfCurve> curves{{own, *m_question, {}}};
    for (const QString& key : m_besides) {
        for (WhatIfVariant& variant : variantsOf(*m_question, key, m_number, m_scenario->store())) {
            curves.push_back({variant.title, std::move(variant.request), {}});
        }
    }
    return curves;
}

std::vector<WhatIfView::Curves::Work> WhatIfView::curvesWork(const WhatIfWork& work, const SweepAsk& asked)
{
    std::vector<Curves::Work> pieces;
    for (std::size_t curve = 0; curve < asked.requests.size(); ++curve) {
        pieces.emplace_back(
            [curve, sweep = work.sweep](const SweepAsk& of, const std::stop_token& stop, const auto& change) {
                const auto found = [&](const SweepPoint& point) {
                    change([curve, point](ShownWhatIf& shown) { takePoint(shown.curves[curve].sweep.points, point); });
                };
                return sweep(of.requests[curve], of.axis, stop, found).map([&](const Sweep& whole) {
                    change([curve, whole](ShownWhatIf& shown) { shown.curves[curve].sweep = whole; });
                });
            });
    }
    return pieces;
}

Result<std::vector<SweepPoint>> WhatIfView::samePlan(const SameAsk& asked, const std::stop_token& stop)
{
    std::vector<SweepPoint> same;
    for (const double value : asked.axis.values()) {
        const Result<SearchRequest> request = withNumber(asked.request, asked.axis.what, value);
        std::optional<SweepPoint> point =
            request && !stop.stop_requested() ? carried(*asked.plan, *request) : std::nullopt;
        if (point && point->figures->fits) {
            point->value = value;
            same.push_back(std::move(*point));
        }
    }
    return same;
}

WhatIfView::Map::Work WhatIfView::mapWork(const WhatIfWork& work)
{
    return [map = work.map](const MapAsk& asked, const std::stop_token& stop, const auto& change) {
        return map(asked.request, asked.across, asked.up, stop,
                   [&](const SweepPoint& cell) { change([cell](ShownMap& shown) { shown.cells.push_back(cell); }); })
            .map([&](const std::vector<SweepPoint>& cells) {
                change([cells](ShownMap& shown) {
                    shown.cells = cells;
                    shown.isComplete = static_cast<int>(cells.size()) == shown.all();
                });
            });
    };
}

WhatIfView::Bars::Work WhatIfView::tornadoWork(const WhatIfWork& work)
{
    return [tornado = work.tornado](const TornadoAsk& asked, const std::stop_token& stop, const auto& change) {
        const auto tell = [&](const Progress& now) {
            change([done = now.tasksDone, all = now.tasksTotal](ShownTornado& shown) {
                shown.done = done;
                shown.all = all;
            });
        };
        return tornado(asked.request, asked.share, stop, tell).map([&](const Tornado& found) {
            change([found](ShownTornado& shown) {
                shown.tornado = found;
                for (const TornadoBar& bar : found.bars) {
                    shown.numbers.push_back(whatIfNumber(shown.request, bar.what));
                }
            });
        });
    };
}

const QuestionWork* WhatIfView::pageWork(int page) const
{
    const std::array<const QuestionWork*, 4> works{&m_curves, &m_map, &m_tornado, nullptr};
    return works[at(page)];
}

void WhatIfView::ask()
{
    bool isNew = false;
    if (m_number.empty()) {
        return;
    }
    const WhatIfNumber number = whatIfNumber(*m_question, m_number);
    if (page() == CurvePage) {
        const SweepAxis axis = whatIfAxis(number, m_factor);
        const std::vector<WhatIfCurve> curves = curvesNow();
        SweepAsk asked{{}, axis};
        std::ranges::transform(curves, std::back_inserter(asked.requests), &WhatIfCurve::request);
        isNew = m_curves.ask(asked,
                             std::make_shared<ShownWhatIf>(ShownWhatIf{*m_question, number, axis, curves, 0, {}, {}}));
        m_same.ask({document()->plan(), *m_question, axis}, std::make_shared<std::vector<SweepPoint>>());
        if (!std::ranges::equal(shown()->curves, curves, {}, &WhatIfCurve::title, &WhatIfCurve::title) ||
            shown()->number.title != number.title) {
            m_curves.change([&](ShownWhatIf& shown) {
                shown.number = number;  // in another language
                for (std::size_t curve = 0; curve < curves.size(); ++curve) {
                    shown.curves[curve].title = curves[curve].title;
                }
            });
        }
    } else if (page() == MapPage) {
        const WhatIfNumber second = whatIfNumber(*m_question, m_second);
        const SweepAxis across = whatIfAxis(number, m_factor, mapPoints);
        const SweepAxis up = whatIfAxis(second, m_factor, mapPoints);
        isNew = m_map.ask({*m_question, across, up},
                          std::make_shared<ShownMap>(ShownMap{*m_question, number, second, across, up, {}, false}));
    } else if (page() == TornadoPage) {
        const double share = m_share / percent;
        isNew = m_tornado.ask({*m_question, share},
                              std::make_shared<ShownTornado>(ShownTornado{*m_question, share, {}, {}}));
    }
    if (isNew) {
        forgetMarks(0);
        focusMark(0, -1);
        fillRegions();
        showControls();
    }
}

void WhatIfView::moreIsKnown()
{
    const QuestionWork* work = pageWork(page());
    const bool isRunning = work != nullptr && work->isRunning();
    if (m_stop->isHidden() == isRunning) {
        m_stop->setVisible(isRunning);
        showControls();
    }
    table()->reset(tableNow());
    plotsChanged();
}

void WhatIfView::stopWork()
{
    if (QuestionWork* work = pageWork(page())) {
        work->stop();
    }
}

/// Ends the work that nobody looks at.
void WhatIfView::hideEvent(QHideEvent* event)
{
    PlotView::hideEvent(event);
    QuestionWork* work = pageWork(page());
    if (work != nullptr && work->isRunning() && !m_isWanted) {
        work->cancel();
        follow();
    }
}

void WhatIfView::moveSliders()
{
    const auto moved = m_sliders->moved();
    if (moved.empty() || !m_question) {
        returnSliders();
        return;
    }
    // The last answer is shown until the next one arrives.
    auto last = m_moved.answer() ? std::make_shared<SliderAnswer>(*m_moved.answer()) : nullptr;
    if (last) {
        last->isFinal = false;
    }
    m_moved.ask({*m_question, moved, document()->plan()}, std::move(last));
}

void WhatIfView::commitSliders()
{
    if (!m_question) {
        return;
    }
    Result<SearchRequest> asked = *m_question;
    for (const auto& moved : m_sliders->moved()) {
        asked = asked.and_then(
            [&](const SearchRequest& request) { return withNumber(request, moved.first, moved.second); });
    }
    if (!asked) {
        showProblem(asked.error());
    } else if (*asked != *m_question) {
        Q_EMIT planRequested(*asked);
    }
}

void WhatIfView::returnSliders()
{
    m_sliders->restore();
    dropSliders();
}

void WhatIfView::dropSliders()
{
    m_moved.forget();
    showAnswer();
}

/// All views show the plan that the sliders ask for as a preview of the plan of now.
void WhatIfView::showAnswer()
{
    const auto answer = m_moved.answer();
    if (answer && answer->point.plan) {
        document()->preview()->show(answer->point.plan, answer->point.figures);
    } else {
        document()->preview()->clear();
    }
    if (page() == SliderPage) {
        moreIsKnown();
    }
}

}  // namespace pgram
