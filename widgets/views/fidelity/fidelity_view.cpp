// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/fidelity/fidelity_view.h"

#include "widgets/document/texts.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/words.h"
#include "widgets/views/fidelity/fidelity_picture.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace pgram {

namespace {

/// As the settings call the filter's device: all, or one of Generation.
const QStringList deviceKeys{QString(), QStringLiteral("ampere"), QStringLiteral("hopper"), QStringLiteral("blackwell"),
                             QStringLiteral("other")};

Heading headingOf(const Theme& theme, const FidelityFigures& figures, const QString& problem, double width)
{
    Heading heading;
    heading.title = FidelityText::tr("Predicted against measured");
    if (!figures.data) {
        heading.subtitle = problem;
        return heading;
    }
    const SuiteLine* line = &figures.suites.back();
    for (const SuiteLine& suite : figures.suites) {
        line = suite.suite == figures.filter.suite ? &suite : line;
    }
    const QString suite = line->suite.empty() ? FidelityText::tr("all suites") : QString::fromStdString(line->suite);
    const QString runs = FidelityText::tr("%n run(s)", nullptr, line->errors.n);
    const QString mean = FidelityText::tr("mean error %1").arg(percentText(line->errors.mape));
    const double space = width - textWidth(theme.boldFont, heading.title) - 2 * theme.gap - theme.margin;
    heading.subtitle = firstFitting(
        theme.font, space,
        {QStringLiteral("%1, %2, %3").arg(suite, runs, mean), QStringLiteral("%1, %2").arg(runs, mean), mean});
    return heading;
}

QString shapeOf(const Measurement& row)
{
    QStringList parts{QStringLiteral("TP%1·PP%2·DP%3").arg(row.tensor).arg(row.pipeline).arg(row.data)};
    if (row.context > 1) {
        parts.append(QStringLiteral("CP%1").arg(row.context));
    }
    if (row.expert > 1) {
        parts.append(QStringLiteral("EP%1").arg(row.expert));
    }
    return parts.join(QStringLiteral("·"));
}

/// What was predicted and measured of each run, or why nothing was predicted.
FigureContent runFigures(const FidelityFigures& figures)
{
    struct Row {
        const Measurement& run;
        const RowResult& result;
    };
    const bool memory = figures.filter.memory;
    const Unit unit = memory ? Unit::Memory : Unit::Time;
    const auto quantity = [memory](std::optional<double> seconds, std::optional<double> gib) {
        return FigureValue(!memory ? seconds : gib ? std::optional(*gib * static_cast<double>(GiB)) : std::nullopt);
    };
    return figuresOf<Row>(
        static_cast<int>(figures.rows.size()),
        [data = figures.data, rows = figures.rows](int row) {
            return Row{data->rows[rows[row]], data->validation.rows[rows[row]]};
        },
        {{FidelityText::tr("Run"), "id", Unit::Text, [](auto& row) { return row.run.id; }},
         {FidelityText::tr("Suite"), "suite", Unit::Text, [](auto& row) { return row.run.suite; }},
         {FidelityText::tr("Device"), "gpu", Unit::Text, [](auto& row) { return row.run.gpu; }},
         {FidelityText::tr("Framework"), "framework", Unit::Text, [](auto& row) { return row.run.framework; }},
         {FidelityText::tr("Predicted"), memory ? "predicted_bytes" : "predicted_s", unit,
          [=](auto& row) { return quantity(row.result.predictedStep, row.result.predictedGib); }},
         {FidelityText::tr("Measured"), memory ? "measured_bytes" : "measured_s", unit,
          [=](auto& row) { return quantity(row.result.measuredStep, row.result.measuredGib); }},
         {FidelityText::tr("Error"), "error", Unit::Share,
          [=](auto& row) { return memory ? row.result.memoryError() : row.result.timeError(); }},
         {FidelityText::tr("Not predicted because"), "skipped_because", Unit::Text,
          [](auto& row) { return coreText(row.result.skippedBecause); }},
         {FidelityText::tr("Source"), "source", Unit::Text, [](auto& row) { return row.run.source; }}});
}

}  // namespace

FidelityView::FidelityView(Session* session, SelectionModel* selection, FidelityLibrary* library, QWidget* parent)
    : PlotView(session->document(), selection, 1, parent),
      m_session(session),
      m_library(library),
      m_quantity(new QComboBox(this)),
      m_device(new QComboBox(this)),
      m_bar(this)
{
    m_quantity->setObjectName(QStringLiteral("fidelityQuantity"));
    m_device->setObjectName(QStringLiteral("fidelityDevice"));
    connect(m_quantity, &QComboBox::activated, this, [this](int index) {
        FidelityFilter filter = m_figures.filter;
        filter.memory = index == 1;
        setFilter(filter);
    });
    connect(m_device, &QComboBox::activated, this, [this](int index) {
        FidelityFilter filter = m_figures.filter;
        filter.generation = index > 0 ? std::optional(static_cast<Generation>(index - 1)) : std::nullopt;
        setFilter(filter);
    });
    connect(library, &FidelityLibrary::changed, this, &FidelityView::follow);
    follow();
}

bool FidelityView::isWorking() const
{
    return m_library->isRunning();
}

void FidelityView::refresh()
{
    fillBoxes();
    if (m_figures.data != wanted()) {
        take();
    }
    table()->reset(runFigures(m_figures));  // in the language of now
    m_shown.reset();
    if (const auto plan = document()->plan()) {
        const Estimate& estimate = *document()->estimate();
        const ErrorBands bands = m_library->bandsOf(*plan, estimate);
        const bool memory = m_figures.filter.memory;
        if (const auto& band = memory ? bands.memory : bands.time) {
            m_shown = ShownPlan{memory ? static_cast<double>(estimate.peakMemory) : estimate.stepTime, *band};
        }
    }
    plotsChanged();
}

std::shared_ptr<const FidelityData> FidelityView::wanted() const
{
    return document()->plan() ? m_library->data() : nullptr;
}

void FidelityView::take()
{
    m_figures = fidelityFigures(wanted(), m_figures.filter);
    forgetMarks(0);
}

void FidelityView::setFilter(const FidelityFilter& filter)
{
    if (filter == m_figures.filter) {
        return;
    }
    m_figures.filter = filter;
    take();
    refresh();
}

QVariantMap FidelityView::options() const
{
    QVariantMap options = View::options();
    options[QStringLiteral("memory")] = m_figures.filter.memory;
    const auto& device = m_figures.filter.generation;
    options[QStringLiteral("device")] = deviceKeys[device ? 1 + static_cast<int>(*device) : 0];
    return options;
}

void FidelityView::setOptions(const QVariantMap& options)
{
    View::setOptions(options);
    FidelityFilter filter = m_figures.filter;
    filter.memory = options.value(QStringLiteral("memory"), filter.memory).toBool();
    const auto device = deviceKeys.indexOf(options.value(QStringLiteral("device"), QStringLiteral("?")).toString());
    if (device >= 0) {
        filter.generation = device > 0 ? std::optional(static_cast<Generation>(device - 1)) : std::nullopt;
    }
    setFilter(filter);
}

void FidelityView::fillBoxes()
{
    m_quantity->clear();
    m_quantity->addItems({tr("Step Time"), tr("Peak Memory")});
    m_quantity->setCurrentIndex(m_figures.filter.memory ? 1 : 0);
    m_device->clear();
    m_device->addItem(tr("All Devices"));
    for (const Generation generation : allGenerations) {
        m_device->addItem(nameOf(generation));
    }
    m_device->setCurrentIndex(m_figures.filter.generation ? static_cast<int>(*m_figures.filter.generation) + 1 : 0);
    placeControls(m_bar.show({{m_quantity, tr("Figure")}, {m_device, tr("Devices")}}));
}

FidelityLayout FidelityView::layoutIn(const QRectF& rect) const
{
    const Theme theme(palette(), font());
    const QRectF inner = inside(theme, rect);
    const QRectF below = belowHeading(theme, inner, headingOf(theme, m_figures, {}, inner.width()));
    return layoutFidelity(theme, m_figures, below.adjusted(0, theme.gap, 0, 0));
}

void FidelityView::paintPicture(QPainter& painter, const QRectF& rect)
{
    const Theme theme(palette(), font());
    painter.fillRect(rect, theme.surface);
    const QRectF inner = inside(theme, rect);
    const std::optional<Error>& problem = m_library->problem();
    paintHeading(painter, theme, inner, headingOf(theme, m_figures, {}, inner.width()));
    if (!m_figures.data) {
        paintNote(painter, theme, inner, problem ? errorText(*problem) : tr("The measured runs are being predicted…"));
        return;
    }
    placePlots(rect);
    plot(0).paint(painter);
    if (const FidelityLayout layout = layoutIn(rect); !layout.list.isEmpty()) {
        paintFidelityList(painter, theme, m_figures, layout);
    }
}

int FidelityView::variantIn(const QRectF& rect) const
{
    return m_figures.data && hasRoomForErrors(Theme(palette(), font()), layoutIn(rect).plots) ? 1 : 0;
}

std::vector<QRectF> FidelityView::panelsIn(const QRectF& rect) const
{
    return {m_figures.data ? layoutIn(rect).plots : QRectF()};
}

void FidelityView::fillPlots(const Theme& theme)
{
    plot(0).begin(theme);
    if (m_figures.data) {
        fillFidelity(plot(0), theme, m_figures, m_shown, variant() > 0);
    }
}

QString FidelityView::markTip(int, int mark) const
{
    if (mark < 0) {
        return {};
    }
    const FidelityPoint& p = m_figures.points[mark];
    const Measurement& row = m_figures.data->rows[p.row];
    const auto figure = [this](double value) {
        return m_figures.filter.memory ? bytesText(value) : secondsText(value);
    };
    Tip tip(QString::fromStdString(row.id));
    tip.add(tr("Predicted"), figure(p.predicted));
    tip.add(tr("Measured"), figure(p.measured));
    tip.add(tr("Error"), signedPercent(p.error()));
    tip.add(tr("Model"), QString::fromStdString(row.model));
    tip.add(tr("Devices"), QStringLiteral("%1 × %2").arg(row.devices).arg(QString::fromStdString(row.gpu)));
    tip.add(tr("Strategy"), shapeOf(row));
    tip.add(tr("Batch"), tr("%1 samples of %2 tokens").arg(row.globalBatch).arg(row.sequence));
    tip.add(tr("Framework"), QString::fromStdString(row.framework));
    for (const Text& assumed : m_figures.data->validation.rows[p.row].assumptions) {
        tip.note(coreText(assumed));
    }
    tip.note(tr("Source: %1").arg(QString::fromStdString(row.source)));
    tip.note(tr("Click to add this plan"));
    return tip.html();
}

QString FidelityView::tipAt(const QPointF& position)
{
    const bool onList = currentLayout().lineAt(position) >= 0;
    return onList ? tr("Click to see this suite alone, or all again") : PlotView::tipAt(position);
}

void FidelityView::stepSuite(int by)
{
    const auto& suites = m_figures.suites;
    const auto now = std::ranges::find(suites, m_figures.filter.suite, &SuiteLine::suite);
    if (suites.empty() || now == suites.end()) {
        return;
    }
    const auto count = static_cast<int>(suites.size());
    const int next = (static_cast<int>(now - suites.begin()) + by + count) % count;
    FidelityFilter filter = m_figures.filter;
    filter.suite = suites[next].suite;
    setFilter(filter);
}

void FidelityView::openMark(int, int mark)
{
    const Measurement& row = m_figures.data->rows[m_figures.points[mark].row];
    Translation translation = planOf(row, m_figures.data->devices);
    if (!translation.plan) {
        return;
    }
    QToolTip::hideText();
    translation.plan->provenance.madeBy = row.source;
    for (int known = 0; known < m_session->count(); ++known) {
        Plan plan = *m_session->at(known).plan();
        plan.name = translation.plan->name;  // The session may have given it another one.
        if (plan == *translation.plan) {
            m_session->show(known);
            return;
        }
    }
    m_session->add(std::move(*translation.plan));
}

void FidelityView::pressed(const QPointF& position, Qt::KeyboardModifiers modifiers)
{
    const int line = currentLayout().lineAt(position);
    if (line < 0) {
        return PlotView::pressed(position, modifiers);
    }
    FidelityFilter filter = m_figures.filter;
    const std::string& suite = m_figures.suites[line].suite;
    filter.suite = suite == filter.suite ? std::string() : suite;
    setFilter(filter);
}

void FidelityView::hovered()
{
    PlotView::hovered();
    if (pointer() && currentLayout().lineAt(*pointer()) >= 0) {
        setCursor(Qt::PointingHandCursor);
    }
}

std::vector<ViewKey> FidelityView::keys()
{
    const std::vector<ViewKey> suites{{{Qt::Key_PageUp, Qt::Key_PageDown},
                                       ViewKeys::tr("Suite before or after"),
                                       [this](auto& key) { stepSuite(key.step()); }}};
    return suites + plotKeys(ViewKeys::tr("Run before or after"), ViewKeys::tr("First or last run"),
                             ViewKeys::tr("Open the run as a plan"), [] {});
}

}  // namespace pgram
