// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/communication/communication_picture.h"

#include "core/base/index.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace pgram {

namespace {

constexpr double mapShare = 0.42;     // of the width of a wide picture, at most
constexpr double lowMapShare = 0.52;  // of the height of a narrow one, at most
constexpr double leastCell = 6;       // pixels; smaller cells are folded into those of larger groups
constexpr double mostShapes = 256;    // groups a side whose pairs are shapes in a file
constexpr double aroundMap = 4.8;     // line heights above and below the map

struct CommunicationPictureText {
    Q_DECLARE_TR_FUNCTIONS(CommunicationPicture)
};

/// The link to the host stands behind the others where a plan offloads to it.
int linkCount(const Plan& plan)
{
    const auto offloads = [](const LayerStrategy& s) { return s.usesHost(); };
    const bool usesHost = plan.cluster.host.isKnown() && std::ranges::any_of(plan.strategies, offloads);
    return plan.cluster.hostLink() + (usesHost ? 1 : 0);
}

double deviceLabel(const Theme& theme, const Plan& plan)
{
    return textWidth(theme.smallFont, QString::number(plan.cluster.devices)) + 2 * theme.gap;
}

BarTable rowsOf(const CommunicationPicture& p, const Theme& theme)
{
    BarTable table;
    table.titles = {{CommunicationPictureText::tr("bytes, all ranks"), CommunicationPictureText::tr("bytes")},
                    {CommunicationPictureText::tr("seconds per rank"), CommunicationPictureText::tr("seconds")}};
    for (std::size_t index = 0; index < p.sums.size(); ++index) {
        const VolumeSum& sum = p.sums[index];
        BarCell bytes{{}, {volumeText(sum.bytes())}};
        BarCell seconds{{}, {timeText(sum, true), timeText(sum, false)}};
        for (const VolumePart& part : sum.parts) {
            const QString name = sum.parts.size() > 1 ? nameOf(part.kind) : QString();
            bytes.parts.push_back({part.bytes, theme.of(part.kind), false, name});
            seconds.parts.push_back({part.exposed, theme.of(part.kind)});
        }
        // The exposed parts of all kinds come first, then the hidden ones.
        for (const VolumePart& part : sum.parts) {
            seconds.parts.push_back({part.hidden, theme.of(part.kind), true});
        }
        table.rows.push_back(
            {{"transfer", static_cast<int>(index)}, sum.name, sum.detail, sum.between, {bytes, seconds}});
    }
    return table;
}

BarTable linksOf(const CommunicationPicture& p, const Theme& theme)
{
    BarTable table;
    table.titles = {
        {CommunicationPictureText::tr("bytes over each link class"), CommunicationPictureText::tr("bytes by link")}};
    for (int link = 0; link < (p.hasLinks ? linkCount(p.plan) : 0); ++link) {
        BarCell cell;
        double sum = 0;
        for (const KindBytes& part : bytesOver(p.estimate, link)) {
            cell.parts.push_back({part.bytes, theme.of(part.kind), false, nameOf(part.kind)});
            sum += part.bytes;
        }
        cell.figures = {volumeText(sum)};
        table.rows.push_back({{"link", link}, linkName(p.plan, link), {}, {}, {cell}});
    }
    return table;
}

/// The map of the pairs in one scene.
class MapPainter {
public:
    MapPainter(Scene& scene, const CommunicationPicture& picture, const QPointF& topLeft, double side)
        : m_scene(scene), m_p(picture)
    {
        const TrafficWindow& w = picture.window;
        m_place = {{topLeft.x(), side, w.column, w.column + w.span}, {topLeft.y(), side, w.row, w.row + w.span}};
        scene.keep("across", m_place.across);
        scene.keep("down", m_place.down);
        for (std::size_t index = 0; picture.folds != nullptr && index < picture.folds->size(); ++index) {
            const TrafficFold& fold = (*picture.folds)[index];
            if (m_fold == nullptr || m_fold->width * m_place.across.scale() < leastCell) {
                m_fold = &fold;
            }
        }
    }

    /// `end`: where the title must end.
    void add(double end);

private:
    [[nodiscard]] int group(const Ruler& ruler, double pixel) const
    {
        return std::clamp(static_cast<int>(ruler.value(pixel) / m_fold->width), 0, m_fold->map.devices() - 1);
    }
    [[nodiscard]] QString numberOf(int group) const
    {
        return QString::number(m_fold->unit == TrafficUnit::Stage ? m_p.plan.stageAtDevice(group * m_fold->width)
                                                                  : group);
    }
    [[nodiscard]] QRectF cell(int from, int to) const
    {
        const QRectF across = m_place.block(to * m_fold->width, m_fold->width);
        const QRectF down = m_place.block(from * m_fold->width, m_fold->width);
        return {across.left(), down.top(), across.width(), down.height()};
    }
    void addTitle(double end);
    void addPairs();
    void addShapes();
    void addFigures();
    void addStages();
    void addNumbers();
    void addScale();
    void addTargets();

    Scene& m_scene;
    const CommunicationPicture& m_p;
    TrafficPlace m_place;
    const TrafficFold* m_fold = nullptr;  ///< the finest whose cells are large enough
};

void MapPainter::addTitle(double end)
{
    const Theme& theme = m_scene.theme();
    const QRectF map = m_place.area();
    QStringList titles{CommunicationPictureText::tr("from device (down) to device (across)"),
                       CommunicationPictureText::tr("device to device")};
    if (m_fold != nullptr && m_fold->unit == TrafficUnit::Node) {
        titles = {CommunicationPictureText::tr("from node (down) to node (across), %1 devices each").arg(m_fold->width),
                  CommunicationPictureText::tr("from node (down) to node (across)"),
                  CommunicationPictureText::tr("node to node")};
    } else if (m_fold != nullptr && m_fold->unit == TrafficUnit::Stage) {
        titles = {
            CommunicationPictureText::tr("from stage (down) to stage (across), %1 devices each").arg(m_fold->width),
            CommunicationPictureText::tr("from stage (down) to stage (across)"),
            CommunicationPictureText::tr("stage to stage")};
    }
    m_scene.fitting({map.left(), map.top() - theme.lineHeight * 2.4, end - map.left(), theme.lineHeight}, titles,
                    theme.font, theme.mutedText);
}

/// The pairs of the window: at the screen's own pixels, in an SVG or a PDF as shapes where they are not too many.
void MapPainter::addPairs()
{
    const QRectF map = m_place.area();
    if (m_p.window.span / m_fold->width <= mostShapes) {
        addShapes();
        return;
    }
    const TrafficWindow window{m_p.window.column / m_fold->width, m_p.window.row / m_fold->width,
                               m_p.window.span / m_fold->width};
    m_scene.drawing(map, [map, window, theme = m_scene.theme(), fold = m_fold](QPainter& painter) {
        const double ratio = painter.device() != nullptr ? painter.device()->devicePixelRatioF() : 1;
        const TrafficImage pairs = fold->map.image(theme, window, static_cast<int>(std::lround(map.width() * ratio)));
        const double side = map.width() / window.span;
        painter.drawImage(QRectF(map.left() + (pairs.window.column - window.column) * side,
                                 map.top() + (pairs.window.row - window.row) * side, pairs.window.span * side,
                                 pairs.window.span * side),
                          pairs.image);
    });
}

/// Sharp at every size, and of no more than their own colours.
void MapPainter::addShapes()
{
    const QRectF map = m_place.area();
    const Theme& theme = m_scene.theme();
    m_scene.fill(map, theme.panel);
    const int lastDown = group(m_place.down, map.bottom());
    const int lastAcross = group(m_place.across, map.right());
    for (int from = group(m_place.down, map.top()); from <= lastDown; ++from) {
        for (int to = group(m_place.across, map.left()); to <= lastAcross; ++to) {
            if (const Volume bytes = m_fold->map.bytes(from, to); bytes > 0) {
                m_scene.fill(cell(from, to), theme.heat(m_fold->map.share(bytes)));
            }
        }
    }
}

/// Roomy cells part from each other and carry their bytes.
void MapPainter::addFigures()
{
    const Theme& theme = m_scene.theme();
    const QRectF map = m_place.area();
    const double side = m_place.across.scale() * m_fold->width;
    if (side < 8) {
        return;
    }
    const int first = group(m_place.across, map.left());
    const int top = group(m_place.down, map.top());
    const int lastAcross = group(m_place.across, map.right());
    const int lastDown = group(m_place.down, map.bottom());
    for (int to = first + 1; to <= lastAcross; ++to) {
        m_scene.fill({cell(top, to).left(), map.top(), 1, map.height()}, theme.surface);
    }
    for (int from = top + 1; from <= lastDown; ++from) {
        m_scene.fill({map.left(), cell(from, first).top(), map.width(), 1}, theme.surface);
    }
    if (side < textWidth(theme.smallFont, QStringLiteral("0 MB"))) {
        return;
    }
    for (int from = top; from <= lastDown; ++from) {
        for (int to = first; to <= lastAcross; ++to) {
            const Volume bytes = m_fold->map.bytes(from, to);
            const QRectF inner = cell(from, to).adjusted(theme.gap / 2, 0, -theme.gap / 2, 0);
            m_scene.fitting(inner, {bytes > 0 ? volumeText(bytes) : QString()}, theme.smallFont,
                            labelColor(theme.heat(m_fold->map.share(bytes))), Qt::AlignCenter);
        }
    }
}

void MapPainter::addStages()
{
    const int perStage = m_p.plan.stageDevices();
    for (int stage = 0; stage < m_p.plan.pipeline() && perStage * m_place.across.scale() >= 4; ++stage) {
        const QRectF block = m_place.block(m_p.plan.firstDevice(stage), perStage);
        if (block.intersects(m_place.area())) {
            m_scene.frame(block, m_scene.theme().line, 1);
        }
    }
}

/// Numbers of the groups along both sides, as many as there is room for.
void MapPainter::addNumbers()
{
    const Theme& theme = m_scene.theme();
    const QRectF map = m_place.area();
    const int last = m_fold->map.devices() - 1;
    const double room = textWidth(theme.smallFont, QString::number(last)) + theme.gap * 2;
    int step = 1;
    while (step * m_fold->width * m_place.across.scale() < std::max(room, theme.lineHeight)) {
        step *= 2;
    }
    for (int each = group(m_place.across, map.left()) / step * step; each <= last; each += step) {
        const double middle = cell(0, each).center().x();
        if (map.left() <= middle && middle <= map.right()) {
            m_scene.text({middle - room / 2, map.top() - theme.lineHeight, room, theme.lineHeight}, numberOf(each),
                         theme.smallFont, theme.mutedText, Qt::AlignCenter);
        }
    }
    for (int each = group(m_place.down, map.top()) / step * step; each <= last; each += step) {
        const double middle = cell(each, 0).center().y();
        if (map.top() <= middle && middle <= map.bottom()) {
            m_scene.text({map.left() - room, middle - theme.lineHeight / 2, room - theme.gap, theme.lineHeight},
                         numberOf(each), theme.smallFont, theme.mutedText, Qt::AlignRight | Qt::AlignVCenter);
        }
    }
}

/// The colours below the map, from the least to the most.
void MapPainter::addScale()
{
    const Theme& theme = m_scene.theme();
    const QRectF map = m_place.area();
    const QRectF bar(map.left(), map.bottom() + theme.margin * 0.8, map.width(), theme.lineHeight * 0.6);
    m_scene.drawing(bar, [bar, theme](QPainter& painter) {
        for (double x = 0; x < bar.width(); ++x) {
            painter.fillRect(QRectF(bar.left() + x, bar.top(), std::min(1.0, bar.width() - x), bar.height()),
                             theme.heat(x / bar.width()));
        }
    });
    const QRectF labels(bar.left(), bar.bottom() + 2, bar.width(), theme.lineHeight);
    if (m_fold->map.most() > 0) {
        m_scene.text(labels, volumeText(m_fold->map.least()), theme.smallFont, theme.mutedText);
        m_scene.text(labels, volumeText(m_fold->map.most()), theme.smallFont, theme.mutedText,
                     Qt::AlignRight | Qt::AlignVCenter);
    }
    const double sides = 2 * textWidth(theme.smallFont, QStringLiteral("000 MB "));
    m_scene.fitting(labels.adjusted(sides / 2, 0, -sides / 2, 0), {CommunicationPictureText::tr("logarithmic")},
                    theme.smallFont, theme.mutedText, Qt::AlignCenter);
}

void MapPainter::addTargets()
{
    const auto at = [place = m_place, fold = m_fold, count = m_fold->map.devices()](const QPointF& position) {
        const auto group = [&](double device) {
            return std::clamp(static_cast<int>(device / fold->width), 0, count - 1);
        };
        return Ref{pairOf(fold->unit), group(place.down.value(position.y())), group(place.across.value(position.x()))};
    };
    const auto areaOf = [place = m_place, fold = m_fold, &plan = m_p.plan](const Ref& ref) {
        if (ref.is("stage") && ref.index < plan.pipeline()) {
            return place.block(plan.firstDevice(ref.index), plan.stageDevices());
        }
        if (ref.is("device")) {
            return place.block(ref.index, 1);
        }
        const QRectF down = place.block(ref.index * fold->width, fold->width);
        const QRectF across = place.block(ref.other * fold->width, fold->width);
        return ref.is(pairOf(fold->unit)) ? QRectF(across.left(), down.top(), across.width(), down.height()) : QRectF();
    };
    m_scene.targets(m_place.area(), at, areaOf);
}

void MapPainter::add(double end)
{
    const Theme& theme = m_scene.theme();
    const QRectF map = m_place.area();
    addTitle(end);
    if (m_fold == nullptr) {
        m_scene.fill(map, theme.panel);
        m_scene.text(map, m_p.instead, theme.font, theme.mutedText, Qt::AlignCenter | Qt::TextWordWrap);
        return;
    }
    m_scene.clip(map);
    addPairs();
    addFigures();
    addStages();
    m_scene.unclip();
    m_scene.frame(map, theme.line, 1);
    addNumbers();
    addScale();
    addTargets();
}

/// The map right of everything else: for wide pictures.
void arrangeBeside(Scene& scene, const CommunicationPicture& p, const QRectF& area)
{
    const Theme& theme = scene.theme();
    const double label = deviceLabel(theme, p.plan);
    const double side =
        std::max(20.0, std::min(area.width() * mapShare - label, area.height() - theme.lineHeight * aroundMap));
    const QPointF corner(area.right() - side, area.top() + theme.lineHeight * 2.4);
    const QRectF left(area.topLeft(), QPointF(corner.x() - label - theme.margin * 2, area.bottom()));
    const BarTable rows = rowsOf(p, theme);
    BarTable links = linksOf(p, theme);
    const auto lines = static_cast<double>(rows.rows.size() + links.rows.size());
    const double title = theme.lineHeight * 1.5;
    const double room = left.height() - 2 * title - theme.margin * 2;
    // The links keep their words; what the rows have no room for is counted below them.
    const double pitch = std::clamp(room / std::max(1.0, lines), theme.lineHeight, theme.lineHeight * 4.2);
    const double low = links.rows.empty() ? 0 : static_cast<double>(links.rows.size()) * pitch + title;
    const BarsPlace place = scene.bars(left.adjusted(0, 0, 0, -low - theme.margin * 2), rows);
    if (!links.rows.empty()) {
        links.names = place.names;
        scene.bars({left.left(), place.bottom + theme.margin * 2, left.width(), low}, links);
    }
    if (p.plan.cluster.devices > 1) {
        MapPainter(scene, p, corner, side).add(area.right());
    }
}

/// The rows over the whole width, below them the map and the links side by side; no map where it would be tiny.
void arrangeBelow(Scene& scene, const CommunicationPicture& p, const QRectF& area)
{
    const Theme& theme = scene.theme();
    BarTable rows = rowsOf(p, theme);
    rows.highestRow = 3;
    const double title = theme.lineHeight * 1.5;
    const double leastSide = theme.lineHeight * 7;
    const double enough = theme.lineHeight * 1.1 * static_cast<double>(rows.rows.size());
    const double most = area.height() - title - theme.lineHeight * aroundMap - theme.margin - leastSide;
    const bool hasMap = most >= enough && p.plan.cluster.devices > 1;
    const double height =
        hasMap ? std::clamp(area.height() * (1 - lowMapShare) - title, enough, most) + title : area.height();
    const double bottom = scene.bars({area.left(), area.top(), area.width(), height}, rows).bottom + theme.margin;
    const double side = std::min(area.bottom() - bottom - theme.lineHeight * aroundMap, area.width() * 0.45);
    if (!hasMap || side < 0.99 * leastSide) {
        return;
    }
    const QPointF corner(area.left() + deviceLabel(theme, p.plan), bottom + theme.lineHeight * 2.4);
    BarTable links = linksOf(p, theme);
    links.highestRow = 3;
    const double left = corner.x() + side + theme.margin * 2;
    MapPainter(scene, p, corner, side).add(links.rows.empty() ? area.right() : left - theme.gap);
    if (!links.rows.empty()) {
        scene.bars({QPointF(left, bottom), area.bottomRight()}, links);
    }
}

Heading headingOf(const Theme& theme, const Estimate& estimate)
{
    double bytes = 0;
    for (const VolumeRow& row : estimate.volumes) {
        bytes += row.bytes;
    }
    return {CommunicationPictureText::tr("Communication of a step"),
            CommunicationPictureText::tr("%1 total, %2 exposed (worst stage)")
                .arg(volumeText(bytes), secondsText(estimate.exposedCommunication)),
            exposureLegend(theme)};
}

}  // namespace

QString groupText(const Group& group)
{
    if (group.stride == 1) {
        return CommunicationPictureText::tr("groups of %1").arg(group.size);
    }
    return CommunicationPictureText::tr("groups of %1, %2 apart").arg(group.size).arg(group.stride);
}

std::vector<KindBytes> bytesOver(const Estimate& estimate, int link)
{
    std::map<TrafficKind, Volume> sums;
    for (const VolumeRow& row : estimate.volumes) {
        if (row.link == link) {
            sums[row.kind] += row.bytes;
        }
    }
    std::vector<KindBytes> result;
    result.reserve(sums.size());
    for (const auto& [kind, bytes] : sums) {
        result.push_back({kind, bytes});
    }
    return result;
}

/// Exposed and hidden seconds, in words or in short: "6.14 + 34.8 ms".
QString timeText(const VolumeSum& sum, bool inWords)
{
    if (sum.seconds() <= 0) {
        return {};
    }
    const QString exposed = secondsText(sum.exposed());
    const Seconds hidden = sum.hidden();
    if (!inWords) {
        return hidden > 0 ? QStringLiteral("%1 + %2").arg(exposed, secondsText(hidden)) : exposed;
    }
    if (hidden <= 0) {
        return CommunicationPictureText::tr("%1 exposed").arg(exposed);
    }
    return CommunicationPictureText::tr("%1 exposed, %2 overlapped").arg(exposed, secondsText(hidden));
}

std::vector<LegendItem> exposureLegend(const Theme& theme)
{
    return {{CommunicationPictureText::tr("exposed"), theme.mutedText},
            {CommunicationPictureText::tr("overlapped with compute"), theme.mutedText, LegendItem::Mark::Hatch}};
}

const char* pairOf(TrafficUnit unit)
{
    static constexpr std::array kinds{"device pair", "node pair", "stage pair"};
    return kinds[at(unit)];
}

std::optional<TrafficPlace> trafficPlace(const Scene& scene)
{
    const auto across = scene.ruler("across");
    const auto down = scene.ruler("down");
    return across && down ? std::optional(TrafficPlace{*across, *down}) : std::nullopt;
}

void addCommunication(Scene& scene, const CommunicationPicture& picture)
{
    const Theme& theme = scene.theme();
    const QRectF area = scene.heading(headingOf(theme, picture.estimate));
    if (picture.sums.empty()) {
        scene.text({area.left(), area.top(), area.width(), theme.lineHeight},
                   CommunicationPictureText::tr("No communication between devices."), theme.font, theme.mutedText);
    } else if (area.width() >= theme.lineHeight * 62) {
        arrangeBeside(scene, picture, area);
    } else {
        arrangeBelow(scene, picture, area);
    }
}

}  // namespace pgram
