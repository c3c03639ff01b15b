// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/scenario_model.h"

#include "core/cluster/cluster_sizes.h"
#include "core/presets/own_presets.h"
#include "core/questions/plan_question.h"
#include "core/search/task/scenario.h"
#include "core/strategy/dimension_rules.h"
#include "widgets/document/scenario_text.h"

#include <utility>

namespace pgram {

namespace {

/// What the question has, unless it was chosen for want of units for another, or the cluster has none for it: all train
/// in BF16 where they can.
Precision precisionOn(const Cluster& cluster, const SearchRequest& from)
{
    const bool hasBf16 = cluster.device.peakBf16 > 0;
    const bool stays =
        hasBf16 == (from.cluster.device.peakBf16 > 0) && checkPrecision(cluster, from.training.precision);
    return stays ? from.training.precision : hasBf16 ? Precision::Bf16 : Precision::Fp32;
}

bool hasSameSearch(const SearchRequest& a, const SearchRequest& b)
{
    return a.space == b.space && a.method == b.method && a.target == b.target &&
           candidateSchedules(a) == candidateSchedules(b);
}

/// The field in which a number or text was changed.
int typedField(const SearchRequest& before, const SearchRequest& after)
{
    return before.model != after.model                                       ? 5
           : before.training.tuning != after.training.tuning                 ? 7
           : before.cluster != after.cluster                                 ? 6
           : before.memoryBudget != after.memoryBudget                       ? 1
           : before.training.sequenceLength != after.training.sequenceLength ? 2
           : before.microbatches != after.microbatches                       ? 3
                                                                             : 4;
}

}  // namespace

/// One snapshot before it and another after it.
class ScenarioModel::Change : public QUndoCommand {
public:
    /// Commands of one `step` merge; 0 = never.
    Change(ScenarioModel& model, ScenarioState after, int step)
        : m_model(model), m_before(model.m_now), m_after(std::move(after)), m_step(step)
    {
        retranslate();
    }
    void retranslate() { setText(scenarioEditText(m_before, m_after)); }
    void undo() override
    {
        m_model.m_now = m_before;
        m_model.endStep();
    }
    void redo() override { m_model.m_now = m_after; }
    [[nodiscard]] int id() const override { return m_step == 0 ? -1 : typedField(m_before.request, m_after.request); }
    /// What is typed back to what it was leaves no step behind.
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const Change*>(other);
        if (next->m_step != m_step) {
            return false;
        }
        m_after = next->m_after;
        setObsolete(m_after == m_before);
        retranslate();
        return true;
    }

private:
    ScenarioModel& m_model;
    ScenarioState m_before;
    ScenarioState m_after;
    int m_step;
};

ScenarioModel::ScenarioModel(PresetStore store, QObject* parent)
    : QObject(parent), m_store(std::move(store)), m_frameworks(loadFrameworks(m_store)), m_now(stateOf({}))
{
    m_history.resetClean();  // It is in no file.
    connect(&m_history, &QUndoStack::indexChanged, this, &ScenarioModel::changed);
}

ScenarioState ScenarioModel::stateOf(const SearchRequest& request) const
{
    ScenarioState state{request, request.schedules, request.microbatches, request.training.gradientBytes,
                        m_frameworks ? &*m_frameworks : nullptr};
    if (state.several.empty()) {
        state.several = everySchedule();
    }
    if (state.microbatches.size() == 1) {
        state.microbatches.clear();
    }
    state.ownOverheads = hasOwnOverheads(state);
    return state;
}

bool ScenarioModel::push(ScenarioState next, bool merges)
{
    if (next == m_now) {
        return false;
    }
    if (!isComplete()) {  // There was no question that could be had back.
        m_now = std::move(next);
        Q_EMIT changed();
        return false;
    }
    m_history.push(new Change(*this, std::move(next), merges ? m_step : 0));
    return true;
}

void ScenarioModel::edit(ScenarioState next, bool merges)
{
    if (push(std::move(next), merges)) {
        Q_EMIT edited();
    }
}

void ScenarioModel::editSubject(ScenarioState next, bool merges)
{
    const bool isSame = next.request.model == request().model && next.request.cluster == request().cluster &&
                        next.request.training.sequenceLength == request().training.sequenceLength &&
                        next.request.training.tuning.method == request().training.tuning.method;
    isSame ? edit(std::move(next), merges) : editChoosing(std::move(next), merges);
}

void ScenarioModel::editChoosing(ScenarioState next, bool merges)
{
    std::vector<ValueNote> values;
    if (!next.request.model.runs.empty() && next.request.cluster.devices > 0) {
        values = chooseUsual(next.request, next.open);
        next.several = next.open.search ? candidateSchedules(next.request) : next.several;
    }
    const bool isNew =
        next.request.training.globalBatch != request().training.globalBatch || !hasSameSearch(next.request, request());
    edit(std::move(next), merges);
    if (isNew && !values.empty()) {
        Q_EMIT chose(values);
    }
}

void ScenarioModel::chooseOpen()
{
    editChoosing(m_now, false);
}

void ScenarioModel::leaveOpen()
{
    m_now.open = OpenParts();
}

void ScenarioModel::reset(const SearchRequest& request)
{
    m_now = stateOf(request);
    m_history.clear();
    m_history.resetClean();
    Q_EMIT changed();
}

void ScenarioModel::retranslate()
{
    for (int index = 0; index < m_history.count(); ++index) {
        static_cast<Change*>(const_cast<QUndoCommand*>(m_history.command(index)))->retranslate();
    }
}

/// What a scenario asked for one model on one cluster, and no control shows, is not carried to another.
ScenarioState ScenarioModel::withoutHidden() const
{
    ScenarioState state = m_now;
    state.request.pipelines.clear();
    state.request.pins.clear();
    state.microbatches.clear();
    if (state.request.microbatches.size() > 1) {
        state.request.microbatches.clear();
    }
    return state;
}

bool ScenarioModel::setScenario(const QString& nameOrFile)
{
    const auto scenario = loadScenario(m_store, nameOrFile.toStdString());
    if (!scenario) {
        Q_EMIT problem(scenario.error());
        return false;
    }
    setRequest(scenario->request);
    return true;
}

void ScenarioModel::setModel(const QString& nameOrFile)
{
    const auto model = m_store.model(nameOrFile.toStdString());
    endStep();
    model ? setModel(*model) : Q_EMIT problem(model.error());
    endStep();
}

void ScenarioModel::setCluster(const QString& nameOrFile)
{
    const auto cluster = m_store.cluster(nameOrFile.toStdString());
    cluster ? setCluster(*cluster) : Q_EMIT problem(cluster.error());
}

void ScenarioModel::setModel(const Architecture& model)
{
    ScenarioState next = withoutHidden();
    next.request.model = model;
    editSubject(std::move(next), true);
}

void ScenarioModel::setCluster(const Cluster& cluster)
{
    ScenarioState next = withoutHidden();
    next.request.cluster = cluster;
    // What was left free on another device says nothing about this one.
    next.request.memoryBudget = cluster.mostMemory();
    choosePrecision(next, precisionOn(cluster, request()));
    editSubject(std::move(next));
}

bool ScenarioModel::setNodes(int nodes)
{
    const Result<void> sized = editCluster([nodes](const Cluster& cluster) { return withNodes(cluster, nodes); });
    if (!sized) {
        Q_EMIT problem(sized.error());
    }
    return sized.has_value();
}

Result<void> ScenarioModel::editCluster(const std::function<Result<Cluster>(const Cluster&)>& change)
{
    // While somebody types, from what was there before: a 1 on the way to 16 cuts nothing away.
    if (m_reshaping.step != m_step || request().cluster != m_reshaping.to) {
        m_reshaping = {m_step, m_now, request().cluster};
    }
    const SearchRequest& from = m_reshaping.from.request;
    const Result<Cluster> made = change(from.cluster);
    if (!made) {
        return tl::unexpected(made.error());
    }
    ScenarioState next = m_now;
    next.request.cluster = m_reshaping.to = *made;
    const Bytes memory = made->mostMemory();
    const bool followsDevice = from.memoryBudget == from.cluster.mostMemory() || from.memoryBudget > memory;
    next.request.memoryBudget = followsDevice && memory != from.cluster.mostMemory() ? memory : from.memoryBudget;
    choosePrecision(next, precisionOn(*made, from));
    editSubject(std::move(next), true);
    return {};
}

void ScenarioModel::setBudget(Bytes budget)
{
    ScenarioState next = m_now;
    next.request.memoryBudget = budget;
    edit(std::move(next), true);
}

void ScenarioModel::setBatches(const std::vector<std::int64_t>& batches)
{
    ScenarioState next = m_now;
    next.request.training.globalBatch = batches.front();
    next.request.batches = batches.size() > 1 ? batches : std::vector<std::int64_t>();
    next.open.batch = false;
    edit(std::move(next), true);
}

void ScenarioModel::set(const ScenarioField& field, qint64 value)
{
    ScenarioState next = m_now;
    field.set(next, value);
    if (next.open == m_now.open) {
        next.open.search = next.open.search && hasSameSearch(next.request, request());
    }
    editSubject(std::move(next), field.kind != ScenarioField::Kind::Choice);
}

Result<void> ScenarioModel::setText(const ScenarioField& field, const QString& typed)
{
    ScenarioState next = m_now;
    return field.read(next, typed).map([&] { editSubject(std::move(next), true); });
}

void ScenarioModel::setSpace(const Space& space)
{
    ScenarioState next = m_now;
    next.request.space = space;
    next.open.search = false;
    edit(std::move(next));
}

void ScenarioModel::toggleDimension(const DimensionRules& rules)
{
    Space space = request().space;
    space.*rules.on = !(space.*rules.on);
    setSpace(space);
}

void ScenarioModel::setRequest(const SearchRequest& request)
{
    edit(stateOf(request));
}

Result<void> ScenarioModel::savePreset(PresetKind kind, const QString& title)
{
    ScenarioState next = m_now;
    const auto save = [this, &title](auto& preset) {
        return saveOwnPreset(m_store, preset, title.toStdString()).map([&preset](auto saved) {
            preset = std::move(saved);
        });
    };
    Result<void> saved = kind == PresetKind::Model ? save(next.request.model) : save(next.request.cluster);
    if (saved) {
        edit(std::move(next));
        Q_EMIT presetsChanged();
    }
    return saved;
}

Result<void> ScenarioModel::removePreset(PresetKind kind, const std::string& name)
{
    Result<void> removed = removeOwnPreset(m_store, kind, name);
    if (removed) {
        Q_EMIT presetsChanged();
    }
    return removed;
}

void ScenarioModel::takeFrom(const Plan& plan)
{
    SearchRequest request = withoutHidden().request;
    request.model = plan.model;
    request.cluster = plan.cluster;
    request.training = plan.training;
    request.batches.clear();
    request.memoryBudget = plan.memoryBudget;
    const SearchRequest asked = requestOf(plan);
    request.schedule = asked.schedule;
    request.schedules = asked.schedules;
    request.microbatches = asked.microbatches.size() == 1 ? asked.microbatches : std::vector<int>();
    request.method = asked.method;
    request.target = asked.target;
    request.space = asked.space;
    const bool sameOverheads = request.training.framework == m_now.request.training.framework;
    ScenarioState next = stateOf(request);
    next.ownOverheads = next.ownOverheads || (sameOverheads && m_now.ownOverheads);
    push(std::move(next));
}

}  // namespace pgram
