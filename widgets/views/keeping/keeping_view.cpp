// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/keeping/keeping_view.h"

#include "core/lessons/lesson.h"
#include "widgets/document/texts.h"
#include "widgets/views/common/words.h"

#include <QActionGroup>
#include <QComboBox>
#include <QMenu>
#include <QPushButton>

#include <algorithm>
#include <array>

namespace pgram {

KeepingView::KeepingView(Document* document, SelectionModel* selection, QWidget* parent)
    : SceneView(document, selection, parent),
      m_stages(new QComboBox(this)),
      m_best(new QPushButton(this)),
      m_use(new QPushButton(this))
{
    m_stages->setObjectName(QStringLiteral("keepingStage"));
    m_best->setObjectName(QStringLiteral("bestMix"));
    m_use->setObjectName(QStringLiteral("useMix"));
    connect(m_stages, &QComboBox::activated, this, [this](int stage) { this->selection()->select({.stage = stage}); });
    connect(m_best, &QPushButton::clicked, this, [this] { setMix(m_shown->answer.best.plan); });
    connect(m_use, &QPushButton::clicked, this, &KeepingView::useInPlan);
    connect(&m_worker, &Worker::failed, this, [this](quint64, const Error& error) {
        m_problem = error;
        mixChanged();
    });
    follow();
}

int KeepingView::wantedStage() const
{
    const Plan& plan = *document()->plan();
    const Selection& selected = selection()->current();
    const bool known = selected.firstLayer >= 0 && selected.firstLayer < plan.model.layerCount();
    const int stage = known ? plan.stageOf(selected.firstLayer) : selected.stage >= 0 ? selected.stage : m_stage;
    return std::clamp(stage, 0, plan.pipeline() - 1);
}

void KeepingView::refresh()
{
    m_plan = document()->plan();
    if (m_plan) {
        ask(wantedStage());
    } else {
        m_asked.reset();
        m_shown.reset();
        m_problem.reset();
        m_worker.drop();
    }
    mixChanged();
}

void KeepingView::refreshSelection()
{
    if (document()->plan() && wantedStage() != m_stage) {
        follow();
    }
    update();
}

/// A change of what layers keep asks nothing anew, and the mix stays.
void KeepingView::ask(int stage)
{
    const Result<StageBlocks> blocks = stageBlocks(*document()->plan(), stage);
    const bool same = blocks && m_asked == *blocks && m_stage == stage;
    m_stage = stage;
    if (same) {
        return;
    }
    m_shown.reset();
    m_worker.drop();
    m_asked = blocks ? std::optional(*blocks) : std::nullopt;
    m_problem = blocks ? std::nullopt : std::optional(blocks.error());
    if (blocks) {
        m_worker.start([this, asked = *blocks](const auto&, const Worker::Post& post) -> Result<void> {
            post([this, found = keepingOf(asked)] { take(found); });
            return {};
        });
    }
}

void KeepingView::take(const StageKeeping& found)
{
    if (document()->plan() != m_plan) {
        m_asked.reset();  // An answer of another plan: a view that is not in front asks when it comes there.
        return;
    }
    m_shown.emplace(m_stage, found);
    mixChanged();
}

void KeepingView::mixChanged()
{
    if (m_shown) {
        m_shown->exchange = stageExchange(*document()->plan(), m_shown->answer.groups, m_shown->timeline);
    }
    QStringList layers;
    for (std::size_t block = 0; m_shown && block < m_shown->mix.size(); ++block) {
        layers.append(rangeName(document()->plan()->model, layersOf(block)));
    }
    table()->reset(m_shown ? keepingFigures(*m_shown, layers) : FigureContent{});
    placeTools();
    pictureChanged();
}

void KeepingView::placeTools()
{
    const auto plan = document()->plan();
    m_stages->clear();
    for (int stage = 0; plan && stage < plan->pipeline(); ++stage) {
        m_stages->addItem(stageTitle(stage));
    }
    m_stages->setCurrentIndex(m_stage);
    m_stages->setAccessibleName(tr("Stage"));
    m_stages->setVisible(m_stages->count() > 1);
    m_best->setText(tr("Best Mix"));
    m_best->setToolTip(tr("Back to the best mix that was found"));
    m_best->setVisible(m_shown.has_value());
    m_best->setEnabled(m_shown && !m_shown->isBest() && !m_shown->answer.best.plan.empty());
    m_use->setText(tr("Use in Plan"));
    m_use->setToolTip(tr("Have the layers keep, swap and recompute as the mix says"));
    m_use->setVisible(m_shown.has_value());
    m_use->setEnabled(planWithMix().has_value());
    const Theme theme(palette(), font());
    int right = width() - static_cast<int>(theme.margin);
    for (QWidget* tool : std::array<QWidget*, 3>{m_use, m_best, m_stages}) {
        if (tool->isHidden()) {
            continue;
        }
        tool->adjustSize();
        tool->resize(std::min(tool->width(), width() / 4), tool->height());
        right -= tool->width();
        tool->move(right, static_cast<int>(theme.margin * 0.5));
        right -= static_cast<int>(theme.gap);
    }
}

LayerRange KeepingView::layersOf(std::size_t block) const
{
    const std::vector<int> layers = document()->plan()->layersOf(m_shown->stage);
    const auto& groups = m_shown->answer.groups;
    int first = 0;
    for (std::size_t i = 0; i < block; ++i) {
        first += groups[i];
    }
    // A block may reach into the stage's next chunk: the layers up to there.
    int count = 1;
    while (count < groups[block] && layers[first + count] == layers[first] + count) {
        ++count;
    }
    return {layers[first], count};
}

int KeepingView::block() const
{
    const int selected = selection()->current().firstLayer;
    for (std::size_t block = 0; m_shown && selected >= 0 && block < m_shown->mix.size(); ++block) {
        const LayerRange range = layersOf(block);
        if (selected >= range.first && selected < range.first + range.count) {
            return static_cast<int>(block);
        }
    }
    return -1;
}

void KeepingView::selectBlock(int block)
{
    if (m_shown) {
        const LayerRange range =
            layersOf(static_cast<std::size_t>(std::clamp(block, 0, static_cast<int>(m_shown->mix.size()) - 1)));
        selection()->select({.firstLayer = range.first, .layerCount = range.count, .stage = m_shown->stage});
    }
}

void KeepingView::setKeeping(int block, Keeping keeping)
{
    if (m_shown && block >= 0 && block < static_cast<int>(m_shown->mix.size())) {
        KeepingPlan mix = m_shown->mix;
        mix[static_cast<std::size_t>(block)] = keeping;
        setMix(mix);
    }
}

void KeepingView::setMix(const KeepingPlan& mix)
{
    if (m_shown && mix.size() == m_shown->mix.size() && mix != m_shown->mix) {
        m_shown->setMix(mix);
        mixChanged();
        announce(spokenSelection());
    }
}

/// Nothing where the mix cannot run, the plan has it, or is another than the mix was found for.
std::optional<Plan> KeepingView::planWithMix() const
{
    if (!m_shown || !m_shown->runs() || document()->plan() != m_plan) {
        return std::nullopt;
    }
    Plan changed = withKeeping(*document()->plan(), m_shown->stage, m_shown->answer.groups, m_shown->mix);
    return changed == *document()->plan() ? std::nullopt : std::optional(std::move(changed));
}

void KeepingView::useInPlan()
{
    if (const auto changed = planWithMix()) {
        const std::vector<int> layers = changed->layersOf(m_shown->stage);
        document()->setStrategies(layers.front(), {changed->strategies.begin() + layers.front(),
                                                   changed->strategies.begin() + layers.back() + 1});
    }
}

QString KeepingView::problem() const
{
    const auto plan = document()->plan();
    if (!m_problem || !plan) {
        return m_shown || !plan ? QString() : tr("Working it out…");
    }
    return plan->cluster.host.isKnown()
               ? errorText(*m_problem)
               : tr("The cluster names no link to host memory, so that nothing can be swapped. Choose a cluster that "
                    "names one, or give this one's file a \"host\" with its \"bytes_per_s\".");
}

void KeepingView::build(Scene& scene)
{
    const double gap = scene.theme().gap;
    double tools = gap;
    for (const QWidget* tool : std::array<const QWidget*, 3>{m_use, m_best, m_stages}) {
        tools += tool->isHidden() ? 0 : tool->width() + gap;
    }
    const QRectF head = scene.area().adjusted(0, 0, -tools, 0);
    if (m_shown) {
        addKeeping(scene, *m_shown, head, scene.area().top() - scene.theme().margin + m_use->geometry().bottom() + gap);
    } else {
        scene.heading(head, {viewTitle(), {}, {}});
        scene.note(scene.area(), problem());
    }
}

QRectF KeepingView::areaOf(const LessonPlace& place)
{
    for (std::size_t block = 0; m_shown && place.kind == "layer" && block < m_shown->mix.size(); ++block) {
        const LayerRange range = layersOf(block);
        if (range.first <= place.index && place.index < range.first + range.count) {
            return scene().areaOf({"letter", static_cast<int>(block)});
        }
    }
    return SceneView::areaOf(place);
}

void KeepingView::mark(Scene& marks)
{
    if (const int selected = block(); selected >= 0) {
        addBlockFrame(marks, scene(), *m_shown, selected);
    }
}

std::optional<Selection> KeepingView::selectionOfRow(int row) const
{
    const int block = m_shown ? row - static_cast<int>(keepingRows(*m_shown).size()) : -1;
    if (block < 0) {
        return std::nullopt;
    }
    const LayerRange range = layersOf(static_cast<std::size_t>(block));
    return Selection{.firstLayer = range.first, .layerCount = range.count, .stage = m_shown->stage};
}

QString KeepingView::spokenSelection() const
{
    const int selected = block();
    if (selected < 0) {
        return View::spokenSelection();
    }
    const auto index = static_cast<std::size_t>(selected);
    return QStringLiteral("%1, %2: %3; %4")
        .arg(blockTitle(index), rangeName(document()->plan()->model, layersOf(index)), nameOf(m_shown->mix[index]),
             keepingSeconds(m_shown->timeline.seconds));
}

int KeepingView::blockOf(const Ref& ref) const
{
    return ref.is("letter")  ? ref.index
           : ref.is("event") ? m_shown->timeline.events[static_cast<std::size_t>(ref.index)].block
                             : -1;
}

QString KeepingView::blockTip(std::size_t block) const
{
    const SwapBlock& costs = m_shown->answer.blocks[block];
    Tip tip(QStringLiteral("%1: %2").arg(blockTitle(block), rangeName(document()->plan()->model, layersOf(block))));
    tip.add(nameOf(TimelineKind::Forward), secondsText(costs.forward));
    tip.add(nameOf(TimelineKind::Backward), secondsText(costs.backward));
    tip.add(tr("Kept tensors"), bytesText(costs.kept));
    tip.add(tr("Copy time"), secondsText(m_shown->answer.device.transfer(costs.kept)));
    for (const Keeping keeping : allKeepings) {
        tip.add(tr("Micro-batch, if it says %1").arg(nameOf(keeping)),
                keepingSeconds(m_shown->secondsWith(block, keeping)));
    }
    return tip.html();
}

QString KeepingView::eventTip(const SwapEvent& event) const
{
    const auto block = static_cast<std::size_t>(event.block);
    Tip tip(QStringLiteral("%1: %2").arg(blockTitle(block), nameOf(event.kind)));
    tip.add(tr("Layers"), rangeName(document()->plan()->model, layersOf(block)));
    tip.add(tr("Start"), secondsText(event.start));
    tip.add(tr("End"), secondsText(event.end));
    tip.add(tr("Takes"), secondsText(event.end - event.start));
    return tip.html();
}

QString KeepingView::tipOf(const Ref& ref, const QPointF& position)
{
    if (ref.is("letter")) {
        return blockTip(static_cast<std::size_t>(ref.index));
    }
    if (ref.is("event")) {
        return eventTip(m_shown->timeline.events[static_cast<std::size_t>(ref.index)]);
    }
    if (!ref.is("memory")) {
        return {};
    }
    const Seconds moment = scene().ruler("time")->value(position.x());
    Tip tip(tr("At %1").arg(secondsText(moment)));
    tip.add(tr("Kept tensors"), bytesText(m_shown->heldAt(moment)));
    tip.add(tr("Limit of device memory"), bytesText(m_shown->answer.device.bytes));
    return tip.html();
}

QRectF KeepingView::menuAnchor()
{
    return m_shown ? scene().areaOf({"letter", block()}) : QRectF();
}

void KeepingView::fillMenu(QMenu& menu, const std::optional<QPointF>& position)
{
    if (!m_shown) {
        return;
    }
    const int under = position ? blockOf(scene().at(*position)) : -1;
    const int at = under >= 0 ? under : block();
    for (const Keeping keeping : allKeepings) {
        QAction* action = menu.addAction(nameOf(keeping));
        action->setCheckable(true);
        action->setEnabled(at >= 0);
        action->setChecked(at >= 0 && m_shown->mix[static_cast<std::size_t>(at)] == keeping);
        connect(action, &QAction::triggered, this, [this, at, keeping] { setKeeping(at, keeping); });
    }
    menu.addSeparator();
    for (QPushButton* button : {m_best, m_use}) {
        QAction* action = menu.addAction(button->text());
        action->setEnabled(button->isEnabled());
        connect(action, &QAction::triggered, button, &QPushButton::click);
    }
    menu.addSeparator();
}

void KeepingView::released(const QPointF& position, bool clicked)
{
    if (!clicked || !m_shown) {
        return;
    }
    const Ref ref = scene().at(position);
    if (ref.is("letter")) {
        const auto now = static_cast<std::size_t>(m_shown->mix[static_cast<std::size_t>(ref.index)]);
        selectBlock(ref.index);
        setKeeping(ref.index, allKeepings[(now + 1) % allKeepings.size()]);
    } else if (ref.is("event")) {
        selectBlock(blockOf(ref));
    } else if (ref.is("way")) {
        setMix(keepingRows(*m_shown)[static_cast<std::size_t>(ref.index)].mix);
    } else {
        selection()->select({.stage = m_shown->stage});
    }
}

void KeepingView::hovered()
{
    const Ref ref = pointer() && m_shown ? scene().at(*pointer()) : Ref{};
    setCursor(ref.is("letter") || ref.is("way") ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void KeepingView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    placeTools();
}

std::vector<ViewKey> KeepingView::keys()
{
    const auto last = [this] { return m_shown ? static_cast<int>(m_shown->mix.size()) - 1 : 0; };
    return std::vector<ViewKey>{
               {{Qt::Key_Left, Qt::Key_Right},
                ViewKeys::tr("Block before or after"),
                [this](auto& key) { selectBlock(block() < 0 ? 0 : block() + key.step()); }},
               {{Qt::Key_Home, Qt::Key_End},
                ViewKeys::tr("First or last block"),
                [this, last](auto& key) { selectBlock(key.index == 0 ? 0 : last()); }},
               {{Qt::Key_K, Qt::Key_S, Qt::Key_R},
                ViewKeys::tr("Keep, swap or recompute the block"),
                [this](auto& key) { setKeeping(block(), allKeepings[static_cast<std::size_t>(key.index)]); }},
               {{Qt::Key_B}, ViewKeys::tr("The best mix"), [this](auto&) { m_best->click(); }},
               {{Qt::Key_Return, Qt::Key_Enter},
                ViewKeys::tr("Use the mix in the plan"),
                [this](auto&) { useInPlan(); }}} +
           stageKeys([this](int stage) { selection()->select({.stage = stage}); }) + std::vector{escapeKey()};
}

}  // namespace pgram
