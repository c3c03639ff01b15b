// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Every method's answer to the scenario of a plan. Computed in the background, piece by piece; complete answers are
// kept, so that looking at another plan and back costs nothing. GUI thread only.
#pragma once

#include "validation/learning/learning_curves.h"
#include "validation/methods/compare_methods.h"
#include "widgets/work/question.h"

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

class SearchStudy : public QObject {
    Q_OBJECT
public:
    explicit SearchStudy(QObject* parent = nullptr);
    explicit SearchStudy(StudyWork work, QObject* parent = nullptr);

    /// Turns to another request: shows what is known, and ends the work on the one before. The same request again
    /// changes nothing.
    void ask(const SearchRequest& request);
    /// Computes what is not known yet.
    void start();
    /// Ends the work. What was found stays.
    void stop() { m_question.stop(); }
    /// The same at once: nothing more arrives.
    void drop();
    [[nodiscard]] bool isRunning() const { return m_question.isRunning(); }
    [[nodiscard]] bool isComplete() const { return methodStudy()->complete; }

    /// Never null.
    [[nodiscard]] std::shared_ptr<const MethodStudy> methodStudy() const;
    /// The reason if nothing could be computed.
    [[nodiscard]] const std::optional<Error>& error() const { return m_question.problem(); }

Q_SIGNALS:
    /// More is known, or the work began or ended.
    void changed();

private:
    using Known = std::pair<SearchRequest, std::shared_ptr<const MethodStudy>>;
    using Methods = Question<SearchRequest, MethodStudy>;
    [[nodiscard]] static std::vector<Methods::Work> piecesOf(const StudyWork& work);
    void take();

    SearchRequest m_request;
    std::deque<Known> m_known;  ///< complete studies, the latest first
    Methods m_question;
};

}  // namespace pgram
