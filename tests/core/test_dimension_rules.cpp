// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of the dimensions: what each is called is told apart, its switch turns on its own strategies, and its word
// and its value in plan files are read as they are written.
#include "core/frameworks/target.h"
#include "core/plan/strategy_json.h"
#include "core/strategy/decision_tree.h"
#include "core/strategy/dimensions/dimensions.h"
#include "core/strategy/strategy_keys.h"
#include "core/strategy/strategy_text.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <vector>

using namespace pgram;

namespace {

std::vector<LayerStrategy> keptOf(const Space& space)
{
    return keptStrategies(decisionTrees(8, space).front());
}

std::vector<LayerStrategy> without(std::vector<LayerStrategy> strategies, const DimensionRules& rules)
{
    std::erase_if(strategies, [&rules](const LayerStrategy& s) { return rules.has(s); });
    return strategies;
}

/// "TP4", "ZeRO1-4".
std::string withDegree(const std::string& word)
{
    return word + (std::isdigit(static_cast<unsigned char>(word.back())) != 0 ? "-4" : "4");
}

std::string textOf(const DimensionRules& rules)
{
    if (isSwitch(rules)) {
        return std::string("DP2 ") + rules.word;
    }
    return rules.word[0] == '+' ? std::string("TP4") + rules.word : withDegree(rules.word);
}

/// Every strategy of eight devices in a space of all dimensions.
std::vector<LayerStrategy> everyStrategy()
{
    Space space;
    for (const DimensionRules* rules : dimensionRules()) {
        space.*rules->on = true;
    }
    space.takeaway3 = false;
    return keptOf(space);
}

Json written(const LayerStrategy& strategy)
{
    Json json = Json::object();
    addStrategy(json, strategy);
    return json;
}

}  // namespace

class TestDimensionRules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyRow_data()
    {
        QTest::addColumn<const DimensionRules*>("rules");
        for (const DimensionRules* rules : dimensionRules()) {
            QTest::newRow(rules->name) << rules;
        }
    }

    /// A variant, and a level, must be in the tree's order too.
    void everyRow()
    {
        QFETCH(const DimensionRules*, rules);
        const bool isInTree = rules->fitsInside != nullptr || rules->fits != nullptr || rules->others != nullptr;
        QVERIFY(std::ranges::count(treeOrder(), rules) == (isInTree ? 1 : 0));
        QCOMPARE(rules->fitsInside != nullptr, rules->split != nullptr);
        QCOMPARE(rules->key != nullptr, rules->value != nullptr);
        QCOMPARE(rules->outer != nullptr, rules->inner != nullptr);
        QVERIFY(rules->fits == nullptr || rules->set != nullptr || rules->divided != nullptr);
        QVERIFY(parseSpace(rules->name).has_value());
        QCOMPARE(toString(spaceOf({rules->on})), std::string(rules->name));
    }

    void groupsAreSeveralAtOnce()
    {
        QVERIFY(parseSpace("paper").value() == Space());
        const Space modern = parseSpace("modern").value();
        QVERIFY(parseSpace("all,-layouts,-cp-gather,-offload-activations,-offload-optimizer,-offload-weights,-zero2")
                    .value() == modern);
        QCOMPARE(toString(parseSpace("modern,-modern,tp").value()), std::string("tp"));
        QCOMPARE(QString::fromStdString(parseSpace("all,-all").error().what.english()),
                 QStringLiteral("no dimension is left of 'all,-all'"));
        QVERIFY(parseSpace("all,--tp").error().what.english().starts_with("unknown dimension '-tp'"));
        // What both run, as their rows say it.
        const Space& megatron = parseTarget("megatron").value()->space.value;
        const Space& torchtitan = parseTarget("torchtitan").value()->space.value;
        for (const DimensionRules* rules : dimensionRules()) {
            if (rules == &gatherKeysRules || rules == &offloadOptimizerRules) {
                QVERIFY(megatron.*rules->on && !(modern.*rules->on));  // a ring, and devices alone
                continue;
            }
            QCOMPARE(modern.*rules->on, megatron.*rules->on || torchtitan.*rules->on);
        }
    }

    void namesAreDistinct()
    {
        std::set<std::string> names;
        std::set<std::string> titles;
        std::set<std::string> words;
        std::size_t worded = 0;
        for (const DimensionRules* rules : dimensionRules()) {
            names.insert(rules->name);
            titles.insert(rules->title);
            worded += rules->word != nullptr ? 1 : 0;
            words.insert(rules->word != nullptr ? rules->word : "");
        }
        QCOMPARE(names.size(), dimensionRules().size());
        QCOMPARE(titles.size(), dimensionRules().size());
        QCOMPARE(words.size(), worded + 1);
    }

    void everySwitchTurnsOnItsOwnStrategies_data() { everyRow_data(); }

    /// Beside DP, TP, SP and EP, which some need, and beside what it is a form of: all that is new has the dimension,
    /// and nothing had it.
    void everySwitchTurnsOnItsOwnStrategies()
    {
        QFETCH(const DimensionRules*, rules);
        Space space = spaceOf({&Space::dp, &Space::tp, &Space::sp, &Space::ep});
        space.cp = rules == &gatherKeysRules;
        space.sdp = space.offloadOptimizer = rules == &offloadWeightsRules;
        space.*rules->on = false;
        const std::vector<LayerStrategy> before = keptOf(space);
        const std::size_t trees = decisionTrees(8, space).size();
        space.*rules->on = true;
        if (rules->has == nullptr) {
            QCOMPARE(keptOf(space), before);
            QVERIFY(decisionTrees(8, space).size() > trees);
            return;
        }
        QVERIFY(!before.empty());
        QCOMPARE(without(before, *rules), before);
        QVERIFY(keptOf(space).size() > before.size());
        QCOMPARE(without(keptOf(space), *rules), before);
        QCOMPARE(searchedStrategies(8, 1, space), keptOf(space));
    }

    void everyWordIsReadAsItIsPrinted_data() { everyRow_data(); }

    void everyWordIsReadAsItIsPrinted()
    {
        QFETCH(const DimensionRules*, rules);
        if (rules->word == nullptr) {
            QVERIFY(rules->otherWord == nullptr);
            return;
        }
        const Result<LayerStrategy> read = parseStrategy(textOf(*rules));
        QVERIFY2(read.has_value(), textOf(*rules).c_str());
        QVERIFY(rules->has(*read));
        QCOMPARE(shortName(*read), textOf(*rules));
        if (rules->otherWord != nullptr) {
            QCOMPARE(parseStrategy(withDegree(rules->otherWord)).value(), *read);
        }
    }

    void unknownWordsAreToldWhatIsKnown()
    {
        const Result<LayerStrategy> read = parseStrategy("TP2-fast");
        QVERIFY(!read.has_value());
        QCOMPARE(read.error().what.english(), std::string("'TP2-fast': unknown word 'fast'"));
        for (const char* word :
             {"dp", "zero1", "zero2", "sdp", "tp", "cp", "u", "ep", "sel", "ckpt", "off-act", "off-opt"}) {
            QVERIFY2(read.error().todo.english().find(word) != std::string::npos, word);
        }
        QCOMPARE(parseStrategy("zero-2").error().what.english(), std::string("'zero-2': unknown word 'zero'"));
        QCOMPARE(parseStrategy("zero7-2").error().what.english(), std::string("'zero7-2': unknown word 'zero7'"));
        QCOMPARE(parseStrategy("off-tea").error().what.english(), std::string("'off-tea': unknown word 'off-tea'"));
    }

    /// In plan files a strategy that has a dimension names its value, or "both", and one that has it not does not.
    void everyValueIsWritten()
    {
        for (const LayerStrategy& strategy : everyStrategy()) {
            const Json json = written(strategy);
            for (const DimensionRules* rules : dimensionRules()) {
                if (rules->key != nullptr) {
                    const std::string value = json.value(rules->key, "none");
                    QCOMPARE(rules->has(strategy), value == rules->value || value == "both");
                }
            }
        }
    }

    void everyStrategyIsReadAsItIsWritten()
    {
        for (const LayerStrategy& strategy : everyStrategy()) {
            const Json json = written(strategy);
            JsonObject object(json, "strategy");
            QCOMPARE(readStrategy(object), strategy);
            QVERIFY(!object.error());
            QVERIFY(object.unknown().empty());
        }
    }

    /// The files of before know one key of what is recomputed and one of what is offloaded.
    void keptTensorsAreWrittenAsBefore()
    {
        struct Row {
            Kept kept;
            bool offloadOptimizer;
            const char* recompute;
            const char* offload;  ///< null: absent
        };
        using enum KeptPart;
        for (const Row& row :
             {Row{{All, KeptOn::Device}, false, "none", nullptr},
              Row{{WithoutAttention, KeptOn::Device}, false, "selective", nullptr},
              Row{{WithoutModules, KeptOn::Device}, false, "modules", nullptr},
              Row{{Input, KeptOn::Host}, false, "full", "activations"},
              Row{{All, KeptOn::Device}, true, "none", "optimizer"}, Row{{All, KeptOn::Host}, true, "none", "both"}}) {
            const Json json = written({.kept = row.kept, .offloadOptimizer = row.offloadOptimizer});
            QCOMPARE(json.at("recompute").get<std::string>(), std::string(row.recompute));
            QCOMPARE(json.contains("offload"), row.offload != nullptr);
            QCOMPARE(json.value("offload", ""), std::string(row.offload != nullptr ? row.offload : ""));
        }
    }

    /// What a key is set to replaces what was there.
    void keysAreSet()
    {
        for (const StrategyKey& key : strategyKeys()) {
            LayerStrategy strategy{.tensor = 4, .data = 2};
            for (int value = static_cast<int>(key.values.size()) - 1; value >= 0; --value) {
                key.set(strategy, value);
                QCOMPARE(key.of(strategy), value);
            }
            QCOMPARE(strategy, (LayerStrategy{.tensor = 4, .data = 2}));
        }
    }
};

PGRAM_TEST(TestDimensionRules)
#include "test_dimension_rules.moc"
