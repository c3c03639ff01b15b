// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What each strategy costs some layers of a model: the step time of the best plan in which they run it. Worked out in
// the background, strategy by strategy, and kept for the layers that anybody asked about lately. GUI thread only.
#pragma once

#include "core/questions/why_not.h"
#include "widgets/work/worker.h"

#include <QObject>

#include <list>
#include <map>
#include <memory>

namespace pgram {

struct LeafCost {
    WhyNot::Outcome outcome = WhyNot::Outcome::Stopped;
    Seconds stepTime = 0;            ///< of Costed
    Bytes shortBy = 0;               ///< of Infeasible; 0 = other layers have no legal strategy
    std::optional<Verdict> refusal;  ///< of Illegal
    [[nodiscard]] bool isCosted() const { return outcome == WhyNot::Outcome::Costed; }
};

/// What the costs are of. Two equal questions have equal costs.
struct LeafQuestion {
    SearchRequest request;  ///< without pins; one batch: training.globalBatch
    int firstLayer = 0;
    int layerCount = 0;
    bool operator==(const LeafQuestion&) const = default;
};

/// The costs that are known, of the questions asked last: no search is made twice, whoever asks.
class LeafAnswers {
public:
    using Costs = std::map<LayerStrategy, LeafCost>;
    /// More may come to be known of them.
    [[nodiscard]] std::shared_ptr<Costs> to(const LeafQuestion& question);

private:
    std::list<std::pair<LeafQuestion, std::shared_ptr<Costs>>> m_known;  ///< the last question first
};

class LeafCosts : public QObject {
    Q_OBJECT
public:
    /// `answers` outlives it.
    explicit LeafCosts(LeafAnswers* answers, QObject* parent = nullptr);

    /// The searches of the leaves are many: a quick method, whatever the plan was made with.
    static constexpr Method method = Method::Base;

    /// Works out the costs of `strategies` in their order; those known already stay. Another question supersedes the
    /// one before.
    void ask(const LeafQuestion& question, const std::vector<LayerStrategy>& strategies);
    void stop() { m_worker.drop(); }
    [[nodiscard]] bool isRunning() const { return m_worker.isRunning(); }

    /// What is known of the last question.
    [[nodiscard]] const LeafAnswers::Costs& known() const { return *m_costs; }
    /// The least step time known of the last question; infinity without one.
    [[nodiscard]] Seconds best() const;

Q_SIGNALS:
    /// A cost arrived, or the question changed.
    void changed();
    /// All costs of the question are known.
    void finished();

private:
    LeafAnswers* m_answers;
    std::shared_ptr<LeafAnswers::Costs> m_costs = std::make_shared<LeafAnswers::Costs>();  ///< of the last question
    Worker m_worker{Priority::Study};
};

}  // namespace pgram
