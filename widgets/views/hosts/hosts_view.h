// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The plan's model over a slow network: whole in the memory of each host, beside one pipeline of the hosts, by
// bandwidth and by how rarely the hosts synchronise (validation/hosted/hosted_model.h). GUI thread only.
#pragma once

#include "validation/hosted/hosted_model.h"
#include "widgets/views/common/plot_view.h"
#include "widgets/work/question.h"

namespace pgram {

class HostsView : public PlotView {
    Q_OBJECT
public:
    /// Both outlive the view.
    HostsView(Document* document, SelectionModel* selection, QWidget* parent = nullptr);

    [[nodiscard]] QString viewName() const override { return QStringLiteral("hosts"); }
    [[nodiscard]] QString viewTitle() const override { return tr("Slow network"); }
    void paintPicture(QPainter& painter, const QRectF& rect) override;
    [[nodiscard]] std::vector<ViewKey> keys() override;
    void startWork() override { refresh(); }
    [[nodiscard]] bool isWorking() const override { return m_question.isRunning(); }

    /// Null while it is worked out, and where there is none.
    [[nodiscard]] const HostedAnswer* answer() const { return m_question.answer().get(); }

protected:
    void refresh() override;
    void fillPlots(const Theme& theme) override;
    [[nodiscard]] std::vector<QRectF> panelsIn(const QRectF& rect) const override;
    [[nodiscard]] QString markTip(int plot, int mark) const override;
    void openMark(int, int) override {}
    [[nodiscard]] bool hasKeys() override { return answer() != nullptr; }

private:
    void showAnswer();
    /// Beside the plot: what is on the hosts and on their devices.
    [[nodiscard]] std::vector<std::pair<QString, QString>> facts() const;
    [[nodiscard]] QRectF factsIn(const QRectF& rect) const;

    Question<HostedQuestion, HostedAnswer> m_question;
};

}  // namespace pgram
