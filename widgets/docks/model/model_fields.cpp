// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/model/model_fields.h"

#include "core/model/layer_kinds.h"
#include "core/model/mixers.h"
#include "widgets/document/core_text.h"
#include "widgets/kit/forms.h"
#include "widgets/kit/on_change.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

using Control = FieldRow::Control;

Control controlOf(const RunField& field)
{
    switch (field.type) {
    case RunField::Type::Switch:
    case RunField::Type::Sharing:
        return Control::Switch;
    case RunField::Type::Norm:
    case RunField::Type::Mixer:
    case RunField::Type::Run:
        return Control::Choice;
    default:
        return Control::Line;
    }
}

std::vector<std::pair<QString, QString>> normChoices()
{
    std::vector<std::pair<QString, QString>> choices;
    const std::array titles{ModelFields::tr("layer norm"), ModelFields::tr("RMS norm"), ModelFields::tr("no norm")};
    for (std::size_t norm = 0; norm < titles.size(); ++norm) {
        choices.emplace_back(qs(std::string(enumNames<Norm>[norm])), titles[norm]);
    }
    return choices;
}

std::vector<std::pair<QString, QString>> mixerChoices()
{
    std::vector<std::pair<QString, QString>> choices;
    for (std::size_t mixer = 0; mixer < enumNames<Mixer>.size(); ++mixer) {
        choices.emplace_back(qs(std::string(enumNames<Mixer>[mixer])), coreText(titleOf(static_cast<Mixer>(mixer))));
    }
    return choices;
}

/// Runs in front of `run`, which its skip may come from, and none.
std::vector<std::pair<QString, QString>> runChoices(const Architecture& model, std::size_t run)
{
    std::vector<std::pair<QString, QString>> choices{{QString(), ModelFields::tr("none")}};
    for (std::size_t before = 0; before < run && before < model.runs.size(); ++before) {
        choices.emplace_back(qs(model.runs[before].name), qs(model.runs[before].name));
    }
    return choices;
}

}  // namespace

QString kindTitle(LayerKind kind)
{
    return coreText(rulesOf(kind).title);
}

QString problemText(const Error& error, const Architecture& model, std::optional<std::size_t> run, const QString& key)
{
    const std::optional<std::size_t> about = runOf(error);
    const QString what = errorText({error.kind, error.what, {}, error.todo});
    QStringList where;
    if (about && about != run && *about < model.runs.size()) {
        where.append(qs(model.runs[*about].name));
    }
    if (const RunField* field = fieldOf(error); field != nullptr && key != QLatin1StringView(field->key)) {
        where.append(coreText(field->title));
    }
    const QString place = where.join(ModelFields::tr(", ", "between a run and its field"));
    return place.isEmpty() ? what : ModelFields::tr("%1: %2", "where: what is wrong").arg(place, what);
}

ModelFields::ModelFields(ModelDraft* draft, Group group, QWidget* parent)
    : QWidget(parent), m_draft(draft), m_group(group), m_rows(new FieldRows)
{
    setLayout(m_rows);
    switch (group) {
    case Group::Whole:
        for (const char* key : {"title", "name", "sequence_length"}) {
            add(key, Control::Line);
        }
        break;
    case Group::Sizes:
        for (const ModelSizeField& field : modelSizeFields()) {
            add(field.key, Control::Line);
        }
        break;
    case Group::Run:
        addKind();
        for (const RunField& field : runFields()) {
            add(field.key, controlOf(field));
        }
        break;
    }
    connect(m_draft, &ModelDraft::changed, this, &ModelFields::show);
    inEveryLanguage(this, [this] { retranslate(); });
}

void ModelFields::add(const std::string& key, Control control)
{
    const ModelFieldId::Of of = m_group == Group::Whole   ? ModelFieldId::Of::Model
                                : m_group == Group::Sizes ? ModelFieldId::Of::Sizes
                                                          : ModelFieldId::Of::Run;
    const char* prefix = m_group == Group::Whole ? "model-" : m_group == Group::Sizes ? "sizes-" : "run-";
    auto* row = new FieldRow(control, QString::fromLatin1(prefix) + qs(key), QStringLiteral("model:") + qs(key));
    row->addTo(m_rows);
    const Bound bound{{of, 0, key}, row};
    m_bound.push_back(bound);
    connect(row, &FieldRow::typed, this, [this, bound](const QString& text) { m_draft->type(idOf(bound), text); });
    connect(row, &FieldRow::stepEnded, m_draft, &ModelDraft::endStep);
    connect(row, &FieldRow::offerTaken, this, [this, bound] { m_draft->takeInAll(idOf(bound)); });
}

/// Another kind is another run: what the two have in common stays.
void ModelFields::addKind()
{
    m_kind = new FieldRow(Control::Choice, QStringLiteral("run-kind"), QStringLiteral("model:kind"));
    m_kind->addTo(m_rows);
    connect(m_kind, &FieldRow::stepEnded, m_draft, &ModelDraft::endStep);
    connect(m_kind, &FieldRow::typed, this, [this](const QString& name) {
        const LayerKind wanted = *parse<LayerKind>(name.toStdString());
        if (const auto error = m_draft->take(withKind(m_draft->model(), m_run, wanted))) {
            m_kind->setProblem(problemText(*error, m_draft->model(), m_run));
        } else {
            m_kind->setProblem({});
        }
    });
}

ModelFieldId ModelFields::idOf(const Bound& bound) const
{
    return {bound.id.of, m_group == Group::Run ? m_run : 0, bound.id.key};
}

FieldRow* ModelFields::row(const std::string& key) const
{
    const auto found = std::ranges::find(m_bound, key, [](const Bound& bound) { return bound.id.key; });
    return found != m_bound.end() ? found->row : key == "kind" ? m_kind : nullptr;
}

/// A text that waits in another run is not this one's.
void ModelFields::setRun(std::size_t run)
{
    if (run != m_run) {
        m_run = run;
        for (const Bound& bound : m_bound) {
            bound.row->setProblem({});
        }
        if (m_kind != nullptr) {
            m_kind->setProblem({});
        }
        show();
    }
}

void ModelFields::show()
{
    const Architecture& model = m_draft->model();
    if (m_group == Group::Run && m_run >= model.runs.size()) {
        return;  // whoever chooses the run will say another
    }
    if (m_kind != nullptr) {
        m_kind->showValue(QString::fromLatin1(name(model.runs[m_run].kind)));
    }
    for (const Bound& bound : m_bound) {
        showRow(bound);
    }
}

void ModelFields::showRow(const Bound& bound)
{
    const Architecture& model = m_draft->model();
    const ModelFieldId id = idOf(bound);
    const RunField* field = m_group == Group::Run ? runField(bound.id.key) : nullptr;
    if (field != nullptr) {
        const bool isUsed = field->isUsedBy(model.runs[m_run]);
        bound.row->setShown(isUsed);
        if (!isUsed) {
            return;
        }
        if (field->type == RunField::Type::Run) {
            bound.row->setChoices(runChoices(model, m_run));
        }
    }
    const QString value = m_draft->valueOf(id);
    const ModelDraft::Waiting* waits = m_draft->waiting(id);
    if (waits == nullptr) {
        bound.row->setProblem({});
        bound.row->showValue(value);
        return;
    }
    bound.row->showValue(value);
    bound.row->showTyped(waits->text);
    bound.row->setProblem(
        problemText(waits->why, model, m_group == Group::Run ? std::optional(m_run) : std::nullopt, qs(bound.id.key)));
    bound.row->setOffer(waits->inAll.empty() ? QString() : tr("Set It in All %1 Runs").arg(waits->inAll.size()));
}

void ModelFields::retranslate()
{
    if (m_kind != nullptr) {
        std::vector<std::pair<QString, QString>> kinds;
        for (const LayerKind kind : layerKinds()) {
            kinds.emplace_back(QString::fromLatin1(name(kind)), kindTitle(kind));
        }
        m_kind->setTitle(tr("Kind"));
        m_kind->setToolTip(tr("What the layers compute; what another kind has in common with it stays"));
        m_kind->setChoices(kinds);
    }
    for (const Bound& bound : m_bound) {
        tell(bound);
    }
    show();
}

void ModelFields::tell(const Bound& bound)
{
    const std::string& key = bound.id.key;
    if (m_group == Group::Whole) {
        bound.row->setTitle(key == "title" ? tr("Title") : key == "name" ? tr("Short name") : tr("Sequence"));
        bound.row->setToolTip(key == "title"  ? tr("As people write it")
                              : key == "name" ? tr("As files and the command line have it: lower case with dashes")
                                              : tr("Tokens per sample: 4096, 4k, 128k"));
        return;
    }
    if (m_group == Group::Sizes) {
        const auto& all = modelSizeFields();
        const RunField& field =
            *std::ranges::find(all, key, [](const ModelSizeField& size) { return std::string(size.key); })->field;
        bound.row->setTitle(coreText(field.title));
        bound.row->setToolTip(key == "layers" ? tr("Blocks of the model, by type where it has several: 48, or 24, 24")
                                              : coreText(field.meaning));
        bound.row->setPlaceholder(tr("none, or several"));
        return;
    }
    const RunField& field = *runField(key);
    bound.row->setTitle(coreText(field.title));
    bound.row->setToolTip(coreText(field.meaning));
    if (field.type == RunField::Type::Norm) {
        bound.row->setChoices(normChoices());
    } else if (field.type == RunField::Type::Mixer) {
        bound.row->setChoices(mixerChoices());
    } else if (field.isNumber()) {
        bound.row->setPlaceholder(tr("none"));
    }
}

}  // namespace pgram
