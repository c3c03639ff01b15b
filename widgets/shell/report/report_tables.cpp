// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/report/report_tables.h"

#include "core/base/format.h"
#include "core/base/index.h"
#include "widgets/docks/inspector/facts.h"
#include "widgets/document/core_text.h"
#include "widgets/document/plan_names.h"
#include "widgets/document/texts.h"
#include "widgets/views/common/words.h"
#include "widgets/views/memory/memory_picture.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>
#include <map>

namespace pgram {

namespace {

using Plans = std::vector<ReportedPlan>;

HtmlTable emptyTable(const Plans& plans, const QString& corner)
{
    HtmlTable table{{corner}, {}};
    for (const ReportedPlan& each : plans) {
        table.head.append(plans.size() > 1 ? each.title() : ReportText::tr("Value"));
    }
    return table;
}

QString clusterText(const Plan& plan)
{
    const Cluster& cluster = plan.cluster;
    return ReportText::tr("%1 (%2)").arg(devicesText(cluster),
                                         qs(cluster.title.empty() ? cluster.name : cluster.title));
}

/// "24 × DP2·TP4, 8 × TP8": by falling count.
QString strategiesText(const Plan& plan)
{
    std::map<QString, int> counts;
    for (const LayerStrategy& strategy : plan.strategies) {
        ++counts[strategyText(strategy)];
    }
    std::vector<std::pair<QString, int>> most(counts.begin(), counts.end());
    std::ranges::stable_sort(most, std::greater(), [](const auto& each) { return each.second; });
    constexpr std::size_t mostNamed = 4;
    QStringList texts;
    for (std::size_t i = 0; i < std::min(most.size(), mostNamed); ++i) {
        texts.append(ReportText::tr("%1 × %2").arg(most[i].second).arg(most[i].first));
    }
    if (most.size() > mostNamed) {
        texts.append(ReportText::tr("%n other(s)", nullptr, static_cast<int>(most.size() - mostNamed)));
    }
    return texts.join(QStringLiteral(", "));
}

/// Facts of all plans by name: one plan may have some that another has not.
HtmlTable factTable(const Plans& plans, const std::function<std::vector<Fact>(const ReportedPlan&)>& factsOf)
{
    HtmlTable table = emptyTable(plans, ReportText::tr("Figure"));
    const bool alone = plans.size() == 1;
    if (alone) {
        table.head.append(ReportText::tr("Origin of the plan"));
        table.explains = true;
    }
    for (std::size_t column = 0; column < plans.size(); ++column) {
        for (const Fact& fact : factsOf(plans[column])) {
            auto row = std::ranges::find_if(table.rows, [&](const auto& each) { return each.cells[0] == fact.name; });
            if (row == table.rows.end()) {
                QStringList cells{fact.name};
                cells.resize(table.head.size());
                row = table.rows.insert(table.rows.end(), {cells});
            }
            row->cells[static_cast<qsizetype>(column) + 1] = fact.value;
            row->bad = row->bad || (alone && fact.bad);
            if (alone) {
                row->cells[2] = fact.formula;
            }
        }
    }
    return table;
}

}  // namespace

QString ReportedPlan::name() const
{
    return qs(plan->name);
}

QString ReportedPlan::title() const
{
    return letter.isEmpty() ? name() : QStringLiteral("%1. %2").arg(letter, name());
}

QString certificateOf(const ReportedPlan& of)
{
    const QString said = qs(of.plan->provenance.certificate);
    if (said == QLatin1StringView("edited")) {
        return ReportText::tr("None: edited since it was searched");
    }
    if (of.search) {
        return certificateText(of.search->result.certificate, &of.search->request);
    }
    if (said.startsWith(QLatin1StringView("optimal"))) {
        return ReportText::tr("Optimal in its space, as its file says");
    }
    const QString gap = said.section(QLatin1StringView("gap "), 1).section(u' ', 0, 0);
    if (!gap.isEmpty()) {
        return ReportText::tr("Within %1 of the bound, as its file says").arg(percentText(gap.toDouble()));
    }
    return said.isEmpty() ? ReportText::tr("None: not found by a search") : said;
}

HtmlTable questionTable(const Plans& plans)
{
    HtmlTable table = emptyTable(plans, ReportText::tr("Question"));
    table.texts = static_cast<int>(plans.size()) + 1;
    const auto add = [&](const QString& name, const std::function<QString(const ReportedPlan&)>& value) {
        QStringList cells{name};
        for (const ReportedPlan& each : plans) {
            cells.append(value(each));
        }
        table.rows.push_back({cells});
    };
    add(ReportText::tr("Model"), [](auto& of) { return modelTitle(*of.plan); });
    add(ReportText::tr("Cluster"), [](auto& of) { return clusterText(*of.plan); });
    add(ReportText::tr("Batch"), [](auto& of) {
        return ReportText::tr("%1 samples of %2 tokens, %3")
            .arg(QString::number(of.plan->training.globalBatch), QString::number(of.plan->sequence()),
                 numbersText(of.plan->training));
    });
    add(ReportText::tr("Memory per device"), [](auto& of) { return budgetText(*of.plan); });
    add(ReportText::tr("Pipeline"),
        [](auto& of) { return QStringLiteral("%1, %2").arg(stageCount(of.plan->pipeline()), scheduleText(*of.plan)); });
    add(ReportText::tr("Strategies by layer"), [](auto& of) { return strategiesText(*of.plan); });
    add(ReportText::tr("Method"), [](auto& of) {
        const QString name = methodName(*of.plan);
        const QString space = qs(of.plan->provenance.space);
        return name.isEmpty()    ? ReportText::tr("made by hand")
               : space.isEmpty() ? name
                                 : ReportText::tr("%1, in the space of %2").arg(name, space);
    });
    add(ReportText::tr("Certificate"), certificateOf);
    return table;
}

HtmlTable figureTable(const Plans& plans)
{
    return factTable(plans, [](const ReportedPlan& of) {
        std::vector<Fact> facts;
        for (Fact& fact : planFacts(*of.plan, *of.estimate)) {
            if (!fact.heading) {
                facts.push_back(std::move(fact));
            }
        }
        for (Fact& fact : expectedFacts(*of.estimate, of.bands)) {
            if (!fact.heading) {
                fact.name = ReportText::tr("%1, expected of a run").arg(fact.name);
                facts.push_back(std::move(fact));
            }
        }
        return facts;
    });
}

HtmlTable stageTable(const ReportedPlan& of)
{
    HtmlTable table{{ReportText::tr("Stage"), ReportText::tr("Devices"), ReportText::tr("Layers"),
                     ReportText::tr("Forward"), ReportText::tr("Backward"), ReportText::tr("Receive"),
                     ReportText::tr("Gradient sync"), ReportText::tr("Optimizer"), ReportText::tr("Bubble"),
                     ReportText::tr("In flight")},
                    {},
                    3};
    for (int stage = 0; stage < of.plan->pipeline(); ++stage) {
        const StageEstimate& e = of.estimate->stages[at(stage)];
        table.rows.push_back(
            {{QString::number(stage), devicesText(*of.plan, stage), stageLayers(*of.plan, stage),
              secondsText(e.forward), secondsText(e.backward), secondsText(e.receive), secondsText(e.sync),
              secondsText(e.optimizer), secondsText(e.bubble), QString::number(e.inFlight)}});
    }
    return table;
}

HtmlTable memoryTable(const ReportedPlan& of)
{
    HtmlTable table{{ReportText::tr("Stage")}, {}};
    for (const MemoryKind kind : allMemoryKinds) {
        table.head.append(nameOf(kind));
    }
    table.head.append({ReportText::tr("Total"), ReportText::tr("Budget left")});
    for (int stage = 0; stage < of.plan->pipeline(); ++stage) {
        const StageEstimate& figures = of.estimate->stages[at(stage)];
        const MemoryBreakdown& memory = figures.memory;
        QStringList cells{QString::number(stage)};
        for (const MemoryKind kind : allMemoryKinds) {
            cells.append(bytesText(bytesOf(memory, kind)));
        }
        const Bytes left = figures.usable - memory.total();
        cells.append(
            {bytesText(memory.total()), left < 0 ? QStringLiteral("−%1").arg(bytesText(-left)) : bytesText(left)});
        table.rows.push_back({cells, left < 0});
    }
    return table;
}

HtmlTable layerTable(const ReportedPlan& of)
{
    const Plan& plan = *of.plan;
    HtmlTable table{{ReportText::tr("Layers"), ReportText::tr("Stage"), ReportText::tr("Strategy"),
                     ReportText::tr("Count"), ReportText::tr("Forward"), ReportText::tr("Backward"),
                     ReportText::tr("Gradient sync"), ReportText::tr("States"),
                     ReportText::tr("Activations per micro-batch"), ReportText::tr("Transient")},
                    {},
                    3};
    const auto figures = [&](int layer) {
        const LayerCost& cost = of.estimate->layers[at(layer)].cost;
        return QStringList{QString::number(plan.stageOf(layer)),
                           strategyText(plan.strategies[at(layer)]),
                           secondsText(cost.forward),
                           secondsText(cost.backward),
                           secondsText(cost.sync),
                           bytesText(cost.memory.states()),
                           bytesText(cost.memory.kept),
                           bytesText(cost.memory.transient)};
    };
    const int layers = static_cast<int>(plan.strategies.size());
    for (int first = 0, end = 0; first < layers; first = end) {
        const QStringList own = figures(first);
        for (end = first + 1; end < layers && plan.chunkOf(end) == plan.chunkOf(first) && figures(end) == own;) {
            ++end;
        }
        QStringList cells{rangeName(plan.model, {first, end - first})};
        cells += own.first(2);
        cells.append(QString::number(end - first));
        cells += own.sliced(2);
        table.rows.push_back({cells});
    }
    return table;
}

HtmlTable constantTable(const Cluster& cluster)
{
    HtmlTable table{{ReportText::tr("Constant"), ReportText::tr("Value"), ReportText::tr("From")}, {}, 1, true};
    for (const Fact& fact : constantFacts(cluster)) {
        if (!fact.heading) {
            table.rows.push_back({{fact.name, fact.value, fact.formula}});
        }
    }
    return table;
}

}  // namespace pgram
