// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/core_text.h"
#include "widgets/document/texts.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/compare/compare_layout.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr double barHeight = 4;

/// Returns the differences of the work between the first plan and the others, each once.
QString otherWork(const CompareSet& set)
{
    QStringList differences;
    for (const ComparedPlan& plan : set.plans) {
        for (const Text& difference : plan.difference.otherWork) {
            if (const QString text = coreText(difference); plan.sameModel && !differences.contains(text)) {
                differences.append(text);
            }
        }
    }
    return differences.join(QStringLiteral(", "));
}

Heading headingOf(const CompareSet& set)
{
    const QString against = CompareText::tr("differences against %1").arg(set.plans.front().letter);
    const QString differences = otherWork(set);
    return {CompareText::tr("Figures"),
            differences.isEmpty()
                ? against
                : CompareText::tr("%1; the plans answer different questions: %2").arg(against, differences),
            {}};
}

/// What a cell says about the difference, in falling length.
struct Change {
    QString full;
    QString brief;
    int verdict = 0;
};

Change changeOf(const CompareSet& set, const ComparedPlan& plan, const Figure& figure)
{
    Change change;
    const bool over = figure.quantity == Quantity::Memory && !plan.estimate->fits;
    const QString overText = over ? CompareText::tr("over budget") : QString();
    if (&plan == &set.plans.front()) {
        change.full = change.brief = overText;
    } else if (!plan.sameModel) {
        change.full = over ? overText : CompareText::tr("another model");
        change.brief = over ? overText : QStringLiteral("–");
    } else {
        const FigureDifference& difference = differenceOf(plan, figure);
        change.verdict = difference.verdict();
        change.brief = changeText(difference);
        change.full = change.brief;
        if (change.verdict != 0) {
            change.full =
                (change.verdict > 0 ? CompareText::tr("%1 better") : CompareText::tr("%1 worse")).arg(change.full);
        }
        if (over) {
            change.full += QStringLiteral(", ") + overText;
        }
    }
    change.verdict = over ? -1 : change.verdict;
    return change;
}

QColor colorOf(const Theme& theme, int verdict)
{
    return verdict > 0 ? theme.good : verdict < 0 ? theme.bad : theme.mutedText;
}

double mostOf(const CompareSet& set, const Figure& figure)
{
    double most = 0;
    for (const ComparedPlan& plan : set.plans) {
        most = std::max(most, figure.value(*plan.estimate));
    }
    return most;
}

/// The figure's bar on the row's scale, and a tick where the reference's ends.
void paintBar(QPainter& painter, const Theme& theme, const QRectF& cell, double share, double reference)
{
    const QRectF track(cell.left(), cell.bottom() - barHeight - 2, cell.width(), barHeight);
    painter.fillRect(track, theme.panel);
    painter.fillRect(QRectF(track.left(), track.top(), track.width() * share, barHeight),
                     mixed(theme.surface, theme.text, 0.45));
    painter.fillRect(QRectF(track.left() + track.width() * reference - 1, track.top() - 2, 2, barHeight + 4),
                     theme.text);
}

void paintTexts(QPainter& painter, const Theme& theme, const QRectF& place, const QString& value, const Change& change)
{
    const bool beside = place.height() < 2 * theme.lineHeight;
    const QFont& font = textWidth(theme.boldFont, value) <= place.width() ? theme.boldFont : theme.smallFont;
    const double valueWidth = textWidth(font, value);
    const double space = beside ? place.width() - valueWidth - theme.gap : place.width();
    const QString words = firstFitting(theme.smallFont, space, {change.full, change.brief});
    const QRectF upper = beside ? place : QRectF(place.left(), place.top(), place.width(), place.height() / 2);
    paintText(painter, font, theme.text, upper, Qt::AlignVCenter | Qt::TextDontClip, value);
    painter.setFont(theme.smallFont);
    painter.setPen(colorOf(theme, change.verdict));
    const QRectF lower =
        beside ? place.adjusted(valueWidth + theme.gap, 0, 0, 0) : upper.translated(0, place.height() / 2);
    painter.drawText(lower, Qt::AlignVCenter | Qt::TextDontClip, words);
}

/// Beside every plan's figure there is room for its difference. Where there is not, it takes the bars' place below: it
/// is worth more than they are.
bool fitBeside(const Theme& theme, const CompareSet& set, const Figure& figure, double width)
{
    return std::ranges::all_of(set.plans, [&](const ComparedPlan& plan) {
        const QString value = figureText(figure, figure.value(*plan.estimate));
        const QString change = changeOf(set, plan, figure).brief;
        return textWidth(theme.boldFont, value) + theme.gap + textWidth(theme.smallFont, change) <= width;
    });
}

void paintCell(QPainter& painter, const Theme& theme, const CompareSet& set, std::size_t plan, const Figure& figure,
               const QRectF& cell)
{
    const ComparedPlan& compared = set.plans[plan];
    const double most = mostOf(set, figure);
    const double value = figure.value(*compared.estimate);
    const double first = figure.value(*set.plans.front().estimate);
    const QString text = figureText(figure, value);
    const Change change = changeOf(set, compared, figure);
    const double lines = fitBeside(theme, set, figure, cell.width()) ? theme.lineHeight : 2 * theme.lineHeight;
    const bool bar = cell.height() >= lines + barHeight + 6;
    const QRectF place = bar ? cell.adjusted(0, 2, 0, -barHeight - 4) : cell;
    paintTexts(painter, theme, place, text, change);
    if (bar && most > 0) {
        paintBar(painter, theme, cell, value / most, first / most);
    }
}

}  // namespace

int FiguresPanel::planAt(const QPointF& position) const
{
    const bool inside = position.y() >= head.top() && position.y() < panel.bottom();
    const auto found = std::ranges::find_if(columns, [&](const QRectF& column) {
        return inside && position.x() >= column.left() && position.x() < column.right();
    });
    return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
}

FiguresPanel layoutFigures(const Theme& theme, const CompareSet& set, const QRectF& panel)
{
    FiguresPanel layout;
    layout.panel = panel;
    const QRectF area = belowHeading(theme, panel, headingOf(set));
    const std::vector<const Figure*> figures = comparedFigures();
    double names = 0;
    for (const Figure* figure : figures) {
        names = std::max(names, textWidth(theme.font, figureTitle(*figure)) + theme.margin);
    }
    names = std::min(names, area.width() * (set.plans.size() > 2 ? 0.22 : 0.3));
    const double plans = set.plans.size();
    const double width = std::min((area.width() - names) / plans, theme.lineHeight * 20);
    const double headHeight = theme.lineHeight * 1.5;
    const double pitch =
        std::clamp((area.height() - headHeight) / static_cast<double>(figures.size()), 1.0, theme.lineHeight * 4);
    layout.head = QRectF(area.left(), area.top(), area.width(), headHeight);
    for (std::size_t plan = 0; plan < set.plans.size(); ++plan) {
        layout.columns.emplace_back(area.left() + names + static_cast<double>(plan) * width, area.top(),
                                    width - theme.margin, area.height());
    }
    for (std::size_t figure = 0; figure < figures.size(); ++figure) {
        layout.rows.emplace_back(area.left(), layout.head.bottom() + static_cast<double>(figure) * pitch,
                                 names + width * plans, pitch);
    }
    return layout;
}

void paintFigures(QPainter& painter, const Theme& theme, const CompareSet& set, const FiguresPanel& layout)
{
    paintHeading(painter, theme, layout.panel, headingOf(set));
    for (std::size_t plan = 0; plan < set.plans.size(); ++plan) {
        const QRectF& column = layout.columns[plan];
        const QRectF line(column.left(), layout.head.top(), column.width(), theme.lineHeight * 1.2);
        if (textWidth(theme.font, set.plans[plan].name) <= column.width() - badgeWidth(theme) - theme.gap) {
            paintPlanName(painter, theme, line, set.plans[plan], plan == 0);
        } else {
            paintBadge(painter, theme, line, set.plans[plan], plan == 0);  // The key above has the names.
        }
    }
    const std::vector<const Figure*> figures = comparedFigures();
    for (std::size_t index = 0; index < figures.size(); ++index) {
        const QRectF& row = layout.rows[index];
        painter.fillRect(QRectF(row.left(), row.top(), row.width(), 1), theme.grid);
        const QRectF name(row.left(), row.top(), layout.columns.front().left() - row.left() - theme.gap, row.height());
        const QString title = figureTitle(*figures[index]);
        paintText(painter, textWidth(theme.font, title) <= name.width() ? theme.font : theme.smallFont, theme.text,
                  name, Qt::AlignVCenter | Qt::TextWordWrap, title);
        for (std::size_t plan = 0; plan < set.plans.size(); ++plan) {
            const QRectF& column = layout.columns[plan];
            paintCell(painter, theme, set, plan, *figures[index],
                      {column.left(), row.top() + 1, column.width(), row.height() - 1});
        }
    }
}

}  // namespace pgram
