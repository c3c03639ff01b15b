// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/choice_texts.h"

#include "widgets/document/texts.h"

#include <QCoreApplication>

namespace pgram {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(StrategyEditor)
};

QString offloadText(int value)
{
    switch (value) {
    case 1:
        return Words::tr("activations");
    case 2:
        return Words::tr("optimizer");
    case 3:
        return Words::tr("both");
    default:
        return Words::tr("off");
    }
}

/// Of a degree as names of strategies have it: "TP".
QString degreeWord(const LayerStrategy& strategy, StrategyField field)
{
    if (field == StrategyField::Context) {
        return QStringLiteral("CP");
    }
    if (field == StrategyField::Expert) {
        return QStringLiteral("EP");
    }
    return strategy.sequence == SequenceParallel::Ulysses ? QStringLiteral("U") : QStringLiteral("TP");
}

}  // namespace

QString fieldTitle(StrategyField field)
{
    switch (field) {
    case StrategyField::Tensor:
        return Words::tr("Tensor");
    case StrategyField::Data:
        return Words::tr("Data");
    case StrategyField::Copies:
        return Words::tr("Copies");
    case StrategyField::Sequence:
        return Words::tr("Sequence");
    case StrategyField::Context:
        return Words::tr("Context");
    case StrategyField::Expert:
        return Words::tr("Experts");
    case StrategyField::Placement:
        return Words::tr("Placement");
    case StrategyField::Offload:
        return Words::tr("Offload");
    case StrategyField::Recompute:
        break;
    }
    return Words::tr("Recompute");
}

QString choiceText(StrategyField field, int value)
{
    switch (field) {
    case StrategyField::Tensor:
    case StrategyField::Copies:
    case StrategyField::Context:
    case StrategyField::Expert:
        return QString::number(value);
    case StrategyField::Data:
        return zeroTitle(value);
    case StrategyField::Sequence:
        return value == static_cast<int>(SequenceParallel::None)       ? Words::tr("off")
               : value == static_cast<int>(SequenceParallel::Megatron) ? Words::tr("Megatron SP")
                                                                       : Words::tr("Ulysses");
    case StrategyField::Placement:
        return value == static_cast<int>(TensorPlacement::Consecutive) ? Words::tr("consecutive")
                                                                       : Words::tr("strided");
    case StrategyField::Offload:
        return offloadText(value);
    case StrategyField::Recompute:
        break;
    }
    return recomputeTitle(static_cast<KeptPart>(value));
}

QString fieldTip(StrategyField field)
{
    switch (field) {
    case StrategyField::Tensor:
        return Words::tr("Devices that share one layer's matrices");
    case StrategyField::Data:
        return Words::tr("What the data-parallel copies divide: nothing (DP), the optimizer (ZeRO-1), the "
                         "gradients too (ZeRO-2), the weights too (SDP, ZeRO-3)");
    case StrategyField::Sequence:
        return Words::tr("Tokens divided over the tensor group: between its matrices (Megatron), or "
                         "everywhere but in attention, with whole matrices (Ulysses)");
    case StrategyField::Copies:
        return Words::tr("Hybrid sharding: copies of the states, each divided over its part of the data group");
    case StrategyField::Context:
        return Words::tr("Devices that divide a sample's tokens and pass keys and values around a ring");
    case StrategyField::Expert:
        return Words::tr("Devices of the data group that the experts are spread over");
    case StrategyField::Placement:
        return Words::tr("Tensor group on neighbouring devices, or spread over the stage");
    case StrategyField::Offload:
        return Words::tr("What waits in host memory: kept activations, the optimizer's states, or both");
    case StrategyField::Recompute:
        break;
    }
    return Words::tr("Activations thrown away in forward and computed again in backward");
}

QString refusalText(const Plan& plan, LayerRange range, const StrategyChoice& choice)
{
    if (!choice.refused) {
        return {};
    }
    const QString why = verdictText(*choice.refused);
    if (choice.refusedLayers == range.count) {
        return why;
    }
    return QStringLiteral("%1 (%2)").arg(why, QString::fromStdString(plan.model.layerName(choice.refusedLayer)));
}

QString takenText(const Plan& plan, LayerRange range, StrategyField field, int value)
{
    const std::vector<LayerStrategy> next = chosen(plan, range, field, value);
    for (std::size_t i = 0; i < next.size(); ++i) {
        const LayerStrategy& before = plan.strategies[static_cast<std::size_t>(range.first) + i];
        QStringList taken;
        for (const StrategyField other : {StrategyField::Tensor, StrategyField::Context, StrategyField::Expert}) {
            const int from = fieldValue(before, other);
            const int to = fieldValue(next[i], other);
            if (other != field && from != to) {
                taken.append(Words::tr("%1 from %2 to %3").arg(degreeWord(before, other)).arg(from).arg(to));
            }
        }
        if (!taken.isEmpty()) {
            const QString data =
                before.data == next[i].data
                    ? QString()
                    : Words::tr("%1 from %2 to %3").arg(QStringLiteral("DP")).arg(before.data).arg(next[i].data);
            taken += data.isEmpty() ? QStringList() : QStringList(data);
            return Words::tr("Takes %1.").arg(taken.join(Words::tr(", ")));
        }
    }
    return {};
}

bool isOffered(const Plan& plan, LayerRange range, StrategyField field)
{
    for (int layer = range.first; layer < range.first + range.count; ++layer) {
        if (isOffered(plan, layer, field)) {
            return true;
        }
    }
    return false;
}

}  // namespace pgram
