// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/plan_document.h"

#include "core/base/index.h"
#include "core/questions/plan_question.h"
#include "core/strategy/layer_strategy.h"
#include "widgets/document/core_text.h"
#include "widgets/document/strategy_fields.h"
#include "widgets/document/texts.h"

#include <QCoreApplication>

#include <fmt/ranges.h>
#include <map>
#include <optional>
#include <utility>

namespace pgram {

namespace {

struct EditText {
    Q_DECLARE_TR_FUNCTIONS(EditText)
};

/// "from → to"; "→ to" where the layers did not agree before.
QString arrow(const std::optional<QString>& from, const QString& to)
{
    return from ? QStringLiteral("%1 → %2").arg(*from, to) : QStringLiteral("→ %1").arg(to);
}

std::vector<int> changedLayers(const Plan& before, const Plan& after)
{
    std::vector<int> layers;
    for (std::size_t layer = 0; layer < std::min(before.strategies.size(), after.strategies.size()); ++layer) {
        if (before.strategies[layer] != after.strategies[layer]) {
            layers.push_back(static_cast<int>(layer));
        }
    }
    return layers;
}

QString layersText(const Plan& plan, const std::vector<int>& layers)
{
    const LayerRange range{layers.front(), layers.back() - layers.front() + 1};
    const int count = static_cast<int>(layers.size());
    return range.count == count ? rangeName(plan.model, range) : EditText::tr("%n layer(s)", nullptr, count);
}

/// What all of the layers have; nothing where they differ.
template <typename Of>
auto common(const Plan& plan, const std::vector<int>& layers, Of of)
{
    using Value = decltype(of(plan.strategies.front()));
    std::optional<Value> value;
    for (const int layer : layers) {
        const Value next = of(plan.strategies[at(layer)]);
        if (value && *value != next) {
            return std::optional<Value>();
        }
        value = next;
    }
    return value;
}

/// Of the one field that a person chose, where it is one: what follows from a choice is no field of its own.
std::optional<QString> fieldText(const Plan& before, const Plan& after, const std::vector<int>& layers)
{
    std::optional<QString> text;
    for (const StrategyField& field : strategyFields()) {
        const auto& valueOf = field.get;
        const bool same = std::ranges::all_of(layers, [&](int layer) {
            const auto index = static_cast<std::size_t>(layer);
            return valueOf(before.strategies[index]) == valueOf(after.strategies[index]);
        });
        if (same) {
            continue;
        }
        const auto to = common(after, layers, valueOf);
        if (text || !to) {
            return std::nullopt;
        }
        const auto from = common(before, layers, valueOf);
        const auto shown = from ? std::optional(choiceText(field, *from)) : std::nullopt;
        text = QStringLiteral("%1 %2").arg(fieldTitle(field), arrow(shown, choiceText(field, *to)));
    }
    return text;
}

QString strategyText(const Plan& before, const Plan& after)
{
    const std::vector<int> layers = changedLayers(before, after);
    if (layers.empty()) {
        return {};
    }
    const QString where = layersText(after, layers);
    if (const auto field = fieldText(before, after, layers)) {
        return QStringLiteral("%1: %2").arg(*field, where);
    }
    const auto name = [](const LayerStrategy& strategy) { return qs(shortName(strategy)); };
    if (const auto to = common(after, layers, name)) {
        return QStringLiteral("%1: %2").arg(arrow(common(before, layers, name), *to), where);
    }
    return EditText::tr("Strategies: %1").arg(where);
}

QString cutText(const Plan& before, const Plan& after)
{
    const int chunks = static_cast<int>(std::min(before.chunks.size(), after.chunks.size()));
    for (int chunk = 0; chunk < chunks; ++chunk) {
        const int first = after.chunk(chunk).firstLayer;
        if (before.chunk(chunk).firstLayer == first) {
            continue;
        }
        const QString layer = qs(after.model.layerName(first));
        const int stage = after.stageOfChunk(chunk);
        return after.schedule.virtualStages > 1 ? EditText::tr("Start chunk %1 of stage %2 at %3")
                                                      .arg(chunk / after.pipeline() + 1)
                                                      .arg(stage)
                                                      .arg(layer)
                                                : EditText::tr("Start stage %1 at %2").arg(stage).arg(layer);
    }
    return {};
}

/// What an edit did to a plan, with its values, of the first thing that differs: "Batch 64 → 128", "Tensor 2 → 4:
/// encoder 3 – encoder 5", "Start stage 2 at encoder 14". Empty where nothing does.
QString editText(const Plan& before, const Plan& after)
{
    if (before.name != after.name) {
        return EditText::tr("Rename to “%1”").arg(qs(after.name));
    }
    if (before.training.globalBatch != after.training.globalBatch) {
        return EditText::tr("Batch %1 → %2").arg(before.training.globalBatch).arg(after.training.globalBatch);
    }
    if (before.schedule.microbatches != after.schedule.microbatches) {
        return EditText::tr("Micro-batches %1 → %2").arg(before.schedule.microbatches).arg(after.schedule.microbatches);
    }
    if (before.schedule.kind != after.schedule.kind) {
        return EditText::tr("Schedule %1 → %2")
            .arg(scheduleTitle(before.schedule.kind), scheduleTitle(after.schedule.kind));
    }
    if (before.schedule.slices != after.schedule.slices) {
        return EditText::tr("Slices %1 → %2").arg(before.schedule.slices).arg(after.schedule.slices);
    }
    if (before.sliceTokens != after.sliceTokens) {
        return after.sliceTokens.empty()
                   ? EditText::tr("Slices of equal work")
                   : EditText::tr("Slice lengths %1").arg(qs(fmt::format("{}", fmt::join(after.sliceTokens, ", "))));
    }
    const QString cut = cutText(before, after);
    return cut.isEmpty() ? strategyText(before, after) : cut;
}

}  // namespace

/// The one undo command: a plan document holds one snapshot before it and another after it.
class ChangePlan : public QUndoCommand {
public:
    /// `gesture`: commands of one drag share a number and merge into one; 0 = never merge. `name`: what the command is
    /// called, of the context PlanDocument; null = what the edit did, with its values.
    /// `estimate`: of `after`, where it is known already.
    ChangePlan(PlanDocument& document, std::shared_ptr<const Plan> after, int gesture, const char* name,
               std::shared_ptr<const Estimate> estimate)
        : m_document(document),
          m_before(document.plan()),
          m_after(std::move(after)),
          m_estimate(std::move(estimate)),
          m_gesture(gesture),
          m_name(name)
    {
        retranslate();
    }

    /// Says what it did in the language of now.
    void retranslate() { setText(m_name != nullptr ? PlanDocument::tr(m_name) : editText(*m_before, *m_after)); }
    void undo() override { m_document.setNext(m_before, nullptr); }
    void redo() override { m_document.setNext(m_after, std::exchange(m_estimate, nullptr)); }
    [[nodiscard]] int id() const override { return m_gesture == 0 ? -1 : 1; }
    /// A drag that ends where it began leaves no step behind.
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const ChangePlan*>(other);
        if (next->m_gesture != m_gesture) {
            return false;
        }
        m_after = next->m_after;
        retranslate();
        setObsolete(m_after == m_before);
        return true;
    }

    /// Calls `change` with the states before and after.
    template <typename Change>
    void changeStates(const Change& change)
    {
        change(m_before);
        change(m_after);
        retranslate();
    }
    [[nodiscard]] bool hasName(const std::string& name) const
    {
        return m_before->name == name || m_after->name == name;
    }

    /// What the plan was before, where the command belongs to `gesture`; else null.
    [[nodiscard]] std::shared_ptr<const Plan> startOf(int gesture) const
    {
        return gesture != 0 && gesture == m_gesture ? m_before : nullptr;
    }

private:
    PlanDocument& m_document;
    std::shared_ptr<const Plan> m_before;
    std::shared_ptr<const Plan> m_after;
    std::shared_ptr<const Estimate> m_estimate;  ///< of m_after, until it is applied for the first time
    int m_gesture;
    const char* m_name;
};

namespace {

/// A plan that was changed by hand no longer is what the search certified. A name is no change of the plan.
Plan markEdited(Plan next, const Plan& before)
{
    Plan renamed = before;
    renamed.name = next.name;
    if (!(renamed == next)) {
        next.provenance.certificate = "edited";
    }
    return next;
}

/// Where a drag began that goes on: back there it shows that very plan, certificate and all.
std::shared_ptr<const Plan> startOfGesture(const QUndoStack& history, int gesture)
{
    const auto* last = dynamic_cast<const ChangePlan*>(history.command(history.index() - 1));
    return last != nullptr ? last->startOf(gesture) : nullptr;
}

bool isSameBesideProvenance(Plan a, const Plan& b)
{
    a.provenance = b.provenance;
    return a == b;
}

}  // namespace

PlanDocument::PlanDocument(std::shared_ptr<const Plan> plan, std::shared_ptr<const Estimate> estimate)
    : m_plan(std::move(plan)),
      m_estimate(estimate ? std::move(estimate) : std::make_shared<const Estimate>(pgram::estimate(*m_plan)))
{
    connect(&m_history, &QUndoStack::indexChanged, this, &PlanDocument::applyNext);
    connect(&m_history, &QUndoStack::cleanChanged, this, &PlanDocument::modifiedChanged);
}

void PlanDocument::setSaved(const QString& file)
{
    m_file = file;
    m_history.setClean();
}

void PlanDocument::setUnsaved(const QString& file)
{
    m_file = file;
    m_history.resetClean();
}

void PlanDocument::setName(const QString& name)
{
    renameStates([before = qs(m_plan->name), name](const QString& each) { return each == before ? name : each; });
}

void PlanDocument::renameStates(const std::function<QString(const QString&)>& nameOf)
{
    // Commands share their states with each other and with the plan, and go on to share them.
    std::map<std::shared_ptr<const Plan>, std::shared_ptr<const Plan>> renamed;
    const auto rename = [&](std::shared_ptr<const Plan>& state) {
        std::shared_ptr<const Plan>& made = renamed[state];
        if (made == nullptr) {
            Plan copy = *state;
            copy.name = nameOf(qs(copy.name)).toStdString();
            made = copy.name == state->name ? state : std::make_shared<const Plan>(std::move(copy));
        }
        state = made;
    };
    rename(m_plan);
    for (int index = 0; index < m_history.count(); ++index) {
        commandAt(index)->changeStates(rename);
    }
}

bool PlanDocument::hasName(const QString& name) const
{
    const std::string wanted = name.toStdString();
    for (int index = 0; index < m_history.count(); ++index) {
        if (commandAt(index)->hasName(wanted)) {
            return true;
        }
    }
    return m_plan->name == wanted;
}

/// The commands are this document's own, and ChangePlan all of them.
ChangePlan* PlanDocument::commandAt(int index) const
{
    return static_cast<ChangePlan*>(const_cast<QUndoCommand*>(m_history.command(index)));
}

void PlanDocument::edit(Plan next, int gesture, const char* name, std::shared_ptr<const Estimate> estimate)
{
    if (next == *m_plan) {
        return;
    }
    std::shared_ptr<const Plan> after = startOfGesture(m_history, gesture);
    if (after == nullptr || !isSameBesideProvenance(next, *after)) {
        after = std::make_shared<const Plan>(markEdited(std::move(next), *m_plan));
    }
    m_history.push(new ChangePlan(*this, std::move(after), gesture, name, std::move(estimate)));
}

void PlanDocument::retranslate()
{
    for (int index = 0; index < m_history.count(); ++index) {
        commandAt(index)->retranslate();
    }
}

void PlanDocument::setNext(std::shared_ptr<const Plan> plan, std::shared_ptr<const Estimate> estimate)
{
    m_next = std::move(plan);
    m_nextEstimate = std::move(estimate);
}

/// Applies the state that the last command set: a jump in the history estimates no plan on its way.
void PlanDocument::applyNext()
{
    const std::shared_ptr<const Plan> plan = std::exchange(m_next, nullptr);
    std::shared_ptr<const Estimate> estimate = std::exchange(m_nextEstimate, nullptr);
    if (plan == nullptr || plan == m_plan) {
        return;
    }
    m_estimate =
        estimate ? std::move(estimate) : std::make_shared<const Estimate>(pgram::estimate(*plan, *m_plan, *m_estimate));
    m_plan = plan;
    Q_EMIT changed();
}

SearchRequest questionOf(const PlanDocument& plan)
{
    SearchRequest request = requestOf(*plan.plan());
    if (plan.search()) {
        request.space = plan.search()->request.space;
        request.method = plan.search()->request.method;
        request.microbatches = plan.search()->request.microbatches;
    }
    return request;
}

bool isComparable(const PlanDocument& a, const PlanDocument& b)
{
    return a.plan()->model.name == b.plan()->model.name && a.plan()->model.layerCount() == b.plan()->model.layerCount();
}

}  // namespace pgram
