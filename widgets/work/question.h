// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A question that is answered in the background: what was asked, the answer as far as it is known, and the problem if
// there is one. GUI thread only. Its owner declares it last, so that it ends before what it calls.
#pragma once

#include "widgets/work/worker.h"

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace pgram {

/// The work on a question of any type.
class QuestionWork {
public:
    [[nodiscard]] bool isRunning() const { return m_worker.isRunning(); }
    /// stop() ended it.
    [[nodiscard]] bool isStopped() const { return m_isStopped; }
    [[nodiscard]] const std::optional<Error>& problem() const { return m_problem; }

    /// Ends the work. What is known stays, and the same question is not asked again.
    void stop()
    {
        m_isStopped = m_isStopped || isRunning();
        m_worker.stop();
    }
    /// Ends the work at once. What is known stays until the question is asked again.
    void cancel()
    {
        m_isAsked = m_isAsked && !isRunning();
        m_worker.drop();
    }

protected:
    QuestionWork(Priority priority, std::function<void()> changed) : m_changed(std::move(changed)), m_worker(priority)
    {
        QObject::connect(&m_worker, &Worker::failed, [this](quint64, const Error& error) { m_problem = error; });
        QObject::connect(&m_worker, &Worker::ended, [this] { m_changed(); });
    }
    void begin(std::vector<Worker::Work> pieces)
    {
        m_isAsked = true;
        m_worker.start(std::move(pieces));
    }
    void end()
    {
        m_worker.drop();
        m_problem.reset();
        m_isStopped = false;
        m_isAsked = false;
    }
    [[nodiscard]] bool isAsked() const { return m_isAsked; }
    void tell() const { m_changed(); }

private:
    std::function<void()> m_changed;
    std::optional<Error> m_problem;
    bool m_isStopped = false;
    bool m_isAsked = false;
    Worker m_worker;  ///< last, so that it ends before what it posts to
};

template <typename Ask, typename Answer>
class Question : public QuestionWork {
public:
    using Change = std::function<void(Answer&)>;
    /// Runs on a worker thread. Changes are applied to the answer on the GUI thread, in their order.
    using Work =
        std::function<Result<void>(const Ask&, const std::stop_token&, const std::function<void(Change)>& change)>;
    /// The same for an answer that comes as a whole.
    using Function = std::function<Result<Answer>(const Ask&, const std::stop_token&)>;
    /// Returns pieces of work, between which work of a higher priority may come. Runs on the GUI thread.
    using Pieces = std::function<std::vector<Work>(const Ask&)>;

    /// `changed` is called when more is known and when the work ends.
    Question(Priority priority, Pieces pieces, std::function<void()> changed)
        : QuestionWork(priority, std::move(changed)), m_pieces(std::move(pieces))
    {}
    Question(Priority priority, Work work, std::function<void()> changed)
        : Question(
              priority, [work = std::move(work)](const Ask&) { return std::vector<Work>{work}; }, std::move(changed))
    {}
    Question(Priority priority, Function answer, std::function<void()> changed)
        : Question(
              priority,
              [answer = std::move(answer)](const Ask& ask, const std::stop_token& stop, const auto& change) {
                  return answer(ask, stop).map(
                      [&](Answer found) { change([found = std::move(found)](Answer& known) { known = found; }); });
              },
              std::move(changed))
    {}

    /// Asks, and returns true, unless this is the question that was asked last. Changes begin with `first`.
    bool ask(Ask ask, std::shared_ptr<Answer> first = nullptr)
    {
        if (isAsked() && *m_asked == ask) {
            return false;
        }
        forget();
        m_answer = std::move(first);
        m_asked = std::make_shared<const Ask>(std::move(ask));
        std::vector<Worker::Work> pieces;
        for (Work& piece : m_pieces(*m_asked)) {
            pieces.emplace_back([this, work = std::move(piece), asked = m_asked](const std::stop_token& stop,
                                                                                 const Worker::Post& post) {
                const auto change = [this, &post](Change by) {
                    post([this, by = std::move(by)] { this->change(by); });
                };
                return work(*asked, stop, change);
            });
        }
        begin(std::move(pieces));
        return true;
    }
    /// Nothing is asked and nothing is known.
    void forget()
    {
        end();
        m_asked.reset();
        m_answer.reset();
    }
    /// Changes what is known without asking anything.
    void change(const Change& by)
    {
        if (!m_answer) {
            m_answer = std::make_shared<Answer>();
        }
        by(*m_answer);
        tell();
    }

    /// Null while nothing was asked.
    [[nodiscard]] const Ask* asked() const { return m_asked.get(); }
    /// Null until something is known.
    [[nodiscard]] std::shared_ptr<const Answer> answer() const { return m_answer; }

private:
    Pieces m_pieces;
    std::shared_ptr<const Ask> m_asked;
    std::shared_ptr<Answer> m_answer;
};

}  // namespace pgram
