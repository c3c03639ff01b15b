// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Plans as text to share: every plan comes back, broken texts are refused.
#include "core/base/text_file.h"
#include "core/plan/plan_json.h"
#include "core/plan/plan_link.h"
#include "tests/core/sample_plan.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <QTemporaryDir>

#include <random>

using namespace pgram;

namespace {

std::string errorOf(const std::string& text)
{
    const Result<Plan> plan = loadPlan(text);
    return plan ? std::string() : plan.error().text();
}

}  // namespace

class TestPlanLink : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void plansComeBack()
    {
        std::vector<Plan> plans{test::samplePlan()};
        for (const char* name : {"fsdp2-layers", "galvatron-layers", "megatron-experts"}) {
            plans.push_back(loaded(loadPlan(sourceFolder() / "tests/cases/export" / name / "plan.json")));
        }
        for (const Plan& plan : plans) {
            const std::string text = planLink(plan);
            QCOMPARE(planToJson(loaded(loadPlan(text))), planToJson(plan));
            QCOMPARE(planToJson(loaded(loadPlan("https://example.org/open?x=1#" + text))), planToJson(plan));
            QVERIFY2(text.size() < planToJson(plan).size() / 2, std::to_string(text.size()).c_str());
        }
    }

    /// A file may hold the text, with the line breaks of a mail.
    void fromFiles()
    {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("pgplan1.txt").toStdString();
        std::string text = planLink(test::samplePlan());
        for (std::size_t at = 70; at < text.size(); at += 71) {
            text.insert(at, "\n");
        }
        QVERIFY(writeTextFile(file, text + "\n"));
        QCOMPARE(planToJson(loaded(loadPlan(file))), planToJson(test::samplePlan()));
    }

    void brokenTexts()
    {
        const std::string text = planLink(test::samplePlan());
        QVERIFY(errorOf(text.substr(0, text.size() - 8)).find("is cut or changed") != std::string::npos);
        QVERIFY(errorOf("pgplan2." + text.substr(8)).find("another version") != std::string::npos);
        QVERIFY(errorOf(text + "%").find("has a letter that no plan's text has") != std::string::npos);
        QVERIFY(errorOf("pgplan1.").find("is cut or changed") != std::string::npos);
        QVERIFY(errorOf("/missing/pgplan.json").find("No such file") != std::string::npos);
        // Any change is found: the text has a checksum.
        std::mt19937 random(7);
        for (int i = 0; i < 300; ++i) {
            std::string changed = text;
            char& letter = changed[8 + random() % (changed.size() - 8)];
            letter = letter == 'A' ? 'B' : 'A';
            const Result<Plan> plan = loadPlan(changed);
            QVERIFY(!plan || planToJson(*plan) == planToJson(test::samplePlan()));
        }
    }
};

PGRAM_TEST(TestPlanLink)
#include "test_plan_link.moc"
