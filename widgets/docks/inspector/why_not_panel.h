// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// "Why this and not that": a strategy that the selected layers do not run, a part of one, or the runner-up, and what
// the best plan with it would cost beside the plan that is shown. Worked out in the background. GUI thread only.
// What a WhyNot says, in sentences of the window's language. Plain functions.
#pragma once

#include "core/questions/why_not.h"
#include "widgets/document/strategy_choices.h"
#include "widgets/document/workbench.h"

#include <QString>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QPushButton;
class QToolButton;

namespace pgram {

/// "TP8, the rest free".
[[nodiscard]] QString partText(const StrategyPattern& part);
/// The strategy that the answer is about: the one that was asked about, or those of the best plan found for a part,
/// "TP8·SDP4 ckpt and 1 other"; empty where there is none.
[[nodiscard]] QString foundText(const WhyNotQuestion& question, const WhyNot& answer);
/// One line: "+12.4 %: 3.36 s a step beside 2.83 s, mostly communication", or why there is no plan with it.
[[nodiscard]] QString whyNotLine(const WhyNotQuestion& question, const WhyNot& answer);
/// The parts of both steps, what changes elsewhere, and how it was searched: rich text.
[[nodiscard]] QString whyNotDetails(const WhyNotQuestion& question, const WhyNot& answer);

class SuggestEdit;

class WhyNotPanel : public QWidget {
    Q_OBJECT
public:
    /// `bench` outlives it.
    explicit WhyNotPanel(Workbench* bench, QWidget* parent = nullptr);

    /// Null until an answer is there.
    [[nodiscard]] const WhyNot* answer() const { return m_answer.get(); }
    [[nodiscard]] bool isWorking() const { return m_pause.isActive() || m_search.isRunning() || m_costs.isRunning(); }
    [[nodiscard]] QComboBox* box() const { return m_box; }
    /// Of the box: what is typed there is a part of a strategy, "tp8 sdp".
    [[nodiscard]] SuggestEdit* edit() const { return m_edit; }
    [[nodiscard]] QString text() const;
    [[nodiscard]] QPushButton* showButton() const { return m_show; }

private:
    void build();
    void retranslate();
    void followPlan();
    void followSelection();
    void forget();
    void fillBox();
    void emptyBox();
    void listStrategies(const Plan& plan);
    void showWanted();
    void choose(int index);
    [[nodiscard]] QStringList suggestionsFor(const QString& typed);
    void pick(int index);
    void refuse(const QString& typed);
    void markBox(const QString& why);
    void restart();
    void work();
    void askRunnerUp();
    void takeRunnerUp();
    void ask(const Allowed& wanted);
    void take(std::shared_ptr<const WhyNotQuestion> question, std::shared_ptr<const WhyNot> answer);
    void showAnswer();
    void showProblem(const QString& text);
    [[nodiscard]] QString resultText() const;
    void showThatPlan();
    /// About the plan as it is shown, asked as the search of it was.
    [[nodiscard]] WhyNotQuestion question() const;
    /// It is for as many stages as the plan has, and not what the layers run.
    [[nodiscard]] bool isRunnerUp(const LayerStrategy& strategy) const;

    /// What the box lists follows from this alone.
    struct Listing {
        int devices = 0;
        Space space;
        int pipeline = 0;
        LayerStrategy near;  ///< of the first layer: its neighbours are listed first
        bool operator==(const Listing&) const = default;
    };

    Session* m_session;
    SelectionModel* m_selection;
    QComboBox* m_box;
    SuggestEdit* m_edit;
    QLabel* m_result;
    QLabel* m_details;
    QToolButton* m_more;
    QPushButton* m_show;
    QTimer m_pause;  ///< until the selection rests
    Worker m_search{Priority::Answer};
    LeafCosts m_costs;  ///< for the runner-up
    bool m_runnerUp = false;
    std::optional<Allowed> m_wanted;
    std::vector<Allowed> m_suggested;
    LayerRange m_range;
    int m_row = -1;
    std::shared_ptr<const Plan> m_shown;  ///< which the question is about
    bool m_filling = false;
    std::optional<Listing> m_listing;  ///< of the box as it is filled
    std::vector<LayerStrategy> m_listed;
    std::shared_ptr<const WhyNotQuestion> m_question;
    std::shared_ptr<const WhyNot> m_answer;
    QString m_problem;  ///< why there is no answer
};

}  // namespace pgram
