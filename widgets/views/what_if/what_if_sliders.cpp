// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/what_if/what_if_sliders.h"

#include "widgets/document/core_text.h"
#include "widgets/kit/help_topic.h"

#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

SweepPoint pointOf(Result<SearchResult> result)
{
    SweepPoint point;
    if (!result) {
        point.why = result.error().what;
        return point;
    }
    point.certificate = result->certificate;
    if (result->plan) {
        point.kind = kindOf(*result->plan);
        point.plan = std::make_shared<const Plan>(std::move(*result->plan));
        point.figures = result->estimate;
    } else if (result->infeasibility) {
        point.why = result->infeasibility->reason;
    }
    return point;
}

}  // namespace

std::vector<double> sliderValues(const WhatIfNumber& number)
{
    constexpr int factor = 10;
    constexpr double fewest = 128;
    constexpr int steps = 101;  // the middle one is now
    if (!number.isCount) {
        std::vector<double> values;
        for (int i = 0; i < steps; ++i) {
            const double value = number.now * std::pow(factor, 2.0 * i / (steps - 1) - 1);
            values.push_back(2 * i + 1 == steps ? number.now : std::clamp(value, number.least, number.most));
        }
        values.erase(std::unique(values.begin(), values.end()), values.end());
        return values;
    }
    if (number.now > fewest) {
        std::vector<double> values = whatIfAxis(number, factor).values();
        std::ranges::transform(values, values.begin(), [](double value) { return std::round(value); });
        return values;
    }
    std::vector<double> values;
    for (double value = 1; value <= 4 * number.now; ++value) {
        values.push_back(value);
    }
    return values;
}

SliderQuestion::Work sliderWork(SliderSearch search)
{
    return [search = std::move(search)](const SliderAsk& of, const std::stop_token& stop,
                                        const auto& change) -> Result<void> {
        const auto answer = [&](SweepPoint point, bool isFinal) {
            change([point = std::move(point), isFinal](SliderAnswer& known) { known = {point, isFinal}; });
        };
        SearchRequest asked = of.request;
        for (const auto& [what, value] : of.values) {
            Result<SearchRequest> next = withNumber(asked, what, value);
            if (!next) {
                answer({.why = next.error().what}, true);
                return {};
            }
            asked = std::move(*next);
        }
        if (std::optional<SweepPoint> first = carried(*of.now, asked)) {
            answer(std::move(*first), false);
        }
        SweepPoint best = stop.stop_requested() ? SweepPoint() : pointOf(search(asked, stop));
        if (!stop.stop_requested()) {
            answer(std::move(best), true);
        }
        return {};
    };
}

SliderPanel::SliderPanel(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this))
{
    setObjectName(QStringLiteral("whatIfSliders"));
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setColumnStretch(1, 1);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void SliderPanel::setNumbers(const std::vector<WhatIfNumber>& numbers)
{
    const auto isSame = [this](const WhatIfNumber& number) {
        return std::ranges::any_of(m_rows, [&](const Row& row) {
            return row.number.what == number.what && row.number.now == number.now && row.number.title == number.title;
        });
    };
    if (numbers.size() == m_rows.size() && std::ranges::all_of(numbers, isSame)) {
        return;
    }
    for (const Row& row : m_rows) {
        for (QWidget* each : {static_cast<QWidget*>(row.title), static_cast<QWidget*>(row.slider),
                              static_cast<QWidget*>(row.text), static_cast<QWidget*>(row.remove)}) {
            m_grid->removeWidget(each);
            each->hide();
            each->deleteLater();  // it may be the one that was just pressed
        }
    }
    m_rows.clear();
    for (const WhatIfNumber& number : numbers) {
        addRow(number);
    }
}

void SliderPanel::addRow(const WhatIfNumber& number)
{
    Row row{number,           sliderValues(number), new QLabel(number.title, this), new QSlider(Qt::Horizontal, this),
            new QLabel(this), new QToolButton(this)};
    const int at = static_cast<int>(m_rows.size());
    row.slider->setObjectName(QStringLiteral("slider:") + qs(number.what));
    row.slider->setAccessibleName(number.title);
    row.slider->setRange(0, static_cast<int>(row.values.size()) - 1);
    row.slider->setPageStep(std::max(1, static_cast<int>(row.values.size()) / 10));
    setTopic(row.slider, QStringLiteral("view:what-if"));
    row.title->setTextFormat(Qt::PlainText);  // a run may be called anything
    row.title->setBuddy(row.slider);
    row.text->setMinimumWidth(row.text->fontMetrics().horizontalAdvance(QStringLiteral("0000 TFLOP/s → 0000 TFLOP/s")));
    row.remove->setText(QStringLiteral("×"));
    row.remove->setAutoRaise(true);
    row.remove->setToolTip(tr("Remove slider"));
    row.remove->setAccessibleName(tr("Remove %1").arg(number.title));
    m_grid->addWidget(row.title, at, 0);
    m_grid->addWidget(row.slider, at, 1);
    m_grid->addWidget(row.text, at, 2);
    m_grid->addWidget(row.remove, at, 3);
    m_rows.push_back(row);
    const auto index = m_rows.size() - 1;
    restore();
    connect(row.slider, &QSlider::valueChanged, this, [this, index] {
        showValue(m_rows[index]);
        Q_EMIT valuesChanged();
    });
    connect(row.slider, &QSlider::sliderReleased, this, &SliderPanel::released);
    connect(row.remove, &QToolButton::clicked, this, [this, what = number.what] { Q_EMIT removed(what); });
}

void SliderPanel::showValue(const Row& row)
{
    const double value = row.values[static_cast<std::size_t>(row.slider->value())];
    const QString now = numberText(row.number, row.number.now);
    row.text->setText(value == row.number.now ? now
                                              : QStringLiteral("%1 → %2").arg(now, numberText(row.number, value)));
}

std::vector<std::pair<std::string, double>> SliderPanel::moved() const
{
    std::vector<std::pair<std::string, double>> values;
    for (const Row& row : m_rows) {
        const double value = row.values[static_cast<std::size_t>(row.slider->value())];
        if (value != row.number.now) {
            values.emplace_back(row.number.what, value);
        }
    }
    return values;
}

void SliderPanel::restore()
{
    for (const Row& row : m_rows) {
        const QSignalBlocker silent(row.slider);
        const auto now = std::ranges::find(row.values, row.number.now);
        row.slider->setValue(static_cast<int>(std::min(now, row.values.end() - 1) - row.values.begin()));
        showValue(row);
    }
}

}  // namespace pgram
