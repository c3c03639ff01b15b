// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/study/study_view.h"

#include "widgets/document/core_text.h"
#include "widgets/views/common/words.h"

#include <QFileInfo>
#include <QPainter>
#include <QScopedValueRollback>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr std::size_t mostLinesAtOnce = 20'000;  // more are drawn in the background
constexpr double tableShare = 0.38;
constexpr double axisMargin = 0.04;

/// Returns the range of an axis with a margin.
PlotAxis axisOf(const ResultColumn& column, bool logarithmic)
{
    PlotAxis axis{.unit = unitOf(column), .low = column.low, .high = column.high, .logarithmic = logarithmic};
    if (column.isText) {
        axis.low -= 0.5;
        axis.high += 0.5;
    } else if (logarithmic) {
        const double margin = std::pow(column.high / column.low, axisMargin);
        axis.low /= margin;
        axis.high *= margin;
    } else {
        const double margin =
            column.isConstant() ? std::max(1.0, std::abs(column.low)) / 2 : (column.high - column.low) * axisMargin;
        axis.low -= margin;
        axis.high += margin;
    }
    return axis;
}

/// Names the texts of a column on an axis: as many as there is room for.
void nameTexts(QCPAxis* axis, const ResultColumn& column)
{
    constexpr std::size_t most = 16;
    constexpr int longest = 24;
    const auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    const std::size_t step = std::max<std::size_t>(1, (column.texts.size() + most - 1) / most);
    for (std::size_t i = 0; i < column.texts.size(); i += step) {
        QString text = qs(column.texts[i]);
        ticker->addTick(static_cast<double>(i), text.size() > longest ? text.left(longest - 1) + u'…' : text);
    }
    axis->setTicker(ticker);
    axis->setTickLabelRotation(axis->orientation() == Qt::Horizontal && column.texts.size() > 4 ? -30 : 0);
}

}  // namespace

StudyView::StudyView(Workbench* bench, QWidget* parent)
    : PlotView(&bench->document, &bench->selection, 1, parent),
      m_session(&bench->session),
      m_scenario(&bench->scenario),
      m_file(&bench->results),
      m_bar(this),
      m_lines(Priority::Immediate,
              Question<CoordinateLines, QImage>::Function([](const CoordinateLines& lines, const std::stop_token& stop)
                                                              -> Result<QImage> { return imageOf(lines, stop); }),
              [this] {
                  if (const auto picture = m_lines.answer(); picture && !picture->isNull()) {
                      m_lastLines = *picture;
                      pictureChanged();
                  }
              })
{
    makeControls();
    makeRowTable();
    connect(m_file, &StudyFile::changed, this, [this] {
        m_isStale = true;
        follow();
    });
    connect(m_file, &StudyFile::progressed, this, [this] {
        m_refresh->setEnabled(!m_file->isRunning());
        pictureChanged();
    });
    follow();
}

QString StudyView::emptyNote() const
{
    return m_file->isRunning()
               ? tr("Reading %1: %2").arg(QFileInfo(m_file->path()).fileName(), percentText(m_file->progress()))
               : tr("No study is open: open a file of results that pgram study wrote");
}

QRect StudyView::pictureArea() const
{
    const QRect area = View::pictureArea();
    const bool hasTable = hasPicture() && !isTableShown();
    return hasTable ? area.adjusted(0, 0, 0, -static_cast<int>(area.height() * tableShare)) : area;
}

QRect StudyView::tableArea() const
{
    const QRect area = View::pictureArea();
    return isTableShown()  ? area
           : !hasPicture() ? QRect()
                           : QRect(area.left(), StudyView::pictureArea().bottom() + 1, area.width(),
                                   area.height() - StudyView::pictureArea().height());
}

StudyView::Panels StudyView::panelsOf(const QRectF& rect) const
{
    const Theme theme(palette(), font());
    const QRectF inner = inside(theme, rect);
    const QRectF below = belowHeading(theme, inner, headingNow()).adjusted(0, theme.gap, 0, 0);
    constexpr double wide = 1.5;
    if (below.width() > wide * below.height()) {
        const double left = (below.width() - theme.margin) * 0.48;
        return {QRectF(below.topLeft(), QSizeF(left, below.height())), below.adjusted(left + theme.margin, 0, 0, 0)};
    }
    const double top = (below.height() - theme.margin) / 2;
    return {QRectF(below.topLeft(), QSizeF(below.width(), top)), below.adjusted(0, top + theme.margin, 0, 0)};
}

std::vector<QRectF> StudyView::panelsIn(const QRectF& rect) const
{
    return {hasPicture() ? panelsOf(rect).scatter : QRectF()};
}

CoordinatesLayout StudyView::coordinatesNow() const
{
    return layoutCoordinates(Theme(palette(), font()), panelsOf(pictureArea()).coordinates, m_axes->size());
}

Heading StudyView::headingNow() const
{
    Heading heading;
    const Study* study = m_file->study();
    if (study == nullptr || !hasPicture()) {
        return heading;
    }
    heading.title = qs(study->title);
    const auto count = [](std::size_t rows) { return QLocale().toString(static_cast<qulonglong>(rows)); };
    const StudyTable& table = *m_rows.table();
    QStringList parts{m_rows.rows().size() == table.rows()
                          ? tr("%1 rows").arg(count(table.rows()))
                          : tr("%1 of %2 rows").arg(count(m_rows.rows().size()), count(table.rows()))};
    if (table.requests > static_cast<std::int64_t>(table.rows())) {
        parts.append(
            tr("%1 requests have no row yet").arg(count(static_cast<std::size_t>(table.requests) - table.rows())));
    }
    if (m_file->isRunning()) {
        parts.append(tr("reading: %1").arg(percentText(m_file->progress())));
    }
    heading.subtitle = parts.join(QStringLiteral(", "));
    return heading;
}

PictureCaption StudyView::pictureCaption() const
{
    const Heading heading = headingNow();
    return {QStringLiteral("%1 – %2").arg(heading.title, viewTitle()),
            {QStringLiteral("%1: %2").arg(QFileInfo(m_file->path()).fileName(), heading.subtitle)}};
}

CloudPoints StudyView::pointsNow() const
{
    const std::vector<double>& x = column(m_choice.x).values;
    const std::vector<double>& y = column(m_choice.y).values;
    const bool logX = isLogarithmic(0);
    const bool logY = isLogarithmic(1);
    CloudPoints points;
    points.palette = m_shownColors;
    for (std::size_t row = 0; row < x.size(); ++row) {
        const std::uint8_t color = (*m_colors.colors)[row];
        if (m_rows.passing()[row] == 0 || std::isnan(x[row]) || std::isnan(y[row]) || !m_shownColors[color].isValid()) {
            continue;
        }
        points.x.push_back(static_cast<float>(logX ? std::log(x[row]) : x[row]));
        points.y.push_back(static_cast<float>(logY ? std::log(y[row]) : y[row]));
        points.colors.push_back(color);
        points.rows.push_back(static_cast<std::uint32_t>(row));
    }
    return points;
}

void StudyView::addFront(const Theme& theme)
{
    std::vector<std::uint32_t> rows;
    std::ranges::copy_if(m_rows.rows(), std::back_inserter(rows),
                         [this](std::uint32_t row) { return m_shownColors[(*m_colors.colors)[row]].isValid(); });
    m_front = paretoFront(*m_rows.table(), rows, m_choice.x, m_choice.y);
    if (m_front.empty()) {
        return;
    }
    const bool less = column(m_choice.x).better() == StudyColumn::Better::Less;
    auto* line = plot(0).addSeries(tr("Pareto front"), QPen(theme.text, 1.5),
                                   less ? QCPGraph::lsStepLeft : QCPGraph::lsStepRight);
    line->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, theme.text, theme.surface, 6));
    QVector<double> keys;
    QVector<double> values;
    for (const std::uint32_t row : m_front) {
        keys.append(column(m_choice.x).values[row]);
        values.append(column(m_choice.y).values[row]);
    }
    line->setData(keys, values, true);
}

/// Entries of the legend, or a scale of colours. What the legend hides is not drawn.
void StudyView::addColors(const Theme& theme)
{
    m_colors = colorsBy(theme, *m_rows.table(), m_choice.color);
    m_shownColors = m_colors.palette;
    std::vector<QCPAbstractPlottable*> entries;
    for (qsizetype i = 0; i < m_colors.names.size(); ++i) {
        const QColor color = m_colors.palette[at(i)];
        PlotSeries* entry = plot(0).addSeries(m_colors.names[i], QPen(color), QCPGraph::lsNone);
        entry->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, color, 8));
        entries.push_back(entry);
        if (plot(0).isHidden(m_colors.names[i])) {
            m_shownColors[at(i)] = QColor();
        }
    }
    if (!entries.empty()) {
        plot(0).addLegend(Plot::LegendPlace::Right, entries);
    } else if (m_choice.color >= 0) {
        const ResultColumn& by = column(m_choice.color);
        plot(0).addHeatScale(unitOf(by), by.low, by.high, qs(by.name));
    }
}

void StudyView::fillPlots(const Theme& theme)
{
    Plot& plot = this->plot(0);
    plot.begin(theme);
    m_cloud = nullptr;
    m_front.clear();
    if (!hasPicture() || m_choice.x < 0 || m_choice.y < 0) {
        plot.addPane({});
        plot.setNote(!hasPicture() || m_rows.table()->rows() > 0 ? tr("No two columns differ from row to row")
                                                                 : tr("No request of this study has a row yet"));
        return;
    }
    const ResultColumn& x = column(m_choice.x);
    const ResultColumn& y = column(m_choice.y);
    plot.addPane(meaningOf(y), {tr("at: %1").arg(meaningOf(x))});
    for (const auto& [axis, of, index] : {std::tuple{plot.xAxis, &x, 0}, {plot.yAxis, &y, 1}}) {
        plot.setAxis(axis, axisOf(*of, isLogarithmic(index)));
        if (of->isText) {
            nameTexts(axis, *of);
        }
    }
    plot.xAxis->setLabel(qs(x.name));
    addColors(theme);
    m_cloud = new PlotCloud(plot.xAxis, plot.yAxis);
    m_cloud->setPoints(pointsNow());
    addFront(theme);
    if (m_cloud->size() == 0) {
        plot.setNote(m_rows.rows().empty() ? tr("No row passes the filter")
                                           : tr("No row that is shown has a value in both columns"));
    }
}

void StudyView::paintLines(QPainter& painter, const Theme& theme, const CoordinatesLayout& layout)
{
    if (m_axes->size() < 2 || m_colors.colors == nullptr || layout.lines.width() < 10 || layout.lines.height() < 10) {
        return;
    }
    CoordinateLines lines{.axes = m_axes,
                          .levels = m_levels,
                          .colors = m_colors.colors,
                          .palette = m_shownColors,
                          .outside = theme.grid,
                          .layout = layout,
                          .ratio = std::max(1.0, painter.device()->devicePixelRatioF())};
    if (!m_isOnScreen || m_rows.table()->rows() <= mostLinesAtOnce) {
        painter.drawImage(layout.lines, imageOf(lines));
        return;
    }
    m_lines.ask(lines);
    painter.drawImage(layout.lines, m_lastLines);
}

void StudyView::paintPicture(QPainter& painter, const QRectF& rect)
{
    const Theme theme(palette(), font());
    painter.fillRect(rect, theme.surface);
    const QRectF inner = inside(theme, rect);
    if (!hasPicture()) {
        paintNote(painter, theme, inner, emptyNote());
        return;
    }
    paintHeading(painter, theme, inner, headingNow());
    placePlots(rect);
    plot(0).paint(painter);
    const CoordinatesLayout layout = layoutCoordinates(theme, panelsOf(rect).coordinates, m_axes->size());
    painter.setRenderHint(QPainter::Antialiasing);
    paintLines(painter, theme, layout);
    paintCoordinates(painter, theme, layout, *m_rows.table(), *m_axes, m_rows);
}

void StudyView::paintShown(QPainter& painter)
{
    const QScopedValueRollback onScreen(m_isOnScreen, true);
    PlotView::paintShown(painter);
}

void StudyView::paintOverlay(QPainter& painter)
{
    PlotView::paintOverlay(painter);
    const Theme theme(palette(), font());
    painter.setRenderHint(QPainter::Antialiasing);
    const CoordinatesLayout layout = coordinatesNow();
    for (const int row : {m_hovered, m_row}) {
        if (row < 0 || row >= static_cast<int>(m_rows.passing().size()) || m_rows.passing()[at(row)] == 0) {
            continue;
        }
        const bool isSelected = row == m_row;
        const QColor color = isSelected ? theme.accent : theme.text;
        if (const QPointF place = pointOf(row); plot(0).dataArea().contains(place)) {
            painter.setPen(QPen(color, isSelected ? 2.5 : 1.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(place, 7, 7);
        }
        paintCoordinateLine(painter, layout, *m_axes, row, color, isSelected ? 2.5 : 1.5);
    }
}

QPointF StudyView::pointOf(int row) const
{
    const QPointF value = m_cloud == nullptr
                              ? QPointF(std::nan(""), 0)
                              : QPointF(column(m_choice.x).values[at(row)], column(m_choice.y).values[at(row)]);
    if (std::isnan(value.x()) || std::isnan(value.y())) {
        return {-1, -1};
    }
    placePlots(pictureArea());
    return plot(0).pixelOf(value);
}

}  // namespace pgram
