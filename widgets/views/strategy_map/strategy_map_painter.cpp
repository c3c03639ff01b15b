// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/strategy_map/strategy_map_painter.h"

#include "core/base/index.h"
#include "widgets/document/texts.h"
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
constexpr double gripThickness = 12;    // of a cut, for the mouse
constexpr double gripRoom = 28;         // of a cut, for a lesson's pointer
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
double stripOf(const Theme& theme, const MapLayout& layout)
{
    return isLabelled(theme, layout.cellHeight) ? stripHeight : 0;
}

struct CellLine {
    QString text;
    const QFont* font = nullptr;
};

/// Returns the texts of a cell besides its strategy, the most important first; the figures are of one layer.
std::vector<CellLine> cellLines(const Theme& theme, const StrategyMapPicture& p, const MapCell& cell)
{
    const LayerCost& cost = p.estimate.layers[cell.first].cost;
    const double states = cost.memory.states();
    const double kept = cost.memory.kept;
    const LayerRange range = layersOf(p.layout, p.plan, cell.first);
    const int others = alikeChunks(p.layout, p.plan.chunkOf(cell.first)) - 1;
    const bool isSpread = others > 0 && range.count == cell.count;  // over the chunks of its block
    const QString name = rangeName(p.plan.model, range);
    std::vector<CellLine> lines{
        {isSpread ? StrategyMapText::tr("%1 and %2 like it").arg(name).arg(others) : name, &theme.smallFont}};
    if (range.count > 1) {
        lines.push_back({StrategyMapText::tr("%1 layers, the same").arg(range.count), &theme.smallFont});
    }
    lines.push_back({StrategyMapText::tr("F %1, B %2").arg(secondsText(cost.forward), secondsText(cost.backward)),
                     &theme.smallFont});
    lines.push_back({StrategyMapText::tr("states %1").arg(bytesText(states)), &theme.smallFont});
    lines.push_back({StrategyMapText::tr("activations %1").arg(bytesText(kept)), &theme.smallFont});
    return lines;
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

/// Returns the text in two lines of nearly equal width; the second one is empty where there is no place to break.
std::pair<QString, QString> halvesOf(const Theme& theme, const QString& text)
{
    std::pair<QString, QString> best{text, {}};
    for (qsizetype i = 1; i < text.size(); ++i) {
        if (text[i] != u'·' && text[i] != u' ') {
            continue;
        }
        const std::pair halves{text.left(i), text.mid(i).trimmed()};
        const auto widest = [&](const auto& lines) {
            return std::max(textWidth(theme.smallFont, lines.first), textWidth(theme.smallFont, lines.second));
        };
        best = widest(halves) < widest(best) ? halves : best;
    }
    return best;
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
    const auto [first, second] = halvesOf(theme, text);
    if (most > 1 && !second.isEmpty() &&
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
CellText cellText(const Theme& theme, const StrategyMapPicture& p, const MapCell& layers, const QRectF& cell)
{
    CellText text;
    text.lineHeight = theme.lineHeight * linePitch;
    const double strip = stripOf(theme, p.layout);
    const double space = cell.width() - 2 * padding;
    const auto most = static_cast<std::size_t>((cell.height() - strip) / text.lineHeight);
    text.lines = strategyLines(theme, p.plan.strategies[layers.first], cell.width(), most);
    if (text.lines.empty() || text.lines.size() > most) {
        text.lines.clear();
        return text;
    }
    for (CellLine& line : cellLines(theme, p, layers)) {
        if (text.lines.size() < most && textWidth(*line.font, line.text) <= space) {
            text.lines.push_back(std::move(line));
        }
    }
    double widest = 0;
    for (const CellLine& line : text.lines) {
        widest = std::max(widest, textWidth(*line.font, line.text));
    }
    const double height = static_cast<double>(text.lines.size()) * text.lineHeight;
    const double middle = (cell.top() + cell.bottom() - strip) / 2;
    text.area = QRectF(cell.left() + (widest <= space ? padding : tightPadding), middle - height / 2, widest, height);
    return text;
}

/// A narrow, high cell carries its strategy from bottom to top; false where that has no room either.
bool addUprightText(Scene& scene, const QString& text, const QRectF& cell)
{
    const Theme& theme = scene.theme();
    if (cell.width() < theme.lineHeight || textWidth(theme.smallFont, text) > cell.height() - 2 * padding) {
        return false;
    }
    scene.drawing(cell, [cell, text, font = theme.smallFont, ink = theme.text](QPainter& painter) {
        painter.save();
        painter.translate(cell.center());
        painter.rotate(-90);
        paintText(painter, font, ink, QRectF(-cell.height() / 2, -cell.width() / 2, cell.height(), cell.width()),
                  Qt::AlignCenter, text);
        painter.restore();
    });
    return true;
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

/// Neighbours in one column with the same strategy, too low or too narrow for labels of their own, share one on clear
/// ground: colours change beneath it, and hatch would run through the letters.
void addRunLabels(Scene& scene, const StrategyMapPicture& p, const std::vector<bool>& labelled)
{
    const Theme& theme = scene.theme();
    const auto& cells = p.layout.fold.cells;
    const auto areaOf = [&](std::size_t cell) { return p.layout.areaOf(cells[cell]); };
    const auto strategyOf = [&](std::size_t cell) { return p.plan.strategies[cells[cell].first]; };
    for (std::size_t first = 0; first < cells.size();) {
        std::size_t last = first;
        while (last + 1 < cells.size() && areaOf(last + 1).left() == areaOf(first).left() &&
               areaOf(last + 1).top() > areaOf(last).top() && strategyOf(last + 1) == strategyOf(first)) {
            ++last;
        }
        const QRectF block = areaOf(first).united(areaOf(last));
        scene.fill({block.left(), block.top() - 0.5, block.width(), 1}, theme.surface);
        const QStringList lines = runLabel(theme, strategyOf(first), last - first + 1, block);
        if (!labelled[first] && !lines.isEmpty()) {
            double widest = 0;
            for (const QString& line : lines) {
                widest = std::max(widest, textWidth(theme.smallFont, line));
            }
            QRectF ground(0, 0, widest + padding, theme.lineHeight * static_cast<double>(lines.size()));
            ground.moveCenter(block.center());
            scene.fill(ground, theme.surface);
            scene.text(ground, lines.join(u'\n'), theme.smallFont, theme.text, Qt::AlignCenter);
        }
        first = last + 1;
    }
}

/// False where there was no room for a label.
bool addCell(Scene& scene, const StrategyMapPicture& p, const MapCell& layers)
{
    const Theme& theme = scene.theme();
    const bool labelled = isLabelled(theme, p.layout.cellHeight);
    const double inset = labelled ? 1 : 0;
    const QRectF cell = p.layout.areaOf(layers).adjusted(0, inset, p.layout.columns > 1 ? -2 : 0, -inset);
    const LayerStrategy& strategy = p.plan.strategies[layers.first];
    const CellText text = labelled ? cellText(theme, p, layers, cell) : CellText{};
    const double strip = stripOf(theme, p.layout);
    addStrategyFill(scene, strategy, cell, strip, Qt::Horizontal);
    addRecompute(scene, strategy.kept.part, cell.adjusted(0, 0, 0, -strip), text.area);
    QRectF place(text.area.left(), text.area.top(), text.area.width() + padding, text.lineHeight);
    for (const CellLine& line : text.lines) {
        scene.text(place, line.text, *line.font, theme.text);
        place.translate(0, text.lineHeight);
    }
    return !text.lines.empty() || (labelled && addUprightText(scene, strategyText(strategy), cell));
}

void addCells(Scene& scene, const StrategyMapPicture& p)
{
    std::vector<bool> said;
    for (const MapCell& cell : p.layout.fold.cells) {
        said.push_back(addCell(scene, p, cell));
        scene.target(p.layout.areaOf(cell), {"layer", cell.first});
    }
    if (std::ranges::find(said, false) != said.end()) {
        addRunLabels(scene, p, said);
    }
    for (const Issue& issue : p.estimate.issues) {
        if (issue.severity == Severity::Error && issue.layer >= 0 && issue.code != "over-budget") {
            scene.frame(p.layout.cells[issue.layer].adjusted(1, 1, -2, -2), scene.theme().bad, 2);
        }
    }
}

}  // namespace

LayerRange layersOf(const MapLayout& layout, const Plan& plan, int layer)
{
    const int chunk = plan.chunkOf(layer);
    const auto block = std::ranges::lower_bound(layout.fold.blocks, chunk, {}, &MapBlock::lastChunk);
    const Chunk& shown = layout.fold.shown[static_cast<std::size_t>(block - layout.fold.blocks.begin())];
    const Chunk& first = plan.chunk(block->firstChunk);
    if (shown.layerCount == 1) {
        return {first.firstLayer, plan.chunk(block->lastChunk).end() - first.firstLayer};
    }
    const int offset = layer - plan.chunk(chunk).firstLayer;
    for (int cell = shown.firstLayer; cell < shown.end(); ++cell) {
        const MapCell& own = layout.fold.cells[cell];
        const int begin = own.first - first.firstLayer;
        if (offset < begin + own.count) {
            return {plan.chunk(chunk).firstLayer + begin, own.count};
        }
    }
    return {layer, 1};
}

int alikeChunks(const MapLayout& layout, int chunk)
{
    const auto block = std::ranges::lower_bound(layout.fold.blocks, chunk, {}, &MapBlock::lastChunk);
    return block->lastChunk - block->firstChunk + 1;
}

void addStrategyFill(Scene& scene, const LayerStrategy& strategy, const QRectF& cell, double strip,
                     Qt::Orientation direction)
{
    const Theme& theme = scene.theme();
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
        scene.fill(ground, strip > 0 ? mixed(color, theme.surface, theme.dark ? 0.62 : 0.48) : color);
        scene.fill(QRectF(ground.bottomLeft(), whole.bottomRight()), color);
        place = across ? whole.topRight() : whole.bottomLeft();
    }
}

void addRecompute(Scene& scene, KeptPart kept, const QRectF& ground, const QRectF& text)
{
    if (kept == KeptPart::All || ground.height() < 3) {
        return;
    }
    const double spacing = kept == KeptPart::Input ? recomputeHatch : 2 * recomputeHatch;
    const double edge = text.isEmpty() ? ground.left() : std::min(ground.right(), text.right() + padding);
    QColor ink = scene.theme().text;
    ink.setAlphaF(hatchStrength);
    scene.hatch(QRectF(QPointF(edge, ground.top()), ground.bottomRight()), ink, spacing, 2);
    if (!text.isEmpty() && text.top() - ground.top() >= spacing) {
        scene.hatch(QRectF(ground.topLeft(), QPointF(edge, text.top() - 1)), ink, spacing, 2);
        scene.hatch(QRectF(QPointF(ground.left(), text.bottom() + 1), QPointF(edge, ground.bottom())), ink, spacing, 2);
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
    heading.legend = {{StrategyMapText::tr("memory (of budget)"), memoryGauge(theme), LegendItem::Mark::Line},
                      {StrategyMapText::tr("time (of slowest stage)"), timeGauge(theme), LegendItem::Mark::Line}};
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

void addStrategyMap(Scene& scene, const Plan& plan, const Estimate& estimate, const MapLayout& layout)
{
    const StrategyMapPicture picture{plan, estimate, layout};
    scene.heading(mapHeading(scene.theme(), plan));
    const auto areaOf = [layout, stages = plan.chunks, plan = &plan](const Ref& ref) {
        QRectF area;
        for (std::size_t chunk = 0; chunk < layout.chunks.size() && ref.is("stage"); ++chunk) {
            const bool own = plan->stageOfChunk(static_cast<int>(chunk)) == ref.index;
            area = own ? area.united(layout.chunks[chunk].header).united(layout.chunks[chunk].body) : area;
        }
        const bool isLayer = ref.is("layer") && ref.index < static_cast<int>(layout.cells.size());
        const bool isCut = ref.is("cut") && ref.index + 1 < static_cast<int>(stages.size());
        return isLayer ? layout.cells[ref.index] : isCut ? cutHandle(layout, stages, ref.index, gripRoom) : area;
    };
    scene.targets(
        scene.area(), [](const QPointF&) { return Ref{}; }, areaOf);
    addStageHeaders(scene, picture);
    addCells(scene, picture);
    for (int cut = 0; cut + 1 < static_cast<int>(plan.chunks.size()); ++cut) {
        if (isShown(layout, cut)) {
            scene.target(cutHandle(layout, plan.chunks, cut, gripThickness), {"cut", cut});
        }
    }
}

}  // namespace pgram
