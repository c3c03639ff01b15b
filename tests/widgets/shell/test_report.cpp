// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reports, read as XML: what is in them, that nothing comes from elsewhere or runs, and that the plans come out again.

#include "core/plan/plan_json.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/shell/report/html_page.h"
#include "widgets/shell/report/report.h"
#include "widgets/shell/report/report_tables.h"
#include "widgets/views/all_views.h"

#include <QFile>
#include <QXmlStreamReader>

#include <map>
#include <set>

using namespace pgram;

namespace {

/// What a reader finds in a report.
struct Read {
    QString problem;                        ///< empty = well-formed
    std::multimap<QString, QString> texts;  ///< by element; of those without elements in them
    std::multimap<QString, QString> attributes;
    std::set<QString> elements;

    [[nodiscard]] QStringList of(const std::multimap<QString, QString>& all, const char* name) const
    {
        QStringList found;
        const auto [begin, end] = all.equal_range(QString::fromLatin1(name));
        for (auto each = begin; each != end; ++each) {
            found.append(each->second);
        }
        return found;
    }
    [[nodiscard]] QStringList texted(const char* element) const { return of(texts, element); }
    [[nodiscard]] QStringList attributed(const char* name) const { return of(attributes, name); }
};

Read readOf(const QByteArray& page)
{
    Read read;
    QXmlStreamReader reader(page);
    QString text;
    while (!reader.atEnd()) {
        switch (reader.readNext()) {
        case QXmlStreamReader::StartElement:
            read.elements.insert(reader.name().toString());
            text.clear();
            for (const QXmlStreamAttribute& each : reader.attributes()) {
                read.attributes.emplace(each.name().toString(), each.value().toString());
            }
            break;
        case QXmlStreamReader::Characters:
            text += reader.text();
            break;
        case QXmlStreamReader::EndElement:
            read.texts.emplace(reader.name().toString(), text);
            text.clear();
            break;
        default:
            break;
        }
    }
    read.problem = reader.hasError() ? reader.errorString() : QString();
    return read;
}

QByteArray contentOf(const QString& dataUri)
{
    return QByteArray::fromBase64(dataUri.section(QStringLiteral(";base64,"), 1).toLatin1());
}

Plan namedPlan(int stages, const std::string& name)
{
    Plan plan = samplePlan(stages, 16, 8);
    plan.name = name;
    return plan;
}

/// Of plans that are compared where they are several.
QByteArray reportOfPlans(const std::vector<Plan>& plans, const QString& language = QStringLiteral("en"))
{
    Workbench bench;
    for (const Plan& plan : plans) {
        bench.session.setCompared(bench.session.add(plan), plans.size() > 1);
    }
    return reportOf(reportedPlans(bench.session), PresetStore(presetsFolder()), {language, {}});
}

Plan onePlan()
{
    return namedPlan(4, "Llama 3.1 8B on 8 × H100");
}

const QByteArray& reportOfOne()
{
    static const QByteArray page = reportOfPlans({onePlan()});
    return page;
}

constexpr const char* hostile = R"(</title></style></th><script>alert("1")</script><img src=x onerror='f()'>&amp;)";

/// A plan with a hostile name in every place, compared with another.
const QByteArray& reportOfTwo()
{
    static const QByteArray page = [] {
        Plan plan = namedPlan(4, hostile);
        plan.model.title = plan.model.source = plan.cluster.title = plan.cluster.device.name = hostile;
        plan.cluster.links.front().name = plan.provenance.method = plan.provenance.certificate = hostile;
        plan.cluster.device.gemmEfficiency.provenance = {hostile, hostile};
        return reportOfPlans({plan, namedPlan(1, "one")});
    }();
    return page;
}

}  // namespace

class TestReport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyViewIsInIt();
    void theTimelineIsMagnified();
    void plansAreCompared();
    void thePlanComesOutAgain();
    void namesAreTextAndNothingElse();
    void namesOfControlCharactersAreReplaced();
    void nothingComesFromElsewhere();
    void itIsInTheLanguage();
    void equalLayersAreOneRow();
    void certificatesAreSaid();
    void itCanBeGivenUp();
    void theMenuWritesIt();
};

void TestReport::everyViewIsInIt()
{
    const Read read = readOf(reportOfOne());
    QCOMPARE(read.problem, QString());
    QStringList titles;
    Workbench bench;
    for (View* made : planViews(&bench)) {
        const std::unique_ptr<View> view(made);
        if (view->viewName() != QLatin1StringView("compare")) {
            titles.append(view->viewTitle());
        }
    }
    QStringList drawn = read.texted("figcaption");
    titles.sort();
    drawn.sort();
    QCOMPARE(drawn, titles);
    const QStringList pictures = read.attributed("src");
    QCOMPARE(pictures.size(), titles.size() + 2);  // The timeline has three.
    QCOMPARE(read.attributed("srcset").size(), pictures.size());
    QCOMPARE(read.attributed("alt").size(), pictures.size());
    for (const QString& picture : pictures + read.attributed("srcset")) {
        const QByteArray svg = contentOf(picture);
        const Read drawing = readOf(svg);
        QCOMPARE(drawing.problem, QString());
        QVERIFY(drawing.elements.contains(QStringLiteral("svg")) && drawing.elements.contains(QStringLiteral("text")));
        QVERIFY(svg.contains("sans-serif") && !svg.contains("Sans Serif"));
    }
    QVERIFY(pictures.front() != read.attributed("srcset").front());  // light and dark
    QCOMPARE(read.texted("h1"), QStringList{QString::fromStdString(onePlan().name)});
}

/// Wider drawings of the same height that show more of the same step, and a button for each.
void TestReport::theTimelineIsMagnified()
{
    const QByteArray& page = reportOfOne();
    const Read read = readOf(page);
    QCOMPARE(read.texted("label"), (QStringList{QStringLiteral("× 1"), QStringLiteral("× 4"), QStringLiteral("× 16")}));
    QCOMPARE(read.attributed("checked").size(), 1);
    QStringList buttons = read.attributed("id");
    QStringList named = read.attributed("for");
    QCOMPARE(buttons, named);
    QCOMPARE(QSet<QString>(buttons.cbegin(), buttons.cend()).size(), 3);
    const QByteArray figure = page.mid(page.indexOf("<figure class=\"magnified\">"));
    const Read timeline = readOf(figure.left(figure.indexOf("</figure>") + 9));
    QCOMPARE(timeline.problem, QString());
    QCOMPARE(timeline.texted("figcaption"), QStringList{QStringLiteral("Timeline")});
    QCOMPARE(timeline.attributed("width"),
             (QStringList{QStringLiteral("960"), QStringLiteral("3840"), QStringLiteral("15360")}));
    const QStringList heights = timeline.attributed("height");
    QCOMPARE(heights, QStringList(3, heights.constFirst()));
    qsizetype texts = 0;
    for (const QString& picture : timeline.attributed("src")) {
        const qsizetype own = readOf(contentOf(picture)).texted("text").size();
        QVERIFY2(own > texts, qPrintable(QString::number(own)));
        texts = own;
    }
}

void TestReport::plansAreCompared()
{
    const Read read = readOf(reportOfTwo());
    QCOMPARE(read.problem, QString());
    for (const QString& title : {QStringLiteral("A. ") + QString::fromLatin1(hostile), QStringLiteral("B. one")}) {
        QVERIFY(read.texted("h2").contains(title));
        QVERIFY(read.texted("th").contains(title));
    }
    QCOMPARE(read.texted("figcaption").count(QStringLiteral("Compare")), 1);
    QCOMPARE(read.texted("figcaption").count(QStringLiteral("Memory")), 2);
    QCOMPARE(read.attributed("download").size(), 2);
}

void TestReport::thePlanComesOutAgain()
{
    const Read read = readOf(reportOfOne());
    QCOMPARE(read.attributed("download"), QStringList{QStringLiteral("llama-3.1-8b-on-8-h100.pgplan.json")});
    const QStringList links = read.attributed("href");
    QCOMPARE(links.size(), 1);
    QVERIFY(links.front().startsWith(QStringLiteral("data:application/json;base64,")));
    const Result<Plan> again = planFromJson(contentOf(links.front()).toStdString(), "report");
    QVERIFY(again.has_value());
    QVERIFY(*again == onePlan());
}

void TestReport::namesAreTextAndNothingElse()
{
    const QByteArray& page = reportOfTwo();
    const Read read = readOf(page);
    QCOMPARE(read.problem, QString());
    const QString name = QString::fromLatin1(hostile);
    QVERIFY(read.texted("td").contains(name));
    // As HTML reads it: neither is a tag anywhere.
    QVERIFY(!page.contains("<script") && !page.contains("<img src=x"));
    QVERIFY(read.attributed("onerror").isEmpty());
    for (const QString& picture : read.attributed("src") + read.attributed("srcset")) {
        const Read drawing = readOf(contentOf(picture));
        QCOMPARE(drawing.problem, QString());
        QVERIFY(!drawing.elements.contains(QStringLiteral("script")));
        QCOMPARE(drawing.texted("title").size(), 1);
    }
}

/// XML has no control characters at all.
void TestReport::namesOfControlCharactersAreReplaced()
{
    const Read read = readOf(reportOfPlans({namedPlan(4, "a\x01\x1b\xEF\xBF\xBE<b>&\"c")}));
    QCOMPARE(read.problem, QString());
    QCOMPARE(read.texted("h1"), QStringList{QStringLiteral("a\uFFFD\uFFFD\uFFFD<b>&\"c")});
    for (const QString& picture : read.attributed("src")) {
        QCOMPARE(readOf(contentOf(picture)).problem, QString());
    }
}

void TestReport::nothingComesFromElsewhere()
{
    const QByteArray& page = reportOfOne();
    const Read read = readOf(page);
    for (const char* name : {"src", "srcset", "href"}) {
        for (const QString& address : read.attributed(name)) {
            QVERIFY2(address.startsWith(QStringLiteral("data:")), qPrintable(address.left(80)));
        }
    }
    QVERIFY(!read.elements.contains(QStringLiteral("script")) && !read.elements.contains(QStringLiteral("link")));
    const QString style = read.texted("style").constFirst();
    QVERIFY(style.contains(QStringLiteral("prefers-color-scheme: dark")) && style.contains(QStringLiteral("@page")));
    QVERIFY(!style.contains(QStringLiteral("url(")) && !style.contains(QStringLiteral("@import")));
    // HTML takes a style as it stands, XML does not: nothing in it may be written otherwise.
    QVERIFY(page.contains(style.toUtf8()));
    // An empty element that HTML does not know as empty would swallow what follows.
    for (const char* element : {"td", "th", "p", "div", "section", "figcaption", "style", "title", "a"}) {
        QVERIFY2(!page.contains(QByteArray("<") + element + "/>"), element);
    }
}

void TestReport::itIsInTheLanguage()
{
    Language language;
    QVERIFY(language.use(QStringLiteral("zh_CN")));
    const Read read = readOf(reportOfPlans({namedPlan(2, "a plan"), namedPlan(4, "b")}, language.current()));
    QCOMPARE(read.problem, QString());
    QCOMPARE(read.attributed("lang"), QStringList{QStringLiteral("zh-CN")});
    for (const char* element : {"h2", "h3", "figcaption"}) {
        for (const QString& text : read.texted(element)) {
            const bool isName = text.startsWith(QStringLiteral("A. ")) || text.startsWith(QStringLiteral("B. ")) ||
                                text == QString::fromStdString(samplePlan(2, 16, 8).cluster.title);
            QVERIFY2(isName || std::ranges::any_of(text, [](QChar each) { return each.script() == QChar::Script_Han; }),
                     qPrintable(text));
        }
    }
    QVERIFY(contentOf(read.attributed("src").constFirst()).contains("CJK") ||
            contentOf(read.attributed("src").constFirst()).contains("sans-serif"));
}

void TestReport::equalLayersAreOneRow()
{
    const auto plan = std::make_shared<const Plan>(samplePlan(4, 16, 8));
    const HtmlTable table = layerTable({{}, plan, std::make_shared<const Estimate>(estimate(*plan)), nullptr, {}});
    int layers = 0;
    for (const HtmlTable::Row& row : table.rows) {
        QCOMPARE(row.cells.size(), table.head.size());
        layers += row.cells[3].toInt();
    }
    QCOMPARE(layers, 16);
    QVERIFY(table.rows.size() >= 4 && table.rows.size() < 16);
}

void TestReport::certificatesAreSaid()
{
    const auto said = [](const char* certificate) {
        Plan plan = samplePlan(2, 16, 8);
        plan.provenance.certificate = certificate;
        return certificateOf({{}, std::make_shared<const Plan>(plan), nullptr, nullptr, {}});
    };
    QVERIFY(said("optimal in simulated time").startsWith(QStringLiteral("Optimal")));
    QVERIFY(said("gap 0.012 in simulated time").contains(QStringLiteral("1.2 %")));
    QVERIFY(said("stopped, gap 0.25 by the paper's sum").contains(QStringLiteral("25")));
    QVERIFY(said("edited").contains(QStringLiteral("edited")));
    QVERIFY(!said("").isEmpty());
    QCOMPARE(said("of another kind"), QStringLiteral("of another kind"));
}

void TestReport::itCanBeGivenUp()
{
    Workbench bench;
    bench.session.add(samplePlan(2, 8, 4));
    int asked = 0;
    const QByteArray page = reportOf(reportedPlans(bench.session), PresetStore(presetsFolder()),
                                     {QStringLiteral("en"), [&asked](int done, int) {
                                          ++asked;
                                          return done < 2;
                                      }});
    QVERIFY(page.isEmpty() && asked > 2);
}

void TestReport::theMenuWritesIt()
{
    WindowFixture fixture;
    QVERIFY(!fixture.window->actions()["exportReport"]->isEnabled());
    fixture.window->session()->add(namedPlan(2, hostile));
    const QString file = fixture.path(QStringLiteral("report"));
    {
        const FileDialogAnswer name(file);
        fixture.window->actions()["exportReport"]->trigger();
        QVERIFY(name.answered());
    }
    QFile written(file + QStringLiteral(".html"));
    QVERIFY2(written.open(QIODevice::ReadOnly), qPrintable(fixture.window->messages()->texts().join(u'\n')));
    const QByteArray page = written.readAll();
    const Read read = readOf(page);
    QCOMPARE(read.problem, QString());
    QCOMPARE(read.texted("h1"), QStringList{QString::fromLatin1(hostile)});
    QCOMPARE(read.texted("title"), QStringList{QString::fromLatin1(hostile)});
    QVERIFY(!page.contains("<script"));
    QVERIFY(fixture.window->messages()->texts().join(u'\n').contains(QStringLiteral("report.html")));
}

PGRAM_TEST(TestReport)
#include "test_report.moc"
