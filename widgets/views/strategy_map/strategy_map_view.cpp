// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/strategy_map/strategy_map_view.h"

#include "widgets/document/preview.h"
#include "widgets/document/strategy_choices.h"
#include "widgets/document/texts.h"
#include "widgets/views/common/words.h"
#include "widgets/views/strategy_map/strategy_map_painter.h"

#include <algorithm>

namespace pgram {

namespace {

struct StrategyMapTable {
    Q_DECLARE_TR_FUNCTIONS(StrategyMapTable)
};

/// A row per layer.
FigureContent mapFigures(const std::shared_ptr<const Plan>& plan, const std::shared_ptr<const Estimate>& estimate)
{
    const auto costOf = [estimate](int layer) -> const LayerCost& { return estimate->layers[layer].cost; };
    const auto memoryOf = [estimate](int layer) -> const LayerMemory& { return estimate->layers[layer].cost.memory; };
    FigureContent content{
        {{StrategyMapTable::tr("Layer"), "layer", Unit::Text,
          [plan](int layer) { return plan->model.layerName(layer); }},
         {StrategyMapTable::tr("Stage"), "stage", Unit::Count, [plan](int layer) { return plan->stageOf(layer); }},
         {StrategyMapTable::tr("Strategy"), "strategy", Unit::Text,
          [plan](int layer) { return strategyText(plan->strategies[layer]); }},
         {StrategyMapTable::tr("Forward"), "forward_s", Unit::Time, [=](int layer) { return costOf(layer).forward; }},
         {StrategyMapTable::tr("Backward"), "backward_s", Unit::Time,
          [=](int layer) { return costOf(layer).backward; }},
         {StrategyMapTable::tr("Sync"), "sync_s", Unit::Time, [=](int layer) { return costOf(layer).sync; }},
         {StrategyMapTable::tr("Re-layout"), "relayout_s", Unit::Time,
          [=](int layer) { return estimate->layers[layer].transformation.time(); }},
         {StrategyMapTable::tr("Weights"), "weights_bytes", Unit::Memory,
          [=](int layer) { return memoryOf(layer).weights; }},
         {StrategyMapTable::tr("Gradients"), "gradients_bytes", Unit::Memory,
          [=](int layer) { return memoryOf(layer).gradients; }},
         {StrategyMapTable::tr("Optimizer"), "optimizer_bytes", Unit::Memory,
          [=](int layer) { return memoryOf(layer).optimizer; }},
         {StrategyMapTable::tr("Activations"), "kept_bytes", Unit::Memory,
          [=](int layer) { return memoryOf(layer).kept; }},
         {StrategyMapTable::tr("Transient"), "transient_bytes", Unit::Memory,
          [=](int layer) { return memoryOf(layer).transient; }}},
        plan ? static_cast<int>(plan->strategies.size()) : 0};
    if (plan && plan->schedule.virtualStages > 1) {
        content.columns.push_back({StrategyMapTable::tr("Chunk"), "chunk", Unit::Count,
                                   [plan](int layer) { return plan->chunkOf(layer) / plan->pipeline(); }});
    }
    return content;
}

/// The outlines of a range of cells: one rectangle for each column that it runs through.
std::vector<QRectF> outlines(const MapLayout& layout, int first, int count)
{
    std::vector<QRectF> result;
    for (int layer = first; layer < first + count; ++layer) {
        const QRectF& cell = layout.cells[layer];
        const bool continues =
            !result.empty() && result.back().left() == cell.left() && qFuzzyCompare(result.back().bottom(), cell.top());
        if (!result.empty() && result.back().contains(cell.center())) {
            continue;  // a cell of several layers
        }
        if (continues) {
            result.back().setBottom(cell.bottom());
        } else {
            result.push_back(cell);
        }
    }
    return result;
}

/// Of the selected stage: the one that holds selected layers, else all.
std::vector<int> markedChunks(const Plan& plan, const Selection& selected)
{
    if (selected.stage < 0 || selected.stage >= plan.pipeline()) {
        return {};
    }
    return selected.layerCount > 0 ? std::vector{selectedChunk(plan, selected)} : plan.chunksOf(selected.stage);
}

}  // namespace

StrategyMapView::StrategyMapView(Document* document, SelectionModel* selection, QWidget* parent)
    : SceneView(document, selection, parent)
{
    connect(document->preview(), &Preview::changed, this, qOverload<>(&QWidget::update));
    follow();
}

double StrategyMapView::missingHeight(const QRectF& area) const
{
    const Theme theme(palette(), font());
    return document()->plan() ? missingMapHeight(Scene(theme, inside(theme, area)), *document()->plan(), m_folds) : 0;
}

void StrategyMapView::build(Scene& scene)
{
    const Plan& plan = *document()->plan();
    addStrategyMap(scene, plan, *document()->estimate(), mapLayout(scene, plan, m_folds));
}

void StrategyMapView::mark(Scene& marks)
{
    const Theme& theme = marks.theme();
    const MapLayout layout = currentLayout();
    const Plan& plan = *document()->plan();
    const Selection& selected = selection()->current();
    const int layers = static_cast<int>(layout.cells.size());
    if (m_hover.is("layer")) {
        marks.frame(scene().areaOf(m_hover).adjusted(0.5, 0.5, -0.5, -0.5), theme.text, 1);
    }
    for (const int chunk : markedChunks(plan, selected)) {
        const QRectF& header = layout.chunks[chunk].header;
        marks.fill({header.left(), header.bottom() - 3, header.width(), 3}, theme.accent);
    }
    const int first = std::clamp(selected.firstLayer, 0, layers);
    const int count = selected.firstLayer < 0 ? 0 : std::min(selected.layerCount, layers - first);
    for (const QRectF& outline : outlines(layout, first, count)) {
        marks.selected(outline.adjusted(1, 1, -1, -1));
    }
    for (const Ref& cut : scene().refs("cut")) {
        const bool active = cut == m_hover || cut.index == m_draggedCut;
        const QRectF handle = cutHandle(layout, plan.chunks, cut.index, active ? 4 : 3);
        const double width = active ? handle.width() : std::min(28.0, handle.width() / 2);
        marks.fill({handle.center().x() - width / 2, handle.top() + 3, width, handle.height()},
                   active ? theme.accent : theme.line);
    }
    if (const Preview& weighed = *document()->preview(); weighed.isShown()) {
        addMapGhost(marks, {plan, *document()->estimate(), layout},
                    {*weighed.plan(), *weighed.estimate(), marks.area(), m_dragPointer});
    }
}

void StrategyMapView::refresh()
{
    table()->reset(mapFigures(document()->plan(), document()->estimate()));
    endDrag();  // of a cut of another plan
    const int layers = document()->plan() ? static_cast<int>(document()->plan()->strategies.size()) : 0;
    m_hover = {};
    m_anchor = std::min(m_anchor, layers - 1);
    m_lead = std::min(m_lead, layers - 1);
}

void StrategyMapView::refreshSelection()
{
    const Selection& selected = selection()->current();
    const int last = selected.firstLayer + selected.layerCount - 1;
    const bool ours = selected.firstLayer == std::min(m_anchor, m_lead) && last == std::max(m_anchor, m_lead);
    if (!ours) {
        m_anchor = selected.firstLayer;
        m_lead = selected.firstLayer < 0 ? -1 : last;
    }
    update();
}

std::optional<Selection> StrategyMapView::selectionOfRow(int row) const
{
    return Selection{.firstLayer = row, .layerCount = 1, .stage = document()->plan()->stageOf(row)};
}

QString StrategyMapView::tipOf(const Ref& ref, const QPointF&)
{
    return ref.is("cut") ? cutTip(ref.index) : ref.is("layer") ? layerTip(ref.index) : chunkTip(ref.index, ref.other);
}

QString StrategyMapView::cutTip(int cut) const
{
    const Plan& plan = *document()->plan();
    Tip tip(plan.schedule.virtualStages > 1
                ? tr("Cut between %1 and %2").arg(chunkTitle(plan, cut), chunkTitle(plan, cut + 1))
                : tr("Cut between stage %1 and stage %2").arg(cut).arg(cut + 1));
    tip.note(tr("Drag it, or press Ctrl+Up and Ctrl+Down, to move layers to the neighbour. Esc during the drag "
                "leaves it where it was."));
    return tip.html();
}

QString StrategyMapView::layerTip(int layer)
{
    const Plan& plan = *document()->plan();
    const Estimate& estimate = *document()->estimate();
    const LayerEstimate& figures = estimate.layers[layer];
    const LayerMemory& memory = figures.cost.memory;
    Tip tip(QStringLiteral("%1: %2").arg(QString::fromStdString(plan.model.layerName(layer)),
                                         strategyText(plan.strategies[layer])));
    tip.add(tr("Forward, one micro-batch"), secondsText(figures.cost.forward));
    tip.add(tr("Backward, one micro-batch"), secondsText(figures.cost.backward));
    tip.add(tr("Gradient sync, per step"), secondsText(figures.cost.sync));
    if (figures.transformation.time() > 0) {
        tip.add(tr("Re-layout before it"), secondsText(figures.transformation.time()));
    }
    tip.add(tr("Weights"), bytesText(memory.weights));
    tip.add(tr("Gradients"), bytesText(memory.gradients));
    tip.add(tr("Optimizer states"), bytesText(memory.optimizer));
    tip.add(tr("Activations of a micro-batch"), bytesText(memory.kept));
    tip.add(tr("Transient in backward"), bytesText(memory.transient));
    if (const LayerRange alike = layersOf(currentLayout(), plan, layer); alike.count > 1) {
        tip.note(tr("Each of %1 layers that are the same: %2").arg(alike.count).arg(rangeName(plan.model, alike)));
    }
    for (const Issue& issue : estimate.issues) {
        if (issue.layer == layer) {
            tip.note(issueText(plan, estimate, issue));
        }
    }
    return tip.html();
}

/// The figures of the first chunk's stage, whose other layers are named as well.
QString StrategyMapView::chunkTip(int chunk, int last) const
{
    const Plan& plan = *document()->plan();
    const int stage = plan.stageOfChunk(chunk);
    const StageEstimate& figures = document()->estimate()->stages[stage];
    Tip tip(QStringLiteral("%1: %2").arg(chunkTitle(plan, chunk), chunkLayers(plan, chunk)));
    if (plan.schedule.virtualStages > 1) {
        const ChunkEstimate& own = document()->estimate()->chunks[chunk];
        tip.add(tr("One micro-batch through the chunk"), secondsText(own.forward + own.backward));
        tip.add(tr("Kept by a micro-batch in the chunk"), bytesText(own.kept));
        tip.add(stageTitle(plan, stage), stageLayers(plan, stage));
    }
    tip.add(tr("On"), devicesText(plan, stage));
    tip.add(tr("One micro-batch"), secondsText(figures.time));
    tip.add(tr("Gradient sync, per step"), secondsText(figures.sync));
    tip.add(tr("Bubble, per step"), secondsText(figures.bubble));
    tip.add(tr("Memory at its peak"), bytesText(figures.memory.total()));
    tip.add(tr("Budget"), budgetText(plan));
    tip.add(tr("In flight"), passCount(plan.schedule, figures.inFlight));
    if (last > chunk) {
        tip.note(tr("Up to %1 the layers run alike.").arg(chunkTitle(plan, last)));
    }
    return tip.html();
}

}  // namespace pgram
