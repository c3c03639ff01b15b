// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The core's texts in the window's language: every pattern has a translation, and real refusals read whole.

#include "core/base/json.h"
#include "core/base/quantity.h"
#include "core/cluster/cluster_json.h"
#include "core/exchange/galvatron_plan.h"
#include "core/fidelity/translate.h"
#include "core/model/model_json.h"
#include "core/plan/plan_json.h"
#include "core/presets/preset_store.h"
#include "core/search/search.h"
#include "core/search/task/scenario.h"
#include "core/strategy/dimension_rules.h"
#include "core/strategy/strategy_text.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "widgets/document/core_text.h"
#include "widgets/shell/settings/settings.h"
#include "widgets/work/fidelity_library.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <fstream>
#include <set>

using namespace pgram;

namespace {

struct CoreMessage {
    QString english;
    QString chinese;      ///< empty: not finished
    bool isPlain = true;  ///< lupdate took no value for a comment, or for the number of a plural form
};

std::vector<CoreMessage> coreMessages()
{
    QFile file(QString::fromStdString((sourceFolder() / "resources/i18n/parallelogram_zh_CN.ts").string()));
    QXmlStreamReader xml(file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray());
    std::vector<CoreMessage> messages;
    bool isCore = false;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) {
            continue;
        }
        const QString element = xml.name().toString();
        if (element == QLatin1StringView("name")) {
            isCore = xml.readElementText() == QLatin1StringView("Core");
        } else if (isCore && element == QLatin1StringView("message")) {
            messages.push_back({{}, {}, !xml.attributes().hasAttribute(QStringLiteral("numerus"))});
        } else if (isCore && element == QLatin1StringView("source")) {
            messages.back().english = xml.readElementText();
        } else if (isCore && element == QLatin1StringView("comment")) {
            messages.back().isPlain = false;
        } else if (isCore && element == QLatin1StringView("translation")) {
            const bool isFinished = !xml.attributes().hasAttribute(QStringLiteral("type"));
            const QString text = xml.readElementText(QXmlStreamReader::IncludeChildElements);
            messages.back().chinese = isFinished ? text : QString();
        }
    }
    return messages;
}

const QRegularExpression& twoEnglishWords()
{
    static const QRegularExpression words(QStringLiteral("[A-Za-z]{2,} [a-z]{2,}"));
    return words;
}

PresetStore store()
{
    return PresetStore(presetsFolder());
}

/// Refusals such as a person at the window meets them.
std::vector<Error> refusals(const QString& folder)
{
    std::vector<Error> errors;
    const auto keep = [&errors](const auto& result) {
        if (!result) {
            errors.push_back(result.error());
        }
    };
    const std::filesystem::path root = folder.toStdString();
    keep(loadPlan(root / "missing.json"));
    keep(loadPlan(root));
    const std::string whole = planToJson(samplePlan(2, 8, 4));
    for (const char* change : {"null", "{}", "[", "", "{\"format\": \"other\", \"version\": 1}",
                               "{\"format\": \"parallelogram-plan\", \"version\": 99}"}) {
        keep(planFromJson(change, "a.json"));
    }
    const Json plan = Json::parse(whole);
    const std::vector<std::pair<const char*, Json>> changes{
        {"/training/global_batch", -1},      {"/training/global_batch", "many"},
        {"/training/global_batch", 1.5},     {"/training/precision", "bf17"},
        {"/schedule/kind", "2f2b"},          {"/stages/1/first_layer", 3},
        {"/stages/0/layer_count", 4000},     {"/strategies/0/tensor", 0},
        {"/strategies/0/recompute", "some"}, {"/cluster/devices", 7},
        {"/cluster/links", Json::array()},   {"/model/runs/1/heads", 7},
        {"/model/runs/1/name", "embedding"}, {"/model/runs/1/hidden", nullptr},
        {"/strategies", Json::array()}};
    for (const auto& [pointer, value] : changes) {
        Json changed = plan;
        changed[Json::json_pointer(pointer)] = value;
        keep(planFromJson(changed.dump(), "a.json"));
    }
    keep(planFromJson(whole.substr(0, whole.size() / 2), "a.json"));
    for (const char* size : {"7 apples", "24", "16G", "-1GiB", "", "1e30TiB"}) {
        keep(parseMemory(size));
    }
    keep(parseCount("4kb", 1, 64));
    keep(parseMethod("magic"));
    keep(parseStrategy("TP3-TP4"));
    keep(parseStrategy("TP99999-DP99999"));
    keep(parseSchedule("interleaved:one"));
    keep(planFromGalvatron("[]", "g.json", samplePlan(2, 8, 4).model, samplePlan(2, 8, 4).cluster));
    // A scenario whose model is a file that cannot be used: one refusal inside of another.
    const auto shipped = loadScenario(store(), "bert-ethernet");
    if (shipped) {
        Json scenario = toJson(*shipped);
        for (const char* model : {"null", "{", "{\"format\": \"parallelogram-model\", \"version\": 99}"}) {
            std::ofstream(root / "m.json") << model;
            scenario["model"] = "m.json";
            keep(parseScenario(scenario.dump(), "s.json", root, store()));
        }
    }
    return errors;
}

}  // namespace

class TestCoreText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { Language().use(QStringLiteral("en")); }
    void everyPatternIsTranslatedWithItsValues();
    void refusalsReadWholeInChinese();
    void measuredRunsSayInChineseWhyTheyAreSkipped();
    void everyDimensionIsTranslated();
    void namesOutOfFilesStay();
};

void TestCoreText::everyPatternIsTranslatedWithItsValues()
{
    static const QRegularExpression hole(QStringLiteral("\\{\\d?\\}"));
    const std::vector<CoreMessage> messages = coreMessages();
    QVERIFY2(messages.size() > 300, qPrintable(QString::number(messages.size())));
    for (const CoreMessage& message : messages) {
        QVERIFY2(message.isPlain, qPrintable(message.english));
        QVERIFY2(!message.chinese.isEmpty(), qPrintable(message.english));
        const auto asked = message.english.count(QStringLiteral("{}"));
        std::set<QString> used;
        for (auto holes = hole.globalMatch(message.chinese); holes.hasNext();) {
            const QString one = holes.next().captured();
            used.insert(one == QLatin1StringView("{}") ? QStringLiteral("next %1").arg(used.size()) : one);
        }
        // A sentence may leave a value out that its English repeats.
        QVERIFY2(static_cast<qsizetype>(used.size()) <= asked && (used.empty() == (asked == 0)),
                 qPrintable(message.english));
    }
}

void TestCoreText::refusalsReadWholeInChinese()
{
    const QTemporaryDir folder;
    Language language;
    language.use(QStringLiteral("en"));
    const std::vector<Error> errors = refusals(folder.path());
    QVERIFY2(errors.size() >= 35, qPrintable(QString::number(errors.size())));
    for (const Error& error : errors) {
        QCOMPARE(errorText(error), QString::fromStdString(error.text()));
    }
    language.use(QStringLiteral("zh_CN"));
    for (const Error& error : errors) {
        const QString text = errorText(error);
        QVERIFY2(!text.contains(twoEnglishWords()), qPrintable(text));
        QVERIFY2(text.endsWith(u'。'), qPrintable(text));
        if (qEnvironmentVariableIsSet("PARALLELOGRAM_VERBOSE")) {
            qInfo() << qPrintable(text);
        }
    }
}

/// All that the record of measured runs brings about, as the Fidelity view shows it.
void TestCoreText::measuredRunsSayInChineseWhyTheyAreSkipped()
{
    Language language;
    language.use(QStringLiteral("zh_CN"));
    const auto data = loadFidelity(PresetStore(presetsFolder()));
    QVERIFY(data.has_value());
    std::set<Text> said;
    for (const RowResult& row : data->validation.rows) {
        said.insert(row.skippedBecause);
        said.insert(row.assumptions.begin(), row.assumptions.end());
    }
    said.erase(Text());
    QVERIFY(said.size() >= 10);
    for (const Text& text : said) {
        const QString shown = coreText(text);
        QVERIFY2(!shown.contains(twoEnglishWords()), qPrintable(shown));
    }
}

void TestCoreText::everyDimensionIsTranslated()
{
    Language language;
    language.use(QStringLiteral("zh_CN"));
    for (const DimensionRules* rules : dimensionRules()) {
        const QString what = coreText(rules->what);
        QVERIFY2(what != QString::fromLatin1(rules->what.english) && !what.contains(twoEnglishWords()), rules->name);
    }
}

void TestCoreText::namesOutOfFilesStay()
{
    Language language;
    language.use(QStringLiteral("zh_CN"));
    const std::string model = "model";
    QCOMPARE(coreText(Core::tr("lacks '{}'", model)), QStringLiteral("缺少“model”"));
    QCOMPARE(coreText(parseMethod("magic").error().what), QStringLiteral("未知方法“magic”"));
    QCOMPARE(coreText(parseStrategy("TP3-TP4").error().what), QStringLiteral("“TP3-TP4”：“tp”出现了两次"));
    QCOMPARE(coreText(loadPlan("/missing.json").error().what), QStringLiteral("无法读取：没有这个文件或目录"));
    QCOMPARE(coreText(Core::tr("The stages cover {} of {} layer(s)", 3, 12)),
             QStringLiteral("各阶段只覆盖了 12 层中的 3 层"));
    QCOMPARE(coreText(Text("what nobody knows")), QStringLiteral("what nobody knows"));
}

PGRAM_TEST(TestCoreText)
#include "test_core_text.moc"
