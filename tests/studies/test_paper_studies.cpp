// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The studies in presets/studies: all of their requests can be made, and claims of arXiv 2307.02031 hold on a part of
// them.
#include "core/base/json.h"
#include "core/base/text_file.h"
#include "studies/run.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <QTemporaryDir>

#include <fmt/format.h>
#include <map>

using namespace pgram;

class TestPaperStudies : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void requestsCanBeMade()
    {
        std::int64_t requests = 0;
        for (const auto& file : loaded(filesIn(presetsFolder() / "studies", ".json"))) {
            const Study study = loaded(loadStudy(file));
            QCOMPARE(study.name + ".json", file.filename().string());
            for (std::int64_t i = 0; i < study.size(); ++i) {
                const Result<SearchRequest> request = requestOf(study, study.membersOf(i), shippedPresets());
                QVERIFY2(request, request ? "" : request.error().text().c_str());
            }
            requests += study.size();
        }
        QVERIFY(requests > 500);
    }

    /// No method of a smaller space is faster than Galvatron-BMW, for one model and budget.
    void noMethodOfASmallerSpaceIsFaster()
    {
        Study study = loaded(loadStudy(presetsFolder() / "studies/galvatron-bmw-8.json"));
        study.scenario["batches"] = {8, 32, 64};
        study.grid[0].values = {"bert-huge-32", "swin-huge-32", "t5-large-32"};
        study.grid[1].values = {8589934592, 17179869184};
        const QTemporaryDir folder;
        const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "results.sqlite";
        Result<StudyResults> results = StudyResults::openToWrite(file, study);
        QVERIFY(results);
        const StudyProgress progress = loaded(pgram::run(*results, shippedPresets(), StudyRun{.version = "1"}, {}));
        QCOMPARE(progress.done, study.size());
        std::map<std::string, std::map<std::string, double>> rates;  // by model and budget, by method
        std::map<std::string, std::size_t> places;
        const auto head = [&](const std::vector<std::string>& names) -> Result<void> {
            for (std::size_t i = 0; i < names.size(); ++i) {
                places[names[i]] = i;
            }
            return {};
        };
        const auto each = [&](const std::vector<Json>& values) -> Result<void> {
            const Json& rate = values[places["samples_per_s"]];
            rates[dumped(values[places["model"]]) + dumped(values[places["memory_budget_bytes"]])]
                 [values[places["method"]].get<std::string>()] = rate.is_number() ? rate.get<double>() : 0;
            return {};
        };
        QVERIFY(results->forEachAnswer(head, each));
        QCOMPARE(rates.size(), std::size_t{6});
        for (const auto& [which, ofMethods] : rates) {
            QVERIFY2(ofMethods.at("bmw") > 0, which.c_str());
            for (const auto& [method, rate] : ofMethods) {
                QVERIFY2(rate <= ofMethods.at("bmw") * (1 + 1e-9),
                         fmt::format("{}: {} {} beside {}", which, method, rate, ofMethods.at("bmw")).c_str());
            }
        }
    }
};

PGRAM_TEST(TestPaperStudies)
#include "test_paper_studies.moc"
