// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The dimensions that a search may use, as switches, with the size of the decision tree that they leave and, where it
// is asked for, what each of them brings and costs. GUI thread only.
#pragma once

#include "core/questions/space_effects.h"
#include "core/strategy/decision_tree.h"
#include "widgets/work/worker.h"

#include <QWidget>

#include <optional>
#include <vector>

class QCheckBox;
class QLabel;
class QToolButton;

namespace pgram {

class SpaceSwitches : public QWidget {
    Q_OBJECT
public:
    explicit SpaceSwitches(QWidget* parent = nullptr);

    void setSpace(const Space& space);
    [[nodiscard]] Space space() const { return m_space; }
    /// Dimensions that may be chosen; null: all.
    void setOffered(const Space* offered);
    /// For the count of strategies, and for what each dimension brings.
    void setQuestion(const SearchRequest& request);
    /// Plans the question with each dimension added or left out, and says on its switch by how much the step changes.
    void weigh();

Q_SIGNALS:
    void changed();

private:
    void follow();
    void count();
    void showCounts();
    void forgetEffects();
    void showEffects();
    [[nodiscard]] QString effectText(const SpaceEffect& effect) const;
    [[nodiscard]] QString effectTip(const SpaceEffect& effect) const;
    void retranslate();
    void keepRoomForCounts();

    Space m_space;
    int m_devices = 0;
    SearchRequest m_question;
    bool m_canAsk = false;               ///< the question is whole
    std::vector<SpaceEffect> m_effects;  ///< of the question; the first is the question as it is
    QString m_problem;                   ///< why they could not be worked out
    bool m_filling = false;
    std::vector<QToolButton*> m_switches;
    QCheckBox* m_takeaway3;
    QCheckBox* m_anyDivisor;
    QToolButton* m_weigh;
    QLabel* m_counts;
    std::optional<TreeCounts> m_known;    ///< none while they are counted, and of too many devices
    Worker m_counting{Priority::Answer};  ///< a wide tree takes longer than a frame
    Worker m_weighing{Priority::Answer};
};

}  // namespace pgram
