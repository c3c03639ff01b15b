// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/report/report.h"

#include "core/plan/plan_json.h"
#include "widgets/document/core_text.h"
#include "widgets/document/plan_names.h"
#include "widgets/document/texts.h"
#include "widgets/shell/report/html_page.h"
#include "widgets/shell/report/report_tables.h"
#include "widgets/theme/appearance.h"
#include "widgets/views/all_views.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <array>
#include <memory>

namespace pgram {

namespace {

constexpr QSizeF usualPicture{960, 540};  // type of 10 points is still read on a page of A4
constexpr QSizeF tallPicture{960, 1240};  // a page, for all sections of a view
constexpr std::array magnifications{1, 4, 16};
constexpr int mostMilliseconds = 20000;  // Later a view is drawn as it is.

/// Of all plans together, of none in particular; the others are of each plan.
bool isOfAll(const View& view)
{
    return view.viewName() == QLatin1StringView("compare");
}
bool isOfNone(const View& view)
{
    return view.viewName() == QLatin1StringView("fidelity");
}

/// Returns true if the view is drawn at several magnifications.
bool isMagnified(const View& view)
{
    return view.viewName() == QLatin1StringView("timeline");
}

/// A study is not of plans.
bool isOfStudy(const View& view)
{
    return view.viewName() == QLatin1StringView("study");
}

/// The plans in a workbench of their own, so that nothing changes in the window, and what they say.
class Reporter {
public:
    Reporter(const std::vector<const PlanDocument*>& plans, const PresetStore& store, const ReportOptions& options);

    [[nodiscard]] QByteArray write();

private:
    void knowRuns();
    [[nodiscard]] bool draw(HtmlPage& page, View& view);
    [[nodiscard]] bool drawIf(HtmlPage& page, bool (*wanted)(const View&));
    [[nodiscard]] bool work(const std::function<bool()>& isBusy) const;
    void writeHead(HtmlPage& page) const;
    [[nodiscard]] bool writePlan(HtmlPage& page, std::size_t index);
    void writeBasis(HtmlPage& page) const;

    [[nodiscard]] bool isAlone() const { return m_plans.size() == 1; }
    [[nodiscard]] QString title() const;

    ReportOptions m_options;
    PresetStore m_store;
    Workbench m_bench;
    std::vector<std::unique_ptr<View>> m_views;
    std::vector<ReportedPlan> m_plans;
    int m_done = 0;
    int m_all = 0;
};

Reporter::Reporter(const std::vector<const PlanDocument*>& plans, const PresetStore& store,
                   const ReportOptions& options)
    : m_options(options), m_store(store)
{
    for (const PlanDocument* each : plans) {
        const int row = m_bench.session.add(*each->plan(), each->estimate(), each->search());
        m_bench.session.setCompared(row, plans.size() > 1);
        const PlanDocument& own = m_bench.session.at(row);
        const QString letter = plans.size() > 1 ? QString(QChar(u'A' + static_cast<char16_t>(row))) : QString();
        m_plans.push_back({letter, own.plan(), own.estimate(), own.search(), {}});
    }
    for (View* view : makeViews(&m_bench)) {
        m_views.emplace_back(view);
        view->showPageNamed(QStringLiteral("all"));
    }
    m_all = static_cast<int>(plans.size() * (m_views.size() - 3)) + (isAlone() ? 1 : 2);
}

QString Reporter::title() const
{
    return isAlone() ? m_plans.front().name()
                     : ReportText::tr("%n plan(s) compared", nullptr, static_cast<int>(m_plans.size()));
}

/// False = nobody waits any more.
bool Reporter::work(const std::function<bool()>& isBusy) const
{
    constexpr int stepMilliseconds = 20;
    QElapsedTimer timer;
    timer.start();
    do {
        if (m_options.progress && !m_options.progress(m_done, m_all)) {
            return false;
        }
        QCoreApplication::processEvents(QEventLoop::AllEvents, stepMilliseconds);
    } while (isBusy() && timer.elapsed() < mostMilliseconds);
    return true;
}

void Reporter::knowRuns()
{
    m_bench.fidelity.load(m_store);
    if (work([this] { return m_bench.fidelity.isRunning(); })) {
        for (ReportedPlan& each : m_plans) {
            each.bands = m_bench.fidelity.bandsOf(*each.plan, *each.estimate);
        }
    }
}

bool Reporter::draw(HtmlPage& page, View& view)
{
    view.startWork();
    if (!work([&view] { return view.isWorking(); })) {
        return false;
    }
    const QSizeF size = view.pageName() == QLatin1StringView("all") ? tallPicture : usualPicture;
    const Plan& plan = *m_bench.document.plan();
    HtmlPicture picture{view.viewTitle(),
                        QStringLiteral("%1. %2").arg(view.viewTitle(), runLine(plan, *m_bench.document.estimate())),
                        {}};
    for (const int times : magnifications) {
        if (times > 1 && !isMagnified(view)) {
            break;
        }
        HtmlDrawing& drawing = picture.drawings.emplace_back();
        drawing.size = {size.width() * times, size.height()};
        view.setPalette(lightPalette());
        drawing.light = view.svgPicture(drawing.size);
        view.setPalette(darkPalette());
        drawing.dark = view.svgPicture(drawing.size);
    }
    page.picture(picture);
    ++m_done;
    return true;
}

bool Reporter::drawIf(HtmlPage& page, bool (*wanted)(const View&))
{
    for (const auto& view : m_views) {
        if (wanted(*view) && !draw(page, *view)) {
            return false;
        }
    }
    return true;
}

void Reporter::writeHead(HtmlPage& page) const
{
    page.text("h1", title());
    page.text("p",
              ReportText::tr("Planned and estimated by Parallelogram %1.").arg(QStringLiteral(PARALLELOGRAM_VERSION)),
              "muted");
    if (isAlone()) {
        page.text("p", runLine(*m_plans.front().plan, *m_plans.front().estimate));
    }
    page.table(questionTable(m_plans));
    page.text("h2", ReportText::tr("Figures"));
    page.table(figureTable(m_plans));
}

bool Reporter::writePlan(HtmlPage& page, std::size_t index)
{
    const ReportedPlan& of = m_plans[index];
    const char* heading = isAlone() ? "h2" : "h3";
    m_bench.session.show(static_cast<int>(index));
    page.begin("section", isAlone() ? nullptr : "plan");
    if (!isAlone()) {
        page.text("h2", of.title());
        page.text("p", runLine(*of.plan, *of.estimate));
    }
    if (!of.estimate->issues.empty()) {
        page.text(heading, ReportText::tr("Problems and notes"));
        page.begin("ul");
        for (const Issue& issue : of.estimate->issues) {
            page.text(
                "li",
                QStringLiteral("%1: %2").arg(issuePlace(*of.plan, issue), issueText(*of.plan, *of.estimate, issue)),
                issue.severity == Severity::Error ? "bad" : nullptr);
        }
        page.end();
    }
    page.text(heading, ReportText::tr("Pictures"));
    if (!drawIf(page, [](const View& view) { return !isOfAll(view) && !isOfNone(view) && !isOfStudy(view); })) {
        return false;
    }
    page.text(heading, ReportText::tr("Stages"));
    page.text("p", ReportText::tr("Times are per micro-batch; gradient sync, optimizer and bubble are per step."),
              "muted");
    page.table(stageTable(of));
    page.text(heading, ReportText::tr("Memory per device"));
    page.text("p", ReportText::tr("At the peak of each stage; budget %1.").arg(budgetText(*of.plan)), "muted");
    page.table(memoryTable(of));
    page.text(heading, ReportText::tr("Layers"));
    page.text("p", ReportText::tr("Neighbouring layers with the same figures share a row; figures are per layer."),
              "muted");
    page.table(layerTable(of));
    page.text(heading, ReportText::tr("The plan itself"));
    page.begin("p");
    page.attachment(ReportText::tr("Save %1").arg(of.name()), fileStem(of.name()) + planSuffix(),
                    QByteArray::fromStdString(planToJson(*of.plan)));
    page.end();
    page.end();
    return true;
}

void Reporter::writeBasis(HtmlPage& page) const
{
    page.text("h2", ReportText::tr("What the figures rest on"));
    std::vector<const Cluster*> told;
    for (const ReportedPlan& of : m_plans) {
        const Cluster& cluster = of.plan->cluster;
        if (std::ranges::any_of(told, [&](const Cluster* each) { return *each == cluster; })) {
            continue;
        }
        told.push_back(&cluster);
        if (!isAlone()) {
            page.text("h3", qs(cluster.title.empty() ? cluster.name : cluster.title));
        }
        page.text("p", basisLine(*of.plan));
        for (const std::string* source : {&cluster.source, &of.plan->model.source}) {
            if (!source->empty()) {
                page.text("p", qs(*source), "muted");
            }
        }
        page.table(constantTable(cluster));
    }
}

QByteArray Reporter::write()
{
    knowRuns();
    HtmlPage page(title(), m_options.language);
    writeHead(page);
    m_bench.session.show(0);
    if (!isAlone() && !drawIf(page, isOfAll)) {
        return {};
    }
    for (std::size_t index = 0; index < m_plans.size(); ++index) {
        if (!writePlan(page, index)) {
            return {};
        }
    }
    page.begin("section", isAlone() ? nullptr : "plan");
    writeBasis(page);
    const bool drawn = drawIf(page, isOfNone);
    page.end();
    return drawn ? page.take() : QByteArray();
}

}  // namespace

QByteArray reportOf(const std::vector<const PlanDocument*>& plans, const PresetStore& store,
                    const ReportOptions& options)
{
    return Reporter(plans, store, options).write();
}

std::vector<const PlanDocument*> reportedPlans(const Session& session)
{
    std::vector<const PlanDocument*> plans;
    for (const int row : session.comparedRows()) {
        plans.push_back(&session.at(row));
    }
    if (plans.size() < 2 && session.currentRow() >= 0) {
        plans = {&session.at(session.currentRow())};
    }
    return plans;
}

}  // namespace pgram
