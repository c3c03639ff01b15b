// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Mouse, keys and clipboard of the strategy map.
#include "core/base/index.h"
#include "core/plan/plan_edits.h"
#include "widgets/document/document.h"
#include "widgets/document/preview.h"
#include "widgets/document/strategy_choices.h"
#include "widgets/kit/tip_text.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/strategy_map/strategy_map_view.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>

namespace pgram {

namespace {

void addChoice(QMenu& menu, QActionGroup* group, Document* document, LayerRange range, const StrategyField& field,
               const StrategyChoice& choice)
{
    const QString refused = refusalText(*document->plan(), range, choice);
    const QString text = choiceText(field, choice.value);
    const bool isChecked = choice.layers == range.count;
    const QString taken =
        isChecked || !refused.isEmpty() ? QString() : takenText(*document->plan(), range, field, choice.value);
    const QString note = refused.isEmpty() ? taken : refused;
    QAction* action = menu.addAction(note.isEmpty() ? text : QStringLiteral("%1 – %2").arg(text, note));
    group->addAction(action);
    action->setCheckable(true);
    action->setChecked(isChecked);
    action->setEnabled(refused.isEmpty() || action->isChecked());
    action->setToolTip(tipText(refused.isEmpty() ? fieldTip(field) : refused));
    action->setData(choice.value);
    const auto strategies = chosen(*document->plan(), range, field, choice.value);
    QObject::connect(action, &QAction::hovered, document, [document, action, range, strategies] {
        if (action->isEnabled()) {
            document->preview()->show(withStrategies(*document->plan(), range.first, strategies));
        } else {
            document->preview()->clear();
        }
    });
    QObject::connect(action, &QAction::triggered, document,
                     [document, range, strategies] { document->setStrategies(range.first, strategies); });
}

}  // namespace

void addStrategyMenus(QMenu& menu, Document* document, LayerRange range)
{
    const Plan& plan = *document->plan();
    for (const StrategyField& field : strategyFields()) {
        if (!isOffered(plan, range, field)) {
            continue;
        }
        QMenu* choices = menu.addMenu(fieldTitle(field));
        choices->setObjectName(QString::fromLatin1(field.key));
        choices->setToolTipsVisible(true);
        auto* group = new QActionGroup(choices);
        for (const StrategyChoice& choice : choicesOf(plan, range, field)) {
            addChoice(*choices, group, document, range, field, choice);
        }
        QObject::connect(choices, &QMenu::aboutToHide, document->preview(), &Preview::clear);
    }
}

void StrategyMapView::extendTo(int layer)
{
    if (layer < 0) {
        return;
    }
    m_lead = layer;
    const int first = std::min(m_anchor, m_lead);
    const int last = std::max(m_anchor, m_lead);
    selection()->select(
        {.firstLayer = first, .layerCount = last - first + 1, .stage = document()->plan()->stageOf(layer)});
}

void StrategyMapView::reachTo(int layer)
{
    if (layer < 0) {
        return;
    }
    const MapLayout layout = currentLayout();
    // The selection may have been cleared while the button is down.
    const LayerRange from = layersOf(layout, *document()->plan(), m_anchor < 0 ? layer : m_anchor);
    const LayerRange to = layersOf(layout, *document()->plan(), layer);
    const bool backward = to.first < from.first;
    m_anchor = backward ? from.first + from.count - 1 : from.first;
    extendTo(backward ? to.first : to.first + to.count - 1);
}

void StrategyMapView::setFolded(bool folds)
{
    m_folds = folds;
    pictureChanged();
}

/// The selected range and these layers, with all between them.
void StrategyMapView::includeLayers(int first, int last)
{
    const Selection& selected = selection()->current();
    const bool any = selected.firstLayer >= 0 && selected.layerCount > 0;
    m_anchor = any ? std::min(first, selected.firstLayer) : first;
    extendTo(any ? std::max(last, selected.firstLayer + selected.layerCount - 1) : last);
}

void StrategyMapView::hovered()
{
    Ref ref = pointer() ? scene().at(*pointer()) : Ref{};
    ref = ref.is("header") ? Ref{} : ref;
    if (ref != m_hover) {
        m_hover = ref;
        setCursor(ref.is("cut") ? Qt::SplitVCursor : Qt::ArrowCursor);
        update();
    }
}

void StrategyMapView::pressed(const QPointF& position, Qt::KeyboardModifiers modifiers)
{
    const Plan& plan = *document()->plan();
    const Ref ref = scene().at(position);
    m_draggedCut = ref.is("cut") ? ref.index : -1;
    const bool more = modifiers.testFlag(Qt::ControlModifier);
    if (ref.is("cut")) {
        update();
    } else if (ref.is("layer") && more) {
        const LayerRange range = layersOf(currentLayout(), plan, ref.index);
        includeLayers(range.first, range.first + range.count - 1);
    } else if (ref.is("layer")) {
        m_selecting = true;
        m_anchor = modifiers.testFlag(Qt::ShiftModifier) && m_anchor >= 0 ? m_anchor : ref.index;
        reachTo(ref.index);
    } else if (ref.is("header")) {
        const int first = plan.chunk(ref.index).firstLayer;
        const int last = plan.chunk(ref.other).end() - 1;
        if (more || modifiers.testFlag(Qt::ShiftModifier)) {
            includeLayers(first, last);
        } else {
            m_anchor = first;
            extendTo(last);
        }
    } else {
        selection()->select({});
    }
}

void StrategyMapView::dragged(const QPointF& position, const std::optional<QPointF>&)
{
    if (m_draggedCut >= 0) {
        m_dragPointer = position;
        document()->preview()->show(withCut(*document()->plan(), m_draggedCut, draggedTo(position)));
        update();
    } else if (m_selecting) {
        reachTo(currentLayout().nearestLayer(position));
    } else {
        hovered();
    }
}

void StrategyMapView::released(const QPointF& position, bool)
{
    m_selecting = false;
    if (m_draggedCut < 0) {
        return;
    }
    const int cut = m_draggedCut;
    const int target = draggedTo(position);
    const bool moved = m_dragPointer.has_value();
    endDrag();
    if (moved) {
        document()->moveCut(cut, target);
    }
    hovered();
}

int StrategyMapView::draggedTo(const QPointF& position)
{
    return pgram::draggedCut(currentLayout(), document()->plan()->chunks, m_draggedCut, position);
}

void StrategyMapView::endDrag()
{
    if (m_draggedCut < 0) {
        return;
    }
    m_draggedCut = -1;
    m_dragPointer.reset();
    document()->preview()->clear();
    update();
}

void StrategyMapView::moveCutByKey(int layers)
{
    const Plan& plan = *document()->plan();
    const Selection& selected = selection()->current();
    const int chunk = selected.stage < 0 ? -1 : selectedChunk(plan, selected);
    if (chunk < 0 || chunk + 1 >= static_cast<int>(plan.chunks.size())) {
        return;
    }
    document()->moveCut(chunk, plan.chunk(chunk + 1).firstLayer + layers, m_gesture.number());
}

void StrategyMapView::goTo(int layer, const QKeyEvent& event)
{
    const int next = std::clamp(layer, 0, static_cast<int>(document()->plan()->strategies.size()) - 1);
    m_anchor = event.modifiers().testFlag(Qt::ShiftModifier) && m_anchor >= 0 ? m_anchor : next;
    extendTo(next);
}

/// The same place in the chunk that is `chunks` further on.
int StrategyMapView::besideLead(int chunks) const
{
    const Plan& plan = *document()->plan();
    const int lead = std::max(0, m_lead);
    const int chunk = plan.chunkOf(lead);
    const Chunk& target = plan.chunk(std::clamp(chunk + chunks, 0, static_cast<int>(plan.chunks.size()) - 1));
    return target.firstLayer + std::min(lead - plan.chunk(chunk).firstLayer, target.layerCount - 1);
}

void StrategyMapView::leaveByKey()
{
    if (m_draggedCut < 0) {
        selection()->select({});
        return;
    }
    endDrag();
    hovered();
}

/// Edit ▸ Copy, Paste and Select All press these.
void StrategyMapView::keyPressEvent(QKeyEvent* event)
{
    const bool hasPlan = document()->plan() != nullptr;
    if (hasPlan && event->matches(QKeySequence::Copy)) {
        copyStrategies();
    } else if (hasPlan && event->matches(QKeySequence::Paste)) {
        pasteStrategies();
    } else if (hasPlan && event->key() == Qt::Key_A && event->modifiers().testFlag(Qt::ControlModifier)) {
        m_anchor = 0;
        extendTo(static_cast<int>(document()->plan()->strategies.size()) - 1);
    } else {
        View::keyPressEvent(event);
    }
}

void StrategyMapView::copyStrategies()
{
    const Plan& plan = *document()->plan();
    const LayerRange range = selectedLayers(plan, selection()->current());
    auto copied = std::make_unique<QMimeData>();
    copied->setText(tableToTsv(*table()));
    putStrategies(*copied, std::span(plan.strategies)
                               .subspan(static_cast<std::size_t>(range.first), static_cast<std::size_t>(range.count)));
    QApplication::clipboard()->setMimeData(copied.release());
}

StrategyPaste StrategyMapView::pasteOfClipboard() const
{
    const Plan& plan = *document()->plan();
    return pasteOnto(plan, selectedLayers(plan, selection()->current()),
                     strategiesIn(QApplication::clipboard()->mimeData()));
}

void StrategyMapView::pasteStrategies()
{
    const StrategyPaste paste = pasteOfClipboard();
    if (paste.strategies.empty()) {
        QToolTip::showText(mapToGlobal(rect().center()), tipText(paste.refused), this);
        return;
    }
    document()->setStrategies(paste.firstLayer, paste.strategies);
}

void StrategyMapView::addClipboardActions(QMenu& menu)
{
    QAction* copy = menu.addAction(tr("Copy Strategy"));
    copy->setShortcut(QKeySequence::Copy);
    connect(copy, &QAction::triggered, this, &StrategyMapView::copyStrategies);
    const StrategyPaste paste = pasteOfClipboard();
    const QString name = tr("Paste Strategy");
    QAction* action =
        menu.addAction(paste.refused.isEmpty() ? name : QStringLiteral("%1 – %2").arg(name, paste.refused));
    action->setShortcut(QKeySequence::Paste);
    action->setEnabled(paste.refused.isEmpty());
    action->setToolTip(tipText(paste.refused));
    connect(action, &QAction::triggered, this, &StrategyMapView::pasteStrategies);
    connect(action, &QAction::hovered, this, [this, paste] {
        document()->preview()->show(withStrategies(*document()->plan(), paste.firstLayer, paste.strategies));
    });
    connect(&menu, &QMenu::aboutToHide, document()->preview(), &Preview::clear);
}

QRectF StrategyMapView::menuAnchor()
{
    const Selection& selected = selection()->current();
    const std::vector<QRectF> cells = currentLayout().cells;
    const bool isShown = selected.layerCount > 0 && selected.firstLayer < static_cast<int>(cells.size());
    return isShown ? cells[at(selected.firstLayer)] : QRectF();
}

/// A click with the right button on a layer that is not selected selects it first.
void StrategyMapView::fillMenu(QMenu& menu, const std::optional<QPointF>& position)
{
    const Ref ref = position ? scene().at(*position) : Ref{};
    const int layer = ref.is("layer") ? ref.index : -1;
    const Selection& selected = selection()->current();
    const bool inside = layer >= selected.firstLayer && layer < selected.firstLayer + selected.layerCount;
    if (layer >= 0 && !inside) {
        m_anchor = layer;
        reachTo(layer);
    }
    addStrategyMenus(menu, document(), selectedLayers(*document()->plan(), selected));
    menu.addSeparator();
    addClipboardActions(menu);
    menu.addSeparator();
    menu.addActions(m_menuActions);
    menu.addSeparator();
    QAction* fold = menu.addAction(tr("Fold Equal Layers"));
    fold->setCheckable(true);
    fold->setChecked(m_folds);
    fold->setShortcut(Qt::Key_F);
    connect(fold, &QAction::toggled, this, &StrategyMapView::setFolded);
}

std::vector<ViewKey> StrategyMapView::keys()
{
    const auto last = [this] { return static_cast<int>(document()->plan()->strategies.size()) - 1; };
    const auto stepLayer = [this](auto& key) { goTo(m_lead < 0 ? 0 : m_lead + key.step(), key.event); };
    return {
        {{Qt::Key_Up, Qt::Key_Down}, ViewKeys::tr("Layer before or after"), stepLayer},
        {{Qt::Key_Left, Qt::Key_Right},
         ViewKeys::tr("The same place in the stage before or after"),
         [this](auto& key) { goTo(besideLead(key.step()), key.event); }},
        {{Qt::Key_Home, Qt::Key_End},
         ViewKeys::tr("First or last layer"),
         [this, last](auto& key) { goTo(key.index == 0 ? 0 : last(), key.event); }},
        {{Qt::SHIFT | Qt::Key_Up, Qt::SHIFT | Qt::Key_Down}, ViewKeys::tr("Select more or fewer layers"), stepLayer},
        {{Qt::CTRL | Qt::Key_Up, Qt::CTRL | Qt::Key_Down},
         ViewKeys::tr("Move the cut behind the selected stage by a layer"),
         [this](auto& key) {
             m_gesture.follow(key.event);
             moveCutByKey(key.step());
         }},
        {{Qt::Key_F}, ViewKeys::tr("Fold or unfold equal layers"), [this](auto&) { setFolded(!m_folds); }},
        {{Qt::Key_Escape}, ViewKeys::tr("Select nothing"), [this](auto&) { leaveByKey(); }}};
}

}  // namespace pgram
