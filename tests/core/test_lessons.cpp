// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Lessons: formulas, texts, what runs, and what is said of each way in which one can be broken.
#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/lessons/formula.h"
#include "core/lessons/lesson_check.h"
#include "core/lessons/plan_figures.h"
#include "core/search/search.h"
#include "core/search/task/scenario.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <QTemporaryDir>

#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <sys/stat.h>

using namespace pgram;

namespace {

Result<double> valueOf(std::string_view formula)
{
    return evaluate(formula, [](std::string_view name) -> std::optional<double> {
        return name == "two" ? std::optional(2.0) : name == "a.zero" ? std::optional(0.0) : std::nullopt;
    });
}

/// A lesson of three steps that runs, in a folder of its own.
struct Folder {
    QTemporaryDir dir;
    Json json = *parseJson(R"({
        "format": "parallelogram-lesson", "version": 1, "name": "mine", "title": "Mine",
        "steps": [
            {"id": "one", "plan": {"scenario": "default"}, "view": "memory", "point": {"stage": 0},
             "questions": [{"id": "fit", "kind": "choice",
                            "choices": [{"id": "yes", "right": "fits"}, {"id": "no", "right": "not fits"}]}]},
            {"id": "two", "view": "timeline",
             "task": {"condition": "microbatches > start.microbatches", "solution": [{"microbatches": 64}]}},
            {"id": "three", "questions": [{"id": "how", "kind": "number", "answer": "stages"}]}
        ]})",
                           "test");
    std::string english = "# Mine\n\nAll of it.\n\n## one: One\ntext {{peak_memory | bytes}}\n"
                          "### q fit\nDoes it?\n- yes: Yes\n- no: No\n### q fit explain\nIt does.\n"
                          "## two: Two\ntext\n### task\nMore.\n### hint\nMuch more.\n"
                          "## three: Three\ntext\n### q how\nHow many?\n### q how explain\n{{stages}}.\n";
    std::string chinese = english;

    [[nodiscard]] std::filesystem::path file(const char* name) const
    {
        return std::filesystem::path(dir.path().toStdString()) / name;
    }
    [[nodiscard]] Result<Lesson> load() const
    {
        static_cast<void>(writeTextFile(file("mine.json"), dumped(json)));
        static_cast<void>(writeTextFile(file("mine.en.md"), english));
        if (!chinese.empty()) {
            static_cast<void>(writeTextFile(file("mine.zh_CN.md"), chinese));
        }
        return loadLesson(shippedPresets(), file("mine.json").string());
    }
    /// What is said of it, the error of the file itself or all that is wrong.
    [[nodiscard]] std::string problems() const
    {
        const Result<Lesson> lesson = load();
        if (!lesson) {
            return lesson.error().text();
        }
        std::string all;
        for (const Error& problem : findings().problems) {
            all += problem.text() + "\n";
        }
        return all;
    }
    [[nodiscard]] LessonFindings findings() const { return checkLesson(*load(), shippedPresets()); }
};

}  // namespace

class TestLessons : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void formulas()
    {
        QCOMPARE(*valueOf("1 + 2 * 3 - 4 / 2"), 5.0);
        QCOMPARE(*valueOf("-(two - 5) * 1e1"), 30.0);
        QCOMPARE(*valueOf("8 * GiB"), 8589934592.0);
        QCOMPARE(*valueOf("min(two, 1) + max(two, 3)"), 4.0);
        QCOMPARE(*valueOf("two < 3 and not (two == 3)"), 1.0);
        QCOMPARE(*valueOf("two > 3 or two != 2"), 0.0);
        QCOMPARE(*valueOf("a.zero >= 0"), 1.0);
        QCOMPARE(*valueOf("0.1 + 0.2 == 0.3"), 1.0);
        for (const char* broken : {"", "1 +", "(1", "two two", "1 2", "nobody", "min(1)", "1 / 0", "2x", "< 1", "$"}) {
            QVERIFY2(!valueOf(broken), broken);
        }
        QVERIFY(!valueOf(std::string(5000, '(')));
        QVERIFY(!valueOf(std::string(500, '-') + "1"));
    }

    void everyFigureIsANumber()
    {
        const SearchResult found = *search(loaded(loadScenario(shippedPresets(), defaultScenario)).request);
        std::set<std::string_view> names;
        for (const PlanFigure& figure : planFigures()) {
            QVERIFY2(std::isfinite(figure.of(*found.plan, *found.estimate)), figure.name);
            QVERIFY(!figure.meaning.empty());
            QVERIFY(names.insert(figure.name).second);
        }
        QCOMPARE(findPlanFigure("peak_memory")->of(*found.plan, *found.estimate),
                 static_cast<double>(found.estimate->peakMemory));
        QVERIFY(findPlanFigure("none") == nullptr);
    }

    /// As `pgram deploy --scenario served-llama2-13b` and the view's help say it.
    void figuresOfServing()
    {
        LessonPlan wanted;
        wanted.scenario = "served-llama2-13b";
        const Plan plan = *lessonPlan(wanted, {}, shippedPresets());
        const Estimate figures = estimate(plan);
        const auto of = [&](const char* name) { return findPlanFigure(name)->of(plan, figures); };
        QCOMPARE(of("served_devices"), 2.0);
        QCOMPARE(of("served_devices_int4"), 1.0);
        QCOMPARE(std::round(1e4 * of("token_time")), 193.0);
        QCOMPARE(std::round(1e4 * of("token_time_int4")), 159.0);
        QCOMPARE(std::round(1e3 * of("first_token_int4")), 493.0);
        QVERIFY(of("served_weights_int4") < 2 * of("served_weights"));
    }

    /// 12.9 B of Mixtral's 46.7 B (arXiv 2401.04088).
    void parametersOfAToken()
    {
        LessonPlan wanted;
        wanted.scenario = "default";
        Json change = {{"model", "mixtral-8x7b"}, {"cluster", "dgx-h100-64"}, {"memory_budget_bytes", 0}};
        change["training"] = {{"global_batch", 64}, {"precision", "bf16"}};
        change["space"] = "sdp,ckpt";
        wanted.change = std::make_shared<const Json>(std::move(change));
        const Plan plan = *lessonPlan(wanted, {}, shippedPresets());
        const Estimate figures = estimate(plan);
        const auto of = [&](const char* name) { return findPlanFigure(name)->of(plan, figures); };
        QCOMPARE(std::round(of("active_parameters") / 1e8), 129.0);
        QCOMPARE(of("experts"), 8.0);
        QCOMPARE(of("experts_of_token"), 2.0);
        QVERIFY(of("far_bandwidth") < of("near_bandwidth"));
    }

    /// States of 48 gated delta nets with 48 heads of 128 x 128 (docs/method/time.md, Linear attention and state-space
    /// layers): 180,224 FLOP per token and head forward, 2.5 times that backward, at 8 % of 989 TFLOP/s.
    void figuresOfMixers()
    {
        LessonPlan wanted;
        wanted.scenario = "default";
        Json change = {{"model", "qwen3.5-27b"}, {"cluster", "dgx-h100-64"}, {"memory_budget_bytes", 0}};
        change["training"] = {{"global_batch", 64}, {"precision", "bf16"}, {"sequence_length", 4096}};
        change["space"] = "sdp,ckpt";
        change["pipelines"] = {1};
        wanted.change = std::make_shared<const Json>(change);
        Plan plan = *lessonPlan(wanted, {}, shippedPresets());
        const Estimate figures = estimate(plan);
        const auto of = [&](const char* name) { return findPlanFigure(name)->of(plan, figures); };
        QCOMPARE(of("state_layers"), 48.0);
        QCOMPARE(of("attention_layers"), 16.0);
        QCOMPARE(of("selected_tokens"), 0.0);
        const double byHand = 180'224.0 * 48 * 48 * 4096 * 3.5 / (of("scan_efficiency") * of("device_flops"));
        QVERIFY(of("state_time") > byHand && of("state_time") < 1.02 * byHand);

        // Packed: as attention to as many more samples of one document each.
        QCOMPARE(of("document_tokens"), 4096.0);
        const double whole = of("attention_time");
        plan.training.documents = DocumentLengths(1024);
        QCOMPARE(of("document_tokens"), 1024.0);
        QVERIFY(of("attention_time") < 0.5 * whole);
        plan.training.documents = DocumentLengths(8192);
        QCOMPARE(of("document_tokens"), 4096.0);
        QCOMPARE(of("attention_time"), whole);
    }

    void shippedLessonsRun_data()
    {
        QTest::addColumn<QString>("name");
        for (const PresetKind kind : {PresetKind::Lesson, PresetKind::Course}) {
            for (const PresetEntry& entry : shippedPresets().entries(kind)) {
                QTest::newRow(entry.name.c_str()) << QString::fromStdString(entry.name);
            }
        }
    }
    void shippedLessonsRun()
    {
        QFETCH(QString, name);
        const Lesson lesson = loaded(loadLesson(shippedPresets(), name.toStdString()));
        const LessonFindings findings = checkLesson(lesson, shippedPresets());
        for (const std::vector<Error>& wrong : {findings.problems, findings.notes}) {
            QVERIFY2(wrong.empty(), wrong.empty() ? "" : wrong.front().text().c_str());
        }
        int tasks = 0;
        std::size_t questions = 0;
        for (const LessonStep& step : lesson.steps) {
            tasks += step.task ? 1 : 0;
            questions += step.questions.size();
        }
        QVERIFY(tasks >= 2 && questions >= 3);
    }

    void oneThatRuns()
    {
        Folder folder;
        QCOMPARE(folder.problems(), std::string());
        const Lesson lesson = *folder.load();
        LessonState state = *LessonState::of(lesson, lesson.steps[0], shippedPresets(), {});
        QCOMPARE(state.answerOf(lesson.steps[0].questions[0])->choice, 0);
        QVERIFY(state.filled(lesson.texts.at("en").at("one"))->find("GiB") != std::string::npos);
        QCOMPARE(*state.filled("{{8}} devices, {{7.5}} bytes, {{0.1 + 0.2}}, {{12345678}}"),
                 std::string("8 devices, 7.50 bytes, 0.300, 12345678"));
        QVERIFY(state.filled("{{start.devices | table}}")->starts_with("| Device | Memory |"));
        QVERIFY(state.filled("{{devices | table}}", [](const Text&) { return std::string("Wort"); })
                    ->starts_with("| Wort | Wort |"));
        QCOMPARE(*state.filled("{{stages * 2}} of {{1 / 4}}"), std::string("8 of 0.250"));
        const PlanWithFigures first = state.plan();
        state = *LessonState::of(lesson, lesson.steps[1], shippedPresets(), first);
        QVERIFY(!state.holds(lesson.steps[1].task->condition));
        auto edited = std::make_shared<const Plan>(withEdits(*first.plan, lesson.steps[1].task->solution));
        state.setPlan(edited, std::make_shared<const Estimate>(estimate(*edited)));
        QVERIFY(state.holds(lesson.steps[1].task->condition));
        QCOMPARE(edited->provenance.certificate, std::string("edited"));
        QVERIFY(withEdits(*first.plan, {}) == *first.plan);
        QCOMPARE(*state.value("start.microbatches"), static_cast<double>(first.plan->schedule.microbatches));
    }

    /// Code, formulas and what a backslash takes the meaning of are text; links to the web are links.
    void textsThatOnlyLookLikeLinks()
    {
        for (const char* text : {"[a](https://example.org) <http://example.org>", "`<b>` ``![x](y)``",
                                 "```\n<script>\n```", "a < b and c <d", "\\<b> \\![x] 1 [2]", "{{stages <stages}}"}) {
            Folder folder;
            folder.english.insert(folder.english.find("It does"), std::string(text) + "\n");
            QCOMPARE(folder.problems(), std::string());
        }
        Folder folder;
        folder.english.insert(folder.english.find("It does"), std::string(400'000, '{') + std::string(400'000, '`'));
        QVERIFY(folder.problems().find("do not close") != std::string::npos);
    }

    void changedPresets()
    {
        Folder folder;
        Json& change = folder.json["steps"][0]["plan"]["change"];
        change["model"] = {{"preset", "bert-huge-32"}, {"change", {{"sequence_length", 256}}}};
        change["cluster"] = {{"preset", "rtx-titan-8"}, {"change", {{"context_bytes", 1}}}};
        const Lesson lesson = *folder.load();
        const LessonState state = *LessonState::of(lesson, lesson.steps[0], shippedPresets(), {});
        QCOMPARE(*state.value("sequence"), 256.0);
        QCOMPARE(state.plan().plan->cluster.contextBytes, Bytes{1});
        QCOMPARE(state.plan().plan->model.title, loaded(shippedPresets().model("bert-huge-32")).title);
    }

    /// A change of a cluster merges into the whole device that the cluster's file names, or names another device.
    void changedDevices()
    {
        Folder folder;
        Json& change = folder.json["steps"][0]["plan"]["change"];
        const auto deviceOf = [&](const Json& device) {
            change["cluster"] = {{"preset", "rtx-titan-8"}, {"change", {{"device", device}}}};
            const Lesson lesson = *folder.load();
            return LessonState::of(lesson, lesson.steps[0], shippedPresets(), {})->plan().plan->cluster.device;
        };
        Device expected = loaded(shippedPresets().device("rtx-titan"));
        expected.memory = Bytes{20} << 30;
        QVERIFY(deviceOf({{"memory_bytes", std::int64_t{20} << 30}}) == expected);
        QVERIFY(deviceOf("rtx-3090") == loaded(shippedPresets().device("rtx-3090")));
    }

    /// One language is enough, and a task needs no hint: notes, not problems.
    void whatALessonCanDoWithout()
    {
        Folder folder;
        folder.chinese.clear();
        folder.english.erase(folder.english.find("### hint\nMuch more.\n"),
                             std::string("### hint\nMuch more.\n").size());
        const LessonFindings findings = folder.findings();
        QVERIFY2(findings.problems.empty(), findings.problems.empty() ? "" : findings.problems.front().text().c_str());
        QCOMPARE(findings.notes.size(), std::size_t(2));
        QVERIFY(findings.notes[0].text().find("mine.zh_CN.md: is missing") != std::string::npos);
        QVERIFY(findings.notes[1].text().find("the text of 'two/hint' is missing") != std::string::npos);
    }

    /// A part that one language lacks is a note; without any language there is nothing to teach.
    void textsOfSomeLanguages()
    {
        Folder folder;
        folder.chinese = folder.chinese.substr(0, folder.chinese.find("## three"));
        QCOMPARE(folder.problems(), std::string());
        QVERIFY(!folder.findings().notes.empty());
        std::filesystem::remove(folder.file("mine.en.md"));
        std::filesystem::remove(folder.file("mine.zh_CN.md"));
        static_cast<void>(writeTextFile(folder.file("mine.json"), dumped(folder.json)));
        const Lesson mute = loaded(loadLesson(shippedPresets(), folder.file("mine.json").string()));
        QCOMPARE(mute.problems.size(), std::size_t(2));
    }

    void allErrorsOfAFileAreFound()
    {
        Folder folder;
        folder.json["steps"][0]["questions"][0]["choices"][0]["right"] = true;
        folder.json["steps"][1]["task"]["condition"] = 1;
        folder.json["steps"][2]["veiw"] = "memory";
        folder.json["titel"] = "Mine";
        QVERIFY(!folder.load());
        std::vector<Error> errors;
        QVERIFY(!loadLesson(shippedPresets(), folder.file("mine.json").string(), &errors));
        std::string all;
        for (const Error& error : errors) {
            all += error.text() + "\n";
        }
        for (const char* place :
             {"/steps/0/questions/0/choices/0/right", "/steps/1/task/condition", "/steps/2/veiw", "/titel"}) {
            QVERIFY2(all.find(place) != std::string::npos, all.c_str());
        }
        QCOMPARE(errors.size(), std::size_t(4));
    }

    /// 1 minute for each page, 2 for each task, 1 for each question.
    void minutesFollowFromTheSteps()
    {
        QCOMPARE(minutesOf(*Folder().load()), 3 + 2 + 2);
        QCOMPARE(minutesOf(loaded(loadLesson(shippedPresets(), "one-class"))), 90);
    }

    void aCourseTakesPagesOfLessons()
    {
        const Lesson course = loaded(loadLesson(shippedPresets(), "one-class"));
        QCOMPARE(course.steps.front().id, std::string("memory-wall-years"));
        QVERIFY(course.texts.at("zh_CN").contains("memory-wall-years/task"));
        QVERIFY(course.texts.at("en").at("").starts_with("Pages of seven lessons"));
    }

    void brokenCourses_data()
    {
        QTest::addColumn<QString>("pages");
        QTest::addColumn<QString>("said");
        QTest::newRow("no such lesson") << R"([{"lesson": "nowhere"}])"
                                        << "there is no lesson 'nowhere'";
        QTest::newRow("no such step") << R"([{"lesson": "memory-wall", "steps": ["garden"]}])"
                                      << "the lesson 'memory-wall' has no step 'garden'";
        QTest::newRow("needs another") << R"([{"lesson": "pipelines-and-bubbles", "steps": ["more"]}])"
                                       << "the step 'more' of the lesson 'pipelines-and-bubbles' needs the step before";
        QTest::newRow("itself") << R"([{"lesson": "mine"}])"
                                << "'mine' is a course";
        QTest::newRow("wrong type") << R"([{"lesson": 1}])"
                                    << "/pages/0/lesson: is a number, expected a string";
    }
    void brokenCourses()
    {
        QFETCH(QString, pages);
        QFETCH(QString, said);
        Folder folder;
        folder.json.erase("steps");
        folder.json["pages"] = *parseJson(pages.toStdString(), "test");
        const Result<Lesson> course = folder.load();
        QVERIFY(!course);
        QVERIFY2(course.error().text().find(said.toStdString()) != std::string::npos, course.error().text().c_str());
    }

    void broken_data()
    {
        using Break = std::function<void(Folder&)>;
        QTest::addColumn<Break>("breaks");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const Break& breaks, const char* said) {
            QTest::newRow(name) << breaks << QString::fromUtf8(said);
        };
        row(
            "missing scenario", [](Folder& f) { f.json["steps"][0]["plan"]["scenario"] = "nowhere"; }, "nowhere");
        row(
            "place not there", [](Folder& f) { f.json["steps"][0]["point"]["stage"] = 99; }, "there is no stage 99");
        row(
            "true at once", [](Folder& f) { f.json["steps"][1]["task"]["condition"] = "fits"; },
            "/steps/1/task/condition: holds before");
        row(
            "never true", [](Folder& f) { f.json["steps"][1]["task"]["condition"] = "bubbles > 2"; },
            "/steps/1/task/solution: does not fulfil");
        row(
            "no answer",
            [](Folder& f) { f.json["steps"][0]["questions"][0]["choices"][0]["right"] = "not fits or 1 < 0"; },
            "/steps/0/questions/0: has 0 right answers");
        row(
            "answer that changes",
            [](Folder& f) {
                f.json["steps"][1]["questions"] =
                    Json::array({{{"id", "many"}, {"kind", "number"}, {"answer", "microbatches"}}});
            },
            "/steps/1/questions/0: has another answer when the task is done");
        row(
            "unknown figure", [](Folder& f) { f.json["steps"][2]["questions"][0]["answer"] = "colour"; },
            "unknown figure: colour");
        row(
            "cyclic", [](Folder& f) { f.json["steps"][2]["next"] = "one"; }, "/steps/2/next: leads back to 'one'");
        row(
            "unreached", [](Folder& f) { f.json["steps"][0]["next"] = "three"; }, "/steps/1: no step leads to 'two'");
        row(
            "no such step", [](Folder& f) { f.json["steps"][0]["next"] = "four"; }, "there is no step 'four'");
        row(
            "missing text",
            [](Folder& f) {
                f.chinese.clear();
                f.english = f.english.substr(0, f.english.find("## three"));
            },
            "mine.en.md: the text of 'three' is missing");
        row(
            "fixed answer", [](Folder& f) { f.json["steps"][0]["questions"][0]["choices"][1]["right"] = "false"; },
            "/steps/0/questions/0/choices/1/right: is 'false', expected a formula over figures");
        row(
            "unknown drawing", [](Folder& f) { f.json["steps"][0]["drawing"] = "garden"; },
            "/steps/0/drawing: unknown drawing 'garden'");
        row(
            "unknown view", [](Folder& f) { f.json["steps"][0]["view"] = "garden"; },
            "/steps/0/view: there is no view");
        row(
            "unknown member", [](Folder& f) { f.json["steps"][0]["veiw"] = "memory"; },
            "/steps/0/veiw: is not a known member");
        row(
            "10 MB", [](Folder& f) { f.english.append(10'000'000, 'x'); }, "mine.en.md");
        row(
            "bad number", [](Folder& f) { f.json["steps"][0]["point"]["stage"] = -1; }, "/steps/0/point/stage");
        row(
            "outside",
            [](Folder& f) {
                f.json["steps"][0]["plan"] = {{"file", "../other.pgplan.json"}};
            },
            "outside the lesson's folder");
        row(
            "pipe",
            [](Folder& f) {
                QVERIFY(::mkfifo(f.file("pipe.json").c_str(), 0600) == 0);
                f.json["steps"][0]["plan"] = {{"file", "pipe.json"}};
            },
            "/steps/0/plan: no plan: is a pipe or a device, not a file");
        row(
            "newer", [](Folder& f) { f.json["version"] = 99; }, "version");
        row(
            "open braces", [](Folder& f) { f.english.insert(f.english.find("It does"), "{{stages "); }, "do not close");
        row(
            "unknown table", [](Folder& f) { f.english.insert(f.english.find("text"), "{{colours | table}} "); },
            "/steps/0 (en, one): has an unknown table: colours");
        row(
            "table of no plan",
            [](Folder& f) { f.english.insert(f.english.find("text"), "{{other.devices | table}} "); },
            "unknown plan: other.devices");
        row(
            "changed preset",
            [](Folder& f) {
                f.json["steps"][0]["plan"]["change"]["model"] = {{"preset", "nobody"}};
            },
            "nobody");
        row(
            "strategy",
            [](Folder& f) {
                f.json["steps"][1]["task"]["solution"] = Json::array({{{"strategy", "best"}}});
            },
            "/steps/1/task/solution/0/strategy");
        const auto textRow = [&row](const char* name, const std::string& text, const char* said) {
            row(
                name, [text](Folder& f) { f.english.insert(f.english.find("It does"), text + " "); }, said);
        };
        textRow("picture", "![x](file:///tmp/pipe)", "mine.json: (en, one/fit/explain): has a picture, which lessons");
        textRow("script", "<script>alert(1)</script>", "has HTML or a link in angle brackets");
        textRow("comment", "<!-- x -->", "has HTML or a link in angle brackets");
        textRow("program in angle brackets", "<file:///usr/bin/x>", "has HTML or a link in angle brackets");
        textRow("link to a program", "[x](file:///usr/bin/x)", "has a link that does not begin with https://");
        textRow("link to a script", "[x]( javascript:x)", "has a link that does not begin with https://");
        textRow("link by reference", "[x][y]\n\n[y]: javascript:x\n", "has a link that does not begin with https://");
        row(
            "heading", [](Folder& f) { f.english += "\n### joke\nha\n"; }, "mine.en.md:");
    }
    void broken()
    {
        QFETCH(std::function<void(Folder&)>, breaks);
        QFETCH(QString, said);
        Folder folder;
        breaks(folder);
        const QString problems = QString::fromStdString(folder.problems());
        QVERIFY2(problems.contains(said), qPrintable(problems));
        QVERIFY(problems.contains(QStringLiteral("mine.")));
    }
};

PGRAM_TEST(TestLessons)
#include "test_lessons.moc"
