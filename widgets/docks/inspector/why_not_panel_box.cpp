// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The box of the panel: what it lists, what may be typed there, and what is chosen.
#include "core/base/index.h"
#include "core/search/task/task_list.h"
#include "core/strategy/decision_tree.h"
#include "core/strategy/strategy_text.h"
#include "widgets/docks/inspector/why_not_panel.h"
#include "widgets/document/core_text.h"
#include "widgets/document/nearest_strategy.h"
#include "widgets/kit/suggest_edit.h"

#include <QComboBox>
#include <QLabel>
#include <QScopedValueRollback>

#include <algorithm>

namespace pgram {

namespace {

constexpr int chooseRow = 0;
constexpr int runnerUpRow = 1;
constexpr int firstStrategyRow = 2;

QString nameOf(const LayerStrategy& strategy)
{
    return qs(shortName(strategy));
}

}  // namespace

void WhyNotPanel::emptyBox()
{
    m_box->clear();
    m_listed.clear();
    m_listing.reset();
    m_box->addItem(tr("Choose a strategy…"));
    m_box->addItem(tr("Runner-up"));
}

/// The strategies of the space, those for the plan's number of stages first, and of these the neighbours of the one
/// that the layers run.
void WhyNotPanel::listStrategies(const Plan& plan)
{
    const SearchRequest request = question().request;
    const LayerStrategy near = plan.strategies[at(m_range.first)];
    const Listing listing{request.cluster.devices, searchedSpace(request.model, request.space), plan.pipeline(), near};
    if (m_listing != listing) {
        emptyBox();
        std::vector<DecisionTree> trees = decisionTrees(listing.devices, listing.space);
        const auto isListed = [&](const DecisionTree& tree) { return tree.pipeline == listing.pipeline; };
        std::stable_partition(trees.begin(), trees.end(), isListed);
        QStringList names;
        for (const DecisionTree& tree : trees) {
            std::vector<LayerStrategy> kept = keptStrategies(tree);
            std::ranges::stable_sort(kept, {}, [&](const LayerStrategy& s) { return distanceBetween(near, s); });
            for (const LayerStrategy& strategy : kept) {
                const QString name = nameOf(strategy);
                m_listed.push_back(strategy);
                names.append(
                    tree.pipeline == listing.pipeline ? name : tr("%1, %n stage(s)", nullptr, tree.pipeline).arg(name));
            }
        }
        m_box->addItems(names);
        m_listing = listing;
    }
    const bool isOne = m_wanted && !m_wanted->pattern;
    if (isOne && std::ranges::find(m_listed, m_wanted->strategy) == m_listed.end()) {
        m_listed.push_back(m_wanted->strategy);
        m_box->addItem(nameOf(m_wanted->strategy));
    }
}

void WhyNotPanel::fillBox()
{
    m_box->setEnabled(m_shown != nullptr);
    const QScopedValueRollback filling(m_filling, true);
    const auto plan = m_session->document()->plan();
    setEnabled(plan != nullptr);
    if (!plan || m_row < 0) {
        emptyBox();
        return;
    }
    listStrategies(*plan);
    showWanted();
}

/// In the box; what was typed there and not asked is gone.
void WhyNotPanel::showWanted()
{
    const QScopedValueRollback filling(m_filling, true);
    const bool isOne = m_wanted && !m_wanted->pattern;
    const auto wanted = isOne ? std::ranges::find(m_listed, m_wanted->strategy) : m_listed.end();
    m_box->setCurrentIndex(m_runnerUp                 ? runnerUpRow
                           : wanted == m_listed.end() ? chooseRow
                                                      : firstStrategyRow + static_cast<int>(wanted - m_listed.begin()));
    if (m_box->currentIndex() == chooseRow) {
        m_edit->setText(m_wanted ? partText(*m_wanted->pattern) : QString());
    }
    m_edit->setCursorPosition(0);
    m_edit->setModified(false);
}

/// The part that is written first, then the strategies that have it.
QStringList WhyNotPanel::suggestionsFor(const QString& typed)
{
    constexpr std::size_t most = 40;
    m_suggested.clear();
    QStringList names;
    const auto add = [&](const Allowed& one) {
        m_suggested.push_back(one);
        names.append(one.pattern ? partText(*one.pattern) : nameOf(one.strategy));
    };
    const std::string text = typed.toStdString();
    const Result<StrategyPattern> part = parsePattern(text);
    if (part) {
        add({{}, *part});
    }
    for (const LayerStrategy& strategy : m_listed) {
        const bool fits = part ? part->matches(strategy) : nameOf(strategy).contains(typed, Qt::CaseInsensitive);
        if (fits && m_suggested.size() < most) {
            add({strategy});
        }
    }
    const Result<LayerStrategy> whole = parseStrategy(text);
    if (whole && std::ranges::find(m_suggested, Allowed{*whole}) == m_suggested.end()) {
        add({*whole});
    }
    return names;
}

void WhyNotPanel::pick(int index)
{
    m_runnerUp = false;
    m_wanted = m_suggested[at(index)];
    fillBox();
    restart();
}

void WhyNotPanel::refuse(const QString& typed)
{
    forget();
    restart();
    if (typed.isEmpty()) {
        showWanted();
        return;
    }
    const Result<StrategyPattern> part = parsePattern(typed.toStdString());
    const QString why = part ? QString() : errorText(part.error());
    m_result->setText(why);
    m_result->setVisible(!part);
    markBox(why);
}

void WhyNotPanel::choose(int index)
{
    if (m_filling) {
        return;
    }
    m_runnerUp = index == runnerUpRow;
    m_wanted.reset();
    if (index >= firstStrategyRow) {
        m_wanted = Allowed{m_listed[at(index - firstStrategyRow)]};
    }
    showWanted();
    restart();
}

}  // namespace pgram
