// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/compare_badge.h"

#include "widgets/theme/color.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/compare/compare_words.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace pgram {

namespace {

constexpr int mostLines = 3;

QString nameText(const ComparedPlan& plan, bool reference)
{
    return reference ? CompareText::tr("%1 (reference)").arg(plan.name) : plan.name;
}

double nameWidth(const Theme& theme, const ComparedPlan& plan, bool reference)
{
    return badgeWidth(theme) + theme.gap + textWidth(theme.font, nameText(plan, reference)) + 2;
}

double lineOf(const Theme& theme)
{
    return theme.lineHeight * 1.35;
}

}  // namespace

double badgeWidth(const Theme& theme)
{
    return theme.lineHeight * 1.2;
}

void paintBadge(QPainter& painter, const Theme& theme, const QRectF& line, const ComparedPlan& plan, bool reference)
{
    const double height = std::min(line.height(), theme.lineHeight * 1.15);
    const QRectF box(line.left(), line.center().y() - height / 2, badgeWidth(theme), height);
    painter.fillRect(box, reference ? theme.text : theme.panel);
    paintOutline(painter, box.adjusted(0.5, 0.5, -0.5, -0.5), reference ? theme.text : theme.mutedText, 1);
    if (height >= theme.lineHeight * 0.75) {
        paintText(painter, theme.boldFont, reference ? theme.surface : theme.text, box,
                  Qt::AlignCenter | Qt::TextDontClip, plan.letter);
    }
}

void paintPlanName(QPainter& painter, const Theme& theme, const QRectF& line, const ComparedPlan& plan, bool reference)
{
    paintBadge(painter, theme, line, plan, reference);
    const QRectF place = line.adjusted(badgeWidth(theme) + theme.gap, 0, 0, 0);
    const QString text = nameText(plan, reference);
    const bool whole = textWidth(theme.font, text) <= place.width();
    paintText(painter, theme.font, theme.text, place, Qt::AlignVCenter | Qt::TextSingleLine,
              whole ? text : QFontMetricsF(theme.font).elidedText(plan.name, Qt::ElideMiddle, place.width()));
}

PlanKey layoutPlanKey(const Theme& theme, const CompareSet& set, const QRectF& area)
{
    PlanKey key;
    const double space = theme.margin * 1.5;
    const auto count = static_cast<double>(set.plans.size());
    double x = area.left();
    double y = area.top();
    for (std::size_t index = 0; index < set.plans.size(); ++index) {
        const double wanted = nameWidth(theme, set.plans[index], index == 0);
        const double width = std::min(wanted, std::max(area.width() / std::min(count, 2.0) - space, 20.0));
        const bool last = y + lineOf(theme) * 1.5 > area.top() + mostLines * lineOf(theme);
        if (x + width > area.right() + 1 && x > area.left() && !last) {
            x = area.left();
            y += lineOf(theme);
        }
        key.names.emplace_back(x, y, std::max(0.0, std::min(width, area.right() - x)), theme.lineHeight * 1.2);
        x += width + space;
    }
    key.area = QRectF(area.left(), area.top(), area.width(), y + lineOf(theme) - area.top());
    return key;
}

void paintPlanKey(QPainter& painter, const Theme& theme, const CompareSet& set, const PlanKey& key)
{
    for (std::size_t index = 0; index < set.plans.size(); ++index) {
        if (key.names[index].width() >= badgeWidth(theme)) {
            paintPlanName(painter, theme, key.names[index], set.plans[index], index == 0);
        }
    }
}

}  // namespace pgram
