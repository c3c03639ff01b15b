// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/communication/communication_groups.h"

#include "widgets/views/common/words.h"
#include "widgets/views/communication/communication_layout.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <map>

namespace pgram {

namespace {

constexpr qsizetype mostNamed = 2;  // things that a detail names one by one

struct Words {
    Q_DECLARE_TR_FUNCTIONS(CommunicationGroups)
};

template <typename Value>
double sumOf(const std::vector<VolumePart>& parts, Value VolumePart::*value)
{
    double sum = 0;
    for (const VolumePart& part : parts) {
        sum += part.*value;
    }
    return sum;
}

void add(VolumeSum& sum, const VolumeRow& row)
{
    const auto place = std::ranges::lower_bound(sum.parts, row.kind, {}, &VolumePart::kind);
    const bool known = place != sum.parts.end() && place->kind == row.kind;
    VolumePart& part = known ? *place : *sum.parts.insert(place, VolumePart{row.kind, 0, 0, 0});
    part.bytes += row.bytes;
    part.exposed += row.exposed;
    part.hidden += row.hidden;
}

/// The different texts of some rows: "a, b", or "a, b and 3 more".
QString listed(QStringList texts)
{
    texts.removeDuplicates();
    const auto more = static_cast<int>(texts.size() - mostNamed);
    if (more <= 0) {
        return texts.join(QStringLiteral(", "));
    }
    return Words::tr("%1 and %n more", nullptr, more).arg(texts.first(mostNamed).join(QStringLiteral(", ")));
}

/// Between whom and over what the rows of one sum go, as far as its name does not say it.
void describe(VolumeSum& sum, const Plan& plan, const std::vector<const VolumeRow*>& rows, VolumeGrouping grouping)
{
    const bool ofLink = grouping == VolumeGrouping::Link;
    QStringList between;
    QStringList over;
    for (const VolumeRow* row : rows) {
        between.append(ofLink ? nameOf(groupOf(row->kind)) : groupText(row->group));
        over.append(linkName(plan, row->link));
    }
    sum.between = listed(between);
    sum.detail = ofLink ? sum.between : QStringLiteral("%1, %2").arg(sum.between, listed(over));
}

/// Rows of one sum share this number; sums stand in its order.
int orderOf(const VolumeRow& row, int index, VolumeGrouping grouping)
{
    switch (grouping) {
    case VolumeGrouping::Kind:
        return static_cast<int>(row.kind);
    case VolumeGrouping::Link:
        return row.link;
    case VolumeGrouping::Group:
        return static_cast<int>(groupOf(row.kind));
    case VolumeGrouping::Each:
        break;
    }
    return index;
}

QString titleOf(const Plan& plan, const VolumeRow& row, VolumeGrouping grouping)
{
    switch (grouping) {
    case VolumeGrouping::Link:
        return linkName(plan, row.link);
    case VolumeGrouping::Group:
        return nameOf(groupOf(row.kind));
    case VolumeGrouping::Each:
    case VolumeGrouping::Kind:
        break;
    }
    return nameOf(row.kind);
}

}  // namespace

Volume VolumeSum::bytes() const
{
    return sumOf(parts, &VolumePart::bytes);
}

Seconds VolumeSum::exposed() const
{
    return sumOf(parts, &VolumePart::exposed);
}

Seconds VolumeSum::hidden() const
{
    return sumOf(parts, &VolumePart::hidden);
}

RankGroup groupOf(TrafficKind kind)
{
    switch (kind) {
    case TrafficKind::TensorParallel:
    case TrafficKind::SequenceParallel:
        return RankGroup::Tensor;
    case TrafficKind::ContextParallel:
        return RankGroup::Context;
    case TrafficKind::ExpertParallel:
        return RankGroup::Expert;
    case TrafficKind::WeightGather:
    case TrafficKind::GradientSync:
        return RankGroup::Data;
    case TrafficKind::Transformation:
        return RankGroup::Stage;
    case TrafficKind::Pipeline:
    case TrafficKind::TiedEmbedding:
        return RankGroup::Pipeline;
    case TrafficKind::HostTransfer:
        break;
    }
    return RankGroup::Host;
}

QString nameOf(RankGroup group)
{
    switch (group) {
    case RankGroup::Tensor:
        return Words::tr("Tensor groups");
    case RankGroup::Context:
        return Words::tr("Context groups");
    case RankGroup::Expert:
        return Words::tr("Expert groups");
    case RankGroup::Data:
        return Words::tr("Data groups");
    case RankGroup::Stage:
        return Words::tr("Within a stage");
    case RankGroup::Pipeline:
        return Words::tr("Between stages");
    case RankGroup::Host:
        break;
    }
    return Words::tr("Device and host");
}

std::vector<VolumeSum> sumVolumes(const Plan& plan, const Estimate& estimate, VolumeGrouping grouping)
{
    std::map<int, std::vector<const VolumeRow*>> groups;
    for (int index = 0; index < static_cast<int>(estimate.volumes.size()); ++index) {
        const VolumeRow& row = estimate.volumes[index];
        groups[orderOf(row, index, grouping)].push_back(&row);
    }
    std::vector<VolumeSum> sums;
    sums.reserve(groups.size());
    for (const auto& [order, rows] : groups) {
        VolumeSum sum;
        sum.name = titleOf(plan, *rows.front(), grouping);
        describe(sum, plan, rows, grouping);
        sum.link = rows.front()->link;
        for (const VolumeRow* row : rows) {
            add(sum, *row);
            sum.link = row->link == sum.link ? sum.link : -1;
        }
        sums.push_back(std::move(sum));
    }
    return sums;
}

const char* keyOf(VolumeGrouping grouping)
{
    switch (grouping) {
    case VolumeGrouping::Kind:
        return "kind";
    case VolumeGrouping::Link:
        return "link";
    case VolumeGrouping::Group:
        return "group";
    case VolumeGrouping::Each:
        break;
    }
    return "each";
}

}  // namespace pgram
