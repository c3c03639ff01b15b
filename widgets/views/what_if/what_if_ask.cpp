// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the What-if view has worked out in the background, and what comes of it.
#include "widgets/document/core_text.h"
#include "widgets/document/preview.h"
#include "widgets/views/what_if/what_if_view.h"

#include <algorithm>

namespace pgram {

namespace {

constexpr int mapPoints = 9;  // of an axis that is no count
constexpr double percent = 100;

/// The question itself, then those of its variants that are chosen.
std::vector<WhatIfCurve> curvesOf(const SearchRequest& question, const QStringList& besides)
{
    std::vector<WhatIfCurve> curves{{ownTitle(question), question, {}}};
    if (besides.isEmpty()) {
        return curves;
    }
    for (WhatIfVariant& variant : whatIfVariants(question)) {
        if (besides.contains(qs(variant.key))) {
            curves.push_back({variant.title, std::move(variant.request), {}});
        }
    }
    return curves;
}

}  // namespace

bool WhatIfView::isAnswered() const
{
    const bool isUnderWay =
        m_stopped[static_cast<std::size_t>(page())] || ((m_problem || m_worker.isRunning()) && m_workPage == page());
    switch (page()) {
    case CurvePage:
        return m_shown && m_shown->number.what == m_number && m_shown->axis == whatIfAxis(m_shown->number, m_factor) &&
               m_shown->curves == curvesOf(*m_question, m_besides) && (m_shown->isComplete() || isUnderWay);
    case MapPage:
        return m_map && m_map->first.what == m_number && m_map->second.what == m_second &&
               m_map->across == whatIfAxis(m_map->first, m_factor, mapPoints) && (m_map->isComplete || isUnderWay);
    case TornadoPage:
        return m_tornado && m_tornado->share == m_share / percent && (m_tornado->tornado.complete || isUnderWay);
    default:
        return true;
    }
}

void WhatIfView::ask()
{
    m_worker.drop();
    m_problem.reset();
    forgetMarks(0);
    focusMark(0, -1);
    m_stopped[static_cast<std::size_t>(page())] = false;
    m_workPage = page();
    if (m_number.empty()) {
        return;
    }
    page() == CurvePage ? askCurves() : page() == MapPage ? askMap() : askTornado();
    fillRegions();
    showControls();
}

void WhatIfView::askCurves()
{
    const WhatIfNumber number = whatIfNumber(*m_question, m_number);
    m_shown = ShownWhatIf{*m_question, number, whatIfAxis(number, m_factor), curvesOf(*m_question, m_besides)};
    askSame();
    std::vector<Worker::Work> pieces;
    for (std::size_t curve = 0; curve < m_shown->curves.size(); ++curve) {
        pieces.emplace_back([this, curve, work = m_work.sweep, request = m_shown->curves[curve].request,
                             axis = m_shown->axis](const std::stop_token& stop, const Worker::Post& post) {
            return work(request, axis, stop,
                        [&](const SweepPoint& point) { post([this, curve, point] { take(curve, point); }); })
                .map([&](Sweep found) {
                    post([this, curve, found = std::move(found)]() mutable {
                        m_shown->curves[curve].sweep = std::move(found);
                        moreIsKnown();
                    });
                });
        });
    }
    m_worker.start(std::move(pieces));
}

/// The plan of now at each value, as it is: known before the first value is planned anew.
void WhatIfView::askSame()
{
    m_shown->plan = document()->plan();
    m_same.start([this, axis = m_shown->axis, request = *m_question,
                  plan = m_shown->plan](const std::stop_token& stop, const Worker::Post& post) -> Result<void> {
        std::vector<SweepPoint> same;
        for (const double value : axis.values()) {
            const Result<SearchRequest> asked = withNumber(request, axis.what, value);
            std::optional<SweepPoint> point = asked && !stop.stop_requested() ? carried(*plan, *asked) : std::nullopt;
            if (point && point->figures->fits) {
                point->value = value;
                same.push_back(std::move(*point));
            }
        }
        post([this, same = std::move(same)]() mutable {
            m_shown->same = std::move(same);
            moreIsKnown();
        });
        return {};
    });
}

/// The curve grows as the values are planned.
void WhatIfView::take(std::size_t curve, const SweepPoint& point)
{
    std::vector<SweepPoint>& points = m_shown->curves[curve].sweep.points;
    const auto at = std::ranges::lower_bound(points, point.value, {}, &SweepPoint::value);
    if (at == points.end() || at->value != point.value) {
        points.insert(at, point);
    } else {
        *at = point;
    }
    moreIsKnown();
}

void WhatIfView::askMap()
{
    const WhatIfNumber first = whatIfNumber(*m_question, m_number);
    const WhatIfNumber second = whatIfNumber(*m_question, m_second);
    m_map = ShownMap{
        *m_question, first, second, whatIfAxis(first, m_factor, mapPoints), whatIfAxis(second, m_factor, mapPoints),
        {},          false};
    m_worker.start([this, work = m_work.map, request = *m_question, across = m_map->across,
                    up = m_map->up](const std::stop_token& stop, const Worker::Post& post) {
        return work(request, across, up, stop,
                    [&](const SweepPoint& cell) {
                        post([this, cell] {
                            m_map->cells.push_back(cell);
                            moreIsKnown();
                        });
                    })
            .map([&](std::vector<SweepPoint> cells) {
                post([this, cells = std::move(cells)]() mutable {
                    m_map->cells = std::move(cells);
                    m_map->isComplete = static_cast<int>(m_map->cells.size()) == m_map->all();
                    moreIsKnown();
                });
            });
    });
}

void WhatIfView::askTornado()
{
    m_tornado = ShownTornado{*m_question, m_share / percent, {}, {}};
    m_worker.start([this, work = m_work.tornado, request = *m_question,
                    share = m_tornado->share](const std::stop_token& stop, const Worker::Post& post) {
        const auto tell = [&](const Progress& now) {
            post([this, done = now.tasksDone, all = now.tasksTotal] {
                m_tornado->done = done;
                m_tornado->all = all;
                pictureChanged();
            });
        };
        return work(request, share, stop, tell).map([&](Tornado found) {
            post([this, found = std::move(found)]() mutable {
                m_tornado->tornado = std::move(found);
                for (const TornadoBar& bar : m_tornado->tornado.bars) {
                    m_tornado->numbers.push_back(whatIfNumber(m_tornado->request, bar.what));
                }
                moreIsKnown();
            });
        });
    });
}

void WhatIfView::moreIsKnown()
{
    if (m_stop->isHidden() == m_worker.isRunning()) {
        m_stop->setVisible(m_worker.isRunning());
        showControls();
    }
    table()->reset(tableNow());
    plotsChanged();
}

void WhatIfView::stopWork()
{
    if (m_worker.isRunning()) {
        m_stopped[static_cast<std::size_t>(m_workPage)] = true;
        m_worker.stop();
    }
}

void WhatIfView::moveSliders()
{
    const auto moved = m_sliders->moved();
    if (moved.empty() || !m_question) {
        returnSliders();
    } else {
        m_planner.ask(*m_question, moved, document()->plan());
    }
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
    m_planner.drop();
}

/// All views show the plan that the sliders ask for as a preview of the plan of now.
void WhatIfView::showAnswer()
{
    const std::optional<SliderAnswer>& answer = m_planner.answer();
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
