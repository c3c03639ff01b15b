// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The core's English in the window's language: every sentence of a refusal is known, and real refusals read whole.

#include "core/base/quantity.h"
#include "core/cluster/cluster_json.h"
#include "core/exchange/galvatron_plan.h"
#include "core/fidelity/translate.h"
#include "core/model/model_json.h"
#include "core/plan/plan_json.h"
#include "core/plan/preset_store.h"
#include "core/search/search.h"
#include "core/search/task/scenario.h"
#include "core/strategy/dimension_rules.h"
#include "core/strategy/strategy_text.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "widgets/document/core_text.h"
#include "widgets/shell/settings/language.h"
#include "widgets/work/fidelity_library.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <fstream>
#include <set>

using namespace pgram;

namespace {

QString textOf(const QString& file)
{
    QFile source(file);
    return source.open(QIODevice::ReadOnly) ? QString::fromUtf8(source.readAll()) : QString();
}

/// The C++ between the parentheses or braces that open before `from`.
QString bodyFrom(const QString& code, qsizetype from)
{
    int depth = 1;
    bool quoted = false;
    for (qsizetype at = from; at < code.size(); ++at) {
        const QChar c = code[at];
        if (quoted && c == u'\\') {
            ++at;
        } else if (c == u'"') {
            quoted = !quoted;
        } else if (!quoted && (c == u'(' || c == u'{')) {
            ++depth;
        } else if (!quoted && (c == u')' || c == u'}') && --depth == 0) {
            return code.mid(from, at - from);
        }
    }
    return {};
}

/// As coreWords() has it: every hole "{}", no escapes, a hole for what is added behind.
QString asPattern(QString literal)
{
    static const QRegularExpression format(QStringLiteral("\\{:[^}]*\\}"));
    literal.replace(QStringLiteral("\\\""), QStringLiteral("\""));
    literal.replace(format, QStringLiteral("{}"));
    literal.replace(QStringLiteral("{{"), QStringLiteral("{")).replace(QStringLiteral("}}"), QStringLiteral("}"));
    literal.replace(QStringLiteral("{}{}"), QStringLiteral("{}"));
    return literal.endsWith(u' ') ? literal + QStringLiteral("{}") : literal;
}

/// The sentences that a source file refuses with: literals of more than one word.
QStringList sentences(const QString& code)
{
    static const QRegularExpression call(
        QStringLiteral("\\b(badInput|fail|skip|assume|refused|Error|assumptions\\.push_back)\\s*[({]"));
    static const QRegularExpression literal(QStringLiteral("\"((?:[^\"\\\\]|\\\\.)*)\""));
    static const QRegularExpression joint(QStringLiteral("\"\\s*\\n\\s*\""));
    QStringList found;
    for (auto calls = call.globalMatch(code); calls.hasNext();) {
        QString body = bodyFrom(code, calls.next().capturedEnd());
        body.remove(joint);
        for (auto literals = literal.globalMatch(body); literals.hasNext();) {
            const QString text = literals.next().captured(1);
            if (text.trimmed().contains(u' ') && !text.startsWith(u' ')) {
                found.append(asPattern(text));
            }
        }
    }
    return found;
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
    void everySentenceOfARefusalIsKnown();
    void translationsTakeTheSameValues();
    void refusalsReadWholeInChinese();
    void measuredRunsSayInChineseWhyTheyAreSkipped();
    void everyDimensionIsTranslated();
    void namesOutOfFilesStay();
};

void TestCoreText::everySentenceOfARefusalIsKnown()
{
    Language language;
    language.use(QStringLiteral("zh_CN"));
    QStringList missing;
    int checked = 0;
    QDirIterator files(QString::fromStdString((sourceFolder() / "core").string()), {QStringLiteral("*.cpp")},
                       QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        for (const QString& pattern : sentences(textOf(files.next()))) {
            ++checked;
            const QString sentence = QString(pattern).replace(QStringLiteral("{}"), QStringLiteral("7"));
            if (coreText(sentence.toStdString()) == sentence) {
                missing.append(pattern);
            }
        }
    }
    QVERIFY2(missing.isEmpty(), qPrintable(QStringLiteral("add to core_words.cpp: ") + missing.join(u'\n')));
    QVERIFY(checked > 200);
}

void TestCoreText::translationsTakeTheSameValues()
{
    Language language;
    language.use(QStringLiteral("zh_CN"));
    static const QRegularExpression hole(QStringLiteral("\\{\\d?\\}"));
    for (const char* word : coreWords()) {
        const QString english = QString::fromUtf8(word);
        const QString chinese = QCoreApplication::translate("Core", word);
        const auto asked = english.count(QStringLiteral("{}"));
        std::set<QString> used;
        for (auto holes = hole.globalMatch(chinese); holes.hasNext();) {
            const QString one = holes.next().captured();
            used.insert(one == QLatin1StringView("{}") ? QStringLiteral("next %1").arg(used.size()) : one);
        }
        // A sentence may leave a value out that its English repeats.
        QVERIFY2(static_cast<qsizetype>(used.size()) <= asked && (used.empty() == (asked == 0)), word);
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
    std::set<std::string> said;
    for (const RowResult& row : data->validation.rows) {
        said.insert(row.skippedBecause);
        said.insert(row.assumptions.begin(), row.assumptions.end());
    }
    said.erase(std::string());
    QVERIFY(said.size() >= 10);
    for (const std::string& text : said) {
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
        QVERIFY2(what != QString::fromLatin1(rules->what) && !what.contains(twoEnglishWords()), rules->name);
    }
}

void TestCoreText::namesOutOfFilesStay()
{
    Language language;
    language.use(QStringLiteral("zh_CN"));
    QCOMPARE(coreText("lacks 'model'"), QStringLiteral("缺少“model”"));
    QCOMPARE(coreText("there is no model 'gpt-9'"), QStringLiteral("没有名为“gpt-9”的模型"));
    QCOMPARE(coreText("cannot be read: No such file or directory"), QStringLiteral("无法读取：没有这个文件或目录"));
    QCOMPARE(coreText("The stages cover 3 of 12 layers"), QStringLiteral("各阶段只覆盖了 12 层中的 3 层"));
    QCOMPARE(coreText("'TP3-TP4': 'tp' stands there twice"), QStringLiteral("“TP3-TP4”：“tp”出现了两次"));
    QCOMPARE(coreText("is a string, expected a whole number from 1 to 9"),
             QStringLiteral("是字符串，应为 1 到 9 的整数"));
    QCOMPARE(coreText("what nobody knows"), QStringLiteral("what nobody knows"));
}

PGRAM_TEST(TestCoreText)
#include "test_core_text.moc"
