// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/guide/help_pictures.h"

#include "core/base/json.h"
#include "core/search/search.h"
#include "core/search/task/scenario.h"
#include "studies/run.h"
#include "widgets/views/all_views.h"

#include <QPainter>
#include <QSvgRenderer>

#include <algorithm>

namespace pgram {

namespace {

/// Scenarios of which a view has more to show than of the usual one.
constexpr std::pair<const char*, const char*> ownScenarios[] = {
    {"deployment", "served-llama3-8b"}, {"keeping", "out-of-core-llama2-7b"}, {"hosts", "hosted-gpt3-6.7b"}};

const char* scenarioOf(const QString& view)
{
    const auto own =
        std::ranges::find_if(ownScenarios, [&](const auto& each) { return view == QLatin1StringView(each.first); });
    return own == std::end(ownScenarios) ? defaultScenario : own->second;
}

constexpr Method otherMethod = Method::Galvatron;  // beside the scenario's own, to be compared with
constexpr int watchMilliseconds = 250;

}  // namespace

HelpPictures::HelpPictures(Workbench* of, QObject* parent) : QObject(parent), m_of(of)
{
    m_watch.setInterval(watchMilliseconds);
    connect(&m_watch, &QTimer::timeout, this, &HelpPictures::follow);
}

HelpPictures::~HelpPictures() = default;

void HelpPictures::makeViews()
{
    m_bench = std::make_unique<Workbench>(m_of->scenario.store());
    m_bench->fidelity.follow(&m_of->fidelity);
    m_room = std::make_unique<QWidget>();
    m_views = pgram::makeViews(m_bench.get());
    for (View* view : m_views) {
        view->setParent(m_room.get());
    }
}

/// Its plan is searched the first time.
void HelpPictures::showScenario(const QString& scenario)
{
    if (const auto known = m_rows.constFind(scenario); known != m_rows.constEnd()) {
        m_bench->session.show(*known);
        return;
    }
    m_bench->scenario.setScenario(scenario);
    SearchRequest request = m_bench->scenario.request();
    for (const Method method : {otherMethod, request.method}) {
        request.method = method;
        if (auto found = search(request); found && found->plan) {
            const auto record = std::make_shared<const SearchRecord>(SearchRecord{request, *found});
            const int row = m_bench->session.add(*found->plan, found->estimate, record);
            m_bench->session.setCompared(row, scenario == QLatin1StringView(defaultScenario));
            m_rows[scenario] = row;
        }
    }
    m_bench->session.show(m_rows.value(scenario));
}

void HelpPictures::openStudy()
{
    if (m_study) {
        return;
    }
    m_study.emplace();
    Study study;
    study.name = "help";
    study.title = "BERT-Huge-32";
    study.scenario = {{"model", "bert-huge-32"},
                      {"cluster", "rtx-titan-8"},
                      {"schedule", "1f1b"},
                      {"training", {{"precision", "fp16"}, {"global_batch", 64}}}};
    study.grid = {{"method", {"dp+tp", "sdp", "galvatron", "bmw"}},
                  {"memory_budget_bytes", {8 * GiB, 10 * GiB, 12 * GiB, 14 * GiB, 16 * GiB, 20 * GiB}}};
    const QString file = m_study->filePath(QStringLiteral("help.sqlite"));
    Result<StudyResults> results = StudyResults::openToWrite(file.toStdString(), study);
    if (results && run(*results, m_bench->scenario.store(), {}, {})) {
        (void)m_bench->results.open(file);
    }
}

QImage HelpPictures::picture(const QString& name, const QSize& size, qreal ratio)
{
    if (m_bench == nullptr) {
        makeViews();
    }
    const auto found = std::ranges::find_if(m_views, [&](const View* view) { return view->viewName() == name; });
    if (found == m_views.end()) {
        return {};
    }
    View* view = *found;
    showScenario(QString::fromLatin1(scenarioOf(name)));
    if (m_bench->document.plan() == nullptr) {
        return {};
    }
    if (name == QLatin1StringView("study")) {
        openStudy();
    }
    view->resize(size);
    const QByteArray svg = view->svgPicture(size);
    view->startWork();
    if (view->isWorking() && std::ranges::find(m_working, view) == m_working.end()) {
        m_working.push_back(view);
        m_watch.start();
    }
    QImage image(size * ratio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    QSvgRenderer(svg).render(&painter, QRectF(QPointF(), size));
    return image;
}

void HelpPictures::follow()
{
    const auto before = m_working.size();
    std::erase_if(m_working, [](const View* view) { return !view->isWorking(); });
    if (m_working.empty()) {
        m_watch.stop();
    }
    if (m_working.size() < before) {
        Q_EMIT changed();
    }
}

}  // namespace pgram
