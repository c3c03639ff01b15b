// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The dimensions that a search may use, as switches, with the size of the decision tree that they leave. GUI thread
// only.
#pragma once

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
    /// The cluster's size, for the count of strategies.
    void setDevices(int devices);

Q_SIGNALS:
    void changed();

private:
    void follow();
    void count();
    void showCounts();
    void retranslate();
    void keepRoomForCounts();

    Space m_space;
    int m_devices = 0;
    bool m_filling = false;
    std::vector<QToolButton*> m_switches;
    QCheckBox* m_takeaway3;
    QCheckBox* m_anyDivisor;
    QLabel* m_counts;
    std::optional<TreeCounts> m_known;    ///< none while they are counted, and of too many devices
    Worker m_counting{Priority::Answer};  ///< a wide tree takes longer than a frame
};

}  // namespace pgram
