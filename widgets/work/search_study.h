// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a scenario has to tell beyond the search that made a plan: every method's answer to it, and the frontier of
// throughput against memory. Computed in the background, piece by piece; what was computed once is kept, so that
// looking at another plan and back costs nothing. GUI thread only.
#pragma once

#include "core/questions/memory_frontier.h"
#include "validation/learning/learning_curves.h"
#include "validation/methods/compare_methods.h"
#include "widgets/work/worker.h"

#include <QObject>

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace pgram {

/// What computes.
struct StudyWork {
    std::function<Result<std::vector<MethodRow>>(const SearchRequest&, const std::vector<Contender>&, std::stop_token,
                                                 const std::function<void(const MethodRow&)>&)>
        compare = compareMethods;
    std::function<Result<SearchResult>(const SearchRequest&, std::stop_token)> search =
        [](const SearchRequest& request, std::stop_token stop) { return pgram::search(request, std::move(stop)); };
    std::function<Result<MemoryFrontier>(const SearchRequest&, int, std::stop_token,
                                         const std::function<void(const FrontierPoint&)>&)>
        frontier = memoryFrontier;
    std::function<Result<std::vector<LearningCurves>>(const SearchRequest&, std::stop_token)> learn =
        [](const SearchRequest& request, std::stop_token stop) {
            return learningCurves(request, std::array{Method::AutoMap}, usualSeeds, std::move(stop));
        };
};

/// The methods' answers to one request.
struct MethodStudy {
    std::vector<MethodRow> rows;  ///< in the order of methods()
    /// BMW with two stages or more: its walk where the best plan has one stage, and so none.
    std::optional<SearchResult> pipelined;
    std::optional<LearningCurves> learned;  ///< Auto-MAP, from seed to seed
    bool complete = false;
};

/// Points by rising budget. While it is computed, smallestBudget is not known yet (0).
struct FrontierStudy {
    MemoryFrontier frontier;
    bool complete = false;
};

class SearchStudy : public QObject {
    Q_OBJECT
public:
    explicit SearchStudy(QObject* parent = nullptr);
    explicit SearchStudy(StudyWork work, QObject* parent = nullptr);

    /// Turns to another request: shows what is known of it, and stops what was computed for the one before. The same
    /// request again changes nothing.
    void ask(const SearchRequest& request);
    /// Computes what is not known yet.
    void start();
    /// What was found until then stays.
    void stop() { m_worker.stop(); }
    /// The same at once: nothing more arrives.
    void drop();
    [[nodiscard]] bool isRunning() const { return m_worker.isRunning(); }
    [[nodiscard]] bool isComplete() const { return m_methods->complete && m_frontier->complete; }

    /// Never null.
    [[nodiscard]] std::shared_ptr<const MethodStudy> methodStudy() const { return m_methods; }
    [[nodiscard]] std::shared_ptr<const FrontierStudy> frontierStudy() const { return m_frontier; }
    /// Why nothing could be computed.
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

Q_SIGNALS:
    /// More is known, or the work began or ended.
    void changed();

private:
    template <typename T>
    struct Known {
        SearchRequest request;
        std::shared_ptr<const T> study;
    };
    // On the worker thread: what they find is posted.
    Result<void> compare(const StudyWork& work, const SearchRequest& request, const std::vector<Contender>& methods,
                         const std::stop_token& stop, const Worker::Post& post);
    Result<void> walk(const StudyWork& work, const SearchRequest& request, const std::stop_token& stop,
                      const Worker::Post& post);
    Result<void> learn(const StudyWork& work, const SearchRequest& request, const std::stop_token& stop,
                       const Worker::Post& post);
    Result<void> walkFrontier(const StudyWork& work, const SearchRequest& request, const std::stop_token& stop,
                              const Worker::Post& post);
    void addToMethods(const std::function<void(MethodStudy&)>& add);
    void finishMethods(bool complete);
    void addPoint(const FrontierPoint& point);
    void keepFrontier(const MemoryFrontier& frontier);

    StudyWork m_work;
    SearchRequest m_request;  ///< of the methods
    SearchRequest m_frontierRequest;
    std::shared_ptr<const MethodStudy> m_methods = std::make_shared<const MethodStudy>();
    std::shared_ptr<const FrontierStudy> m_frontier = std::make_shared<const FrontierStudy>();
    std::deque<Known<MethodStudy>> m_knownMethods;  ///< complete ones, the latest first
    std::deque<Known<FrontierStudy>> m_knownFrontiers;
    std::optional<Error> m_error;
    Worker m_worker{Priority::Study};  ///< last, so that it ends before what it writes to
};

}  // namespace pgram
