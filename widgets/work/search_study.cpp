// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/work/search_study.h"

#include "core/base/workers.h"

#include <algorithm>
#include <numeric>

namespace pgram {

namespace {

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

using Change = std::function<void(std::function<void(MethodStudy&)>)>;

Result<void> compare(const StudyWork& work, const SearchRequest& request, bool isSlow, const std::stop_token& stop,
                     const Change& change)
{
    return work
        .compare(request, methodsThat(isSlow, request.space), stop,
                 [&](const MethodRow& row) {
                     if (!stop.stop_requested()) {
                         change([row](MethodStudy& study) { study.rows.push_back(row); });
                     }
                 })
        .map([](const auto&) {});
}

Result<void> walk(const StudyWork& work, const SearchRequest& request, const std::stop_token& stop,
                  const Change& change)
{
    return work.search(ofSeveralStages(request), stop).map([&](const SearchResult& result) {
        if (!stop.stop_requested()) {
            change([result](MethodStudy& study) { study.pipelined = result; });
        }
    });
}

Result<void> learn(const StudyWork& work, const SearchRequest& request, const std::stop_token& stop,
                   const Change& change)
{
    return work.learn(request, stop).map([&](const std::vector<LearningCurves>& learned) {
        if (!stop.stop_requested() && !learned.empty()) {
            change([curves = learned.front()](MethodStudy& study) { study.learned = curves; });
        }
    });
}

}  // namespace

SearchStudy::SearchStudy(QObject* parent) : SearchStudy(StudyWork{}, parent) {}

SearchStudy::SearchStudy(StudyWork work, QObject* parent)
    : QObject(parent),
      m_question(
          Priority::Study, [work = std::move(work)](const SearchRequest&) { return piecesOf(work); },
          [this] { take(); })
{}

/// Quick methods come first.
std::vector<SearchStudy::Methods::Work> SearchStudy::piecesOf(const StudyWork& work)
{
    return {[work](const SearchRequest& request, const auto& stop, const auto& change) {
                return compare(work, request, false, stop, change);
            },
            [work](const SearchRequest& request, const auto& stop, const auto& change) {
                return walk(work, request, stop, change);
            },
            [work](const SearchRequest& request, const auto& stop, const auto& change) {
                return compare(work, request, true, stop, change);
            },
            [work](const SearchRequest& request, const auto& stop, const auto& change) {
                return learn(work, request, stop, change);
            },
            [](const SearchRequest&, const auto& stop, const auto& change) -> Result<void> {
                change([complete = !stop.stop_requested()](MethodStudy& study) { study.complete = complete; });
                return {};
            }};
}

void SearchStudy::ask(const SearchRequest& request)
{
    SearchRequest next = methodsRequest(request);
    if (next != m_request) {
        m_request = std::move(next);
        m_question.forget();
        Q_EMIT changed();
    }
}

void SearchStudy::start()
{
    if (!isRunning() && !isComplete()) {
        m_question.forget();
        m_question.ask(m_request);
        Q_EMIT changed();
    }
}

void SearchStudy::drop()
{
    m_question.cancel();
    Q_EMIT changed();
}

std::shared_ptr<const MethodStudy> SearchStudy::methodStudy() const
{
    const auto known = std::ranges::find(m_known, m_request, &Known::first);
    const auto now = known != m_known.end() ? known->second : m_question.answer();
    return now ? now : std::make_shared<const MethodStudy>();
}

void SearchStudy::take()
{
    if (const auto study = m_question.answer(); study && study->complete && !isRunning()) {
        m_known.emplace_front(m_request, study);
        m_known.resize(std::min(m_known.size(), mostKnown));
        m_question.forget();
    }
    Q_EMIT changed();
}

}  // namespace pgram
