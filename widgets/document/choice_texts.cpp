// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/choice_texts.h"

#include "widgets/document/quantity_text.h"
#include "widgets/document/texts.h"

#include <QCoreApplication>

namespace pgram {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(StrategyEditor)
};

}  // namespace

QString refusalText(const Plan& plan, LayerRange range, const StrategyChoice& choice)
{
    if (!choice.refused) {
        return {};
    }
    const QString why = verdictText(*choice.refused);
    if (choice.refusedLayers == range.count) {
        return why;
    }
    return QStringLiteral("%1 (%2)").arg(why, qs(plan.model.layerName(choice.refusedLayer)));
}

QString takenText(const Plan& plan, LayerRange range, const StrategyField& field, int value)
{
    const std::vector<LayerStrategy> next = chosen(plan, range, field, value);
    for (std::size_t i = 0; i < next.size(); ++i) {
        const LayerStrategy& before = plan.strategies[static_cast<std::size_t>(range.first) + i];
        QStringList taken;
        const auto take = [&taken](const char* word, int from, int to) {
            if (from != to) {
                taken.append(Words::tr("%1 from %2 to %3").arg(QLatin1StringView(word)).arg(from).arg(to));
            }
        };
        for (const StrategyField& other : strategyFields()) {
            if (other.word != nullptr && &other != &field) {
                take(other.word(before), other.get(before), other.get(next[i]));
            }
        }
        if (!taken.isEmpty()) {
            take("DP", before.data, next[i].data);
            return Words::tr("Takes %1.").arg(taken.join(Words::tr(", ")));
        }
    }
    return {};
}

}  // namespace pgram
