// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/cluster/cluster_panel.h"

#include "core/cluster/cluster_json.h"
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
#include <QVBoxLayout>

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

ClusterPanel::ClusterPanel(ScenarioModel* model, QWidget* parent)
    : QWidget(parent),
      m_model(model),
      m_picture(new ClusterPicture),
      m_changes(new ClusterChanges(model)),
      m_measured(new QLabel),
      m_measuredFrom(new SmallLabel(this)),
      m_start(new QPushButton),
      m_addLevel(new QPushButton),
      m_problem(new ProblemLabel(this)),
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
    connect(m_addLevel, &QPushButton::clicked, this, [this] {
        m_model->endStep();
        const Result<void> done = m_model->editCluster(withLevelBeyond);
        m_model->endStep();
        m_problem->setProblem(done ? QString() : clusterProblem(done.error(), m_model->request().cluster, ""));
    });
    inEveryLanguage(this, [this] { retranslate(); });
}

void ClusterPanel::build()
{
    m_start->setObjectName(QStringLiteral("cluster.start"));
    m_start->setMenu(new QMenu(m_start));
    connect(m_start->menu(), &QMenu::aboutToShow, this, &ClusterPanel::fillStart);
    m_addLevel->setObjectName(QStringLiteral("cluster.addLevel"));
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
    for (const ClusterPart part : {ClusterPart::Whole, ClusterPart::Device, ClusterPart::Network, ClusterPart::Host}) {
        m_sections.push_back(new ClusterSection(m_model, {part, 0}));
        m_column->addWidget(m_sections.back());
    }
    m_column->insertWidget(m_column->indexOf(section({ClusterPart::Network, 0})), m_addLevel, 0, Qt::AlignLeft);
    m_column->insertWidget(m_column->indexOf(m_addLevel) + 1, m_problem);
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

/// A section for each level, before the button that adds one.
void ClusterPanel::setLevels(std::size_t count)
{
    std::size_t level = 0;
    while (section({ClusterPart::Link, static_cast<int>(level)}) != nullptr) {
        ++level;
    }
    for (; level < count; ++level) {
        auto* made = new ClusterSection(m_model, {ClusterPart::Link, static_cast<int>(level)});
        m_sections.push_back(made);
        m_column->insertWidget(m_column->indexOf(m_addLevel), made);
    }
    for (; level > count; --level) {
        ClusterSection* gone = section({ClusterPart::Link, static_cast<int>(level) - 1});
        std::erase(m_sections, gone);
        gone->hide();
        gone->deleteLater();  // Its button may be the one that is pressed.
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
    setLevels(cluster.links.size());
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
    m_problem->setProblem({});
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
        menu->addAction(presetText(entry.title).replace(u'&', QStringLiteral("&&")), this,
                        [this, name = qs(entry.name)] { m_model->setCluster(name); });
    }
}

void ClusterPanel::retranslate()
{
    m_start->setText(tr("Start from"));
    m_start->setToolTip(tr("A preset, a blank cluster, or a file: a machine's topology, nccl-tests"));
    m_addLevel->setText(tr("Add a Level Beyond"));
    m_measured->setText(tr("Measured"));
    showCluster();
}

}  // namespace pgram
