// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The summary above everything: the shown plan's speed, use of the devices, memory, bubbles, expected range and
// distance to the optimum, each with its explanation on click; or what a change that is weighed would make of them. GUI
// thread only.
#pragma once

#include "core/fidelity/error_band.h"
#include "core/plan/estimate.h"
#include "widgets/document/document.h"
#include "widgets/theme/appearance.h"

#include <QAbstractButton>
#include <QWidget>

#include <optional>
#include <vector>

namespace pgram {

class FidelityLibrary;

/// A figure of the summary.
struct SummaryFigure {
    QString name;                ///< spoken, and above the explanation
    QString value;               ///< large
    QString caption;             ///< small, below the value
    QString topic;               ///< topic of the help
    QStringList lines;           ///< explanation
    std::optional<Tone> tone{};  ///< colour of the value, if it is not as it should be
};

/// Returns the figures of a plan, the most important first. `search`: search that found the plan; null if it is not
/// known.
[[nodiscard]] std::vector<SummaryFigure> summaryOf(const Plan& plan, const Estimate& estimate, const ErrorBands& bands,
                                                   const SearchRecord* search);
/// Returns the figures of a change that is weighed, with their differences.
[[nodiscard]] std::vector<SummaryFigure> summaryOfChange(const Estimate& now, const Plan& plan, const Estimate& next);

/// Shows one figure in two lines.
class SummaryButton : public QAbstractButton {
    Q_OBJECT
public:
    explicit SummaryButton(QWidget* parent = nullptr);

    void setFigure(const SummaryFigure& figure);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    void explain();
    [[nodiscard]] QFont valueFont() const;
    [[nodiscard]] QFont captionFont() const;

    SummaryFigure m_figure;
};

class SummaryBar : public QWidget {
    Q_OBJECT
public:
    /// Both outlive it.
    SummaryBar(Document* document, FidelityLibrary* fidelity, QWidget* parent = nullptr);

    [[nodiscard]] QSize minimumSizeHint() const override;
    /// Returns values and captions, for the clipboard and for tests.
    [[nodiscard]] QString text() const;
    /// Returns the explanations.
    [[nodiscard]] QString explanation() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void showWhatFits();

    Document* m_document;
    FidelityLibrary* m_fidelity;
    std::vector<SummaryFigure> m_figures;
    std::vector<SummaryButton*> m_buttons;
};

}  // namespace pgram
