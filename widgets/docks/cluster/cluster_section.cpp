// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/cluster/cluster_section.h"

#include "core/cluster/cluster_json.h"
#include "core/cluster/cluster_sizes.h"
#include "core/plan/cluster_edits.h"
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
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace pgram {

namespace {

constexpr const char* partNames[] = {"whole", "device", "link", "network", "host"};

QString partName(const ClusterPlace& place)
{
    const QString name = QString::fromLatin1(partNames[static_cast<std::size_t>(place.part)]);
    return place.part == ClusterPart::Link ? name + QString::number(place.level) : name;
}

QString fieldName(const ClusterPlace& place, const char* key)
{
    return QStringLiteral("cluster.%1.%2").arg(partName(place), QString::fromLatin1(key).replace(u'/', u'.'));
}

QString topicOf(const ClusterPlace& place)
{
    return QStringLiteral("cluster:") + QString::fromLatin1(partNames[static_cast<std::size_t>(place.part)]);
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
        .arg(clusterPartText(cluster, named.field->part, named.level), coreText(named.field->title), errorText(said));
}

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
    addActions(head);
    auto* form = new FieldRows;
    for (const ClusterField& field : clusterFields()) {
        if (field.part == place.part) {
            addRow(form, &field);
            if (field.part == ClusterPart::Whole && std::string_view(field.key) == "devices") {
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

QToolButton* ClusterSection::addAction(QHBoxLayout* head, const char* name, const char* icon, const char* text,
                                       ClusterEdit edit)
{
    auto* button = new QToolButton;
    button->setObjectName(fieldName(m_place, name));
    button->setAutoRaise(true);
    button->setIcon(themedIcon(QString::fromLatin1(icon)));
    connect(button, &QToolButton::clicked, this, [this, edit = std::move(edit)] { act(edit); });
    head->addWidget(button);
    m_actions.emplace_back(button, text);
    return button;
}

void ClusterSection::addActions(QHBoxLayout* head)
{
    const int level = m_place.level;
    if (m_place.part == ClusterPart::Link) {
        addAction(head, "moveOut", "down", QT_TR_NOOP("Move Out"),
                  [level](const Cluster& cluster) { return withLevelMovedOut(cluster, level); });
        addAction(head, "addInside", "add", QT_TR_NOOP("Add a Level Inside"),
                  [level](const Cluster& cluster) { return withLevelInside(cluster, level); });
        addAction(head, "remove", "remove", QT_TR_NOOP("Remove"),
                  [level](const Cluster& cluster) { return withoutLevel(cluster, level); });
    } else if (m_place.part == ClusterPart::Network) {
        addAction(head, "add", "add", QT_TR_NOOP("Add a Network"), withNetwork);
        addAction(head, "remove", "remove", QT_TR_NOOP("Remove"), [](const Cluster& cluster) {
            Cluster next = cluster;
            next.network.reset();
            return checkedCluster(next);
        });
    } else if (m_place.part == ClusterPart::Host) {
        addAction(head, "add", "add", QT_TR_NOOP("Add a Host"), [](const Cluster& cluster) {
            Cluster next = cluster;
            next.host = {};
            next.host.link = "PCIe";
            next.host.bandwidth = 25e9;
            return checkedCluster(next);
        });
        addAction(head, "remove", "remove", QT_TR_NOOP("Remove"), [](const Cluster& cluster) {
            Cluster next = cluster;
            next.host = {};
            return checkedCluster(next);
        });
    }
}

/// As a whole: one step of the history.
void ClusterSection::act(const ClusterEdit& edit)
{
    m_model->endStep();
    const Result<void> done = m_model->editCluster(edit);
    m_problem->setProblem(done ? QString() : clusterProblem(done.error(), m_model->request().cluster, ""));
    m_model->endStep();
}

void ClusterSection::take(const Row& row, const QString& typed)
{
    const std::string text = typed.toStdString();
    const Result<void> done = m_model->editCluster([&](const Cluster& cluster) -> Result<Cluster> {
        if (row.field != nullptr) {
            return withField(cluster, *row.field, m_place.level, text, todayText());
        }
        return parseMeasure(text, Measure::Count)
            .and_then([](double n) { return withinRange(n, 1, mostClusterDevices, Measure::Count); })
            .and_then([&cluster](double nodes) { return withNodes(cluster, static_cast<int>(nodes)); });
    });
    if (!done) {  // "24 apples" is no 24 that came before.
        static_cast<void>(m_model->editCluster([](const Cluster& cluster) -> Result<Cluster> { return cluster; }));
    }
    const std::string pointer = row.field != nullptr ? row.field->pointer(m_place.level) : std::string();
    row.row->setProblem(done ? QString() : clusterProblem(done.error(), m_model->request().cluster, pointer));
}

void ClusterSection::showRow(const Row& row, const Cluster& cluster, const Json& json)
{
    if (row.field == nullptr) {
        row.row->showValue(QString::number(nodesOf(cluster)));
        return;
    }
    row.row->showValue(qs(valueToType(*row.field, json, m_place.level)));
    auto* line = qobject_cast<QLineEdit*>(row.row->control());
    if (window()->focusWidget() != line) {
        line->setCursorPosition(0);  // of a long name, its beginning
    }
    const Provenance from = provenanceOf(cluster, json, *row.field, m_place.level);
    row.row->setBadge(from.kind.empty() ? QString() : provenanceText(from), qs(from.source));
}

void ClusterSection::show(const Cluster& cluster, const Json& json)
{
    const bool isThere = m_place.part == ClusterPart::Network ? cluster.network.has_value()
                         : m_place.part == ClusterPart::Host  ? cluster.host.isKnown()
                                                              : true;
    const QString part = clusterPartText(cluster, m_place.part, m_place.level);
    m_title->setText(m_place.part == ClusterPart::Link ? tr("Level %1: %2").arg(m_place.level + 1).arg(part) : part);
    for (const Row& row : m_rows) {
        row.row->setShown(isThere);
        if (isThere) {
            showRow(row, cluster, json);
        }
    }
    for (const auto& [button, text] : m_actions) {
        const QString name = button->objectName();
        const bool isAdd = name.endsWith(QStringLiteral(".add"));
        const bool isOutermost = m_place.level + 1 == static_cast<int>(cluster.links.size());
        const bool isOnly = cluster.links.size() == 1;
        if (m_place.part == ClusterPart::Link) {
            button->setEnabled(name.endsWith(QStringLiteral("moveOut"))  ? !isOutermost
                               : name.endsWith(QStringLiteral("remove")) ? !isOnly
                                                                         : true);
        } else {
            button->setVisible(isAdd != isThere);
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
    for (const auto& [button, text] : m_actions) {
        button->setToolTip(tr(text));
        button->setAccessibleName(tr(text));
    }
}

}  // namespace pgram
