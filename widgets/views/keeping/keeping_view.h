// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One stage of the plan out of core: what each block of its layers keeps, swaps to the host or recomputes, first as the
// best mix does (core/plan/stage_keeping.h). A click on a letter, or K, S and R, change it, and every figure follows;
// Enter writes the mix into the plan. GUI thread only.
#pragma once

#include "widgets/document/strategy_choices.h"
#include "widgets/views/common/scene_view.h"
#include "widgets/views/keeping/keeping_picture.h"
#include "widgets/work/worker.h"

#include <memory>
#include <optional>

class QComboBox;
class QPushButton;

namespace pgram {

class KeepingView : public SceneView {
    Q_OBJECT
public:
    /// Both outlive the view.
    KeepingView(Document* document, SelectionModel* selection, QWidget* parent = nullptr);

    [[nodiscard]] QString viewName() const override { return QStringLiteral("keeping"); }
    [[nodiscard]] QString viewTitle() const override { return tr("Out of core"); }
    [[nodiscard]] std::vector<ViewKey> keys() override;
    void startWork() override { refresh(); }
    [[nodiscard]] bool isWorking() const override { return m_worker.isRunning(); }

    /// Null while it is worked out, and where there is none.
    [[nodiscard]] const ShownKeeping* shown() const { return m_shown ? &*m_shown : nullptr; }
    [[nodiscard]] QRectF areaOf(const LessonPlace& place) override;
    /// What is shown instead.
    [[nodiscard]] QString problem() const;

protected:
    void refresh() override;
    void refreshSelection() override;
    void build(Scene& scene) override;
    void mark(Scene& marks) override;
    [[nodiscard]] std::optional<Selection> selectionOfRow(int row) const override;
    [[nodiscard]] QString tipOf(const Ref& ref, const QPointF& position) override;
    [[nodiscard]] QString spokenSelection() const override;
    [[nodiscard]] QRectF menuAnchor() override;
    void fillMenu(QMenu& menu, const std::optional<QPointF>& position) override;
    void released(const QPointF& position, bool clicked) override;
    void hovered() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void ask(int stage);
    void take(const StageKeeping& found);
    [[nodiscard]] int wantedStage() const;
    /// Of the selected layers; -1 = none of this stage.
    [[nodiscard]] int block() const;
    void selectBlock(int block);
    /// The block of a letter or an event; -1 = it is of none.
    [[nodiscard]] int blockOf(const Ref& ref) const;
    void setKeeping(int block, Keeping keeping);
    void setMix(const KeepingPlan& mix);
    [[nodiscard]] std::optional<Plan> planWithMix() const;
    void useInPlan();
    /// Other figures: table, tools and picture.
    void mixChanged();
    void placeTools();
    [[nodiscard]] LayerRange layersOf(std::size_t block) const;
    [[nodiscard]] QString blockTip(std::size_t block) const;
    [[nodiscard]] QString eventTip(const SwapEvent& event) const;

    std::shared_ptr<const Plan> m_plan;  ///< that everything here is of; a hidden view is behind the document's
    std::optional<StageBlocks> m_asked;
    int m_stage = 0;
    std::optional<Error> m_problem;
    std::optional<ShownKeeping> m_shown;
    Worker m_worker{Priority::Answer};
    QComboBox* m_stages;
    QPushButton* m_best;
    QPushButton* m_use;
};

}  // namespace pgram
