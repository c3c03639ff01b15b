// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/deployment/deployment_view.h"

#include "widgets/document/core_text.h"
#include "widgets/kit/quantity_edit.h"
#include "widgets/views/common/words.h"

#include <QActionGroup>
#include <QComboBox>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>

#include <algorithm>
#include <array>

namespace pgram {

namespace {

constexpr std::array groups{32, 64, 128};
constexpr std::array prunings{Pruning{},
                              Pruning{Pruning::Kind::TwoOfFour, 0.5},
                              Pruning{Pruning::Kind::Structured, 0.1},
                              Pruning{Pruning::Kind::Structured, 0.3},
                              Pruning{Pruning::Kind::Structured, 0.5},
                              Pruning{Pruning::Kind::Unstructured, 0.5},
                              Pruning{Pruning::Kind::Unstructured, 0.7},
                              Pruning{Pruning::Kind::Unstructured, 0.9}};
constexpr int mostBatch = 4096;
constexpr int mostTokens = 1 << 20;

/// As the box of formats lists them: kinds, and INT4 by its groups.
std::vector<WeightFormat> listedFormats()
{
    std::vector<WeightFormat> formats;
    for (const WeightKind kind : {WeightKind::Bf16, WeightKind::Fp8, WeightKind::Int8}) {
        formats.push_back({kind, 128, {}});
    }
    for (const int group : groups) {
        formats.push_back({WeightKind::Int4, group, {}});
    }
    return formats;
}

}  // namespace

DeploymentView::DeploymentView(Document* document, SelectionModel* selection, QWidget* parent)
    : PlotView(document, selection, 2, parent),
      m_bar(this),
      m_weights(new QComboBox(this)),
      m_pruning(new QComboBox(this)),
      m_tensor(new QComboBox(this)),
      m_pipeline(new QComboBox(this)),
      m_batch(new QuantityEdit(QuantityEdit::Kind::Count, this)),
      m_prompt(new QuantityEdit(QuantityEdit::Kind::Count, this)),
      m_output(new QuantityEdit(QuantityEdit::Kind::Count, this))
{
    const char* names[] = {"weights", "pruning", "tensor", "pipeline", "batch", "prompt", "output"};
    std::size_t next = 0;
    for (QWidget* control :
         std::initializer_list<QWidget*>{m_weights, m_pruning, m_tensor, m_pipeline, m_batch, m_prompt, m_output}) {
        control->setObjectName(QStringLiteral("deployment-") + QLatin1StringView(names[next++]));
    }
    const auto ask = [this](auto change) {
        return [this, change](auto value) {
            if (!m_filling) {
                DeploymentChoice choice = m_choice;
                change(choice, static_cast<int>(value));
                setChoice(choice);
            }
        };
    };
    connect(m_weights, &QComboBox::activated, this, ask([](DeploymentChoice& choice, int index) {
                const WeightFormat format = listedFormats()[static_cast<std::size_t>(index)];
                choice.format.kind = format.kind;
                choice.format.group = format.group;
            }));
    connect(m_pruning, &QComboBox::activated, this, ask([](DeploymentChoice& choice, int index) {
                choice.format.pruning = prunings[static_cast<std::size_t>(index)];
            }));
    connect(m_tensor, &QComboBox::activated, this,
            ask([this](DeploymentChoice& choice, int index) { choice.tensor = m_tensor->itemData(index).toInt(); }));
    connect(m_pipeline, &QComboBox::activated, this, ask([this](DeploymentChoice& choice, int index) {
                choice.pipeline = m_pipeline->itemData(index).toInt();
            }));
    for (const auto& [box, member, most] : {std::tuple{m_batch, &DeploymentChoice::batch, mostBatch},
                                            {m_prompt, &DeploymentChoice::prompt, mostTokens},
                                            {m_output, &DeploymentChoice::output, mostTokens}}) {
        box->setRange(1, most);
        connect(box, &QuantityEdit::valueChanged, this,
                ask([member = member](DeploymentChoice& choice, int value) { choice.*member = value; }));
    }
    makePages(QStringLiteral("deploymentPages"), {QStringLiteral("serving"), QStringLiteral("edge")});
    makeEdgeControls();
    follow();
}

void DeploymentView::setChoice(const DeploymentChoice& choice)
{
    if (choice != m_choice) {
        m_choice = choice;
        forgetMarks(0);
        refresh();
        pictureChanged();
        announce(chosenText());
    }
}

void DeploymentView::refresh()
{
    work();
    if (!m_shown && m_problem && (m_choice.tensor > 0 || m_choice.pipeline > 0)) {
        // Degrees of another model or cluster: back to what fits.
        m_choice.tensor = m_choice.pipeline = 0;
        work();
    }
    workEdge();
    // In the language of now.
    titlePages(tr("Pages of the deployment view"), {tr("Serving"), tr("Edge memory")});
    const std::optional<Error>& problem = page() == 1 ? m_edgeProblem : m_problem;
    table()->reset(problem                  ? refusalFigures(modelTitle(*document()->plan()), errorText(*problem))
                   : page() == 1 && m_edge  ? edgeFigures(*m_edge)
                   : page() == 0 && m_shown ? deploymentFigures(*m_shown)
                                            : FigureContent{});
    fillControls();
    plotsChanged();
}

/// Computes the answer if the question is new. A change of strategies does not change the question.
void DeploymentView::work()
{
    const auto plan = document()->plan();
    if (!plan) {
        m_asked.reset();
        m_shown.reset();
        m_problem.reset();
        return;
    }
    DeploymentQuestion question;
    question.model = plan->model;
    question.cluster = plan->cluster;
    question.budget = plan->budget();
    question.prompt = std::max<std::int64_t>(1, plan->training.sequenceLength > 0 ? plan->training.sequenceLength
                                                                                  : plan->model.sequenceLength);
    if (m_asked == std::pair(question, m_choice)) {
        return;
    }
    m_asked = {question, m_choice};
    m_shown.reset();
    m_problem.reset();
    Result<ShownDeployment> shown = shownDeployment(question, m_choice);
    if (shown) {
        m_shown = std::move(*shown);
    } else {
        m_problem = shown.error();
    }
}

void DeploymentView::chooseRow(int row)
{
    if (m_shown && row >= 0 && row < static_cast<int>(m_shown->answers.size())) {
        const WeightFormat& format = m_shown->answers[static_cast<std::size_t>(row)].format;
        // Bf16 as it is stands beside pruned formats to compare with: it is chosen by not pruning.
        DeploymentChoice choice = m_choice;
        choice.format.kind = format.kind;
        choice.format.pruning = format.pruning;
        setChoice(choice);
    }
}

void DeploymentView::fillDegrees(QComboBox* box, const QString& name, int chosen, int most)
{
    box->clear();
    box->addItem(tr("fewest devices"), 0);
    for (int degree = 1; degree <= most; degree *= 2) {
        box->addItem(QStringLiteral("%1 %2").arg(name).arg(degree), degree);
    }
    box->setCurrentIndex(std::max(0, box->findData(chosen)));
}

void DeploymentView::fillControls()
{
    m_filling = true;
    m_weights->clear();
    for (const WeightFormat& format : listedFormats()) {
        m_weights->addItem(weightTitle(format.kind, format.group));
        if (format.kind == m_choice.format.kind &&
            (format.kind != WeightKind::Int4 || format.group == m_choice.format.group)) {
            m_weights->setCurrentIndex(m_weights->count() - 1);
        }
    }
    m_pruning->clear();
    for (const Pruning& pruning : prunings) {
        m_pruning->addItem(pruningTitle(pruning));
        if (pruning == m_choice.format.pruning) {
            m_pruning->setCurrentIndex(m_pruning->count() - 1);
        }
    }
    const int devices = m_shown ? m_shown->question.cluster.devices : 1;
    fillDegrees(m_tensor, QStringLiteral("TP"), m_choice.tensor,
                m_shown ? std::min(devices, m_shown->server.model.heads) : 1);
    fillDegrees(m_pipeline, QStringLiteral("PP"), m_choice.pipeline,
                m_shown ? std::min(devices, m_shown->server.model.layers) : 1);
    m_batch->setValue(m_choice.batch);
    m_prompt->setValue(m_shown ? static_cast<int>(std::min<std::int64_t>(m_shown->question.prompt, mostTokens)) : 1);
    m_output->setValue(m_choice.output);
    std::vector<Control> all = rows();
    const std::vector<Control> ofEdge = edgeRows();
    all.insert(all.end(), ofEdge.begin(), ofEdge.end());
    m_filling = false;
    placeControls(m_bar.show(all));
}

std::vector<Control> DeploymentView::rows() const
{
    const bool isServed = page() == 0 && m_shown;
    const bool hasFormat = isServed || (page() == 1 && m_edge);
    return {{m_weights, tr("Weights"), hasFormat, tr("Format of the weights")},
            {m_pruning, tr("Pruning"), hasFormat},
            {m_tensor, tr("Tensor degree"), isServed},
            {m_pipeline, tr("Pipeline degree"), isServed},
            {m_batch, tr("Batch"), isServed, tr("Sequences at once")},
            {m_prompt, tr("Prompt"), isServed, tr("Tokens of a prompt")},
            {m_output, tr("Output"), isServed, tr("Generated tokens")}};
}

QVariantMap DeploymentView::options() const
{
    QVariantMap options = PlotView::options();
    options[QStringLiteral("weights")] = QString::fromStdString(nameOf(m_choice.format));
    options[QStringLiteral("batch")] = m_choice.batch;
    options[QStringLiteral("output")] = m_choice.output;
    return options;
}

void DeploymentView::setOptions(const QVariantMap& options)
{
    PlotView::setOptions(options);
    DeploymentChoice choice = m_choice;
    const std::string weights = options.value(QStringLiteral("weights")).toString().toStdString();
    if (const auto format = parseWeightFormat(weights, "weights")) {
        choice.format = *format;
    }
    const auto take = [&options](const QString& key, int& value, int most) {
        const int kept = options.value(key, value).toInt();
        value = kept >= 1 && kept <= most ? kept : value;
    };
    take(QStringLiteral("batch"), choice.batch, mostBatch);
    take(QStringLiteral("output"), choice.output, mostTokens);
    setChoice(choice);
}

DeploymentLayout DeploymentView::layoutIn(const QRectF& rect) const
{
    const Theme theme(palette(), font());
    return layoutDeployment(theme, *m_shown,
                            belowHeading(theme, inside(theme, rect), deploymentHeading(theme, *m_shown)));
}

DeploymentLayout DeploymentView::currentLayout() const
{
    return m_shown && page() == 0 ? layoutIn(pictureArea()) : DeploymentLayout{};
}

std::vector<QRectF> DeploymentView::panelsIn(const QRectF& rect) const
{
    if (!m_shown || page() == 1) {
        return {QRectF(), QRectF()};
    }
    const DeploymentLayout layout = layoutIn(rect);
    return {layout.roof, layout.curve};
}

void DeploymentView::paintPicture(QPainter& painter, const QRectF& rect)
{
    const Theme theme(palette(), font());
    painter.fillRect(rect, theme.surface);
    if (page() == 1) {
        paintEdgePage(painter, rect);
        return;
    }
    const QRectF inner = inside(theme, rect);
    if (!m_shown) {
        paintHeading(painter, theme, inner, {viewTitle(), {}, {}});
        paintNote(painter, theme, inner, m_problem ? errorText(*m_problem) : QString());
        return;
    }
    paintHeading(painter, theme, inner, deploymentHeading(theme, *m_shown));
    placePlots(rect);
    plot(0).paint(painter);
    plot(1).paint(painter);
    paintDeployment(painter, theme, *m_shown, layoutIn(rect));
}

QString DeploymentView::chosenText() const
{
    if (!m_shown) {
        return {};
    }
    const Deployment& row = rowOf(m_shown->answer());
    return tr("%1 on %2: first token %3, token %4")
        .arg(formatTitle(row.format), degreeTitle(row.tensor, row.pipeline), secondsText(row.firstToken),
             secondsText(row.perToken));
}

QString DeploymentView::tipAt(const QPointF& position)
{
    const int at = indexAt(currentLayout().rows, position);
    if (at < 0) {
        return PlotView::tipAt(position);
    }
    const Deployment& row = rowOf(m_shown->answers[static_cast<std::size_t>(at)]);
    Tip tip(QStringLiteral("%1, %2").arg(formatTitle(row.format), degreeTitle(row.tensor, row.pipeline)));
    tip.add(tr("Weights"), bytesText(row.memory.weights));
    tip.add(tr("Cache"), bytesText(row.memory.cache));
    tip.add(tr("Context and workspace"), bytesText(row.memory.workspace));
    tip.add(tr("Budget"), bytesText(row.memory.budget));
    tip.add(tr("Sequences that fit"), numberText(row.memory.mostSequences()));
    tip.add(tr("Replicas of the model on the cluster"), numberText(row.copies));
    const std::array parts{
        std::pair(tr("Reading"), &ServingTime::bandwidth), std::pair(tr("Compute (overlapped)"), &ServingTime::compute),
        std::pair(tr("Latency"), &ServingTime::latency), std::pair(tr("Exchange"), &ServingTime::exchange)};
    for (const auto& [name, part] : parts) {
        tip.add(tr("%1: token, prompt").arg(name),
                tr("%1, %2").arg(secondsText(row.decode.*part), secondsText(row.prompt.*part)));
    }
    return tip.html();
}

void DeploymentView::fillMenu(QMenu& menu, const std::optional<QPointF>& position)
{
    PlotView::fillMenu(menu, position);
    if (!m_shown || page() == 1) {
        return;
    }
    auto* group = new QActionGroup(&menu);
    for (std::size_t i = 0; i < m_shown->answers.size(); ++i) {
        QAction* action = menu.addAction(formatTitle(m_shown->answers[i].format));
        action->setCheckable(true);
        action->setChecked(i == m_shown->chosen);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, i] { chooseRow(static_cast<int>(i)); });
    }
    menu.addSeparator();
}

void DeploymentView::released(const QPointF& position, bool clicked)
{
    if (const int row = indexAt(currentLayout().rows, position); clicked && row >= 0) {
        chooseRow(row);
        return;
    }
    PlotView::released(position, clicked);
}

void DeploymentView::hovered()
{
    PlotView::hovered();
    setCursor(pointer() && indexAt(currentLayout().rows, *pointer()) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

std::vector<ViewKey> DeploymentView::keys()
{
    std::vector<ViewKey> keys =
        plotKeys(ViewKeys::tr("Point before or after"), ViewKeys::tr("First or last point"), {}, [] {});
    std::erase_if(keys, [](const ViewKey& key) { return key.text.isEmpty(); });  // a point opens nothing
    keys.push_back({{Qt::Key_PageUp, Qt::Key_PageDown}, ViewKeys::tr("Format before or after"), [this](auto& key) {
                        if (m_shown) {
                            chooseRow(static_cast<int>(m_shown->chosen) + (key.index == 0 ? -1 : 1));
                        }
                    }});
    return keys;
}

}  // namespace pgram
