// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/strategy_map/strategy_map_painter.h"

#include "widgets/theme/theme.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace pgram {

namespace {

constexpr float hatchStrength = 0.28F;
constexpr double padding = 7;
constexpr double tightPadding = 3;
constexpr double linePitch = 1.08;  // of the line height
constexpr double stripHeight = 4;
constexpr qsizetype fewestLetters = 2;  // before an ellipsis

/// What has neither a colour nor a hatch.
constexpr std::array glyphs{std::pair{u'‖', QT_TRANSLATE_NOOP("StrategyMap", "SP sequence")},
                            std::pair{u'▼', QT_TRANSLATE_NOOP("StrategyMap", "activations offloaded")},
                            std::pair{u'▽', QT_TRANSLATE_NOOP("StrategyMap", "optimizer offloaded")}};

QString glyphsOf(const LayerStrategy& strategy)
{
    const std::array has{strategy.sequence == SequenceParallel::Megatron, strategy.kept.isOnHost(),
                         strategy.offloadOptimizer};
    QString found;
    for (std::size_t i = 0; i < glyphs.size(); ++i) {
        found += has[i] ? QString(glyphs[i].first) : QString();
    }
    return found;
}

struct StrategyMapText {
    Q_DECLARE_TR_FUNCTIONS(StrategyMap)
};

/// High enough for a line of text.
bool isLabelled(const Theme& theme, double cellHeight)
{
    return cellHeight >= theme.lineHeight * linePitch + stripHeight + 2;
}

/// Height of the strip in full colour at a cell's foot; low cells are in full colour altogether.
double stripOf(const StrategyMapPicture& p)
{
    return isLabelled(p.theme, p.layout.cellHeight) ? stripHeight : 0;
}

struct CellLine {
    QString text;
    const QFont* font = nullptr;
};

/// What a cell may say, the most important first.
std::vector<CellLine> cellLines(const StrategyMapPicture& p, int layer)
{
    const LayerCost& cost = p.estimate.layers[layer].cost;
    const double states = cost.memory.states();
    const double kept = cost.memory.kept;
    return {{QString::fromStdString(p.plan.model.layerName(layer)), &p.theme.smallFont},
            {StrategyMapText::tr("F %1, B %2").arg(secondsText(cost.forward), secondsText(cost.backward)),
             &p.theme.smallFont},
            {StrategyMapText::tr("states %1").arg(bytesText(states)), &p.theme.smallFont},
            {StrategyMapText::tr("activations %1").arg(bytesText(kept)), &p.theme.smallFont}};
}

/// The strategy's name less what the hatch says anyway.
QString withoutRecompute(LayerStrategy strategy)
{
    strategy.kept.part = KeptPart::All;
    return strategyText(strategy);
}

/// The degrees alone, less what hatch and glyphs say.
QString degreesOf(LayerStrategy strategy)
{
    strategy.kept = {};
    strategy.offloadOptimizer = false;
    if (strategy.sequence == SequenceParallel::Megatron) {
        strategy.sequence = SequenceParallel::None;
    }
    return strategyText(strategy);
}

/// Shorter and shorter names, for the small font: without the recomputation that the hatch shows, with glyphs for
/// words, without either, and at last the first letters.
QString shortForm(const Theme& theme, const LayerStrategy& strategy, double space)
{
    const QString degrees = degreesOf(strategy);
    const QString marked = degrees + glyphsOf(strategy);
    QString fitting = firstFitting(theme.smallFont, space, {withoutRecompute(strategy), marked, degrees});
    if (!fitting.isEmpty()) {
        return fitting;
    }
    const QString cut = QFontMetricsF(theme.smallFont).elidedText(degrees, Qt::ElideRight, space);
    return cut.size() > fewestLetters ? cut : QString();
}

/// The strategy in the largest form that fits `width` and `most` lines: bold, small, small in two lines, or shorter;
/// empty where not even a few letters do.
std::vector<CellLine> strategyLines(const Theme& theme, const LayerStrategy& strategy, double width, std::size_t most)
{
    const QString text = strategyText(strategy);
    const double space = width - 2 * padding;
    const double tightSpace = width - 2 * tightPadding;
    const QString marked = glyphsOf(strategy).isEmpty() ? text : QStringLiteral("%1 %2").arg(text, glyphsOf(strategy));
    if (textWidth(theme.boldFont, marked) <= space) {
        return {{marked, &theme.boldFont}};
    }
    if (textWidth(theme.boldFont, text) <= space) {
        return {{text, &theme.boldFont}};
    }
    if (textWidth(theme.smallFont, text) <= tightSpace) {
        return {{text, &theme.smallFont}};
    }
    const auto blank = text.lastIndexOf(u' ');
    const auto split = blank > 0 ? blank : text.lastIndexOf(u'·');
    const QString first = text.left(split);
    const QString second = text.mid(split).trimmed();
    if (most > 1 && split > 0 &&
        std::max(textWidth(theme.smallFont, first), textWidth(theme.smallFont, second)) <= tightSpace) {
        const QString glyphed = QStringLiteral("%1 %2").arg(second, glyphsOf(strategy)).trimmed();
        return {{first, &theme.smallFont},
                {firstFitting(theme.smallFont, tightSpace, {glyphed, second}), &theme.smallFont}};
    }
    const QString shorter = shortForm(theme, strategy, tightSpace);
    return shorter.isEmpty() ? std::vector<CellLine>{} : std::vector<CellLine>{{shorter, &theme.smallFont}};
}

struct CellText {
    std::vector<CellLine> lines;
    QRectF area;  ///< covered by the lines
    double lineHeight = 0;
};

/// As many lines as fit; lines that are too wide are left out, never cut.
CellText cellText(const StrategyMapPicture& p, int layer, const QRectF& cell)
{
    CellText text;
    text.lineHeight = p.theme.lineHeight * linePitch;
    const double space = cell.width() - 2 * padding;
    const auto most = static_cast<std::size_t>((cell.height() - stripOf(p)) / text.lineHeight);
    text.lines = strategyLines(p.theme, p.plan.strategies[layer], cell.width(), most);
    if (text.lines.empty() || text.lines.size() > most) {
        text.lines.clear();
        return text;
    }
    for (CellLine& line : cellLines(p, layer)) {
        if (text.lines.size() < most && textWidth(*line.font, line.text) <= space) {
            text.lines.push_back(std::move(line));
        }
    }
    double widest = 0;
    for (const CellLine& line : text.lines) {
        widest = std::max(widest, textWidth(*line.font, line.text));
    }
    const double height = static_cast<double>(text.lines.size()) * text.lineHeight;
    const double middle = (cell.top() + cell.bottom() - stripOf(p)) / 2;
    const double left = widest <= space ? padding : tightPadding;
    text.area = QRectF(cell.left() + left, middle - height / 2, widest, height);
    return text;
}

void paintCellText(QPainter& painter, const Theme& theme, const CellText& text)
{
    painter.setPen(theme.text);
    QRectF place(text.area.left(), text.area.top(), text.area.width() + padding, text.lineHeight);
    for (const CellLine& line : text.lines) {
        painter.setFont(*line.font);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, line.text);
        place.translate(0, text.lineHeight);
    }
}

/// A narrow, high cell carries its strategy from bottom to top; false where that has no room either.
bool paintUprightText(QPainter& painter, const StrategyMapPicture& p, int layer, const QRectF& cell)
{
    const QString text = strategyText(p.plan.strategies[layer]);
    if (cell.width() < p.theme.lineHeight || textWidth(p.theme.smallFont, text) > cell.height() - 2 * padding) {
        return false;
    }
    painter.save();
    painter.translate(cell.center());
    painter.rotate(-90);
    paintText(painter, p.theme.smallFont, p.theme.text,
              QRectF(-cell.height() / 2, -cell.width() / 2, cell.height(), cell.width()), Qt::AlignCenter, text);
    painter.restore();
    return true;
}

/// Around the text, which stays on clear ground.
void hatchCell(QPainter& painter, const StrategyMapPicture& p, KeptPart kept, const QRectF& cell, const QRectF& text)
{
    paintRecompute(painter, p.theme, kept, cell.adjusted(0, 0, 0, -stripOf(p)), text);
}

/// What a run of `count` layers is called, in one line or, between its degrees, in two; empty where neither has room.
QStringList runLabel(const Theme& theme, const LayerStrategy& strategy, std::size_t count, const QRectF& block)
{
    const QString name = strategyText(strategy);
    const QString counted = count > 1 ? name + QStringLiteral(" ×%1").arg(count) : name;
    const double space = block.width() - padding;
    const QString line = firstFitting(theme.smallFont, space, {counted, name});
    if (!line.isEmpty()) {
        return block.height() >= theme.lineHeight ? QStringList{line} : QStringList{};
    }
    const auto split = counted.lastIndexOf(u'·');
    QStringList lines{counted.left(split), counted.mid(split + 1)};
    const auto fits = [&](const QString& text) { return textWidth(theme.smallFont, text) <= space; };
    const bool roomy = split > 0 && block.height() >= 2 * theme.lineHeight;
    if (roomy && std::ranges::all_of(lines, fits)) {
        return lines;
    }
    const QString shorter = block.height() >= theme.lineHeight ? shortForm(theme, strategy, space) : QString();
    return shorter.isEmpty() ? QStringList{} : QStringList{shorter};
}

/// On clear ground: colours change beneath it, and hatch would run through the letters.
void paintRunLabel(QPainter& painter, const Theme& theme, const QStringList& lines, const QRectF& block)
{
    double widest = 0;
    for (const QString& line : lines) {
        widest = std::max(widest, textWidth(theme.smallFont, line));
    }
    QRectF ground(0, 0, widest + padding, theme.lineHeight * static_cast<double>(lines.size()));
    ground.moveCenter(block.center());
    painter.fillRect(ground, theme.surface);
    paintText(painter, theme.smallFont, theme.text, ground, Qt::AlignCenter, lines.join(u'\n'));
}

/// Neighbours in one column with the same strategy, too low or too narrow for labels of their own, share one.
void paintRunLabels(QPainter& painter, const StrategyMapPicture& p, const std::vector<bool>& labelled)
{
    const auto& cells = p.layout.cells;
    for (std::size_t first = 0; first < cells.size();) {
        std::size_t last = first;
        while (last + 1 < cells.size() && cells[last + 1].left() == cells[first].left() &&
               cells[last + 1].top() > cells[last].top() && p.plan.strategies[last + 1] == p.plan.strategies[first]) {
            ++last;
        }
        const QRectF block = cells[first].united(cells[last]);
        const auto count = last - first + 1;
        painter.setPen(QPen(p.theme.surface, 1));
        painter.drawLine(block.topLeft(), block.topRight());
        const QStringList label = runLabel(p.theme, p.plan.strategies[first], count, block);
        if (!labelled[first] && !label.isEmpty()) {
            paintRunLabel(painter, p.theme, label, block);
        }
        first = last + 1;
    }
}

}  // namespace

void paintStrategyFill(QPainter& painter, const Theme& theme, const LayerStrategy& strategy, const QRectF& cell,
                       double strip, Qt::Orientation direction)
{
    const std::vector<StrategyShare> parts = partsOf(strategy);
    double total = 0;
    for (const StrategyShare& part : parts) {
        total += std::log2(std::max(2, part.degree));
    }
    const bool across = direction == Qt::Horizontal;
    QPointF place = cell.topLeft();
    for (const StrategyShare& part : parts) {
        const double share = std::log2(std::max(2, part.degree)) / total;
        const QRectF whole(place, across ? QSizeF(cell.width() * share, cell.height())
                                         : QSizeF(cell.width(), cell.height() * share));
        const QRectF ground = whole.adjusted(0, 0, 0, -strip);
        const QColor color = theme.of(part.part);
        painter.fillRect(ground, strip > 0 ? mixed(color, theme.surface, theme.dark ? 0.62 : 0.48) : color);
        painter.fillRect(QRectF(ground.bottomLeft(), whole.bottomRight()), color);
        place = across ? whole.topRight() : whole.bottomLeft();
    }
}

void paintRecompute(QPainter& painter, const Theme& theme, KeptPart kept, const QRectF& ground, const QRectF& text)
{
    if (kept == KeptPart::All || ground.height() < 3) {
        return;
    }
    const double spacing = kept == KeptPart::Input ? recomputeHatch : 2 * recomputeHatch;
    const double edge = text.isEmpty() ? ground.left() : std::min(ground.right(), text.right() + padding);
    QColor ink = theme.text;
    ink.setAlphaF(hatchStrength);
    const auto hatch = [&](const QPointF& topLeft, const QPointF& bottomRight) {
        paintHatch(painter, QRectF(topLeft, bottomRight), ink, spacing, 2);
    };
    hatch(QPointF(edge, ground.top()), ground.bottomRight());
    if (!text.isEmpty() && text.top() - ground.top() >= spacing) {
        hatch(ground.topLeft(), QPointF(edge, text.top() - 1));
        hatch(QPointF(ground.left(), text.bottom() + 1), QPointF(edge, ground.bottom()));
    }
}

MapMetrics mapMetrics(const Theme& theme, const Plan& plan, bool compactHeaders)
{
    double widest = textWidth(theme.smallFont, QStringLiteral("F 0.00 ms"));
    for (const LayerStrategy& strategy : std::set<LayerStrategy>(plan.strategies.begin(), plan.strategies.end())) {
        widest = std::max(widest, textWidth(theme.smallFont, strategyText(strategy)));
    }
    MapMetrics metrics;
    metrics.labelWidth = std::ceil(widest + 2 * tightPadding);
    metrics.labelHeight = std::ceil(theme.lineHeight * 2 * linePitch + stripHeight + 3);
    metrics.widestCell = std::max(metrics.labelWidth, theme.lineHeight * 36);
    metrics.highestCell = theme.lineHeight * 10;
    metrics.headerHeight = compactHeaders ? compactHeaderHeight(theme) : fullHeaderHeight(theme);
    metrics.chunkGap = theme.margin;
    metrics.bandGap = theme.margin * 1.5;
    return metrics;
}

MapLayout mapLayout(const Theme& theme, const Plan& plan, const QRectF& area)
{
    const MapMetrics full = mapMetrics(theme, plan, false);
    MapLayout layout = layoutStrategyMap(plan.chunks, area, full);
    const bool roomy =
        layout.cellHeight >= full.labelHeight * 0.9 && layout.cellWidth * layout.columns >= headerFiguresWidth(theme);
    return roomy ? layout : layoutStrategyMap(plan.chunks, area, mapMetrics(theme, plan, true));
}

Heading mapHeading(const Theme& theme, const Plan& plan)
{
    std::set<StrategyPart> parts;
    bool recomputes = false;
    for (const LayerStrategy& strategy : plan.strategies) {
        recomputes = recomputes || strategy.kept.recomputes();
        for (const StrategyShare& share : partsOf(strategy)) {
            parts.insert(share.part);
        }
    }
    Heading heading;
    heading.title = modelTitle(plan);
    heading.subtitle = shapeText(plan);
    heading.legend = {{StrategyMapText::tr("memory of budget"), memoryGauge(theme), LegendItem::Mark::Line},
                      {StrategyMapText::tr("time of slowest"), timeGauge(theme), LegendItem::Mark::Line}};
    for (const StrategyPart part : parts) {
        heading.legend.push_back({nameOf(part), theme.of(part)});
    }
    if (recomputes) {
        heading.legend.push_back({StrategyMapText::tr("recomputed"), theme.text, LegendItem::Mark::Hatch});
    }
    for (const auto& [glyph, name] : glyphs) {
        const auto has = [own = QString(glyph)](const LayerStrategy& strategy) {
            return glyphsOf(strategy).contains(own);
        };
        if (std::ranges::any_of(plan.strategies, has)) {
            heading.legend.push_back({StrategyMapText::tr(name), theme.text, LegendItem::Mark::Glyph, QString(glyph)});
        }
    }
    return heading;
}

void paintLayerCells(QPainter& painter, const StrategyMapPicture& p)
{
    const bool labelled = isLabelled(p.theme, p.layout.cellHeight);
    const double inset = labelled ? 1 : 0;
    std::vector<bool> said(p.layout.cells.size(), false);
    for (std::size_t layer = 0; layer < p.layout.cells.size(); ++layer) {
        const bool severalColumns = p.layout.columns > 1;
        const QRectF cell = p.layout.cells[layer].adjusted(0, inset, severalColumns ? -2 : 0, -inset);
        const LayerStrategy& strategy = p.plan.strategies[layer];
        const CellText text = labelled ? cellText(p, static_cast<int>(layer), cell) : CellText{};
        paintStrategyFill(painter, p.theme, strategy, cell, stripOf(p), Qt::Horizontal);
        hatchCell(painter, p, strategy.kept.part, cell, text.area);
        paintCellText(painter, p.theme, text);
        said[layer] = !text.lines.empty() || (labelled && paintUprightText(painter, p, static_cast<int>(layer), cell));
    }
    if (std::ranges::find(said, false) != said.end()) {
        paintRunLabels(painter, p, said);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(p.theme.bad, 2));
    for (const Issue& issue : p.estimate.issues) {
        if (issue.severity == Severity::Error && issue.layer >= 0 && issue.code != "over-budget") {
            painter.drawRect(p.layout.cells[issue.layer].adjusted(1, 1, -2, -2));
        }
    }
}

}  // namespace pgram
