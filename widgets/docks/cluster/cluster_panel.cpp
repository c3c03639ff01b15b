// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/cluster/cluster_panel.h"

#include "core/base/index.h"
#include "core/base/json.h"
#include "core/cluster/cluster_json.h"
#include "core/presets/cluster_kinds.h"
#include "widgets/docks/cluster/cluster_picture.h"
#include "widgets/docks/cluster/cluster_section.h"
#include "widgets/docks/cluster/measured_table.h"
#include "widgets/docks/common/preset_bar.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_model.h"
#include "widgets/document/scenario_text.h"
#include "widgets/document/texts.h"
#include "widgets/kit/field_row.h"
#include "widgets/kit/forms.h"
#include "widgets/kit/labels.h"
#include "widgets/kit/on_change.h"
#include "widgets/kit/tip_text.h"

#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace {

std::vector<ClusterPlace> placesOf(ClusterPart part, std::size_t count, int kind = -1)
{
    std::vector<ClusterPlace> places;
    for (std::size_t number = 0; number < count; ++number) {
        places.push_back({part, {static_cast<int>(number), kind}});
    }
    return places;
}

/// The device of each kind before its links; one that several have, where the first of them is.
std::vector<ClusterPlace> devicePlaces(const Cluster& cluster)
{
    if (cluster.kinds.empty()) {
        return {{ClusterPart::Device, {}}};
    }
    std::vector<ClusterPlace> places;
    bool isShared = false;
    for (int kind = 0; kind < static_cast<int>(cluster.kinds.size()); ++kind) {
        const DeviceKind& own = cluster.kinds[at(kind)];
        if (own.device || !isShared) {
            places.push_back({ClusterPart::Device, {0, own.device ? kind : -1}});
            isShared = isShared || !own.device;
        }
        std::ranges::copy(placesOf(ClusterPart::Link, own.links.size(), kind), std::back_inserter(places));
    }
    return places;
}

QString menuText(const std::string& text)
{
    return presetText(text).replace(u'&', QStringLiteral("&&"));
}

}  // namespace

ClusterPanel::ClusterPanel(ScenarioModel* model, QWidget* parent)
    : QWidget(parent),
      m_model(model),
      m_picture(new ClusterPicture),
      m_changes(new ClusterChanges(model)),
      m_measured(new QLabel),
      m_measuredFrom(new SmallLabel(this)),
      m_start(new QPushButton),
      m_devices(new QVBoxLayout),
      m_column(new QVBoxLayout)
{
    build();
    connect(m_picture, &ClusterPicture::chosen, this, &ClusterPanel::goTo);
    connect(m_picture, &ClusterPicture::failed, m_model, &ScenarioModel::problem);
    connect(m_model, &ScenarioModel::changed, this, &ClusterPanel::showCluster);
    connect(m_model, &ScenarioModel::presetsChanged, this, [this] {
        m_presetOf.clear();
        showCluster();
    });
    inEveryLanguage(this, [this] { retranslate(); });
}

void ClusterPanel::build()
{
    m_start->setObjectName(QStringLiteral("cluster.start"));
    m_start->setMenu(new QMenu(m_start));
    connect(m_start->menu(), &QMenu::aboutToShow, this, &ClusterPanel::fillStart);
    QFont bold = m_measured->font();
    bold.setBold(true);
    m_measured->setFont(bold);
    m_measured->setContentsMargins(0, 6, 0, 0);
    m_measuredFrom->setForegroundRole(QPalette::PlaceholderText);
    m_measuredFrom->setWordWrap(true);
    m_column->setContentsMargins(10, 8, 2, 8);
    m_column->setSpacing(6);
    m_column->addWidget(new PresetBar(m_model, PresetKind::Cluster));
    m_column->addWidget(m_start, 0, Qt::AlignLeft);
    m_column->addWidget(m_picture);
    m_column->addWidget(m_changes);
    const auto addSection = [this](ClusterPart part) {
        m_sections.push_back(new ClusterSection(m_model, {part}));
        m_column->addWidget(m_sections.back());
    };
    addSection(ClusterPart::Whole);
    m_kinds = addAdder("cluster.addKind", {});
    m_kinds.button->setMenu(new QMenu(m_kinds.button));
    connect(m_kinds.button->menu(), &QMenu::aboutToShow, this, &ClusterPanel::fillKinds);
    m_slow = addAdder("cluster.addSlow", withSlow);
    m_devices->setSpacing(m_column->spacing());
    m_column->addLayout(m_devices);
    m_levels = addAdder("cluster.addLevel", withLevelBeyond);
    addSection(ClusterPart::Network);
    addSection(ClusterPart::Host);
    m_column->addWidget(m_measured);
    m_column->addWidget(m_measuredFrom);
    for (const MeasuredTable table : allMeasuredTables) {
        m_tables.push_back(new MeasuredTableEdit(m_model, table));
        m_column->addWidget(m_tables.back());
    }
    m_column->addStretch(1);
    auto* content = new QWidget;
    content->setLayout(m_column);
    m_scroll = new FittingScroll(content);
    setFocusProxy(m_picture);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_scroll);
    guardWheel(this);
}

ClusterSection* ClusterPanel::section(const ClusterPlace& place) const
{
    const auto found =
        std::ranges::find_if(m_sections, [&](const ClusterSection* each) { return each->place() == place; });
    return found != m_sections.end() ? *found : nullptr;
}

ClusterPanel::Adder ClusterPanel::addAdder(const char* name, const ClusterEdit& edit)
{
    const Adder adder{new QVBoxLayout, new QPushButton, new ProblemLabel(this)};
    adder.sections->setSpacing(m_column->spacing());
    adder.button->setObjectName(QString::fromLatin1(name));
    if (edit) {
        connect(adder.button, &QPushButton::clicked, this, [this, adder, edit] { add(adder, edit); });
    }
    m_column->addLayout(adder.sections);
    m_column->addWidget(adder.button, 0, Qt::AlignLeft);
    m_column->addWidget(adder.problem);
    return adder;
}

/// And goes to what is there now, when it has its place.
void ClusterPanel::add(const Adder& adder, const ClusterEdit& edit)
{
    const std::vector<ClusterSection*> before = m_sections;
    const QString problem = actOn(m_model, edit);
    adder.problem->setProblem(problem);
    const auto made = std::ranges::find_if(m_sections, [&before](const ClusterSection* each) {
        return std::ranges::find(before, each) == before.end() &&
               (each->place().part != ClusterPart::Kind || each->place().index.number > 0);
    });
    if (problem.isEmpty() && made != m_sections.end()) {
        QTimer::singleShot(0, this, [this, place = (*made)->place()] { goTo(place); });
    }
}

void ClusterPanel::setSections(QVBoxLayout* column, const std::vector<ClusterPlace>& places)
{
    for (int index = column->count(); index-- > 0;) {
        auto* there = static_cast<ClusterSection*>(column->itemAt(index)->widget());
        if (std::ranges::find(places, there->place()) == places.end()) {
            column->removeWidget(there);
            std::erase(m_sections, there);
            there->hide();
            there->deleteLater();  // Its button may be the one that is pressed.
        }
    }
    for (int index = 0; index < static_cast<int>(places.size()); ++index) {
        const ClusterPlace& place = places[at(index)];
        ClusterSection* wanted = section(place);
        if (wanted == nullptr) {
            wanted = new ClusterSection(m_model, place);
            m_sections.push_back(wanted);
        }
        if (column->indexOf(wanted) != index) {
            column->removeWidget(wanted);
            column->insertWidget(index, wanted);
        }
    }
}

void ClusterPanel::setTabOrders()
{
    std::vector<QWidget*> order;
    const auto add = [&order](QWidget* part) {
        for (QWidget* each : part->findChildren<QWidget*>()) {
            if ((each->focusPolicy() & Qt::TabFocus) != 0) {
                order.push_back(each);
            }
        }
    };
    const auto addAll = [&add](const QVBoxLayout* column) {
        for (int index = 0; index < column->count(); ++index) {
            add(column->itemAt(index)->widget());
        }
    };
    add(section({ClusterPart::Whole}));
    for (const Adder* adder : {&m_kinds, &m_slow}) {
        addAll(adder->sections);
        order.push_back(adder->button);
    }
    addAll(m_devices);
    addAll(m_levels.sections);
    order.push_back(m_levels.button);
    for (std::size_t index = 1; index < order.size(); ++index) {
        setTabOrder(order[index - 1], order[index]);
    }
}

void ClusterPanel::showCluster()
{
    const Cluster& cluster = m_model->request().cluster;
    m_scroll->setEnabled(cluster.devices > 0);
    if (cluster.devices == 0) {
        return;
    }
    const std::string key = fmt::format("{}\n{}", cluster.name, cluster.devices);
    if (key != m_presetOf) {
        m_presetOf = key;
        m_preset = presetBehind(m_model->store(), cluster);
    }
    const std::vector<ClusterSection*> sections = m_sections;
    setSections(m_kinds.sections, placesOf(ClusterPart::Kind, cluster.kinds.size()));
    setSections(m_slow.sections, placesOf(ClusterPart::Slow, cluster.slow.size()));
    setSections(m_devices, devicePlaces(cluster));
    setSections(m_levels.sections, placesOf(ClusterPart::Link, cluster.links.size()));
    if (sections != m_sections) {
        setTabOrders();
    }
    m_picture->setCluster(cluster);
    m_changes->show(cluster, m_preset);
    const Json json = toJson(cluster);
    for (ClusterSection* each : m_sections) {
        each->show(cluster, json);
    }
    for (MeasuredTableEdit* table : m_tables) {
        table->show(cluster);
    }
    const bool hasTables =
        !cluster.measured.empty() || !cluster.measuredTimes.empty() || !cluster.measuredPipelines.empty();
    const QString from = provenanceText(cluster.measuredProvenance);
    const QString source = qs(cluster.measuredProvenance.source);
    m_measuredFrom->setVisible(hasTables);
    m_measuredFrom->setText(source.isEmpty() ? from : QStringLiteral("%1: %2").arg(from, source));
    for (const Adder* adder : {&m_kinds, &m_slow, &m_levels}) {
        adder->problem->setProblem({});
    }
}

void ClusterPanel::goTo(const ClusterPlace& place)
{
    if (ClusterSection* there = section(place)) {
        m_scroll->ensureWidgetVisible(there, 0, m_scroll->viewport()->height() / 2);
        m_scroll->ensureWidgetVisible(there, 0, 0);
        there->rows().front()->setFocus(Qt::OtherFocusReason);
    }
}

void ClusterPanel::fillStart()
{
    QMenu* menu = m_start->menu();
    menu->clear();
    menu->addAction(tr("Blank Cluster"), this, [this] { m_model->setCluster(blankCluster()); });
    menu->addAction(tr("From a File…"), this, &ClusterPanel::fileWanted);
    menu->addSeparator();
    for (const PresetEntry& entry : m_model->store().clusters()) {
        menu->addAction(menuText(entry.title), this, [this, name = qs(entry.name)] { m_model->setCluster(name); });
    }
}

void ClusterPanel::fillKinds()
{
    QMenu* menu = m_kinds.button->menu();
    menu->clear();
    for (const Cluster& choice : kindChoices(m_model->store())) {
        menu->addAction(menuText(choice.device.name), this, [this, choice] {
            add(m_kinds, [&choice](const Cluster& cluster) { return withKind(cluster, choice); });
        });
    }
}

void ClusterPanel::retranslate()
{
    m_start->setText(tr("Start from"));
    m_start->setToolTip(tr("A preset, a blank cluster, or a file: a machine's topology, nccl-tests"));
    m_kinds.button->setText(tr("Add a Kind"));
    m_kinds.button->setToolTip(tr("Append a node of another device type"));
    m_slow.button->setText(tr("Add a Slow Device"));
    m_levels.button->setText(tr("Add Outer Level"));
    m_measured->setText(tr("Measured"));
    showCluster();
}

}  // namespace pgram
