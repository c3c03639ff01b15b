// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Numbers of the question under the hand: a slider for each that was chosen, and the plan for where they stand, first
// the plan of now run at these numbers, then the best one, planned anew in the background. What is moved on is
// superseded: nothing of it arrives any more. GUI thread only.
#pragma once

#include "core/search/search.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/what_if/what_if_figures.h"
#include "widgets/work/question.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <optional>

class QGridLayout;
class QLabel;
class QSlider;
class QToolButton;

namespace pgram {

struct Theme;

/// The values that a slider has: doublings of counts, and every whole number of small ones; else equal shares from a
/// tenth to ten times.
[[nodiscard]] std::vector<double> sliderValues(const WhatIfNumber& number);

struct SliderAnswer {
    SweepPoint point;
    bool isFinal = false;  ///< false: the plan of now at these numbers, while the best one is searched
};

struct SliderAsk {
    SearchRequest request;
    std::vector<std::pair<std::string, double>> values;  ///< in place of its numbers
    std::shared_ptr<const Plan> now;
    bool operator==(const SliderAsk&) const = default;
};
using SliderQuestion = Question<SliderAsk, SliderAnswer>;
using SliderSearch = std::function<Result<SearchResult>(const SearchRequest&, std::stop_token)>;
[[nodiscard]] SliderQuestion::Work sliderWork(SliderSearch search);

class SliderPanel : public QWidget {
    Q_OBJECT
public:
    explicit SliderPanel(QWidget* parent = nullptr);

    /// A row for each, at its value of now.
    void setNumbers(const std::vector<WhatIfNumber>& numbers);
    /// Those that stand elsewhere than now.
    [[nodiscard]] std::vector<std::pair<std::string, double>> moved() const;
    /// All back to now; silent.
    void restore();

Q_SIGNALS:
    void valuesChanged();
    void released();
    void removed(const std::string& what);

private:
    struct Row {
        WhatIfNumber number;
        std::vector<double> values;
        QLabel* title;
        QSlider* slider;
        QLabel* text;
        QToolButton* remove;
    };
    void addRow(const WhatIfNumber& number);
    void showValue(const Row& row);

    QGridLayout* m_grid;
    std::vector<Row> m_rows;
};

/// The plan of now, and what it becomes: each figure before and after.
struct ShownSliders {
    SweepPoint before;
    std::optional<SliderAnswer> after;
    std::vector<std::pair<WhatIfNumber, double>> moved;
    RunQuestion run;
};
void paintSliders(QPainter& painter, const Theme& theme, const QRectF& area, const ShownSliders& shown);
[[nodiscard]] FigureContent slidersTable(const ShownSliders& shown);

}  // namespace pgram
