// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Studies: what a file asks for, that each row is the answer of a search of its own, and that stops, shards and merges
// change no row.
#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/cluster/cluster_json.h"
#include "core/plan/estimate.h"
#include "core/search/search.h"
#include "core/search/task/scenario.h"
#include "studies/batch_files.h"
#include "studies/run.h"
#include "studies/swept.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <QProcess>
#include <QTemporaryDir>

#include <fmt/format.h>
#include <set>

using namespace pgram;

namespace {

constexpr const char* smallStudy = R"({
  "format": "parallelogram-study", "version": 1, "name": "small",
  "scenario": {"cluster": "rtx-titan-8", "training": {"precision": "fp16"}},
  "list": [{"model": "bert-base"}, {"model": "gpt2-small", "training/sequence_length": 512}],
  "grid": {"memory_budget_bytes": [50000000, 8589934592, 17179869184], "training/global_batch": [8, 16]}
})";

void good(const Result<void>& result)
{
    if (!result) {
        qFatal("%s", result.error().text().c_str());
    }
}

Study studyOf(const std::string& text)
{
    return loaded(parseStudy(text, "study", {}));
}

std::string errorOf(const std::string& text)
{
    const Result<Study> study = parseStudy(text, "study", {});
    return study ? std::string() : study.error().text();
}

std::string fileWith(const std::string& members)
{
    return R"({"format": "parallelogram-study", "version": 1, "name": "a", )" + members + "}";
}

/// Returns the rows of a file, by number, without the columns that differ from run to run.
std::vector<std::string> rowsOf(const std::filesystem::path& file)
{
    StudyResults results = loaded(StudyResults::openToRead(file));
    std::set<std::string> ofRun;
    for (const StudyColumn& column : studyColumns()) {
        if (column.isOfRun) {
            ofRun.insert(column.name);
        }
    }
    std::vector<std::string> names;
    std::vector<std::string> rows;
    const auto head = [&](const std::vector<std::string>& all) -> Result<void> {
        names = all;
        return {};
    };
    const auto each = [&](const std::vector<Json>& values) -> Result<void> {
        std::string row;
        for (std::size_t i = 0; i < values.size(); ++i) {
            row += ofRun.contains(names[i]) ? "" : fmt::format("{}={};", names[i], dumped(values[i]));
        }
        rows.push_back(row);
        return {};
    };
    good(results.forEachAnswer(head, each));
    return rows;
}

}  // namespace

class TestStudies : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void combinations()
    {
        const Study study = studyOf(smallStudy);
        QCOMPARE(study.size(), 12);
        QCOMPARE(study.members(), (std::vector<std::string>{"model", "training/sequence_length", "memory_budget_bytes",
                                                            "training/global_batch"}));
        QCOMPARE(dumped(study.membersOf(0)),
                 std::string(R"({"model":"bert-base","memory_budget_bytes":50000000,"training/global_batch":8})"));
        QCOMPARE(dumped(study.membersOf(1)),
                 std::string(R"({"model":"bert-base","memory_budget_bytes":50000000,"training/global_batch":16})"));
        QCOMPARE(
            dumped(study.membersOf(11)),
            std::string(
                R"({"model":"gpt2-small","training/sequence_length":512,"memory_budget_bytes":17179869184,"training/global_batch":16})"));
        std::set<std::string> all;
        for (std::int64_t i = 0; i < study.size(); ++i) {
            all.insert(dumped(study.membersOf(i)));
        }
        QCOMPARE(all.size(), std::size_t{12});
        const Study again = studyOf(dumped(toJson(study)));
        QCOMPARE(dumped(toJson(again)), dumped(toJson(study)));
        QCOMPARE(studyOf(fileWith(R"("scenario": {})")).size(), 1);
    }

    void filesThatAreRefused()
    {
        const auto has = [](const std::string& text, const char* why) {
            return errorOf(fileWith(text)).find(why) != std::string::npos;
        };
        QVERIFY(has(R"("grid": {"model": []})", "is not a list of values"));
        QVERIFY(has(R"("grid": {"model": "bert-base"})", "is not a list of values"));
        QVERIFY(has(R"("grid": {"model": ["a"]}, "list": [{"model": "b"}])", "sets 'model'"));
        QVERIFY(has(R"("gird": {"model": ["a"]})", "gird"));
        // A member and a part of it, or one member by two names: the order would decide.
        QVERIFY(has(R"("grid": {"training/global_batch": [8], "/training/global_batch": [16]})",
                    "sets '/training/global_batch' twice"));
        QVERIFY(
            has(R"("grid": {"training/global_batch": [8], "training": [{}]})", "sets 'training/global_batch' twice"));
        QVERIFY(has(R"("grid": {"training": [{}]}, "list": [{"model": "b"}, {"training/precision": "bf16"}])",
                    "sets 'training/precision' twice"));
        QCOMPARE(
            errorOf(fileWith(R"("grid": {"model": ["a"], "model.runs/0/ffn": [8]}, "list": [{"a": 1}, {"a/b": 1}])")),
            std::string());
        QVERIFY(has(R"("grid": {"a\u0000b": [1]})", "a control character"));
        QVERIFY(has(R"("list": [{"a\nb": 1}])", "a control character"));
        std::string wide;
        for (int i = 0; i <= 1000; ++i) {
            wide += fmt::format(R"({}"a{}": [1])", wide.empty() ? "" : ",", i);
        }
        QVERIFY(has(R"("grid": {)" + wide + "}", "varies 1001 members, the limit is 1000"));
        std::string many;
        for (const char axis : {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'}) {
            many += fmt::format(R"({}"{}": [1,2,3,4,5,6,7,8,9,10])", many.empty() ? "" : ",", axis);
        }
        QVERIFY(has(R"("grid": {)" + many + "}", "more than 100000000 requests"));
        QVERIFY(errorOf(R"({"format": "parallelogram-plan", "version": 1})").find("format") != std::string::npos);
    }

    void requests()
    {
        const Study study = studyOf(fileWith(
            R"("scenario": {"model": "bert-base", "cluster": "dgx-h100", "method": "bmw", "training": {"precision": "bf16"}})"));
        const auto request = [&](const char* members) {
            return requestOf(study, loaded(parseJson(members, "members")), shippedPresets());
        };
        const SearchRequest asked = loaded(request(
            R"({"nodes": 4, "training/global_batch": 64, "model.runs/encoder/ffn": 4096, "cluster.links/1/bytes_per_s": 1e9, "space": "dp,tp"})"));
        QCOMPARE(asked.cluster.devices, 32);
        QCOMPARE(asked.cluster.links[1].bandwidth, 1e9);
        QCOMPARE(asked.training.globalBatch, 64);
        QCOMPARE(asked.model.runs[1].ffn, 4096);
        QVERIFY(asked.method == Method::Bmw);
        QCOMPARE(toString(asked.space), std::string("dp,tp"));
        // A batch that nobody gives is a usual one.
        QVERIFY(loaded(request("{}")).training.globalBatch != Training().globalBatch);
        const SearchRequest numbers = loaded(request(
            R"({"devices": 16, "batch": 32, "sequence-tokens": 128, "memory": 1073741824, "model.runs/encoder/ffn": 2048})"));
        QCOMPARE(numbers.cluster.devices, 16);
        QCOMPARE(numbers.training.globalBatch * numbers.training.sequenceLength, 32 * asked.model.sequenceLength);
        QCOMPARE(numbers.training.sequenceLength, 128);
        QCOMPARE(numbers.memoryBudget, GiB);
        for (const auto& [members, why] :
             {std::pair(R"({"nodes": 0})", "nodes: is not a whole number from 1 to 1000000"),
              {R"({"batch": 1.5})", "batch: is not a whole number"},
              {R"({"memory": "16GiB"})", "memory: is not a whole number"},
              {R"({"model": "bert-bas"})", "bert-base"},
              {R"({"training/global_bach": 8})", "global_bach"},
              {R"({"cluster.link/0": 8})", "link"},
              {R"({"method/x": 1})", "has no members"}}) {
            const Result<SearchRequest> refused = request(members);
            QVERIFY2(!refused && refused.error().text().find(why) != std::string::npos, members);
        }
    }

    /// A scenario contains its model and its cluster as well as it names them.
    void partsAreContained()
    {
        const SearchRequest named =
            loaded(requestOf(studyOf(fileWith(R"("scenario": {"model": "bert-base", "cluster": "rtx-titan-8"})")), {},
                             shippedPresets()));
        Study study = studyOf(fileWith(R"("scenario": {})"));
        study.scenario = toJson(named);
        const Json members{{"cluster", toJson(loaded(shippedPresets().cluster("rtx-titan-16")))}};
        SearchRequest contained = loaded(requestOf(study, Json::object(), PresetStore("/nowhere")));
        QVERIFY(contained == named);
        contained = loaded(requestOf(study, members, PresetStore("/nowhere")));
        QCOMPARE(contained.cluster.devices, 16);
        for (const auto& [part, why] :
             {std::pair(R"({"layres": 1})", "/model"), {"7", "/model"}, {R"("")", "/model"}}) {
            study.scenario["model"] = loaded(parseJson(part, "part"));
            const Result<SearchRequest> refused = requestOf(study, Json::object(), shippedPresets());
            QVERIFY2(!refused && refused.error().text().find(why) != std::string::npos,
                     refused ? "" : refused.error().text().c_str());
        }
    }

    /// The plans of curves over one number, of a map and of bars come back from the file, with their requests.
    void sweepsAreStudies()
    {
        SearchRequest request =
            loaded(requestOf(studyOf(fileWith(R"("scenario": {"model": "bert-base", "cluster": "rtx-titan-8"})")),
                             {{"training/global_batch", 16}, {"memory_budget_bytes", 2 * GiB}}, shippedPresets()));
        SearchRequest other = request;
        other.method = Method::DpTp;
        other.model = loaded(shippedPresets().model("gpt2-small"));
        other.training.precision = Precision::Fp32;
        const SweepAxis memory{"memory", 50e6, 8e9, 4, true};
        const SweepAxis link{"cluster.links/0/bytes_per_s", 1e9 / 3, 3e10, 3, true};
        const SweepAxis devices{"devices", 4, 6, 3, false};
        const SweptRequests curves{"curves",
                                   {{request, {memory.what}, loaded(sweep(request, memory)).points},
                                    {other, {memory.what}, loaded(sweep(other, memory)).points}}};
        const SweptRequests map{"map",
                                {{request, {link.what, devices.what}, loaded(sweepMap(request, link, devices))}}};
        // A request of its own without a number, as that in the middle of a sensitivity.
        const SearchRequest middle = loaded(withNumber(request, memory.what, memory.to));
        const std::vector<SweepPoint> sizes = loaded(sweep(middle, devices)).points;
        const SweptRequests ends{"bars",
                                 {{middle, {}, {curves.all.front().points.back()}}, {middle, {devices.what}, sizes}}};
        for (const SweptRequests& swept : {curves, map, ends}) {
            const std::filesystem::path file = place(swept.title);
            good(saveAsStudy(swept, file, "1"));
            StudyResults results = loaded(StudyResults::openToRead(file));
            std::int64_t id = 0;
            for (const SweptRequest& each : swept.all) {
                for (const SweepPoint& point : each.points) {
                    Result<SearchRequest> asked = each.request;
                    for (std::size_t i = 0; i < each.numbers.size(); ++i) {
                        asked = withNumber(*asked, each.numbers[i], i == 0 ? point.value : *point.second);
                    }
                    SearchRequest kept =
                        loaded(requestOf(results.study(), results.study().membersOf(id), PresetStore("/nowhere")));
                    // The order of the edits is in the names alone.
                    kept.cluster.name = asked->cluster.name;
                    kept.cluster.title = asked->cluster.title;
                    kept.cluster.source = asked->cluster.source;
                    QVERIFY2(kept == *asked, dumped(results.study().membersOf(id)).substr(0, 300).c_str());
                    if (point.plan) {
                        const Plan& plan = *point.plan;
                        const Plan read = loaded(results.planOf(id, PresetStore("/nowhere")));
                        QVERIFY(read.strategies == plan.strategies && read.training == plan.training &&
                                read.schedule == plan.schedule);
                        QCOMPARE(estimate(read).stepTime, point.figures->stepTime);
                    }
                    ++id;
                }
            }
            QCOMPARE(loaded(results.count()), id);
            QCOMPARE(results.study().size(), id);
        }
        const std::vector<std::string> rows = rowsOf(place("curves"));
        QVERIFY(rows.front().find("status=\"infeasible\"") != std::string::npos);
        QVERIFY(rows.back().find("model=\"gpt2-small\"") != std::string::npos);
        // A file in which another program writes is left alone, and so is the old file where the new one fails.
        const std::string before = loaded(readTextFile(place("map")));
        good(writeTextFile(place("map-wal"), ""));
        QVERIFY(!saveAsStudy(curves, place("map"), "1"));
        QCOMPARE(loaded(readTextFile(place("map"))), before);
        const Result<void> lost = saveAsStudy(curves, place("missing/folder/file"), "1");
        QVERIFY(!lost && lost.error().text().find("missing/folder") != std::string::npos);
    }

    /// Each row is the answer of a search; a request that cannot be made has a row with the reason.
    void rowsAreAnswers()
    {
        Study study = studyOf(smallStudy);
        study.list.push_back({{"model", "no-such-model"}});
        run("all.sqlite", study, {});
        const std::vector<std::string> rows = rowsOf(place("all.sqlite"));
        QCOMPARE(rows.size(), std::size_t{18});
        for (std::int64_t i = 0; i < study.size(); ++i) {
            const std::string& row = rows[static_cast<std::size_t>(i)];
            const Result<SearchRequest> request = requestOf(study, study.membersOf(i), shippedPresets());
            if (!request) {
                QVERIFY2(row.find("status=\"refused\";error=") != std::string::npos &&
                             row.find("no-such-model") != std::string::npos,
                         row.c_str());
                continue;
            }
            const SearchResult result = loaded(search(*request));
            const std::string step = result.plan ? dumped(Json(result.estimate->stepTime)) : "null";
            QVERIFY2(row.find("step_s=" + step + ";") != std::string::npos, row.c_str());
            QVERIFY2(row.find(fmt::format("status=\"{}\"", name(result.certificate.status))) != std::string::npos,
                     row.c_str());
        }
        QVERIFY(rows.front().find("\"infeasible\"") != std::string::npos);
    }

    /// A run that stops after each row, again and again, and shards that are merged give the rows of one run.
    void stopsAndShardsChangeNoRow()
    {
        const Study study = studyOf(smallStudy);
        run("all.sqlite", study, {});
        std::int64_t rounds = 0;
        for (std::int64_t done = 0; done < study.size(); ++rounds) {
            std::stop_source stop;
            StudyResults results = loaded(StudyResults::openToWrite(place("stopped.sqlite"), study));
            StudyRun how{.threads = 1, .version = "1"};
            how.progress = [&stop](const StudyProgress&) { stop.request_stop(); };
            done = loaded(pgram::run(results, shippedPresets(), how, stop.get_token())).done;
            QVERIFY(rounds <= study.size());
        }
        QCOMPARE(rowsOf(place("stopped.sqlite")), rowsOf(place("all.sqlite")));
        std::vector<std::string> parts;
        for (int i = 0; i < 5; ++i) {
            parts.push_back(fmt::format("part{}.sqlite", i));
            run(parts.back(), study, {.shard = {i, 5}});
        }
        parts.emplace_back("part2.sqlite");
        parts.emplace_back("stopped.sqlite");
        {
            StudyResults merged = loaded(StudyResults::openToWrite(place("merged.sqlite"), study));
            for (const std::string& part : parts) {
                good(merged.merge(place(part)));
            }
            QCOMPARE(loaded(merged.count()), study.size());
        }
        QCOMPARE(rowsOf(place("merged.sqlite")), rowsOf(place("all.sqlite")));
    }

    void mergesByRule()
    {
        const Study study = studyOf(smallStudy);
        const auto write = [&](const std::string& file, const std::string& error, const std::string& version) {
            StudyResults results = loaded(StudyResults::openToWrite(place(file), study));
            good(results.add({rowOf(3, study.membersOf(3), {.error = error, .version = version})}));
        };
        write("a.sqlite", "first", "1");
        write("b.sqlite", "first", "1");
        write("c.sqlite", "other", "1");
        write("d.sqlite", "newer", "2");
        Study renamed = study;
        renamed.name = "another";
        (void)loaded(StudyResults::openToWrite(place("e.sqlite"), renamed));
        StudyResults merged = loaded(StudyResults::openToWrite(place("m.sqlite"), study));
        good(merged.merge(place("a.sqlite")));
        good(merged.merge(place("b.sqlite")));
        const auto refused = [&](const char* file, const char* why) {
            const Result<void> done = merged.merge(place(file));
            return !done && done.error().text().find(why) != std::string::npos;
        };
        QVERIFY(refused("c.sqlite", "its row 3 differs"));
        QVERIFY(refused("e.sqlite", "another study"));
        QVERIFY(rowsOf(place("m.sqlite")).front().find("\"first\"") != std::string::npos);
        good(merged.merge(place("d.sqlite")));
        QVERIFY(rowsOf(place("m.sqlite")).front().find("\"newer\"") != std::string::npos);
        good(merged.merge(place("a.sqlite")));
        QVERIFY(rowsOf(place("m.sqlite")).front().find("\"newer\"") != std::string::npos);
    }

    /// Versions are compared by their numbers, and a file adds nothing to itself.
    void mergesVersionsAndItself()
    {
        const Study study = studyOf(smallStudy);
        const auto write = [&](const std::string& file, const std::string& version) {
            StudyResults results = loaded(StudyResults::openToWrite(place(file), study));
            good(results.add({rowOf(3, study.membersOf(3), {.error = "of " + version, .version = version})}));
        };
        for (const auto& [older, newer] : {std::pair("0.9.0", "0.10.0"), {"0.2", "0.2.1"}, {"1.0-rc", "1.0"}}) {
            write(fmt::format("{}.sqlite", older), older);
            write(fmt::format("{}.sqlite", newer), newer);
            for (const auto& [first, second] : {std::pair(older, newer), {newer, older}}) {
                const std::string name = fmt::format("{}-{}.sqlite", first, second);
                {
                    StudyResults merged = loaded(StudyResults::openToWrite(place(name), study));
                    good(merged.merge(place(fmt::format("{}.sqlite", first))));
                    good(merged.merge(place(fmt::format("{}.sqlite", second))));
                    good(merged.merge(place(name)));
                    QCOMPARE(loaded(merged.count()), 1);
                }
                const std::string row = rowsOf(place(name)).front();
                QVERIFY2(row.find(fmt::format("\"of {}\"", newer)) != std::string::npos, row.c_str());
            }
        }
    }

    /// Whatever a file of results is named, the rows are in that file, and a file of something else stays as it was.
    void filesOfResults()
    {
        const Study study = studyOf(smallStudy);
        const std::filesystem::path before = std::filesystem::current_path();
        std::filesystem::current_path(m_folder->path().toStdString());
        for (const char* name : {":memory:", "file:a.sqlite?mode=memory", "a%20b?#.sqlite", "-x"}) {
            {
                StudyResults results = loaded(StudyResults::openToWrite(name, study));
                good(results.add({rowOf(0, study.membersOf(0), {.error = "why", .version = "1"})}));
            }
            QVERIFY2(std::filesystem::exists(place(name)), name);
            StudyResults merged = loaded(StudyResults::openToWrite(place("merged.sqlite"), study));
            good(merged.merge(name));
            QCOMPARE(loaded(merged.count()), 1);
        }
        std::filesystem::current_path(before);

        const auto refusal = [&](const std::string& name) {
            const Result<StudyResults> refused = StudyResults::openToWrite(place(name), study);
            return refused ? std::string() : refused.error().text();
        };
        const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
        std::filesystem::create_directory(place("folder"));
        QVERIFY(has(refusal("folder"), "is a directory"));
        QVERIFY(has(refusal("missing/a.sqlite"), "missing/a.sqlite: cannot be written: No such file"));
        {
            Database other = loaded(Database::open(place("other.sqlite"), Database::Access::Write));
            good(other.run("CREATE TABLE mine (a)"));
        }
        const std::string mine = loaded(readTextFile(place("other.sqlite")));
        QVERIFY(has(refusal("other.sqlite"), "does not have the results of a study"));
        QVERIFY(loaded(readTextFile(place("other.sqlite"))) == mine);
        const std::string whole = loaded(readTextFile(place("-x")));
        good(writeTextFile(place("half.sqlite"), whole.substr(0, whole.size() / 2)));
        QVERIFY(has(refusal("half.sqlite"), "The file is damaged"));
        for (const char* name : {"folder.lock", "other.sqlite.lock", "half.sqlite.lock"}) {
            QVERIFY2(!std::filesystem::exists(place(name)), name);
        }
        StudyResults merged = loaded(StudyResults::openToWrite(place("merged.sqlite"), study));
        const Result<void> damaged = merged.merge(place("half.sqlite"));
        QVERIFY(!damaged && has(damaged.error().text(), "half.sqlite"));
        {
            Database less = loaded(Database::open(place("-x"), Database::Access::Write));
            good(less.run("DROP VIEW answers; ALTER TABLE results DROP COLUMN mfu"));
        }
        const Result<void> lacking = merged.merge(place("-x"));
        QVERIFY(!lacking && has(lacking.error().text(), "/-x: SQLite: no such column: results.mfu"));
    }

    /// Names and values of members are data to SQL. A member with the name of a result keeps its own column.
    void hostileMembers()
    {
        const std::string name = "x') AS y; DROP TABLE results; --\"'\"";
        Study study = studyOf(fileWith("\"grid\": {\"schedule\": [\"1f1b'; DROP TABLE results; --\"]}"));
        study.grid.push_back({name, {"\"',\n;"}});
        {
            StudyResults results = loaded(StudyResults::openToWrite(place("a.sqlite"), study));
            good(results.add({rowOf(0, study.membersOf(0), {.error = "a\"'b"})}));
            const StudyResults::WithoutPlan none = loaded(results.withoutPlan());
            QVERIFY(none.refused == 1 && none.infeasible == 0 && none.reason == "a\"'b");
        }
        const std::string row = rowsOf(place("a.sqlite")).front();
        QVERIFY2(row.find("asked_schedule=\"1f1b'; DROP TABLE results; --\";") != std::string::npos, row.c_str());
        QVERIFY2(row.find(name + "=") != std::string::npos, row.c_str());
        QVERIFY2(row.find(";schedule=null;") != std::string::npos, row.c_str());
    }

    /// A file without permission to write, in such a folder, can be exported.
    void readsWithoutPermissionToWrite()
    {
        run("a.sqlite", studyOf(smallStudy), {});
        const std::vector<std::string> rows = rowsOf(place("a.sqlite"));
        namespace fs = std::filesystem;
        std::filesystem::remove(place("a.sqlite.lock"));
        fs::permissions(place("a.sqlite"), fs::perms::owner_read);
        fs::permissions(place(""), fs::perms::owner_read | fs::perms::owner_exec);
        const std::vector<std::string> again = rowsOf(place("a.sqlite"));
        fs::permissions(place(""), fs::perms::owner_all);
        QCOMPARE(again, rows);
    }

    void oneProcessAddsRows()
    {
        const Study study = studyOf(smallStudy);
        const Result<StudyResults> first = StudyResults::openToWrite(place("a.sqlite"), study);
        QVERIFY(first);
        const Result<StudyResults> second = StudyResults::openToWrite(place("a.sqlite"), study);
        QVERIFY(!second && second.error().text().find("another process adds results") != std::string::npos);
        QVERIFY(StudyResults::openToRead(place("a.sqlite")));
    }

    void otherFilesAreRefused()
    {
        good(writeTextFile(place("text.sqlite"), "no database, but a text that is long enough to be read as one"));
        QVERIFY(!StudyResults::openToRead(place("text.sqlite")));
        QVERIFY(!StudyResults::openToRead(place("missing.sqlite")));
        QVERIFY(!std::filesystem::exists(place("missing.sqlite")));
        Database other = loaded(Database::open(place("other.sqlite"), Database::Access::Write));
        good(other.run("CREATE TABLE results (id INTEGER)"));
        const Result<StudyResults> refused = StudyResults::openToRead(place("other.sqlite"));
        QVERIFY(!refused && refused.error().text().find("does not have the results of a study") != std::string::npos);
        const Result<StudyResults> write = StudyResults::openToWrite(place("other.sqlite"), studyOf(smallStudy));
        QVERIFY(!write && write.error().text().find("does not have the results of a study") != std::string::npos);
    }

    /// Scripts that bash reads, also of a study whose names have quotes and line breaks.
    void batchFilesAreScripts()
    {
        Study study = studyOf(smallStudy);
        study.title = "a \"title\"\n$(touch x)";
        study.name = "A b;c";
        BatchRun batch{.tasks = 3, .threads = 2};
        batch.program = "/opt/a b/$(x)/pgram";
        batch.study = place("it's a `study`.json");
        const std::map<std::string, std::string> files = batchFiles(study, batch);
        QCOMPARE(files.size(), std::size_t{6});
        for (const auto& [path, text] : files) {
            QVERIFY2(text.find("{{") == std::string::npos, path.c_str());
            if (path.ends_with(".md") || path.ends_with(".yaml")) {
                continue;
            }
            good(writeTextFile(place("script"), text));
            QProcess bash;
            bash.start(QStringLiteral("bash"),
                       {QStringLiteral("-n"), QString::fromStdString(place("script").string())});
            QVERIFY2(bash.waitForFinished(waitLimit) && bash.exitCode() == 0, path.c_str());
        }
        QVERIFY(files.at("array.sbatch").find("--array=1-3") != std::string::npos);
        QVERIFY(files.at("others/job.yaml").find("name: a-b-c\n") != std::string::npos);
    }

    /// An array as the scheduler runs it: each task in the folder, with its number.
    void tasksOfAnArray()
    {
        const QString log = QString::fromStdString(place("arguments").string());
        const std::string program = place("pgram").string();
        good(writeTextFile(program, "#!/usr/bin/env bash\nprintf '%s\\n' \"$@\" >> \"$LOG\"\n"));
        std::filesystem::permissions(program, std::filesystem::perms::owner_all);
        BatchRun batch{.tasks = 3, .threads = 2, .program = program, .study = "/x/it's.json"};
        good(writeTextFile(place("array.sbatch"), batchFiles(studyOf(smallStudy), batch).at("array.sbatch")));
        QProcess task;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("SLURM_ARRAY_TASK_ID"), QStringLiteral("2"));
        environment.insert(QStringLiteral("SLURM_SUBMIT_DIR"), m_folder->path());
        environment.insert(QStringLiteral("LOG"), log);
        task.setProcessEnvironment(environment);
        task.start(QStringLiteral("bash"), {QString::fromStdString(place("array.sbatch").string())});
        QVERIFY(task.waitForFinished(waitLimit) && task.exitCode() == 0);
        QCOMPARE(loaded(readTextFile(log.toStdString())),
                 std::string("study\n/x/it's.json\n--shard\n2/3\n--results\npart-2.sqlite\n--threads\n2\n"));
    }

    /// docs/formats/study.md has a row for each column.
    void documentedColumns()
    {
        const std::string page = loaded(readTextFile(sourceFolder() / "docs/formats/study.md"));
        for (const StudyColumn& column : studyColumns()) {
            const char* types[] = {"text", "integer", "real"};
            const std::string row = fmt::format("| `{}` | {} | {} |\n", column.name,
                                                types[static_cast<int>(column.type)], column.meaning.english);
            QVERIFY2(page.find(row) != std::string::npos, row.c_str());
        }
        const std::size_t begin = page.find("```json study.json\n") + 19;
        QCOMPARE(studyOf(page.substr(begin, page.find("```", begin) - begin)).size(), 32);
    }

    void shards()
    {
        QCOMPARE(loaded(parseShard("2/8")).index, 1);
        QCOMPARE(loaded(parseShard("8/8")).count, 8);
        for (const char* text : {"", "2", "0/8", "9/8", "a/b", "1/0", "-1/2"}) {
            QVERIFY2(!parseShard(text), text);
        }
    }

private:
    [[nodiscard]] std::filesystem::path place(const std::string& name) const
    {
        return std::filesystem::path(m_folder->path().toStdString()) / name;
    }
    void run(const std::string& file, const Study& study, StudyRun how)
    {
        how.version = "1";
        StudyResults results = loaded(StudyResults::openToWrite(place(file), study));
        loaded(pgram::run(results, shippedPresets(), how, {}));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

PGRAM_TEST(TestStudies)
#include "test_studies.moc"
