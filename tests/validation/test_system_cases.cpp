// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files of other systems' golden cases: those in tests/data agree, every wrong figure is found, and errors name the
// place of what is malformed.
#include "core/base/text_file.h"
#include "tests/core/data_sets.h"
#include "tests/pgram_test.h"
#include "validation/systems/case_file.h"
#include "validation/systems/law_text.h"

#include <algorithm>

namespace pgram::systems {

namespace {

constexpr const char* files[] = {"terapipe", "seq1f1b", "karma", "atom", "colossal"};

std::string fileOf(const char* system)
{
    return loaded(readTextFile(dataFile(std::string("systems/") + system + ".json")));
}

CaseReport reportOf(const std::string& text, const char* system)
{
    CaseReport report;
    const Result<void> checked = checkCases(text, "cases.json", std::string(system) + ".json", report);
    if (!checked) {
        QTest::qFail(checked.error().text().c_str(), __FILE__, __LINE__);
    }
    return report;
}

/// The first error, in words; empty: none.
std::string errorOf(std::string_view text)
{
    CaseReport report;
    const Result<void> checked = checkCases(text, "cases.json", "cases.json", report);
    return checked ? std::string() : checked.error().text();
}

/// Adds a tenth, and one, to the first number below.
bool changeNumber(Json& json)
{
    if (json.is_number()) {
        json = json.get<double>() * 1.1 + 1;
        return true;
    }
    return json.is_structured() && std::any_of(json.begin(), json.end(), changeNumber);
}

constexpr const char* hosted = R"({"group": {"peers": [{"name": "t", "input": {"step_s": 10, "microbatches": 8,
    "samples_per_microbatch": 1, "peers": 4, "bytes": 2.6e9, "network_bytes_per_s": 1.25e8, "latency_s": 0.01,
    "sync_every": 4}, "expected": {"samples_per_s_overlapped": 3.2}}], "news": [1]}, "others": {"a": [{}]}})";

constexpr const char* servingRows =
    R"({"models": {"M": {"L": 32, "h": 4096, "a": 32, "kv": 32, "f": 11008, "V": 32000}},
    "devices": {"D": {"bw": 2.039e12, "pk": 3.12e14}}, "any": [{"kind": "decode", "model": "M", "device": "D",
    "weights": "bf16", "tp": 1, "context": 205, "tokens_per_s": 104.9}, {"kind": "decode", "model": "M", "device": "D",
    "weights": "bf16", "tp": 1, "context": 205, "tokens_per_s": 104.9, "derived_weight_GB_total": 13.214}]})";

}  // namespace

class TestSystemCases : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void casesAgree()
    {
        for (const char* system : {"terapipe", "seq1f1b", "karma", "atom", "colossal", "deployment"}) {
            const CaseReport report = reportOf(fileOf(system), system);
            QVERIFY(report.checks.size() > 50);
            QVERIFY2(report.skipped.empty(), system);
            for (const Check& check : report.checks) {
                QVERIFY2(check.ok, (check.system + " " + check.name + " " + check.quantity).c_str());
                QCOMPARE(check.system, std::string(system));
            }
        }
    }

    /// Whatever a case expects, another figure there is not ok.
    void everyWrongFigureIsFound()
    {
        for (const char* system : files) {
            const Json whole = Json::parse(fileOf(system));
            for (const auto& [kind, list] : whole.items()) {
                if (!list.is_array() || !list.front().contains("expected")) {
                    continue;
                }
                for (const auto& [quantity, value] : list.front()["expected"].items()) {
                    Json file{{kind, Json::array({list.front()})}};
                    if (!changeNumber(file[kind][0]["expected"][quantity])) {
                        continue;
                    }
                    // Or it is refused: a number of layers is whole.
                    CaseReport report;
                    const bool read = checkCases(file.dump(), "cases.json", system, report).has_value();
                    QVERIFY2(!read || !std::ranges::all_of(report.checks, &Check::ok), (kind + " " + quantity).c_str());
                }
            }
        }
    }

    /// A measured row is listed with its error, whatever that is; all of its kind together are judged.
    void measuredRowsAreJudgedTogether()
    {
        Json file = Json::parse(servingRows);
        const auto judged = [&file] {
            const CaseReport report = reportOf(file.dump(), "cases");
            const auto listed =
                std::ranges::count_if(report.checks, [](const Check& check) { return check.error.has_value(); });
            return std::pair(listed,
                             std::ranges::count_if(report.checks, [](const Check& check) { return !check.ok; }));
        };
        QCOMPARE(judged(), (std::pair<std::ptrdiff_t, std::ptrdiff_t>(2, 0)));
        file["any"][0]["tokens_per_s"] = 70;  // 50 % off, and with the other row 25 %
        QCOMPARE(judged(), (std::pair<std::ptrdiff_t, std::ptrdiff_t>(2, 1)));
        file["any"][1]["derived_weight_GB_total"] = 14;
        QCOMPARE(judged(), (std::pair<std::ptrdiff_t, std::ptrdiff_t>(2, 2)));
        file["any"][0]["weights"] = "int3";
        QCOMPARE(judged(), (std::pair<std::ptrdiff_t, std::ptrdiff_t>(1, 2)));
        file["any"][1]["kind"] = "rumour";
        QVERIFY(errorOf(file.dump()).find("rumour") != std::string::npos);
        file["any"][1]["model"] = "GPT-9";
        QVERIFY(errorOf(file.dump()).find("GPT-9") != std::string::npos);
    }

    void unknownKindsAreNamed()
    {
        const CaseReport report = reportOf(hosted, "cases");
        QCOMPARE(report.checks.size(), 1u);
        QVERIFY(report.checks[0].ok);
        QCOMPARE(report.skipped, (std::vector<std::string>{"cases.json: group/news", "cases.json: others/a"}));
        QVERIFY(reportOf(R"({"about": "nothing"})", "cases").checks.empty());
    }

    void malformedFilesAreTold_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("said");
        const auto row = [](const char* name, const char* text, const char* said) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(said);
        };
        row("no JSON", "{", "cut off");
        row("no object", "[]", "is not a JSON object");
        row("no list", R"({"s": {"peers": 5}})", "/s/peers");
        row("no case", R"({"peers": [5]})", "/peers/0");
        row("lacks input", R"({"peers": [{}]})", "lacks");
        row("no number", R"({"decentralised_pipeline": [{"input": {"f": "x"}}]})", "/decentralised_pipeline/0/input/f");
        row("negative",
            R"({"cases": [{"input": {"blocks": [{"f": -1, "b": 1, "a": 1}], "activation_bytes": 1,
                "link_bytes_per_s": 1}, "expected": {}}]})",
            "/cases/0/input/blocks/0/f");
        row("no block",
            R"({"cases": [{"input": {"blocks": [], "activation_bytes": 1, "link_bytes_per_s": 1}, "expected": {}}]})",
            "is empty");
        row("lists of two lengths",
            R"({"schedule": [{"input": {"stages": 1, "sequences": 1, "slice_forward": [1], "slice_backward": [1, 2],
                "slice_token_share": [1]}, "expected": {}}]})",
            "different lengths");
        row("no law",
            R"({"small": [{"input": {"law": "t = q", "sequences": 1, "tokens": 8, "stages": 1, "grid_tokens": 8},
                "expected": {}}]})",
            "is not a law");
        row("off the grid",
            R"({"small": [{"input": {"law": "t = b*l", "sequences": 1, "tokens": 9, "stages": 1, "grid_tokens": 8},
                "expected": {}}]})",
            "not a multiple of 8");
    }
    void malformedFilesAreTold()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, said);
        const std::string error = errorOf(text.toStdString());
        QVERIFY2(error.find(said.toStdString()) != std::string::npos, error.c_str());
        QVERIFY(error.find("cases.json") != std::string::npos);
    }

    /// Each prefix and each file with one value replaced ends in checks or in an error, and in nothing else.
    void anyTextIsSurvived()
    {
        const std::string text = hosted;
        for (std::size_t length = 0; length < text.size(); length += 7) {
            QVERIFY(!errorOf(text.substr(0, length)).empty());
        }
        for (const char* system : files) {
            const Json parsed = Json::parse(fileOf(system));
            for (const auto& [kind, list] : parsed.items()) {
                if (!list.is_array()) {
                    continue;
                }
                std::size_t i = 0;
                const Json flat = list.front().flatten();
                for (const auto& [pointer, value] : flat.items()) {
                    if (++i % 5 != 0) {
                        continue;
                    }
                    for (const Json& other :
                         {Json(nullptr), Json("x"), Json(-1), Json(1e300), Json::array({Json(1)})}) {
                        Json row = list.front();
                        row[Json::json_pointer(pointer)] = other;
                        CaseReport report;
                        (void)checkCases(Json{{kind, Json::array({row})}}.dump(), "cases.json", system, report);
                    }
                }
            }
        }
    }

    void lawsAreRead()
    {
        const Constants none = [](std::string_view) { return std::nullopt; };
        const auto value = [&](std::string_view text) {
            const auto formula = readFormula(text, none);
            return formula ? (*formula)({2, 8, 16, 16}) : -1;
        };
        QCOMPARE(value("1 + 2*3"), 7.0);
        QCOMPARE(value("(1 + 2)*3 - 4/2"), 7.0);
        QCOMPARE(value("2 b l + 1e-1 c"), 33.6);
        QCOMPARE(value("max(3, 0.5 tokens) + min(1, b)"), 9.0);
        for (const char* text : {"", "1 +", "(1", "max(1)", "q", "1)", "1 ; 2", "+"}) {
            QCOMPARE(value(text), -1.0);
        }
        QCOMPARE(value(std::string(4096, '(')), -1.0);
        QCOMPARE(value("1" + QByteArray(" + 1").repeated(100'000).toStdString()), -1.0);
        const auto parts = readFormulas("ctx = 1 + b ; comm(tokens) = 2 tokens, charged twice", none);
        QVERIFY(parts && parts->size() == 2);
        QCOMPARE((*parts)[1].name, std::string("comm"));
        QCOMPARE((*parts)[1].remark, std::string("charged twice"));
        QVERIFY(!readFormulas("ctx", none));
    }
};

PGRAM_TEST(TestSystemCases)

}  // namespace pgram::systems

#include "test_system_cases.moc"
