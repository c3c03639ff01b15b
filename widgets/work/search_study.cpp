// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/work/search_study.h"

#include "core/base/workers.h"

#include <algorithm>
#include <numeric>

namespace pgram {

namespace {

constexpr int frontierBudgets = 32;  // a step every few pixels of a plot
constexpr std::size_t mostKnown = 16;

bool samples(Method method)
{
    return method == Method::Annealing || method == Method::RandomRestart || method == Method::AutoMap;
}

/// The methods that do, or do not, take their time to sample; but those that are another one under a second name.
std::vector<Contender> methodsThat(bool sample, const Space& space)
{
    std::vector<Contender> chosen = everyContender(space);
    std::erase_if(chosen, [sample](const Contender& contender) {
        return samples(contender.method) != sample || contender.method == Method::Zero3;
    });
    return chosen;
}

/// A core stays free for the window.
int backgroundThreads()
{
    return std::max(1, coreCount() - 1);
}

SearchRequest methodsRequest(SearchRequest request)
{
    request.method = Method::Joint;
    request.threads = backgroundThreads();
    return request;
}

/// The frontier is over all budgets: one for every budget that a plan was asked for with.
SearchRequest frontierRequest(SearchRequest request)
{
    request = methodsRequest(std::move(request));
    request.memoryBudget = std::max(request.memoryBudget, request.cluster.device.memory);
    return request;
}

/// Of two stages and more.
SearchRequest ofSeveralStages(SearchRequest request)
{
    request.method = Method::Bmw;
    request.target = nullptr;  // by Joint, which has no walk
    if (request.pipelines.empty()) {
        const int most = std::min(request.cluster.devices, request.model.layerCount());
        request.pipelines.resize(static_cast<std::size_t>(std::max(1, most)));
        std::iota(request.pipelines.begin(), request.pipelines.end(), 1);
    }
    std::erase(request.pipelines, 1);
    if (request.pipelines.empty()) {
        request.pipelines = {0};  // an empty list would ask for any
    }
    return request;
}

template <typename Known>
auto find(const Known& known, const SearchRequest& request)
{
    const auto found = std::ranges::find_if(known, [&](const auto& entry) { return entry.request == request; });
    return found == known.end() ? nullptr : found->study;
}

template <typename Known, typename Study>
void keep(Known& known, const SearchRequest& request, const std::shared_ptr<const Study>& study)
{
    known.push_front({request, study});
    known.resize(std::min(known.size(), mostKnown));
}

}  // namespace

SearchStudy::SearchStudy(QObject* parent) : SearchStudy(StudyWork{}, parent) {}

SearchStudy::SearchStudy(StudyWork work, QObject* parent) : QObject(parent), m_work(std::move(work))
{
    connect(&m_worker, &Worker::ended, this, &SearchStudy::changed);
    connect(&m_worker, &Worker::failed, this, [this](quint64, const Error& error) { m_error = error; });
}

void SearchStudy::ask(const SearchRequest& request)
{
    const SearchRequest ofMethods = methodsRequest(request);
    if (ofMethods == m_request) {
        return;
    }
    m_worker.drop();
    m_error.reset();
    m_request = ofMethods;
    m_methods = find(m_knownMethods, m_request);
    if (!m_methods) {
        m_methods = std::make_shared<const MethodStudy>();
    }
    SearchRequest ofFrontier = frontierRequest(request);
    if (ofFrontier != m_frontierRequest) {
        m_frontierRequest = std::move(ofFrontier);
        m_frontier = find(m_knownFrontiers, m_frontierRequest);
        if (!m_frontier) {
            m_frontier = std::make_shared<const FrontierStudy>();
        }
    }
    Q_EMIT changed();
}

void SearchStudy::start()
{
    if (isRunning() || isComplete()) {
        return;
    }
    m_error.reset();
    const bool wantsMethods = !m_methods->complete;
    const bool wantsFrontier = !m_frontier->complete;
    if (wantsMethods) {
        m_methods = std::make_shared<const MethodStudy>();
    }
    if (wantsFrontier) {
        m_frontier = std::make_shared<const FrontierStudy>();
    }
    // What is quick comes first.
    std::vector<Worker::Work> pieces;
    const auto compareThose = [this, &pieces](bool slow) {
        pieces.emplace_back([this, slow, work = m_work, request = m_request](const auto& stop, const auto& post) {
            return compare(work, request, methodsThat(slow, request.space), stop, post);
        });
    };
    if (wantsMethods) {
        compareThose(false);
        pieces.emplace_back([this, work = m_work, request = m_request](const auto& stop, const auto& post) {
            return walk(work, request, stop, post);
        });
    }
    if (wantsFrontier) {
        pieces.emplace_back([this, work = m_work, request = m_frontierRequest](const auto& stop, const auto& post) {
            return walkFrontier(work, request, stop, post);
        });
    }
    if (wantsMethods) {
        compareThose(true);
        pieces.emplace_back([this, work = m_work, request = m_request](const auto& stop, const auto& post) {
            return learn(work, request, stop, post);
        });
        pieces.emplace_back([this](const auto& stop, const auto& post) -> Result<void> {
            post([this, complete = !stop.stop_requested()] { finishMethods(complete); });
            return {};
        });
    }
    m_worker.start(std::move(pieces));
    Q_EMIT changed();
}

void SearchStudy::drop()
{
    m_worker.drop();
    Q_EMIT changed();
}

Result<void> SearchStudy::compare(const StudyWork& work, const SearchRequest& request,
                                  const std::vector<Contender>& methods, const std::stop_token& stop,
                                  const Worker::Post& post)
{
    const auto rows = work.compare(request, methods, stop, [&](const MethodRow& row) {
        if (!stop.stop_requested()) {
            post([this, row] { addToMethods([&row](MethodStudy& study) { study.rows.push_back(row); }); });
        }
    });
    return rows ? Result<void>() : tl::unexpected(rows.error());
}

Result<void> SearchStudy::walk(const StudyWork& work, const SearchRequest& request, const std::stop_token& stop,
                               const Worker::Post& post)
{
    auto result = work.search(ofSeveralStages(request), stop);
    if (!result) {
        return tl::unexpected(result.error());
    }
    if (!stop.stop_requested()) {
        post([this, pipelined = std::move(*result)] {
            addToMethods([&pipelined](MethodStudy& study) { study.pipelined = pipelined; });
        });
    }
    return {};
}

Result<void> SearchStudy::learn(const StudyWork& work, const SearchRequest& request, const std::stop_token& stop,
                                const Worker::Post& post)
{
    const auto learned = work.learn(request, stop);
    if (!learned) {
        return tl::unexpected(learned.error());
    }
    if (!stop.stop_requested() && !learned->empty()) {
        post([this, curves = learned->front()] {
            addToMethods([&curves](MethodStudy& study) { study.learned = curves; });
        });
    }
    return {};
}

Result<void> SearchStudy::walkFrontier(const StudyWork& work, const SearchRequest& request, const std::stop_token& stop,
                                       const Worker::Post& post)
{
    const auto frontier = work.frontier(request, frontierBudgets, stop,
                                        [&](const FrontierPoint& point) { post([this, point] { addPoint(point); }); });
    if (!frontier) {
        return tl::unexpected(frontier.error());
    }
    post([this, frontier = *frontier] { keepFrontier(frontier); });
    return {};
}

void SearchStudy::addToMethods(const std::function<void(MethodStudy&)>& add)
{
    auto next = std::make_shared<MethodStudy>(*m_methods);
    add(*next);
    m_methods = std::move(next);
    Q_EMIT changed();
}

void SearchStudy::finishMethods(bool complete)
{
    auto next = std::make_shared<MethodStudy>(*m_methods);
    next->complete = complete;
    m_methods = std::move(next);
    if (complete) {
        keep(m_knownMethods, m_request, m_methods);
    }
    Q_EMIT changed();
}

void SearchStudy::addPoint(const FrontierPoint& point)
{
    auto next = std::make_shared<FrontierStudy>(*m_frontier);
    std::vector<FrontierPoint>& points = next->frontier.points;
    // They come by falling budget; one that is as fast takes the place of the one before.
    while (!points.empty() && points.front().throughput <= point.throughput) {
        points.erase(points.begin());
    }
    points.insert(points.begin(), point);
    next->frontier.largestBudget = m_frontierRequest.memoryBudget;
    m_frontier = std::move(next);
    Q_EMIT changed();
}

void SearchStudy::keepFrontier(const MemoryFrontier& frontier)
{
    m_frontier = std::make_shared<const FrontierStudy>(FrontierStudy{frontier, frontier.complete});
    if (m_frontier->complete) {
        keep(m_knownFrontiers, m_frontierRequest, m_frontier);
    }
    Q_EMIT changed();
}

}  // namespace pgram
