// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/cluster/cluster_section.h"

#include "core/base/index.h"
#include "core/base/json.h"
#include "core/cluster/cluster_json.h"
#include "core/cluster/cluster_sizes.h"
#include "core/cluster/networks.h"
#include "core/presets/cluster_edits.h"
#include "core/presets/cluster_kinds.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_model.h"
#include "widgets/document/scenario_text.h"
#include "widgets/document/texts.h"
#include "widgets/kit/field_row.h"
#include "widgets/kit/forms.h"
#include "widgets/kit/labels.h"
#include "widgets/kit/on_change.h"
#include "widgets/theme/icon.h"

#include <QDate>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace pgram {

namespace {

constexpr const char* partNames[] = {"whole", "device", "link", "network", "host", "kind", "slow"};

/// "host", "link0", "kind1.device"
QString partName(const ClusterPlace& place)
{
    const QString name = QString::fromLatin1(partNames[at(place.part)]);
    const bool isOneOf =
        place.part == ClusterPart::Link || place.part == ClusterPart::Kind || place.part == ClusterPart::Slow;
    const QString numbered = isOneOf ? name + QString::number(place.index.number) : name;
    return place.index.kind < 0 ? numbered : QStringLiteral("kind%1.%2").arg(place.index.kind).arg(numbered);
}

QString fieldName(const ClusterPlace& place, const std::string& key)
{
    return QStringLiteral("cluster.%1.%2").arg(partName(place), QString::fromStdString(key).replace(u'/', u'.'));
}

QString topicOf(const ClusterPlace& place)
{
    return QStringLiteral("cluster:") + QString::fromLatin1(partNames[at(place.part)]);
}

bool isOwnLink(const ClusterPlace& place)
{
    return place.part == ClusterPart::Link && place.index.kind >= 0;
}

Result<Cluster> withHost(const Cluster& cluster)
{
    Cluster next = cluster;
    next.host = {};
    next.host.link = "PCIe";
    next.host.bandwidth = 25e9;
    return checkedCluster(next);
}

Result<Cluster> withoutHost(const Cluster& cluster)
{
    Cluster next = cluster;
    next.host = {};
    return checkedCluster(next);
}

Result<Cluster> withoutNetwork(const Cluster& cluster)
{
    Cluster next = cluster;
    next.network.reset();
    return checkedCluster(next);
}

/// The member of a cluster's network that a file has: one island's figures for a start.
Result<Cluster> withNetwork(const Cluster& cluster)
{
    Cluster next = cluster;
    next.network = cluster.links.back();
    next.network->span = 0;
    next.network->name = "Network";
    next.network->efficiency.provenance = {"guessed", "taken from " + cluster.links.back().name};
    return checkedCluster(next);
}

/// Returns the common networks, with one card per node, each with its edit.
std::vector<std::pair<QString, ClusterEdit>> networkChoices()
{
    std::vector<std::pair<QString, ClusterEdit>> choices;
    for (const CommonNetwork& network : commonNetworks()) {
        choices.emplace_back(
            qs(std::string(network.title)),
            [name = std::string(network.name)](const Cluster& cluster) { return joinedBy(cluster, name); });
    }
    return choices;
}

}  // namespace

QString clusterProblem(const Error& error, const Cluster& cluster, const std::string& pointer)
{
    const std::string where = error.where.english();
    Error said = error;
    said.where = {};
    const std::string place = where.find('/') == std::string::npos ? "" : where.substr(where.find('/'));
    const FieldPlace named = fieldAt(place);
    if (place.empty() || place == pointer || place == pointer + "/value") {
        return errorText(said);
    }
    if (named.field == nullptr) {
        return QStringLiteral("%1: %2").arg(qs(place), errorText(said));
    }
    return QStringLiteral("%1, %2: %3")
        .arg(clusterPartText(cluster, named.field->part, named.index), coreText(named.field->title), errorText(said));
}

QString actOn(ScenarioModel* model, const ClusterEdit& edit)
{
    model->endStep();
    const Result<void> done = model->editCluster(edit);
    model->endStep();
    return done ? QString() : clusterProblem(done.error(), model->request().cluster, "");
}

namespace {

int measuredCount(const ScenarioModel& model)
{
    const Cluster& cluster = model.request().cluster;
    return static_cast<int>(cluster.measured.size() + cluster.measuredTimes.size());
}

/// Emits measuredDropped() where fewer than `before` measurements are left.
void tellDropped(ScenarioModel& model, int before)
{
    if (const int now = measuredCount(model); now < before) {
        Q_EMIT model.measuredDropped(before - now);
    }
}

}  // namespace

std::string todayText()
{
    return QDate::currentDate().toString(Qt::ISODate).toStdString();
}

ClusterSection::ClusterSection(ScenarioModel* model, const ClusterPlace& place, QWidget* parent)
    : QWidget(parent), m_model(model), m_place(place), m_title(new QLabel), m_problem(new ProblemLabel(this))
{
    setObjectName(QStringLiteral("section.") + partName(place));
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* head = new QHBoxLayout;
    head->setSpacing(2);
    head->addWidget(m_title, 1);
    for (Action& action : actionsOf()) {
        addAction(head, std::move(action));
    }
    auto* form = new FieldRows;
    for (const ClusterField& field : clusterFields()) {
        if (field.part == place.part && !(isOwnLink(place) && std::string_view(field.key) == "span")) {
            addRow(form, &field);
            if (field.isSize()) {
                addRow(form, nullptr);
            }
        }
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 6, 0, 0);
    column->setSpacing(4);
    column->addLayout(head);
    column->addWidget(m_problem);
    column->addLayout(form);
    inEveryLanguage(this, [this] { retranslate(); });
}

void ClusterSection::addRow(FieldRows* form, const ClusterField* field)
{
    auto* row = new FieldRow(FieldRow::Control::Line, fieldName(m_place, field != nullptr ? field->key : "nodes"),
                             topicOf(m_place));
    row->addTo(form);
    m_rows.push_back({row, field});
    connect(row, &FieldRow::typed, this, [this, entry = m_rows.back()](const QString& typed) { take(entry, typed); });
    connect(row, &FieldRow::stepEnded, m_model, &ScenarioModel::endStep);
}

void ClusterSection::addAction(QHBoxLayout* head, Action action)
{
    action.button = new QToolButton;
    action.button->setObjectName(fieldName(m_place, action.name));
    action.button->setAutoRaise(true);
    action.button->setIcon(themedIcon(QString::fromLatin1(action.icon)));
    const auto act = [this](const ClusterEdit& edit) {
        const int measured = measuredCount(*m_model);
        m_problem->setProblem(actOn(m_model, edit));
        tellDropped(*m_model, measured);
    };
    if (action.choices.empty()) {
        connect(action.button, &QToolButton::clicked, this, [act, edit = action.edit] { act(edit); });
    } else {
        auto* menu = new QMenu(action.button);
        for (const auto& [words, edit] : action.choices) {
            connect(menu->addAction(words), &QAction::triggered, this, [act, chosen = edit] { act(chosen); });
        }
        action.button->setMenu(menu);
        action.button->setPopupMode(QToolButton::InstantPopup);
    }
    head->addWidget(action.button);
    m_actions.push_back(std::move(action));
}

std::vector<ClusterSection::Action> ClusterSection::actionsOf() const
{
    const int number = m_place.index.number;
    const auto always = [](const Cluster&) { return true; };
    const auto isThere = [this](const Cluster& cluster) { return isPartOf(cluster); };
    const auto isNot = [this](const Cluster& cluster) { return !isPartOf(cluster); };
    const auto isOneNode = [](const Cluster& cluster) { return cluster.nodeDevices() >= cluster.devices; };
    switch (m_place.part) {
    case ClusterPart::Link:
        if (isOwnLink(m_place)) {
            return kindActions();
        }
        return {{"moveOut", "down", QT_TR_NOOP("Move Out"),
                 [number](const Cluster& cluster) { return withLevelMovedOut(cluster, number); },
                 [number](const Cluster& cluster) { return number + 1 < static_cast<int>(cluster.links.size()); }},
                {"addInside", "add", QT_TR_NOOP("Add a Level Inside"),
                 [number](const Cluster& cluster) { return withLevelInside(cluster, number); }, always},
                {"remove", "remove", QT_TR_NOOP("Remove"),
                 [number](const Cluster& cluster) { return withoutLevel(cluster, number); },
                 [](const Cluster& cluster) { return cluster.links.size() > 1; }}};
    case ClusterPart::Network:
        return {{"common", "down", QT_TR_NOOP("Choose a Common Network"), {}, isOneNode, networkChoices()},
                {"add", "add", QT_TR_NOOP("Add a Network"), withNetwork, isNot},
                {"remove", "remove", QT_TR_NOOP("Remove"), withoutNetwork, isThere}};
    case ClusterPart::Host:
        return {{"add", "add", QT_TR_NOOP("Add a Host"), withHost, isNot},
                {"remove", "remove", QT_TR_NOOP("Remove"), withoutHost, isThere}};
    case ClusterPart::Kind:
    case ClusterPart::Slow:
        return kindActions();
    default:
        return {};
    }
}

/// What makes a cluster mixed. One that is as its preset again is the preset.
std::vector<ClusterSection::Action> ClusterSection::kindActions() const
{
    const int number = m_place.index.number;
    const auto always = [](const Cluster&) { return true; };
    const auto orPreset = [model = m_model](const auto& without, int which) -> ClusterEdit {
        return [=](const Cluster& cluster) {
            return without(cluster, which).map([model](const Cluster& next) { return asPreset(model->store(), next); });
        };
    };
    if (m_place.part == ClusterPart::Slow) {
        return {{"remove", "remove", QT_TR_NOOP("Remove"), orPreset(withoutSlow, number), always}};
    }
    if (m_place.part == ClusterPart::Link) {
        const int kind = m_place.index.kind;
        return {{"remove", "remove", QT_TR_NOOP("Take the cluster's link"),
                 [kind](const Cluster& cluster) { return withoutOwnLink(cluster, kind); },
                 [kind, number](const Cluster& cluster) {
                     return number + 1 == static_cast<int>(cluster.kinds[at(kind)].links.size());
                 }}};
    }
    return {
        {"ownDevice", "duplicate", QT_TR_NOOP("Give it constants of its own"),
         [number](const Cluster& cluster) { return withOwnDevice(cluster, number); },
         [number](const Cluster& cluster) { return sharesDevice(cluster, number); }},
        {"addLink", "add", QT_TR_NOOP("Override the next level's link"),
         [number](const Cluster& cluster) { return withOwnLink(cluster, number); },
         [number](const Cluster& cluster) { return cluster.kinds[at(number)].links.size() < cluster.links.size(); }},
        {"remove", "remove", QT_TR_NOOP("Remove"), orPreset(withoutKind, number), always}};
}

void ClusterSection::take(const Row& row, const QString& typed)
{
    const std::string text = typed.toStdString();
    const int measured = measuredCount(*m_model);
    const Result<void> done = m_model->editCluster([&](const Cluster& cluster) -> Result<Cluster> {
        if (row.field != nullptr) {
            return withField(cluster, *row.field, m_place.index, text, todayText());
        }
        return parseMeasure(text, Measure::Count)
            .and_then([](double n) { return withinRange(n, 1, mostClusterDevices, Measure::Count); })
            .and_then([&](double nodes) {
                return m_place.part == ClusterPart::Kind
                           ? withKindNodes(cluster, m_place.index.number, static_cast<int>(nodes))
                           : withNodes(cluster, static_cast<int>(nodes));
            });
    });
    if (!done) {  // "24 apples" is no 24 that came before.
        static_cast<void>(m_model->editCluster([](const Cluster& cluster) -> Result<Cluster> { return cluster; }));
    }
    const std::string pointer = row.field != nullptr ? row.field->pointer(m_place.index) : std::string();
    row.row->setProblem(done ? QString() : clusterProblem(done.error(), m_model->request().cluster, pointer));
    tellDropped(*m_model, measured);
}

void ClusterSection::showRow(const Row& row, const Cluster& cluster, const Json& json)
{
    if (row.field == nullptr) {
        row.row->showValue(QString::number(m_place.part == ClusterPart::Kind ? kindNodes(cluster, m_place.index.number)
                                                                             : nodesOf(cluster)));
        return;
    }
    row.row->showValue(qs(valueToType(*row.field, json, m_place.index)));
    auto* line = qobject_cast<QLineEdit*>(row.row->control());
    if (window()->focusWidget() != line) {
        line->setCursorPosition(0);  // of a long name, its beginning
    }
    const Provenance from = provenanceOf(cluster, json, *row.field, m_place.index);
    row.row->setBadge(from.kind.empty() ? QString() : provenanceText(from), qs(from.source));
}

bool ClusterSection::isPartOf(const Cluster& cluster) const
{
    return m_place.part == ClusterPart::Network ? cluster.network.has_value()
           : m_place.part == ClusterPart::Host  ? cluster.host.isKnown()
                                                : true;
}

QString ClusterSection::titleOf(const Cluster& cluster) const
{
    const QString part = clusterPartText(cluster, m_place.part, m_place.index);
    const int number = m_place.index.number + 1;
    return m_place.part == ClusterPart::Link   ? tr("Level %1: %2").arg(number).arg(part)
           : m_place.part == ClusterPart::Kind ? tr("Kind %1: %2").arg(number).arg(part)
                                               : part;
}

void ClusterSection::show(const Cluster& cluster, const Json& json)
{
    const bool isThere = isPartOf(cluster);
    m_title->setText(titleOf(cluster));
    for (const Row& row : m_rows) {
        row.row->setShown(isThere);
        if (isThere) {
            showRow(row, cluster, json);
        }
        // The sum of the kinds.
        row.row->setEnabled(m_place.part != ClusterPart::Whole || cluster.kinds.empty() ||
                            (row.field != nullptr && !row.field->isSize()));
    }
    for (const Action& action : m_actions) {
        const bool applies = action.applies(cluster);
        if (m_place.part == ClusterPart::Link && m_place.index.kind < 0) {
            action.button->setEnabled(applies);
        } else {
            action.button->setVisible(applies);
        }
    }
    m_problem->setProblem({});
}

std::vector<FieldRow*> ClusterSection::rows() const
{
    std::vector<FieldRow*> all;
    for (const Row& row : m_rows) {
        all.push_back(row.row);
    }
    return all;
}

bool ClusterSection::hasProblem() const
{
    return std::ranges::any_of(m_rows, [](const Row& row) { return !row.row->problem().isEmpty(); });
}

void ClusterSection::retranslate()
{
    for (const Row& row : m_rows) {
        row.row->setTitle(row.field != nullptr ? coreText(row.field->title) : tr("Nodes"));
        const bool mayBeEmpty = row.field != nullptr && row.field->mayBeEmpty();
        row.row->setPlaceholder(mayBeEmpty ? tr("not known") : QString());
        const QString unit = row.field != nullptr ? QString::fromUtf8(usualUnit(row.field->measure)) : QString();
        row.row->setToolTip(unit.isEmpty() ? QString() : tr("A number alone counts %1").arg(unit));
    }
    for (const Action& action : m_actions) {
        action.button->setToolTip(tr(action.text));
        action.button->setAccessibleName(tr(action.text));
    }
}

}  // namespace pgram
