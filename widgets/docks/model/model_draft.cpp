// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/model/model_draft.h"

#include "core/base/quantity.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_model.h"

#include <QStringList>

#include <algorithm>

namespace pgram {

namespace {

using Of = ModelFieldId::Of;

Result<std::vector<int>> layersIn(const QString& text)
{
    std::vector<int> layers;
    for (const QString& part : text.split(QLatin1Char(','))) {
        const Result<std::int64_t> count = parseCount(part.toStdString(), 1, mostModelLayers);
        if (!count) {
            return tl::unexpected(count.error());
        }
        layers.push_back(static_cast<int>(*count));
    }
    return layers;
}

Result<void> readSize(const std::string& key, const QString& text, ModelSizes& sizes)
{
    const auto& all = modelSizeFields();
    const auto row = std::ranges::find(all, key, [](const ModelSizeField& field) { return std::string(field.key); });
    if (row->size == nullptr) {
        return layersIn(text).map([&sizes](const std::vector<int>& layers) { sizes.layers = layers; });
    }
    return parseCount(text.toStdString(), 1, row->field->most).map([&](std::int64_t size) { sizes.*row->size = size; });
}

Result<Json> readModelField(const std::string& key, const QString& text)
{
    if (key == "sequence_length") {
        return parseCount(text.toStdString(), 1, longestSequence).map([](std::int64_t tokens) { return Json(tokens); });
    }
    if (text.trimmed().isEmpty()) {
        return badInput(Core::tr("is empty"), {}, Core::tr("Give the model a title and a name"));
    }
    return Json(text.trimmed().toStdString());
}

QString layersText(const std::vector<int>& layers)
{
    QStringList parts;
    for (const int count : layers) {
        parts.append(QString::number(count));
    }
    return parts.join(QStringLiteral(", "));
}

}  // namespace

const std::vector<ModelSizeField>& modelSizeFields()
{
    static const std::vector<ModelSizeField> fields{{"layers", runField("count"), nullptr},
                                                    {"hidden", runField("hidden"), &ModelSizes::hidden},
                                                    {"heads", runField("heads"), &ModelSizes::heads},
                                                    {"kv_heads", runField("kv_heads"), &ModelSizes::kvHeads},
                                                    {"ffn", runField("ffn"), &ModelSizes::ffn},
                                                    {"experts", runField("experts"), &ModelSizes::experts},
                                                    {"vocabulary", runField("vocabulary"), &ModelSizes::vocabulary}};
    return fields;
}

ModelDraft::ModelDraft(ScenarioModel* scenario, QObject* parent) : QObject(parent), m_scenario(scenario)
{
    connect(scenario, &ScenarioModel::changed, this, &ModelDraft::follow);
    m_seen = model();
    findBase();
}

const Architecture& ModelDraft::model() const
{
    return m_scenario->request().model;
}

QString ModelDraft::valueOf(const ModelFieldId& field) const
{
    const Architecture& shown = model();
    switch (field.of) {
    case Of::Model:
        return field.key == "title"  ? qs(shown.title)
               : field.key == "name" ? qs(shown.name)
                                     : QString::number(shown.sequenceLength);
    case Of::Run:
        return field.run < shown.runs.size() ? qs(shownValue(shown.runs[field.run], *runField(field.key))) : QString();
    case Of::Sizes:
        break;
    }
    const ModelSizes sizes = sizesOf(shown);
    for (const ModelSizeField& row : modelSizeFields()) {
        if (field.key == row.key) {
            const std::int64_t size = row.size != nullptr ? sizes.*row.size : 0;
            return row.size == nullptr ? layersText(sizes.layers) : size > 0 ? QString::number(size) : QString();
        }
    }
    return {};
}

const ModelDraft::Waiting* ModelDraft::waiting(const ModelFieldId& field) const
{
    const auto found = m_waiting.find(field);
    return found != m_waiting.end() ? &found->second : nullptr;
}

Result<Architecture> ModelDraft::applied(const Typed& typed) const
{
    ModelSizes sizes;
    std::vector<ModelEdit> edits;
    for (const auto& [field, text] : typed) {
        if (field.of == Of::Sizes) {
            if (const Result<void> read = readSize(field.key, text, sizes); !read) {
                return tl::unexpected(read.error());
            }
            continue;
        }
        const Result<Json> value =
            field.of == Of::Model ? readModelField(field.key, text)
                                  : typedValue(*runField(field.key), model().runs[field.run].kind, text.toStdString());
        if (!value) {
            return tl::unexpected(value.error());
        }
        edits.push_back({field.of == Of::Model ? '/' + field.key : runPointer(field.run, field.key), *value});
    }
    return resized(model(), sizes).and_then([&edits](const Architecture& sized) { return edited(sized, edits); });
}

ModelDraft::Typed ModelDraft::allTyped() const
{
    Typed typed;
    for (const auto& [field, waits] : m_waiting) {
        typed[field] = waits.text;
    }
    return typed;
}

ModelDraft::Waiting ModelDraft::refused(const ModelFieldId& field, const QString& text, const Error& why) const
{
    Waiting waits{text, why, {}};
    if (field.of == Of::Run) {
        const RunField& row = *runField(field.key);
        const Result<Json> value = typedValue(row, model().runs[field.run].kind, text.toStdString());
        const std::vector<ModelEdit> all =
            value && !value->is_null() ? inAllRuns(model(), field.run, row, *value) : std::vector<ModelEdit>();
        if (!all.empty() && edited(model(), all)) {
            waits.inAll = all;
        }
    }
    return waits;
}

void ModelDraft::type(const ModelFieldId& field, const QString& text)
{
    if (text == valueOf(field)) {
        m_waiting.erase(field);
        Q_EMIT changed();
        return;
    }
    Typed together = allTyped();
    together[field] = text;
    const Result<Architecture> joint = applied(together);
    const Result<Architecture> alone = joint ? joint : applied({{field, text}});
    if (joint) {
        m_waiting.clear();
    } else if (alone) {
        m_waiting.erase(field);
    } else {
        m_waiting[field] = refused(field, text, alone.error());
    }
    if (alone) {
        put(*alone);
        weighAgain();
    }
    Q_EMIT changed();
}

void ModelDraft::takeInAll(const ModelFieldId& field)
{
    const Waiting* waits = waiting(field);
    if (waits == nullptr || waits->inAll.empty()) {
        return;
    }
    const Result<Architecture> next = edited(model(), waits->inAll);
    m_waiting.erase(field);
    take(next);
}

std::optional<Error> ModelDraft::take(const Result<Architecture>& next, const Place& place)
{
    if (!next) {
        return next.error();
    }
    std::map<ModelFieldId, Waiting> moved;
    for (auto& [field, waits] : m_waiting) {
        const std::optional<std::size_t> run = place && field.of == Of::Run ? place(field.run) : field.run;
        if (run) {
            moved[{field.of, *run, field.key}] = std::move(waits);
        }
    }
    m_waiting = std::move(moved);
    endStep();
    put(*next);
    endStep();
    weighAgain();
    Q_EMIT changed();
    return std::nullopt;
}

void ModelDraft::startFrom(const Architecture& model)
{
    m_waiting.clear();
    endStep();
    m_scenario->setModel(model);
    endStep();
}

void ModelDraft::endStep()
{
    m_scenario->endStep();
}

/// An edited preset says so; where nothing of it is otherwise any more, it is the preset again.
void ModelDraft::put(const Architecture& next)
{
    if (next == model()) {
        return;
    }
    Architecture made = next;
    if (m_base && model() == *m_base) {
        made = markedAsEdited(next, *m_base);
    }
    if (m_base && made == markedAsEdited(*m_base, *m_base)) {
        made = *m_base;
    }
    m_puts = true;
    m_scenario->setModel(made);
    m_puts = false;
    m_seen = model();
}

/// Another model than somebody works on: what waited was for that one.
void ModelDraft::follow()
{
    if (m_puts || model() == m_seen) {
        return;
    }
    const auto namesOf = [](const Architecture& of) {
        std::vector<std::string> names;
        for (const LayerSpec& run : of.runs) {
            names.push_back(run.name + std::string(name(run.kind)));
        }
        return names;
    };
    const std::optional<Architecture> before = m_base;
    const bool sameRuns = namesOf(m_seen) == namesOf(model());
    m_seen = model();
    findBase();
    if (!sameRuns || before != m_base) {
        m_waiting.clear();
    }
    weighAgain();
    Q_EMIT changed();
}

/// Why each text waits, beside the model of now. What could be taken by now waits for the next word.
void ModelDraft::weighAgain()
{
    std::erase_if(m_waiting, [this](const auto& entry) {
        return entry.first.of == Of::Run && entry.first.run >= model().runs.size();
    });
    for (auto& [field, waits] : m_waiting) {
        if (const Result<Architecture> alone = applied({{field, waits.text}}); !alone) {
            waits = refused(field, waits.text, alone.error());
        }
    }
}

void ModelDraft::findBase()
{
    m_base.reset();
    const PresetStore& store = m_scenario->store();
    const std::string made = madeOf(model());
    for (const std::string& name : {model().name, made}) {
        const std::vector<PresetEntry> known = name.empty() ? std::vector<PresetEntry>() : store.models();
        if (std::ranges::find(known, name, &PresetEntry::name) != known.end()) {
            if (const Result<Architecture> preset = store.model(name); preset && (name == made || *preset == model())) {
                m_base = *preset;
                return;
            }
        }
    }
}

}  // namespace pgram
