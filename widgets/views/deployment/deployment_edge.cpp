// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The view's page of edge memory: its controls, and the answer to them.
#include "core/presets/preset_store.h"
#include "widgets/document/core_text.h"
#include "widgets/kit/quantity_edit.h"
#include "widgets/views/deployment/deployment_view.h"

#include <QCoreApplication>
#include <QPainter>

namespace pgram {

namespace {

constexpr int mostTasks = 4096;
constexpr int mostWidth = 4096;
constexpr int mostEdgeTokens = 1 << 16;
constexpr int mostInferences = 1'000'000;

/// Returns the tiers that ship with the program, read once.
const Result<std::vector<MemoryTier>>& shippedTiers()
{
    static const Result<std::vector<MemoryTier>> tiers =
        PresetStore::find(QCoreApplication::applicationFilePath().toStdString()).and_then([](const PresetStore& store) {
            return loadTiers(store.root() / "tiers" / "rram-sram.json");
        });
    return tiers;
}

}  // namespace

void DeploymentView::makeEdgeControls()
{
    const std::tuple<const char*, int EdgeChoice::*, int> rows[] = {{"tasks", &EdgeChoice::tasks, mostTasks},
                                                                    {"adapter", &EdgeChoice::adapter, mostWidth},
                                                                    {"tokens", &EdgeChoice::tokens, mostEdgeTokens},
                                                                    {"wake", &EdgeChoice::perWake, mostInferences},
                                                                    {"switch", &EdgeChoice::perSwitch, mostInferences}};
    for (const auto& [name, member, most] : rows) {
        auto* box = new QuantityEdit(QuantityEdit::Kind::Count, this);
        box->setObjectName(QStringLiteral("edge-") + QLatin1StringView(name));
        box->setRange(1, most);
        connect(box, &QuantityEdit::valueChanged, this, [this, member = member](qint64 value) {
            if (!m_filling) {
                m_edgeChoice.*member = static_cast<int>(value);
                refresh();
                pictureChanged();
            }
        });
        m_edgeControls.push_back(box);
    }
}

std::vector<Control> DeploymentView::edgeRows() const
{
    struct Row {
        int value;
        QString label;
        QString toolTip;
    };
    const Row rows[] = {{m_edgeChoice.tasks, tr("Tasks"), tr("Tasks that share the model")},
                        {m_edgeChoice.adapter, tr("Adapter width"), {}},
                        {m_edgeChoice.tokens, tr("Tokens"), tr("Tokens per inference")},
                        {m_edgeChoice.perWake, tr("Wake-up every"), tr("Inferences between two wake-ups")},
                        {m_edgeChoice.perSwitch, tr("Switch every"), tr("Inferences between two tasks")}};
    std::vector<Control> all;
    for (std::size_t i = 0; i < m_edgeControls.size(); ++i) {
        m_edgeControls[i]->setValue(rows[i].value);
        all.push_back({m_edgeControls[i], rows[i].label, page() == 1 && m_edge, rows[i].toolTip});
    }
    return all;
}

void DeploymentView::workEdge()
{
    m_edge.reset();
    m_edgeProblem.reset();
    const auto plan = document()->plan();
    if (!plan || page() != 1) {
        return;
    }
    EdgeQuestion question;
    question.model = plan->model;
    question.format = m_choice.format;
    question.tasks = m_edgeChoice.tasks;
    question.adapterWidth = m_edgeChoice.adapter;
    question.tokens = m_edgeChoice.tokens;
    question.perWake = m_edgeChoice.perWake;
    question.perSwitch = m_edgeChoice.perSwitch;
    Result<EdgeAnswer> answer = shippedTiers().and_then([&question](const std::vector<MemoryTier>& tiers) {
        question.tiers = tiers;
        return edgePlacement(question);
    });
    if (answer) {
        m_edge = ShownEdge{std::move(question), std::move(*answer)};
    } else {
        m_edgeProblem = answer.error();
    }
}

void DeploymentView::paintEdgePage(QPainter& painter, const QRectF& rect)
{
    const Theme theme(palette(), font());
    const QRectF inner = inside(theme, rect);
    if (!m_edge) {
        paintHeading(painter, theme, inner, {tr("Edge memory"), {}, {}});
        paintNote(painter, theme, inner, m_edgeProblem ? errorText(*m_edgeProblem) : QString());
        return;
    }
    paintEdge(painter, theme, *m_edge, paintHeading(painter, theme, inner, edgeHeading(*m_edge)));
}

}  // namespace pgram
