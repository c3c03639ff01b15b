// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/cluster/cluster_panel.h"
#include "widgets/docks/cluster/cluster_section.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_model.h"
#include "widgets/document/scenario_text.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/labels.h"
#include "widgets/kit/on_change.h"
#include "widgets/kit/tip_text.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace pgram {

ClusterChanges::ClusterChanges(ScenarioModel* model, QWidget* parent)
    : QWidget(parent),
      m_model(model),
      m_title(new QLabel),
      m_all(new QPushButton),
      m_lines(new QVBoxLayout),
      m_problem(new ProblemLabel(this))
{
    setTopic(this, QStringLiteral("cluster:changes"));
    m_title->setWordWrap(true);
    m_all->setObjectName(QStringLiteral("cluster.revertAll"));
    m_lines->setSpacing(0);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 4);
    column->setSpacing(2);
    column->addWidget(m_title);
    column->addLayout(m_lines);
    column->addWidget(m_problem);
    column->addWidget(m_all, 0, Qt::AlignLeft);
    connect(m_all, &QPushButton::clicked, this,
            [this] { revert([preset = *m_preset](const Cluster&) -> Result<Cluster> { return preset; }); });
    inEveryLanguage(this, [this] { retranslate(); });
}

void ClusterChanges::show(const Cluster& cluster, const std::optional<Cluster>& preset)
{
    m_preset = preset;
    std::vector<ClusterChange> changes = preset ? changesOf(cluster, *preset) : std::vector<ClusterChange>();
    setVisible(!changes.empty());
    if (changes != m_changes) {
        m_changes = std::move(changes);
        rebuild();
    }
}

void ClusterChanges::revert(const std::function<Result<Cluster>(const Cluster&)>& back)
{
    m_problem->setProblem(actOn(m_model, back));
}

void ClusterChanges::rebuild()
{
    while (const std::unique_ptr<QLayoutItem> item{m_lines->takeAt(0)}) {
        item->widget()->hide();
        item->widget()->deleteLater();  // Its button may be the one that is pressed.
    }
    m_problem->setProblem({});
    for (const ClusterChange& change : m_changes) {
        auto* line = new QWidget;
        auto* row = new QHBoxLayout(line);
        row->setContentsMargins(0, 0, 0, 0);
        const QString text = clusterChangeText(change, m_model->request().cluster);
        auto* label = new ElidedLabel(text);
        label->setTextFormat(Qt::PlainText);
        label->setToolTip(tipText(text));
        auto* button = new QToolButton;
        button->setObjectName(QStringLiteral("revert") + qs(change.pointer).replace(u'/', u'.'));
        button->setText(tr("Revert"));
        button->setAccessibleName(tr("Revert %1").arg(text));
        connect(button, &QToolButton::clicked, this, [this, pointer = change.pointer] {
            revert([pointer, preset = *m_preset](const Cluster& cluster) {
                return withReverted(cluster, preset, pointer);
            });
        });
        row->addWidget(label, 1);
        row->addWidget(button);
        m_lines->addWidget(line);
    }
    retranslate();
}

void ClusterChanges::retranslate()
{
    m_title->setText(m_preset ? tr("Other than %1:").arg(presetText(m_preset->title)) : QString());
    m_all->setText(tr("Revert All"));
    m_all->setVisible(m_changes.size() > 1);
}

}  // namespace pgram
