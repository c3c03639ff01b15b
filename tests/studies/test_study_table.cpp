// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Results of a study as columns: values and texts, the order of rows, Pareto fronts against brute force, conditions
// with known answers, and plans of rows, whose estimates are the rows' figures.
#include "core/base/json.h"
#include "core/plan/estimate.h"
#include "studies/filter.h"
#include "studies/run.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <QTemporaryDir>

#include <fmt/format.h>
#include <random>
#include <set>

using namespace pgram;

namespace {

using Better = StudyColumn::Better;

int indexOfResult(std::string_view name)
{
    const auto columns = studyColumns();
    return static_cast<int>(std::ranges::find(columns, name, &StudyColumn::name) - columns.begin());
}

/// A file of results of our own: rows of model, budget, status, step and memory.
class Written {
public:
    Written()
    {
        const Study study = loaded(parseStudy(R"({"format": "parallelogram-study", "version": 1, "name": "small",
            "grid": {"model": ["gpt", "bert 'large'", "Llama 3"], "memory_budget_bytes": [1073741824, 2147483648]}})",
                                              "study", {}));
        StudyResults results = loaded(StudyResults::openToWrite(file(), study));
        std::vector<StudyRow> rows;
        const std::optional<double> steps[] = {2, 0.5, std::nullopt, 1.5, 0.0031};
        for (std::int64_t id = 0; id < 5; ++id) {
            StudyRow row{id, dumped(study.membersOf(id)), std::vector<Json>(studyColumns().size())};
            const auto& step = steps[id];
            const auto set = [&](const char* name, Json value) {
                row.values[static_cast<std::size_t>(indexOfResult(name))] = std::move(value);
            };
            set("status", step ? "optimal" : "infeasible");
            set("version", "0.2.0");
            if (step) {
                set("step_s", *step);
                set("memory_bytes", 1000 * (id + 1));
                set("mfu", 0.1 * static_cast<double>(id));
            }
            rows.push_back(std::move(row));
        }
        if (const auto added = results.add(rows); !added) {
            qFatal("%s", added.error().text().c_str());
        }
    }
    [[nodiscard]] std::filesystem::path file() const
    {
        return m_folder.filePath(QStringLiteral("a.sqlite")).toStdString();
    }
    [[nodiscard]] StudyTable table() const { return loaded(loaded(StudyResults::openToRead(file())).table()); }

private:
    QTemporaryDir m_folder;
};

/// Returns the numbers of the rows for which a filter holds, as "0 3 4".
std::string rowsWith(const StudyTable& table, std::string_view text)
{
    const std::vector<std::uint8_t> passing = loaded(StudyFilter::parse(text, table)).passing(table);
    std::string rows;
    for (std::size_t row = 0; row < passing.size(); ++row) {
        rows += passing[row] != 0 ? fmt::format("{}{}", rows.empty() ? "" : " ", row) : "";
    }
    return rows;
}

std::string faultOf(const StudyTable& table, std::string_view text)
{
    const Result<StudyFilter> filter = StudyFilter::parse(text, table);
    return filter ? std::string() : filter.error().text();
}

ResultColumn numbers(const char* name, std::vector<double> values)
{
    ResultColumn column{.name = name};
    column.result = &studyColumns()[static_cast<std::size_t>(indexOfResult(name))];
    column.low = std::numeric_limits<double>::infinity();
    column.high = -column.low;
    for (const double value : values) {
        column.low = std::fmin(column.low, value);
        column.high = std::fmax(column.high, value);
    }
    column.values = std::move(values);
    return column;
}

}  // namespace

class TestStudyTable : public QObject {
    Q_OBJECT

private slots:
    void columns()
    {
        const StudyTable table = Written().table();
        QCOMPARE(table.rows(), std::size_t{5});
        QCOMPARE(table.requests, 6);
        std::vector<std::string> names;
        for (const ResultColumn& column : table.columns) {
            names.push_back(column.name);
        }
        QCOMPARE(names.front(), std::string("model"));
        QCOMPARE(names[1], std::string("memory_budget_bytes"));
        QCOMPARE(names.back(), std::string("id"));
        QCOMPARE(names.size(), studyColumns().size() + 2);  // members and id more, plan less
        const ResultColumn& model = table.columns[0];
        QCOMPARE(model.texts, (std::vector<std::string>{"Llama 3", "bert 'large'", "gpt"}));
        QCOMPARE(model.text(0), std::string("gpt"));
        QCOMPARE(model.text(4), std::string("Llama 3"));
        const ResultColumn& step = table.columns[static_cast<std::size_t>(table.indexOf("step_s"))];
        QVERIFY(step.text(2).empty());
        QCOMPARE(step.text(4), std::string("0.0031"));
        QCOMPARE(step.low, 0.0031);
        QCOMPARE(step.high, 2.0);
        const ResultColumn& error = table.columns[static_cast<std::size_t>(table.indexOf("error"))];
        QVERIFY(error.isText && error.isEmpty() && error.texts.empty());
        QVERIFY(table.columns[1].unit() == StudyColumn::Unit::Memory);
        QCOMPARE(table.indexOf("plan"), -1);
    }

    void orders()
    {
        const StudyTable table = Written().table();
        const int step = table.indexOf("step_s");
        QCOMPARE(sortedRows(table, step, false), (std::vector<std::uint32_t>{4, 1, 3, 0, 2}));
        QCOMPARE(sortedRows(table, step, true), (std::vector<std::uint32_t>{0, 3, 1, 4, 2}));
        QCOMPARE(sortedRows(table, 0, false), (std::vector<std::uint32_t>{4, 2, 3, 0, 1}));
    }

    void filters_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("rows");
        const std::pair<const char*, const char*> cases[] = {
            {"", "0 1 2 3 4"},
            {"step_s < 2", "1 3 4"},
            {"step_s <= 2", "0 1 3 4"},
            {"step_s > 500 ms", "0 3"},
            {"step_s >= 500ms", "0 1 3"},
            {"step_s = 3.1 ms", "4"},
            {"step_s != 3.1e-3", "0 1 3"},
            {"not step_s = 3.1ms", "0 1 2 3"},
            {"model = gpt", "0 1"},
            {"model == 'Llama 3'", "4"},
            {"model ~ LLAMA or model ~ bert", "2 3 4"},
            {"model = \"bert 'large'\" and step_s > 0", "3"},
            {"memory_budget_bytes = 2 GiB and (model = gpt or status = infeasible)", "1"},
            {"memory_budget_bytes >= 2GiB", "1 3"},
            {"model=gpt or model~bert and status=optimal", "0 1 3"},
            {"(model=gpt or model~bert) and not(status=optimal)", "2"},
            {"mfu > 15 %", "3 4"},
            {"id >= 3", "3 4"},
            {"\"id\" != -1", "0 1 2 3 4"},
            {"not not id = 2", "2"},
        };
        for (const auto& [text, rows] : cases) {
            QTest::newRow(*text == '\0' ? "empty" : text) << QString::fromUtf8(text) << QString::fromUtf8(rows);
        }
    }
    void filters()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, rows);
        QCOMPARE(rowsWith(Written().table(), text.toStdString()), rows.toStdString());
    }

    void faultsOfFilters_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("fault");
        const std::pair<const char*, const char*> cases[] = {
            {"modle = gpt", "Character 1: There is no column 'modle'"},
            {"model = gpt and stp > 1", "Character 17: There is no column 'stp'"},
            {"model = bert",
             "Character 9: The column 'model' has no text 'bert'. Its texts are Llama 3, bert 'large', gpt"},
            {"model < gpt", "Character 7: The column 'model' has texts"},
            {"step_s ~ 1", "Character 8: The column 'step_s' has numbers"},
            {"step_s < fast", "Character 10: 'fast' is not a value of the column 'step_s'"},
            {"step_s < 2 GiB", "Character 10: '2 GiB' is not a value"},
            {"step_s", "Character 7: The filter ends, but needs one of"},
            {"step_s <", "Character 9: The filter ends, but needs a value"},
            {"(step_s < 2", "Character 12: The filter ends, but needs ')'"},
            {"step_s < 2)", "Character 11: ')' is not 'and' or 'or'"},
            {"model = gpt id = 2", "Character 13: 'id' is not 'and' or 'or'"},
            {"and", "Character 1: There is no column 'and'"},
            {"model = 'gpt", "Character 9: The quotation mark is not closed"},
            {"model ~ 'é' and x = 1", "Character 17: There is no column 'x'"},
            {"= 2", "Character 1: '=' is not a column"},
        };
        for (const auto& [text, fault] : cases) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(fault);
        }
        QTest::newRow("deep") << QString(100, u'(') << QStringLiteral("levels of parentheses");
        QTest::newRow("long") << QString(20'000, u'a') << QStringLiteral("more than 10000 characters");
    }
    void faultsOfFilters()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, fault);
        const std::string found = faultOf(Written().table(), text.toStdString());
        QVERIFY2(found.find(fault.toStdString()) != std::string::npos, found.c_str());
    }

    /// Against all pairs of rows, in all four pairs of directions, with ties and missing values.
    void fronts()
    {
        const std::pair<const char*, const char*> directions[] = {
            {"memory_bytes", "samples_per_s"}, {"memory_bytes", "step_s"}, {"mfu", "step_s"}, {"mfu", "samples_per_s"}};
        std::mt19937 random(7);
        for (int round = 0; round < 40; ++round) {
            StudyTable table;
            const std::size_t rows = random() % 60;
            const auto& [x, y] = directions[round % 4];
            for (const char* name : {x, y}) {
                std::vector<double> values;
                for (std::size_t row = 0; row < rows; ++row) {
                    const double value = static_cast<double>(random() % (round < 20 ? 8 : 100'000));
                    values.push_back(random() % 10 == 0 ? std::nan("") : value);
                }
                table.columns.push_back(numbers(name, std::move(values)));
            }
            table.ids.resize(rows);
            const std::vector<std::uint32_t> all = sortedRows(table, 0, false);
            const auto costOf = [&](std::size_t column, std::uint32_t row) {
                const ResultColumn& of = table.columns[column];
                return of.better() == Better::Less ? of.values[row] : -of.values[row];
            };
            std::set<std::pair<double, double>> wanted;
            for (const std::uint32_t row : all) {
                const bool isBeaten = std::ranges::any_of(all, [&](std::uint32_t other) {
                    return costOf(0, other) <= costOf(0, row) && costOf(1, other) <= costOf(1, row) &&
                           (costOf(0, other) < costOf(0, row) || costOf(1, other) < costOf(1, row));
                });
                if (!isBeaten && !std::isnan(costOf(0, row)) && !std::isnan(costOf(1, row))) {
                    wanted.emplace(table.columns[0].values[row], table.columns[1].values[row]);
                }
            }
            std::vector<std::pair<double, double>> found;
            for (const std::uint32_t row : paretoFront(table, all, 0, 1)) {
                found.emplace_back(table.columns[0].values[row], table.columns[1].values[row]);
            }
            QCOMPARE(found, (std::vector<std::pair<double, double>>(wanted.begin(), wanted.end())));
        }
        const StudyTable table = Written().table();
        QVERIFY(paretoFront(table, sortedRows(table, 0, false), 0, table.indexOf("step_s")).empty());
    }

    /// The plan of each row, put together again, has the row's step and memory.
    void plansOfRows()
    {
        const Study study = loaded(parseStudy(R"({"format": "parallelogram-study", "version": 1, "name": "plans",
          "scenario": {"training": {"precision": "bf16"}},
          "list": [{"model": "bert-base", "cluster": "rtx-titan-8", "training/precision": "fp16"},
                   {"model": "gpt2-small", "cluster": "a100-16", "model.runs/decoder/ffn": 4096, "nodes": 1}],
          "grid": {"memory_budget_bytes": [50000000, 8589934592], "batches": [[8, 16, 64], [24]],
                   "schedules": [["1f1b"], ["interleaved"]]}})",
                                              "study", {}));
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath(QStringLiteral("a.sqlite")).toStdString();
        StudyRun how;
        how.version = "0.2.0";
        StudyResults written = loaded(StudyResults::openToWrite(file, study));
        (void)loaded(run(written, shippedPresets(), how, {}));
        StudyResults results = loaded(StudyResults::openToRead(file));
        const StudyTable table = loaded(results.table());
        QCOMPARE(table.rows(), std::size_t{16});
        const auto& steps = table.columns[static_cast<std::size_t>(table.indexOf("step_s"))].values;
        const auto& memory = table.columns[static_cast<std::size_t>(table.indexOf("memory_bytes"))].values;
        int plans = 0;
        for (std::size_t row = 0; row < table.rows(); ++row) {
            const Result<Plan> plan = results.planOf(table.ids[row], shippedPresets());
            QCOMPARE(plan.has_value(), !std::isnan(steps[row]));
            if (!plan) {
                QVERIFY(plan.error().text().find("no plan") != std::string::npos);
                continue;
            }
            ++plans;
            const Estimate estimated = estimate(*plan);
            QCOMPARE(estimated.stepTime, steps[row]);
            Bytes most = 0;
            for (const StageEstimate& stage : estimated.stages) {
                most = std::max(most, stage.memory.total());
            }
            QCOMPARE(static_cast<double>(most), memory[row]);
        }
        QVERIFY(plans >= 4);
        QVERIFY(!results.planOf(999, shippedPresets()));
    }
};

PGRAM_TEST(TestStudyTable)
#include "test_study_table.moc"
